// What is taken in the panel, kept in bands so that a thousand nodes need not look at each other.
const BAND = 24;

export class Room {
  constructor() { this.bands = new Map(); }

  add(rect) {
    for (let k = Math.floor(rect.t / BAND); k <= Math.floor(rect.b / BAND); k++) {
      if (!this.bands.has(k)) this.bands.set(k, []);
      this.bands.get(k).push(rect);
    }
  }

  // Whether the rectangle meets nothing of another node's; of what is urgent only words are in the way.
  free(rect, id, urgent) {
    for (let k = Math.floor(rect.t / BAND); k <= Math.floor(rect.b / BAND); k++) {
      for (const other of this.bands.get(k) ?? []) {
        const counts = other.id !== id && !other.gone && (!urgent || (other.text && rect.text));
        if (counts && meets(rect, other)) return false;
      }
    }
    return true;
  }

  // Whether there are words at a point, but those of some.
  worded(x, y, but) {
    const at = { l: x - 1, r: x + 1, t: y - 1, b: y + 1 };
    const counts = (other) => other.text && !other.gone && !but.includes(other.id) && meets(at, other);
    return (this.bands.get(Math.floor(y / BAND)) ?? []).some(counts);
  }
}

const meets = (a, b) => a.l < b.r - 0.5 && a.r > b.l + 0.5 && a.t < b.b - 0.5 && a.b > b.t + 0.5;
