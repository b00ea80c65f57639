// A tree as a picture: draws a scene's tree so that all of it fits, and keeps its elements from one scene to the
// next. Where things go is worked out in detail.js; the rows in the trays are drawn by marks.js. Nobody touches it:
// what one touches is a Tree (tree.js).
import { Camera } from "./camera.js";
import { HEAD } from "./detail.js";
import { NARROW, anew, svg } from "./dom.js";
import { LOOKS } from "./glyphs.js";
import { within } from "./ids.js";
import { measure } from "./letters.js";
import { moveAsOne, motionOf } from "./moves.js";
import { fitBranch, fitNode, markNode, newBranch, newNode, pattern, seenOf, writeNode } from "./nodes.js";
import { laidOut } from "./sizes.js";

const NEWS = 60;  // more nodes than this that come at once are another tree, and do not fade in
const READS = 760, LECTURED = 330;  // pixels of a panel in which words have their usual size
let pictures = 0;

export class Picture {
  constructor(host) {
    Object.assign(this, { host, nodes: new Map(), come: [], onview: null });
    this.prefix = `nbn${++pictures}class`;
    this.paint = (number) => `url(#${this.prefix}${number % LOOKS})`;
    this.build();
    this.width = measure(this.canvas, () => { this.camera.forget(); this.corners(true); this.redraw(false); });
    this.camera = new Camera(this.width);
    this.watch = new ResizeObserver(() => this.resized());
    this.watch.observe(this.canvas);
  }

  build() {
    this.defs = svg("defs");
    this.branches = svg("g", { class: "branches", "aria-hidden": "true" });
    this.sayings = svg("g", { class: "conditions", "aria-hidden": "true" });
    this.layer = svg("g", { class: "nodes", role: "presentation" });
    const [canvas, world] = this.roles;
    this.world = svg("g", { class: "world", ...world }, this.branches, this.sayings, this.layer);
    this.canvas = svg("svg", { class: "canvas", ...canvas }, this.defs, this.world);
    this.host.classList.add("tree");
    this.host.append(this.canvas);
  }

  // What it is to those who hear it, as a whole and inside: a picture, of which the label says all.
  get roles() { return [{ role: "img" }, { "aria-hidden": "true" }]; }

  // How wide its upper corners are that something else lies over, and how high.
  corners() { return [0, 0, 0]; }

  destroy() {
    this.watch.disconnect();
    this.width.stop();
    this.host.replaceChildren();
  }

  // Draws the scene's tree; the plan says where it all is when the move has ended. `moved`: it was split; `held`: what
  // stays under the hand in another tree.
  show(scene, { moved, held } = {}) {
    const { tree } = scene, first = !this.tree, left = this.selected !== tree.selected, fresh = anew(this, tree.nodes);
    Object.assign(this, { scene, tree, selected: tree.selected });
    if (!this.panel?.w) this.sized();  // later sizes are told by the observer: to ask would cost a layout
    if (fresh) this.read();
    const worded = this.dress(scene);
    this.glides = motionOf(this.canvas, this.count, first ? "none" : moved ? "split" : "move");
    if (fresh || worded) this.write(worded);
    this.draw({ held, keep: left ? this.selected : fresh && this.touched });
    this.settle();
    return this.plan(this.glides);
  }

  read() {
    const { nodes } = this.tree;
    this.count = nodes.length;
    this.laid = laidOut(nodes, this.scene.worn);
  }

  // The words and colours of the scene. Whether any of them has changed.
  dress(scene) {
    const { words, colours, classes, tree } = scene;
    const there = new Set(tree.nodes.flatMap(({ marks }) => marks));
    const worn = Object.entries(scene.worn ?? {}).filter(([name]) => there.has(name)).map(([, mark]) => mark);
    if (!anew(this.defs, [words, colours, classes, tree.label, tree.target, tree.still, Boolean(tree.marks), worn])) return false;
    this.canvas.setAttribute("aria-label", tree.label);
    this.defs.replaceChildren(...colours.map((colour, k) => pattern(this.prefix, k, colour)));
    this.reword(scene, worn);
    this.sized();  // the legend has another width
    return true;
  }

  // What is said around the tree: nothing.
  reword() {}

  // Elements for the nodes there are; those of a node that stays are kept.
  write(worded) {
    const { words } = this.scene, { nodes, still } = this.tree;
    this.leave(new Set(nodes.map((node) => node.id)));
    this.entering = [0, 1, 2].map(() => new DocumentFragment());
    const above = new Set(nodes.filter(({ kind }) => kind === "ghost").map(({ up }) => up));
    for (const node of nodes) {
      const { edge, ...own } = node, weighed = above.has(node.id), written = JSON.stringify([own, weighed]);
      const kept = this.nodes.get(node.id) ?? this.enter(node);
      if (worded || kept.written !== written) writeNode(kept, node, { words, weighed, still });
      Object.assign(kept, { node, written, marks: "" });
    }
  }

