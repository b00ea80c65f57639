// The stage's colours as a canvas takes them, resolved for the theme on show. It chooses none: classes
// bring theirs with the scene, the page has its own (tokens.css).
import { element } from "./dom.js";
import { edged } from "./glyphs.js";

const LIGHTEST = 0.42;  // of the way from paper to ink, for the lowest numbers

// Reads colours through an element, for variables and light-dark() mean nothing to a canvas.
export class Colours {
  constructor(host) {
    this.probe = element("i", { hidden: true });
    this.probe.style.forcedColorAdjust = "none";
    host.append(this.probe);
  }

  resolved(colour) {
    this.probe.style.color = "";
    this.probe.style.color = colour;
    return getComputedStyle(this.probe).color;
  }

  // {fills: one for each kind of mark, edges: of those that need one, quiet, paper}
  of({ colours, tree }) {
    const [ink, paper, quiet] = ["--ink", "--paper", "--ink2"].map((name) => this.resolved(`var(${name})`));
    const { numeric, kinds } = tree?.marks ?? {};
    const shade = (k) => LIGHTEST + (1 - LIGHTEST) * (k / Math.max(1, kinds - 1));
    const fills = numeric
      ? Array.from({ length: kinds }, (_, k) => mixed(paper, ink, shade(k)))
      : colours.map((colour) => this.resolved(colour));
    const edge = this.resolved("light-dark(var(--ink), transparent)"), drawn = !numeric && numbers(edge)[3] !== 0;
    return { fills, edges: fills.map((_, k) => (drawn && edged(k) ? edge : "")), quiet, paper };
  }
}

const numbers = (colour) => (colour.match(/[\d.]+/g) ?? [0, 0, 0]).slice(0, 4).map(Number);

function mixed(from, to, share) {
  const [a, b] = [numbers(from), numbers(to)];
  return `rgb(${a.slice(0, 3).map((value, i) => Math.round(value + (b[i] - value) * share)).join(",")})`;
}
