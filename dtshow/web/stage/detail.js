// A tree that is seen whole: the first level of detail at which all of it has room, alike for all its nodes, and
// where everything then stands. Rows of one depth stand in one line: condition, name, bar, numbers. Text is left
// out or shortened before anything would be drawn too small. It knows no DOM; how wide a text is, it is told.
import { shortNames } from "./names.js";
import { ALL, BAR, BARE, LEAF_BAR, LEAVES, MERE_BAR, RICHEST, RUNGS, SHAPES, SHORT, SPACE, WHOLE } from "./rungs.js";
import { BADGE, barWide, FOLDER_HIGH, folderWide, LINE_HIGH, LINE_SIZE, MARGIN } from "./sizes.js";
import { apart, squeezed, tidy } from "./tidy.js";
import { standing } from "./trays.js";

export const HEAD = 2, FULL = 3;  // what a node shows: a word, all that it says
const SMALL = 1;
export const SECOND = 13;  // pixels of a name's second line
const FINE_GAP = 22, WIDE_GAP = 50;  // where there is room
const FALLEN = 9, DOT = 8;
const CLEAR = 2.5;  // pixels between a branch's end and words
const MARK_WIDE = MERE_BAR + 5, MARK = MERE_BAR / MARK_WIDE;
const FORK = 14;  // pixels between a name, its frame, and what its branches are for
const FRAME = { before: 5, after: 24 };  // of what is selected, with the button that folds
const EDGE = 7, SQUARE = 2.6;  // around the rows in a tray, and how many times as wide as high it is
const PITCH = 14, LEAST_PITCH = 2.6, SPREAD = 1.5, SOME = 0.8, MOST = 0.55, ASIDE = 48;
const ON_REQUEST = ["asked", "joined", "alone"];  // rungs of numbers that somebody asked for

// The places of all nodes, and at which scale they are drawn: {places, s, gaps, dense, rung}. `shown`: {selected, current,
// pitch, y}, as the scene has them, and the `goal` of a row's way; `reading`: how large letters may become.
export function whole(laid, panel, width, shown, reading) {
  const way = new Set(), given = { ...shown, ...told(laid, panel, width), reading, way };
  const end = shown.goal ?? shown.selected;
  for (let id = end; laid.byId.has(id); id = laid.byId.get(id).node.up) way.add(id);
  const here = new Set([end, shown.current]);
  if (shown.current) way.add(shown.current);
  const some = [...laid.byId.values()].some(({ node }) => node.extra);
  const cut = [...laid.byId.values()].some(({ node }) => gone(node));
  const fits = (rung) => (some || !ON_REQUEST.includes(rung.numbers)) && (cut || rung.leaf !== "stays")
    && (panel.lecture || !rung.own)
    && leastHigh(laid, rung) <= panel.h - 2 * MARGIN && leastWide(laid, rung) <= panel.w - 2 * MARGIN;
  const none = new Set();
  // what has fallen stays as large as it was, where no name is elided for it; what is left above it has its bar, as
  // before the cut, and its rows where they have room then: no level of detail changes at a cut
  const of = (rungs, narrowed, faint) => rungs.filter(fits).map((rung) => ({ rung, spelled: none, narrowed, faint }));
  const ways = panel.shapes ? [{ rung: SHAPES, spelled: none }] : [...(cut ? of(WHOLE, SOME, true) : []), ...of(WHOLE, SOME), ...of(WHOLE, MOST), ...of(SHORT, MOST),
    ...[way, here, none].map((spelled) => ({ rung: BARE, spelled }))];
  for (const one of ways) {
    const found = new Whole({ ...given, ...one, barred: one.faint }).found();
    if (found) return (one.faint && new Whole({ ...given, ...one }).found()) || found;
  }
  return new Whole({ ...given, ...ways.at(-1), must: true }).found();  // a sliver of a panel
}

// How large the tree is where nothing has to be left out.
export function fullSize(laid, panel, width, shown) {
  const way = new Set();
  return new Whole({ ...shown, ...told(laid, panel, width), way, spelled: way, rung: RICHEST }).size();
}