  enter(node) {
    const kept = Object.assign(newNode(node.id), { branch: node.up ? newBranch() : null });
    if (kept.branch) this.entering[0].append(kept.branch.group);
    if (kept.branch) this.entering[2].append(kept.branch.saying);
    this.entering[1].append(kept.group);
    this.come.push(kept);
    this.nodes.set(node.id, kept);
    return kept;
  }

  // What comes is put in at once, when it is whole: a thousand elements are then styled once.
  settle() {
    if (!this.entering) return;
    this.branches.append(this.entering[0]);
    this.sayings.append(this.entering[2]);
    this.line();
    const fades = this.glides && this.come.length < NEWS ? this.come : [];
    for (const one of fades.flatMap(partsOf)) one.animate([{ opacity: 0 }, {}], { duration: 280 });
    Object.assign(this, { come: [], entering: null });
  }

  // Nodes stand in the order of the tree, for those who hear one after the other. What is there is not moved:
  // it would lose the focus.
  line() {
    const { layer, entering: [, fresh] } = this;
    if (!layer.childElementCount) return void layer.append(fresh);
    let next = null;
    for (const { id } of this.tree.nodes.toReversed()) {
      const group = this.nodes.get(id)?.group;
      if (group?.parentNode === fresh) layer.insertBefore(group, next);
      next = group ?? next;
    }
  }

  // Those that are not among the nodes that stay.
  leave(stay) {
    for (const [id, kept] of this.nodes) {
      if (stay.has(id)) continue;
      this.nodes.delete(id);
      for (const group of partsOf(kept)) this.fade(group);
    }
  }

  fade(group) {
    if (!this.glides) {
      group.remove();
      return;
    }
    for (const name of ["data-id", "role", "tabindex"]) group.removeAttribute(name);
    group.setAttribute("aria-hidden", "true");
    group.classList.add("gone");
    setTimeout(() => group.remove(), 240);
  }

  // Looks how large the panel is. Asked after elements have been written, it has them laid out at once.
  sized() {
    const { canvas, panel } = this, [w, h] = [canvas.clientWidth, canvas.clientHeight];
    const anew = panel?.w !== w || panel?.h !== h;
    const lecture = Boolean(this.host.closest(".lecture")), reads = lecture ? LECTURED : READS;
    const shapes = Boolean(this.tree?.shapes);  // alone, without words
    this.panel = { w, h, corners: this.corners(anew), lecture, reads, letters: this.letters(), shapes };
    return anew;
  }

  resized() { if (this.sized()) this.redraw(false); }

  // How many times as large as usual the page wants the words where there is room; 0: by the panel's width.
  letters() { return Number(getComputedStyle(this.host).getPropertyValue("--letters")); }

  // Everything at its place.
  draw() {
    if (!this.panel.w) return;
    this.look();
    const { scale, pan } = this.camera, before = this.place, was = this.drawnAt;
    this.place = scale.places;
    for (const [id, kept] of this.nodes) this.stands(kept, this.place.get(id), scale);
    this.canvas.style.setProperty("--slim", slim(this.place).toFixed(3));
    this.canvas.classList.toggle("dense", scale.dense);
    this.canvas.dataset.rung = scale.rung;  // for those who look at it from outside
    this.canvas.classList.toggle("thin", this.laid.byId.size > 60 && scale.dense);
    this.carry();
    this.going?.cancel();
    this.going = this.glides && before ? moveAsOne(this.canvas, [before, was], [this.place, pan]) : null;
    this.mark();
  }

  look(held) {
    const { camera, selected } = this, { current, marks, values, levels } = this.tree, { pitch, y } = marks ?? {};
    const below = this.scene.words.below ?? "+{n}", worded = NARROW.matches || this.host.closest(".on-paper");  // where nobody enlarges it
    camera.see(this.laid, this.panel, { selected: this.framed() && selected, current, pitch, y, below, values, goal: this.goal, opened: this.opened, all: levels?.all && !worded, folded: levels?.all === false, left: this.left }, held);
  }

  // What is folded away has no place.
  stands(kept, p, scale) {
    for (const one of partsOf(kept)) one.classList.toggle("away", !p);
    if (p) this.fitOne(kept, p, scale);
  }

