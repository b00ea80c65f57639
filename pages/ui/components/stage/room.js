// What is taken in the panel, kept in bands so that a thousand nodes need not look at each other.
const BAND = 24, LEAST = 24;

export class Room {
  constructor() { this.bands = new Map(); }

  // Takes a rectangle, or one that was given up, again. What is given up is thrown out when it has become much.
  add(rect) {
    rect.gone = false;
    if (rect.held) return;
    rect.held = true;
    for (let k = Math.floor(rect.t / BAND); k <= Math.floor(rect.b / BAND); k++) {
      const band = this.bands.get(k) ?? { rects: [], most: LEAST };
      if (!this.bands.has(k)) this.bands.set(k, band);
      if (band.rects.length >= band.most) swept(band);
      band.rects.push(rect);
    }
  }

  // Whether the rectangle meets nothing of another node's; of what is urgent only words are in the way.
  free(rect, id, urgent) {
    for (let k = Math.floor(rect.t / BAND); k <= Math.floor(rect.b / BAND); k++) {
      for (const other of this.bands.get(k)?.rects ?? []) {
        const counts = other.id !== id && !other.gone && (!urgent || (other.text && rect.text));
        if (counts && meets(rect, other)) return false;
      }
    }
    return true;
  }

  // Whether anything that meets the rectangle is such.
  some(rect, such) {
    for (let k = Math.floor(rect.t / BAND); k <= Math.floor(rect.b / BAND); k++) {
      for (const other of this.bands.get(k)?.rects ?? []) {
        if (!other.gone && meets(rect, other) && such(other)) return true;
      }
    }
    return false;
  }
}

function swept(band) {
  for (const rect of band.rects) if (rect.gone) rect.held = false;
  band.rects = band.rects.filter(({ held }) => held);
  band.most = 2 * band.rects.length + LEAST;
}

const meets = (a, b) => a.l < b.r - 0.5 && a.r > b.l + 0.5 && a.t < b.b - 0.5 && a.b > b.t + 0.5;
