// Boxes and branches as SVG. Text from the data is only ever set as text.
const SVG = "http://www.w3.org/2000/svg";

function shape(name, attributes = {}, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

// A second mark for each class beside its colour: strokes on the colour, none for the first.
const MARKS = ["", "M0,6L6,0M-1,1L1,-1M5,7L7,5", "M3,3h.01", "M0,0L6,6M6,0L0,6", "M0,0L6,6M-1,5L1,7M5,-1L7,1", "M3,0V6M0,3H6", "M0,3H6", "M3,0V6"];
const LIGHT = ["#E69F00", "#56B4E9", "#F0E442", "#CC79A7"];

function pattern(number, colour) {
  const made = shape("pattern", { id: `class${number}`, width: 6, height: 6, patternUnits: "userSpaceOnUse" });
  const stroke = LIGHT.includes(colour) ? "#000b" : "#fffd";
  made.append(shape("rect", { width: 6, height: 6, fill: colour }));
  if (MARKS[number]) made.append(shape("path", { d: MARKS[number], stroke, "stroke-width": number === 2 ? 2.4 : 1.2, "stroke-linecap": "round" }));
  return made;
}

const KINDS = 8;
const paint = (number) => `url(#class${number % KINDS})`;

function drawNode(group, node, { words, colours }) {
  const { w, h } = node, hand = node.marks.includes("hand"), round = node.kind === "leaf" ? 15 : 4;
  const frame = (name, out) => shape("rect", { class: name, x: -w / 2 - out, y: -h / 2 - out, width: w + 2 * out, height: h + 2 * out, rx: round + out });
  group.setAttribute("aria-level", node.id === "root" ? 1 : node.id.split(".").length + 1);
  if (node.inner) group.setAttribute("aria-expanded", !node.hidden);
  else group.removeAttribute("aria-expanded");
  group.setAttribute("class", `node ${node.kind} ${node.marks.join(" ")}`);
  group.replaceChildren(shape("title", {}, node.says), frame("ring", hand ? 8 : 5));
  if (hand) group.append(frame("double", 3.5));
  const box = frame("box", 0);
  if (node.answer !== null) box.style.cssText = `fill:${colours[node.answer % KINDS]};fill-opacity:.2`;
  group.append(box, shape("text", { class: "head", y: -h / 2 + 16 }, node.head));
  // spaces between the lines: for those who read the node as one text, they are not one word
  node.lines.forEach((line, k) => group.append(" ", shape("text", { class: "line", y: -h / 2 + 32 + 15 * k }, line)));
  group.append(shape("path", { class: "next", d: `M${-w / 2 + 7},${-h / 2 + 10}l9,6l-9,6z` }));
  if (node.plot) drawPlot(group, node);
  else drawBar(group, node);
  if (node.marks.includes("pruned")) group.append(shape("path", { class: "cut", d: `M0,${h / 2}v7M-7,${h / 2 + 12}l14,-7` }));
  if (node.inner) group.append(" ", folder(node, words));
}

// The thicker, the more of all rows are here.
function drawBar(group, { w, h, bar, numeric, thick }) {
  const inset = 12, room = w - 2 * inset, middle = h / 2 - 11, y = middle - thick / 2, left = -w / 2 + inset;
  if (numeric) {
    const at = bar.map((share) => left + room * share);
    group.append(shape("rect", { class: "strip", x: left, y: middle - 1, width: room, height: 2 }));
    group.append(shape("rect", { class: "spread", x: at[0], y, width: Math.max(1, at[2] - at[0]), height: thick }));
    group.append(shape("rect", { class: "mean", x: at[1] - 1.25, y: y - 2, width: 2.5, height: thick + 4 }));
    return;
  }
  let x = left;
  for (const [number, share] of bar) {
    group.append(shape("rect", { class: "share", x, y, width: Math.max(0.5, room * share), height: thick, fill: paint(number) }));
    x += room * share;
  }
}

// A small button below the box: how many nodes are folded away, or a minus to fold.
function folder({ h, hidden }, words) {
  const text = hidden ? `+${hidden}` : "−", wide = hidden ? 16 + 7 * text.length : 18;
  const made = shape("g", { class: hidden ? "folder folded" : "folder", transform: `translate(0,${h / 2 + (hidden ? 10 : 0)})` });
  made.append(shape("title", {}, words.fold), shape("rect", { x: -wide / 2, y: -9, width: wide, height: 18, rx: 9 }), shape("text", { y: 0.5 }, text));
  return made;
}

function drawBranch(group, edge) {
  const [path, label] = group.childNodes;
  path.setAttribute("d", edge.path);
  label.textContent = edge.text;
  label.style.transform = `translate(${edge.at[0]}px,${edge.at[1]}px)`;
}

function newBranch() {
  const group = shape("g", { class: "branch" });
  group.append(shape("path"), shape("text"));
  return group;
}
