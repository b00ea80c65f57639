// Where every node of the tree goes in a panel, and how much of it is drawn there: text is dropped before
// it would be drawn too small, and never lies over other text. It knows no DOM; how wide a text is, it is told.
import { Room } from "./room.js";
import { barWide, FOLDER_HIGH, HEAD_HIGH, HEAD_SIZE, LINE_HIGH, LINE_SIZE } from "./scale.js";

export const SMALL = 1, HEAD = 2, COUNT = 2.5, FULL = 3;  // of its lines COUNT has the first
const LABEL_HIGH = 15, HEAD_TALL = 16, HEAD_MIDDLE = 11;  // a head's letters, and from their middle to the body
const PITCH = 14, LEAST_PITCH = 2.6, CURVE = 5, BESIDE = 1, FEW = 80;

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
    this.few = scale.laid.byId.size <= FEW;
    if (scale.fitted) this.corners();
    for (const { node, depth, body } of scale.laid.byId.values()) this.begin(node, depth, body);
  }

  // No words under the legend and the toolbar.
  corners() {
    const { w, corners: [left, right, high] } = this.panel;
    const rect = (l, r) => ({ id: "", l, r, t: 0, b: high, text: false, gone: false });
    for (const one of [rect(0, left), rect(w - right, w)]) this.room.add(one);
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
      linesWide: node.lines.map((line) => this.width(line, LINE_SIZE, false) + 4),
    };
    this.place.set(node.id, p);
    this.put(p, this.shape(p, SMALL));
  }

  // The order in which nodes ask for room: the way to the selected one, then level by level; first
  // what they ask and on which condition, then their numbers. Bars and trays grow into what is left.
  all() {
    const { tree, place } = this, path = [];
    for (let p = place.get(tree.selected); p; p = place.get(p.up)) path.push(p);
    const present = [path[0], place.get(tree.current)].filter(Boolean);
    const forced = [...new Set([path[0], path.at(-1), ...path, place.get("root"), ...present])].filter(Boolean);
    const rest = [...place.values()].filter((p) => !forced.includes(p)).sort((a, b) => a.depth - b.depth);
    const levels = this.scale.laid.levels.map((_, depth) => rest.filter((p) => p.depth === depth));
    for (const p of forced) this.words(p, true);
    this.makeRoom(path);
    for (const p of forced) this.label(p);
    for (const level of levels) {
      for (const p of level) this.words(p, false);
      for (const p of level) this.label(p);
    }
    for (const p of new Set(present)) this.better(p, FULL);
    const numbered = forced.filter((p) => !present.includes(p));
    levels.forEach((level, depth) => this.numbers([...numbered.filter((p) => p.depth === depth), ...level]));
    this.grow([...forced, ...rest]);
    for (const p of rest) this.label(p);
  }

  // Where the frame of what is selected has kept a word of the way out, the frame gives way, and
  // at last the button on it.
  makeRoom(path) {
    for (const less of ["frameless", "bare"]) {
      if (path.every((p) => !p.node.head || p.headAt)) break;
      for (const p of path) this.put(p, this.shape(p, SMALL));
      this[less] = true;
      for (const p of new Set([path[0], path.at(-1), ...path])) this.words(p, true);
    }
    if (path[0]) path[0].bare = this.bare;
    this.frameless = false;
  }

  words(p, forced) {
    if (gone(p.node)) return;
    if (!p.node.head) return this.better(p, HEAD);
    if (this.better(p, HEAD) || !(forced || this.few)) return;
    for (const beside of ["right", "left"]) if (this.try(p, this.shape(p, HEAD, beside), false)) return;
    if (!forced) return;
    for (const side of ["above", "right", "left"]) if (this.try(p, this.shape(p, HEAD, side), true)) return;
  }

  // Of the leaves of a level all have their numbers or none; and so of those that ask. Where there is no room
  // for all numbers there may be for the counts.
  numbers(level) {
    for (const ask of [true, false]) {
      for (const detail of [FULL, COUNT]) if (this.alike(level.filter((p) => (p.below.length > 0) === ask), detail)) break;
    }
  }

  alike(nodes, detail) {
    const some = nodes.filter((p) => p.level < detail), given = some.map((p) => this.better(p, detail));
    if (given.every(Boolean)) return true;
    some.forEach((p, k) => { if (given[k]) this.change(p, this.shape(p, HEAD, p.side)); });
    return false;
  }

  // All grow a little before any grows more.
  grow(all) {
    for (const part of this.few ? [0.1, 0.2, 0.35, 0.55, 0.75, 1] : [0.4, 1]) {
      for (const p of all) {
        if (this.change(p, this.shape(p, p.level, p.side, [part, part])) || p.inner.kind === "tray") continue;
        this.change(p, this.shape(p, p.level, p.side, [part, p.grown[1]]));
      }
    }
  }

  better(p, level) { return p.level < level && !gone(p.node) && this.change(p, this.shape(p, level, "above", p.grown)); }

  // In another shape a node's condition moves; without a place for that all stays as it was.
  change(p, to) {
    const { shape, label, lift, taken } = p;
    if (!label) return this.try(p, to, false);
    taken.gone = true;
    Object.assign(p, { label: null, lift: 0 });
    if (this.try(p, to, false)) {
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

  inPanel({ rects }) {
    const { scale, panel } = this;
    const within = ({ l, t, r, b }) => l >= 0 && t >= 0 && r <= panel.w && b <= panel.h;
    return !scale.fitted || rects.every(within);
  }

  // Below the node above and above those below, with room for a curve between.
  apart(p, shape) {
    const { place } = this, up = place.get(p.up);
    if (up && shape.top < up.bottom + this.clear(up, up)) return false;
    const foot = shape.bottom + this.clear(p, shape);
    return !p.below.some((id) => place.get(id).top - place.get(id).lift < foot);
  }

  // From a node down to what hangs below it, or to the conditions there.
  clear(p, { level }) { return level < FULL ? CURVE : p.id === this.tree.selected ? CURVE + 8 : CURVE + 3; }

  put(p, shape) {
    for (const rect of p.shape?.rects ?? []) rect.gone = true;
    Object.assign(p, shape, { shape });
    for (const rect of shape.rects) {
      if (rect.gone === false) this.room.add(rect);
      rect.gone = false;  // a shape that comes back is in its bands already
    }
  }

  // What a node looks like at a level of detail, and the rectangles that this takes.
  shape(p, level, side = "above", grown = [0, 0]) {
    const { s } = this.scale, { node, y } = p, inner = this.inner(p, level, grown), { w, h } = inner;
    const headed = level >= HEAD && Boolean(node.head);
    const told = level === FULL ? node.lines.length : level === COUNT ? Math.min(1, node.lines.length) : 0;
    const lines = told * LINE_HIGH * s, linesWide = Math.max(0, ...p.linesWide.slice(0, told)) * s;
    const head = { w: p.headWide * s, h: HEAD_TALL * s }, on = headed && side === "above";
    const x = this.inside(p, Math.max(w, on ? head.w : 0, linesWide)), rects = [];
    const take = (...place) => rects.push(around(p.id, ...place));
    take(x, y, w + 2 * BESIDE, h, false);
    const top = y - h / 2 - (on ? HEAD_HIGH * s : 0), bottom = y + h / 2 + (lines ? lines + 3 * s : 0);
    const off = side === "right" ? (w + head.w) / 2 + 4 : -(w + head.w) / 2 - 4;
    const headAt = !headed ? null : on ? { x, y: y - h / 2 - HEAD_MIDDLE * s } : { x: x + off, y };
    if (headed) take(headAt.x, headAt.y, head.w, head.h, true);
    const tall = lines && lines + (level === COUNT ? 3 * s : 0);  // a single line's letters reach below it
    if (lines) take(x, y + h / 2 + s + tall / 2, linesWide, tall, true);
    if (node.hidden && level >= HEAD) take(x, bottom + s + (FOLDER_HIGH * s) / 2, 36 * s, FOLDER_HIGH * s, true);
    const half = Math.max(w, on ? head.w : 0, linesWide) / 2;
    const left = Math.min(-half, off - head.w / 2 < -half && side === "left" ? off - head.w / 2 : -half);
    const right = side === "right" && headed ? Math.max(half, off + head.w / 2) : half;
    if (p.id === this.tree.selected && level >= HEAD) this.outline(p, { x, y, left, right, top, bottom }, take);
    return { level, told, grown, x, inner, headAt, side, left, right, wide: right - left, top, bottom, rects };
  }

  // The frame around what is selected, and the button on it that folds: no word of another node is there.
  outline(p, { x, y, left, right, top, bottom }, take) {
    if (!this.frameless) take(x + (left + right) / 2, (top + bottom) / 2, right - left + 12, bottom - top + 8, true);
    if (p.node.kind === "ask" && !p.node.hidden && !this.bare) take(x + right + 10, y, 19, 18, true);
  }

  // A node with words may not stick out of a panel that shows the whole tree.
  inside(p, wide) {
    const x = this.scale.x0 + this.scale.kx * p.node.x, half = wide / 2 + (p.id === this.tree.selected ? 20 : 6);
    if (!this.scale.fitted || 2 * half > this.panel.w) return x;
    return Math.max(half, Math.min(this.panel.w - half, x));
  }

  // The tray, plot or bar in pixels, from as small as can be to as large as may be (`broad` and `deep`:
  // 0..1). Where a tray has no room for marks, its colours are a bar.
  inner(p, level, [broad, deep]) {
    const { s } = this.scale, { body, node, across, high } = p, small = level === SMALL;
    if (gone(node)) return { kind: "dot", w: 8, h: 8 };
    const wide = small ? across : Infinity, tall = small ? high : Infinity;
    const between = (a, b, part) => a + (b - a) * part;
    const most = Math.min(s, wide / body.w, tall / body.h), pitch = this.tree.marks?.pitch ?? PITCH;
    const least = Math.min(most, LEAST_PITCH / pitch), k = between(least, most, Math.min(broad, deep));
    const fits = deep > 0 || (least * body.h <= high && least * body.w <= across);
    if (body.kind === "tray" && fits && pitch * k >= LEAST_PITCH * 0.999) {
      return { kind: "tray", w: body.w * k, h: body.h * k, pitch: pitch * k };
    }
    const [w, h] = [Math.min(body.w * s, wide), Math.min(body.h * s, tall)];
    const plot = { kind: "plot", w: between(Math.min(w, 44), w, broad), h: between(Math.min(h, 14), h, deep) };
    if (body.kind === "plot" && plot.w >= 20 && plot.h >= 10) return plot;
    const [long, thick] = [Math.min(barWide(node) * s, wide), Math.max(4, Math.min(node.thick * s, tall))];
    const [w0, h0] = [Math.min(long, 30), Math.min(thick, 6)];
    return { kind: "bar", w: between(w0, long, broad), h: between(h0, thick, deep) };
  }

  // The condition stands where the branch comes in, or beside what is asked there, or where Graphviz has
  // kept room for it.
  label(p) {
    const { edge, marks, x: home } = p.node, { s, kx, fitted } = this.scale, up = this.place.get(p.up);
    if (!edge?.text || p.label || p.level < HEAD) return Boolean(p.label);
    const framed = p.id === this.tree.selected;
    const w = (this.width(edge.text, LINE_SIZE, false) + 8) * s, h = LABEL_HIGH * s, middle = (up.bottom + p.top) / 2;
    const off = (marks.includes("hand") ? 7 : framed ? 4 : 1) * s;  // its outline is there
    const spots = [[p.x, p.top - h / 2 - off]];
    const first = up.below.indexOf(p.id) < (up.below.length - 1) / 2;
    const head = !framed && p.side === "above" && p.headAt;
    const half = head ? (p.headWide * s) / 2 : 0, [left, right] = head ? [-half, half] : [p.left, p.right];
    const aside = w / 2 + (framed ? 10 : 3), beside = [p.x + left - aside, p.x + right + aside];
    for (const x of first ? beside : beside.reverse()) spots.push([x, head ? head.y : p.y]);
    spots.splice(-1, 0, [(p.x * 3 + up.x) / 4, middle]);
    if (edge.at) spots.splice(-2, 0, [p.x + (edge.at[0] - home) * kx, middle]);
    for (const [k, [x, y]] of spots.entries()) {
      const at = fitted ? Math.max(w / 2 + 2, Math.min(this.panel.w - w / 2 - 2, x)) : x;
      const taken = around(p.id, at, y, w, h, true);
      if (taken.t < up.bottom + (k === 0 ? CURVE : 3) || !this.room.free(taken, `${p.id} label`, false)) continue;
      this.room.add(taken);
      Object.assign(p, { taken, label: { x: at, y, w }, lift: k === 0 ? p.top - taken.t : 0 });
      return true;
    }
    return false;
  }
}

// Cut away: only a dot is left of it, and no word.
const gone = ({ marks }) => marks.includes("fallen");

// A rectangle about its middle, and whether there is text in it.
function around(id, x, y, w, h, text) {
  return { id, l: x - w / 2, t: y - h / 2, r: x + w / 2, b: y + h / 2, text, gone: false };
}
