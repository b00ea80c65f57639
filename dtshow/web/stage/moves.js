// How the tree gets to its new places: each element by a CSS transition, which starts from wherever it is;
// a tree of hundreds of nodes as one picture, which costs a frame a tenth of that.
import { CURVE, LEAN, MOVE, still } from "./motion.js";

const SINGLY = 100, MOST = 300;  // nodes: up to so many move each by itself; beyond the most nothing glides
const MOST_STRETCH = 3;

// `kind`: "split", "move" or "none". Says whether anything glides.
export function motionOf(canvas, count, kind) {
  const glides = kind !== "none" && count <= MOST && !still();
  canvas.classList.toggle("glide", glides && count <= SINGLY);
  if (glides) canvas.style.setProperty("--go", `${kind === "split" ? MOVE : LEAN}ms`);
  return glides;
}

// Moves the picture from where its nodes were to where they are, as well as one stretch each way can: the
// browser's compositor does that alone. Places are maps from ids to {x, y}, pans {x, y}.
export function moveAsOne(canvas, [before, from], [after, to]) {
  if (after.size <= SINGLY) return null;
  const pairs = [...after].map(([id, p]) => [p, before.get(id)]).filter(([, old]) => old);
  if (pairs.length < after.size / 2 || !before.has("root")) return null;  // another tree
  const [kx, x] = stretch(pairs.map(([p, old]) => [p.x + to.x, old.x + from.x]));
  const [ky, y] = stretch(pairs.map(([p, old]) => [p.y + to.y, old.y + from.y]));
  if ([kx, ky].some((k) => k < 1 / MOST_STRETCH || k > MOST_STRETCH)) return null;
  const transform = `translate(${x.toFixed(2)}px,${y.toFixed(2)}px) scale(${kx.toFixed(5)},${ky.toFixed(5)})`;
  const duration = parseFloat(canvas.style.getPropertyValue("--go"));
  return canvas.animate([{ transform }, { transform: "none" }], { duration, easing: CURVE });
}

// The least squares of old = k * new + b, the first pair being met exactly: the root is never out of sight.
function stretch(pairs) {
  const [m, n] = pairs[0];
  const [both, own] = pairs.reduce(([a, b], [p, q]) => [a + (p - m) * (q - n), b + (p - m) ** 2], [0, 0]);
  const k = own ? both / own : 1;
  return [k, n - k * m];
}
