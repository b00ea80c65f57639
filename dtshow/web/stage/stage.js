// The stage: takes scenes, sends acts, and lets each of its views draw what has changed. What a view draws
// is the view's own business; what an act means is the server's. It knows nothing of Streamlit.
// How a click goes to the server and comes back stands in CONTRIBUTING.md.
import { Acts } from "./acts.js";
import { Bar } from "./bar.js";
import { Flights } from "./flights.js";
import { NARROW, element, framed } from "./dom.js";
import { KEYS, hearing, listen, pressedEarly } from "./keys.js";
import { Lecture } from "./lecture.js";
import { lit, numberOf, pressed, rowOf } from "./lights.js";
import { follow, stand } from "./linked.js";
import { kept, lesser, looked, unasked } from "./ghosts.js";
import { Marks } from "./marks.js";
import { CURVE, LEAN, MOVE, onceDrawn, still } from "./motion.js";
import { Panel } from "./panel.js";
import { Rows } from "./rows.js";
import { Share } from "./share.js";
import { Sheet } from "./sheet.js";
import { Tree } from "./tree.js";
import { within } from "./zoom.js";

// Of these sections of a scene a view is drawn; it is not drawn anew while they are the same.
const COMMON = ["classes", "colours", "words"];
const BAR = [...COMMON, "say", "score", "opens", "step", "history", "fit"];
const DRAWN = {
  bar: BAR,
  lecture: [...BAR, "lecture", "tree", "rows"],  // which says other words where the bar's are
  panel: [...COMMON, "panel"],
  rows: [...COMMON, "rows"],
  tree: [...COMMON, "tree"],
};
const PARTS = ["bar", "tree", "panel", "lecture", "rows"];

export class Stage {
  // `board`: of a class, which is a lecture that nobody leaves; hears at which click of a beat it is (`beat`), shows
  // how to join (`join`) in place of a link, and says that it is at its end (`end`). `home`: where the app is, if it is not here; null: nowhere. `guest`: of a page that is not
  // ours, so that it hears the keys of its own parts alone.
  constructor(root, { send, hole, board = null, home = "", guest = false }) {
    Object.assign(this, { root, board, home, guest, scene: null, drawn: null, tried: null, pointed: -1 });
    // what is on show already can be told a frame later
    this.send = send;
    this.acts = new Acts((known) => (known ? onceDrawn(() => this.tell(send)) : this.tell(send)));
    this.over = new AbortController();
    this.build(hole);
    this.listen();
  }

  build(hole) {
    const { root, board } = this, act = (kind, value) => this.act(kind, value);
    root.classList.add("stage");
    root.replaceChildren(...PARTS.map((name) => (this[`${name}Host`] = element("div", { class: `part ${name}-part` }))));
    this.bar = new Bar(this.barHost, (kind, value) => this.press(kind, value));
    const view = (plan) => this.drawn && this.marks.go(plan, this.marked, { moved: false });
    this.tree = new Tree(this.treeHost, { act, view });
    this.tree.onacross = () => this.across();
    this.marks = new Marks(this.treeHost);
    this.panel = new Panel(this.panelHost, { act, look: (name) => this.look(name), hole });
    this.rows = new Rows(this.rowsHost, act);
    this.sheet = new Sheet(root, this.rowsHost, { close: () => act("count", "none"), signal: this.over.signal });
    this.flights = new Flights(root);
    this.keys = Object.fromEntries(["page", "ends", "letter", "escape"].map((kind) => [kind, (...given) => this[kind](...given)]));
    this.lecture = new Lecture(root, this.lectureHost, {
      act, keys: this.keys, bar: this.bar, rows: this.rows, coming: () => this.acts.coming,
      share: () => (board ? board.join() : this.share.turn()), turned: () => this.tree.fits(), count: (counts) => this.tree.tools.count(counts),
      asked: () => this.scene && this.drawTree(this.scene), beat: board?.beat, end: board?.end, stays: Boolean(board) || framed(),
    }, this.over.signal);
    this.share = new Share(root, act);
    this.rows.onpoint = (number) => this.scene && this.light(rowOf(this.scene, number));
  }

  listen() {
    const { signal } = this.over, host = this.treeHost;
    listen({ ...this.keys, tell: () => this.told() }, signal, this.guest ? this.root : globalThis);
    host.addEventListener("pointermove", (event) => this.point(event), { signal });
    host.addEventListener("pointerleave", () => this.pointAt(-1), { signal });
    document.addEventListener("visibilitychange", () => this.calm(), { signal });
    for (const query of ["(prefers-reduced-motion: reduce)", "(prefers-color-scheme: dark)"])
      matchMedia(query).addEventListener("change", () => { this.calm(); this.marks.recolour(); }, { signal });
    for (const [event, on] of [["beforeprint", true], ["afterprint", false]])
      addEventListener(event, () => this.paper(on), { signal });
    this.calm();
  }

