// Errors tree by tree, from the whole one as far as it has been cut, or as it grew: a thin line for the rows that grew
// them, a thick one for others, the present tree marked. It is looked at; the ruler below it is what one touches.
import { element, pieces, svg } from "./dom.js";
import { measure } from "./letters.js";
import { wideOf } from "./ruler.js";

const EDGE = 12, DOT = 4, TITLE = 18, LOW = 70, TWO = 150;  // pixels: beside, of a dot, of the title; too low for a scale; for two lines of leaves
const APART = 2, LINE = 18;  // pixels between numbers, and of a line of them
const KEY = 20;  // pixels of a piece of a line before its name
const MOST = 50;  // dots of a line: of more trees only the best and the present one have theirs

export class Errors {
  constructor(host) {
    this.host = host;
    this.said = element("div", { class: "said-of" });
    this.plot = svg("svg", { class: "errors", "aria-hidden": "true" });
    host.append(this.said, this.plot);
    this.sizes = new ResizeObserver(() => this.shown && this.draw());
    this.sizes.observe(this.plot);
    this.width = measure(this.plot, () => this.shown && this.draw());
  }

  show(block) {
    this.shown = block;
    this.said.replaceChildren(...block.curves.map(({ says }, k) => element("p", {}, swatch(k), element("span", {}, ...pieces([says])))));
    this.draw();
  }

  // Where the curves begin and end, for the ruler that is their axis.
  get sides() { return [this.start, EDGE / 2]; }

  draw() {
    const { leaves, at, label, curves, least, most: top } = this.shown, { clientWidth: wide, clientHeight: high } = this.plot;
    const start = this.start = Math.max(wideOf(this.shown.top) + 2 * DOT, wideOf(String(least)) + 2 * DOT, wideOf(label) + wideOf(String(leaves[0])) / 2 + APART);
    if (!wide || !high) return;
    const most = top || 1, last = Math.max(1, leaves.length - 1);
    const low = high < LOW, TOP = low ? 2 * DOT : TITLE + 2 * DOT, step = (wide - start - EDGE / 2) / leaves.length;
    const x = (k) => start + (k + 0.5) * step, dot = leaves.length > MOST ? DOT : Math.max(1.5, Math.min(DOT, 0.36 * step));
    const ticks = this.ticks(x, wide, high < TWO), lines = 1 + Math.max(...ticks.map(({ row }) => row));
    const floor = high - LINE * lines;
    const y = (value) => TOP + (1 - Math.max(0, Math.min(1, (value - least) / (most - least)))) * (floor - TOP - DOT);
    const figures = apart(curves.map(({ values }) => Math.max(TOP + 8, Math.min(y(values[at]) + 5, floor - 3))));
    this.said.querySelectorAll("circle").forEach((one) => one.setAttribute("r", dot));
    this.plot.setAttribute("viewBox", `0 0 ${wide} ${high}`);
    this.plot.replaceChildren(
      ...curves.flatMap((curve) => band(curve, x, y)),
      svg("path", { class: "floor", d: `M${start} ${TOP}V${floor}H${wide - EDGE / 2}` }),
      ...(low ? [] : this.scale(start - DOT, y, wide)),
      ...curves.flatMap((curve) => limit(curve, start, wide - EDGE / 2, y, curves, x, floor, this.width)),
      svg("path", { class: "here", d: `M${x(at)} ${TOP}V${floor}` }),
      ...curves.flatMap((curve, k) => line(curve, x, y, k, dot)),
      ...curves.filter(({ values }) => values.length === at + 1 && at < last).map(({ shown }, k) => beside(shown, x(at), figures[k], wide)),
      ...this.numbers(ticks, floor), svg("text", { class: "title", x: 0, y: floor + LINE - 3 }, label));
  }

  // What is counted, from the least to the most; what is over it, once one has come there, in figures.
  scale(x, y, wide) {
    const { title, top, over, least, most, leaves, curves } = this.shown, at = [[top, most || 1], [String(least), least]];
    const above = over && curves[0].values.length === leaves.length ? [`${over} ↑`] : [];
    return [svg("text", { class: "title", x: 0, y: 11 }, title),
      ...above.map((text) => svg("text", { class: "scale", x: wide - EDGE / 2, y: 11 }, text)),
      ...at.map(([text, value]) => svg("text", { class: "scale", x, y: y(value) + 5 }, text))];
  }

  // Leaves of the trees: in a line, or in two where only then all have room.
  ticks(x, wide, low) {
    const one = this.placed(x, wide, [0]), all = ({ length }) => length === this.shown.leaves.length;
    const two = low || all(one) ? one : this.placed(x, wide, [0, 1]);
    return all(two) ? two : one;
  }

