// Where everything of the tree goes in a panel of a given size, and how much of each node is drawn
// there. Graphviz said where things are at full size; here that is squeezed, each way on its own,
// and text is dropped before it would be drawn too small. It knows no DOM.
import { Room } from "./room.js";

export const SMALL = 1, HEAD = 2, FULL = 3;
const MARGIN = 12, HEAD_HIGH = 20, LINE_HIGH = 15, LABEL_HIGH = 15, LEAST_PITCH = 2.2, LARGEST = 4, CURVE = 5, WORDS_HIGH = 38, BESIDE = 1;
const HEAD_SIZE = 14, LINE_SIZE = 12.5, FOLDER_HIGH = 20;

// What does not change with the panel: who hangs below whom, the levels, the room at full size.
export function laidOut(nodes) {
  const byId = new Map(), children = new Map(), levels = [];
  let [left, right] = [Infinity, -Infinity];
  for (const node of nodes) {
    const depth = node.up ? byId.get(node.up).depth + 1 : 0, body = bodyOf(node);
    const foot = body.h / 2 + LINE_HIGH * node.lines.length + (node.hidden ? FOLDER_HIGH : 0);
    byId.set(node.id, { node, depth, body, foot });
    if (node.up) children.set(node.up, [...(children.get(node.up) ?? []), node.id]);
    const level = (levels[depth] ??= { y: node.y, nodes: [], foot: 0 });
    if (node.kind !== "ghost") level.y = node.y;  // a ghost of the browser's own may be anywhere
    level.nodes.push(node);
    level.foot = Math.max(level.foot, foot);
    left = Math.min(left, node.x - node.w / 2);
    right = Math.max(right, node.x + node.w / 2);
  }
  for (const level of levels) level.nodes.sort((a, b) => a.x - b.x);
  const gaps = levels.slice(1).map((level, k) => level.y - levels[k].y);
  return { byId, children, levels, gaps, left, right };
}

// Between the head above and the counts below: a tray of marks, a plot, or a bar.
function bodyOf(node) {
  const room = node.h - HEAD_HIGH - LINE_HIGH * node.lines.length;
  if (node.tray) return { kind: "tray", w: node.tray.w, h: node.tray.h };
  if (node.plot) return { kind: "plot", w: node.w - 8, h: room };
  return { kind: "bar", w: Math.max(40, Math.min(160, node.w - 16)), h: node.thick };
}

// The scale at which all fits. `corners`: what lies over the upper corners of the panel.
export function fitted(laid, panel, width) {
  const reading = Math.min(1.5, Math.max(1, panel.w / 760)), root = laid.levels[0].nodes[0];
  const kx = Math.min(reading, (panel.w - 2 * MARGIN) / (laid.right - laid.left));
  const x0 = panel.w / 2 - (kx * (laid.left + laid.right)) / 2;
  const above = HEAD_HIGH + laid.byId.get(root.id).body.h / 2, foot = laid.levels.at(-1).foot;
  const { corners = [0, 0, 0] } = panel, half = (root.w * Math.max(1, kx)) / 2 + 10;
  const clear = x0 + kx * root.x - half > corners[0] && x0 + kx * root.x + half < panel.w - corners[1];
  const top = clear ? MARGIN : Math.max(MARGIN, corners[2] + 4), sum = total(laid.gaps);
  const ky = (panel.h - top - MARGIN) / (above + sum + foot), s = Math.max(1, Math.min(reading, kx, ky));
  const room = panel.h - top - MARGIN - above * s, bottom = foot * Math.min(s, room / (sum + foot));
  const gaps = sum * s <= room - bottom ? laid.gaps.map((gap) => gap * Math.min((room - bottom) / sum, s + 56 / gap))
    : shared(laid, kx, room - bottom, width);
  const spare = room - bottom - total(gaps);
  return { kx, gaps, s, x0, y0: top + above * s + Math.min(spare * 0.3, 48), reading, laid, fitted: true };
}

const total = (list) => list.reduce((sum, one) => sum + one, 0);

