// What was done and what is to be seen of it at once: a numbered queue that is sent as a whole until the
// server has taken note of it, and the scene on show while the server is still at work. It knows no DOM
// and never guesses: it goes ahead only by what the server has sent beforehand, or marks what was touched; what the
// server then says wins.
import { below } from "./ids.js";
import { lit } from "./linked.js";

export class Acts {
  // `send`: called when there is something to tell; true: it is on show already, so that it can wait.
  constructor(send) {
    Object.assign(this, { send, queue: [], number: 0, told: null, base: null, level: 0, scene: null, beside: null });
  }

  act(kind, value = null) {
    this.queue.push([++this.number, kind, value]);
    if (this.told) this.foresee();
    this.send(this.level === this.number);
  }

  // A node was touched in a stage that stands beside this one, or in this: {number, place, id}.
  link(beside) {
    this.number = Math.max(this.number, beside.number);  // acts of all stages are numbered in one row
    if (!this.told) return;
    this.beside = beside;
    this.foresee();
  }

  // An answer {done, scene, next}. Sections that say the same as those on show stay the same objects, so
  // that nobody need look into them again.
  hear({ done, scene, next, linked }) {
    const anew = this.told !== null && done < this.told.done;  // another session: it has heard of nothing
    this.number = Math.max(this.number, done);
    this.queue = this.queue.filter(([number]) => number > done);
    this.told = { done, scene: kept(scene, this.base), next, linked };
    if (!linked || done >= this.beside?.number) this.beside = null;
    if (anew) this.level = 0;
    this.foresee();
    if (anew && this.queue.length) this.send(false);
  }

  // All that the server has not taken note of, as it is now: what is told later must not tell less.
  untold() { return this.queue.map((act) => [...act]); }

  // What is known of the scene after the one on show.
  get coming() { return this.told?.done === this.level && !this.queue.length ? this.told.next : null; }

  // The server's scene, or the one after it if that was asked for and is at hand: a section that is null is no longer
  // there. An answer that has not
  // heard of what is on show already changes nothing.
  foresee() {
    const { told: { done, scene, next }, queue: [first] } = this, ahead = first?.[1] === "next" && next;
    const level = ahead ? first[0] : done;
    if (level >= this.level) {
      this.base = joined(ahead ? { ...scene, ...next } : scene, this.base);
      this.level = level;
    }
    this.scene = this.queue.filter(([number]) => number > this.level).reduce(touched, this.base);
    if (this.beside) this.scene = lit(this.scene, this.beside, this.told.linked);
  }
}

// The tree's nodes and marks travel as sections of their own, for they change less often than what is
// looked at of them; here they are the tree's.
function joined(scene, before) {
  const { tree, nodes, marks } = scene;
  if (!nodes) return scene;
  const same = before && before.bare === tree && before.nodes === nodes && before.marks === marks;
  return { ...scene, bare: tree, tree: same ? before.tree : { ...tree, nodes, marks: marks ?? null } };
}

const written = new WeakMap();

function text(section) {
  if (section === null || typeof section !== "object") return JSON.stringify(section);
  if (!written.has(section)) written.set(section, JSON.stringify(section));
  return written.get(section);
}

function kept(scene, before) {
  if (!before) return scene;
  const was = { ...before, tree: before.bare ?? before.tree };
  return Object.fromEntries(Object.entries(scene).map(([name, section]) =>
    [name, name in was && text(was[name]) === text(section) ? was[name] : section]));
}

// What a touch looks like before anyone knows what comes of it, by the kinds of acts, which are told their values.
const CHOOSE = ["ranking", "list"];  // blocks of questions
const MARKS = {
  pick: (scene, id) =>
    (scene.tree.nodes.some((node) => node.id === id) ? letGo(tree(scene, { selected: id, unpicked: false })) : scene),
  fold: (scene, id) => {
    const nodes = folded(scene.tree, id);
    return nodes === scene.tree.nodes ? scene : tree(scene, { nodes });
  },
  look: (scene, name) => letGo(CHOOSE.reduce((one, type) => block(one, type, { chosen: name }), { ...scene, looks: name })),
  view: (scene, key) => block(scene, "views", { chosen: key }),
  count: (scene, key) => block(scene, "sum", { pressed: key === "none" ? "" : key }),
  row: (scene, place) => (scene.rows ? { ...scene, rows: { ...scene.rows, chosen: place } } : scene),
  shows: (scene, shows) => tree(scene, { shows }),
  do: (scene, key) => flipped(scene, key),
};

// What a node hides is known if it is to be folded; what it opens is not. The way to the selected node
// is always open.
export function folded({ nodes, selected }, id) {
  const gone = nodes.filter((node) => below(node.id, id)), node = nodes.find((one) => one.id === id);
  if (!gone.length || node.hidden || below(selected, id)) return nodes;
  const hidden = gone.reduce((sum, one) => sum + (one.kind === "ghost" ? 0 : 1 + one.hidden), 0);
  return nodes.filter((one) => !gone.includes(one)).map((one) => (one === node ? { ...one, hidden } : one));
}

const touched = (scene, [, kind, value]) => MARKS[kind]?.(scene, value) ?? scene;
const tree = (scene, change) => ({ ...scene, tree: { ...scene.tree, ...change } });

// No count is pressed any more.
const letGo = (scene) => (scene.panel?.some(({ pressed }) => pressed) ? block(scene, "sum", { pressed: "" }) : scene);

export function block(scene, type, change) {
  if (!scene.panel) return scene;
  return { ...scene, panel: scene.panel.map((one) => (one.type === type ? { ...one, ...change } : one)) };
}

// Of what a button does only this is known: a switch is then the other way; if it is refused, it goes back.
function flipped(scene, key) {
  const own = ({ type, do: name }) => type === "switch" && name === key;
  if (!scene.panel?.some(own)) return scene;
  return { ...scene, panel: scene.panel.map((one) => (own(one) ? { ...one, on: !one.on } : one)) };
}
