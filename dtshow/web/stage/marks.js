// The rows as marks, on one canvas over the tree: each stands in its node's tray and travels to where
// the next scene has it. It decides nothing: which rows stand where comes with the scene, where the
// trays are with the tree's plan. Without marks (large tables) bars pour instead (pour.js).
import { Colours } from "./colours.js";
import { element } from "./dom.js";
import { trace } from "./glyphs.js";
import { above } from "./ids.js";
import { ease, halt, play, LEAN, MOVE } from "./motion.js";
import { Pour } from "./pour.js";
import { spotsIn } from "./trays.js";
import { branch, kin, pose, stagger } from "./ways.js";

const DIM = 0.16, PROMISED = 0.65;  // how much is seen of what is not lit, and of a promise
const keyOf = ({ node, row }) => `${node} ${row}`;

export class Marks {
  constructor(host) {
    this.canvas = element("canvas", { class: "marks", "aria-hidden": true });  // the tree says in words what stands in it
    host.append(this.canvas);
    this.context = this.canvas.getContext("2d");
    this.colours = new Colours(host);
    this.pour = new Pour();
    Object.assign(this, { w: 0, h: 0, at: [], dying: [], promised: [], promise: 1, lit: null, y: "", kinds: [] });
  }

  // Marks go to their places of `scene`, at once unless the tree glides there too; those that change
  // their node fly along the branch between the two.
  go(plan, scene, { moved = true, ms } = {}) {
    const before = this.plan, fresh = this.read(scene), sized = this.size(plan);
    const { solid, hollow } = this.wanted(plan, scene.tree);
    const ways = fresh ? [] : this.ways(solid, plan, before), long = ways.some(({ path }) => path);
    const pours = this.pour.go(plan, before, scene, moved && plan.glide && !scene.tree.marks);
    const pledged = this.pledge(hollow, ways, long && moved, plan), moves = ways.length || pledged || pours;
    this.told = this.still === false ? this.words : before && wordsOf(before);
    this.plan = plan;
    if (fresh) this.at = solid.map((mark) => ({ ...mark, home: mark }));
    if (moves && plan.glide) this.travel(ways, ms ?? ((long || pours) && moved ? MOVE : LEAN));
    else if (moves || fresh || !this.still) this.settle(ways);
    if (sized) this.draw();
  }

  destroy() {
    halt(this);
    this.canvas.remove();
  }

  // Another theme, or other colours of the classes.
  repaint() {
    this.tones = this.colours.of(this.scene);
    this.painted = this.scene.colours.join();
  }

  recolour() {
    if (!this.scene) return;
    this.repaint();
    this.draw();
  }

  // Lights these rows and dims the others; null: all are alike.
  light(rows) {
    if (rows === this.lit) return;
    this.lit = rows;
    this.draw();
  }

  // The row whose mark is at a point of the panel, or -1.
  near(x, y) {
    let best = -1, far = Infinity;
    for (const mark of this.at) {
      const d = (mark.x - x) ** 2 + (mark.y - y) ** 2;
      if (d < far && d < (mark.r * 1.6) ** 2) [far, best] = [d, mark.row];
    }
    return best;
  }

  // The middle of where these rows' marks go to stand in a node (in all nodes, without one), or null.
  middle(rows, node) {
    let x = 0, y = 0, n = 0;
    for (const mark of this.at) {
      if (!rows.has(mark.row) || (node !== undefined && mark.node !== node)) continue;
      x += mark.home.x;
      y += mark.home.y;
      n++;
    }
    return n ? { x: x / n, y: y / n } : null;
  }

  // Takes note of a scene. Whether its rows are others than those before.
  read(scene) {
    const y = scene.tree.marks?.y ?? "", fresh = y !== this.y;
    this.scene = scene;
    if (fresh) {
      Object.assign(this, { y, at: [], dying: [], promised: [] });
      this.kinds = Array.from(y, (letter) => parseInt(letter, 36));
    }
    if (fresh || this.painted !== scene.colours.join()) this.repaint();
    return fresh;
  }

  // Whether the canvas has another size than before, and so is empty.
  size({ w, h }) {
    const dense = Math.min(4, Math.min(2, devicePixelRatio || 1) * (this.canvas.currentCSSZoom ?? 1));
    if (w === this.w && h === this.h && dense === this.dense) return false;
    Object.assign(this, { w, h, dense });
    this.canvas.width = Math.round(w * dense);
    this.canvas.height = Math.round(h * dense);
    this.canvas.style.width = `${w}px`;
    this.canvas.style.height = `${h}px`;
    this.context.setTransform(dense, 0, 0, dense, 0, 0);
    return true;
  }