// Height is dear. Every level gets enough for bars and a word beside them; what is left goes, from the
// top down, to levels that have room for their words across, and then to all.
function shared({ levels, gaps }, kx, height, width) {
  const least = gaps.map((gap) => Math.min(gap, 16, height / gaps.length));
  let left = height - total(least);
  gaps.forEach((gap, k) => {
    const more = Math.min(left, gap - least[k], WORDS_HIGH * wordy(levels[k + 1].nodes, kx, width));
    least[k] += more;
    left -= more;
  });
  const t = left / Math.max(1, total(gaps) - total(least));
  return least.map((gap, k) => gap + t * (gaps[k] - gap));
}

// The part of a level's nodes whose heads would not touch the next one's.
function wordy(nodes, kx, width) {
  const wide = nodes.map((node) => width(node.head, HEAD_SIZE, true) + 8);
  const free = (k) => (nodes[k + 1].x - nodes[k].x) * kx > (wide[k] + wide[k + 1]) / 2;
  let fit = 0;
  nodes.forEach((_, k) => { fit += (k === 0 || free(k - 1)) && (k === nodes.length - 1 || free(k)); });
  return fit / nodes.length;
}

// A fitted scale z times as large: each way up to full size, and from there on both alike.
export function enlarged(fit, z) {
  const { kx, gaps, reading, laid } = fit, goal = laid.gaps.map((gap, k) => Math.max(gaps[k], gap * reading));
  const all = Math.max(reading / kx, ...gaps.map((gap, k) => goal[k] / gap)), u = Math.max(1, z / all);
  const wide = Math.min(Math.max(reading, kx), kx * z), high = gaps.map((gap, k) => Math.min(goal[k], gap * z));
  const s = Math.max(fit.s, Math.min(reading, wide, ...high.map((gap, k) => gap / laid.gaps[k])));
  return { ...fit, kx: wide * u, gaps: high.map((gap) => gap * u), s: s * u, most: (all * LARGEST) / reading, fitted: z === 1 };
}

// From the panel back to full size and forth, to keep a point where it is while the scale changes.
export function pointAt(scale, x, y) {
  let level = 0, low = scale.y0;
  while (level < scale.gaps.length - 1 && y > low + scale.gaps[level]) low += scale.gaps[level++];
  return { x: (x - scale.x0) / scale.kx, level, part: (y - low) / (scale.gaps[level] ?? scale.s) };
}

export function keptAt(scale, point, x, y) {
  const gap = scale.gaps[point.level] ?? scale.s;
  const down = total(scale.gaps.slice(0, point.level)) + point.part * gap;
  return { ...scale, x0: x - scale.kx * point.x, y0: y - down };
}

// The place of every node: what is drawn of it and where. `width(text, size, bold)` in pixels.
export function places(tree, scale, panel, width) {
  const { laid } = scale, ys = [scale.y0];
  for (const gap of scale.gaps) ys.push(ys.at(-1) + gap);
  const draft = new Draft(tree, scale, panel, width, ys);
  draft.all();
  return draft.place;
}

// Fills the panel greedily: each node is drawn small at first, and is given words while there is room.
class Draft {
  constructor(tree, scale, panel, width, ys) {
    Object.assign(this, { tree, scale, panel, width, ys, place: new Map(), room: new Room() });
    for (const { node, depth, body } of scale.laid.byId.values()) this.begin(node, depth, body);
  }

  begin(node, depth, body) {
    const { scale, ys, tree } = this, { s } = scale, gaps = scale.gaps;
    const middle = (HEAD_HIGH - LINE_HIGH * node.lines.length) / 2;  // of the body, from that of the box
    const near = Math.min(gaps[depth - 1] ?? Infinity, gaps[depth] ?? Infinity);
    const p = {
      id: node.id, up: node.up, node, depth, body, x: scale.x0 + scale.kx * node.x, y: ys[depth] + (depth ? middle * Math.min(s, near / 60) : 0),
      lift: 0, label: null, below: scale.laid.children.get(node.id) ?? [],
      high: Math.max(4, near === Infinity ? body.h * s : near * 0.42), wide: Math.max(2, node.w * scale.kx * 0.9),
      headWide: node.head ? this.width(node.head, HEAD_SIZE, true) + (node.id === tree.current ? 30 : 6) : 0,
      linesWide: Math.max(0, ...node.lines.map((line) => this.width(line, LINE_SIZE, false))) + 4,
    };
    this.place.set(node.id, p);
    this.put(p, this.shape(p, SMALL));
  }

