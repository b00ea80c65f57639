// A tree that is seen whole: the first level of detail at which all of it has room, and where everything then stands.
// Rows of one depth stand in one line: condition, name, bar, numbers. Text is left out or shortened before anything
// would be drawn too small: alike for all nodes, or else from the leaves up, so that no level loses what a deeper one
// keeps (grades.js); the root and the way to what is selected stay whole. Levels that would have no words are folded away,
// unless all are asked for. It knows no DOM; how wide a text is, it is told.
import { shortNames } from "./names.js";
import { FIRST, grades } from "./grades.js";
import { ALL, BAR, BARE, gradesOf, LEAF_BAR, LEAVES, LINES, LONE, MARK, MARK_WIDE, MERE_BAR, RICHEST, SHAPES, SPACE, WHOLE } from "./rungs.js";
import { BADGE, barWide, FOLDER_HIGH, LINE_HIGH, LINE_SIZE, MARGIN, trimmed } from "./sizes.js";
import { apart, squeezed, tidy } from "./tidy.js";
import { standing } from "./trays.js";
import { wordsOf } from "./words.js";

export const HEAD = 2, FULL = 3;  // what a node shows: a word, all that it says
const SMALL = 1;
const NARROWER = [[1, 0.97], [0.8, 0.97], [0.6, 0.97], [0.45, 0.97], [0.45, 0]];  // how wide marks are, and how narrow a tree of them may be pressed
export const SECOND = 13;  // pixels of a name's second line
const FINE_GAP = 22, WIDE_GAP = 50;  // where there is room
const FALLEN = 9, DOT = 8, ANSWER = 6;
const LONG = 3;  // so many levels more than all else a way may have
const ASIDE = 0.05;  // of the panel, so far from its place the root may stand between what is in the corners
const CLEAR = 2.5;  // pixels between a branch's end and words
const BESIDE = 6, PAST = 4;  // pixels between a condition and the name that it stands beside, or the branch that passes it
const PLOT_LEAST = { w: 64, h: 30 };  // a histogram is read from so many pixels on
const PILL = 14, PILL_SIZE = 12;  // around the letters of the button that opens what is folded away
const FRAME = { before: 5, after: 24 };  // of what is selected, with the button that folds
const EDGE = 7, SQUARE = 2.6;  // around the rows in a tray, and how many times as wide as high it is
const PITCH = 14, LEAST_PITCH = 2.6, SPREAD = 1.5, SOME = 0.8, MOST = 0.55;
const ON_REQUEST = ["asked", "joined", "alone"];  // rungs of numbers that somebody asked for

// The places of all nodes, and at which scale they are drawn: {places, s, gaps, dense, rung}. `shown`: {selected, current,
// pitch, y}, as the scene has them, the `goal` of a row's way, what a hand has `opened`, what is said of nodes `below`, whether `all` levels are
// asked for, whether the scene has `folded` some, and what was selected before a hand `left` it; `reading`: how large letters may become.
export function whole(laid, panel, width, shown, reading) {
  const given = { ...shown, ...told(laid, panel, width), reading }, line = wayTo(laid, shown.goal ?? shown.selected), none = new Set();
  // where a way has too many levels for the height of the panel, its end stays, and as much from the root on as can
  const between = line.slice(1, -1), ends = ["root", ...line.slice(-1), ...[shown.current, shown.selected, shown.opened].filter(Boolean)];
  const spelled = Array.from({ length: between.length + 1 }, (_, k) => new Set([...ends, ...between.slice(0, between.length - k)]));
  const all = [...laid.byId.values()], cut = all.some(({ node }) => gone(node) && node.head), plots = all.some(({ body }) => body.kind === "plot");
  const asked = all.some(({ node }) => node.extra);
  const fits = (rung) => (asked || !ON_REQUEST.includes(rung.numbers)) && (panel.lecture || !rung.own)
    && !(plots && rung.space === SPACE.dense)
    && leastHigh(laid, rung) <= panel.h - 2 * MARGIN && leastWide(laid, rung) <= panel.w - 2 * MARGIN;
  // what has fallen stays as large as it was, where no name is elided for it; what is left above it has its bar, as
  // before the cut, and its rows where they have room then: no level of detail changes at a cut
  const rungs = laid.levels.length > 1 ? WHOLE : LONE;
  const of = (narrowed, faint) => rungs.filter(fits).map((rung) => ({ rung, spelled: none, narrowed, faint }));
  const by = (spelled, more) => ({ spelled, kinds: gradesOf(plots), ...more }), plainly = { kinds: gradesOf(false) };
  const first = (ways) => {
    for (const one of ways) {
      const found = find(given, one);
      if (found) return (one.faint && one.rung && new Whole({ ...given, ...one }).found()) || found;
    }
    return null;
  };
  const short = shown.folded && !shown.goal && shortened(laid, shown);
  // once: where another way leads along it, its end still is as deep
  if (short && !first(of(SOME).filter(({ rung }) => rung.lines))) return whole(short, panel, width, { ...shown, folded: false }, reading);
  const worded = !shown.all, folds = worded && all.length > 1;
  // histograms give way before words do, ways before what the first levels ask, and at last what comes next before what is selected
  const tries = [ends, ends.filter((id) => id !== shown.current)].flatMap((stay) => (
    [{ full: true }, { full: true, ...plainly }, {}, plainly].map((more) => [[...stay, shown.selected], { worded, ...more }])));
  const named = () => tries.reduce((found, [stay, more]) => (
    found ?? most(laid, stay, (some) => find(given, by(spelled[0], { laid: some, ...more })))), null);
  const found = panel.shapes ? first([{ rung: SHAPES, spelled: none }])
    : first([...(cut ? of(SOME, true) : []), ...of(SOME), ...of(MOST), ...(cut ? [by(spelled[0], { faint: true, worded })] : [])])
      || (folds && named()) || first([...spelled, none].flatMap((one) => [by(one), by(one, plainly)]));
  return found || new Whole({ ...given, rung: BARE, spelled: none, must: true }).found();  // a sliver of a panel
}