  // The marks that the scene asks for: those that are there and those that are promised.
  wanted(plan, { marks, nodes }) {
    const solid = [], hollow = [];
    if (!marks) return { solid, hollow };
    for (const { id, kind, tray } of nodes) {
      const place = plan.place.get(id);
      if (!tray || !place) continue;
      const into = kind === "ghost" ? hollow : solid;
      const parts = tray.parts && new Map(tray.rows.map((row, k) => [row, tray.parts[k]]));
      const stands = (spot) => ({ ...spot, node: id, part: parts?.get(spot.row) ?? 1 });
      if (place.tray?.pitch) for (const spot of spotsIn(place.tray, tray, this.y)) into.push(stands(spot));
      else if (kind !== "ghost") for (const row of tray.rows) solid.push(gathered(row, id, place));
    }
    return { solid, hollow };
  }

  // How every mark gets to where it is wanted. What leaves its node goes to the nearest of its kin.
  ways(solid, plan, before) {
    const old = new Map(this.at.map((mark) => [keyOf(mark), mark]));
    const rows = Map.groupBy(this.at, ({ row }) => row);
    const heirs = new Set(), ways = [], at = [];
    for (const to of solid) {
      const own = old.get(keyOf(to));
      const from = own ?? nearest(rows.get(to.row), to.node) ?? (before && folded(to, before));
      const { row, node, part } = to;
      const mark = { row, node, part, home: to, x: from?.x ?? to.x, y: from?.y ?? to.y, r: from?.r ?? 0 };
      at.push(mark);
      if (from) heirs.add(from);
      if (mark.x === to.x && mark.y === to.y && mark.r === to.r) continue;
      const one = way(mark, own ? own.left : from?.node, to, plan, before);
      ways.push(from?.left === undefined ? boxed(one, from?.node, before, plan) : one);
    }
    this.dying = [];
    const homes = Map.groupBy(solid, ({ row }) => row);
    for (const mark of this.at) {
      if (heirs.has(mark)) continue;
      const to = nearest(homes.get(mark.row), mark.node) ?? folded(mark, plan);
      if (!to || to.node === mark.node) continue;
      this.dying.push(mark);
      ways.push(boxed(way(mark, mark.node, to, plan, before), mark.node, before, plan));
    }
    this.at = at;
    stagger(ways);
    return ways;
  }

  // What is promised is kept in sight until the marks are there that keep it. Whether anything changes.
  pledge(hollow, ways, kept, plan) {
    const old = new Map(this.promised.map((mark) => [keyOf(mark), mark]));
    const keeps = kept && !hollow.length ? ways.filter(({ path }) => path?.down).map(({ to }) => ({ ...to })) : [];
    const next = keeps.length ? keeps : hollow;
    const same = next.length === old.size && next.every((mark) => old.has(keyOf(mark)));
    const still = same && !keeps.length && next.every((mark) => {
      const was = old.get(keyOf(mark));
      return was.x === mark.x && was.y === mark.y && was.r === mark.r;
    });
    if (still && this.promise === 1) return false;
    const share = same ? this.promise : 0;
    this.promised = next.map((to) => {
      const was = old.get(keyOf(to)) ?? within(to, to.node, plan, this.plan);  // its box glides there, too
      return { ...to, x: was.x, y: was.y, sx: was.x, sy: was.y, tx: to.x, ty: to.y };
    });
    this.fade = keeps.length ? (t) => 1 - ease((t - 0.3) / 0.7) : (t) => share + (1 - share) * Math.min(1, t * 1.6);
    this.keeps = keeps.length > 0;
    if (keeps.length && !old.size) this.promised = [];
    return next.length > 0 || old.size > 0;
  }

  travel(ways, ms) {
    this.still = false;
    play(this, ms, (t) => {
      this.pose(ways, t);
      this.draw();
    });
  }

  settle(ways) {
    halt(this);
    this.pose(ways, 1);
    this.draw();
  }

  pose(ways, t) {
    const e = ease(t);
    for (const one of ways) {
      const along = pose(one, t, one.mark);
      one.mark.r = one.sr + (one.tr - one.sr) * along;
      one.mark.flies = Boolean(one.path) && along > 0.02 && along < 0.95;
    }
    for (const one of this.promised) {
      one.x = one.sx + (one.tx - one.sx) * e;
      one.y = one.sy + (one.ty - one.sy) * e;
    }
    this.promise = this.fade?.(t) ?? 1;
    this.pour.pose(t);
    this.words = wordsOf(this.plan, this.told, e);
    if (t < 1) return;
    this.still = true;
    this.dying = [];
    for (const { mark } of ways) mark.left = undefined;
    if (this.keeps) this.promised = [];
    Object.assign(this, { keeps: false, promise: 1, fade: null });
  }

  // What is on its way along a branch passes below the words; what stands, or glides with its node, does not.
  draw() {
    const { context: c, still } = this, going = ({ flies }) => !still && flies;
    c.clearRect(0, 0, this.w, this.h);
    this.pour.draw(c, this.tones);
    if (!still) {
      this.layer([], [this.dying.filter(going), this.at.filter(going)]);
      for (const { words } of this.words.values()) for (const { x, y, w, h } of words) c.clearRect(x, y, w, h);
    }
    this.layer(this.promised, [this.dying, this.at].map((some) => some.filter((mark) => !going(mark))));
  }

