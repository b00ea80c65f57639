// Where something that travels in the tree is at a time: straight, or along a branch, drawn together in
// the middle of it. It knows no DOM, draws nothing and keeps nothing.
import { below } from "./ids.js";
import { ease } from "./motion.js";

const FLIGHT = 0.66, STAGGER = 0.34, TIGHT = 0.86;  // shares of the time, of the time, of the width

export const kin = (a, b) => below(a, b) || below(b, a);

// The branch between two nodes as {down, ax, ay, bx, by, turn}, a at its upper end, as it will be when the tree
// has moved; it turns in its upper part, `turn` of the whole. null if none leads there. One of the nodes may be
// in the plan of before only.
export function branch(from, to, now, before) {
  if (!kin(from, to)) return null;
  const down = below(to, from), place = (id) => now.place.get(id) ?? before?.place.get(id);
  const id = down ? from : to, upper = place(id)?.foot, lower = place(down ? to : from)?.head;
  if (!upper || !lower) return null;
  const { x: ax, y: ay } = upper, { x: bx, y: by } = lower, high = Math.max(1, by - ay);
  const bend = now.place.get(id)?.bend ?? before?.place.get(id)?.bend ?? by;
  return { down, ax, ay, bx, by, turn: Math.min(1, Math.max(0.01, (bend - ay) / high)) };
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

// Moves `spot` to where the way {sx, sy, tx, ty, path, wait} has got to at t; how far along it is, eased. What it
// starts from may itself move meanwhile, to {ox, oy}.
export function pose(way, t, spot) {
  const { sx, sy, tx, ty, path, ox = sx, oy = sy } = way;
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
  const moved = ease(t), [fx, fy] = [sx + (ox - sx) * moved, sy + (oy - sy) * moved];
  spot.x = x(path, u) + ((fx - x(path, u0)) * (1 - e) + (tx - x(path, u1)) * e) * tight;
  spot.y = y(path, u) + ((fy - y(path, u0)) * (1 - e) + (ty - y(path, u1)) * e) * tight;
  return e;
}

// How far down the branch something is that starts at a height: at an end, unless it was under way.
const joins = ({ ay, by }, height) => Math.min(1, Math.max(0, (height - ay) / (by - ay || 1)));

// A Bézier whose controls lie half way down, above and below its ends; and straight on from there.
const x = ({ ax, bx, turn }, u) => {
  const t = Math.min(1, u / turn);
  return ax + (bx - ax) * t * t * (3 - 2 * t);
};
const y = ({ ay, by, turn }, u) => {
  const t = Math.min(1, u / turn);
  return ay + (by - ay) * (turn * t * (1.5 - t * (1.5 - t)) + Math.max(0, u - turn));
};