  // The order in which nodes ask for room: the way to the selected one, then level by level; first
  // what they ask and on which condition, then their numbers.
  all() {
    const { tree, place } = this, path = [];
    for (let p = place.get(tree.selected); p; p = place.get(p.up)) path.push(p);
    const first = [path[0], path.at(-1), ...path.slice(1), place.get("root"), place.get(tree.current)];
    const forced = [...new Set(first)].filter(Boolean), rest = [...place.values()].filter((p) => !forced.includes(p));
    for (const p of forced) this.words(p, true);
    for (const p of forced) this.label(p);
    for (let depth = 0; depth < this.scale.laid.levels.length; depth++) {
      const level = rest.filter((p) => p.depth === depth);
      for (const p of level) this.words(p, false);
      for (const p of level) this.label(p);
    }
    rest.sort((a, b) => a.depth - b.depth);
    for (const p of [...forced, ...rest]) this.better(p, FULL);
    for (const p of rest) this.label(p);
  }

  words(p, forced) {
    if (!p.node.head) return this.better(p, HEAD);
    if (this.better(p, HEAD) || !forced) return;
    for (const beside of ["right", "left"]) if (this.try(p, this.shape(p, HEAD, beside), false)) return;
    for (const side of ["above", "right", "left"]) if (this.try(p, this.shape(p, HEAD, side), true)) return;
  }

  // With more of a node its condition moves up; without a place for that all stays as it was.
  better(p, level) {
    if (p.level >= level) return false;
    const { shape, label, lift, taken } = p;
    if (!label) return this.try(p, this.shape(p, level), false);
    taken.gone = true;
    Object.assign(p, { label: null, lift: 0 });
    if (this.try(p, this.shape(p, level), false)) {
      if (this.label(p)) return true;
      this.put(p, shape);
    }
    taken.gone = false;
    Object.assign(p, { label, lift });
    return false;
  }

  // Takes the shape if nothing is in its way; what is urgent may lie over bars, but never over words.
  try(p, shape, urgent) {
    if (!this.inPanel(shape) || (!urgent && !this.apart(p, shape))) return false;
    if (!shape.rects.every((rect) => this.room.free(rect, p.id, urgent))) return false;
    this.put(p, shape);
    return true;
  }

  inPanel({ rects, top, bottom }) {
    const { scale, panel } = this;
    return !scale.fitted || (top >= 0 && bottom < panel.h && rects.every(({ l, r }) => l >= 0 && r <= panel.w));
  }

  // Below the node above and above those below, with room for a curve between.
  apart(p, shape) {
    const { place } = this, up = place.get(p.up);
    if (up && shape.top < up.bottom + CURVE) return false;
    return !p.below.some((id) => place.get(id).top - place.get(id).lift < shape.bottom + CURVE);
  }

  put(p, shape) {
    for (const rect of p.shape?.rects ?? []) rect.gone = true;
    Object.assign(p, shape, { shape });
    for (const rect of shape.rects) {
      if (rect.gone === false) this.room.add(rect);
      rect.gone = false;  // a shape that comes back is in its bands already
    }
  }

