// The picture of a tree as Graphviz made it, to be looked at from near: it is dragged, and enlarged by the wheel, by two
// fingers, by its buttons and by keys. Nothing in it is laid out anew.
import { mounted } from "../mounted.js";
import { element, entitle, set } from "../stage/dom.js";
import { listen } from "../stage/hand.js";
import { icon } from "../stage/icons.js";
import { meaning } from "../stage/keys.js";
import { within } from "../stage/zoom.js";

const READ = 1.25, SMALL = 2, LARGEST = 8;  // pixels a point: to be read; as first shown at most; and by hand
const ZOOM = 1.4, STEP = 60, KEEP = 80;  // times a press; pixels a key; of the picture, what stays in sight
const DEEDS = ["smaller", "larger", "fit"];

class Drawing {
  constructor(host) {
    this.frame = element("div", { class: "frame", tabindex: 0, role: "img" });
    this.buttons = DEEDS.map((deed) => element("button", { onclick: () => this.press(deed) }, icon(deed)));
    host.append(this.frame, element("div", { class: "tools" }, ...this.buttons));
    this.frame.addEventListener("keydown", (event) => this.key(event));
    this.frame.addEventListener("dblclick", (event) => this.turn(event));
    listen(this.frame, {
      zoom: (factor, x, y) => this.zoom(factor, x, y),
      pan: (dx, dy) => this.pan(dx, dy),
      free: () => this.z > this.whole + 0.001,
    });
    this.sizes = new ResizeObserver(() => this.drawn && this.fit());
    this.sizes.observe(this.frame);
  }

  show({ svg, label, words }) {
    set(this.frame, "aria-label", label);
    this.buttons.forEach((one, k) => entitle(one, words[k]));
    if (svg === this.shown) return;
    this.shown = svg;
    const { documentElement } = new DOMParser().parseFromString(svg, "image/svg+xml");
    this.drawn = document.importNode(documentElement, true);
    const [, , w, h] = this.drawn.getAttribute("viewBox").split(" ").map(Number);
    Object.assign(this, { w, h, held: false });
    for (const side of ["width", "height"]) set(this.drawn, side, "100%");
    this.frame.replaceChildren(this.drawn);
    this.fit();
  }

  // The whole tree. What a hand has moved or zoomed stays as near as it is.
  fit() {
    const { frame: { clientWidth: wide, clientHeight: high }, w, h } = this;
    if (!wide) return;
    this.whole = Math.min(SMALL, wide / w, high / h);
    if (this.held) return void this.zoom(1, 0, 0);
    this.z = this.whole;
    this.move((wide - w * this.z) / 2, (high - h * this.z) / 2);
  }

  // From the whole tree to a size at which one reads, there where one points; and back.
  turn(event) {
    if (this.z > this.whole + 0.001 || this.whole >= READ) this.press("fit");
    else this.zoom(READ / this.z, ...within(this.frame, event));
  }

  pan(dx, dy) {
    this.held = true;
    this.move(this.x + dx, this.y + dy);
  }

  zoom(factor, x, y) {
    this.held = true;
    const z = Math.max(this.whole, Math.min(LARGEST, this.z * factor)), by = z / this.z;
    this.z = z;
    this.move(x + (this.x - x) * by, y + (this.y - y) * by);
  }

  move(x, y) {
    const { frame: { clientWidth: wide, clientHeight: high }, w, h, z } = this;
    this.x = Math.max(KEEP - w * z, Math.min(wide - KEEP, x));
    this.y = Math.max(KEEP - h * z, Math.min(high - KEEP, y));
    set(this.drawn, "viewBox", [-this.x / z, -this.y / z, wide / z, high / z].map((n) => n.toFixed(2)).join(" "));
  }

  press(deed) {
    const { frame: { clientWidth: wide, clientHeight: high } } = this;
    if (deed === "fit") {
      this.held = false;
      this.fit();
    } else this.zoom(deed === "larger" ? ZOOM : 1 / ZOOM, wide / 2, high / 2);
  }

  key(event) {
    const zoom = () => this.press(meaning(event)), does = {
      larger: zoom, smaller: zoom, fit: zoom,
      ArrowLeft: () => this.pan(STEP, 0), ArrowRight: () => this.pan(-STEP, 0),
      ArrowUp: () => this.pan(0, STEP), ArrowDown: () => this.pan(0, -STEP),
    }[meaning(event) ?? event.key];
    if (!does || event.ctrlKey || event.metaKey || event.altKey) return;  // the browser's own zoom
    event.preventDefault();
    event.stopPropagation();
    does();
  }

  destroy() { this.sizes.disconnect(); }
}

export default mounted("graphviz", (host) => new Drawing(host));