const wayTo = ({ byId }, end) => (byId.has(end) ? [...wayTo({ byId }, byId.get(end).node.up), end] : []);

// The tree without what is between its first levels and the end of a way that leads so much deeper than all else that is
// drawn; null where none does. What a hand has opened, and what is below it, keeps its way.
function shortened(laid, { selected, left, current, opened }) {
  const ways = [selected, left, current, opened].map((end) => wayTo(laid, end)), on = new Set(ways.flat());
  const others = [...laid.byId.values()].filter(({ node }) => !on.has(node.id) && !on.has(node.up) && !gone(node));
  const deep = Math.max(FIRST, ...others.map(({ depth }) => depth));
  const long = (way) => way.length - 1 > deep + LONG && !way.includes(opened);
  return ways.some(long) ? trimmed(laid, deep, ["root", ...ways.flatMap((way) => (long(way) ? way.slice(-1) : way))], true) : null;
}

// What is `found` of a tree, or of as many of its levels as have words; the ways to the nodes `ends` are whole as long as
// the first levels are drawn with them, then they are cut.
function most(laid, ends, find) {
  const stay = new Set(ends.filter((id) => laid.byId.has(id)));
  let best = find(laid);
  for (const cut of best ? [] : [false, true]) {
    let low = cut ? 1 : FIRST - 1, high = laid.levels.length - 1;
    for (let deep = low; low < high; deep = (low + high) >> 1) {
      const found = find(trimmed(laid, deep, stay, cut));
      if (found) [best, low] = [found, deep + 1];
      else high = deep;
    }
    if (best) break;
  }
  return best;
}

function find(given, { kinds, worded, full, ...one }) {
  if (!kinds) return new Whole({ ...given, ...one, barred: one.faint }).found();
  const { laid, panel } = { ...given, ...one }, high = panel.h - MARGIN - Math.max(MARGIN, panel.corners[2] + 4);
  if (worded && leastHigh(laid, kinds.at(-1)[0][0]) > high) return null;
  const found = kinds.map((kind) => grades(laid, kind, {
    wide: panel.w - 2 * MARGIN - 1, high, spelled: one.spelled,
    level: (rung) => new Whole({ ...given, ...one, rung, slot: MARK_WIDE, slim: 1 }),
  })).filter((some) => some && !(worded && mute(laid, some.by, one.spelled, full)));
  for (const { by, slot, slim } of found.sort((a, b) => a.less - b.less)) {
    // where marks are narrower, each node stands above the middle of what hangs below it
    for (const [part, narrowed] of by.at(-1).leaf === "mark" ? NARROWER : [[1, 0]]) {
      const drawn = new Whole({ ...given, ...one, barred: one.faint, rung: by[0], by, slot: slot * part, slim, narrowed }).found();
      if (drawn) return drawn;
    }
  }
  return null;
}

