// Where something that travels in the tree is at a time: straight, or along a branch, drawn together in
// the middle of it. It knows no DOM, draws nothing and keeps nothing.
import { ease } from "./motion.js";

const FLIGHT = 0.66, STAGGER = 0.34, TIGHT = 0.86;  // shares of the time, of the time, of the width

export const kin = (a, b) => below(a, b) || below(b, a);
const below = (a, b) => a !== b && (b === "root" || a.startsWith(`${b}.`));  // whether a is below b

// The branch between two nodes as {down, ax, ay, bx, by}, a at its upper end; null if none leads there.
// One of the nodes may be in the plan of before only.
export function branch(from, to, now, before) {
  if (!kin(from, to)) return null;
  const down = below(to, from), place = (id) => now.place.get(id) ?? before?.place.get(id);
  const upper = place(down ? from : to)?.foot, lower = place(down ? to : from)?.head;
  return upper && lower ? { down, ax: upper.x, ay: upper.y, bx: lower.x, by: lower.y } : null;
}

// Those that take the same branch leave one after another, the nearest first.
export function stagger(ways) {
  const groups = new Map();
  for (const way of ways) {
    way.wait = 0;
    if (!way.path) continue;
    if (!groups.has(way.group)) groups.set(way.group, []);
    groups.get(way.group).push(way);
  }
  for (const group of groups.values()) {
    const far = ({ sx, sy, path: p }) => Math.hypot(sx - (p.down ? p.ax : p.bx), sy - (p.down ? p.ay : p.by));
    const order = group.map((way) => [far(way), way]).sort(([a], [b]) => a - b);
    order.forEach(([, way], turn) => { way.wait = order.length > 1 ? (turn / (order.length - 1)) * STAGGER : 0; });
  }
}

// Moves `spot` to where the way {sx, sy, tx, ty, path, wait} has got to at t; how far along it is, eased.
export function pose(way, t, spot) {
  const { sx, sy, tx, ty, path } = way;
  if (t >= 1) {
    spot.x = tx;  // to the last bit, or it would seem to be under way for ever
    spot.y = ty;
    return 1;
  }
  if (!path) {
    const e = ease(t);
    spot.x = sx + (tx - sx) * e;
    spot.y = sy + (ty - sy) * e;
    return e;
  }
  const e = ease((t - way.wait) / FLIGHT), u0 = (way.u ??= joins(path, sy)), u1 = path.down ? 1 : 0;
  const u = u0 + (u1 - u0) * e;
  const tight = 1 - TIGHT * Math.abs(u1 - u0) * Math.sin(Math.PI * e);
  spot.x = x(path, u) + ((sx - x(path, u0)) * (1 - e) + (tx - x(path, u1)) * e) * tight;
  spot.y = y(path, u) + ((sy - y(path, u0)) * (1 - e) + (ty - y(path, u1)) * e) * tight;
  return e;
}

// How far down the branch something is that starts at a height: at an end, unless it was under way.
const joins = ({ ay, by }, height) => Math.min(1, Math.max(0, (height - ay) / (by - ay || 1)));

// A Bézier whose controls lie half way down, above and below its ends.
const x = ({ ax, bx }, u) => ax + (bx - ax) * u * u * (3 - 2 * u);
const y = ({ ay, by }, u) => ay + (by - ay) * u * (1.5 - u * (1.5 - u));