const told = (laid, panel, width) => (
  { laid, panel, width, names: namesOf(laid), firstCut: firstCut(laid), means: areMeans(laid), shorts: new Map() });

// No tree of so many levels is lower, and none of so many leaves is narrower.
function leastHigh({ levels }, { space, ask }) {
  const n = levels.filter(({ nodes }) => !nodes.every(gone)).length, above = ask === "above" ? space.condition : 0;
  return n * (above + space.name + space.bar + space.gap) - above - space.gap;
}

function leastWide(laid, { leaf }) { return widest(laid) * (LEAVES[leaf].least + LEAVES[leaf].apart); }

const widest = ({ levels }) => Math.max(...levels.map(({ nodes }) => nodes.filter((node) => !gone(node)).length));

function namesOf({ byId }) {
  return [...new Set([...byId.values()].filter(({ node }) => node.kind === "ask").map(({ node }) => node.head))];
}

// The question that says for all others on which side its condition holds.
function firstCut({ levels }) {
  return levels.flatMap(({ nodes }) => nodes).find((node) => asks(node) && node.cut && !gone(node))?.id;
}

// Whether leaves say a number, not a class.
function areMeans({ byId }) {
  return [...byId.values()].some(({ node }) => node.kind === "leaf" && node.answer === null);
}

const gone = ({ marks }) => marks.includes("fallen");
const asks = ({ kind }) => kind === "ask";

class Whole {
  constructor(given) {
    Object.assign(this, given);
    this.boxes = new Map();
    this.wraps = new Set();
    if (this.rung.leaf === "mark") this.narrow();
  }

  // Marks are as wide, and as high, as the panel allows; what height is left is for names, from the root down.
  narrow() {
    const { laid, panel, spelled } = this, n = laid.levels.length, { before, after } = FRAME;
    const high = 0.999 * (panel.h - MARGIN - Math.max(MARGIN, panel.corners[2] + 4));
    const wide = Math.max(1, 0.999 * (panel.w - 2 * MARGIN - before - after));
    const { sign, gap, space } = this.rung, body = sign ?? space.bar, bars = n * (body + gap), depths = new Set([...spelled].map((id) => laid.byId.get(id)?.depth));
    const names = (top) => laid.levels.filter((_, depth) => depth < top || depths.has(depth)).length * space.name;
    this.slot = Math.min(MARK_WIDE, wide / widest(laid));
    this.slim = Math.max(0.1, Math.min(1, high / bars));
    this.named = sign ? 0 : n;
    while (this.named > 0 && bars + names(this.named) > high) this.named--;
  }

  layOut() {
    const { laid, rung, panel } = this, most = rung.wrap * (panel.w - 2 * MARGIN);
    for (const one of laid.byId.values()) this.boxes.set(one.node.id, this.box(one));
    laid.levels.forEach(({ nodes }, depth) => {
      if (nodes.reduce((sum, { id }) => sum + this.boxes.get(id).w, 0) <= most) return;
      this.wraps.add(depth);
      for (const { id } of nodes) this.boxes.set(id, this.box(laid.byId.get(id)));
    });
    this.rows = laid.levels.map((level, depth) => this.row(level, depth));
    this.hang();
  }

  size() {
    this.layOut();
    const { left, right } = tidy(this.laid, (id) => this.boxes.get(id));
    return { w: right - left, h: this.needs };
  }

  found() {
    const { laid, panel, rung, must } = this;
    this.layOut();
    if (this.needs > panel.h - 2 * MARGIN && !must) return null;
    const box = (id) => this.boxes.get(id), ends = [MARGIN, panel.w - MARGIN];
    const wide = (nodes) => nodes.reduce((sum, { id }) => sum + box(id).w, 0);
    if (laid.levels.some(({ nodes }) => wide(nodes) > ends[1] - ends[0]) && !must) return null;
    const place = tidy(laid, box);
    let { at, left, right } = place;
    const span = Math.min(right - left, ends[1] - ends[0]);
    if (span < right - left && !must) {
      at = (span / (right - left) > this.narrowed || rung.leaf === "mark") && squeezed(laid, place, box, ends);
      if (!at) return null;
      [left, right] = ends;
    }
    const loose = (this.rows.length - 1) * (FINE_GAP - rung.space.gap), comfy = this.needs + loose;
    const hung = (s, under) => {
      const [spread, x0] = this.across(at.get("root"), left, right, s, under), top = this.top(x0 + at.get("root") * spread, s);
      return { s, spread, x0, top, spare: panel.h - top - MARGIN - this.needs * s };
    };
    // below what is in the corners, where that costs no height that is needed; else between them
    const fills = (s) => {
      const below = hung(s, true);
      return below.spare >= loose * s ? below : hung(s, false);
    };
    const large = Math.min(this.reading, (ends[1] - ends[0]) / span, (panel.h - 2 * MARGIN) / comfy);
    let way = fills(Math.max(1, large));
    if (way.spare < 0) way = fills(1);
    return way.spare < 0 && !must ? null : this.stand(at, way);
  }

