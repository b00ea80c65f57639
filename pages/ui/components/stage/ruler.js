// A ruler to scale: each stretch is one tree, from the price at which it becomes the best to the next such price.
// It chooses a stretch and reports it as an act; where no number fits, none is written.
import { modified, set, svg } from "./dom.js";

const EDGE = 10, LINE = 34, LEAST = 7, NEAR = 3;  // pixels: beside the ruler, to its line, between prices, between trees
const TALL = 66;

export class Ruler {
  constructor(host, { act }) {
    Object.assign(this, { act, host });
    this.canvas = svg("svg", { class: "ruler-line", role: "slider", tabindex: 0 });
    host.append(this.canvas);
    this.listen();
    this.sizes = new ResizeObserver(() => this.shown && this.draw());
    this.sizes.observe(host);
  }

  listen() {
    const on = (kind, does) => this.canvas.addEventListener(kind, does);
    on("keydown", (event) => this.key(event));
    on("pointerdown", (event) => this.press(event));
    on("pointermove", (event) => { if (this.held) this.to(this.at(event)); });
    on("pointerup", () => this.release());
    on("pointercancel", () => { this.held = false; this.to(this.shown.chosen); });
  }

  show(block) {
    this.shown = block;
    this.held = false;
    set(this.canvas, "aria-label", block.label);
    set(this.canvas, "aria-valuemin", 0);
    set(this.canvas, "aria-valuemax", block.stops.length - 1);
    this.to(block.chosen);
  }

  // Stands at a stretch, which is told when the hand lets go.
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
    this.to(k);
    if (k !== this.shown.chosen) this.act("alpha", k);
    this.shown = { ...this.shown, chosen: k };
  }

  // The stretch under the hand; of those too short to be hit, the nearest.
  at({ clientX }) {
    const x = clientX - this.canvas.getBoundingClientRect().left, k = this.ends.findIndex((end) => x < end);
    return k < 0 ? this.ends.length - 1 : k;
  }

  // Where each stretch begins; the last one has a length of its own, for it has no end.
  measure() {
    const { stops, broken } = this.shown, last = stops.length - 1;
    this.wide = Math.max(120, this.host.clientWidth);
    const long = this.wide - 2 * EDGE, tail = last ? Math.min(80, long / 4) : long;
    const end = broken ? stops[last - 1].at * 1.3 || stops[last].at : stops[last].at;
    const to = (at) => EDGE + (end > 0 ? Math.min(1, at / end) : 0) * (long - tail);
    this.starts = stops.map(({ at }) => to(at));
    this.ends = [...this.starts.slice(1), this.wide - EDGE];
  }

  draw() {
    this.measure();
    set(this.canvas, "viewBox", `0 0 ${this.wide} ${TALL}`);
    const { starts, ends, k } = this, parts = [];
    starts.forEach((x, i) => parts.push(stretch(x, ends[i], i === k)));
    if (this.shown.broken) parts.push(gap(starts.at(-1) - 7));
    starts.forEach((x) => parts.push(svg("path", { class: "tick", d: `M${x.toFixed(1)} ${LINE - 7}v14` })));
    parts.push(...this.words(), svg("circle", { class: "knob", cx: starts[k].toFixed(1), cy: LINE, r: 8 }));
    this.canvas.replaceChildren(...parts);
  }

  // The tree above each stretch, its price below: first those of the present one, then from the right, where
  // stretches are long, as far as there is room. What is counted is said where it covers no other stretch.
  words() {
    const { stops } = this.shown, made = [], above = [], below = [];
    const order = [this.k, this.k + 1, ...stops.map((_, i) => stops.length - 1 - i)];
    for (const i of new Set(order.filter((i) => i < stops.length))) {
      const on = i === this.k, { leaves, short, price } = stops[i], room = this.ends[i] - this.starts[i];
      const tree = (on || i === stops.length - 1) && wideOf(leaves) <= room ? leaves : short;
      made.push(this.word(above, tree, this.starts[i] + room / 2, 14, on, NEAR));
      made.push(this.word(below, price, this.starts[i], 60, on, LEAST));
    }
    return made.filter(Boolean);
  }

  word(taken, text, x, y, on, apart) {
    const half = wideOf(text) / 2 + 1, at = Math.max(half, Math.min(this.wide - half, x));
    const free = taken.every(([l, r]) => at + half + apart < l || at - half - apart > r);
    if (!free) return null;
    taken.push([at - half, at + half]);
    return svg("text", { x: at.toFixed(1), y, class: on ? "on" : null }, text);
  }

  destroy() { this.sizes.disconnect(); }
}

// About so many pixels: a Chinese letter is as wide as it is high.
export function wideOf(text) {
  return [...text].reduce((sum, letter) => sum + (letter > "\u2E80" ? 14.5 : 8), 0);
}

function stretch(from, to, on) {
  const wide = Math.max(1, to - from - 1), high = on ? 18 : 8;
  const place = { x: (from + 0.5).toFixed(1), y: LINE - high / 2, width: wide.toFixed(1), height: high };
  return svg("rect", { class: on ? "stretch on" : "stretch", rx: on ? 5 : 3, ...place });
}

// Two strokes: what lies between is longer than drawn.
function gap(x) {
  const stroke = (dx) => `M${(x + dx - 3).toFixed(1)} ${LINE + 8}l6 -16`;
  return svg("path", { class: "gap", d: stroke(-3) + stroke(3) });
}
