// Nodes and branches as SVG: made once for each record, then only fitted to their places. Text from
// the data is only ever set as text. Not done here: where things go.
import { fix, set, setText, svg } from "./dom.js";
import { colourOf, edged, glyph, later, markOf } from "./glyphs.js";
import { shapeOf } from "./icons.js";
import { level } from "./ids.js";
import { HEAD, SECOND } from "./detail.js";
import { drawPlot } from "./plot.js";
import { SPACE } from "./rungs.js";
import { BADGE, spread } from "./sizes.js";

const CUT_HIGH = 12;  // pixels
const MINUS = "−";
// The eight marks as strokes on the colours, none for the first.
const STROKES = [
  "", "M0,6L6,0M-1,1L1,-1M5,7L7,5", "M3,3h.01", "M0,0L6,6M6,0L0,6",
  "M0,0L6,6M-1,5L1,7M5,-1L7,1", "M3,0V6M0,3H6", "M0,3H6", "M3,0V6",
];
const MIDDLE = { patternTransform: "translate(0 3)" };  // a stroke through the middle of the thinnest bar
export function pattern(prefix, number, colour) {
  const size = { width: 6, height: 6, patternUnits: "userSpaceOnUse" }, id = `${prefix}${number}`;
  const made = svg("pattern", { id, ...size, ...(later(number) && MIDDLE) });
  const light = later(number) ? "#fff" : "#fffd", stroke = edged(number) ? "#0009" : `light-dark(${light}, #000b)`, width = markOf(number) === 2 ? 2.4 : 1.2;
  const d = STROKES[markOf(number)];
  made.append(svg("rect", { width: 6, height: 6, fill: colour }));
  if (d) made.append(svg("path", { d, stroke, "stroke-width": width, "stroke-linecap": "round", fill: "none" }));
  return made;
}

// What every node has; the rest is made when it is needed, for there may be a thousand nodes.
const NODE = svg("g", {}, svg("title"), svg("rect", { class: "touch" }), svg("g", { class: "inner" }));
const BRANCH = svg("g", { class: "branch" }, svg("path", { class: "way" })), SAYS = svg("g", { class: "branch" });

export function newNode(id) {
  const group = NODE.cloneNode(true), [title, touch, inner] = group.childNodes;
  group.dataset.id = id;
  return { group, title, touch, inner, words: null, folder: null, key: "", extras: {} };
}

// Its condition is apart from it: no branch is painted over any words.
export function newBranch() {
  const group = BRANCH.cloneNode(true);
  return { group, line: group.firstChild, saying: SAYS.cloneNode(), label: null };
}

// A part that only some nodes have, behind or before the bar.
function extra(kept, name, tag, behind) {
  const { extras, group, inner } = kept;
  if (!extras[name]) group.insertBefore(extras[name] = svg(tag, { class: name }), behind ? inner : inner.nextSibling);
  return extras[name];
}

function drop({ extras }, ...names) {
  for (const name of names) extras[name]?.remove();
  for (const name of names) delete extras[name];
}

// What a node is: all but its size and place.
export function writeNode(kept, node, { words, still, weighed }) {
  const { group } = kept, ghost = node.kind === "ghost", inner = node.kind === "ask" && (!still || node.hidden > 0);
  const answers = node.kind === "leaf";
  const states = [node.kind, ...node.marks, node.tray && "trayed", weighed && "weighed", answers && "answers"];
  group.setAttribute("class", ["node", ...states].filter(Boolean).join(" "));
  group.setAttribute("role", ghost ? "presentation" : "treeitem");
  set(group, "aria-hidden", ghost || null);
  set(group, "aria-level", ghost ? null : level(node.id));
  setText(kept.title, node.says);
  const tint = Number.isInteger(node.answer) ? `var(--k${colourOf(node.answer)})` : "";  // a number has none
  if (group.style.getPropertyValue("--tint") !== tint) group.style.setProperty("--tint", tint);
  kept.words?.remove();
  kept.folder?.remove();
  kept.words = kept.folder = null;
  Object.assign(kept, { opens: inner, fold: answers ? null : words.fold ?? "" });
  kept.key = kept.filled = "";
}

