// The tree one touches: draws a scene's tree so that all of it fits, and keeps its elements and focus
// from one scene to the next. Where things go is the business of places.js; rows are drawn by marks.js.
import { listen } from "./camera.js";
import { element, setText, svg } from "./dom.js";
import { toolbar } from "./legend.js";
import { motionOf } from "./moves.js";
import { KINDS, fitBranch, fitNode, markNode, newBranch, newNode, pattern, writeNode } from "./nodes.js";
import { drawOutline } from "./outline.js";
import { Peek } from "./peek.js";
import { FULL, HEAD, enlarged, fitted, keptAt, laidOut, places, pointAt } from "./places.js";
import { measure } from "./letters.js";

const MANY = 300;  // from so many nodes on nothing glides, and what is out of sight is not drawn
let trees = 0;

export class Tree {
  constructor(host, { act, view } = {}) {
    Object.assign(this, { host, act: act ?? (() => {}), onview: view ?? null, onacross: null, nodes: new Map() });
    Object.assign(this, { hand: null, pan: { x: 0, y: 0 }, touched: null, come: [], entering: [new DocumentFragment(), new DocumentFragment()], prefix: `nbn${++trees}class` });
    this.build();
    listen(this.canvas, {
      zoom: (factor, x, y) => this.zoom(factor, x, y, false),
      pan: (dx, dy) => this.slide(this.pan.x + dx, this.pan.y + dy, false),
      free: () => Boolean(this.hand),
    });
    this.canvas.addEventListener("click", (event) => this.click(event));
    this.canvas.addEventListener("dblclick", (event) => event.target.closest(".node") || this.fit());
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    for (const kind of ["pointerover", "focusin"]) this.canvas.addEventListener(kind, (event) => this.peep(event.target));
    for (const kind of ["pointerleave", "focusout"]) this.canvas.addEventListener(kind, () => this.peek.hide());
    this.watch = new ResizeObserver(() => this.resized());
    this.watch.observe(this.canvas);
  }

  build() {
    this.defs = svg("defs");
    this.branches = svg("g", { class: "branches", "aria-hidden": "true" });
    this.layer = svg("g", { class: "nodes", role: "presentation" });
    this.world = svg("g", { class: "world" }, this.branches, this.layer);
    this.canvas = svg("svg", { class: "canvas", role: "tree", "aria-describedby": `${this.prefix}keys` }, this.defs, this.world);
    this.outline = element("div", { class: "outline", hidden: "" });
    this.keys = element("div", { class: "keys", id: `${this.prefix}keys` });
    this.tools = toolbar((deed) => this.press(deed), (number) => this.paint(number));
    this.host.classList.add("tree");
    this.host.append(this.canvas, this.tools.bar, this.outline, this.keys);
    this.width = measure(this.canvas, () => { this.fitFor = null; if (this.place) this.look(false); });
    this.peek = new Peek(this.canvas, this.width);
    this.paint = (number) => `url(#${this.prefix}${number % KINDS})`;
  }

  destroy() {
    this.watch.disconnect();
    this.host.replaceChildren();
  }

  // Draws the scene's tree; the plan says where it all is when the move has ended.
  show(scene, { moved } = {}) {
    const { tree } = scene, before = this.tree, held = this.anchor(), written = JSON.stringify(tree.nodes);
    const fresh = this.written !== written;
    this.written = written;
    this.sized();  // before anything is written, which would have it laid out twice
    Object.assign(this, { scene, tree, selected: tree.selected });
    if (fresh) this.read();
    const worded = this.dress(scene);
    if (worded) this.sized();
    this.glides = motionOf(this.canvas, this.many, before ? (moved ? "split" : "move") : "none");
    if (fresh || worded) this.write(worded);
    if (fresh && this.hand && held) this.stay(held);
    this.draw();
    this.settle();
    if (!this.outline.hidden) this.list();
    this.touched = null;
    return this.plan(this.glides);
  }

  read() {
    const { nodes } = this.tree;
    this.placed = nodes.length > 0 && "x" in nodes[0];
    this.many = nodes.length > MANY;
    this.laid = this.placed ? laidOut(nodes) : null;
    this.host.classList.toggle("unplaced", !this.placed);
    if (!this.placed) this.outline.hidden = false;  // no layout: the words are what one touches
  }

  // The words and colours of the scene. Whether any of them has changed.
  dress({ words, colours, classes, tree }) {
    this.tools.show({ shows: tree.shows, outline: !this.outline.hidden, fit: !this.hand, across: Boolean(this.onacross), still: tree.still });
    const said = JSON.stringify([words, colours, classes, tree.label, tree.still, Boolean(tree.marks)]);
    if (this.said === said) return false;
    this.said = said;
    this.canvas.setAttribute("aria-label", tree.label);
    setText(this.keys, words.treekeys ?? "");
    this.tools.words(words, tree.label);
    this.defs.replaceChildren(...colours.map((colour, k) => pattern(this.prefix, k, colour)));
    this.tools.legend(classes, colours, tree.marks && !tree.marks.numeric);
    return true;
  }