  fitOne(kept, p, { s, gaps }) {
    const worded = p.level >= HEAD, near = Math.min(gaps[p.depth] ?? 40, gaps[p.depth - 1] ?? 40);
    // a hand needs more than a thin bar: the room that the node has at full size
    const reach = worded ? 0 : Math.max(8, near * 0.8) / 2, edge = worded ? 2 : 0;
    // the frame of what is selected stands clear of the dashes around an open node's bar
    const clear = worded && p.id === this.selected && p.node.kind === "open" && p.inner.kind === "bar" ? 3 : 0;
    const top = Math.min(p.top, p.y - reach) - edge, bottom = Math.max(p.bottom, p.y + reach) + edge + clear;
    const w = worded ? p.wide + 10 + 2 * clear : Math.max(p.wide, p.room), x = (p.left + p.right) / 2;
    p.foot = p.bottom + (worded && p.id === this.selected ? 5 : 2);
    p.touch = { w, h: bottom - top, x, y: (top + bottom) / 2 - p.y };
    fitNode(kept, p, s, this.paint);
    if (kept.branch) fitBranch(kept.branch, p, this.place.get(p.up), s);
  }

  // Only a hand moves the world; a scene moves what is in it.
  carry() {
    const { x, y } = this.drawnAt = this.camera.pan;
    this.world.style.transform = `translate(${x.toFixed(1)}px,${y.toFixed(1)}px)`;
  }

  plan(glide) {
    const { w, h } = this.panel, place = new Map();
    for (const [id, p] of this.place ?? []) place.set(id, this.told(p));
    return { w, h, place, glide: Boolean(glide) };
  }

  // A place in pixels of the panel, for the marks that stand there. Where a tray has no room its pitch is 0.
  told(p) {
    const { inner, up } = p, x = p.x + this.camera.pan.x, down = this.camera.pan.y, y = p.y + down;
    return {
      x, y, up, inner,
      tray: { x: x - inner.w / 2, y: y - inner.h / 2, w: inner.w, h: inner.h, pitch: inner.pitch ?? 0 },
      head: { x, y: p.end + down },
      foot: { x, y: p.foot + down }, words: this.wordsAt(p),
      bend: p.bend === undefined ? undefined : p.bend + down,
    };
  }

  // Where words stand, in pixels of the panel: marks that fly pass below them.
  wordsAt({ node, headAt, headWide, wide, x, label, bottom, inner, y, told }) {
    const { pan } = this.camera, { s } = this.camera.scale, found = [];
    const take = (kind, at, w, t, b) => found.push({ kind, x: at - w / 2 + pan.x, y: t + pan.y, w, h: b - t });
    if (headAt) take("head", headAt.x, headWide * s, headAt.y - 8 * s, headAt.y + 8 * s);
    if (told) take("lines", x, wide, y + inner.h / 2, bottom);
    if (label) take("label", label.x - (label.aside ? label.w / 2 : 0), label.w, label.y - 7 * s, label.y + 7 * s);
    if (node.marks.includes("pruned")) take("mark", x, 16 * s, bottom, bottom + 12 * s);
    return found;
  }

  // Whether a frame stands around what is selected; where nothing is picked yet the root only has the focus.
  framed() { return !this.tree.still && !this.tree.unpicked; }

  // Where most of a row whose way is lit arrives; null without one.
  get goal() {
    const share = this.tree.lit ?? {}, ends = Object.keys(share).filter((id) => !this.laid.children.get(id)?.length);
    return ends.reduce((best, id) => (best === null || share[id] > share[best] ? id : best), null);
  }

  mark() {
    const { current, lit, values, wide, weak } = this.tree, { words } = this.scene, way = new Set();
    for (let p = this.place.get(this.selected); p && this.framed(); p = this.place.get(p.up)) way.add(p.id);
    this.canvas.classList.toggle("path", Object.keys(lit ?? {}).length > 0);
    for (const [id, kept] of this.nodes) {
      const selected = id === this.selected && this.framed(), home = this.home === undefined ? null : id === this.home;
      const p = this.place.get(id), far = p?.node.far && p.node.edge.text;
      const state = { selected, home, current: Boolean(p) && id === current, share: lit?.[id], value: values?.[id], way: way.has(id), wide, words, far, seen: seenOf(p) };
      markNode(kept, { ...state, weak: within(id, weak) });
    }
  }

  // The same tree, in another panel or from where a hand has it looked at; `at`: as it is drawn.
  redraw(glide, at) {
    if (!this.tree || !this.panel?.w) return;
    this.glides = motionOf(this.canvas, this.count, glide ? "move" : "none");
    this.draw(at);
    this.onview?.(this.plan(this.glides));
  }
}

const partsOf = ({ group, branch }) => (branch ? [group, branch.group, branch.saying] : [group]);

// Where branches have little height to turn in they are all as much thinner: else they would be slabs.
function slim(place) {
  let least = 1;
  for (const { bend, turn, foot, node } of place.values()) {
    if (bend === undefined || node.marks.includes("fallen")) continue;
    least = Math.min(least, (bend - Math.max(foot, turn ?? foot)) / 14);
  }
  return Math.max(0.4, least);
}
