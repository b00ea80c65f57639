// From where one looks at the tree: all of it, until a hand enlarges it. It moves by itself only so far
// as it must, and draws nothing.
import { whole } from "./detail.js";
import { enlarged, fitted, keptAt, pointAt, total } from "./scale.js";

const MOST = 300;  // nodes that may all have words
const KEEP = 60, EDGE = 16;  // of the tree, so many pixels stay in sight; a node that is walked to has this around it

export class Camera {
  constructor(width) { Object.assign(this, { width, hand: null, pan: { x: 0, y: 0 } }); }

  // The tree, its panel {w, h, corners} and what is shown of it; nothing is worked out that is known.
  see(laid, panel, shown) {
    const size = [panel.w, panel.h, panel.reads, ...panel.corners].join();
    const known = [size, ...Object.values(shown)].join();
    if (this.laid === laid && (this.hand ? this.size === size : this.known === known)) return;
    Object.assign(this, { laid, panel, size, known });
    this.whole = this.seen(fitted(laid, panel, this.width), shown);
  }

  // At the first level of detail that has room, if there is one.
  seen(fit, shown) {
    const found = fit.laid.byId.size <= MOST ? whole(fit, this.panel, this.width, shown) : null;
    if (!found) return fit;
    const byId = new Map([...fit.laid.byId].map(([id, one]) => [id, { ...one, x: found.toX(id) }]));
    const { places, gaps, s, y0, dense } = found;
    return { ...fit, laid: { ...fit.laid, byId }, places, gaps, s, y0, dense };
  }

  // Texts have another width now.
  forget() { this.laid = null; }

  get scale() {
    if (!this.hand) return this.whole;
    const { z, point, x, y } = this.hand;
    return keptAt(enlarged(this.whole, z), point, x, y);
  }

  all() { Object.assign(this, { hand: null, pan: { x: 0, y: 0 } }); }

  // The point of the panel stays where it is.
  zoom(factor, x, y) {
    const z = Math.min(this.whole.most, (this.hand?.z ?? 1) * factor);
    const point = pointAt(this.scale, x - this.pan.x, y - this.pan.y);
    this.all();
    if (z > 1.001) this.hand = { z, point, x, y };
  }

  // The size at which one reads, about a place.
  read({ x, y }) {
    const factor = this.whole.reading / this.whole.kx;
    if (factor > 1.05) this.zoom(factor, x, y);
  }

  // Moves an enlarged tree; some of it is always in sight.
  move(x, y, place) {
    if (!this.hand) return;
    const { w, h } = this.panel, all = [...place.values()];
    const clamp = (value, side, size) => {
      const places = all.map((p) => p[side]);
      return Math.min(size - KEEP - Math.min(...places), Math.max(KEEP - Math.max(...places), value));
    };
    this.pan = { x: clamp(x, "x", w), y: clamp(y, "y", h) };
  }

  // How far it must move to show a node at its place.
  short(p) {
    const beyond = (low, high, size, edge = EDGE) => (low < edge ? edge - low : Math.min(0, size - EDGE - high));
    const { x, y } = this.pan, { w, h } = this.panel;
    const dx = beyond(p.x + x + p.left, p.x + x + p.right, w);
    return [dx, beyond(p.top + y - p.lift, p.bottom + y, h, EDGE + this.panel.corners[2])];
  }

  // An enlarged view ends when what is selected is not in it.
  keepsInSight(id) {
    const found = this.hand && this.whole.laid.byId.get(id), { scale, panel } = this;
    if (!found) return;
    const x = scale.x0 + scale.kx * found.x + this.pan.x;
    const y = scale.y0 + total(scale.gaps.slice(0, found.depth)) + this.pan.y;
    if (x < 0 || x > panel.w || y < 0 || y > panel.h) this.all();
  }

  // In another tree a node stays where it was, as large as it was; `at`: {id, x, y, kx}.
  stay({ id, x, y, kx }) {
    const found = this.whole.laid.byId.get(id);
    if (!found || !this.hand) return;
    const z = Math.min(this.whole.most, Math.max(1, kx / this.whole.kx));
    const point = { x: found.x, level: Math.max(0, found.depth - 1), part: found.depth ? 1 : 0 };
    Object.assign(this, { hand: { z, point, x, y }, pan: { x: 0, y: 0 } });
  }
}