  // Elements for the nodes there are; those of a node that stays are kept.
  write(worded) {
    const shown = this.placed ? this.tree.nodes : [], { words, colours } = this.scene;
    this.leave(new Set(shown.map((node) => node.id)));
    this.entering = [new DocumentFragment(), new DocumentFragment()];
    for (const node of shown) {
      const { x, y, edge, ...own } = node, written = JSON.stringify(own);
      const kept = this.nodes.get(node.id) ?? this.enter(node);
      kept.node = node;
      if (worded || kept.written !== written) {
        writeNode(kept, node, { words, colours, still: this.tree.still });
        kept.written = written;
      }
      kept.marks = "";
    }
  }

  // At once, and only when they are whole: a thousand elements are then styled once.
  settle() {
    const [branches, nodes] = this.entering;
    this.branches.append(branches);
    this.layer.append(nodes);
    // hundreds that come at once are a new tree, not news
    if (this.glides && this.come.length < 60) for (const id of this.come) this.appear(this.nodes.get(id));
    this.come = [];
  }

  appear({ group, branch }) { for (const one of [group, branch?.group]) one?.animate([{ opacity: 0 }, {}], { duration: 280 }); }

  enter(node) {
    const kept = newNode(node.id);
    kept.branch = node.up ? newBranch() : null;
    if (kept.branch) this.entering[0].append(kept.branch.group);
    this.entering[1].append(kept.group);
    this.come.push(node.id);
    this.nodes.set(node.id, kept);
    return kept;
  }

  leave(stay) {
    const held = this.focused();
    let lost = false;
    for (const [id, kept] of this.nodes) {
      if (stay.has(id)) continue;
      this.nodes.delete(id);
      lost ||= id === held;
      for (const group of [kept.group, kept.branch?.group]) if (group) this.fade(group);
    }
    if (lost) queueMicrotask(() => this.focus(this.selected));
  }

  fade(group) {
    if (!this.glides) { group.remove(); return; }
    group.removeAttribute("data-id");
    group.removeAttribute("role");
    group.setAttribute("aria-hidden", "true");
    group.classList.add("gone");
    setTimeout(() => group.remove(), 240);
  }

  // The panel, and what lies over its upper corners. Asked for after elements have been written it
  // would have the browser lay them out at once.
  sized() {
    const { canvas } = this, before = this.panel;
    this.panel = { w: canvas.clientWidth, h: canvas.clientHeight, corners: this.tools.corners() };
    return !before || before.w !== this.panel.w || before.h !== this.panel.h;
  }

  draw() {
    const { panel } = this;
    if (!this.placed || !panel.w) return;
    const marked = { ...this.tree, selected: this.selected }, key = [panel.w, panel.h, ...panel.corners].join();
    if (this.fitFor !== this.laid || this.fitKey !== key) {
      Object.assign(this, { fitFor: this.laid, fitKey: key, fitScale: fitted(this.laid, panel, this.width) });
    }
    if (this.hand && !this.inSight(this.scale())) this.hand = null;
    if (!this.hand) this.pan = { x: 0, y: 0 };
    const scale = this.scale();
    this.place = places(marked, scale, panel, this.width);
    this.size = panel;
    this.fitAll(scale);
    this.slide(this.pan.x, this.pan.y, this.glides, true);
    this.mark();
    this.tools.press("fit", !this.hand);
    this.canvas.style.touchAction = this.hand ? "none" : "pan-y";
  }

  scale() {
    if (!this.hand) return this.fitScale;
    const scale = enlarged(this.fitScale, this.hand.z);
    return this.hand.point ? keptAt(scale, this.hand.point, this.hand.x, this.hand.y) : scale;
  }

  fitAll(scale) {
    const { laid } = scale;
    for (const [id, p] of this.place) {
      const kept = this.nodes.get(id), { node } = p;
      // a hand needs more than a thin bar: the room that the node has at full size
      const touch = Math.max(8, Math.min(scale.gaps[p.depth] ?? 40, scale.gaps[p.depth - 1] ?? 40) * 0.8);
      const [top, bottom] = [Math.min(p.top, p.y - touch / 2), Math.max(p.bottom, p.y + touch / 2)];
      p.touch = p.level < HEAD ? { w: Math.max(p.wide, node.w * scale.kx), h: bottom - top, y: (top + bottom) / 2 - p.y }
        : { w: p.wide + 10, h: p.bottom - p.top + 6, y: (p.top + p.bottom) / 2 - p.y };
      fitNode(kept, p, scale.s, this.paint);
      if (kept.branch) fitBranch(kept.branch, p, this.place.get(p.up), scale.s);
    }
    this.canvas.classList.toggle("thin", laid.byId.size > 60 && scale.kx < 0.5);
  }

