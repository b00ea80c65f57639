// What the signs on the tree mean: a list of those that are on it now, each drawn small with its sentence,
// folded away until it is asked for. Sentences come with the scene's words once somebody has asked.
import { anew, element, set, svg } from "./dom.js";
import { glyph } from "./glyphs.js";
import { badge } from "./nodes.js";

const MANY = 15;  // with more nodes some may have no room for words
const WIDE = 44, HIGH = 26;

// A list over the tree that a button opens and shuts; `draw` fills it.
export class Card {
  constructor(button, name) {
    Object.assign(this, { button, card: element("ul", { class: name, tabindex: 0, hidden: "" }) });
    set(button, "aria-expanded", "false");
    button.addEventListener("click", () => this.open(this.card.hidden));
    for (const part of [button, this.card]) part.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.shut()) event.stopPropagation();
    });
  }

  open(on) {
    this.card.hidden = !on;
    set(this.button, "aria-expanded", String(on));
    if (on) this.draw();
  }

  // Whether it was open.
  shut() {
    if (this.card.hidden) return false;
    this.open(false);
    this.button.focus({ preventScroll: true });
    return true;
  }
}

export class Signs extends Card {
  constructor(button, paint) {
    super(button, "signs");
    this.paint = paint;
  }

  show(scene) {
    this.scene = scene;
    if (!this.card.hidden) this.draw();
  }

  draw() {
    if (!this.scene) return;
    const { words } = this.scene, rows = signsOf(this.scene, this.paint);
    if (!anew(this, rows.map(([name]) => words[`sign_${name}`]))) return;
    set(this.card, "aria-label", words.signs);
    this.card.replaceChildren(...rows.map(([name, parts]) => {
      const box = { width: WIDE, height: HIGH, viewBox: `${-WIDE / 2} ${-HIGH / 2} ${WIDE} ${HIGH}` };
      const drawn = svg("svg", { ...box, "aria-hidden": "true" }, ...parts);
      return element("li", {}, drawn, element("span", { text: words[`sign_${name}`] ?? "" }));
    }));
  }
}

const rect = (w, h, attrs) => svg("rect", { x: -w / 2, y: -h / 2, width: w, height: h, ...attrs });
const path = (d, attrs) => svg("path", { d, ...attrs });
const part = (x, width, height, fill) => svg("rect", { x, y: -height / 2, width, height, fill });
const text = (says, x = 0) => svg("text", { x, y: 0.5, text: says });

// [name, drawing] of each sign that the tree has now.
function signsOf({ tree, classes, colours, worn = {} }, paint) {
  const { nodes } = tree, numeric = !classes.length;
  const kinds = new Set(nodes.map(({ kind }) => kind)), marks = new Set(nodes.flatMap((node) => node.marks));
  const badges = Object.entries(worn).filter(([, { path: d }]) => d);
  const drawn = { ...Object.fromEntries(badges.map(([name, { path: d }]) => [name, [badge(d)]])), ...ofRows(numeric, colours, paint), ...ofNodes() };
  const there = {
    row: tree.marks, part: nodes.some(({ tray }) => tray?.parts), bar: nodes.some(({ tray, plot }) => !tray && !plot),
    lines: nodes.length, open: kinds.has("open"), weighed: kinds.has("ghost"), ghost: kinds.has("ghost"),
    leaf: kinds.has("leaf"), small: nodes.length > MANY, wide: tree.wide && nodes.length > 1,
    plot: nodes.some(({ plot }) => plot), selected: !tree.still, next: tree.current, fold: kinds.has("ask"),
    hand: marks.has("hand"), lit: Object.keys(tree.lit ?? {}).length, pruned: marks.has("pruned"),
    fallen: marks.has("fallen"), ...Object.fromEntries(badges.map(([name]) => [name, marks.has(name)])),
  };
  return Object.keys(there).filter((name) => there[name]).map((name) => [name, drawn[name]]);
}

// What stands for rows, and for many of them.
function ofRows(numeric, colours, paint) {
  const mark = (kind, x, attrs) => path(glyph(kind, 5), { transform: `translate(${x} 0)`, ...attrs });
  const fills = [0, 1].map((kind) => mark(kind, kind * 18 - 9, { fill: colours[kind] }));
  const tone = numeric ? "var(--ink2)" : colours[0], ring = { class: "hollow", stroke: tone };
  const parted = (r, k) => path(glyph(0, r), k ? { fill: tone } : ring);
  const hollow = (kind) => mark(kind, 0, ring);
  const answer = numeric ? text("4.2") : mark(0, 0, { fill: colours[0] });
  const shades = [-9, 9].map((x) => mark(0, x, { class: x < 0 ? "mean weak" : "mean" }));
  const spread = [rect(40, 2, { class: "strip" }), rect(18, 9, { class: "spread" }), rect(2.5, 13, { class: "mean" })];
  return {
    row: numeric ? shades : fills, part: [5, 5 * Math.sqrt(0.4)].map(parted),
    lines: [text(numeric ? "ȳ, n" : "9 · 5")],
    bar: numeric ? spread : [part(-18, 15, 10, paint(0)), part(-2, 20, 10, paint(1))],
    open: [rect(36, 20, { class: "dashed", rx: 6 }), text("?")],
    weighed: [rect(36, 20, { class: "lit", rx: 5 }), text("x?")],
    ghost: [rect(36, 20, { class: "dashed", rx: 6 }), hollow(0)],
    leaf: [rect(36, 20, { rx: 6, fill: numeric ? "var(--sunk)" : "var(--k0)" }), answer],
    small: [0, 1].map((kind) => part(kind ? 3 : -13, kind ? 10 : 15, 4, numeric ? "var(--edge)" : paint(kind))),
    plot: [path("M-18,6V0h8V6zM-9,6V-8h8V6zM9,6V-4h8V6z", { class: "mean weak" }),
      path("M4,6l4,6h-8z", { class: "mean" })],
  };
}

// What is drawn around nodes, and between them.
function ofNodes() {
  const bend = "M-18,-8C-18,4 16,-8 16,8";
  return {
    wide: [path("M-4,-10C-4,2 -16,-2 -16,10", { class: "way", "stroke-width": 6 }),
      path("M4,-10C4,2 16,-2 16,10", { class: "way", "stroke-width": 1.4 })],
    selected: [rect(36, 20, { class: "frame", rx: 7 })], next: [path("M-5,-6l10,6l-10,6z", { class: "mean" })],
    hand: [rect(32, 15, { class: "thin", rx: 6 }), rect(38, 21, { class: "thin", rx: 9 })],
    fold: [svg("circle", { class: "thin", cx: -11, r: 8 }), text("−", -11), text("+3", 10)],
    lit: [path(bend, { class: "glow", "stroke-width": 9 }), path(bend, { class: "way", "stroke-width": 2 })],
    pruned: [path("M0,-8V0M-8,7L8,-3", { class: "frame" })], fallen: [path(bend, { class: "dashed" })],
  };
}