  // Whether only a dot is left of it.
  dotted(node) { return gone(node) && !this.faint; }

  // What a node shows at this level of detail, and the room that it takes at full size.
  box({ node, depth, body }, whole = false) {
    const dot = { kind: "dot", w: DOT, h: DOT };
    if (this.dotted(node) && !whole) return { node, depth, inner: dot, w: FALLEN, below: 0, level: SMALL, told: 0 };
    const { rung } = this, own = this.own(node);
    const numbers = rung.numbers === "parted" ? own.flatMap((line) => line.split(", ")) : own;
    const told = Math.min(rung.lines || (node.id === this.selected && rung.own) || 0, numbers.length);
    const said = this.said(node), lined = this.inLines(said, depth);
    const name = said.head ? this.nameWide(node, lined) : 0;
    const says = depth && rung.ask === "above" ? node.edge?.text ?? "" : "";
    const label = says ? this.width(says, LINE_SIZE, false) + 4 : 0;
    const lines = numbers.slice(0, told).map((line) => this.width(line, LINE_SIZE, false) + 4);
    const inner = this.inner(node, body, Math.max(name, ...lines));
    const tag = said.head && node.kind === "leaf" && node.answer !== null ? 8 : 0;  // a number has no ground
    const first = node.id === this.firstCut && said.beside;
    const fork = first ? this.fork : null;
    const frame = this.frame(node), sides = (fork ?? []).map((one) => this.width(one, SPACE.dense.letters, false) + FORK);
    const aside = Math.max(0, ...sides);
    const wide = Math.max(inner.w, name + tag, ...lines), folder = node.hidden && (rung.leaf !== "mark" || said.head);
    const hangs = folder ? Math.max(wide, folderWide(node)) : wide, full = Math.max(hangs, label, this.asked(node));
    const low = inner.h + (told ? LINE_HIGH * told + 3 : 0), below = low + (folder ? FOLDER_HIGH : 0);
    const apart = rung.leaf === "mark" ? this.slot - this.slot * MARK : LEAVES[rung.leaf].apart;
    const level = said.head || told ? (told >= node.lines.length ? FULL : HEAD) : SMALL;
    return { node, depth, inner, ...said, lined, fork, frame, numbers, name, says, label, wide, folder: low, below,
      level, told, before: frame.before + aside, after: frame.after + aside, w: full + apart,
      low: hangs + apart + 2 * frame.before };
  }

  // Its numbers: what a switch asked for goes after those that are always there.
  own({ lines, extra = 0 }) {
    const { numbers } = this.rung, usual = lines.slice(0, lines.length - extra), asked = lines.slice(usual.length);
    if (numbers === "all") return lines;
    if (!ON_REQUEST.includes(numbers) || !extra) return usual;
    if (numbers === "alone") return asked;
    const both = [...usual.slice(0, 1), ...asked];
    return numbers === "joined" ? [both.join(/\p{Script=Han}/u.test(both[0]) ? "，" : ", ")] : both;
  }

  // The short form of each name, for all levels of detail that have names so long.
  short(most) {
    const { shorts } = this;
    if (!shorts.has(most)) shorts.set(most, most === ALL ? new Map() : shortNames(this.names, most));
    return shorts.get(most);
  }