  layer(promised, solid) {
    const { context: c } = this;
    c.lineWidth = 1;
    for (const lit of this.lit ? [false, true] : [true]) {
      c.globalAlpha = (lit ? (this.lit ? 1 : PROMISED) : DIM) * this.promise;
      const rim = (fill) => { c.strokeStyle = fill; c.stroke(); };
      if (promised.length) this.batches(promised, lit, rim, ({ r }) => r * 0.86);
      c.globalAlpha = lit ? 1 : DIM;
      const fills = (fill, edge) => {
        c.fillStyle = fill;
        c.fill();
        if (edge) { c.strokeStyle = edge; c.stroke(); }
      };
      // of a row that is here in part so much of its mark is filled
      const parted = solid.at(-1).filter(({ part }) => part < 1);
      if (parted.length) this.batches(parted, lit, rim, ({ r }) => r);
      for (const some of solid) {
        if (some.length) this.batches(some, lit, fills, ({ r, part }) => (part < 1 ? r * Math.sqrt(part) : r));
      }
    }
    c.globalAlpha = 1;
  }

  // One path for each kind: hundreds of marks are then a few strokes of the brush.
  batches(marks, lit, paint, size) {
    const { context: c, kinds, tones: { fills, edges } } = this, numeric = this.scene.tree.marks?.numeric;
    for (let kind = 0; kind < fills.length; kind++) {
      let any = false;
      for (const mark of marks) {
        if (kinds[mark.row] % fills.length !== kind || mark.r <= 0) continue;
        if (this.lit && this.lit.has(mark.row) !== lit) continue;
        if (!any) c.beginPath();
        any = true;
        trace(c, numeric ? 0 : kind, mark.x, mark.y, size(mark));
      }
      if (any) paint(fills[kind], edges[kind]);
    }
  }
}

// Where the words of a plan are: when so much of the way is gone from where they were `told`, as they glide with the tree.
function wordsOf({ place }, told, share = 1) {
  const at = (to, { x, y, words }, was) => {
    const own = was.words.find(({ kind }) => kind === to.kind), [from, on] = own ? [own, to] : [was, { x, y, w: 0 }];
    const gone = [from.x + (own?.w ?? 0) / 2 - on.x - on.w / 2, from.y - on.y].map((far) => far * (1 - share));
    return { ...to, x: to.x + gone[0], y: to.y + gone[1] };
  };
  return new Map([...place].map(([id, p]) => [id, { ...p, words: p.words.map((to) => (told?.has(id) ? at(to, p, told.get(id)) : to)) }]));
}

// In a node that is drawn too small for a tray its marks are gathered to nothing.
function gathered(row, node, { x, y }) {
  return { row, node, x, y, r: 0 };
}

// Where marks are whose node is folded away: on the nearest node above that is shown.
function folded({ row, node }, { place }) {
  for (let id = node; id !== "root";) {
    id = above(id);
    if (place.has(id)) return gathered(row, id, place.get(id));
  }
  return null;
}

// Of the same row's marks the one whose node is above or below; any, if none is.
function nearest(marks, node) {
  if (!marks) return null;
  const own = marks.filter((mark) => kin(mark.node, node));
  return own.sort((a, b) => b.node.length - a.node.length)[0] ?? marks[0];
}

// The box of a node that marks stand in: its tray, or the bar in its place.
function box(place) {
  if (!place || place.tray?.pitch) return place?.tray;
  const { x, y, inner: { w, h } } = place;
  return { x: x - w / 2, y: y - h / 2, w, h };
}

// Where a point in the box of a node is in one plan, from where it is in another.
function within({ x, y }, node, from, to) {
  const one = box(from?.place.get(node)), other = box(to?.place.get(node));
  if (!one?.w || !one.h || !other) return { x, y };
  return { x: other.x + ((x - one.x) / one.w) * other.w, y: other.y + ((y - one.y) / one.h) * other.h };
}

// Until it leaves, a mark moves and closes up with the box that it leaves.
function boxed(way, node, before, plan) {
  if (!way.path) return way;
  const { x: ox, y: oy } = within({ x: way.sx, y: way.sy }, node, before, plan);
  return { ...way, ox, oy };
}

// A mark that was still on its branch goes on along it: `left` is the node that it last left.
function way(mark, left, to, plan, before) {
  const path = left === undefined || left === to.node ? null : branch(left, to.node, plan, before);
  mark.left = path ? left : undefined;
  const ends = { sx: mark.x, sy: mark.y, sr: mark.r, tx: to.x, ty: to.y, tr: to.r };
  return { mark, to, path, group: `${left}>${to.node}`, ...ends };
}
