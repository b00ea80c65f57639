// Which rows are meant: those of a node, those that a count counts, the one of a number. It
// reads them from the scene and draws nothing.
import { child, within } from "./ids.js";

// The rows at a node: those in the trays at it and below it.
function rowsAt(tree, top) {
  const rows = new Set();
  for (const { id, kind, tray } of tree.nodes)
    if (tray && kind !== "ghost" && within(id, top)) for (const row of tray.rows) rows.add(row);
  return rows;
}

// The rows at the selected node that go to a branch and are of a class; -1: whichever.
export function counted(tree, branch, label) {
  const { selected, marks } = tree, node = tree.nodes.find(({ id }) => id === selected);
  if (!marks || !node) return new Set();
  const sent = () => new Set(node.tray?.by ? node.tray.by[branch] : rowsAt(tree, child(selected, branch)));
  const rows = branch < 0 ? rowsAt(tree, selected) : sent();
  return label < 0 ? rows : new Set([...rows].filter((row) => parseInt(marks.y[row], 36) === label));
}

// The rows that stand out: those of the pressed count, which the table has first, else the chosen one, and of a
// new row those that answer for it, at its leaf; null if none does.
export function lit(scene) {
  const { tree, rows } = scene;
  if (!tree.marks || !rows) return null;
  const shown = pressed(scene) ? rows.cells.slice(0, rows.lit) : rows.chosen >= 0 ? [rows.cells[rows.chosen]] : null;
  const found = shown && new Set(shown.map((cells) => rowOf(scene, cells?.[0] ?? null)));
  return found?.has(-1) ? rowsAt(tree, tree.selected) : found;
}

// Whether a count is pressed.
export const pressed = ({ panel, rows }) =>
  Boolean(rows?.counted || panel?.some((block) => block.type === "sum" && block.pressed));

// The table's numbers of its rows, in the order of the rows. A table with marks is shown whole.
function numbers({ rows }) {
  if (!rows) return [];
  if (!known.has(rows)) known.set(rows, rows.cells.map(([number]) => number).sort((a, b) => a - b));
  return known.get(rows);
}
const known = new WeakMap();

export const numberOf = (scene, row) => numbers(scene)[row] ?? null;

// Where a row has its mark; -1: a new one, which the table lists after all others, has none.
export function rowOf(scene, number) {
  const row = number === null ? -1 : numbers(scene).indexOf(String(number));
  return row < (scene.tree.marks?.y.length ?? Infinity) ? row : -1;
}
