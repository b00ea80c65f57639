// Where one looks from: screen = world * k + (x, y). It moves by itself only as far as it must.
const MARGIN = 12, SMALLEST = 0.005, LARGEST = 4;

class Camera {
  constructor(svg, world, moved) {
    Object.assign(this, { svg, world, moved, x: 0, y: 0, k: 0, mode: "auto", seen: new Map() });
    world.addEventListener("transitionend", (event) => { if (event.target === world) moved(false); });
  }

  get size() { return [this.svg.clientWidth, this.svg.clientHeight]; }

  // text of at least 12 px, and larger where the panel is large: the back row reads it
  get reading() { return Math.min(1.5, Math.max(1, this.size[0] / 760)); }

  set(x, y, k, glide) {
    Object.assign(this, { x, y, k });
    this.world.classList.toggle("glide", Boolean(glide));
    this.world.style.transform = `translate(${x.toFixed(2)}px,${y.toFixed(2)}px) scale(${k.toFixed(4)})`;
    // a finger may scroll the page where the tree has nothing above or below
    if (this.bounds) this.svg.style.touchAction = this.fits(1) ? "pan-y" : "none";
    this.moved(glide);
  }

  // The part of the world in sight: left, top, right, bottom.
  get view() {
    const [w, h] = this.size, { x, y, k } = this;
    return [-x / k, -y / k, (w - x) / k, (h - y) / k];
  }

  // Whether all fits along an axis (0: across, 1: down).
  fits(axis) {
    return (this.bounds[axis + 2] - this.bounds[axis]) * this.k + 2 * MARGIN <= this.size[axis] + 1;
  }

  // Takes the whole drawing's bounds and a box that should be seen; both [left, top, right, bottom].
  // Where one was before one comes back to, unless a hand is at work.
  show(name, bounds, wanted, byHand) {
    const first = !this.k;
    this.bounds = bounds;
    if (!this.size[0]) return;
    const known = this.mode === "auto" && this.seen.get(name);
    if (first) this.home(wanted);
    else if (this.mode === "fit") this.fit(true);
    else if (known && !byHand) this.set(...known, true);  // back is where one came from
    else this.follow(wanted);
    this.remember(name);
  }

  remember(name) {
    this.name = name;
    this.seen.delete(name);
    this.seen.set(name, [this.x, this.y, this.k]);
    if (this.seen.size > 300) this.seen.delete(this.seen.keys().next().value);
  }

  home(wanted) {
    this.mode = "auto";
    const [w, h] = this.size, [l, t, r, b] = this.bounds;
    const k = this.k = Math.max(1, Math.min(this.reading, this.fitting));
    const x = this.fits(0) ? w / 2 - k * (l + r) / 2 : this.within(0, wanted);
    const y = this.fits(1) ? MARGIN - k * t : this.within(1, wanted);
    this.set(x, y, k);
  }

  // The wanted box in the middle, but nothing beyond the ends of the tree.
  within(axis, wanted) {
    const size = this.size[axis], k = this.k, [low, high] = [this.bounds[axis], this.bounds[axis + 2]];
    const middle = size / 2 - k * (wanted[axis] + wanted[axis + 2]) / 2;
    return Math.max(size - MARGIN - k * high, Math.min(MARGIN - k * low, middle));
  }

  follow(wanted) {
    const shifts = [this.x, this.y].map((shift, axis) => {
      const size = this.size[axis], whole = this.mode === "auto" && this.fits(axis);
      const box = whole ? this.bounds : wanted;
      const [low, high] = [box[axis] * this.k + shift, box[axis + 2] * this.k + shift];
      if (high - low > size - 2 * MARGIN) return size / 2 - this.k * (wanted[axis] + wanted[axis + 2]) / 2;
      if (low < MARGIN) return shift + MARGIN - low;
      return high > size - MARGIN ? shift - (high - size + MARGIN) : shift;
    });
    if (shifts[0] !== this.x || shifts[1] !== this.y) this.set(...shifts, this.k, true);
  }

  // The scale at which all fits.
  get fitting() {
    const [w, h] = this.size, [l, t, r, b] = this.bounds;
    return Math.min((w - 2 * MARGIN) / (r - l), (h - 2 * MARGIN) / (b - t));
  }

  fit(glide) {
    this.mode = "fit";
    const [w, h] = this.size, [l, t, r, b] = this.bounds;
    const k = Math.max(SMALLEST, Math.min(this.reading, this.fitting));
    this.set(w / 2 - k * (l + r) / 2, Math.max(MARGIN - k * t, h / 2 - k * (t + b) / 2 - h / 8), k, glide);
  }

  free() {
    this.mode = "free";
    this.seen.clear();
  }

  zoom(factor, px = this.size[0] / 2, py = this.size[1] / 2, glide = false) {
    const k = Math.max(SMALLEST, Math.min(LARGEST, this.k * factor));
    this.free();
    this.set(px - (px - this.x) * (k / this.k), py - (py - this.y) * (k / this.k), k, glide);
  }

  pan(dx, dy) {
    this.free();
    this.set(this.x + dx, this.y + dy, this.k);
  }

  // Wheel, drag and two fingers; a drag is told from a click by its length.
  listen(changed) {
    const { svg } = this, fingers = new Map();
    let travelled = 0;
    const at = (event) => { const box = svg.getBoundingClientRect(); return [event.clientX - box.left, event.clientY - box.top]; };
    svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      const lines = event.deltaMode ? 20 : 1;
      this.zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), ...at(event));
      changed();
    }, { passive: false });
    svg.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      if (!fingers.size) travelled = 0;
      fingers.set(event.pointerId, at(event));
    });
    svg.addEventListener("pointermove", (event) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const now = at(event), [dx, dy] = [now[0] - before[0], now[1] - before[1]];
      if (fingers.size === 1 && travelled < 5 && Math.hypot(dx, dy) < 5) return;
      travelled += Math.hypot(dx, dy);
      svg.setPointerCapture(event.pointerId);
      svg.classList.add("dragged");
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
      fingers.set(event.pointerId, now);
      if (other) {
        const apart = (p) => Math.hypot(p[0] - other[0], p[1] - other[1]);
        this.zoom(apart(now) / Math.max(1, apart(before)), ...other);
      } else this.pan(dx, dy);
      changed();
    });
    const end = (event) => {
      fingers.delete(event.pointerId);
      if (!fingers.size) svg.classList.remove("dragged");
    };
    for (const kind of ["pointerup", "pointercancel", "lostpointercapture"]) svg.addEventListener(kind, end);
    svg.addEventListener("click", (event) => { if (travelled >= 5) { event.stopPropagation(); travelled = 0; } }, true);
  }
}