  // A node that is pointed at, or walked over, says what it has no room for.
  peep(target) {
    const id = target.closest(".node")?.dataset.id, p = id && this.place?.get(id);
    const walked = id && id === this.focused() && this.nodes.get(id).group.matches(":focus-visible");
    if (!p || p.level === FULL || !(walked || target.matches(":hover"))) this.peek.hide();
    else this.peek.show(p, { x: p.x + this.pan.x, y: p.y + this.pan.y }, this.size);
  }

  // Only a hand moves the world; a scene moves what is in it.
  slide(x, y, glide, quiet) {
    this.pan = this.hand ? this.within(x, y) : { x: 0, y: 0 };
    this.peek.hide();
    this.world.style.transform = `translate(${this.pan.x.toFixed(1)}px,${this.pan.y.toFixed(1)}px)`;
    if (this.many) this.sight();
    if (!quiet) { motionOf(this.canvas, this.many, glide ? "move" : "none"); this.onview?.(this.plan(Boolean(glide))); }
  }

  // Something of the tree is always in sight.
  within(x, y) {
    const { w, h } = this.size, all = [...this.place.values()], keep = 60;
    const xs = all.map((p) => p.x), ys = all.map((p) => p.y);
    const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
    return {
      x: clamp(x, keep - Math.max(...xs), w - keep - Math.min(...xs)),
      y: clamp(y, keep - Math.max(...ys), h - keep - Math.min(...ys)),
    };
  }

  inSight(scale) {
    const p = this.laid.byId.get(this.selected);
    if (!p) return false;
    const x = scale.x0 + scale.kx * p.node.x + this.pan.x, { w, h } = this.panel;
    const y = scale.y0 + scale.gaps.slice(0, p.depth).reduce((sum, gap) => sum + gap, 0) + this.pan.y;
    return x > 0 && x < w && y > 0 && y < h;
  }

  // Of a large tree only what is in sight is displayed.
  sight() {
    const { w, h } = this.size, { x, y } = this.pan, inside = ({ box: p }) => p.r + x > -40 && p.l + x < w + 40 && p.b + y > -40 && p.t + y < h + 40;
    for (const [id, p] of this.place) {
      p.box = { l: p.x - p.wide / 2, r: p.x + p.wide / 2, t: p.top, b: p.bottom };
      const kept = this.nodes.get(id), seen = inside(p), up = this.place.get(p.up);
      kept.group.classList.toggle("away", !seen && id !== this.home);
      if (!up) continue;
      const way = { l: Math.min(p.x, up.x), r: Math.max(p.x, up.x), t: up.bottom, b: p.top };
      kept.branch.group.classList.toggle("away", !inside({ box: way }));
    }
  }

  plan(glide) {
    const { w, h } = this.size ?? this.panel, place = new Map(), { x, y } = this.pan;
    for (const [id, p] of this.placed && this.place ? this.place : []) {
      const { inner } = p, tray = { x: p.x + x - inner.w / 2, y: p.y + y - inner.h / 2, w: inner.w, h: inner.h, pitch: inner.pitch ?? 0 };
      place.set(id, {
        x: p.x + x, y: p.y + y, full: p.level === FULL, worded: p.level >= HEAD, up: p.up, tray, inner,
        box: { x: p.x + x - p.wide / 2, y: p.top + y, w: p.wide, h: p.bottom - p.top },
        head: { x: p.x + x, y: p.top + y - p.lift }, foot: { x: p.x + x, y: p.bottom + y },
      });
    }
    return { w, h, place, glide: Boolean(glide) };
  }

  mark() {
    const { current, lit, wide } = this.tree, { words } = this.scene;
    this.canvas.classList.toggle("path", Object.keys(lit ?? {}).length > 0);
    this.home = this.nodes.has(this.focused()) ? this.focused() : this.selected;
    const way = new Set();
    for (let p = this.place.get(this.selected); p && !this.tree.still; p = this.place.get(p.up)) way.add(p.id);
    for (const [id, kept] of this.nodes) {
      const selected = id === this.selected && !this.tree.still;
      markNode(kept, { selected, current: id === current, home: id === this.home, share: lit?.[id], way: way.has(id), wide, words });
    }
  }

  // While a hand has enlarged the tree, what it touched stays under it, else what is selected.
  anchor() {
    const id = this.touched ?? this.selected, p = this.place?.get(id);
    return p && { id, x: p.x + this.pan.x, y: p.y + this.pan.y, kx: this.scale().kx };
  }

