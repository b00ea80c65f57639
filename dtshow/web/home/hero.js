// A tree that grows by itself, once: rows lie on a heap, fall into the root, and part at each level of
// questions. Four moments, each with a sentence as its rows set out; that of the whole comes when they lie still. It
// takes no focus and waits for nobody; where motion is not wanted or nobody looks, it is the finished tree from the start.
import { element, set, setText, svg } from "../stage/dom.js";
import { glyph } from "../stage/glyphs.js";
import { still } from "../stage/motion.js";
import { hatches } from "./hatches.js";
import { layout, seats } from "./places.js";

// Milliseconds: to the root, to the next moment, row after row, and the way of the last one.
const FIRST = 1500, BETWEEN = 2600, STEP = 30, WAY = 700;
const NARROW = 480;
let grown = false;  // in this window: who comes back to Home sees the tree as it was left

export class Hero {
  constructor(host) {
    this.host = host;
    this.over = new AbortController();
    const { signal } = this.over, finish = () => still() && this.stop();
    document.addEventListener("visibilitychange", finish, { signal });
    matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", finish, { signal });
    this.sizes = new ResizeObserver(() => this.narrow() !== this.drawnNarrow && this.draw());
    this.sizes.observe(host);
  }

  destroy() {
    this.rest();
    this.sizes.disconnect();
    this.over.abort();
  }

  // Another language redraws it as it stands; the first time, it grows.
  show(scene) {
    this.scene = scene;
    this.last = scene.moments.length - 1;
    this.moment ??= grown || still() ? this.last : 0;
    this.draw();
    if (!grown && this.moment === 0) this.grow();
    grown = true;
  }

  narrow() {
    return this.host.clientWidth > 0 && this.host.clientWidth < NARROW;
  }

  draw() {
    if (!this.scene) return;
    const { label, again, nodes, rows } = this.scene;
    this.drawnNarrow = this.narrow();
    this.plan = layout(nodes, this.drawnNarrow);
    const { width, height } = this.plan;
    const picture = { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label };
    this.nodes = nodes.map((node) => drawNode(node, this.plan));
    this.edges = nodes.filter(({ id }) => id).map((node) => drawEdge(node, this.plan));
    this.rows = rows.map((kind) => svg("path", { class: "row", d: glyph(kind, 6.2), fill: `var(--c${kind})` }));
    const tree = [...this.edges, ...this.nodes].map(({ group }) => group);
    this.caption = element("span");
    this.button = element("button", { class: "again", text: again, onclick: () => this.replay() });
    this.below = element("p", { class: "caption" }, this.caption, this.button);
    this.host.replaceChildren(svg("svg", picture, hatches(), ...tree, ...this.rows), this.below);
    this.turn(false);
  }

  replay() {
    this.rest();
    this.moment = 0;
    this.turn(false);
    if (still()) this.stop();
    else this.grow();
  }

  rest() {
    clearTimeout(this.timer);
    clearTimeout(this.telling);
  }

  grow() {
    this.rest();
    this.rain();
    const next = () => {
      this.moment += 1;
      this.turn(true);
      if (this.moment < this.last) this.timer = setTimeout(next, BETWEEN);
    };
    this.timer = setTimeout(next, FIRST);
  }

  // The rows fall on their heap, one after another.
  rain() {
    for (const [k, row] of this.rows.entries()) {
      const fall = [{ opacity: 0, translate: "0 -110px" }, { opacity: 1, offset: 0.4 }, { translate: "0 0" }];
      row.animate(fall, { duration: 520, delay: k * STEP, fill: "backwards", easing: "cubic-bezier(.4, 0, .7, 1)" });
    }
  }

  // At the end at once.
  stop() {
    this.rest();
    if (!this.scene) return;
    for (const row of this.rows) for (const fall of row.getAnimations()) fall.cancel();
    this.moment = this.last;
    this.turn(false);
  }

  // What is said of the whole holds once the last row has arrived.
  sayLater() {
    clearTimeout(this.telling);
    this.telling = setTimeout(() => this.say(), (this.rows.length - 1) * STEP + WAY);
  }

  say() {
    setText(this.caption, this.scene.moments[this.moment]);
    this.whole ||= this.moment === this.last;
    this.button.classList.toggle("away", !this.whole);  // later it stays, and with it the focus
  }

  // Draws the present moment; `moving`: rows travel to their places.
  turn(moving) {
    const { moment, plan } = this, spots = seats(this.scene, plan, moment);
    set(this.host, "data-moment", moment);
    this.host.classList.toggle("moving", moving);
    if (moving && moment === this.last) this.sayLater();
    else this.say();
    for (const { group, depth } of this.edges) group.classList.toggle("away", depth >= moment);
    for (const kept of this.nodes) turnNode(kept, moment);
    this.rows.forEach((row, k) => {
      row.style.transitionDelay = moving ? `${k * STEP}ms` : "0ms";
      row.style.transform = `translate(${spots[k].x.toFixed(1)}px,${spots[k].y.toFixed(1)}px)`;
    });
  }
}

// A node is seen from its level's moment on, a question mark until it is asked; a leaf is known at once.
function turnNode({ group, depth, leaf }, moment) {
  group.classList.toggle("away", depth >= moment);
  group.classList.toggle("known", leaf || depth + 1 < moment);
}

function drawNode(node, plan) {
  const { x, y, w, h, depth } = plan.place.get(node.id), leaf = node.answer !== null;
  const ground = { class: "ground", x: x - w / 2, y: y - 26, width: w, height: h, rx: leaf ? 16 : 8 };
  if (leaf) ground.fill = `var(--k${node.answer})`;
  const words = svg("text", { class: "words", x, y: y - 4, text: node.words });
  const parts = [svg("rect", ground), words];
  if (!leaf) parts.push(svg("text", { class: "asked", x, y: y - 4, text: "?" }), drawBar(node.counts, x, y, w - 24, h));
  return { group: svg("g", { class: leaf ? "node leaf" : "node" }, ...parts), depth, leaf };
}

// What the rows were, where they have gone on.
function drawBar(counts, x, y, wide, h) {
  const all = counts.reduce((a, b) => a + b), bar = svg("g", { class: "bar" });
  const room = h - 43, height = Math.min(20, room), top = y + 7 + (room - height) / 2;
  let at = x - wide / 2;
  counts.forEach((count, k) => {
    const part = (wide * count) / all;
    bar.append(svg("rect", { x: at, y: top, width: Math.max(0, part - 1), height, fill: `url(#hatch-${k})` }));
    at += part;
  });
  return bar;
}

function drawEdge(node, plan) {
  const { x, y, up, depth } = plan.place.get(node.id), parent = plan.place.get(up);
  const from = parent.y - 26 + parent.h, to = y - 26, middle = (from + to) / 2;
  const d = `M${parent.x} ${from}C${parent.x} ${middle} ${x} ${middle} ${x} ${to}`;
  const line = svg("path", { class: "way", d, "stroke-width": 1 + node.rows.length * 0.8 });
  const { across, down } = plan.label, at = { x: parent.x + (x - parent.x) * across, y: from + (to - from) * down + 5 };
  const label = svg("text", { class: "edge", ...at, text: node.edge });
  return { group: svg("g", { class: "branch" }, line, label), depth };
}
