// Where every node of the tree goes in a panel, and how much of it is drawn there: text is dropped before
// it would be drawn too small, and never lies over other text. It knows no DOM; how wide a text is, it is told.
import { Room } from "./room.js";
import { barWide, FOLDER_HIGH, HEAD_HIGH, HEAD_SIZE, LINE_HIGH, LINE_SIZE } from "./scale.js";

export const SMALL = 1, HEAD = 2, COUNT = 2.5, FULL = 3;  // of its lines COUNT has the first
const LABEL_HIGH = 15, HEAD_TALL = 16, HEAD_MIDDLE = 11;  // a head's letters, and from their middle to the body
const PITCH = 14, LEAST_PITCH = 2.6, CURVE = 5, BESIDE = 1, FEW = 80;
const TIGHT_HIGH = 13, HUNG = 8, PAPER = 6;  // a condition where room is dear; a leaf hangs from there; beside words

// The place of every node: what is drawn of it and where. `width(text, size, bold)` in pixels.
export function places(tree, scale, panel, width) {
  const { laid } = scale, ys = [scale.y0];
  for (const gap of scale.gaps) ys.push(ys.at(-1) + gap);
  const draft = new Draft(tree, scale, panel, width, ys);
  draft.all();
  for (const p of draft.place.values()) if (p.below.length) p.bend = draft.bend(p);
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
      home: this.ys[depth] + (depth ? middle * s * Math.max(0, Math.min(1, (near - 60) / 40)) : 0),
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
    for (const p of rest) this.narrow(p);
    for (const p of forced) this.label(p);
    for (const level of levels) {
      for (const p of level) this.words(p, false);
      for (const p of level) this.label(p);
    }
    const clearest = [...new Set(present)], first = clearest.filter((p) => p.node.kind !== "leaf");
    for (const p of first) this.better(p, FULL);
    this.grow(clearest);
    this.numbers([...place.values()].filter((p) => !first.includes(p) && !gone(p.node)));
    this.grow([...forced, ...rest]);
    for (const p of [...forced, ...rest]) this.label(p);
  }

  // A bar under the words of what is selected is shorter.
  narrow(p) {
    while (p.across > 8 && !p.shape.rects.every((rect) => this.room.free(rect, p.id, false))) {
      p.across *= 0.75;
      this.put(p, this.shape(p, SMALL));
    }
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
    const sides = p.below.length ? ["right", "left"] : ["below", "right", "left"];
    for (const side of sides) if (this.try(p, this.shape(p, HEAD, side), false)) return;
    if (!forced) return;
    for (const side of ["above", "right", "left"]) if (this.try(p, this.shape(p, HEAD, side), true)) return;
  }

  // All leaves have their numbers or none; and so of each level those that ask, or are open. Where there is no
  // room for all numbers there may be for the counts.
  numbers(nodes) {
    const isLeaf = (p) => p.node.kind === "leaf", groups = [nodes.filter(isLeaf)];
    for (const p of nodes) if (!isLeaf(p)) (groups[2 * p.depth + (p.below.length ? 1 : 2)] ??= []).push(p);
    for (const group of groups) if (group) this.alike(group, FULL) || this.alike(group, COUNT);
  }

  alike(nodes, detail) {
    const some = nodes.filter((p) => p.level < detail), was = some.map(({ shape }) => shape);
    const none = some.findIndex((p) => !this.better(p, detail));
    for (const [k, p] of some.slice(0, Math.max(0, none)).entries()) this.change(p, was[k]);
    return none < 0;
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

  better(p, level) {
    return p.level < level && !gone(p.node) && this.change(p, this.shape(p, level, "above", p.grown));
  }

  // In another shape a node's condition moves; without a place for that, or one as good, all stays as it was.
  change(p, to) {
    const { shape, label, lift, taken } = p;
    if (!label) return this.try(p, to, false);
    taken.gone = true;
    Object.assign(p, { label: null, lift: 0 });
    if (this.try(p, to, false)) {
      if (this.label(p, lift > 0)) return true;
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
    const was = p.shape, struck = urgent ? Infinity : this.struck(p);
    this.put(p, shape);
    if (this.struck(p) <= struck) return true;
    this.put(p, was);
    return false;
  }

  // How many branches near a node lie over words.
  struck(p) {
    if (!this.few) return 0;
    const { place } = this, up = place.get(p.up);
    const near = (q) => q === p || q === up || (q.below.length && q.bottom < p.bottom && this.bend(q) > p.top - p.lift);
    return [...place.values()].filter(near).reduce((sum, q) => sum + this.strikes(q), 0);
  }

  strikes(q) {
    const { place, room } = this, from = q.bottom + (q.id === this.tree.selected ? 5 : 2), bend = this.bend(q);
    return q.below.filter((id) => {
      const { x, top, lift } = place.get(id), but = [id, `${id} label`, q.id];
      const steps = Math.min(30, 8 + Math.abs(x - q.x) / 8);
      for (let t = 0.1; t < 0.95; t += 1 / steps) {
        const part = t * t * (3 - 2 * t), y = from + (bend - from) * (1.5 * t * (1 - t) + t * t * t);
        if (room.worded(q.x + (x - q.x) * part, y, but)) return true;
      }
      for (let y = bend + 4; y < top - lift; y += 6) if (room.worded(x, y, but)) return true;
      return false;
    }).length;
  }

  // All branches of a node turn above what hangs highest below it, so that none lies over a neighbour's words.
  bend({ below }) {
    return Math.min(...below.map((id) => this.place.get(id)).map(({ top, lift }) => top - lift));
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
    const { s } = this.scale, { node } = p, inner = this.inner(p, level, grown), { w, h } = inner;
    const headed = level >= HEAD && Boolean(node.head);
    const under = headed && side === "below" && level === HEAD;
    const told = level === FULL ? node.lines.length : level === COUNT ? Math.min(1, node.lines.length) : 0;
    const y = this.hung(p, h, told, level), lines = told * LINE_HIGH * s;
    const linesWide = Math.max(0, ...p.linesWide.slice(0, told)) * s;
    const head = { w: p.headWide * s, h: HEAD_TALL * s }, on = under || (headed && side === "above");
    const x = this.inside(p, Math.max(w, on ? head.w : 0, linesWide)), rects = [];
    const take = (...place) => rects.push(around(p.id, ...place));
    take(x, y, w + 2 * BESIDE, h, false);
    const top = y - h / 2 - (on && !under ? HEAD_HIGH * s : 0);
    const bottom = y + h / 2 + (lines ? lines + 3 * s : 0) + (under ? HEAD_HIGH * s : 0);
    const off = side === "right" ? (w + head.w) / 2 + 4 : -(w + head.w) / 2 - 4;
    const headAt = !headed ? null : on ? { x, y: y + (under ? 1 : -1) * (h / 2 + HEAD_MIDDLE * s) } : { x: x + off, y };
    if (headed) take(headAt.x, headAt.y, head.w, head.h, true);
    const tall = lines && lines + (level === COUNT ? 3 * s : 0);  // a single line's letters reach below it
    if (lines) take(x, y + h / 2 + s + tall / 2, linesWide, tall, true);
    if (node.hidden && level >= HEAD) take(x, bottom + s + (FOLDER_HIGH * s) / 2, 36 * s, FOLDER_HIGH * s, true);
    const half = Math.max(w, on ? head.w : 0, linesWide) / 2;
    const left = Math.min(-half, off - head.w / 2 < -half && side === "left" ? off - head.w / 2 : -half);
    const right = side === "right" && headed ? Math.max(half, off + head.w / 2) : half;
    if (p.id === this.tree.selected && level >= HEAD) this.outline(p, { x, y, left, right, top, bottom }, take);
    return { level, told, grown, x, y, inner, headAt, side, left, right, wide: right - left, top, bottom, rects };
  }

  // The words of what hangs highest and of its neighbours stand in a line: what is tall, and has nothing below it,
  // grows down where the panel has room there.
  hung({ home, below, id }, h, told, level) {
    const { s, fitted } = this.scale, more = (h - HUNG * s) / 2;
    if (below.length || level < HEAD) return home;
    if (more <= 0) return home + more;
    const foot = home + h / 2 + LINE_HIGH * told * s + (told ? 3 * s : 0) + (id === this.tree.selected ? 6 : 1);
    return home + Math.max(0, fitted ? Math.min(more, this.panel.h - foot) : more);
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

  // The condition stands above what it leads to, or on the branch: never in a line with the node's own name, where
  // the two would read as its question.
  label(p, above = false) {
    const { edge, marks, x: home } = p.node, { s, kx } = this.scale, up = this.place.get(p.up);
    if (!edge?.text || p.label || p.level < HEAD) return Boolean(p.label);
    const w = (this.width(edge.text, LINE_SIZE, false) + 8) * s;
    const off = (marks.includes("hand") ? 7 : p.id === this.tree.selected ? 4 : 1) * s;  // its outline is there
    const [high, tight] = [LABEL_HIGH * s, TIGHT_HIGH * s];
    const over = (h) => ({ x: p.x, y: p.top - h / 2 - off, h, above: true });
    const spots = [over(high), over(tight)], long = this.bend(up) - up.bottom;
    if (!above) spots.push({ x: (p.x * 3 + up.x) / 4, y: up.bottom + 0.64 * long, h: tight });
    if (!above && edge.at) spots.push({ x: p.x + (edge.at[0] - home) * kx, y: up.bottom + 0.5 * long, h: tight });
    return spots.some((spot) => this.labelled(p, up, { ...spot, w }));
  }

  labelled(p, up, { x, y, w, h, above }) {
    const at = this.scale.fitted ? Math.max(w / 2 + 2, Math.min(this.panel.w - w / 2 - 2, x)) : x, id = `${p.id} label`;
    const taken = around(id, at, y, w, h, true), paper = around(id, at, y, w + 2 * PAPER, h, true);
    const frame = up.id === this.tree.selected ? 4 : 0;
    if (taken.t < up.bottom + frame + (above ? CURVE : 3) || taken.b > p.top) return false;
    if (!this.room.free(taken, id, false) || !this.room.free(paper, id, true)) return false;
    const struck = this.struck(p);
    this.room.add(taken);
    Object.assign(p, { taken, label: { x: at, y, w }, lift: above ? p.top - taken.t : 0 });
    if (this.struck(p) <= struck) return true;
    taken.gone = true;
    Object.assign(p, { label: null, lift: 0 });
    return false;
  }
}

// Cut away: only a dot is left of it, and no word.
const gone = ({ marks }) => marks.includes("fallen");

// A rectangle about its middle, and whether there is text in it.
function around(id, x, y, w, h, text) {
  return { id, l: x - w / 2, t: y - h / 2, r: x + w / 2, b: y + h / 2, text, gone: false };
}