  // What has just been asked keeps the room that its rows had when it was weighed, for nothing to move.
  asked({ id, kind }) {
    const { laid, y, pitch, rung } = this, kids = laid.children.get(id) ?? [];
    if (id !== this.selected || kind !== "ask" || !y || rung.space !== SPACE.roomy) return 0;
    const by = kids.map((one) => laid.byId.get(one).node.tray?.rows);
    if (by.some((rows) => !rows)) return 0;
    const rows = by.flat(), lines = Math.max(1, Math.round(Math.sqrt(rows.length / SQUARE)));
    return (standing({ rows, lines, by }, y)[1] * pitch + 2 * EDGE) * rung.size;
  }

  // Beside what is selected stands its frame, and the button that folds.
  frame({ id, kind, hidden }) {
    if (id !== this.selected) return { before: 0, after: 0 };
    return kind !== "leaf" && !hidden && !this.panel.lecture ? FRAME : { before: FRAME.before, after: FRAME.before };
  }

  get letters() { return this.rung.space.letters; }

  get dense() { return this.letters === SPACE.dense.letters; }

  nameWide({ id }, lined) {
    const wide = ({ head, beside }) => this.width(head, this.letters, true)
      + (beside ? this.width(beside, this.letters, false) : 0);
    const badges = this.laid.byId.get(id)?.badges.length ?? 0;  // as much room on the other side: a name stands in the middle
    return Math.max(...lined.map(wide)) + (id === this.current ? 28 : 2) + 2 * BADGE * badges;
  }

  // A name in the two lines that are shortest, where its level has two; what stands with it is in the last one.
  inLines({ head, beside }, depth) {
    const one = [{ head, beside }];
    if (!this.wraps.has(depth) || !head) return one;
    const some = [one, ...breaks(head).map(([first, rest]) => [{ head: first, beside: "" }, { head: rest, beside }])];
    if (beside) some.push([{ head, beside: "" }, { head: "", beside: beside.trim() }]);
    const wide = new Map(some.map((lined) => [lined, this.nameWide({}, lined)]));
    return some.reduce((best, lined) => (wide.get(lined) < wide.get(best) ? lined : best));
  }

