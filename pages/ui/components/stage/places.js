// Where every node of the tree goes in a panel, and how much of it is drawn there: text is dropped before
// it would be drawn too small, and never lies over other text. It knows no DOM; how wide a text is, it is told.
import { besides, COUNT, FULL, HEAD, SMALL } from "./detail.js";
import { Room } from "./room.js";
import { barWide, FOLDER_HIGH, HEAD_HIGH, HEAD_SIZE, LINE_HIGH, LINE_SIZE } from "./scale.js";

const LABEL_HIGH = 15, HEAD_TALL = 16, HEAD_MIDDLE = 11;  // a head's letters, and from their middle to the body
const PITCH = 14, LEAST_PITCH = 2.6, CURVE = 4, BESIDE = 1, FEW = 80, SOME = 40;
const TIGHT_HIGH = 13, HUNG = 8, PAPER = 3;  // a condition where room is dear; a leaf hangs from there; beside words

const FRAME = 2;  // as good as text
const SHORTER = [11, 9, 7];  // letters of a name
const ASIDE = [0, 6, -6, 12, -12, 18, -18, 24, -24], DROP = 5, LOWEST = 40;  // pixels that a node may be shifted

// The place of every node: what is drawn of it and where. `width(text, size, bold)` in pixels.
export function places(tree, scale, panel, width) {
  if (scale.places) return scale.places;
  const ys = [scale.y0];
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
    this.some = scale.laid.byId.size <= SOME;  // worth the trouble
    if (scale.fitted) this.corners();
    for (const one of scale.laid.byId.values()) this.begin(one);
    for (const p of this.place.values()) p.kids = p.below.map((id) => this.place.get(id));
    this.asking = [...this.place.values()].filter(({ kids }) => kids.length);
  }

  // No words under the legend and the toolbar.
  corners() {
    const { w, corners: [left, right, high] } = this.panel;
    const rect = (l, r) => ({ id: "", l, r, t: 0, b: high, text: false, gone: false });
    for (const one of [rect(0, left), rect(w - right, w)]) this.room.add(one);
  }

  begin({ node, depth, body, x }) {
    const { kx, x0, s, gaps, laid } = this.scale;
    const middle = (HEAD_HIGH - LINE_HIGH * node.lines.length) / 2;  // of the body, from that of the box
    const near = Math.min(gaps[depth - 1] ?? Infinity, gaps[depth] ?? Infinity);
    const p = {
      id: node.id, up: node.up, node, depth, body, below: laid.children.get(node.id) ?? [], lift: 0, label: null,
      x: x0 + kx * x, own: x,
      home: this.ys[depth] + (depth ? middle * s * Math.max(0, Math.min(1, (near - 60) / 40)) : 0),
      across: Math.max(2, node.w * kx * 0.9),
      high: Math.max(4, near === Infinity ? body.h * s : near * 0.42),
      said: node.head, headWide: this.headWide(node, node.head), drop: 0, shift: 0, beside: "",
      linesWide: node.lines.map((line) => this.width(line, LINE_SIZE, false) + 4),
    };
    this.place.set(node.id, p);
    this.put(p, this.shape(p, SMALL));
  }

  // A name, with room for what stands before it in the node that comes next.
  headWide({ id }, head) {
    return head ? this.width(head, HEAD_SIZE, true) + (id === this.tree.current ? 30 : 6) : 0;
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
    const answer = this.some && path[0]?.node.kind === "leaf" && path[0].level === HEAD ? path[0] : null;
    if (answer) this.countBeside(answer);  // its frame is as wide as it may become before others go around it
    for (const p of rest) this.narrow(p);
    for (const p of forced) this.condition(p);
    for (const level of levels) {
      for (const p of level) this.words(p, false);
      for (const p of level) this.condition(p);
    }
    const clearest = [...new Set(present)], first = clearest.filter((p) => p.node.kind !== "leaf");
    for (const p of first) this.better(p, FULL);
    this.grow(first);
    if (answer?.beside) this.countElsewhere(answer);
    this.numbers([...place.values()].filter((p) => !first.includes(p) && !gone(p.node)));
    this.grow(clearest);
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
      for (const p of path) {
        Object.assign(p, { shift: 0, said: p.node.head, headWide: this.headWide(p.node, p.node.head) });
        this.put(p, this.shape(p, SMALL));
      }
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
    if (this.some && this.shifted(p, () => this.better(p, HEAD))) return;
    const sides = p.below.length ? ["right", "left"] : ["below", "right", "left"];
    for (const side of sides) if (this.try(p, this.shape(p, HEAD, side), false)) return;
    const urgent = forced ? ["above", "right", "left"] : [];
    if (urgent.some((side) => this.try(p, this.shape(p, HEAD, side), true))) return;
    if (this.some) this.shorter(p, sides);
  }

  // A name may stand beside its bar, for the condition to have its place.
  nameAside(p) {
    const { shape } = p;
    if (!this.some || p.level !== HEAD || p.side !== "above" || !p.headAt || !p.node.edge?.text) return;
    for (const side of ["right", "left"]) {
      if (this.try(p, this.shape(p, HEAD, side), false) && this.label(p, true)) return;
      this.put(p, shape);
    }
  }

  // Whether that is done, a little aside if need be.
  shifted(p, does) {
    const { shift } = p;
    for (const by of ASIDE) {
      p.shift = shift + by;
      if (does()) return true;
    }
    p.shift = shift;
    return false;
  }

  // A name without its middle, where there is no room for all of it.
  shorter(p, sides) {
    const { said, headWide } = p;
    for (const most of SHORTER) {
      const short = this.elided(said, most);
      if (!short) continue;
      Object.assign(p, { said: short, headWide: this.headWide(p.node, short) });
      if (this.shifted(p, () => this.better(p, HEAD))) return true;
      if (sides.some((side) => this.try(p, this.shape(p, HEAD, side), false))) return true;
    }
    Object.assign(p, { said, headWide });
    return false;
  }

  // Of no more letters than that; nothing if it is as short already, or another name would look alike.
  elided(name, most) {
    this.names ??= [...new Set(this.tree.nodes.map(({ head }) => head))];
    const short = (text) => {
      const letters = [...text], end = Math.floor((most - 1) / 2);
      if (letters.length <= most) return text;
      return `${letters.slice(0, most - 1 - end).join("")}…${letters.slice(-end).join("")}`;
    };
    const own = short(name);
    return own !== name && this.names.every((one) => one === name || short(one) !== own) ? own : "";
  }

  // A leaf sooner hangs lower than that its condition lies on the branch.
  condition(p) { return this.label(p, !p.below.length) || this.hangLower(p) || this.label(p) || this.nameAside(p); }

  // A leaf may hang lower, for its condition to have room above it.
  hangLower(p) {
    if (!this.some || p.below.length || p.level < HEAD || !p.node.edge?.text || gone(p.node)) return false;
    const { shape, drop } = p;
    for (p.drop += DROP; p.drop <= LOWEST; p.drop += DROP) {
      if (this.try(p, this.shape(p, p.level, p.side, p.grown), false) && this.label(p, true)) return true;
    }
    p.drop = drop;
    this.put(p, shape);
    return false;
  }

  // All leaves have their numbers or none; and so of each level those that ask, or are open. Where there is no
  // room for all numbers there may be for the counts.
  numbers(nodes) {
    const isLeaf = (p) => p.node.kind === "leaf", groups = [nodes.filter(isLeaf)];
    for (const p of nodes) if (!isLeaf(p)) (groups[2 * p.depth + (p.below.length ? 1 : 2)] ??= []).push(p);
    for (const group of groups) if (group) this.alike(group, FULL) || this.alike(group, COUNT);
    for (const p of groups[0]) if (this.some && p.level === HEAD) this.countBeside(p);
  }

  // Where no line fits below a leaf, the number of its rows may stand beside its name.
  countBeside(p) {
    const { node, headWide } = p;
    if (!node.n || !p.headAt) return;
    Object.assign(p, { beside: besides(node), headWide: headWide + this.width(besides(node), HEAD_SIZE, false) });
    if (this.shifted(p, () => this.change(p, this.shape(p, HEAD, p.side, p.grown), true))) return;
    Object.assign(p, { beside: "", headWide });
  }

  countElsewhere(p) {
    Object.assign(p, { beside: "", headWide: this.headWide(p.node, p.said) });
    this.change(p, this.shape(p, HEAD, p.side, p.grown));
  }

  alike(nodes, detail) {
    const some = nodes.filter((p) => p.level < detail), was = some.map(({ shape }) => shape);
    const none = some.findIndex((p) => !this.better(p, detail));
    for (const [k, p] of some.slice(0, Math.max(0, none)).entries()) this.change(p, was[k]);
    return none < 0;
  }

  // All grow a little before any grows more; what has no room for a little has none for more.
  grow(all) {
    let some = all;
    for (const part of this.few ? [0.1, 0.2, 0.35, 0.55, 0.75, 1] : [0.4, 1]) {
      some = some.filter((p) => this.change(p, this.shape(p, p.level, p.side, [part, part]))
        || (p.inner.kind !== "tray" && this.change(p, this.shape(p, p.level, p.side, [part, p.grown[1]]))));
    }
  }

  better(p, level) {
    return p.level < level && !gone(p.node) && this.change(p, this.shape(p, level, "above", p.grown));
  }

  // In another shape a node's condition moves; without a place for that, or one as good, all stays as it was.
  change(p, to, lower) {
    const { shape, label, lift, taken } = p;
    if (!label || stays(shape, to)) return this.try(p, to, false);
    taken.gone = true;
    Object.assign(p, { label: null, lift: 0 });
    if (this.try(p, to, false)) {
      if (this.label(p, lift > 0) || (lower && this.hangLower(p))) return true;
      this.put(p, shape);
    }
    this.room.add(taken);
    Object.assign(p, { label, lift });
    return false;
  }

  // Takes the shape if nothing is in its way; what is urgent may lie over bars, but never over words.
  try(p, shape, urgent) {
    if (same(p.shape, shape)) return true;
    if (!this.inPanel(shape) || (!urgent && !this.apart(p, shape))) return false;
    if (!shape.rects.every((rect) => this.room.free(rect, p.id, urgent))) return false;
    const was = p.shape, struck = urgent ? Infinity : this.struck(p);
    this.put(p, shape);
    if (struck === Infinity || this.struck(p) <= struck) return true;
    this.put(p, was);
    return false;
  }

  // How many branches lie over words, bars or frames, of those that a change of the node can alter: its own and its
  // siblings', and those of others over what is its own.
  struck(p) {
    if (!this.few) return 0;
    const up = this.place.get(p.up), { label, taken } = p, top = p.top - p.lift;
    const left = Math.min(p.x + p.left, label ? taken.l : Infinity);
    const right = Math.max(p.x + p.right, label ? taken.r : -Infinity);
    let sum = (p.kids.length ? this.strikes(p) : 0) + (up ? this.strikes(up) : 0);
    for (const q of this.asking) {
      if (q === p || q === up || q.bottom >= p.bottom) continue;
      let [l, r, foot] = [q.x, q.x, -Infinity];
      for (const kid of q.kids) {
        l = Math.min(l, kid.x);
        r = Math.max(r, kid.x);
        foot = Math.max(foot, kid.top - kid.lift);
      }
      if (foot > top && l < right && r > left) sum += this.strikes(q, p.id);
    }
    return sum;
  }

  // A branch goes right and down all the way, or left and down: it meets a thing if it is as far to the side
  // somewhere between the thing's upper and lower edge. `only`: what is that node's.
  strikes(q, only) {
    const from = q.bottom + (q.id === this.tree.selected ? 5 : 2), bend = this.bend(q);
    let sum = 0;
    for (const { id, x, top, lift } of q.kids) {
      const foot = top - lift, own = `${id} label`;
      const across = (y) => {
        const t = Math.min(0.95, Math.max(0.1, timeAt((y - from) / (bend - from || 1))));
        return q.x + (x - q.x) * t * t * (3 - 2 * t);
      };
      const box = { l: Math.min(x, q.x) - 1, r: Math.max(x, q.x) + 1, t: from, b: foot };
      const met = (word) => {
        if (!word.id || word.id === id || word.id === own || word.id === q.id) return false;
        if (only && word.id !== only && word.id !== `${only} label`) return false;
        const within = (a, b) => Math.max(a, b) > word.l - 0.5 && Math.min(a, b) < word.r + 0.5;
        const turning = word.t < bend && word.b > from && within(across(word.t), across(word.b));
        return turning || (word.b > bend + 4 && word.t < foot && within(x, x));
      };
      if (this.room.some(box, met)) sum++;
    }
    return sum;
  }

  // All branches of a node turn above what hangs highest below it, so that none lies over a neighbour's words.
  bend({ kids }) {
    let least = Infinity;
    for (const { top, lift } of kids) least = Math.min(least, top - lift);
    return least;
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
    for (const rect of shape.rects) this.room.add(rect);
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
  hung({ home: high, below, id, drop }, h, told, level) {
    const { s, fitted } = this.scale, more = (h - HUNG * s) / 2;
    if (below.length || level < HEAD) return high;
    const home = high + drop;
    if (more <= 0) return home + more;
    const foot = home + h / 2 + LINE_HIGH * told * s + (told ? 3 * s : 0) + (id === this.tree.selected ? 6 : 1);
    return home + Math.max(0, fitted ? Math.min(more, this.panel.h - foot) : more);
  }

  // The frame around what is selected, and the button on it that folds: no word of another node is there.
  outline(p, { x, y, left, right, top, bottom }, take) {
    if (!this.frameless) take(x + (left + right) / 2, (top + bottom) / 2, right - left + 12, bottom - top + 8, FRAME);
    if (p.node.kind === "ask" && !p.node.hidden && !this.bare) take(x + right + 10, y, 19, 18, true);
  }

  // A node with words may not stick out of a panel that shows the whole tree.
  inside(p, wide) {
    const { x0, kx, fitted } = this.scale, x = x0 + kx * p.own + p.shift;
    const half = wide / 2 + (p.id === this.tree.selected ? 20 : 6);
    if (!fitted || 2 * half > this.panel.w) return x;
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
    const frame = up.id === this.tree.selected ? 4 : 0, least = up.bottom + frame + 3.5 + tight / 2;
    const y = Math.max(least, up.bottom + 0.64 * long), on = (part) => ({ x: p.x + (up.x - p.x) * part, y, h: tight });
    if (!above) spots.push(on(0.25), on(0.5), on(0.4));
    if (!above && edge.at) spots.push({ x: p.x + (edge.at[0] - home) * kx, y: up.bottom + 0.5 * long, h: tight });
    return spots.some((spot) => this.labelled(p, up, { ...spot, w }));
  }

  labelled(p, up, { x, y, w, h, above }) {
    const frame = up.id === this.tree.selected ? 4 : 0;
    if (y - h / 2 < up.bottom + frame + (above ? CURVE : 3) || y + h / 2 > p.top) return false;
    const at = this.scale.fitted ? Math.max(w / 2 + 2, Math.min(this.panel.w - w / 2 - 2, x)) : x, id = `${p.id} label`;
    const taken = around(id, at, y, w, h, true), paper = around(id, at, y, w + 2 * PAPER, h, true);
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

// Whether a shape takes the same room as another.
function same(a, b) {
  if (!a || a.level !== b.level || a.side !== b.side || a.rects.length !== b.rects.length) return false;
  return a.inner.kind === b.inner.kind && a.rects.every(({ l, t, r, b: foot }, k) => {
    const other = b.rects[k];
    return l === other.l && t === other.t && r === other.r && foot === other.b;
  });
}

// Whether a bar or tray alone grows, to the sides: no branch or word is where it was not.
function stays(a, b) {
  return a.top === b.top && a.bottom === b.bottom && a.x === b.x && a.told === b.told && a.headAt?.x === b.headAt?.x
    && a.level === b.level;
}

// When a branch is so far down, from 0 to 1; both are parts of the whole.
function timeAt(down) {
  let low = 0, high = 1;
  for (let k = 0; k < 9; k++) {
    const t = (low + high) / 2;
    if (t * (1.5 - t * (1.5 - t)) < down) low = t;
    else high = t;
  }
  return low;
}

// A rectangle about its middle, and whether there is text in it, or a frame.
function around(id, x, y, w, h, text) {
  return { id, l: x - w / 2, t: y - h / 2, r: x + w / 2, b: y + h / 2, text, gone: false };
}
