// From where one looks at the tree: all of it, until a hand enlarges it. It is then laid out for a panel that is as
// much larger, of which the panel shows a part. It moves by itself only so far as it must, and draws nothing.
import { fullSize, whole } from "./detail.js";
import { MARGIN } from "./sizes.js";

const LARGEST = 4, WIDER = 1.08, WIDEST = 5;  // times the size at which nothing has to be left out; how much wider at a step, and at most
const KEEP = 1 / 3, EDGE = 16;  // of the panel, so much is not left empty by the tree; a node that is walked to has this around it

export class Camera {
  constructor(width) { Object.assign(this, { width }); this.all(); }

  // The tree, its panel {w, h, corners, reads} and what is shown of it; nothing is worked out that is known. What a
  // hand has enlarged stays as it is when something else is selected, unless that is folded away; what was `held`, {id, x,
  // y}, stays where it was.
  see(laid, panel, shown, held) {
    const size = [panel.w, panel.h, panel.reads, panel.letters, ...panel.corners].join();
    const known = size + JSON.stringify(shown), opens = held && [shown.selected, shown.opened].some((id) => this.folds(id));
    if (this.laid === laid && (this.hand ? this.size === size && !opens : this.known === known)) return;
    Object.assign(this, { laid, panel, shown, size, known, drawn: null, full: 0 });
    if (this.hand) this.z = Math.min(this.z, this.most);
    if (held) this.stay(held);
  }

  // Whether more of it is folded away, for want of room, than the scene folds.
  folds(id) {
    const one = this.laid?.byId.get(id), p = one && this.scale.places.get(id);
    return Boolean(one) && (!p || p.node.hidden > one.node.hidden);
  }

  get hand() { return this.z > 1; }

  // Texts have another width now.
  forget() { this.laid = null; }

  get reading() { return this.panel.letters || Math.min(1.5, Math.max(1, this.panel.w / this.panel.reads)); }

  get fullSize() { return fullSize(this.laid, this.panel, this.width, this.shown); }

  // How much larger the tree is where nothing has to be left out.
  get readable() {
    if (this.full) return this.full;
    const { panel, reading } = this, { w, h } = this.fullSize;
    this.full = Math.max(1, (w * reading) / (panel.w - 2 * MARGIN), (h * reading) / (panel.h - 2 * MARGIN));
    return this.full;
  }

  // How high a panel must be for it.
  get need() {
    return this.fullSize.h * this.reading + 2 * MARGIN + this.panel.corners[2];
  }

  get most() { return LARGEST * this.readable; }

  get scale() {
    const { laid, panel, width, shown, reading, z, high } = this, [, , bar] = panel.corners;
    if (this.drawn?.z === z && this.drawn.high === high) return this.drawn.scale;
    const large = { ...panel, w: panel.w * z, h: panel.h * high - (z > 1 && high === 1 ? bar : 0), corners: z > 1 ? [0, 0, 0] : panel.corners };
    const scale = whole(laid, large, width, shown, z > 1 ? reading * Math.max(1, z / this.readable) : reading);
    this.drawn = { z, high, scale };
    return scale;
  }

  // `high`: how much higher than the panel it is, no more than it is wider.
  all() { Object.assign(this, { z: 1, high: 1, pan: { x: 0, y: 0 } }); }

  // What is nearest to the point of the panel stays where it is.
  zoom(factor, x, y) {
    const z = Math.min(this.most, this.z * factor), { pan } = this;
    if (z <= 1.001) return this.all();
    const far = (p) => Math.hypot(p.x + pan.x - x, p.y + pan.y - y);
    const near = [...this.scale.places.values()].reduce((best, p) => (far(p) < far(best) ? p : best));
    this.high = Math.max(1, (this.high * z) / this.z);
    this.z = z;
    this.stay({ id: near.id, x: near.x + pan.x, y: near.y + pan.y });
  }

  // The size at which one reads, about a place.
  read({ x, y }) { if (this.readable > 1.05 * this.z) this.zoom(this.readable / this.z, x + this.pan.x, y + this.pan.y); }

  // How many levels have their names and conditions whole.
  get told() {
    const all = [...this.scale.places.values()], short = all.filter((p) => p.up && !(p.label && p.said && !p.said.includes("…") && (p.node.kind !== "ask" || p.said === p.node.head)));
    return Math.min(...short.map((p) => p.depth), 1 + Math.max(...all.map((p) => p.depth)));
  }

  // So much wider that more than `levels` of them are told, all of which the panel's height holds, or else higher as well;
  // and then where most of it is in sight beside the root.
  more(levels) {
    while (this.told <= levels && this.z < WIDEST) this.z *= WIDER;
    if (this.told <= levels) this.z = this.high = Math.min(this.readable, 2);
    if (!this.hand) return;
    const all = [...this.scale.places.values()].map(ends), [root] = all, { w } = this.panel;
    const seen = (x) => all.filter(([left, right]) => left + x >= EDGE && right + x <= w - EDGE).length;
    const ways = all.map(([left]) => EDGE - left).filter((x) => root[0] + x >= EDGE && root[1] + x <= w - EDGE);
    this.pan = { x: ways.reduce((best, x) => (seen(x) > seen(best) ? x : best)), y: this.panel.corners[2] };
  }

  // Moves an enlarged tree; some of it is always in sight.
  move(x, y, place) {
    if (!this.hand) return;
    const { w, h } = this.panel, all = [...place.values()];
    const clamp = (value, side, size) => {
      const places = all.map((p) => p[side]);
      return Math.min((1 - KEEP) * size - Math.min(...places), Math.max(KEEP * size - Math.max(...places), value));
    };
    this.pan = { x: clamp(x, "x", w), y: clamp(y, "y", h) };
  }

  // Where it must be to show some places whole, the first of them if not all.
  showing(...some) {
    const beyond = (low, high, size, edge = EDGE) => (low < edge ? edge - low : Math.min(0, size - EDGE - high));
    let { x, y } = this.pan;
    for (const all of [some, some.slice(0, 1)]) {
      const [left, top] = [(p) => p.x + p.left, (p) => p.top - p.lift].map((of) => Math.min(...all.map(of)));
      const [right, bottom] = [(p) => p.x + p.right + (p.frame?.after ?? 0), (p) => p.bottom].map((of) => Math.max(...all.map(of)));
      x += beyond(left + x, right + x, this.panel.w);
      y += beyond(top + y, bottom + y, this.panel.h, EDGE + this.panel.corners[2]);
    }
    return [x, y];
  }

  // In another tree, or at another size, a node stays where it was; `at`: {id, x, y}.
  stay({ id, x, y }) {
    const p = this.hand && this.scale.places.get(id);
    if (p) this.pan = { x: x - p.x, y: y - p.y };
  }
}

// From where to where a node and its condition go.
function ends({ x, left, right, frame, label }) {
  const low = x + left - (frame?.before ?? 0), high = x + right + (frame?.after ?? 0);
  if (!label) return [low, high];
  const end = label.x + (label.aside ? 0 : label.w / 2);
  return [Math.min(low, end - label.w), Math.max(high, end)];
}
