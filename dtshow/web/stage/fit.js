// How good the tree is by now: a line of words with the switch that holds rows out, and a small curve of a point for each
// split so far, on which one goes back to a step. The rows that grew the tree are dotted, others a full line, as on Pruning.
import { element, set, setText, svg } from "./dom.js";

const WIDE = 68, HIGH = 22, EDGE = 4, MOST = 100;  // pixels, and what fit.py says is the best of all
const LOOKS = ["own", "others"];

// `fold`: where the slider is while there is no room for it; the curve is there, too.
export class Fit {
  constructor(act, fold) {
    this.act = act;
    this.own = element("span", { class: "part" });
    this.text = element("span");
    const knob = element("span", { class: "knob", "aria-hidden": "true" });
    this.hold = element("button", { class: "part hold", role: "switch", onclick: () => this.turn() }, knob, this.text);
    this.curves = [new Curve(act), new Curve(act)];
    this.host = element("div", { class: "fit", hidden: true }, this.own, this.hold, this.curves[0].host);
    fold.prepend(element("div", { class: "fit" }, this.name = element("span"), this.curves[1].host));
  }

  show(fit) {
    this.host.hidden = !fit;
    for (const curve of this.curves) curve.show(fit);
    if (!fit) return;
    setText(this.name, fit.says);
    const [own, others] = parts(fit), held = Boolean(others);
    this.own.replaceChildren(...(held ? [swatch(0)] : []), own);
    set(this.own, "title", fit.title);
    this.text.replaceChildren(...(held ? [swatch(1)] : []), fit.holds);
    this.hold.hidden = !fit.holds;
    set(this.hold, "aria-checked", held);
    set(this.hold, "title", fit.told);
  }

  turn() {
    const on = this.hold.getAttribute("aria-checked") !== "true";
    set(this.hold, "aria-checked", on);
    this.act("hold", on);
  }
}

export class Curve {
  constructor(act) {
    this.act = act;
    this.host = svg("svg", { class: "curve", role: "img", viewBox: `0 0 ${WIDE} ${HIGH}`, onclick: (event) => this.press(event) });
  }

  // A tree without a split has none.
  show(fit) {
    set(this.host, "class", fit?.steps.length > 1 ? "curve" : "curve none");
    if (!fit) return;
    const { steps, curves, says } = this.fit = fit, last = Math.max(1, steps.length - 1);
    this.x = (k) => EDGE + (k / last) * (WIDE - 2 * EDGE);
    const y = (value) => HIGH - EDGE - (value / MOST) * (HIGH - 2 * EDGE);
    const point = (value, k) => `${this.x(k).toFixed(1)} ${y(value).toFixed(1)}`;
    set(this.host, "aria-label", says);
    this.host.replaceChildren(...curves.flatMap((values, k) => [
      svg("path", { class: LOOKS[k], d: `M${values.map(point).join("L")}` }),
      svg("circle", { class: LOOKS[k], cx: this.x(steps.length - 1), cy: y(values.at(-1)), r: 3 })]));
  }

  // To the step of the point that is nearest.
  press({ clientX }) {
    const { left, width } = this.host.getBoundingClientRect(), at = (clientX - left) * (WIDE / width);
    const away = this.fit.steps.map((_, k) => Math.abs(this.x(k) - at));
    this.act("jump", this.fit.steps[away.indexOf(Math.min(...away))]);
  }
}

// What the line says: of the rows that grew the tree, and of others.
export function parts({ parts: told, measure }) {
  return told.map(([name, value], k) => `${name} ${k || !measure ? "" : `${measure} `}${value}`);
}

export function swatch(k) {
  return svg("svg", { class: "swatch", width: 14, height: 10, viewBox: "0 0 14 10", "aria-hidden": "true" }, svg("path", { class: LOOKS[k], d: "M0 5H14" }));
}
