// Bars that pour, for tables with more rows than one can show as marks: on a split the parent's bar sends
// blocks of its classes down the branches, each to the piece of the child's bar that it fills; on the way
// back they rise. It draws on the canvas of marks.js and knows no rows.
import { spread } from "./sizes.js";
import { branch, pose, stagger } from "./ways.js";

const MOST = 12;  // blocks on a branch
const COVER = 0.78;  // how much of a bar that is not yet filled is covered

export class Pour {
  constructor() {
    this.blocks = [];
    this.covers = [];
    this.nodes = new Map();
  }

  // Takes a new scene; whether anything pours. Without motion it only takes note.
  go(plan, before, scene, motion) {
    const old = this.nodes, now = new Map(scene.tree.nodes.map((node) => [node.id, node]));
    const real = (nodes, id) => nodes.has(id) && nodes.get(id).kind !== "ghost";
    this.nodes = now;
    this.blocks = [];
    this.covers = [];
    if (!motion || !before) return false;
    for (const node of now.values())
      if (node.up && real(now, node.id) && !real(old, node.id) && real(old, node.up) && opened(old, now, node.up))
        this.send(node, now.get(node.up), plan, before, true);
    for (const node of old.values())
      if (node.up && real(old, node.id) && !real(now, node.id) && real(now, node.up) && opened(now, old, node.up))
        this.send(node, now.get(node.up), plan, before, false);
    stagger(this.blocks);
    return this.blocks.length > 0;
  }

  // The blocks of one branch, down from the parent or up to it.
  send(node, up, plan, before, down) {
    const [from, to] = down ? [up.id, node.id] : [node.id, up.id];
    const path = branch(from, to, plan, before);
    const above = bar(up, plan.place.get(up.id)), below = bar(node, (down ? plan : before).place.get(node.id));
    if (!path || !above || !below) return;
    if (down) this.cover(below, bar(node, before.place.get(node.id)) ?? below);
    const was = bar(up, before.place.get(up.id)) ?? above;  // it glides while they leave it
    for (const piece of pieces(node)) {
      const [child, parent] = [inside(below, piece.from, piece.share), inside(above, within(up, piece), 0)];
      const [start, end] = down ? [inside(was, within(up, piece), 0), child] : [child, parent];
      const spot = { x: start.x, y: start.y, w: child.w, h: below.h, kind: piece.kind }, leaves = down && { ox: parent.x, oy: parent.y };
      this.blocks.push({ ...spot, spot, path, group: from + to, sx: start.x, sy: start.y, tx: end.x, ty: end.y, ...leaves });
    }
  }

  // A bar is there before its blocks are: until then it is a promise, and glides with its node.
  cover(to, from) {
    this.covers.push({ to, sx: from.x, sy: from.y, tx: to.x, ty: to.y, path: null, x: from.x, y: from.y });
  }

  pose(t) {
    for (const block of this.blocks) pose(block, t, block.spot);
    for (const cover of this.covers) pose(cover, t, cover);
    if (t >= 1) this.blocks = this.covers = [];
  }

  draw(context, tones) {
    context.globalAlpha = COVER;
    context.fillStyle = tones.paper;
    for (const { x, y, to } of this.covers) context.fillRect(x - 1, y - to.h / 2 - 1, to.w + 2, to.h + 2);
    context.globalAlpha = 1;
    for (const { spot } of this.blocks) {
      context.fillStyle = spot.kind < 0 ? tones.quiet : tones.fills[spot.kind % tones.fills.length];
      context.fillRect(spot.x - spot.w / 2, spot.y - spot.h / 2, spot.w, spot.h);
    }
  }
}

// Whether a node is a question in one of two trees and none in the other.
const opened = (before, after, id) => before.get(id)?.kind !== "ask" && after.get(id)?.kind === "ask";

// The bar of a node in pixels of the panel, and as high where a plot stands in its place.
function bar(node, place) {
  if (!place) return null;
  const { x, y, inner: { kind, w, h } } = place;
  return { x: x - w / 2, y, w, h: kind === "bar" ? h : Math.max(3, node.thick) };
}

function inside(bar, from, share) {
  return { x: bar.x + bar.w * (from + share / 2), y: bar.y, w: Math.max(2, bar.w * share) };
}

// A node's bar cut into blocks: {kind, from, share}, as shares of the bar. Of a number: its spread.
function pieces(node) {
  if (spread(node)) {
    const [low, , high] = node.bar, wide = (high - low) / 6;
    return Array.from({ length: 6 }, (_, i) => ({ kind: -1, from: low + i * wide, share: wide, way: i / 6 }));
  }
  let from = 0;
  return node.bar.flatMap(([kind, share]) => {
    const n = Math.max(1, Math.round(share * (MOST - node.bar.length + 1))), start = from;
    from += share;
    const piece = (i) => ({ kind, from: start + (i * share) / n, share: share / n, way: (i + 0.5) / n });
    return Array.from({ length: n }, (_, i) => piece(i));
  });
}

// Where in its parent's bar a block comes from: among those of its own class.
function within(up, { kind, way }) {
  if (spread(up)) return up.bar[0] + (up.bar[2] - up.bar[0]) * way;
  let from = 0;
  for (const [one, share] of up.bar) {
    if (one === kind) return from + share * way;
    from += share;
  }
  return 0.5;
}
