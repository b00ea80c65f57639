// The tree one touches: draws a scene's tree so that all of it fits, and keeps its elements and focus from
// one scene to the next. Where things go is worked out in detail.js, from where one looks in camera.js; the rows in
// the trays are drawn by marks.js.
import { Camera } from "./camera.js";
import { NARROW, anew, element, setText, svg } from "./dom.js";
import { listen } from "./hand.js";
import { LOOKS } from "./glyphs.js";
import { within } from "./ids.js";
import { toolbar } from "./legend.js";
import { measure } from "./letters.js";
import { moveAsOne, motionOf } from "./moves.js";
import { fitBranch, fitNode, markNode, newBranch, newNode, pattern, seenOf, writeNode } from "./nodes.js";
import { drawOutline } from "./outline.js";
import { Peek } from "./peek.js";
import { FULL, HEAD } from "./detail.js";
import { laidOut } from "./sizes.js";
import { keyed } from "./walk.js";

const MANY = 300;  // with more nodes what is out of sight is not drawn
const NEWS = 60;  // more nodes than this that come at once are another tree, and do not fade in
const ZOOM = 1.4;
let trees = 0;

export class Tree {
  constructor(host, { act, view } = {}) {
    Object.assign(this, { host, act: act ?? (() => {}), onview: view ?? null, onacross: null });
    Object.assign(this, { nodes: new Map(), come: [] });
    this.prefix = `nbn${++trees}class`;
    this.paint = (number) => `url(#${this.prefix}${number % LOOKS})`;
    this.build();
    this.width = measure(this.canvas, () => { this.camera.forget(); this.tools.corners(true); this.redraw(false); });
    this.camera = new Camera(this.width);
    this.peek = new Peek(this.host);
    this.hear();
  }

  build() {
    this.defs = svg("defs");
    this.branches = svg("g", { class: "branches", "aria-hidden": "true" });
    this.sayings = svg("g", { class: "conditions", "aria-hidden": "true" });
    this.layer = svg("g", { class: "nodes", role: "presentation" });
    this.world = svg("g", { class: "world", role: "presentation" }, this.branches, this.sayings, this.layer);
    const roles = { role: "tree", "aria-describedby": `${this.prefix}keys` };
    this.canvas = svg("svg", { class: "canvas", tabindex: -1, ...roles }, this.defs, this.world);
    this.outline = element("div", { class: "outline", hidden: "" });
    this.keys = element("div", { class: "keys", id: `${this.prefix}keys` });
    this.tools = toolbar((deed) => this.press(deed), this.paint);
    this.host.classList.add("tree");
    this.title = element("h2", { class: "unseen" });
    this.host.append(this.title, this.tools.bar, this.tools.named, this.tools.card, this.canvas, this.outline, this.keys);  // as they are seen
  }

  hear() {
    const { canvas, camera } = this, hear = (kind, does) => canvas.addEventListener(kind, does);
    listen(canvas, {
      zoom: (factor, x, y) => this.zoom(factor, { x, y }, false),
      pan: (dx, dy) => this.slide(camera.pan.x + dx, camera.pan.y + dy, false),
      free: () => camera.hand,
    });
    hear("click", (event) => this.click(event));
    hear("dblclick", (event) => event.target.closest(".node") || this.press("fit"));
    hear("keydown", (event) => {
      if (!keyed(event, this)) return;
      event.preventDefault();
      event.stopPropagation();
    });
    // a tree that grows under a mouse at rest is not pointed at; a finger never moves before it points
    hear("pointerover", (event) => event.pointerType !== "mouse" && this.peep(event.target));
    for (const kind of ["pointermove", "focusin"]) hear(kind, (event) => this.peep(event.target));
    for (const kind of ["pointerleave", "focusout"]) hear(kind, () => this.peek.hide());
    // in a lecture the panel changes with the beat; from beyond its edge the tree would come in cut off
    this.watch = new ResizeObserver(() => {
      const { w = 0 } = this.panel ?? {};
      if (this.sized()) this.redraw(this.host.closest(".lecture") !== null && this.panel.w >= w);
    });
    this.watch.observe(canvas);
  }

  destroy() {
    this.watch.disconnect();
    this.width.stop();
    this.host.replaceChildren();
  }