  // What a node looks like at a level of detail, and the rectangles that this takes.
  shape(p, level, side = "above") {
    const { s } = this.scale, { node } = p, inner = this.inner(p, level), { w, h } = inner;
    const headed = level >= HEAD && node.head, beside = side !== "above";
    const lines = level === FULL ? node.lines.length : 0, text = { w: p.headWide * s, h: 16 * s };
    let wide = Math.max(w, headed && !beside ? text.w : 0, lines ? p.linesWide * s : 0);
    const x = this.inside(p, wide), rects = [rect(p.id, x - w / 2 - BESIDE, p.y - h / 2, w + 2 * BESIDE, h, false)];
    let [top, bottom] = [p.y - h / 2, p.y + h / 2], headAt = null;
    if (headed && !beside) {
      headAt = { x, y: top - 11 * s };
      rects.push(rect(p.id, x - text.w / 2, top - 2 * s - text.h, text.w, text.h, true));
      top -= HEAD_HIGH * s;
    } else if (headed) {
      const shift = (side === "right" ? 1 : -1) * (w / 2 + 4 + text.w / 2);
      headAt = { x: x + shift, y: p.y };
      rects.push(rect(p.id, x + shift - text.w / 2, p.y - text.h / 2, text.w, text.h, true));
      wide = 2 * Math.abs(shift) + text.w;
    }
    if (lines) {
      rects.push(rect(p.id, x - (p.linesWide * s) / 2, bottom + s, p.linesWide * s, lines * LINE_HIGH * s, true));
      bottom += (lines * LINE_HIGH + 3) * s;
    }
    if (node.hidden && level >= HEAD) {
      rects.push(rect(p.id, x - 18 * s, bottom + s, 36 * s, FOLDER_HIGH * s, true));
    }
    return { level, x, inner, headAt, side, wide, top, bottom, rects };
  }

  // A node with words may not stick out of a panel that shows the whole tree.
  inside(p, wide) {
    const x = this.scale.x0 + this.scale.kx * p.node.x, half = wide / 2 + 6;
    if (!this.scale.fitted || 2 * half > this.panel.w) return x;
    return Math.max(half, Math.min(this.panel.w - half, x));
  }

  // The tray, plot or bar in pixels. Where a tray has no room for marks, its colours are a bar.
  inner(p, level) {
    const { s } = this.scale, { body, node, high } = p, full = level === FULL;
    const wide = full ? Infinity : level === HEAD ? Math.max(p.wide, Math.min(p.headWide * s, body.w * s)) : p.wide;
    const tall = full ? Infinity : high, k = Math.min(s, wide / body.w, tall / body.h);
    if (body.kind === "tray") {
      const pitch = (this.tree.marks?.pitch ?? 14) * k;
      if (pitch >= LEAST_PITCH) return { kind: "tray", w: body.w * k, h: body.h * k, pitch };
    }
    if (body.kind === "plot") {
      const w = Math.min(body.w * s, wide), h = Math.min(body.h * s, tall);
      if (w >= 20 && h >= 10) return { kind: "plot", w, h };
    }
    return { kind: "bar", w: Math.min(Math.max(40, Math.min(160, node.w - 16)) * s, wide), h: Math.max(4, Math.min(node.thick * s, tall)) };
  }

  // The condition stands where the branch comes in, or where Graphviz has kept room for it.
  label(p) {
    const { edge } = p.node;
    if (!edge?.text || p.label || p.level < HEAD) return false;
    const { s, kx } = this.scale, w = (this.width(edge.text, LINE_SIZE, false) + 8) * s, h = LABEL_HIGH * s;
    const up = this.place.get(p.up), spots = [[p.x, p.top - h / 2 - (p.node.marks.includes("hand") ? 7 : p.id === this.tree.selected ? 4 : 1) * s]];
    const mid = (up.bottom + p.top) / 2;
    if (edge.at) spots.push([p.x + (edge.at[0] - p.node.x) * kx, mid], [(p.x * 3 + up.x) / 4, mid]);
    for (const [k, [x, y]] of spots.entries()) {
      const at = this.scale.fitted ? Math.max(w / 2 + 2, Math.min(this.panel.w - w / 2 - 2, x)) : x;
      const taken = rect(p.id, at - w / 2, y - h / 2, w, h, true);
      if (taken.t < up.bottom + 3 || !this.room.free(taken, `${p.id} label`, false)) continue;
      this.room.add(taken);
      Object.assign(p, { taken, label: { x: at, y, w }, lift: k === 0 ? p.top - taken.t : 0 });
      return true;
    }
    return false;
  }
}

const rect = (id, l, t, w, h, text) => ({ id, l, t, r: l + w, b: t + h, text, gone: false });