  // A sheet is laid out before it is printed, on white: no view hears later that it has another size. Of a lecture it is
  // the page's.
  paper(on) {
    const { lecture } = this;
    if (on) this.click = lecture.on ? lecture.at : null;
    if (this.click !== null) lecture.turn(!on, true, this.click);
    this.root.classList.toggle("on-paper", on);
    this.theme();
    this.tree.paper(on);
    if (on) this.panel.paper();
  }

  destroy() {
    stand(this, null);
    this.over.abort();
    this.beside?.();
    if (this.heard) hearing(false);
    this.flights.cancel();
    this.marks.destroy();
    for (const view of [this.bar, this.tree, this.panel, this.rows, this.lecture]) view.destroy?.();
    this.root.replaceChildren();
  }

  // A payload from the server.
  show(payload) {
    this.theme();
    this.acts.hear(payload);
    stand(this, payload.linked);
    this.tree.tools.offer(payload.graphviz);
    if (this.tree.tools.grown(payload.rows) && this.drawn) this.tree.fits(true);
    this.wait();
    if (payload.scene.lecture && !this.scene) this.lecture.turn(true, true);
    this.draw();
    if (payload.scene.step) this.catchUp();
    this.share.show(payload.share);
    if (payload.tells && !this.acts.queue.some(([, kind]) => kind === "drawn")) this.act("drawn", null);
  }

  // What was pressed before there was a lesson to move.
  catchUp() {
    if (this.heard) return;
    this.heard = true;
    hearing(true);
    for (const [kind, value] of pressedEarly()) this.keys[kind](value);
  }

  // Some buttons of the bar are the browser's own.
  press(kind, value) {
    const under = this.acts.queue.some(([, one]) => one !== "drawn");
    if (kind === "onward" && under) return;  // meant for the step that is on its way
    if (kind === "lecture") this.lecture.turn(true);
    else if (kind === "share") this.share.turn();
    else this.act(kind, value);
    const here = kind === "onward" && this.scene.page !== "grow";  // there it leads to another page
    const seen = here ? this.panelHost : kind === "open" ? this.panelHost.querySelector(".formula") : null;
    if (seen && NARROW.matches) seen.scrollIntoView({ block: "start", behavior: still() ? "auto" : "smooth" });
  }

  act(kind, value) {
    this.flights.cancel();
    this.acts.act(kind, value);
    this.wait();
    if (kind === "pick" && this.acts.told?.linked) follow(this, value);
    else if (this.acts.scene) this.draw();
  }

  tell(send = this.send) {
    const queue = this.acts.untold();
    if (queue.length) send(queue);
  }

  // Says to those who look at the page from outside that the server has not answered yet.
  wait() { this.root.toggleAttribute("data-busy", this.acts.queue.length > 0); }

  // A candidate is pointed at: it is played as a ghost; null: the chosen one again.
  look(name) {
    this.tried = name;
    if (this.scene) this.drawTree(this.scene);
  }

  // Draws what differs from what is on show. On a beat the words and the tree come first, and all that
  // stands beside them a frame later.
  draw() {
    this.beside?.();
    const before = this.scene, scene = this.scene = this.acts.scene;
    if (before === scene) return;
    if (before && (before.tree !== scene.tree || before.looks !== scene.looks)) this.tried = null;
    this.arrange(scene);
    if (scene.step && changed("bar", before, scene)) this.bar.show(scene);
    if (this.lecture.on) this.drawRows(before, scene);  // which take their room from the tree there
    this.lecture.show(scene, Boolean(before) && moment(before) !== moment(scene), !changed("lecture", before, scene));
    if (changed("tree", before, scene) || before.looks !== scene.looks || this.hushed !== this.lecture.hushed)
      this.drawTree(scene, before);
    this.light(-1);
    const rest = () => this.drawBeside(before, scene);
    if (before && beat(before) !== beat(scene)) this.beside = onceDrawn(rest);
    else rest();
  }

  // What the rows' marks are drawn of: while the tree is hushed, nothing is promised.
  get marked() { return this.hushed ? kept(this.drawn) : this.drawn; }