// Whether a question has neither name nor number, or a leaf no answer; or, where they are `full`, one of the first levels no condition.
function mute({ levels }, by, spelled, full) {
  return levels.some(({ nodes }, k) => nodes.some((node) => !gone(node) && !spelled.has(node.id) && (
    by[k].leaf === "mark" || (full && k < FIRST && by[k].mute && !by[k].asked) || (by[k].mute && asks(node) && !(node.hidden && by[k].counts)))));
}

// How large the tree is where nothing has to be left out.
export function fullSize(laid, panel, width, shown) {
  return new Whole({ ...shown, ...told(laid, panel, width), spelled: new Set(), rung: RICHEST }).size();
}

const told = (laid, panel, width) => (
  { laid, panel, width, names: namesOf(laid), shorts: new Map() });

// No tree of so many levels is lower, and none of so many leaves is narrower.
function leastHigh({ levels }, { space, ask }) {
  const n = levels.filter(({ nodes }) => !nodes.every(gone)).length, above = LINES[ask] * space.condition;
  return n * (above + space.name + space.bar + space.gap) - above - space.gap;
}

function leastWide(laid, { leaf }) { return widest(laid) * (LEAVES[leaf].least + LEAVES[leaf].apart); }

const widest = ({ levels }) => Math.max(...levels.map(({ nodes }) => nodes.filter((node) => !gone(node)).length));

// What is asked, and what leaves answer but for numbers, which are never elided.
function namesOf({ byId }) {
  const named = [...byId.values()].filter(({ node }) => asks(node) || (node.kind === "leaf" && node.answer !== null));
  return [...new Set(named.map(({ node }) => node.head))];
}

const gone = ({ marks }) => marks.includes("fallen");
const asks = ({ kind }) => kind === "ask";

class Whole {
  constructor(given) {
    Object.assign(this, given);
    this.boxes = new Map();
    this.wraps = new Set();
    if (this.rung.leaf === "mark" && !this.slot) this.narrow();
  }

  // Marks are as wide, and as high, as the panel allows.
  narrow() {
    const { laid, panel } = this, { sign, gap, space } = this.rung;
    const high = 0.999 * (panel.h - MARGIN - Math.max(MARGIN, panel.corners[2] + 4));
    this.slot = Math.min(MARK_WIDE, Math.max(1, 0.999 * (panel.w - 2 * MARGIN)) / widest(laid));
    this.slim = Math.max(0.1, Math.min(1, high / (laid.levels.length * ((sign ?? space.bar) + gap))));
  }

  // The rung of a level, and of a node on it: what is spelled out is whole on each.
  rungAt(depth) { return this.by?.[depth] ?? this.rung; }

  rungOf(depth, id) {
    const rung = this.rungAt(depth);
    return this.spelled.has(id) ? { ...rung, most: ALL, answers: ALL, leaf: rung.leaf === "name" ? "name" : "answer", mute: false } : rung;
  }

  layOut() {
    const { laid } = this;
    laid.levels.forEach((_, depth) => this.layLevel(depth));
    this.rows = laid.levels.map((level, depth) => this.row(level, depth));
    this.hang();
  }

  // Names have two lines where a level is too wide for one.
  layLevel(depth) {
    const { laid, panel } = this, { nodes } = laid.levels[depth], { ask, wrap, lined } = this.rungAt(depth);
    const lay = () => {
      const boxes = nodes.map(({ id }) => this.box(laid.byId.get(id)));
      if (ask === "turns") takeTurns(boxes);
      boxes.forEach((box) => this.boxes.set(box.node.id, box));
      return boxes.reduce((sum, { w }) => sum + w, 0);
    };
    if (lined) this.wraps.add(depth);
    const w = lay();
    if (lined || w <= wrap * (panel.w - 2 * MARGIN)) return w;
    this.wraps.add(depth);
    return lay();
  }