// The same node at its place; nothing is touched that has not changed.
export function fitNode(kept, p, s, paint) {
  const at = `translate(${p.x.toFixed(1)}px,${p.y.toFixed(1)}px) scale(${s.toFixed(4)})`;
  if (kept.at !== at) kept.group.style.transform = kept.at = at;
  const { inner, touch, node } = p, lengths = [inner.w, inner.h, p.wide, touch.w, touch.h, touch.x, touch.y];
  const sizes = lengths.map((length) => length / s);
  const words = [...p.badges, p.said, p.beside, p.lined?.length, p.numbers?.length, p.told, p.pill?.text];
  const key = [p.level, inner.kind, p.headWide, p.bend - p.bottom, ...words, ...sizes].join();
  if (kept.key === key) return;
  kept.key = key;
  const opens = kept.opens || node.hidden > 0;
  set(kept.group, "aria-expanded", opens ? !node.hidden : null);
  const w = inner.w / s, h = inner.h / s, bottom = (p.bottom - p.y) / s;
  kept.touch.classList.toggle("shrinks", p.touch.w / s < Number(kept.touch.getAttribute("width")));
  place(kept.touch, p.touch.w / s, p.touch.h / s, p.touch.y / s, undefined, p.touch.x / s);
  const grounded = node.tray || ["open", "ghost"].includes(node.kind);
  if (!grounded) drop(kept, "ground");
  else {
    const out = inner.kind === "tray" ? 0 : w > 16 ? 5 : 3;  // a bar's dashes stand off it
    place(extra(kept, "ground", "rect", true), w + out, h + out, 0, Math.min(9, h / 3));
  }
  if (node.marks.includes("hand")) doubled(kept, p, s, w, h);
  else drop(kept, "hand", "twice");
  fillInner(kept, p, w, h, paint);
  if (p.level >= HEAD) writeWords(kept, p, s, h);
  else kept.words?.setAttribute("display", "none");
  const { headAt } = p;
  const tip = headAt ? [(headAt.x - p.x) / s - p.headWide / 2, (headAt.y - p.y) / s - 5] : [-w / 2 - 12, -5];
  kept.tipAt = tip;
  kept.tip = `M${tip[0].toFixed(1)},${tip[1].toFixed(1)}l8,5l-8,5z`;
  kept.group.classList.toggle("small", p.level < HEAD);
  if (node.marks.includes("pruned")) extra(kept, "cut", "path").setAttribute("d", cutMark(bottom, p.bend === undefined ? CUT_HIGH : (p.bend - p.bottom) / s));
  if (p.level < HEAD) return;
  const none = p.crowded || !opens;
  if (none || kept.folder?.textContent !== kept.fold + (p.pill?.text ?? MINUS)) {
    kept.folder?.remove();
    kept.folder = null;
  }
  if (none) return;
  if (!kept.folder) kept.group.append(" ", kept.folder = folder(node, kept.fold, p.pill ?? { text: MINUS, w: 18 }));
  const [x, y] = node.hidden ? [0, (p.folder - p.y) / s + 11] : [(touch.x + touch.w / 2) / s + 5, 0];
  kept.folder.setAttribute("transform", `translate(${x.toFixed(1)},${y.toFixed(1)})`);
}

// A stroke across what is left of a branch, as large as there is room below the node: a cut moves nothing.
function cutMark(bottom, room) {
  const k = Math.max(0.5, Math.min(1, room / CUT_HIGH));
  return `M0,${bottom}v${6 * k}M${-7 * k},${bottom + 11 * k}l${14 * k},${-7 * k}`;
}

// Two thin lines around what was decided by hand, or around the bar of a small one.
function doubled(kept, p, s, w, h) {
  const worded = p.level >= HEAD, { touch } = p;
  const [wide, high, x, y] = worded ? [touch.w / s, touch.h / s, touch.x / s, touch.y / s] : [w + 3, h + 3, 0, 0];
  place(extra(kept, "hand", "rect", true), wide, high, y, 8, x);
  place(extra(kept, "twice", "rect", true), wide + (worded ? 6 : 4), high + (worded ? 6 : 4), y, 11, x);
}

