// The tree one touches: a picture (picture.js) with its buttons and legend, whose nodes are walked, picked and folded
// and which a hand enlarges; it keeps the focus from one scene to the next. From where one looks is in camera.js.
import { FULL } from "./detail.js";
import { NARROW, element, setText } from "./dom.js";
import { listen } from "./hand.js";
import { toolbar } from "./legend.js";
import { drawOutline } from "./outline.js";
import { motionOf } from "./moves.js";
import { Peek } from "./peek.js";
import { Picture } from "./picture.js";
import { keyed } from "./walk.js";

const MANY = 300, EDGE = 40;  // with more nodes what is so far out of sight is not drawn
const DRAWN = 15;  // up to so many nodes, histograms are offered: there is room for them
const ZOOM = 1.4;
const SLIVER = 8, APART = 6;  // of a bar, so many pixels are something to see; and so far words stay from their neighbours and from the edge

export class Tree extends Picture {
  constructor(host, { act, view } = {}) {
    super(host);
    Object.assign(this, { act: act ?? (() => {}), onview: view ?? null, onacross: null });
    this.peek = new Peek(this.host);
    this.hear();
  }

  build() {
    super.build();
    this.outline = element("div", { class: "outline", hidden: "" });
    this.keys = element("div", { class: "keys", id: `${this.prefix}keys` });
    this.tools = toolbar((deed) => this.press(deed), this.paint);
    this.title = element("h2", { class: "unseen" });
    this.host.prepend(this.title, this.tools.bar, this.tools.named, this.tools.others, this.tools.card);  // as they are seen
    this.host.append(this.outline, this.keys);
  }

  get roles() {
    return [{ role: "tree", tabindex: -1, "aria-describedby": `${this.prefix}keys` }, { role: "presentation" }];
  }

  corners(anew) { return this.tools.corners(anew); }

  hear() {
    const { canvas, camera } = this, hear = (kind, does) => canvas.addEventListener(kind, does);
    listen(canvas, {
      zoom: (factor, x, y) => this.zoom(factor, { x, y }, false),
      pan: (dx, dy) => this.slide(camera.pan.x + dx, camera.pan.y + dy, false),
      free: () => camera.hand,
    });
    hear("click", (event) => this.click(event));
    hear("dblclick", (event) => event.target.closest(".node") || this.press("fit"));
    this.host.addEventListener("keydown", (event) => {
      if (!keyed(event, this)) return;
      event.preventDefault();
      event.stopPropagation();
    });
    // a tree that grows under a mouse at rest is not pointed at; a finger never moves before it points
    hear("pointerover", (event) => event.pointerType !== "mouse" && this.peep(event.target));
    for (const kind of ["pointermove", "focusin"]) hear(kind, (event) => this.peep(event.target));
    for (const kind of ["pointerleave", "focusout"]) hear(kind, () => this.peek.hide());
  }

  // In a lecture the panel changes with the beat; from beyond its edge the tree would come in cut off.
  resized() {
    const { w = 0 } = this.panel ?? {};
    if (this.sized()) this.redraw(this.panel.lecture && this.panel.w >= w);
  }

  show(scene, { moved } = {}) {
    const held = this.anchor(), told = this.place ? this.camera.told : 0, { shows, still, nodes, levels } = scene.tree;
    if (scene.tree.selected !== this.selected) this.opened = this.touched = this.left = null;
    this.many = nodes.length > MANY;
    this.tools.show({ shows, still, levels, drawn: nodes.length <= DRAWN, outline: !this.outline.hidden }, scene.words);
    this.tools.signs(scene);
    const turned = this.turned(levels);
    let plan = super.show(scene, { moved, held });
    const root = this.place?.get("root");
    if (root && turned && this.all) {
      this.camera.more(Math.max(told, this.camera.told));
      this.draw();
      plan = this.plan(this.glides);
    }
    if (!this.outline.hidden) this.list();
    return plan;
  }

  // All levels on a phone would be dots: they begin at the root, at a size at which one reads, and go on under the finger;
  // one that is folded there ends nothing.
  turned(levels) {
    const all = NARROW.matches && Boolean(levels?.all), turned = all !== Boolean(this.all) && !this.touched;
    this.all = all;
    if (turned) this.camera.all();
    return turned;
  }

  reword({ words, colours, classes, tree }, worn) {
    setText(this.keys, words.treekeys ?? "");
    setText(this.title, words.tree ?? "");
    this.tools.words(words, tree.label);
    this.tools.legend({ classes, target: tree.target, words }, colours, tree.marks && !tree.marks.numeric, worn);
  }

  leave(stay) {
    const held = this.focused();
    if (this.nodes.has(held) && !stay.has(held)) queueMicrotask(() => this.focus(this.selected));
    super.leave(stay);
  }

