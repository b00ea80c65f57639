// Another candidate than the chosen one, played as a ghost: the node asks about it, its rows regroup,
// and the children that it would make are sketched below, with their counts. All is read from the scene;
// nothing is asked of anyone, and no score is worked out.
import { child } from "./ids.js";
import { standing } from "./trays.js";

const EDGE = 8, LETTER = 7.4;  // pixels of the tree at full size
const MOST = 30;  // letters of a head, where the server cuts them too

// The scene as if the candidate were chosen; the same scene where that cannot be shown.
export function looked(scene, name) {
  const row = ranked(scene, name), { tree } = scene;
  const node = tree.nodes.find(({ id }) => id === tree.selected);
  if (!row?.branches || !tree.marks || !node?.tray || node.kind !== "open") return scene;
  const by = groups(node.tray.rows, row);
  if (JSON.stringify(by) === JSON.stringify(node.tray.by)) return scene;
  const head = short(`${row.column ?? name}?`), promised = ({ kind, up }) => kind === "ghost" && up === node.id;
  const weighed = { ...node, head, says: node.says.replace(node.head, () => head), tray: { ...node.tray, by } };
  const sketched = ghosts(node, row, by, tree, counting(node, row, scene));
  const others = tree.nodes.filter((one) => !promised(one));
  const nodes = others.flatMap((one) => (one === node ? [weighed, ...sketched] : [one]));
  return { ...scene, tree: { ...tree, nodes } };
}

// Whether the candidate, or the chosen one, is not the best: another one is, or none may be taken.
export const lesser = (scene, name) => ranked(scene, name)?.best === false;

function ranked({ panel }, name) {
  const ranking = panel?.find(({ type }) => type === "ranking");
  return ranking?.rows.find((one) => one.name === (name ?? ranking.chosen));
}

// The scene as if no candidate were chosen: the node keeps its question to itself. What it would make keeps its
// room, so that nothing moves when it is told, but is not seen (lecture.css).
export function unasked(scene) {
  const { tree } = scene, node = tree.nodes.find(({ id }) => id === tree.selected);
  if (node?.kind !== "open") return scene;
  const { by, ...tray } = node.tray ?? {}, says = node.says.replace(node.head, () => "?");
  const open = { ...node, head: "?", says, ...(node.tray && { tray }) };
  return { ...scene, tree: { ...tree, nodes: tree.nodes.map((one) => (one === node ? open : one)) } };
}

// The scene without what is only promised.
export function kept(scene) {
  const { tree } = scene;
  return { ...scene, tree: { ...tree, nodes: tree.nodes.filter(({ kind }) => kind !== "ghost") } };
}

// The node's rows by branch, each in the order of the tray; those that have none come last.
function groups(rows, { branches, labels }) {
  const of = (letter) => rows.filter((_, i) => branches[i] === letter), rest = of("-");
  const by = labels.map((_, k) => of(k.toString(36)));
  return rest.length ? [...by, rest] : by;
}

// What is said of a branch's rows: how many are of each class, written as the node writes its own. Where it
// writes something else (means, weights) nothing is said, nor if rows without a value are shared out.
function counting({ lines, tray }, { branches }, { classes, tree: { marks } }) {
  const count = (rows) => classes.map((_, k) => rows.filter((row) => parseInt(marks.y[row], 36) === k).length);
  const named = (rows) => count(rows).map((n, k) => `${n} ${classes[k]}`).join(" · ");
  const plain = (rows) => count(rows).join(" · ");
  const way = !marks.numeric && !branches.includes("-") && [named, plain].find((one) => one(tray.rows) === lines[0]);
  return (rows) => (way ? [way(rows)] : []);
}

function short(text) {
  const plain = text.split(/\s+/).join(" ").trim(), letters = [...plain];
  const tail = Math.floor((MOST - 1) / 2);
  return letters.length <= MOST ? plain : `${letters.slice(0, MOST - 1 - tail).join("")}…${letters.slice(-tail).join("")}`;
}

function ghosts(node, { labels }, by, { marks, nodes: [root] }, told) {
  return labels.map((label, k) => {
    const tray = trayOf(by[k], marks), lines = told(by[k]), n = by[k].length;
    return {
      id: child(node.id, k), up: node.id, kind: "ghost", answer: null, marks: [],
      head: "", lines, bar: [], thick: 2, says: label, hidden: 0, tray,
      w: Math.max(tray.w, ...[label, ...lines].map(({ length }) => length * LETTER)),
      edge: { text: label, share: n / (root.tray?.rows.length || n || 1) },
    };
  });
}

function trayOf(rows, { y, pitch }) {
  const lines = Math.max(1, Math.round(Math.sqrt(rows.length / 2.6))), [, columns] = standing({ rows, lines }, y);
  return { rows, lines, w: columns * pitch + 2 * EDGE, h: lines * pitch + 2 * EDGE };
}