  // The name, and what stands with it: the number of a leaf's rows, or the threshold of a question.
  said(node) {
    const { rung, spelled } = this, { id, head, kind, n } = node, full = spelled.has(id), shorts = this.short(rung.most);
    const brief = rung.leaf === "stays" && gone(node);  // what has fallen makes way for what is left
    if (rung.leaf === "mark" && !full) return { head: "", beside: "" };
    if (kind === "leaf" && rung.leaf !== "name" && !full) {
      if (rung.leaf === "bar" || brief) return { head: "", beside: "" };
      const short = (number) => (rung.wrap < ALL || rung.most < ALL ? rounded(number) : number);
      if (node.answer !== null || !n) return { head: n ? short(n) : head, beside: "" };
      // of a number the mean is said, and where there is room how many rows there are
      if (rung.leaf === "count") return { head: short(head), beside: besides(node) };
      return { head: short(head.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "")), beside: "" };
    }
    if (kind === "leaf") return { head, beside: (rung.lines && rung.numbers !== "alone") || !n || !head ? "" : besides(node) };
    const cut = (rung.ask === "with" || (full && this.goal)) && asks(node) && !brief ? node.cut : "";
    return { head: full ? head : shorts.get(head) ?? head, beside: cut ? ` ${cut}` : "" };
  }

  inner(node, body, words) {
    const { rung } = this, pitch = (this.pitch ?? PITCH) * rung.size, bar = this.barred && node.marks.includes("pruned");
    if (body.kind === "tray" && pitch >= LEAST_PITCH && !bar) {
      return { kind: "tray", w: body.w * rung.size, h: body.h * rung.size, pitch };
    }
    const plot = { kind: "plot", w: Math.max(44, body.w * rung.size), h: Math.max(14, body.h * rung.size) };
    if (body.kind === "plot" && !this.dense) return plot;
    if (rung.sign && body.kind === "sign") return { kind: "sign", w: this.sign, h: this.sign };
    const thin = rung.sign ? this.sign / 2 : rung.space.bar * this.slim;
    if (rung.leaf === "mark") return { kind: "bar", w: Math.max(this.slot * MARK, words), h: thin };
    const slender = ["bar", "stays", "few"].includes(rung.leaf), short = this.dense && (node.kind === "leaf" || slender);
    const most = short ? Math.max(LEAF_BAR, node.kind === "leaf" ? 0 : words) : Math.max(BAR, words);
    const high = Math.max(Math.min(4, rung.space.bar), node.thick * rung.space.thick);
    const mere = slender && node.kind === "leaf";
    return { kind: "bar", w: mere ? MERE_BAR : Math.min(barWide(node), rung === RICHEST ? ALL : most), h: high };
  }

  // A row is as high as its questions, with the button of what is folded: what hangs below is in nobody's way.
  row({ nodes }, depth) {
    const { rung } = this, { space } = rung, standing = nodes.filter((node) => !this.dotted(node));
    if (rung.leaf === "mark") return this.markRow(nodes, depth);
    const questions = standing.filter(({ id, hidden }) => hidden || this.laid.children.has(id));
    if (!standing.length) return { above: 0, name: 0, body: 8, gap: 7, bare: true };
    const framed = standing.some(({ marks }) => marks.includes("hand")) ? 5 : 0;
    const above = depth && rung.ask === "above" ? space.condition + framed : 0;
    const low = (some) => Math.max(space.bar, ...some.map(({ id }) => this.boxes.get(id).below));
    const name = space.name + (this.wraps.has(depth) ? SECOND : 0);
    return { above, name, body: low(questions.length ? questions : standing), gap: space.gap };
  }

  // As large as its slot, or as there is height for.
  get sign() { return Math.min(this.slot * MARK, this.rung.sign * this.slim); }

  markRow(nodes, depth) {
    const named = depth < this.named || nodes.some(({ id }) => this.boxes.get(id).head);
    const { space, gap, sign } = this.rung;
    return { above: 0, name: named ? space.name : 0, body: sign ? this.sign : space.bar * this.slim, gap: gap * this.slim };
  }

  // How high all is, and which rows a tall leaf reaches into.
  hang() {
    const { rows, boxes } = this, tops = [0];
    for (const row of rows) tops.push(tops.at(-1) + row.above + row.name + row.body + row.gap);
    const last = rows.at(-1);
    this.tops = tops;
    this.needs = tops.at(-1) - last.gap;
    for (const box of boxes.values()) {
      if (this.dotted(box.node)) continue;
      const row = rows[box.depth], foot = tops[box.depth] + row.above + row.name + box.below;
      this.needs = Math.max(this.needs, foot);
      const into = tops.slice(box.depth + 1, -1);  // the rows below
      box.reach = into.filter((top) => foot + 6 > top).length;
      box.hangs = into.filter((top) => foot > top).length;
    }
  }

  // How much all is spread to the sides, and by how much it is moved: the root stands where it stood before anything
  // was cut away, or as near as there is room, between the things in the corners, or `under` them.
  across(root, left, right, s, under) {
    const { w, corners } = this.panel, half = this.rootHalf * s + 10;
    const home = MARGIN + (w - 2 * MARGIN) * this.home(root, left, right);
    const goal = under ? home : Math.max(corners[0] + half, Math.min(w - corners[1] - half, home));
    const sides = [(goal - MARGIN) / Math.max(1, root - left), (w - MARGIN - goal) / Math.max(1, right - root)];
    const spread = Math.max(1, Math.min(SPREAD, ...sides.map((room) => room / s))) * s;
    const low = MARGIN - left * spread, high = w - MARGIN - right * spread;
    return [spread, Math.max(low, Math.min(high, goal - root * spread))];
  }

  home(root, left, right) {
    const { laid } = this, all = [...laid.byId.values()];
    if (!all.some(({ node }) => this.dotted(node))) return all.length > 1 ? (root - left) / (right - left) : 0.5;
    const boxes = new Map(all.map((one) => [one.node.id, this.box(one, true)]));
    const uncut = tidy(laid, (id) => boxes.get(id));
    return -uncut.left / (uncut.right - uncut.left);
  }

  get rootHalf() {
    const { w, before } = this.boxes.get("root");
    return w / 2 + before;
  }

  // The root may stand between the things in the corners, or below them.
  top(x, s) {
    const { w, corners } = this.panel, half = this.rootHalf * s + 6;
    const clear = x - half > corners[0] && x + half < w - corners[1] && this.tops[1] * s + MARGIN > corners[2];
    return clear ? MARGIN : Math.max(MARGIN, corners[2] + 4);
  }

  // Where all stands: what height is left goes to the branches.
  stand(at, { s, spread, x0, top, spare }) {
    const { laid, rows } = this, place = new Map(), ys = [];
    const [gaps, left] = this.filled(rows.slice(0, -1).map(({ gap }) => gap * s), spare, WIDE_GAP * s);
    let y = top + Math.max(0, Math.min(left * 0.3, 48));
    rows.forEach((row, k) => {
      ys.push(y);
      y += (row.above + row.name + row.body) * s + (gaps[k] ?? 0);
    });
    const middles = new Map([...at].map(([id, one]) => [id, x0 + one * spread]));
    if (this.dense) this.enrich(middles, ys, s);
    for (const [id, box] of this.boxes) place.set(id, this.place(box, middles.get(id), ys, s));
    for (const p of place.values()) if (p.below.length) p.bend = ys[p.depth + 1];
    if (this.rung.leaf === "mark") this.crowd([...place.values()]);
    const all = ys.map((high, k) => high + (rows[k].above + rows[k].name + Math.min(rows[k].body, 10) / 2) * s);
    const far = all.slice(1).map((high, k) => high - all[k]);
    return { places: place, s, gaps: far, dense: this.dense, rung: this.rung.name };
  }

  // Where only marks are left, no room is kept for the button of what is folded, unless its node is spelled out: it
  // is there where it has room.
  crowd(places) {
    for (const p of places) {
      if (!p.node.hidden || p.level === SMALL) continue;
      const half = folderWide(p.node) / 2 + 2, foot = p.folder + FOLDER_HIGH;
      const meets = ({ x, left, right, top, bottom }) => (
        x + left < p.x + half && x + right > p.x - half && top < foot && bottom > p.folder);
      p.crowded = foot > this.panel.h || places.some((one) => one !== p && meets(one));
    }
  }

  // The height that is left goes to the lowest gaps first, until all are alike; none to what has fallen.
  filled(gaps, spare, most) {
    const open = gaps.map((high, k) => [high, k]).filter(([, k]) => !this.rows[k + 1].bare).sort(([a], [b]) => a - b);
    let left = spare;
    open.forEach(([high], n) => {
      const goal = Math.min(most, open[n + 1]?.[0] ?? most), by = Math.min(goal - high, left / (n + 1));
      if (by <= 0) return;
      for (let k = 0; k <= n; k++) gaps[open[k][1]] = high + by;
      left -= by * (n + 1);
    });
    return [gaps, left];
  }

  // A level that has room for more than the others says more: all of its nodes, and first of the way to what is
  // selected; of the way of a row, which is to be read, that node alone if need be.
  enrich(at, ys, s) {
    const { rung, spelled, way, laid, goal } = this, bars = rung.leaf === "mark", better = bars ? RUNGS : RUNGS.slice(0, RUNGS.indexOf(rung));
    // a name is whole or in the one short form that it has in this tree; beside a mean stands how many rows there
    // are at all leaves, or at none
    const alone = ({ numbers }) => numbers === "alone", above = ({ ask }) => ask === "above";
    const alike = (one) => one.space === rung.space && alone(one) === alone(rung) && above(one) === above(rung)
      && (bars || [ALL, rung.most].includes(one.most)) && (!this.means || one.leaf === rung.leaf);
    const some = better.filter(alike);
    laid.levels.forEach(({ nodes }, depth) => {
      if (!this.rows[depth].name) return;
      const all = nodes.map(({ id }) => laid.byId.get(id));
      const whole = !bars && !goal ? [spelled] : spelled === way ? [way] : [way, spelled];
      const apart = goal && !bars ? some : [];  // that node alone
      const tries = whole.flatMap((wholly) => [
        ...some.map((one) => [wholly, one, one]), ...apart.map((one) => [wholly, one, rung]), [wholly, rung, rung]]);
      for (const [wholly, one, others] of tries) {
        const boxes = all.map((each) => {
          Object.assign(this, { rung: way.has(each.node.id) ? one : others, spelled: wholly });
          return this.box(each);
        });
        const xs = this.sideBySide(boxes, at, ys[depth], s);
        if (!xs) continue;
        boxes.forEach((box, k) => {
          this.boxes.set(box.node.id, box);
          at.set(box.node.id, xs[k]);
        });
        return;
      }
    });
    Object.assign(this, { rung, spelled });
  }

  // Where they stand then, a little aside if need be; null if they have no room.
  sideBySide(boxes, at, y, s) {
    const { w, corners } = this.panel, ends = y < corners[2] ? [corners[0], w - corners[1]] : [4, w - 4];
    const goals = boxes.map(({ node }) => at.get(node.id));
    const sides = boxes.map(({ w: wide, before = 0, after = 0 }) => [(wide / 2 + before) * s, (wide / 2 + after) * s]);
    if (sides.reduce((sum, [l, r]) => sum + l + r, 0) > ends[1] - ends[0]) return null;
    const xs = apart(goals, sides, ends);
    return xs.every((x, k) => Math.abs(x - goals[k]) <= ASIDE) ? xs : null;
  }

  place(box, x, ys, s) {
    const { node, depth, told, level, head, beside, name, says, label, lined, fork, frame, numbers } = box;
    const row = this.rows[depth], second = (some) => (some ? SECOND * s : 0);
    const { kind, w, h, pitch } = box.inner, inner = { kind, w: w * s, h: h * s, ...(pitch && { pitch: pitch * s }) };
    const high = ys[depth], named = high + row.above * s, body = kind === "dot" ? named : named + row.name * s;
    const line = row.name * s - second(this.wraps.has(depth)), first = body - line - second(lined?.length === 2);
    const half = (Math.max(w, box.wide ?? 0) / 2) * s, y = body + inner.h / 2, top = level === SMALL ? body : first;
    const below = this.laid.children.get(node.id) ?? [];
    const bottom = body + (kind === "dot" ? inner.h : box.below * s), folder = body + (box.folder ?? 0) * s;
    return {
      id: node.id, up: node.up, node, badges: this.laid.byId.get(node.id).badges, depth, below, room: box.w * s, inner, x, y, level, told,
      said: head, beside, lined, fork, frame, numbers, headWide: name,
      letters: this.letters, left: -half, right: half, wide: 2 * half, top, bottom, folder,
      headAt: head ? { x, y: body - (line / 2) - s } : null,
      label: says ? { x, y: high + (this.rung.space.condition / 2 - 3) * s, w: label * s } : null,
      lift: says ? top - high : 0, end: (says ? high : top) - (says || head ? CLEAR : 0), turn: high + (row.above + row.name + row.body) * s,
    };
  }
}