  // Everything at its place. In another tree what was `held` under the hand stays. A view that a hand has chosen counts
  // even if what is selected is not in it, until something else is; `keep`: a node that must be, with those below.
  draw({ held, keep } = {}) {
    const { camera } = this;
    if (!this.panel.w) return;
    this.look(held);
    if (this.grows()) this.look(held);
    const { places } = camera.scale, family = [keep, ...(this.laid.children.get(keep) ?? [])].filter((id) => places.has(id));
    const { x, y } = camera.pan, to = family.length ? camera.showing(...family.map((id) => places.get(id))) : [x, y];
    camera.move(...to, places);
    this.host.classList.toggle("enlarged", camera.hand);
    this.canvas.style.touchAction = camera.hand ? "none" : "pan-y";
    this.tools.press("fit", !camera.hand);
    super.draw();
  }

  // On a phone a tree has the height that it needs, up to half of the screen. It does not give it back, since what
  // stands below would jump. Elsewhere a lone node leaves what it does not need to the rows below it. Whether the panel
  // is another now.
  grows() {
    const stage = this.host.closest(".stage"), lone = !NARROW.matches && this.laid.byId.size === 1;
    if (lone) stage?.style.setProperty("--tree-need", `${Math.ceil(this.camera.need)}px`);
    if (stage && stage.classList.toggle("lone", lone) !== Boolean(this.lone)) {
      this.lone = lone;
      return this.sized();
    }
    if (!NARROW.matches || this.need > innerHeight) return false;
    const need = Math.ceil(this.camera.need), { need: had = 0 } = this;
    if (need <= had) return false;
    this.need = need;
    stage?.style.setProperty("--tree-need", `${need}px`);
    return this.sized();
  }

  carry() {
    this.peek.hide();
    super.carry();
    this.sight();
  }

  // No word is cut by the panel's edge: what of a node is in sight keeps its name and its condition, which make way for
  // the edge where they have room, and are not seen where they have none. Of a large tree only what is in sight is
  // displayed, and the node that the Tab key must find.
  sight() {
    const { panel: { w, h }, many, place } = this, { hand, pan: { x, y } } = this.camera, rows = [], all = [...place.values()];
    const seen = (l, t, r, b) => r + x > -EDGE && l + x < w + EDGE && b + y > -EDGE && t + y < h + EDGE;
    for (const p of all) (rows[p.depth] ??= []).push(p);
    for (const row of rows) row.forEach((p, k) => this.inSight(p, row[k - 1], row[k + 1]));
    for (const [id, p] of many ? place : []) {
      const { group, branch } = this.nodes.get(id), up = place.get(p.up);
      group.classList.toggle("away", id !== this.home && !seen(p.x + p.left, p.top, p.x + p.right, p.bottom));
      const away = branch && !seen(Math.min(p.x, up.x), up.bottom, Math.max(p.x, up.x), p.top);
      if (branch) for (const one of [branch.group, branch.saying]) one.classList.toggle("away", away);
    }
    const on = { left: all.some((p) => p.x + p.left + x < 0), right: all.some((p) => p.x + p.right + x > w), down: all.some((p) => p.bottom + y > h) };
    this.host.dataset.on = Object.keys(on).filter((way) => hand && on[way]).join(" ");
  }

  // What it says, beside its neighbours.
  inSight(p, before, after) {
    const { panel: { w, h, corners }, camera: { hand, pan: { x, y }, scale: { s } } } = this, { group, branch, words } = this.nodes.get(p.id);
    const { headAt, inner, label } = p, beyond = (t, b) => t + y < corners[2] || b + y > h, all = [before, p, after];
    const there = p.x + x > SLIVER - inner.w / 2 && p.x + x < w - SLIVER + inner.w / 2;
    const far = hand ? slid(all.map((one) => one && ends(one, x)), w, there && !label?.aside) : 0;
    group.toggleAttribute("data-torn", hand && (far === null || beyond(p.top, headAt ? headAt.y + 8 * s : p.bottom)));
    group.toggleAttribute("data-low", hand && beyond(p.top, p.bottom));
    if (words) words.style.transform = far ? `translate(${(far / s).toFixed(1)}px)` : "";
    if (!branch) return;
    const aside = hand && label ? slid(all.map((one) => one?.label && saysAt(one, x)), w, there && !label.aside) : 0;
    branch.saying.toggleAttribute("data-torn", hand && Boolean(label) && (aside === null || beyond(label.y - 7, label.y + 7)));
    branch.saying.style.transform = aside ? `translate(${aside.toFixed(1)}px)` : "";
  }

  mark() {
    const held = this.focused(), there = this.place.has(held);
    if (this.nodes.has(held) && !there) queueMicrotask(() => this.focus(this.selected));  // it is folded away
    this.home = there ? held : this.selected;
    super.mark();
  }

  // Where what was touched is, or else what is selected.
  anchor() {
    const id = this.touched ?? this.selected, p = this.place?.get(id), { pan } = this.camera;
    return p && { id, x: p.x + pan.x, y: p.y + pan.y };
  }

  // In a panel of another size, or with other corners, at once: told a frame later, it would be seen cut off below.
  fits(anew = false) { if (this.sized() || anew) this.redraw(false); }