  placed(x, wide, rows) {
    const { leaves, at } = this.shown, taken = [];
    for (const k of new Set([at, ...leaves.keys()])) {
      const half = wideOf(String(leaves[k])) / 2, middle = Math.max(half, Math.min(wide - half, x(k)));
      const meets = (one) => Math.abs(one.middle - middle) <= one.half + half + APART;
      const free = (row) => !taken.some((one) => one.row === row && meets(one));
      const row = rows.find(free);
      if (row !== undefined) taken.push({ k, half, middle, row });
    }
    return taken;
  }

  numbers(ticks, floor) {
    const { leaves, at } = this.shown, { half, middle } = ticks[0];
    const texts = ticks.map(({ k, middle: there, row }) => (
      svg("text", { x: there, y: floor + LINE * (row + 1) - 3, class: k === at ? "on" : null }, String(leaves[k]))));
    const box = { x: middle - half - 3, y: floor + 2, width: 2 * half + 6, height: LINE - 1, rx: 4 };
    const now = svg("rect", { class: "now", ...box });
    return [now, ...texts];
  }

  destroy() {
    this.sizes.disconnect();
    this.width.stop();
  }
}

// `best`: the place of the smallest of those that do best, if this curve judges them.
function line({ values, best, bestlabel }, x, y, k, dot) {
  const name = k ? "others" : "own", points = values.map((value, i) => [x(i), y(value)]);
  const way = svg("path", { class: name, d: `M${points.map((point) => point.join(" ")).join("L")}` });
  const seen = [...points.keys()].filter((i) => points.length <= MOST || i === best || i === points.length - 1);
  const dots = seen.map((i) => svg("circle", { class: name, cx: points[i][0], cy: points[i][1], r: i === best ? dot + 3 : dot }));
  const told = best === undefined ? [] : [svg("text", { class: "figure middle", x: points[best][0], y: points[best][1] - dot - 8 }, bestlabel)];
  return [way, ...dots, ...told];
}

// One standard error to each side.
function band({ values, error }, x, y) {
  if (!error) return [];
  const over = values.map((value, i) => `${x(i)} ${y(value + error[i])}`), under = values.map((value, i) => `${x(i)} ${y(Math.max(0, value - error[i]))}`);
  return [svg("path", { class: "band", d: `M${[...over, ...under.reverse()].join("L")}Z` })];
}

// Trees whose error is no higher are as good as the best, by the rule of one standard error.
// Their name stands as near to it as no curve and no other name is under the letters: behind a piece of the line, or alone.
function limit({ limit: at, limitlabel, values, best, bestlabel }, from, to, y, curves, x, floor, width) {
  if (at === undefined) return [];
  const left = from + 5, named = y(values[best]), ways = curves.map((curve) => curve.values.map((value, i) => [x(i), y(value)]));
  const meets = (right, low) => right > x(best) - width(bestlabel, 13, true) / 2 - DOT && low > named - 28 && low < named + 18;
  const free = (key, low) => {
    const right = left + key + width(limitlabel, 13);
    return low > TITLE + 6 && low < floor - DOT && !meets(right, low) && !ways.some((way) => crossed(way, left, right, low - 12, low + 4));
  };
  const lows = Array.from({ length: 40 }, (_, k) => [y(at) + 14 + 2 * k, y(at) - 6 - 2 * k]).flat();
  const [key, low] = [KEY, 0].flatMap((one) => lows.map((each) => [one, each])).find((place) => free(...place)) ?? [0, lows[0]];
  return [svg("path", { class: "limit", d: `M${from} ${y(at)}H${to}M${left} ${low - 4}h${Math.max(0, key - 5)}` }),
    svg("text", { class: "title halo", x: left + key, y: low }, limitlabel)];
}

// Whether a way from point to point comes into a box.
function crossed(points, left, right, top, bottom) {
  return points.slice(1).some(([x2, y2], i) => {
    const [x1, y1] = points[i], at = (x) => y1 + ((y2 - y1) * (Math.max(x1, Math.min(x2, x)) - x1)) / (x2 - x1);
    if (x2 < left || x1 > right) return false;
    const ends = [at(left), at(right)];
    return Math.max(...ends) > top && Math.min(...ends) < bottom;
  });
}

// What the present tree gets wrong, in figures: to the right of its dot, where there is room, while nothing is drawn
// there.
function beside(text, x, y, wide) {
  const left = x + EDGE + wideOf(text) > wide, gap = DOT + 8;
  return svg("text", { class: left ? "figure left" : "figure", x: left ? x - gap : x + gap, y }, text);
}

// The upper one of two figures keeps clear of the lower one.
function apart(ys) {
  const low = Math.max(...ys), k = ys.indexOf(low);
  return ys.map((y, i) => (i === k ? y : Math.min(y, low - LINE + 4)));
}

function swatch(k) {
  const name = k ? "others" : "own", size = { class: "errors swatch", width: 30, height: 14 };
  return svg("svg", { ...size, viewBox: "0 0 30 14" },
    svg("path", { class: name, d: "M0 7H30" }), svg("circle", { class: name, cx: 15, cy: 7, r: DOT }));
}