  drawRows(before, scene) {
    if (scene.rows && changed("rows", before, scene)) this.rows.show(scene);
  }

  drawBeside(before, scene) {
    this.drawRows(before, scene);
    if (scene.panel && changed("panel", before, scene)) this.panel.show(scene);
    if (before && beat(before) !== beat(scene)) this.top();
    if (before?.panel && scene.panel && stands(before) === stands(scene)) this.panel.bring(before.panel);
    this.rows.release();
    this.sheet.show(Boolean(this.counted(scene)), scene.words);
    if (before && before.panel !== scene.panel && before.step !== scene.step) this.fly(before, scene);  // on a beat
  }

  // What has happened is read first; on a phone the page may have been scrolled to what stood below.
  top() {
    this.panel.top();
    if (NARROW.matches) this.treeHost.scrollIntoView({ block: "nearest", behavior: still() ? "auto" : "smooth" });
  }

  // Sections that a scene has not leave their room to the others.
  arrange({ page, panel, rows, step }) {
    const { root } = this;
    root.dataset.page = page;
    for (const [name, section] of Object.entries({ bar: step, panel, rows })) this[`${name}Host`].hidden = !section;
    root.classList.toggle("no-bar", !step);
    root.classList.toggle("no-panel", !panel);
    root.classList.toggle("no-rows", !rows);
  }

  // Rows that travel along branches take their time, all else less; the tree's own moves alike.
  drawTree(scene, before) {
    const name = this.tried ?? scene.looks, last = this.drawn;
    this.hushed = this.lecture.hushed;
    this.root.classList.toggle("hushed", this.hushed);
    this.root.classList.toggle("lesser", lesser(scene, name));
    const shown = this.hushed ? unasked(scene) : name ? looked(scene, name) : scene;
    if (last && last.tree === shown.tree && last.colours === shown.colours && last.words === shown.words) return;
    const moved = Boolean(before) && grown(before.tree, scene.tree);
    this.drawn = shown;
    const plan = this.tree.show(shown, { moved });
    this.marks.go(plan, this.marked, { moved: Boolean(last), ms: moved ? MOVE : LEAN });
    if (moved && plan.glide && shown.tree.marks) this.reveal(before.tree, shown.tree);
  }

  // The bar of a node that was just asked, and its words, must not lie below the marks that leave it.
  reveal(before, { nodes }) {
    const open = new Set(before.nodes.filter(({ kind }) => kind === "open").map(({ id }) => id));
    const asked = new Set(nodes.filter(({ id, kind }) => kind === "ask" && open.has(id)).map(({ id }) => id));
    const late = (offset) => [{ opacity: 0 }, { opacity: 0, offset }, { opacity: 1 }];
    for (const node of this.treeHost.querySelectorAll(".node.ask")) {
      if (!asked.has(node.dataset.id)) continue;
      node.querySelector(".inner")?.animate(late(0.4), MOVE);
      node.querySelector(".words")?.animate(late(0.15), { duration: LEAN, easing: CURVE });
    }
  }

  // What the pressed count counts, in the words that stand above the rows; until the server has answered they
  // are those of before.
  counted(scene) {
    return scene.rows && pressed(scene) && !this.acts.queue.length ? scene.rows.head : null;
  }

  // Counts fly into a sum that is new, where it is seen.
  fly(before, scene) {
    if (this.lecture.on) return;
    const sum = scene.panel?.find(({ type, play }) => type === "sum" && play);
    const old = sum && before.panel?.find(({ key }) => key === sum.key);
    if (!sum || (old && JSON.stringify(old.lines) === JSON.stringify(sum.lines))) return;
    const blocks = [...this.panelHost.querySelectorAll("[data-key]")];
    const host = blocks.find(({ dataset }) => dataset.key === sum.key) ?? this.panelHost;
    const base = this.marks.canvas.getBoundingClientRect(), node = scene.tree.selected;
    this.flights.play(host, scene.tree, (rows) => {
      const at = this.marks.middle(rows, node) ?? this.marks.middle(rows);
      return at && { x: base.left + at.x, y: base.top + at.y };
    });
  }

  // The row under the hand, or none; without one, what the scene lights.
  light(row) {
    this.pointed = row;
    this.marks.light(row >= 0 ? new Set([row]) : lit(this.scene));
  }

  point(event) {
    if (event.pointerType !== "mouse" || !this.scene) return;
    this.pointAt(this.marks.near(...within(this.marks.canvas, event)));
  }

  pointAt(row) {
    if (!this.scene || row === this.pointed) return;
    this.light(row);
    this.rows.light?.(row < 0 ? null : numberOf(this.scene, row));
  }