  // How much room a level takes: {w, h, gap}; and of its marks how many there are, and how far apart; whether it has words.
  measured(depth) {
    const w = this.layLevel(depth), level = this.laid.levels[depth], { above, name, body, gap } = this.row(level, depth);
    const others = level.nodes.filter(({ id }) => !this.spelled.has(id)).length;
    const frames = level.nodes.reduce((sum, { id }) => sum + (this.boxes.get(id).before ?? 0) + (this.boxes.get(id).after ?? 0), 0);
    return { w: w + frames, h: above + name + body, gap, others, apart: this.slot, words: name > 0 };
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
      at = (rung.leaf === "mark" || span / (right - left) > this.narrowed) && squeezed(laid, place, box, ends);
      if (!at) return null;
      [left, right] = ends;
    }
    const loose = (this.rows.length - 1) * (FINE_GAP - rung.space.gap), comfy = this.needs + loose;
    const hung = (s, under) => {
      const [spread, x0] = this.across(at.get("root"), left, right, s, under), top = this.top(x0 + at.get("root") * spread, s);
      return { s, spread, x0, top, spare: panel.h - top - MARGIN - this.needs * s };
    };
    // below what is in the corners, where that costs no height that is needed, or where it has as much as it must and would
    // stand aside between them; else between them
    const fills = (s) => {
      const [below, between] = [hung(s, true), hung(s, false)], middle = at.get("root");
      const aside = Math.abs(between.x0 + middle * between.spread - below.x0 - middle * below.spread) > ASIDE * panel.w;
      return below.spare >= (aside ? 0 : loose * s) ? below : between;
    };
    const large = Math.min(this.reading, (ends[1] - ends[0]) / span, (panel.h - 2 * MARGIN) / comfy);
    let way = fills(Math.max(1, large));
    if (way.spare < 0) way = fills(1);
    return way.spare < 0 && !must ? null : this.stand(at, way);
  }

  // Whether only a dot is left of it, as always of what has no name.
  dotted(node) { return gone(node) && !(this.faint && node.head); }

  // What a node shows at this level of detail, and the room that it takes at full size.
  box({ node, depth, body }, whole = false) {
    const dot = { kind: "dot", w: DOT, h: DOT };
    if (this.dotted(node) && !whole) return { node, depth, inner: dot, w: FALLEN, below: 0, level: SMALL, told: 0 };
    const rung = this.rungOf(depth, node.id), own = this.own(node);
    const numbers = rung.numbers === "parted" ? own.flatMap((line) => line.split(", ")) : own;
    const told = Math.min(rung.lines || (node.id === this.selected && rung.own) || 0, numbers.length);
    const said = this.said(node, rung), lined = this.inLines(said, depth);
    const name = said.head ? this.nameWide(node, lined) : 0;
    const says = depth && rung.leaf !== "mark" && (!rung.mute || rung.asked) ? node.edge?.text ?? "" : "", aside = Boolean(says) && rung.ask === "with";
    const value = this.values?.[node.id];  // of a row on its way, before the cut: 28 > 19.5
    const label = says ? this.width(value ? `${value} ${says}` : says, LINE_SIZE, Boolean(value)) + 4 : 0;
    const lines = numbers.slice(0, told).map((one) => this.width(one, LINE_SIZE, false) + 4);
    const inner = this.inner(node, body, Math.max(name, ...lines), rung);
    const tag = said.head && node.kind === "leaf" && node.answer !== null ? 8 : 0;  // a number has no ground
    const frame = this.frame(node), pill = rung.leaf === "mark" || rung.mute ? null : this.pill(node, rung);
    const wide = Math.max(inner.w, name + tag, ...lines), hangs = Math.max(wide, pill?.w ?? 0);
    const full = Math.max(hangs, rung.ask === "above" ? label : 0, this.asked(node));
    const low = inner.h + (told ? LINE_HIGH * told + 3 : 0), below = low + (pill ? FOLDER_HIGH : 0);
    const apart = rung.leaf === "mark" ? this.slot - this.slot * MARK : rung.mute ? 3 : LEAVES[rung.leaf].apart;
    const level = said.head || told ? (told >= node.lines.length ? FULL : HEAD) : SMALL;
    return { node, depth, inner, ...said, lined, frame, numbers, name, says, label, aside, wide, pill, folder: low, below,
      level, told, before: frame.before + (aside ? label + BESIDE : 0), after: frame.after, w: full + apart, low: hangs + apart + 2 * frame.before };
  }

  // The button that opens what is folded away: how many nodes that is.
  pill({ hidden }, { leaf }) {
    if (!hidden) return null;
    const text = leaf === "name" ? this.below.replace("{n}", hidden) : `+${hidden}`;
    return { text, w: this.width(text, PILL_SIZE, false) + PILL };
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

  // The name, and of a leaf the number of its rows, of a question where there is room; where questions have no room, how much is folded below.
  said({ head, kind, n, answer, hidden }, { leaf, most, answers, wrap, lines, numbers, mute, counts, counted }) {
    if (leaf === "mark" || (mute && kind !== "leaf" && !(hidden && counts))) return { head: "", beside: "" };
    if (mute && hidden) return { head: `+${hidden}`, beside: "" };
    if (kind !== "leaf") return { head: this.short(most).get(head) ?? head, beside: counted && n && head ? besides({ n, head }) : "" };
    if (leaf === "name") return { head, beside: (lines && numbers !== "alone") || !n || !head ? "" : besides({ n, head }) };
    if (answer !== null) return { head: this.short(answers).get(head) ?? head, beside: "" };
    if (most === ALL) return { head: wrap < ALL ? rounded(head) : head, beside: "" };
    return { head: rounded(head.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "")), beside: "" };
  }

  inner(node, body, words, rung) {
    const { size, space, sign } = rung, pitch = (this.pitch ?? PITCH) * size, bar = this.barred && node.marks.includes("pruned");
    if (body.kind === "tray" && pitch >= LEAST_PITCH && !bar) return { kind: "tray", w: body.w * size, h: body.h * size, pitch };
    const { w, h } = PLOT_LEAST, leaf = node.kind === "leaf";
    if (body.kind === "plot" && (rung.drawn || !this.dense)) return { kind: "plot", w: Math.max(w, body.w * size), h: Math.max(h, body.h * size) };
    if (sign && body.kind === "sign") return { kind: "sign", w: this.sign, h: this.sign };
    if (leaf && rung.leaf === "mark" && !sign && Number.isInteger(node.answer)) return { kind: "answer", w: Math.min(this.slot * MARK, ANSWER), h: ANSWER * this.slim };
    if (rung.leaf === "mark") return { kind: "bar", w: this.slot * MARK, h: sign ? this.sign / 2 : space.bar * this.slim };
    const most = this.dense && leaf ? LEAF_BAR : rung.mute ? MERE_BAR : Math.max(BAR, words);
    return { kind: "bar", w: Math.min(barWide(node), rung === RICHEST ? ALL : most), h: Math.max(Math.min(4, space.bar), node.thick * space.thick) };
  }

  // A row is as high as its questions, with the button of what is folded: what hangs below is in nobody's way.
  row({ nodes }, depth) {
    const rung = this.rungAt(depth), { space } = rung, standing = nodes.filter((node) => !this.dotted(node));
    if (rung.leaf === "mark" || rung.mute) return this.markRow(nodes, rung);
    const questions = standing.filter(({ id, hidden }) => hidden || this.laid.children.has(id));
    if (!standing.length) return { above: 0, name: 0, body: 8, gap: 7, bare: true };
    const framed = standing.some(({ marks }) => marks.includes("hand")) ? 5 : 0;
    const above = depth && LINES[rung.ask] ? LINES[rung.ask] * space.condition + framed : 0;
    const low = (some) => Math.max(space.bar, ...some.map(({ id }) => this.boxes.get(id).below));
    const name = space.name + (this.wraps.has(depth) ? SECOND : 0);
    return { above, name, body: low(questions.length ? questions : standing), gap: space.gap };
  }

  // As large as its slot, or as there is height for.
  get sign() { return Math.min(this.slot * MARK, this.rung.sign * this.slim); }

  // With what is spelled out on it, or what leaves answer.
  markRow(nodes, { space, gap, sign, ask }) {
    const boxes = nodes.map(({ id }) => this.boxes.get(id)), worded = boxes.filter(({ head }) => head);
    const above = boxes.some(({ says }) => says) ? LINES[ask] * space.condition : 0, bar = sign ? this.sign : space.bar * this.slim;
    const body = Math.max(bar, ...worded.map(({ below }) => below));
    return { above, name: worded.length ? space.name : 0, body, gap: gap * this.slim };
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
    if (!all.some(({ node }) => this.dotted(node) && node.head)) return all.length > 1 ? (root - left) / (right - left) : 0.5;
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
    for (const [id, box] of this.boxes) place.set(id, this.place(box, middles.get(id), ys, s));
    for (const p of place.values()) if (p.below.length) p.bend = ys[p.depth + 1];
    if (this.by) this.crowd([...place.values()], s);
    const all = ys.map((high, k) => high + (rows[k].above + rows[k].name + Math.min(rows[k].body, 10) / 2) * s);
    const far = all.slice(1).map((high, k) => high - all[k]);
    return { places: place, s, gaps: far, dense: this.dense, rung: this.rung.name };
  }

  // Where only marks are left, no room is kept for the button of what is folded, unless its node is spelled out: it
  // is there where it has room.
  crowd(places, s) {
    for (const p of places) {
      if (!p.node.hidden || p.level === SMALL) continue;
      p.crowded = true;
      if (!p.pill) continue;  // it stands in the name's place
      const half = (p.pill.w * s) / 2 + 2, foot = p.folder + FOLDER_HIGH * s;
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

  place(box, x, ys, s) {
    const { node, depth, told, level, head, beside, name, says, label, lined, frame, numbers, aside, pill } = box;
    const row = this.rows[depth], second = (some) => (some ? SECOND * s : 0);
    const { kind, w, h, pitch } = box.inner, inner = { kind, w: w * s, h: h * s, ...(pitch && { pitch: pitch * s }) };
    const high = ys[depth], named = high + row.above * s, body = kind === "dot" ? named : named + row.name * s;
    const line = row.name * s - second(this.wraps.has(depth)), first = body - line - second(lined?.length === 2);
    const half = (Math.max(w, box.wide ?? 0) / 2) * s, y = body + inner.h / 2, top = level === SMALL ? body : first;
    const below = this.laid.children.get(node.id) ?? [], heads = body - (line / 2) - s, above = says && !aside;
    const condition = this.rung.space.condition * s, said = high + (box.lower ? (LINES.turns - 1) * condition : 0), clear = says || head ? CLEAR : 0;
    const bottom = body + (kind === "dot" ? inner.h : box.below * s), folder = body + (box.folder ?? 0) * s;
    return {
      id: node.id, up: node.up, node, badges: this.laid.byId.get(node.id).badges, depth, below, room: box.w * s, inner, x, y, level, told,
      said: head, beside, lined, frame, numbers, headWide: name, pill,
      letters: this.letters, left: -half, right: half, wide: 2 * half, top, bottom, folder,
      headAt: head ? { x, y: heads } : null,
      label: says ? { aside, x: aside ? x - half - (BESIDE + frame.before) * s : x, y: above ? said + condition / 2 - 3 * s : heads, w: label * s } : null,
      lift: above ? top - said : 0, end: (above ? said : top) - clear, on: box.higher ? [said + condition - 2 * s, top - clear] : null, turn: high + (row.above + row.name + row.body) * s,
    };
  }
}

// Conditions that are by turns higher and lower: each needs room between two branches alone, and at an end of its level its own.
function takeTurns(boxes) {
  const half = (k) => (boxes[k]?.says ? boxes[k].label / 2 + PAST : 0), last = boxes.length - 1;
  boxes.forEach((box, k) => {
    const turn = k % 2 ? "higher" : "lower", ends = k && k < last ? 0 : box.label;
    Object.assign(box, { [turn]: Boolean(box.says), w: Math.max(box.w, half(k - 1), half(k), half(k + 1), ends) });
  });
}

// Where names stand in two lines or are elided, a number has three digits: it is never broken.
function rounded(text) {
  const number = Number(text.replaceAll(",", "").replace("−", "-"));
  if (!/\.\d/.test(text) || Number.isNaN(number)) return text;
  const short = Math.abs(number) < 100 ? `${+number.toPrecision(3)}` : Math.round(number).toLocaleString("en");
  return short.replace("-", "−");
}

// Where a name may be broken: at a space, after a sign, before a capital, between two words of Chinese, or two signs where
// no words are known; a number nowhere, nor a Chinese name of so few signs that it is read at a glance.
function breaks(text) {
  if (/^\p{Script=Han}{1,4}$/u.test(text)) return [];
  if (!broken.has(text)) broken.set(text, parted(text));
  return broken.get(text);
}

const broken = new Map();

function parted(text) {
  const found = [...text.matchAll(/(?<=\S)( )(?=\S)|(?<=\w[_-]|[\p{L}_]\.)(?=\w)|(?<=\p{Ll})(?=\p{Lu}\p{Ll})|(?<=\d\.)(?=\p{L})|(?<=\p{Script=Han})(?=\p{Script=Han})/gu)];
  let at = 0;
  const ends = new Set(wordsOf(text).map((word) => (at += word.length)));
  const whole = found.filter(({ index, 1: space }) => space || ends.has(index) || !/\p{Script=Han}/u.test(text[index]));
  return (whole.length ? whole : found).map(({ index, 1: space }) => [text.slice(0, index), text.slice(index + (space?.length ?? 0))]);
}

// What stands beside a name, as the number of a leaf's rows, in the brackets of the name's own script.
export const besides = ({ n, head }) => (/\p{Script=Han}/u.test(head) ? `（${n}）` : ` (${n})`);