  // Draws the scene's tree; the plan says where it all is when the move has ended.
  show(scene, { moved } = {}) {
    const { tree } = scene, first = !this.tree, held = this.anchor(), fresh = anew(this, tree.nodes);
    Object.assign(this, { scene, tree, selected: tree.selected, touched: null });
    if (!this.panel?.w) this.sized();  // later sizes are told by the observer: to ask would cost a layout
    if (fresh) this.read();
    const worded = this.dress(scene);
    this.tools.signs(scene);
    this.glides = motionOf(this.canvas, this.count, first ? "none" : moved ? "split" : "move");
    if (fresh || worded) this.write(worded);
    this.draw(fresh && held);
    this.settle();
    if (!this.outline.hidden) this.list();
    return this.plan(this.glides);
  }

  read() {
    const { nodes } = this.tree;
    this.count = nodes.length;
    this.many = nodes.length > MANY;
    this.laid = laidOut(nodes);
  }

  // The words and colours of the scene. Whether any of them has changed.
  dress({ words, colours, classes, tree }) {
    const { shows, still } = tree;
    this.tools.show({ shows, still, outline: !this.outline.hidden });
    const byHand = tree.nodes.some(({ marks }) => marks.includes("hand")) ? words.byhand : "";
    if (!anew(this.defs, [words, colours, classes, tree.label, tree.target, tree.still, Boolean(tree.marks), byHand])) return false;
    this.canvas.setAttribute("aria-label", tree.label);
    setText(this.keys, words.treekeys ?? "");
    setText(this.title, words.tree ?? "");
    this.tools.words(words, tree.label);
    this.tools.legend({ classes, target: tree.target, words }, colours, tree.marks && !tree.marks.numeric, byHand);
    this.defs.replaceChildren(...colours.map((colour, k) => pattern(this.prefix, k, colour)));
    this.sized();  // the legend has another width
    return true;
  }

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
    for (const { group, branch } of fades) {
      for (const one of [group, branch?.group, branch?.saying]) one?.animate([{ opacity: 0 }, {}], { duration: 280 });
    }
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