  stay({ id, x, y, kx }) {
    const found = this.laid?.byId.get(id), { panel } = this;
    if (!found || !panel.w) return;
    const fit = fitted(this.laid, panel, this.width), z = Math.max(1, kx / fit.kx), scale = enlarged(fit, z);
    const point = { x: found.node.x, level: Math.max(0, found.depth - 1), part: found.depth ? 1 : 0 };
    this.hand = { z: Math.min(z, scale.most), point, x, y };
    this.pan = { x: 0, y: 0 };
  }

  zoom(factor, x = this.size.w / 2, y = this.size.h / 2, glide = true) {
    if (!this.placed) return;
    const old = this.scale(), z = Math.min(enlarged(this.fitScale, 1).most, (this.hand?.z ?? 1) * factor);
    const point = pointAt(old, x - this.pan.x, y - this.pan.y);
    this.hand = z > 1.001 ? { z, point, x, y } : null;
    this.pan = { x: 0, y: 0 };
    this.look(glide);
  }

  // A view that a hand has chosen; it counts even if what is selected is not in sight.
  look(glide) {
    this.glides = motionOf(this.canvas, this.many, glide ? "move" : "none");
    const { inSight } = this;
    this.inSight = () => true;
    this.draw();
    this.inSight = inSight;
    this.onview?.(this.plan(this.glides));
  }

  // The whole tree, or back to the size at which one reads.
  fit() {
    if (this.hand || !this.placed) { this.hand = null; this.look(true); return; }
    const p = this.place.get(this.selected) ?? this.place.get("root"), reading = this.fitScale.reading / this.fitScale.kx;
    if (reading > 1.05) this.zoom(reading, p.x, p.y);
  }

  resized() {
    if (!this.tree || !this.placed || !this.canvas.clientWidth) return;
    if (this.sized() || !this.place) this.look(false);
  }

  pick(id) {
    const kind = this.nodes.get(id)?.node.kind;
    if (this.tree.still || kind === "ghost") return;
    this.touched = id;
    if (id !== this.selected) {
      this.selected = id;
      this.look(true);
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

  key(event) {
    const id = event.target.closest(".node")?.dataset.id;
    if (!id || event.ctrlKey || event.metaKey || event.altKey) return;
    const { node } = this.nodes.get(id), children = (up) => (this.laid.children.get(up) ?? []).filter((one) => this.nodes.get(one).node.kind !== "ghost");
    const beside = (step) => { const all = children(node.up); return node.up ? all[all.indexOf(id) + step] : undefined; };
    const walk = { ArrowUp: () => node.up, ArrowDown: () => children(id)[0], ArrowLeft: () => beside(-1), ArrowRight: () => beside(1), Home: () => "root" };
    const deeds = { Enter: () => this.pick(id), " ": () => this.pick(id), "+": () => this.press("larger"), "=": () => this.press("larger"), "-": () => this.press("smaller"), 0: () => this.press("fit"), f: () => this.fold(id) };
    const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (walk[pressed]) this.walk(walk[pressed]());
    else if (deeds[pressed]) deeds[pressed]();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  walk(id) {
    if (!this.nodes.has(id)) return;
    this.focus(id);
    this.mark();
    if (this.hand) this.follow(this.place.get(id));
  }

  // An enlarged tree moves as far as it must to show a node.
  follow(p) {
    const { w, h } = this.size, { x, y } = this.pan, gap = 16;
    const short = (low, high, size) => (low < gap ? gap - low : high > size - gap ? size - gap - high : 0);
    const dx = short(p.x + x - p.wide / 2, p.x + x + p.wide / 2, w), dy = short(p.top + y - p.lift, p.bottom + y, h);
    if (dx || dy) this.slide(x + dx, y + dy, true);
  }

  // The stage says whether the tree has the whole page.
  across(on) { this.tools.press("across", on); }

  press(deed) {
    if (deed === "larger") this.zoom(1.4);
    if (deed === "smaller") this.zoom(1 / 1.4);
    if (deed === "fit") this.fit();
    if (deed === "across") this.onacross?.();
    if (deed === "shows") this.act("shows", this.tree.shows === "histogram" ? "shares" : "histogram");
    if (deed === "outline") {
      this.outline.hidden = !this.outline.hidden;
      if (!this.outline.hidden) this.list();
      this.tools.press("outline", !this.outline.hidden);
    }
  }

  list() { drawOutline(this.outline, this.tree.nodes, this.selected, (id) => { this.pick(id); this.list(); }); }

  focus(id) {
    const group = this.nodes.get(id)?.group;
    group?.classList.remove("away");
    group?.focus({ preventScroll: true });
  }

  focused() { return this.host.getRootNode().activeElement?.dataset?.id; }
}