  // On paper all of it is seen: it has a sheet's width, and of its height as much as it needs (stage.css).
  paper(on) {
    const { camera } = this, { z, high, pan } = camera;
    if (on) camera.all();
    else Object.assign(camera, this.before);
    this.before = { z, high, pan };
    this.fits(true);
    if (!on) return;
    this.host.style.setProperty("--tree-high", `${Math.ceil(this.camera.need)}px`);
    this.fits();
  }

  zoom(factor, { x, y }, glide) {
    if (!this.place) return;
    const { hand } = this.camera;
    this.camera.zoom(factor, x, y);
    this.redraw(glide);
    this.back(hand);
  }

  // On a phone all of a deep tree is its first levels: who has left its enlarged view sees no others.
  back(hand) { if (hand && !this.camera.hand && this.all) this.levels(); }

  // About what is selected, which stays in sight.
  zoomHere(factor) {
    const at = this.place?.get(this.selected) ?? this.place?.get("root"), { camera } = this, { hand, pan } = camera;
    if (!at) return;
    camera.zoom(factor, at.x + pan.x, at.y + pan.y);
    this.redraw(true, { keep: at.id });
    this.back(hand);
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
    const { kind } = this.nodes.get(id)?.node ?? {};
    if (this.tree.still && this.place.get(id)?.node.hidden) return void this.fold(id);
    if (this.tree.still || kind === "ghost") return;
    this.touched = id;
    if (id !== this.selected) {
      if (!this.far(id)) this.opened = id;
      this.left = this.selected;
      this.selected = id;
      this.redraw(true, { held: this.anchor(), keep: this.camera.folds(id) && id });
    }
    this.act("pick", id);
  }

  // Whether nodes are folded away on the way to it.
  far(id) {
    const p = this.place.get(id);
    return Boolean(p) && (Boolean(p.node.far) || this.far(p.up));
  }

  // What is folded away for want of room is opened where it is, also when it comes.
  fold(id) {
    const { kind, hidden } = this.nodes.get(id)?.node ?? {}, folds = this.camera.folds(id);
    if (kind !== "ask" || (this.tree.still && !(hidden || folds))) return;
    this.touched = id;
    this.opened = hidden || folds ? id : null;
    if (folds) this.redraw(true, { held: this.anchor(), keep: id });
    else this.act("fold", id);
  }

  click(event) {
    const id = event.target.closest(".node")?.dataset.id;
    if (!id) return;
    this.focus(id);
    if (event.target.closest(".folder")) this.fold(id);
    else this.pick(id);
  }

  above(id) { return this.place?.get(id)?.up; }

  // A ghost cannot be walked to: it is not there yet.
  below(id) {
    return (this.place?.get(id)?.below ?? []).filter((one) => this.nodes.get(one)?.node.kind !== "ghost");
  }

  walk(id) {
    if (!this.nodes.has(id)) return;
    this.focus(id);
    this.mark();
    const { hand, pan } = this.camera, [x, y] = hand ? this.camera.showing(this.place.get(id)) : [pan.x, pan.y];
    if (x !== pan.x || y !== pan.y) this.slide(x, y, true);
  }

  press(deed) {
    if (deed === "larger") this.zoomHere(ZOOM);
    if (deed === "smaller") this.zoomHere(1 / ZOOM);
    if (deed === "fit") this.whole();
    if (deed === "across") this.onacross?.();
    if (deed === "graphviz" || deed === "alike") this.act(deed, null);
    if (deed === "signs") this.act("signs", !this.tools.card.hidden);
    if (deed === "levels") this.levels();
    if (deed === "shows") this.act("shows", this.tree.shows === "histogram" ? "shares" : "histogram");
    if (deed !== "outline") return;
    this.listing(this.outline.hidden);
    if (!this.outline.hidden) this.list();
    this.tools.press("outline", !this.outline.hidden);
  }

  // All levels of a deep tree, or its first ones; whether that is of use.
  levels() {
    const { levels } = this.tree;
    this.touched = null;
    if (levels) this.act("levels", !levels.all);
    return Boolean(levels);
  }

  // The tree as text, or as a picture: one hides the other.
  listing(on) {
    this.outline.hidden = !on;
    this.host.classList.toggle("listed", on);
  }

  // The whole tree, or back to the size at which one reads.
  whole() {
    if (!this.place) return;
    const p = this.place.get(this.selected) ?? this.place.get("root"), { hand } = this.camera;
    if (hand) this.camera.all();
    else this.camera.read(p);
    this.redraw(true, hand ? {} : { keep: p.id });
    this.back(hand);
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

// From where to where a node goes, and its condition, where the world is moved.
const ends = ({ x, left, right }, moved) => [x + left + moved, x + right + moved];
function saysAt({ label: { x, w, aside } }, moved) {
  const right = x + (aside ? 0 : w / 2) + moved;
  return [right - w, right];
}

// How far what is between two others must move to be whole in a panel so wide; null where it may not, or has no room.
function slid([before, [left, right], after], w, may) {
  const far = Math.max(0, APART - left) + Math.min(0, w - APART - right), [low, high] = [before?.[1] ?? -Infinity, after?.[0] ?? Infinity];
  return far && (!may || right - left > w - 2 * APART || left + far < low + APART || right + far > high - APART) ? null : far;
}
