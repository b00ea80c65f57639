// Which node stands how far to the side: as close as their boxes allow, each above the middle of what hangs
// below it; or closer still, as long as those of one level have room side by side.

const NEAR = 24;  // pixels

// `box(id)` is {w, before, after, low, reach, hangs}: its width, what it needs beside that, and how wide it comes near
// how many more levels, and hangs into how many.
export function tidy({ byId, children }, box) {
  const order = [...byId.keys()], shapes = new Map(), off = new Map();
  for (const id of order.toReversed()) shapes.set(id, shape(id, children.get(id) ?? [], shapes, box, off));
  const at = new Map(), root = order[0];
  for (const id of order) at.set(id, id === root ? 0 : at.get(byId.get(id).node.up) + off.get(id));
  const { left, right } = shapes.get(root);
  return { at, left: Math.min(...left), right: Math.max(...right) };
}

// How far a subtree reaches to both sides at each of its levels, from its own top.
function shape(id, kids, shapes, box, off) {
  const { w, before = 0, after = 0, low = w, reach = 0 } = box(id), left = [-w / 2 - before], right = [w / 2 + after];
  if (!kids.length) {
    for (let k = 0; k < reach; k++) [left[k + 1], right[k + 1]] = [-low / 2, low / 2];
    return { left, right };
  }
  const all = { left: [], right: [] }, at = [];
  for (const kid of kids) {
    const one = shapes.get(kid);
    let x = at.length ? -Infinity : 0;
    for (let k = 0; k < Math.min(one.left.length, all.right.length); k++) x = Math.max(x, all.right[k] - one.left[k]);
    at.push(x);
    one.left.forEach((l, k) => { all.left[k] = Math.min(all.left[k] ?? Infinity, l + x); });
    one.right.forEach((r, k) => { all.right[k] = Math.max(all.right[k] ?? -Infinity, r + x); });
  }
  const middle = centre(at);
  kids.forEach((kid, k) => off.set(kid, at[k] - middle));
  for (let k = 0; k < all.left.length; k++) {
    left[k + 1] = all.left[k] - middle;
    right[k + 1] = all.right[k] - middle;
  }
  return { left, right };
}

// Where their parent stands: above the middle one where that is nearly in the middle, for its branch to be straight.
function centre(at) {
  const half = (at[0] + at.at(-1)) / 2, one = at.length % 2 ? at[(at.length - 1) / 2] : half;
  return Math.abs(one - half) < NEAR ? one : half;
}

// The same from `low` to `high`, where it is too wide for that: from the lowest level up, each node as near to the
// middle of what hangs below it as its neighbours let it; then, where branches are less flat so, down again for what hangs below to follow. null where a level has no room, or where a tall leaf would
// hang into another node.
export function squeezed({ levels, children }, { at, left, right }, box, [low, high]) {
  const part = (high - low) / (right - left), now = new Map();
  const sidesOf = (nodes) => nodes.map(({ id }) => [box(id).w / 2 + (box(id).before ?? 0), box(id).w / 2 + (box(id).after ?? 0)]);
  const stand = (nodes, goals) => apart(goals, sidesOf(nodes), [low, high]).forEach((x, k) => now.set(nodes[k].id, x));
  const middle = (id) => centre(children.get(id).map((kid) => now.get(kid)));
  for (const { nodes } of levels.toReversed()) {
    if (sidesOf(nodes).reduce((sum, [l, r]) => sum + l + r, 0) > high - low) return null;
    stand(nodes, nodes.map(({ id }) => (children.has(id) ? middle(id) : low + (at.get(id) - left) * part)));
  }
  const up = new Map(now);
  for (const { nodes } of levels.slice(1)) stand(nodes, nodes.map((node) => now.get(node.id) + now.get(node.up) - middle(node.up)));
  const flat = (some) => levels.slice(1).flatMap(({ nodes }) => nodes).reduce((sum, node) => sum + (some.get(node.id) - some.get(node.up)) ** 2, 0);
  return [now, up].filter((some) => hangsClear(levels, some, box)).sort((a, b) => flat(a) - flat(b))[0] ?? null;
}

function hangsClear(levels, at, box) {
  const apart = (one, other) => Math.abs(at.get(one) - at.get(other)) > (box(one).low + box(other).w) / 2 - 1e-6;
  const clear = (one, depth) => levels.slice(depth + 1, depth + 1 + (box(one).hangs ?? 0))
    .every(({ nodes }) => nodes.every(({ id }) => apart(one, id)));
  return levels.every(({ nodes }, depth) => nodes.every(({ id }) => clear(id, depth)));
}

// Moved as little as need be: half way between those pushed to the right and those pushed to the left.
export function apart(goals, sides, [low, high]) {
  const n = goals.length, push = (some, first) => {
    const xs = [...some];
    for (let pass = 0; pass < 2; pass++) {
      let edge = (pass === 0) === first ? low : high;
      if (edge === low) xs.forEach((x, k) => { edge = (xs[k] = Math.max(x, edge + sides[k][0])) + sides[k][1]; });
      else for (let k = n - 1; k >= 0; k--) edge = (xs[k] = Math.min(xs[k], edge - sides[k][1])) - sides[k][0];
    }
    return xs;
  };
  const [a, b] = [push(goals, true), push(goals, false)];
  return a.map((x, k) => (x + b[k]) / 2);
}