// Where names stand in two lines or are elided, a number has three digits: it is never broken.
function rounded(text) {
  const number = Number(text.replaceAll(",", "").replace("−", "-"));
  if (!/\.\d/.test(text) || Number.isNaN(number)) return text;
  const short = Math.abs(number) < 100 ? `${+number.toPrecision(3)}` : Math.round(number).toLocaleString("en");
  return short.replace("-", "−");
}

// Where a name may be broken: at a space, after a sign, before a capital, between two signs of Chinese; a number
// nowhere, nor a Chinese name of so few signs that it is read at a glance.
function breaks(text) {
  if (/^\p{Script=Han}{1,4}$/u.test(text)) return [];
  const found = [...text.matchAll(/(?<=\S)( )(?=\S)|(?<=\w[_-]|[\p{L}_]\.)(?=\w)|(?<=\p{Ll})(?=\p{Lu}\p{Ll})|(?<=\d\.)(?=\p{L})|(?<=\p{Script=Han})(?=\p{Script=Han})/gu)];
  return found.map(({ index, 1: space }) => [text.slice(0, index), text.slice(index + (space?.length ?? 0))]);
}

// The number of a leaf's rows, beside its name, in the brackets of the name's own script.
const besides = ({ n, head }) => (/\p{Script=Han}/u.test(head) ? `（${n}）` : ` (${n})`);