  leave(stay) {
    const held = this.focused();
    for (const [id, kept] of this.nodes) {
      if (stay.has(id)) continue;
      this.nodes.delete(id);
      if (id === held) queueMicrotask(() => this.focus(this.selected));
      for (const group of [kept.group, kept.branch?.group, kept.branch?.saying]) if (group) this.fade(group);
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
    const lecture = Boolean(this.host.closest(".lecture")), reads = lecture ? 330 : 760;
    this.panel = { w, h, corners: this.tools.corners(anew), lecture, reads, letters: this.letters() };
    return anew;
  }

  // How many times as large as usual the page wants the words where there is room; 0: by the panel's width.
  letters() { return Number(getComputedStyle(this.host).getPropertyValue("--letters")); }

  // Everything at its place. `held`: what stays under the hand in another tree. A view that a hand has
  // just chosen counts even if what is selected is not in it; `keep`: a node that must be.
  draw(held, chosen, keep) {
    const { camera } = this;
    if (!this.panel.w) return;
    this.look();
    if (this.grows()) this.look();
    if (held) camera.stay(held);
    if (!chosen) camera.keepsInSight(this.selected);
    const { scale } = camera, before = this.place, was = this.drawnAt;
    this.place = scale.places;
    for (const [id, p] of this.place) this.fitOne(this.nodes.get(id), p, scale);
    this.canvas.style.setProperty("--slim", slim(this.place).toFixed(3));
    this.canvas.classList.toggle("dense", scale.dense);
    this.canvas.classList.toggle("thin", this.laid.byId.size > 60 && scale.dense);
    this.host.classList.toggle("enlarged", camera.hand);
    this.canvas.style.touchAction = camera.hand ? "none" : "pan-y";
    this.tools.press("fit", !camera.hand);
    const [dx, dy] = keep && camera.hand ? camera.short(this.place.get(keep)) : [0, 0];
    camera.move(camera.pan.x + dx, camera.pan.y + dy, this.place);
    this.carry();
    this.going?.cancel();
    this.going = this.glides && before ? moveAsOne(this.canvas, [before, was], [this.place, camera.pan]) : null;
    this.mark();
  }

  look() {
    const { camera, selected } = this, { current, marks } = this.tree, { holds, fails } = this.scene.words;
    const fork = holds ? [`↙ ${holds}`, `${fails} ↘`] : null, { pitch, y } = marks ?? {};
    camera.see(this.laid, this.panel, { selected: this.framed() && selected, current, pitch, y, fork, goal: this.goal });
  }

  // On a phone a tree has the height that it needs, up to half of the screen. It does not give it back, since what
  // stands below would jump. Whether the panel is another now.
  grows() {
    if (!NARROW.matches || this.need > innerHeight) return false;
    const need = Math.ceil(this.camera.need), { need: had = 0 } = this;
    if (need <= had) return false;
    this.need = need;
    this.host.closest(".stage")?.style.setProperty("--tree-need", `${need}px`);
    return this.sized();
  }

  fitOne(kept, p, { s, gaps }) {
    const worded = p.level >= HEAD, near = Math.min(gaps[p.depth] ?? 40, gaps[p.depth - 1] ?? 40);
    // a hand needs more than a thin bar: the room that the node has at full size
    const reach = worded ? 0 : Math.max(8, near * 0.8) / 2, edge = worded ? 2 : 0;
    const top = Math.min(p.top, p.y - reach) - edge, bottom = Math.max(p.bottom, p.y + reach) + edge;
    const w = worded ? p.wide + 10 : Math.max(p.wide, p.room), x = (p.left + p.right) / 2;
    p.foot = p.bottom + (worded && p.id === this.selected ? 5 : 2);
    p.touch = { w, h: bottom - top, x, y: (top + bottom) / 2 - p.y };
    fitNode(kept, p, s, this.paint);
    if (kept.branch) fitBranch(kept.branch, p, this.place.get(p.up), s);
  }

  // Only a hand moves the world; a scene moves what is in it.
  carry() {
    const { x, y } = this.drawnAt = this.camera.pan;
    this.peek.hide();
    this.world.style.transform = `translate(${x.toFixed(1)}px,${y.toFixed(1)}px)`;
    if (this.many) this.sight();
  }

  // Of a large tree only what is in sight is displayed, and the node that the Tab key must find.
  sight() {
    const { w, h } = this.panel, { x, y } = this.camera.pan, edge = 40;
    const seen = (l, t, r, b) => r + x > -edge && l + x < w + edge && b + y > -edge && t + y < h + edge;
    for (const [id, p] of this.place) {
      const { group, branch } = this.nodes.get(id), up = this.place.get(p.up);
      const here = seen(p.x + p.left, p.top, p.x + p.right, p.bottom);
      group.classList.toggle("away", id !== this.home && !here);
      if (!branch) continue;
      const away = !seen(Math.min(p.x, up.x), up.bottom, Math.max(p.x, up.x), p.top);
      for (const one of [branch.group, branch.saying]) one.classList.toggle("away", away);
    }
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
    const take = (at, w, t, b) => found.push({ x: at - w / 2 + pan.x, y: t + pan.y, w, h: b - t });
    if (headAt) take(headAt.x, headWide * s, headAt.y - 8 * s, headAt.y + 8 * s);
    if (told) take(x, wide, y + inner.h / 2, bottom);
    if (label) take(label.x, label.w, label.y - 7 * s, label.y + 7 * s);
    if (node.marks.includes("pruned")) take(x, 16 * s, bottom, bottom + 12 * s);
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
    this.home = this.nodes.has(this.focused()) ? this.focused() : this.selected;
    for (const [id, kept] of this.nodes) {
      const selected = id === this.selected && this.framed(), home = id === this.home;
      const state = { selected, home, current: id === current, share: lit?.[id], value: values?.[id], way: way.has(id), wide, words,
        seen: seenOf(this.place.get(id)) };
      markNode(kept, { ...state, weak: within(id, weak) });
    }
  }

  // Where what was touched is, or else what is selected.
  anchor() {
    const id = this.touched ?? this.selected, p = this.place?.get(id), { pan } = this.camera;
    return p && { id, x: p.x + pan.x, y: p.y + pan.y };
  }

  // In a panel of another size at once: told a frame later, it would be seen cut off below.
  fits() { if (this.sized()) this.redraw(false); }

  // The same tree, from where a hand or another panel has it looked at.
  redraw(glide, keep) {
    if (!this.tree || !this.panel?.w) return;
    this.glides = motionOf(this.canvas, this.count, glide ? "move" : "none");
    this.draw(null, true, keep);
    this.onview?.(this.plan(this.glides));
  }

  zoom(factor, { x, y }, glide) {
    if (!this.place) return;
    this.camera.zoom(factor, x, y);
    this.redraw(glide);
  }

  // About what is selected, which stays in sight.
  zoomHere(factor) {
    const at = this.place?.get(this.selected) ?? this.place?.get("root"), { camera } = this, { pan } = camera;
    if (!at) return;
    camera.zoom(factor, at.x + pan.x, at.y + pan.y);
    this.redraw(true, at.id);
  }

  slide(x, y, glide) {
    this.camera.move(x, y, this.place);
    const glides = motionOf(this.canvas, this.count, glide ? "move" : "none");
    this.carry();
    this.onview?.(this.plan(glides));
  }

  // A node that is pointed at, or walked over, says what it has no room for.
  peep(target) {
    const id = target.closest(".node")?.dataset.id, p = id && this.place?.get(id), { pan } = this.camera;
    const walked = id && id === this.focused() && this.nodes.get(id).group.matches(":focus-visible");
    const told = p && p.level === FULL && p.said === p.node.head;
    if (!p || told || !(walked || target.matches(":hover"))) this.peek.hide();
    else this.peek.show(p, { x: p.x + pan.x, y: p.y + pan.y }, this.panel);
  }

  pick(id) {
    if (this.tree.still || this.nodes.get(id)?.node.kind === "ghost") return;
    this.touched = id;
    if (id !== this.selected) {
      this.selected = id;
      this.redraw(true);
    }
    this.act("pick", id);
  }

  fold(id) {
    if (this.nodes.get(id)?.node.kind !== "ask" || this.tree.still) return;
    this.touched = id;
    this.act("fold", id);
  }

  click(event) {
    const id = event.target.closest(".node")?.dataset.id;
    if (!id) return;
    this.focus(id);
    if (event.target.closest(".folder")) this.fold(id);
    else this.pick(id);
  }

  above(id) { return this.nodes.get(id)?.node.up; }

  // A ghost cannot be walked to: it is not there yet.
  below(id) {
    return (this.laid?.children.get(id) ?? []).filter((one) => this.nodes.get(one)?.node.kind !== "ghost");
  }

  walk(id) {
    if (!this.nodes.has(id)) return;
    this.focus(id);
    this.mark();
    const { hand, pan } = this.camera, [dx, dy] = hand ? this.camera.short(this.place.get(id)) : [0, 0];
    if (dx || dy) this.slide(pan.x + dx, pan.y + dy, true);
  }

  press(deed) {
    if (deed === "larger") this.zoomHere(ZOOM);
    if (deed === "smaller") this.zoomHere(1 / ZOOM);
    if (deed === "fit") this.whole();
    if (deed === "across") this.onacross?.();
    if (deed === "signs") this.act("signs", !this.tools.card.hidden);
    if (deed === "shows") this.act("shows", this.tree.shows === "histogram" ? "shares" : "histogram");
    if (deed !== "outline") return;
    this.listing(this.outline.hidden);
    if (!this.outline.hidden) this.list();
    this.tools.press("outline", !this.outline.hidden);
  }

  // The tree as text, or as a picture: one hides the other.
  listing(on) {
    this.outline.hidden = !on;
    this.host.classList.toggle("listed", on);
  }

  // The whole tree, or back to the size at which one reads.
  whole() {
    if (!this.place) return;
    if (this.camera.hand) this.camera.all();
    else this.camera.read(this.place.get(this.selected) ?? this.place.get("root"));
    this.redraw(true);
  }

  // The stage says whether the tree has the whole page.
  across(on) { this.tools.press("across", on); }

  list() {
    drawOutline(this.outline, this.tree.nodes, this.selected, (id) => {
      this.pick(id);
      this.list();
    });
  }

  focus(id) {
    const group = this.nodes.get(id)?.group;
    group?.classList.remove("away");
    group?.focus({ preventScroll: true });
  }

  focused() { return this.host.getRootNode().activeElement?.dataset?.id; }
}

// Where branches have little height to turn in they are all as much thinner: else they would be slabs.
function slim(place) {
  let least = 1;
  for (const { bend, turn, foot, node } of place.values()) {
    if (bend === undefined || node.marks.includes("fallen")) continue;
    least = Math.min(least, (bend - Math.max(foot, turn ?? foot)) / 14);
  }
  return Math.max(0.4, least);
}
