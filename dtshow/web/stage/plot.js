// The histogram of a node's question: its rows along the column, and a wedge at the threshold. It
// fills a box of any size about (0, 0); a very small one has its bars and its cut alone.
import { svg } from "./dom.js";
import { edged } from "./glyphs.js";

export function drawPlot(group, { w, h, plot, numeric }, paint) {
  const { cells, wedge } = plot, left = -w / 2, tall = h >= 26, floor = h / 2 - (tall ? 9 : 2);
  const wide = w / cells.length, height = floor + h / 2 - 3, y = (share) => floor - height * share;
  const line = (name, ...ends) => {
    const [x1, y1, x2, y2] = ends.map((end) => end.toFixed(1));
    group.append(svg("path", { class: name, d: `M${x1},${y1}L${x2},${y2}` }));
  };
  // branches stand apart, the bins of an axis side by side
  const gap = wedge === null ? Math.min(8, wide * 0.3) : wide > 4 ? 0.8 : 0;
  const middle = (k) => left + (k + 0.5) * wide;
  if (numeric && wedge === null) drawSpreads(line, group, cells, middle, Math.min(12, wide * 0.35), y);
  else if (numeric) drawDots(line, group, cells, middle, y, tall ? 1 : 0.5);
  else drawBars(group, cells, (k) => left + k * wide + gap / 2, wide - gap, y, height, paint);
  line("floor", left, floor + 0.5, -left, floor + 0.5);
  if (wedge === null) return;
  const at = left + w * wedge;
  if (plot.sides.length) {
    line("side", left, y(plot.sides[0]), at, y(plot.sides[0]));
    line("side", at, y(plot.sides[1]), -left, y(plot.sides[1]));
  }
  line("at", at, floor, at, y(1));
  if (tall) group.append(svg("path", { class: "wedge", d: `M${at.toFixed(1)},${floor + 1.5}l5,7h-10z` }));
}

// One path for each class: a tree may have thousands of bars. None is so low that it is not seen.
function drawBars(group, cells, x, wide, y, height, paint) {
  const paths = new Map();
  cells.forEach((stack, k) => {
    let below = 0;
    for (const [number, part] of stack) {
      const share = Math.max(part, 1.2 / height);
      const [at, low, along, high] = [x(k), y(below), wide, y(below + share)].map((value) => value.toFixed(1));
      paths.set(number, `${paths.get(number) ?? ""}M${at},${low}h${along}V${high}h-${along}z`);
      below += share;
    }
  });
  const sorted = [...paths].sort(([a], [b]) => a - b);
  for (const [number, d] of sorted) {
    group.append(svg("path", { class: edged(number) ? "share edged" : "share", d, fill: paint(number) }));
  }
}

// The mean of each bin, one standard deviation to each side, and more rows as a larger dot.
function drawDots(line, group, cells, x, y, size) {
  cells.forEach((cell, k) => {
    if (!cell.length) return;
    const [low, mean, high, weight] = cell;
    line("whisker", x(k), y(low), x(k), y(high));
    const [cx, cy, r] = [x(k), y(mean), size * (1.4 + 1.6 * Math.sqrt(weight))].map((value) => value.toFixed(1));
    group.append(svg("circle", { class: "dot", cx, cy, r }));
  });
}

// For each branch one standard deviation to each side of the mean, as in a leaf, but upright.
function drawSpreads(line, group, cells, x, half, y) {
  cells.forEach(([low, mean, high], k) => {
    if (mean === undefined) return;
    const tall = Math.max(1, y(low) - y(high));
    group.append(svg("rect", { class: "spread", x: x(k) - half, y: y(high), width: 2 * half, height: tall }));
    line("side", x(k) - half - 3, y(mean), x(k) + half + 3, y(mean));
  });
}