  // Whether a page key was of use. At an end that is known to be one it is not sent.
  page(by, again = false) {
    const { scene, lecture, acts: { queue } } = this;
    if (again && this.board) return true;  // a class is led a press at a time
    if (globalThis.nbnGuide?.page(by)) return true;  // a guided lesson goes to its next stop
    if (!scene?.step) return false;
    if (lecture.page(by)) return true;
    if (queue.length || !scene.step[by > 0 ? "end" : "start"]) this.act(by > 0 ? "next" : "back", null);
    else if (by > 0) lecture.ended();
    return true;
  }

  // To the first or the last step of the tree, in a guided lesson too.
  ends(to) {
    const { scene, acts: { queue } } = this;
    if (!scene?.step) return false;
    if (queue.length || !scene.step[to === "last" ? "end" : "start"]) this.act(to, null);
    return true;
  }

  letter(key) {
    const deed = this.deeds()[KEYS[key]];
    deed?.();
    return Boolean(deed);
  }

  // What letters do now, by what they mean. A class is asked in its own way.
  deeds() {
    const { lecture, scene, guest } = this, step = scene?.step, does = {};
    if (scene?.tree.levels) does.levels = () => this.tree.levels();
    if (step && !lecture.on) does.across = () => this.across();
    if (step?.over) does.over = () => this.act("over", null);
    if (guest) return does;
    if (scene && !scene.tree.still && !this.board) does.hide = () => this.act("hide", null);
    if (!step) return does;
    if (lecture.on) does.notes = () => lecture.opens();
    const all = { lecture: () => lecture.turn(!lecture.on), code: () => lecture.share() };
    return { ...does, ...all, ...(this.home !== null && { glossary: () => this.consult() }) };
  }

  // Which keys mean something now, and in what words.
  told() {
    const { scene, lecture, board, guest } = this;
    if (!scene || board || guest) return [[], {}];
    const steps = scene.step || globalThis.nbnGuide ? ["next", "back"] : [], ends = scene.step ? ["first", "last"] : [];
    const nodes = lecture.on ? [] : ["walk", "select", "larger", "smaller", "fit", "fold"];
    return [[...steps, ...ends, ...Object.keys(this.deeds()), ...nodes, "escape"], scene.words];
  }

  // Whether there was something to leave.
  escape() {
    if (this.share.open) this.share.turn(false);
    else if (this.tree.tools.shut()) return true;
    else if (this.lecture.on && !this.board) this.lecture.turn(false);
    else return false;
    return true;
  }

  // The tree over the whole page, or beside the panel.
  across(on = !this.root.classList.contains("across")) {
    this.root.classList.toggle("across", on);
    this.tree.across?.(on);
  }

  // In a tab of its own: the lesson stays as it is.
  consult() { open(`${this.home}glossary?lang=${document.documentElement.lang.slice(0, 2)}`); }

  // Nothing moves where motion is not wanted or nobody sees it, transitions neither.
  calm() {
    this.root.classList.toggle("still", still());
    if (!still()) return;
    this.beside?.();
    this.flights.cancel();
    for (const motion of this.root.getAnimations({ subtree: true })) motion.finish();
  }

  // Another theme gives the canvas other colours; nothing tells of it.
  theme() {
    const { color, backgroundColor } = getComputedStyle(this.root), theme = color + backgroundColor;
    if (this.themed && this.themed !== theme) this.marks.recolour();
    this.themed = theme;
  }
}

// Whether a view has another thing to draw than before.
function changed(view, before, scene) {
  return !before || DRAWN[view].some((section) => before[section] !== scene[section]);
}

// Where the lesson stands and what it looks at, not how: a count or a candidate leaves it as it is.
function beat({ page, step, tree }) {
  return [page, step?.at, step?.icon, tree.selected].join();
}

// What is decided, and what is looked at of it.
function stands({ page, step, tree }) { return [page, step?.at, tree.selected].join(); }

// Which beat it is, whatever is looked at.
function moment({ page, step }) { return [page, step?.at, step?.icon, step?.next].join(); }

// Whether a node was asked or is no longer: rows then travel along branches.
function grown(before, after) {
  const cut = ({ nodes }) => nodes.some(({ marks }) => marks.includes("fallen"));
  if (cut(before) || cut(after)) return false;
  const asked = ({ nodes }) => nodes.filter(({ kind }) => kind === "ask").map(({ id }) => id).join();
  return asked(before) !== asked(after);
}