function place(rect, w, h, middle, round, beside = 0) {
  fix(rect, { x: beside - w / 2, y: middle - h / 2, width: w, height: h });
  if (round !== undefined) fix(rect, { rx: round }, 1);
}

// In a tray the marks lie on a canvas above; a bar and a plot are drawn here.
function fillInner(kept, { inner, node }, w, h, paint) {
  const group = kept.inner, kind = inner.kind;
  kept.group.classList.toggle("barred", kind === "bar");
  if (kind !== "bar") group.replaceChildren();
  if (kind === "dot") drawDot(group, node, paint);
  else if (kind === "sign") group.replaceChildren(signOf(node.sign, w));
  else if (kind === "answer") group.replaceChildren(svg("rect", { class: edged(node.answer) ? "share edged" : "share", x: -w / 2, y: -h / 2, width: w, height: h, rx: 1, fill: paint(node.answer) }));
  else if (kind === "plot") drawPlot(group, { w, h, plot: node.plot, numeric: spread(node) }, paint);
  else if (kind === "tray") return void (kept.filled = kind);
  else if (spread(node)) drawSpread(group, node.bar, w, h);
  else drawShares(kept, node.bar, w, h, paint);
  kept.filled = kind;
}

// The sign of a column that is asked, so large: the mark of a class that the table has not; a ring for all others.
export function signOf(number, size) {
  if (number < 0) return svg("circle", { class: "other", r: 0.36 * size });
  const d = glyph(number, 0.42 * size), fill = `var(--c${colourOf(number)})`;
  return svg("path", { class: edged(number) ? "edged" : null, d, fill });
}

// What has fallen: a small dot, in its class's colour where it was a leaf.
function drawDot(group, { kind, answer }, paint) {
  const leaf = kind === "leaf" && answer !== null && answer !== undefined;
  group.replaceChildren(svg("circle", leaf ? { r: 4, fill: paint(answer) } : { r: 3, class: "crumb" }));
}

// The bars of a wheel's turn are the same bars, only longer.
function drawShares(kept, bar, w, h, paint) {
  const piece = ([number]) => svg("rect", { class: edged(number) ? "share edged" : "share", fill: paint(number) });
  if (kept.filled !== "bar" || kept.inner.childElementCount !== bar.length) kept.inner.replaceChildren(...bar.map(piece));
  const gap = w > 30 ? 1.5 : 0;
  let x = -w / 2;
  bar.forEach(([, share], k) => {
    const part = w * share, width = Math.max(0.5, part - (k < bar.length - 1 ? gap : 0));
    fix(kept.inner.childNodes[k], { x, y: -h / 2, width, height: h });
    x += part;
  });
}

// Where the rows of a numeric target lie: its mean, and one standard deviation to each side.
function drawSpread(group, bar, w, h) {
  const [low, mean, high] = bar.map((share) => w * (share - 0.5));
  const [wide, over] = w < 24 ? [5.5, Math.max(1, (6 - h) / 2)] : [2.5, 2];
  group.replaceChildren(
    svg("rect", { class: "strip", x: -w / 2, y: -1, width: w, height: 2 }),
    svg("rect", { class: "spread", x: low, y: -h / 2, width: Math.max(1, high - low), height: h }),
    svg("rect", { class: "mean", x: mean - wide / 2, y: -h / 2 - over, width: wide, height: h + 2 * over }),
  );
}

