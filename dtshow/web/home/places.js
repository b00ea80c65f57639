// Where the nodes of the growing tree stand, and where its rows are at each moment. It draws nothing.

// `label`: how far along a branch its condition stands; where branches are short, near the child.
const WIDE = { width: 620, step: 134, pitch: 17, least: 4, label: { across: 0.5, down: 0.5 } };
const SMALL = { width: 360, step: 120, pitch: 15, least: 2, label: { across: 0.78, down: 0.66 } };
const TOP = 30, PAD = 24, LINE = 20;

// {width, height, pitch, label, place: id -> {x, y, w, h, depth, up, per}}: leaves in order, a parent over the
// middle of its children; `per`: rows that stand beside each other.
export function layout(nodes, narrow) {
  const size = narrow ? SMALL : WIDE, place = new Map(), leaves = nodes.filter(({ answer }) => answer !== null);
  const slot = size.width / Math.max(1, leaves.length);
  for (const node of nodes) place.set(node.id, extent(node, size, node.id === ""));
  leaves.forEach(({ id }, k) => { place.get(id).x = slot * (k + 0.5); });
  for (const { id, answer } of [...nodes].reverse()) {  // children stand after their parent
    if (answer !== null) continue;
    const below = [...place.values()].filter(({ up }) => up === id).map(({ x }) => x);
    place.get(id).x = (below[0] + below.at(-1)) / 2;
  }
  const depth = Math.max(...[...place.values()].map((one) => one.depth));
  const { width, pitch, label } = size;
  return { width, height: TOP + depth * size.step + 40, pitch, label, place };
}

function extent({ id, rows, answer }, { step, pitch, least }, root) {
  const path = id === "" ? [] : id.split("."), per = root ? 7 : 5;
  const fits = Math.max(least, Math.min(per, rows.length)), roomy = root || pitch === WIDE.pitch;
  const w = (answer === null && roomy ? per : fits) * pitch + PAD, h = 36 + Math.ceil(rows.length / per) * LINE;
  const depth = path.length, up = depth ? path.slice(0, -1).join(".") : null;
  return { y: TOP + depth * step, w, h, per, depth, up };
}

// A spot for each row: on the heap at moment 0, later in the deepest node that is there.
export function seats({ nodes, rows }, plan, moment) {
  const spots = new Array(rows.length);
  if (moment === 0) return heap(rows.length, plan);
  for (const { id, rows: own } of nodes) {  // from the root down: the deepest one has the last word
    const { x, y, per, depth } = plan.place.get(id);
    if (depth >= moment) continue;
    own.forEach((row, k) => {
      const line = Math.floor(k / per), beside = Math.min(per, own.length - line * per);
      spots[row] = { x: x + ((k % per) - (beside - 1) / 2) * plan.pitch, y: y + 13 + line * plan.pitch };
    });
  }
  return spots;
}

// Lines of five, four, three ... from below, in the middle where the root will stand.
function heap(count, { width, pitch }) {
  const spots = [], widest = Math.ceil((Math.sqrt(8 * count + 1) - 1) / 2);
  let left = count;
  for (let line = 0, beside = widest; left > 0; line++, beside = Math.max(1, beside - 1)) {
    const here = Math.min(beside, left);
    for (let k = 0; k < here; k++) {
      spots.push({ x: width / 2 + (k - (here - 1) / 2) * pitch, y: TOP + 60 - line * pitch * 0.88 });
    }
    left -= here;
  }
  return spots;
}
