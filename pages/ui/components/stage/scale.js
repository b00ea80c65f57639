// How far a tree is squeezed into a panel, each way on its own: the scale at which all fits, larger ones,
// and the way back from a point of the panel. Graphviz said where things are at full size. It knows no
// DOM, and nothing of what is drawn at a node's place.
export const MARGIN = 12, HEAD_HIGH = 20, LINE_HIGH = 15, HEAD_SIZE = 14, LINE_SIZE = 12.5, FOLDER_HIGH = 20;
const LARGEST = 4;
const BAR_HIGH = 16, WORDS_HIGH = [34, 46, 58];  // pixels for the bars of a level, and with words as well
const WORDED = 54;  // pixels for a bar, the name above it and the condition above that
const STRETCH = 56;  // for longer branches where there is room

// What does not change with the panel: who hangs below whom, the levels, the room at full size.
export function laidOut(nodes) {
  const byId = new Map(), children = new Map(), levels = [];
  let [left, right] = [Infinity, -Infinity];
  for (const node of nodes) {
    const depth = node.up ? byId.get(node.up).depth + 1 : 0, body = bodyOf(node);
    const foot = body.h / 2 + LINE_HIGH * node.lines.length + (node.hidden ? FOLDER_HIGH : 0);
    byId.set(node.id, { node, depth, body, foot, x: node.x });
    if (node.up) children.set(node.up, [...(children.get(node.up) ?? []), node.id]);
    const level = (levels[depth] ??= { y: node.y, nodes: [], foot: 0 });
    if (node.kind !== "ghost") level.y = node.y;  // a ghost of the browser's own may be anywhere
    level.nodes.push(node);
    level.foot = Math.max(level.foot, foot);
    left = Math.min(left, node.x - node.w / 2);
    right = Math.max(right, node.x + node.w / 2);
  }
  for (const level of levels) level.nodes.sort((a, b) => a.x - b.x);
  const gaps = levels.slice(1).map((level, k) => level.y - levels[k].y);
  return { byId, children, levels, gaps, left, right };
}

// Between the head above and the counts below: a tray of marks, a plot, or a bar.
function bodyOf(node) {
  const room = node.h - HEAD_HIGH - LINE_HIGH * node.lines.length;
  if (node.tray) return { kind: "tray", w: node.tray.w, h: node.tray.h };
  if (node.plot) return { kind: "plot", w: node.w - 8, h: room };
  return { kind: "bar", w: barWide(node), h: node.thick };
}

export const barWide = (node) => Math.max(40, Math.min(160, node.w - 16));

// The scale at which all fits. `corners`: what lies over the upper corners of the panel; `reads`: how wide
// it is, in pixels, where what is drawn at full size is large enough.
export function fitted(laid, panel, width) {
  const reading = Math.min(1.5, Math.max(1, panel.w / (panel.reads ?? 760))), root = laid.levels[0].nodes[0];
  const kx = Math.min(reading, (panel.w - 2 * MARGIN) / (laid.right - laid.left));
  const body = laid.byId.get(root.id).body;
  const rootWide = Math.max(1, kx) * Math.max(width(root.head, HEAD_SIZE, true), body.w);
  const x0 = asideOf(panel, panel.w / 2 - (kx * (laid.left + laid.right)) / 2, kx, laid, rootWide);
  const top = topOf(panel, x0 + kx * root.x, rootWide);
  const above = HEAD_HIGH + body.h / 2, foot = laid.levels.at(-1).foot, sum = total(laid.gaps);
  const s = Math.max(1, Math.min(reading, kx, (panel.h - top - MARGIN) / (above + sum + foot)));
  const room = panel.h - top - MARGIN - above * s, height = room - footOf(foot, s, room, laid.gaps);
  const gaps = sum * s <= height ? laid.gaps.map((gap) => gap * Math.min(height / sum, s + STRETCH / gap))
    : shared(laid, kx, height, width);
  const y0 = top + above * s + Math.min((height - total(gaps)) * 0.3, 48);
  const fit = { kx, gaps, s, x0, y0, reading, laid, fitted: true };
  return { ...fit, most: (fullAt(fit) * LARGEST) / reading };
}

