// How much a tree says where it has how much room: one table of the rungs, from the richest to the barest. A tree stands on
// the first on which all of it has room (detail.js). Pixels are those of a tree at full size.
export const ALL = Infinity;
export const BAR = 40, LEAF_BAR = 22, MERE_BAR = 14;  // how wide a bar is at least: of a question, of a leaf, of a mere mark

// How close the rows stand: pixels of a condition, of a name, of the least gap below a row and of the lowest bar; how much
// a bar has of its thickness; pixels of a name's letters.
export const SPACE = {
  roomy: { condition: 16, name: 19, gap: 11, bar: 6, thick: 1, letters: 14 },
  close: { condition: 14, name: 17, gap: 8, bar: 6, thick: 1, letters: 14 },
  dense: { condition: 14, name: 15, gap: 9, bar: 4, thick: 0.6, letters: 12 },
  packed: { condition: 0, name: 14, gap: 7, bar: 3, thick: 0.3, letters: 12 },
};

// What a leaf is called by: its name, how many rows it has, the same with a mere bar, that unless it has fallen, nothing.
// Pixels between it and its neighbours, and of the narrowest one.
export const LEAVES = {
  name: { apart: 8, least: BAR }, count: { apart: 8, least: LEAF_BAR }, few: { apart: 5, least: MERE_BAR },
  stays: { apart: 5, least: MERE_BAR }, bar: { apart: 5, least: MERE_BAR },
};

// With names in full. `numbers`: which of its numbers a node has: all, without those on request, these with the first of
// its own in lines of their own or joined in one, these alone, or its own each in a line by itself; `lines`: how many lines
// of them; `trays`: how large the rows' trays and plots are, one rung for each. `ask`: where conditions stand.
const NAMED = [
  // name of the rung, numbers, lines, space, ask, leaf, trays
  ["all numbers", "all", ALL, "roomy", "above", "name", [1, 0.8, 0.65]],
  ["asked numbers", "asked", ALL, "roomy", "above", "name", [1, 0.8, 0.65, 0.45, 0]],
  ["joined numbers", "joined", 1, "roomy", "above", "name", [1, 0.8, 0.65, 0.45, 0]],
  ["asked alone", "alone", ALL, "dense", "above", "name", [0]],
  ["asked alone, conditions beside", "alone", ALL, "packed", "with", "name", [0]],
  ["asked alone, leaves counted", "alone", ALL, "dense", "above", "count", [0]],
  ["usual numbers", "usual", ALL, "roomy", "above", "name", [1, 0.8, 0.65]],
  ["parted numbers", "parted", ALL, "roomy", "above", "name", [1, 0.8, 0.65]],
  ["first number", "usual", 1, "roomy", "above", "name", [1, 0.8, 0.65]],
  ["names", "usual", 0, "close", "above", "name", [0.8, 0.6, 0.45, 0]],
  ["first number, small trays", "usual", 1, "roomy", "above", "name", [0.45, 0]],
];

// Without numbers and trays: first in one line, then in two where the names of a level are as wide as the panel, or wider
// than 0.6 of it. Names are whole, in two lines if need be, before any is elided.
const COUNTED = [
  // name of the rung, space, ask, leaf
  ["leaves counted", "dense", "above", "count"], ["conditions beside", "dense", "with", "count"],
  ["mere leaves", "dense", "with", "few"], ["fallen leaves unnamed", "dense", "with", "stays"],
  ["leaves unnamed", "dense", "with", "bar"],
  ["questions", "dense", "none", "count"], ["questions, mere leaves", "dense", "none", "few"],
  ["packed", "packed", "with", "few"], ["packed, fallen leaves unnamed", "packed", "with", "stays"],
  ["packed, leaves unnamed", "packed", "with", "bar"],
  ["packed questions", "packed", "none", "few"], ["packed questions, leaves unnamed", "packed", "none", "bar"],
];

// With names elided to so many letters, one rung for each.
const ELIDED = [
  // name of the rung, space, ask, leaf, letters, in two lines from this share of the panel's width on
  ["elided", "dense", "with", "few", [14, 11, 9], ALL],
  ["elided questions in two lines", "dense", "none", "few", [14, 11, 9], 0.6],
  ["elided questions", "dense", "none", "few", [14, 11, 9, 7, 5], ALL],
  ["elided questions, leaves unnamed", "dense", "none", "bar", [11, 9, 7, 6, 5, 4], ALL],
  ["packed elided", "packed", "none", "few", [14, 9, 5], ALL],
  ["packed elided, leaves unnamed", "packed", "none", "bar", [9, 6, 4], ALL],
];

const rung = (name, space, ask, leaf, more) => (
  { name, space: SPACE[space], ask, leaf, numbers: "all", lines: 0, size: 0, most: ALL, wrap: ALL, ...more });
// in a lecture, which does not jump from node to node, what is selected has one of its numbers all the same
const withOwn = (one) => (one.lines === 0 ? [{ ...one, own: 1 }, one] : [one]);
const named = NAMED.flatMap(([name, numbers, lines, space, ask, leaf, trays]) => (
  trays.map((size) => rung(name, space, ask, leaf, { numbers, lines, size }))));
const counted = COUNTED.flatMap(([name, space, ask, leaf]) => (
  [ALL, 1, 0.6].map((wrap) => rung(name, space, ask, leaf, { wrap }))));

export const RICHEST = named[0];
export const WHOLE = [...named.flatMap(withOwn), ...counted];
export const SHORT = ELIDED.flatMap(([name, space, ask, leaf, letters, wrap]) => (
  letters.map((most) => rung(name, space, ask, leaf, { most, wrap }))));
// The last of all: bars as narrow as must be, and names on as many of the upper levels as have the height.
export const BARE = { ...SHORT.at(-1), name: "marks", leaf: "mark", most: 0, gap: 5 };
// Of a small picture among others: the same without any name, with the sign of the column that a node asks.
export const SHAPES = { ...BARE, name: "shapes", sign: 9, gap: 7 };
export const RUNGS = [...WHOLE, ...SHORT];
