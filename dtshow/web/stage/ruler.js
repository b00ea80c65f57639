// The trees of a path side by side, each as long as the others: at the border of two stands the price at which the
// next becomes the best. Where not all fit, those around the present one do; where it is the axis of curves below it,
// which leave as much at their `sides`, all stay alike. A stretch that is chosen is an act; under a hand that drags the
// tree follows.
import { modified, set, svg } from "./dom.js";
import { within } from "./zoom.js";

const SIDES = [10, 10], NAMED = [60, 12], LINE = 14, LEAST = 7, NEAR = 3, APART = 16;  // pixels: beside the ruler, to its line, between prices, between trees, or between both of an axis
const TALL = 46, TREES = 20;  // high, and as much more where it says which trees they are
const TICKS = 20;  // trees; an axis of more is not named as closely as has room
const HAND = 36, FAR = 8;  // so long is a stretch at least that a hand can hit, and one far off
const REST = 80;  // milliseconds on a stretch, after which the tree follows a hand that still holds the knob

export class Ruler {
  // `trees`: whether it says which trees they are, where nothing above it does
  constructor(host, { act, trees = true }) {
    Object.assign(this, { act, host, top: trees ? TREES : 0 });
    this.canvas = svg("svg", { class: "ruler-line", role: "slider", tabindex: 0, preserveAspectRatio: "xMinYMid" });
    this.canvas.style.height = `${this.top + TALL}px`;
    host.append(this.canvas);
    this.listen();
    this.sizes = new ResizeObserver(() => this.shown && this.draw());
    this.sizes.observe(host);
  }

  listen() {
    const on = (kind, does) => this.canvas.addEventListener(kind, does);
    on("keydown", (event) => this.key(event));
    on("pointerdown", (event) => this.press(event));
    on("pointermove", (event) => { if (this.held) this.drag(this.at(event)); });
    on("pointerup", () => this.release());
    on("pointercancel", () => this.release());
  }

  show(block) {
    const drags = this.held && block.stops.length === this.shown.stops.length;
    this.shown = block;
    this.held = drags;
    set(this.canvas, "aria-label", block.label);
    set(this.canvas, "aria-valuemin", 0);
    set(this.canvas, "aria-valuemax", block.stops.length - 1);
    this.to(drags ? this.k : block.chosen);  // an answer to a hand that is further by now
  }