// The tree moves aside, as far as it has room, for its root to stand between the things in the corners.
function asideOf({ w, corners = [0, 0, 0] }, x0, kx, { left, right, levels }, wide) {
  const half = wide / 2 + 11, x = x0 + kx * levels[0].nodes[0].x;
  const toLeft = Math.min(x + half - (w - corners[1]), x0 + kx * left - MARGIN);
  const toRight = Math.min(corners[0] - (x - half), w - MARGIN - (x0 + kx * right));
  return toLeft > 0 ? x0 - toLeft : x0 + Math.max(0, toRight);
}

// Below the last level: its part of the height, and enough for its numbers where the branches can spare it.
function footOf(foot, s, room, gaps) {
  const spare = room - Math.min(foot, 50) >= WORDED * s * gaps.length ? Math.min(foot, 50) : 0;
  return spare || Math.min(24, foot * Math.min(s, room / (total(gaps) + foot)));
}

// The root may stand between the things in the corners, or below them.
function topOf({ w, corners = [0, 0, 0] }, x, wide) {
  const clear = x - wide / 2 - 10 > corners[0] && x + wide / 2 + 10 < w - corners[1];
  return clear ? MARGIN : Math.max(MARGIN, corners[2] + 4);
}

export const total = (list) => list.reduce((sum, one) => sum + one, 0);

// Height is dear. Every level gets enough for bars and a word beside them; what is left goes, from the
// top down, to levels that have room for their words across: a little to all of them before more to any.
function shared({ levels, gaps }, kx, height, width) {
  const least = gaps.map((gap) => Math.min(gap, BAR_HIGH, height / gaps.length));
  const part = levels.slice(1).map(({ nodes }) => wordy(nodes, kx, width));
  let left = height - total(least);
  for (const high of WORDS_HIGH) {
    gaps.forEach((gap, k) => {
      const goal = Math.min(gap, BAR_HIGH + (high - BAR_HIGH) * part[k]);
      const more = Math.max(0, Math.min(left, goal - least[k]));
      least[k] += more;
      left -= more;
    });
  }
  const t = left / Math.max(1, total(gaps) - total(least));
  return least.map((gap, k) => gap + t * (gaps[k] - gap));
}

// The part of a level's nodes whose heads find room side by side.
function wordy(nodes, kx, width) {
  let fit = 0, taken = -Infinity;
  for (const node of nodes) {
    const half = width(node.head, HEAD_SIZE, true) / 2 + 4, x = node.x * kx;
    if (x - half < taken) continue;
    taken = x + half;
    fit++;
  }
  return fit / nodes.length;
}

// A fitted scale z times as large: each way up to full size, and from there on both alike.
export function enlarged(fit, z) {
  const { kx, gaps, reading, laid } = fit, u = Math.max(1, z / fullAt(fit));
  const wide = Math.min(Math.max(reading, kx), kx * z), high = gaps.map((gap, k) => Math.min(goal(fit, k), gap * z));
  const s = Math.max(fit.s, Math.min(reading, wide, ...high.map((gap, k) => gap / laid.gaps[k])));
  return { ...fit, places: null, kx: wide * u, gaps: high.map((gap) => gap * u), s: s * u, fitted: z === 1 };
}

// The height of a level at full size, and how many times as large all must be for that.
const goal = ({ gaps, laid, reading }, k) => Math.max(gaps[k], laid.gaps[k] * reading);
const fullAt = (fit) => Math.max(fit.reading / fit.kx, ...fit.gaps.map((gap, k) => goal(fit, k) / gap));

// From the panel back to full size and forth, to keep a point where it is while the scale changes.
export function pointAt(scale, x, y) {
  let level = 0, low = scale.y0;
  while (level < scale.gaps.length - 1 && y > low + scale.gaps[level]) low += scale.gaps[level++];
  return { x: (x - scale.x0) / scale.kx, level, part: (y - low) / (scale.gaps[level] ?? scale.s) };
}

export function keptAt(scale, point, x, y) {
  const gap = scale.gaps[point.level] ?? scale.s;
  const down = total(scale.gaps.slice(0, point.level)) + point.part * gap;
  return { ...scale, x0: x - scale.kx * point.x, y0: y - down };
}
