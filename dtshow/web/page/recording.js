// A recorded lesson (dtshow/page/recording.py): which scene is on show, and what an act makes of it. It knows no DOM.
import { block, folded } from "../stage/acts.js";
import { below, level } from "../stage/ids.js";

// What `deduplicated` in page.py has written: the last of a list of values, each of which may refer to those before it.
export function expanded(values) {
  const made = [];
  const text = (one) => (one[0] !== "~" ? one : one[1] === "~" ? one.slice(1) : made[parseInt(one.slice(1), 36)]);
  const whole = (one) => {
    if (typeof one === "string") return text(one);
    if (Array.isArray(one)) return one.map(whole);
    return one && typeof one === "object" ? Object.fromEntries(Object.entries(one).map(([name, value]) => [name, whole(value)])) : one;
  };
  for (const one of values) made.push(whole(one));
  return made.at(-1);
}

// Of a scene the sections that a look changes; of rows and of the tree it says only what differs.
const PARTLY = ["rows", "tree"];
function changed(scene, change) {
  const parts = PARTLY.filter((name) => change[name] && scene[name]);
  return { ...scene, ...change, ...Object.fromEntries(parts.map((name) => [name, { ...scene[name], ...change[name] }])) };
}

export class Recording {
  // `at`: the place of the beat; `looks`: what is looked at there, each within the one before: what changes, which acts it
  // has, and by which it was begun. `shut` and `opened`: nodes that a hand has folded or opened, `all` whatever is deep.
  // `guesses`: by the place of a question, what was answered first and last. `before`: the same lesson in another language.
  constructor(lesson, { at = 0, lecturing = false, guesses = new Map() } = {}) {
    Object.assign(this, { lesson, at: Math.min(at, lesson.beats.length - 1), looks: [], picked: null, lecturing, guesses, cells: new Map() });
    this.levels(false);
  }

  get beat() { return this.lesson.beats[this.at]; }

  go(place) {
    const at = Math.min(Math.max(place, 0), this.lesson.beats.length - 1);
    Object.assign(this, { at, looks: [], picked: null });
  }

  // The first beat after so many steps.
  jump(step) { this.go(this.lesson.beats.findIndex(({ scene }) => scene.step.at === step)); }

  act(kind, value) {
    const { length } = this.lesson.beats, moves = { first: 0, back: this.at - 1, next: this.at + 1, last: length - 1 };
    if (Object.hasOwn(moves, kind)) this.go(moves[kind]);
    else if (kind === "jump") this.jump(value);
    else if (kind === "over") this.jump(this.beat.over);
    else if (kind === "lecture") this.lecturing = value;
    else if (kind === "do" && value.startsWith("guess:")) this.guess(value.slice("guess:".length));
    else if (kind === "pick" || kind === "fold" || kind === "levels") this[kind](value);
    else this.look(`${kind}:${kind === "row" ? this.numberAt(value) : value}`);
  }

  // The first answer counts; each is told right or wrong, and why, where the sentence says what is right.
  guess(key) {
    this.guesses.set(this.at, [this.guesses.get(this.at)?.[0] ?? key, key]);
    this.go(this.at + 1);
  }

  get judged() {
    const guessed = this.guesses.get(this.at - 1);
    return guessed && this.lesson.beats[this.at - 1].ask ? [this.lesson.beats[this.at - 1].ask.judged[guessed[1]]] : [];
  }

  pick(id) {
    const { others } = this.beat;
    this.looks = [];
    this.picked = Object.hasOwn(others, id) ? others[id] : null;
  }

  // Rows are known by their numbers, whatever place they have.
  numberAt(place) { return place < 0 ? -1 : this.scene.rows.cells[place][0]; }

  // In the look that is innermost and knows the act: another look within it, or back out of so many. What the picked node
  // does not know, as a row to follow, is asked where the lesson stands.
  look(key) {
    const own = { acts: this.picked ? this.picked[1] : this.beat.acts }, levels = [own, ...this.looks];
    const k = levels.findLastIndex(({ acts = {} }) => Object.hasOwn(acts, key));
    if (k < 0) {
      if (!this.picked || !Object.hasOwn(this.beat.acts, key)) return;
      Object.assign(this, { picked: null, looks: [] });
      return void this.look(key);
    }
    const found = levels[k].acts[key], out = typeof found === "number";
    this.looks = this.looks.slice(0, out ? k - found : k);
    if (!out) this.looks.push({ change: found[0], acts: found[1], key });
  }

  fold(id) {
    const [now, before] = this.closed(this.sections).includes(id) ? [this.opened, this.shut] : [this.shut, this.opened];
    now.add(id);
    before.delete(id);
  }

  levels(all) { Object.assign(this, { all, shut: new Set(), opened: new Set() }); }

  get sections() {
    const { beat, picked, looks } = this;
    const scene = picked ? changed({ ...beat.scene, ...beat.unweighed }, picked[0]) : beat.scene;
    return looks.reduce((one, { change }) => changed(one, change), scene);
  }

  get scene() {
    if (!this.beat.scene) return null;
    const scene = this.shown(this.sections), key = this.looks.at(-1)?.key ?? "";
    return key.startsWith("count:") ? block(scene, "sum", { pressed: key.slice("count:".length) }) : scene;
  }

  // With its rows in order, without what only a lecture has, and with nodes that are folded.
  shown(scene) {
    const lecture = this.lecturing ? scene.lecture : null, rows = this.inOrder(scene.rows), closed = this.closed(scene);
    const panel = this.judged.length ? [...this.judged, ...scene.panel] : scene.panel, seen = { ...scene, lecture, rows, panel };
    if (!closed.length) return seen;
    const { tree, nodes } = scene, levels = tree.levels && { ...tree.levels, all: false };
    const left = closed.reduceRight((some, id) => folded({ nodes: some, selected: tree.selected }, id), nodes);
    return { ...seen, nodes: left, tree: { ...tree, levels } };
  }

  // The nodes that are folded: by hand, and those that are so deep; to what is selected the way is open.
  closed({ nodes, tree: { selected } }) {
    const { fold } = this.beat, deep = (id) => fold !== null && !this.all && level(id) > fold;
    const shut = (id) => this.shut.has(id) || (deep(id) && !this.opened.has(id) && id !== selected);
    return nodes.filter(({ kind, id }) => kind === "ask" && shut(id) && !below(selected, id)).map(({ id }) => id);
  }

  inOrder(rows) {
    if (typeof rows?.cells !== "string") return rows;
    const { table } = this.beat, known = this.cells.get(table) ?? new Map();
    this.cells.set(table, known);
    if (!known.has(rows.cells)) known.set(rows.cells, this.unpacked(rows.cells));
    return { ...rows, cells: known.get(rows.cells) };
  }

  // The rows whose bits are set, then others, as far as a page lists them.
  unpacked(text) {
    const { lesson: { most }, beat: { table } } = this, bytes = atob(text), places = [...table.keys()];
    const bit = (k) => (bytes.charCodeAt(k >> 3) >> (7 - (k & 7))) & 1;
    const order = [...places.filter(bit), ...places.slice(0, most).filter((k) => !bit(k))];
    return order.slice(0, most).map((k) => table[k]);
  }

  // What the next beat changes, as the app sends it ahead.
  get next() {
    const next = new Recording(this.lesson), { scene } = this;
    Object.assign(next, this, { picked: null, looks: [], at: this.at + 1 });
    if (!next.beat?.scene || !scene) return null;
    return Object.fromEntries(Object.entries(next.scene).filter(([name, section]) => scene[name] !== section));
  }
}