  // Where the hand is: told as soon as it rests, or lets go.
  drag(k) {
    if (k === this.k) return;
    this.to(k);
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.held && this.tell(), REST);
  }

  tell() {
    const { k, shown } = this;
    if (k === shown.chosen) return;
    this.shown = { ...shown, chosen: k };
    this.act("alpha", k);
  }

  // Stands at a stretch.
  to(k) {
    this.k = k;
    set(this.canvas, "aria-valuenow", k);
    set(this.canvas, "aria-valuetext", this.shown.stops[k].says);
    this.draw();
  }

  key(event) {
    const last = this.shown.stops.length - 1, { key } = event;
    const to = { ArrowRight: this.k + 1, ArrowUp: this.k + 1, ArrowLeft: this.k - 1, ArrowDown: this.k - 1,
      Home: 0, End: last }[key];
    if (to === undefined || modified(event)) return;
    event.preventDefault();
    event.stopPropagation();
    this.choose(Math.max(0, Math.min(last, to)));
  }

  press(event) {
    if (event.button) return;
    this.held = true;
    this.canvas.setPointerCapture(event.pointerId);
    this.to(this.at(event));
  }

  release() {
    if (!this.held) return;
    this.held = false;
    this.choose(this.k);
  }

  choose(k) {
    clearTimeout(this.resting);
    this.to(k);
    this.tell();
  }

  // The stretch under the hand.
  at(event) {
    const [x] = within(this.canvas, event), k = this.ends.findIndex((end) => x < end);
    return k < 0 ? this.ends.length - 1 : k;
  }

  // Where each stretch begins and ends; none moves while it is dragged over.
  measure() {
    const wide = Math.max(120, this.host.clientWidth), { stops: { length: many }, sides, names } = this.shown;
    if (this.held && wide === this.wide) return;
    this.wide = wide;
    const [left, right] = sides ?? (names?.length ? NAMED : SIDES), long = wide - left - right;
    const longs = sides ? Array(many).fill(long / many) : lengths(many, this.k, long);
    this.ends = longs.map((_, i) => left + longs.slice(0, i + 1).reduce((sum, one) => sum + one));
    this.starts = [left, ...this.ends.slice(0, -1)];
  }

  draw() {
    this.measure();
    set(this.canvas, "viewBox", `0 0 ${this.wide} ${this.top + TALL}`);
    const { starts, ends, k } = this, parts = [], line = this.top + LINE;
    this.canvas.classList.toggle("axis", Boolean(this.shown.sides));
    if (this.shown.sides) parts.push(svg("rect", { class: "here", x: starts[k], y: line, width: ends[k] - starts[k], height: TALL - LINE }));
    starts.forEach((x, i) => parts.push(stretch(x, ends[i], line, i === k)));
    starts.forEach((x) => parts.push(svg("path", { class: "tick", d: `M${x.toFixed(1)} ${line - 7}v14` })));
    const knob = svg("circle", { class: "knob", cx: ((starts[k] + ends[k]) / 2).toFixed(1), cy: line, r: 8 });
    this.canvas.replaceChildren(...parts, ...this.words(), knob);
  }

  // The tree above each stretch, the prices at its borders below: first those of the present one, then the others,
  // from near to far, as far as there is room.
  words() {
    const { stops } = this.shown, { k } = this, made = [], above = [], below = [], far = (i) => Math.abs(i - k - 0.4);
    const aside = this.aside(), [near, least] = this.shown.sides && stops.length > TICKS ? [APART, APART] : [NEAR, LEAST];
    for (const i of stops.map((_, i) => i).sort((i, j) => far(i) - far(j))) {
      const { leaves, short, price } = stops[i], room = this.ends[i] - this.starts[i];
      const tree = wideOf(leaves) + 2 + NEAR <= (i === k ? 2 * room - 28 : room) ? leaves : short;
      if (this.top) made.push(this.word(above, tree, this.starts[i] + room / 2, 14, i === k, near));
      const x = this.starts[i] + (i === k ? -aside : i === k + 1 ? aside : 0);
      made.push(this.word(below, price, x, this.top + 40, i === k || i === k + 1, least));
    }
    const names = this.shown.names ?? [];
    names.forEach((name, k) => made.push(this.word(k ? below : above, name, 0, k ? this.top + 40 : 14, false, NEAR)));
    return made.filter(Boolean);
  }

  // How far the two prices of the present stretch stand beside its ends, for both to have room.
  aside() {
    const { k, starts } = this, [one, other] = this.shown.stops.slice(k, k + 2);
    if (!other) return 0;
    const least = (wideOf(one.price) + wideOf(other.price)) / 2 + 3 + LEAST;
    return Math.max(0, least - (starts[k + 1] - starts[k])) / 2;
  }

  word(taken, text, x, y, on, apart) {
    const half = wideOf(text) / 2 + 1, at = Math.max(half, Math.min(this.wide - half, x));
    const free = taken.every(([l, r]) => at + half + apart < l || at - half - apart > r);
    if (!free) return null;
    taken.push([at - half, at + half]);
    return svg("text", { x: at.toFixed(1), y, class: on ? "on" : null }, text);
  }

  destroy() {
    clearTimeout(this.resting);
    this.sizes.disconnect();
  }
}

// About so many pixels: a Chinese letter is as wide as it is high, and digits are wider than most letters.
export function wideOf(text) {
  const wide = (letter) => (letter > "\u2E80" ? 14.5 : /[a-z]/.test(letter) ? 7 : 8);
  return [...text].reduce((sum, letter) => sum + wide(letter), 0);
}

function stretch(from, to, line, on) {
  const wide = Math.max(1, to - from - 1), high = on ? 18 : 8;
  const place = { x: (from + 0.5).toFixed(1), y: line - high / 2, width: wide.toFixed(1), height: high };
  return svg("rect", { class: on ? "stretch on" : "stretch", rx: on ? 5 : 3, ...place });
}

// So long is each of ``many`` stretches: all alike, or those around the ``k``-th so that a hand can hit them.
function lengths(many, k, long) {
  const far = Math.min(FAR, (0.4 * long) / many), all = many * HAND <= long;
  const near = all ? many : Math.max(1, Math.floor((long - many * far) / (HAND - far)));
  const first = Math.max(0, Math.min(many - near, k - Math.floor(near / 2)));
  const wide = (long - (many - near) * far) / near;
  return Array.from({ length: many }, (_, i) => (i >= first && i < first + near ? wide : far));
}