// Words are made when there is room for them for the first time.
function writeWords(kept, p, s, h) {
  const { node, told, numbers } = p;
  if (!kept.words) {
    const marker = svg("rect", { class: "marker", rx: 5 }), head = svg("text", { class: "head" }, node.head);
    kept.words = svg("g", { class: "words" }, marker, head);
    kept.group.append(kept.words);
  }
  kept.words.removeAttribute("display");
  const [marker, head] = kept.words.childNodes;
  head.toggleAttribute("hidden", !p.headAt);
  if (p.headAt) {
    const x = (p.headAt.x - p.x) / s, y = (p.headAt.y - p.y) / s;
    fix(head, { x, y }, 1);
    writeHead(head, p, x, y);
    const second = p.lined.length > 1 ? SECOND : 0;
    place(marker, p.headWide + 8, (p.letters === SPACE.dense.letters ? 16 : 19) + second, y - second / 2, 5);
    fix(marker, { x: x - p.headWide / 2 - 4 }, 1);
  }
  // spaces between the lines: for those who read the node as one text, they are not one word
  const at = (k) => (h / 2 + 10 + 15 * k).toFixed(1);
  const lines = numbers.flatMap((line, k) => [" ", svg("text", { class: "line", y: at(k), hidden: k >= told }, line)]);
  const badges = p.headAt ? p.badges.map((d, k) => badge(d, (p.headAt.x - p.x) / s + p.headWide / 2 - BADGE * (k + 0.5), (p.headAt.y - p.y) / s)) : [];
  kept.words.replaceChildren(marker, head, ...badges, ...lines);
}

// A mark that its node wears beside its name.
export const badge = (d, x = 0, y = 0) => svg("path", { class: "badge", d, transform: `translate(${x.toFixed(1)},${y.toFixed(1)})` });

// In a line, or in two of which the last stands where the one would.
function writeHead(head, { lined }, x, y) {
  const parts = lined.map(({ head: bold, beside }, k) => {
    const at = lined.length > 1 ? { x: x.toFixed(1), y: (y - SECOND * (1 - k)).toFixed(1) } : {};
    return svg("tspan", at, bold, beside ? svg("tspan", { class: "beside" }, beside) : "");
  });
  // a name that is broken between two signs of Chinese is still one word to those who hear it
  const [before, after] = lined.map(({ head: bold }) => bold), han = /^\p{Script=Han}/u;
  const gap = after && han.test([...before].at(-1)) && han.test(after) ? "" : " ";
  head.replaceChildren(...parts.flatMap((part, k) => (k ? [gap, part] : [part])));
}

// A small button at the foot: how many nodes are folded away, or a minus to fold.
function folder({ hidden }, says, { text, w }) {
  const pill = svg("rect", { x: -w / 2, y: -9, width: w, height: 18, rx: 9 });
  const parts = [svg("title", {}, says), pill, svg("text", { y: 0.5 }, text)];
  return svg("g", { class: hidden ? "folder folded" : "folder" }, ...parts);
}

// A branch leads from a node's foot to the next one's head, or to the condition above it, clear of the words, whose
// halo would eat its end; it turns where the node's other branches do, and goes straight on from there.
export function fitBranch(branch, p, up, s) {
  const { foot } = up, x1 = up.x.toFixed(1), x2 = p.x.toFixed(1), to = p.end;
  const bend = Math.min(to, Math.max(foot, up.bend)), from = Math.min(bend, Math.max(foot, up.turn ?? foot));
  const middle = ((from + bend) / 2).toFixed(1), turn = `C${x1},${middle} ${x2},${middle} ${x2},${bend.toFixed(1)}`;
  const on = p.on ? `M${x2},${p.on[0].toFixed(1)}L${x2},${p.on[1].toFixed(1)}` : "";  // past its condition
  const d = `M${x1},${foot.toFixed(1)}L${x1},${from.toFixed(1)}${turn}L${x2},${to.toFixed(1)}${on}`;
  if (branch.d !== d) {
    branch.line.setAttribute("d", branch.d = d);
    branch.glow?.setAttribute("d", d);
  }
  branch.label?.toggleAttribute("hidden", !p.label);
  if (!p.label) return;
  if (!branch.label) {
    branch.label = svg("text", {}, branch.says ?? "");
    branch.saying.append(branch.label);
  }
  branch.label.classList.toggle("aside", p.label.aside);
  const at = `translate(${p.label.x.toFixed(1)}px,${p.label.y.toFixed(1)}px) scale(${s.toFixed(4)})`;
  if (branch.at !== at) branch.label.style.transform = branch.at = at;
}

