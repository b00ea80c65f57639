// Where every node of the tree goes in a panel, and how much of it is drawn there: text is dropped before
// it would be drawn too small, and never lies over other text. It knows no DOM; how wide a text is, it is told.
import { Room } from "./room.js";
import { barWide, FOLDER_HIGH, HEAD_HIGH, HEAD_SIZE, LINE_HIGH, LINE_SIZE } from "./scale.js";

export const SMALL = 1, HEAD = 2, FULL = 3;
const LABEL_HIGH = 15, HEAD_TALL = 16, HEAD_MIDDLE = 11;  // a head's letters, and from their middle to the body
const PITCH = 14, LEAST_PITCH = 2.2, CURVE = 5, BESIDE = 1;

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
    const { kx, x0, s, gaps, laid } = this.scale, current = node.id === this.tree.current;
    const middle = (HEAD_HIGH - LINE_HIGH * node.lines.length) / 2;  // of the body, from that of the box
    const near = Math.min(gaps[depth - 1] ?? Infinity, gaps[depth] ?? Infinity);
    const p = {
      id: node.id, up: node.up, node, depth, body, below: laid.children.get(node.id) ?? [], lift: 0, label: null,
      x: x0 + kx * node.x,
      y: this.ys[depth] + (depth ? middle * Math.min(s, near / 60) : 0),
      across: Math.max(2, node.w * kx * 0.9),
      high: Math.max(4, near === Infinity ? body.h * s : near * 0.42),
      headWide: node.head ? this.width(node.head, HEAD_SIZE, true) + (current ? 30 : 6) : 0,
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
    const forced = [...new Set(first)].filter(Boolean);
    const rest = [...place.values()].filter((p) => !forced.includes(p)).sort((a, b) => a.depth - b.depth);
    for (const p of forced) this.words(p, true);
    for (const p of forced) this.label(p);
    for (let depth = 0; depth < this.scale.laid.levels.length; depth++) {
      const level = rest.filter((p) => p.depth === depth);
      for (const p of level) this.words(p, false);
      for (const p of level) this.label(p);
    }
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
    const { s } = this.scale, { node, y } = p, inner = this.inner(p, level), { w, h } = inner;
    const headed = level >= HEAD && Boolean(node.head), lines = level === FULL ? node.lines.length * LINE_HIGH * s : 0;
    const head = { w: p.headWide * s, h: HEAD_TALL * s }, on = headed && side === "above";
    const x = this.inside(p, Math.max(w, on ? head.w : 0, lines ? p.linesWide * s : 0)), rects = [];
    const take = (...place) => rects.push(around(p.id, ...place));
    take(x, y, w + 2 * BESIDE, h, false);
    const top = y - h / 2 - (on ? HEAD_HIGH * s : 0), bottom = y + h / 2 + (lines ? lines + 3 * s : 0);
    const off = side === "right" ? (w + head.w) / 2 + 4 : -(w + head.w) / 2 - 4;
    const headAt = !headed ? null : on ? { x, y: y - h / 2 - HEAD_MIDDLE * s } : { x: x + off, y };
    if (headed) take(headAt.x, headAt.y, head.w, head.h, true);
    if (lines) take(x, y + h / 2 + s + lines / 2, p.linesWide * s, lines, true);
    if (node.hidden && level >= HEAD) take(x, bottom + s + (FOLDER_HIGH * s) / 2, 36 * s, FOLDER_HIGH * s, true);
    const heads = on ? head.w : headed ? 2 * Math.abs(off) + head.w : 0;
    const wide = Math.max(w, heads, lines ? p.linesWide * s : 0);
    return { level, x, inner, headAt, side, wide, top, bottom, rects };
  }

  // A node with words may not stick out of a panel that shows the whole tree.
  inside(p, wide) {
    const x = this.scale.x0 + this.scale.kx * p.node.x, half = wide / 2 + (p.id === this.tree.selected ? 20 : 6);
    if (!this.scale.fitted || 2 * half > this.panel.w) return x;
    return Math.max(half, Math.min(this.panel.w - half, x));
  }

  // The tray, plot or bar in pixels. Where a tray has no room for marks, its colours are a bar.
  inner(p, level) {
    const { s } = this.scale, { body, node, across } = p, most = level === FULL ? Infinity : p.high;
    const wide = [across, Math.max(across, Math.min(p.headWide, body.w) * s), Infinity][level - SMALL];
    const k = Math.min(s, wide / body.w, most / body.h), pitch = (this.tree.marks?.pitch ?? PITCH) * k;
    if (body.kind === "tray" && pitch >= LEAST_PITCH) return { kind: "tray", w: body.w * k, h: body.h * k, pitch };
    const plot = { kind: "plot", w: Math.min(body.w * s, wide), h: Math.min(body.h * s, most) };
    if (body.kind === "plot" && plot.w >= 20 && plot.h >= 10) return plot;
    return { kind: "bar", w: Math.min(barWide(node) * s, wide), h: Math.max(4, Math.min(node.thick * s, most)) };
  }

  // The condition stands where the branch comes in, or where Graphviz has kept room for it.
  label(p) {
    const { edge, marks, x: home } = p.node, { s, kx, fitted } = this.scale, up = this.place.get(p.up);
    if (!edge?.text || p.label || p.level < HEAD) return false;
    const w = (this.width(edge.text, LINE_SIZE, false) + 8) * s, h = LABEL_HIGH * s, middle = (up.bottom + p.top) / 2;
    const off = (marks.includes("hand") ? 7 : p.id === this.tree.selected ? 4 : 1) * s;  // its outline is there
    const spots = [[p.x, p.top - h / 2 - off], [(p.x * 3 + up.x) / 4, middle]];
    if (edge.at) spots.splice(1, 0, [p.x + (edge.at[0] - home) * kx, middle]);
    for (const [k, [x, y]] of spots.entries()) {
      const at = fitted ? Math.max(w / 2 + 2, Math.min(this.panel.w - w / 2 - 2, x)) : x;
      const taken = around(p.id, at, y, w, h, true);
      if (taken.t < up.bottom + 3 || !this.room.free(taken, `${p.id} label`, false)) continue;
      this.room.add(taken);
      Object.assign(p, { taken, label: { x: at, y, w }, lift: k === 0 ? p.top - taken.t : 0 });
      return true;
    }
    return false;
  }
}

// A rectangle about its middle, and whether there is text in it.
function around(id, x, y, w, h, text) {
  return { id, l: x - w / 2, t: y - h / 2, r: x + w / 2, b: y + h / 2, text, gone: false };
}
