// How much a tree says where it has how much room: one table of the rungs, from the richest to the barest. A tree stands on
// the first on which all of it has room; on the last ones its lowest levels say less than those above (detail.js). A
// condition stands on the branch that leads to its node: above what the node says, by turns higher and lower where all
// have no room side by side, or beside it. Pixels are those of a tree at full size.
export const ALL = Infinity;
export const BAR = 40, LEAF_BAR = 22, MERE_BAR = 14;  // how wide a bar is at least: of a question, of a leaf, of a mere mark
const WORD = 11;  // letters of an answer that is a word
export const MARK_WIDE = MERE_BAR + 5, MARK = MERE_BAR / MARK_WIDE;  // a mark with what is beside it, and how much of that it is

// How close the rows stand: pixels of a condition, of a name, of the least gap below a row and of the lowest bar; how much
// a bar has of its thickness; pixels of a name's letters.
export const SPACE = {
  roomy: { condition: 16, name: 19, gap: 11, bar: 6, thick: 1, letters: 14 },
  close: { condition: 14, name: 17, gap: 8, bar: 6, thick: 1, letters: 14 },
  dense: { condition: 14, name: 15, gap: 9, bar: 4, thick: 0.6, letters: 12 },
  packed: { condition: 13, name: 14, gap: 7, bar: 3, thick: 0.3, letters: 12 },
};

// What a leaf says: its answer and how many rows it has, its answer alone, nothing. Pixels between it and its neighbours,
// and of the narrowest one.
export const LEAVES = { name: { apart: 8, least: BAR }, answer: { apart: 6, least: LEAF_BAR }, mark: { apart: 5, least: MERE_BAR } };

// With names in full. `numbers`: which of its numbers a node has: all, without those on request, these with the first of
// its own in lines of their own or joined in one, these alone, or its own each in a line by itself; `lines`: how many lines
// of them; `trays`: how large the rows' trays and plots are, one rung for each. `ask`: where conditions stand.
const NAMED = [
  // name of the rung, numbers, lines, space, ask, leaf, trays, whether a question says beside its name how many rows it has
  ["all numbers", "all", ALL, "roomy", "above", "name", [1, 0.8, 0.65]],
  ["asked numbers", "asked", ALL, "roomy", "above", "name", [1, 0.8, 0.65, 0.45, 0]],
  ["joined numbers", "joined", 1, "roomy", "above", "name", [1, 0.8, 0.65, 0.45, 0]],
  ["asked alone", "alone", ALL, "dense", "above", "name", [0]],
  ["asked alone, conditions beside", "alone", ALL, "packed", "with", "name", [0]],
  ["asked alone, leaves uncounted", "alone", ALL, "dense", "above", "answer", [0]],
  ["usual numbers", "usual", ALL, "roomy", "above", "name", [1, 0.8, 0.65]],
  ["parted numbers", "parted", ALL, "roomy", "above", "name", [1, 0.8, 0.65]],
  ["first number", "usual", 1, "roomy", "above", "name", [1, 0.8, 0.65]],
  ["counted names", "usual", 0, "close", "above", "name", [0.8, 0.6, 0.45, 0], true],
  ["names", "usual", 0, "close", "above", "name", [0.8, 0.6, 0.45, 0]],
  ["first number, small trays", "usual", 1, "roomy", "above", "name", [0.45, 0]],
];

// Without numbers and trays: first in one line, then in two where the names of a level are as wide as the panel, or wider
// than 0.6 of it.
const PLAIN = [
  // name of the rung, space, ask, leaf
  ["dense", "dense", "above", "name"], ["leaves uncounted", "dense", "above", "answer"],
];

// Where not all levels have room for that, what a level says, from much to little.
const SAID = [
  // leaf, letters of a name, whether plots are drawn, letters of an answer: one of few, it is elided after names are
  ["name", ALL], ["answer", ALL], ["answer", 14], ["answer", 9, false, WORD], ["answer", 6, false, WORD], ["answer", 6],
];
// How it is set, from the lowest row on: where its conditions stand, and whether its names have two lines.
const ABOVE = [["above", false], ["above", true], ["turns", false], ["turns", true]], BESIDE = [["with", false], ...ABOVE];
export const LINES = { with: 0, above: 1, turns: 2.15 };  // of conditions above a row, whose letters stay apart in a tree that is drawn smaller

const rung = (name, space, ask, leaf, more) => (
  { name, space: SPACE[space], ask, leaf, numbers: "all", lines: 0, size: 0, most: ALL, answers: more.most ?? ALL, wrap: ALL, ...more });
// in a lecture, which does not jump from node to node, what is selected has one of its numbers all the same
const withOwn = (one) => (one.lines === 0 ? [{ ...one, own: 1 }, one] : [one]);
const named = NAMED.flatMap(([name, numbers, lines, space, ask, leaf, trays, counted]) => (
  trays.map((size) => rung(name, space, ask, leaf, { numbers, lines, size, counted }))));
const plain = [rung("counted dense", "dense", "above", "name", { counted: true }), ...PLAIN.flatMap(([name, space, ask, leaf]) => [ALL, 1, 0.6].map((wrap) => rung(name, space, ask, leaf, { wrap })))];

export const RICHEST = named[0];
export const WHOLE = [...named.flatMap(withOwn), ...plain];
// A lone node has numbers before its rows are drawn.
export const LONE = [...WHOLE.filter(({ lines, own }) => lines || own),
  rung("first number, packed", "packed", "above", "name", { numbers: "usual", lines: 1 }), ...WHOLE];
// By what a level says, the ways to set it: the last but one has the answers of its leaves, in full or not, with how
// many nodes are folded or without, first with the conditions and then alone, the last marks alone, bars as narrow as must
// be. A tree with plots loses them next after the numbers of its leaves.
const graded = (name, space, sets) => (plots) => {
  const some = [...(plots ? [["name", ALL, true], ["answer", ALL, true]] : []), ...SAID.slice(plots ? 1 : 0)];
  const set = ([leaf, most, drawn, answers = most], less) => sets.map(([ask, lined]) => ({ ...rung(name, space, ask, leaf, { most, answers }), drawn, lined, less }));
  const bare = (leaf, most, less, more, ask = sets[0][0]) => ({ ...rung(name, space, ask, leaf, { most }), gap: 5, less, ...more });
  const answers = [true, false].flatMap((counts) => [ALL, WORD, 5].map((most) => [most, counts])).map(([most, counts]) => [
    ["above", "turns"].map((ask) => bare("answer", most, some.length, { mute: true, counts, asked: true }, ask)),
    [bare("answer", most, some.length + 1, { mute: true, counts })]]);
  return [...some.map(set), answers, [bare("mark", 0, some.length + 2)]];
};
const GRADED = [graded("graded", "dense", ABOVE), graded("conditions beside", "dense", BESIDE), graded("packed", "packed", BESIDE)];
const [PLAINLY, PLOTTED] = [false, true].map((plots) => GRADED.map((one) => one(plots)));
export const gradesOf = (plots) => (plots ? PLOTTED : PLAINLY);
// The last of all; and of a small picture among others, with the sign of the column that a node asks.
export const BARE = { ...PLAINLY[2].at(-1)[0], name: "marks" }, SHAPES = { ...BARE, name: "shapes", sign: 9, gap: 7 };