// Beside what is cut next, where a triangle stands beside what is split next.
function scissors(kept) {
  drop(kept, "next");
  const [x, y] = kept.tipAt, path = extra(kept, "scissors", "path");
  kept.group.append(path);  // on the marker, not below it
  path.setAttribute("d", shapeOf("cut"));
  path.setAttribute("transform", `translate(${(x - 3).toFixed(1)},${(y - 2.5).toFixed(1)}) scale(.75)`);
}

// What is read in a node at its level of detail: there a name may be elided.
export const seenOf = (place) => place?.said ?? "";

// Whether these words stand in a text in one piece, and not as a part of a word or of a number.
function heard(seen, text) {
  const at = text.indexOf(seen), around = [text[at - 1] ?? " ", text[at + seen.length] ?? " "];
  return at >= 0 && !(seen && around.some((sign) => /[\p{L}\p{N}.]/u.test(sign)));
}

// What is marked in a node that is drawn already: a touch changes marks and nothing else.
// home: the Tab key finds it, null where it finds none; share: of the row whose way is lit, undefined off its way; value: what that row
// has in the column that led here, if the branch does not say it; way: it leads to what is selected; weak: it goes
// with the branch that is cut next; wide: branches as wide as their rows; seen: what is
// read in it, which is heard too (WCAG 2.5.3, label in name); far: what its branch says where nodes between are folded away.
export function markNode(kept, { selected, current, home, share, value, way, wide, words, weak, seen, far }) {
  const marks = [selected, current && kept.tip, share, value, way, wide, home, weak, seen, far, kept.node.says].join();
  if (kept.marks === marks) return;  // there may be a thousand of them
  kept.marks = marks;
  const { group, branch, node } = kept, lit = share !== undefined;
  const fallen = node.marks.includes("fallen"), goes = Boolean(weak) && !fallen;
  if (current && goes) scissors(kept);
  else if (current) extra(kept, "next", "path").setAttribute("d", kept.tip);
  const on = { selected, current, lit, weak: goes };
  if (!(current && goes)) drop(kept, "scissors");
  for (const [name, value] of Object.entries(on)) group.classList.toggle(name, value);
  if (home) group.classList.remove("away");  // the Tab key must find it
  if (node.kind === "ghost" || home === null) for (const name of ["tabindex", "aria-selected"]) group.removeAttribute(name);
  else {
    group.setAttribute("aria-selected", selected);
    group.setAttribute("tabindex", home ? 0 : -1);
    const says = [node.says, !heard(seen, node.says) && seen, current && words.current, lit && words.lit];
    group.setAttribute("aria-label", says.filter(Boolean).join(words.comma));
  }
  if (!branch) return;
  const ghost = node.kind === "ghost";
  const states = [ghost && "ghost", goes && !current && "weak", fallen && "fallen", lit && "lit", way && "way-here", far && "far", branch.group.classList.contains("away") && "away"];
  const names = ["branch", ...states].filter(Boolean).join(" ");
  for (const part of [branch.group, branch.saying]) part.setAttribute("class", names);
  const thick = ghost ? 1.5 : wide ? 1 + 7 * node.edge.share : 1.4;
  branch.line.style.strokeWidth = `max(1.3px, ${thick}px * var(--slim, 1))`;
  glow(branch, lit, thick);
  branch.says = (value ? `${value} ` : "") + (far || node.edge.text) + (share < 1 ? ` · ${+share.toPrecision(3)}` : "");
  if (branch.label) setText(branch.label, branch.says);
}

// The marker behind a branch that is meant now.
function glow(branch, lit, thick) {
  if (!lit) {
    branch.glow?.remove();
    branch.glow = null;
    return;
  }
  if (!branch.glow) branch.group.prepend(branch.glow = svg("path", { class: "glow", d: branch.d ?? "" }));
  branch.glow.style.strokeWidth = `calc(${thick + 9}px * var(--slim, 1))`;
}
