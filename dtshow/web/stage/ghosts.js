// Another candidate than the chosen one, played as a ghost: the node asks about it, its rows regroup,
// and the children that it would make are sketched below, with their counts. All is read from the scene;
// nothing is asked of anyone, and no score is worked out.
import { standing } from "./trays.js";

const APART = 22, EDGE = 8, HEAD = 20, LINE = 15, LETTER = 7.4, GAP = 46;  // pixels of the tree at full size
const MOST = 30;  // letters of a head, where the server cuts them too

// The scene as if the candidate were chosen; the same scene where that cannot be shown.
export function looked(scene, name) {
  const row = ranked(scene, name), { tree } = scene;
  const node = tree.nodes.find(({ id }) => id === tree.selected);
  if (!row?.branches || !tree.marks || !node?.tray || node.kind !== "open") return scene;
  const by = groups(node.tray.rows, row);
  if (JSON.stringify(by) === JSON.stringify(node.tray.by)) return scene;
  const own = tree.nodes.filter(ghostOf(node)), head = short(`${name}?`);
  const weighed = { ...node, head, says: node.says.replace(node.head, () => head), tray: { ...node.tray, by } };
  const nodes = tree.nodes.filter((one) => !own.includes(one)).map((one) => (one === node ? weighed : one));
  const sketched = ghosts(node, row, by, tree, own, counting(node, row, scene));
  nodes.splice(nodes.findIndex(({ id }) => id === node.id) + 1, 0, ...sketched);
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

const ghostOf = ({ id }) => ({ kind, up }) => kind === "ghost" && up === id;

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
  return letters.length <= MOST ? plain : `${letters.slice(0, MOST - 1).join("")}…`;
}

function ghosts(node, { labels }, by, tree, before, told) {
  const { marks } = tree, lines = labels.map((_, k) => told(by[k]));
  const sizes = labels.map((label, k) => size(by[k], [label, ...lines[k]], marks));
  const total = sizes.reduce((sum, { w }) => sum + w, 0) + APART * (sizes.length - 1);
  const like = before[0], h = Math.max(...sizes.map(({ h }) => h)) + HEAD + LINE * lines[0].length;
  const y = like ? like.y - like.h / 2 + h / 2 : node.y + node.h / 2 + GAP + h / 2;
  let left = node.x - total / 2;
  return sizes.map(({ tray, w }, k) => {
    const x = left + w / 2;
    left += w + APART;
    return ghost({ node, k, x, y, w, h, tray, lines: lines[k], label: labels[k], all: tree.nodes[0] });
  });
}

function size(rows, texts, { y, pitch }) {
  const lines = Math.max(1, Math.round(Math.sqrt(rows.length / 2.6))), [, columns] = standing({ rows, lines }, y);
  const tray = { rows, lines, w: columns * pitch + 2 * EDGE, h: lines * pitch + 2 * EDGE };
  return { tray, w: Math.max(tray.w, ...texts.map(({ length }) => length * LETTER)), h: tray.h };
}

function ghost({ node, k, x, y, w, h, tray, lines, label, all }) {
  const n = tray.rows.length, share = n / (all.tray?.rows.length || n || 1);
  return {
    id: node.id === "root" ? `${k}` : `${node.id}.${k}`, up: node.id, kind: "ghost", answer: null, marks: [],
    head: "", lines, bar: [], thick: 2, says: label, hidden: 0, x, y, w, h, tray,
    edge: { text: label, share },
  };
}
