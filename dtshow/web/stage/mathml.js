// Draws formula boxes as MathML, with buttons for counts. It knows no lines and hears no click.
import { element, mathNode, spoken } from "./dom.js";

const FENCES = "()|′;:";
const TALL = new Set(["frac", "sqrt", "root", "sum"]);
const NUMBER = /^[−-]?[\d.]/;

const isTerms = (box) => Array.isArray(box) && box[0] === "terms";
const isSigned = (box) => Array.isArray(box) && box[0] === "row" && (box[1] === "+" || box[1] === "−");

// `words.leads(name)` says whether a number has a line of its own, `words.writes` is the label of ∑.
export function formula(words, ...boxes) {
  return math(...boxes.map((box) => draw(box, words)));
}

// What a formula holds is one thing to those who hear it; where there are buttons in it, it is not.
function math(...children) {
  const made = mathNode("math", { displaystyle: "true" }, ...children);
  if (made.querySelector("button")) made.setAttribute("role", "group");
  return made;
}

// A formula in pieces, between which a line may break: of a sum its terms.
export const piecesOf = (box, words) => (isTerms(box) ? box.slice(1).map((one, i) => term(one, words, i === 0)) : [formula(words, box)]);

// The sign of a term keeps its room on both sides.
function term(box, words, first) {
  if (!isSigned(box)) return formula(words, box);
  return math(...signed(box, words, first));
}

const row = (children) => (children.length === 1 ? children[0] : mathNode("mrow", {}, ...children));

function draw(box, words) {
  if (typeof box === "string") return sign(box);
  const [kind, ...parts] = box;
  return (KINDS[kind] ?? KINDS.row)(parts, words);
}

function sign(given) {
  if (given === " ") return mathNode("mspace", { width: "0.2em" });
  if (NUMBER.test(given)) return number(given);
  if (FENCES.includes(given)) return mathNode("mo", { stretchy: "false", lspace: "0", rspace: "0", class: "fence" }, given);
  if (given === ",") return mathNode("mo", { lspace: "0", rspace: "0.16em", class: "fence" }, given);
  if (given === "∈") return mathNode("mo", { lspace: "0.1em", rspace: "0.1em" }, given);
  return mathNode("mo", {}, given);
}

// Buttons are in "mn" too: "mtext" counts as room, and a sign with nothing but room beside it loses its own.
const number = (given) => mathNode("mn", {}, given);

const drawn = (boxes, words) => attached(boxes.map((box) => [box, draw(box, words)]));

// "sub" and "sup" belong to what stands before them
function attached(pairs) {
  const out = [];
  for (const [box, made] of pairs) {
    const kind = Array.isArray(box) ? box[0] : "";
    if ((kind === "sub" || kind === "sup") && out.length) out.push(mathNode(`m${kind}`, {}, out.pop(), made));
    else out.push(made);
  }
  return out;
}

// a prefix minus stands close to what it negates, one between two terms has room
function signed([, given, ...rest], words, first) {
  return [mathNode("mo", { form: first ? "prefix" : "infix" }, given), ...drawn(rest, words)];
}

const terms = (boxes, words) =>
  row(boxes.flatMap((box, i) => (isSigned(box) ? signed(box, words, i === 0) : [draw(box, words)])));

function letter([given]) {
  const [base, above] = given.normalize("NFD");
  if (above !== "\u0304") return mathNode("mi", {}, given);
  return mathNode("mover", { accent: "true" }, mathNode("mi", {}, base), mathNode("mo", { stretchy: "false" }, "¯"));
}

// a single letter would be italic
const upright = ([given]) => mathNode("mi", { class: "up", ...(given.length === 1 && { mathvariant: "normal" }) }, given);

const isTall = (box) => Array.isArray(box) && (TALL.has(box[0]) || box.slice(1).some(isTall));

// Each pair of brackets needs a row of its own, to grow with what is in it alone: not as far below the
// line as above it, for a fraction within a fraction stands high. Those that need not grow are letters:
// the math font leaves too much room within its brackets.
function paren(parts, words) {
  const grows = { lspace: "0", rspace: "0", stretchy: "true", symmetric: "false" };
  const edge = (given) => (parts.some(isTall) ? mathNode("mo", grows, given) : sign(given));
  return mathNode("mrow", {}, edge("("), ...drawn(parts, words), edge(")"));
}

function count([key, given, says, branch, label]) {
  const button = element("button", {
    class: "count", text: given, title: says, "aria-label": spoken(given, says),
    "aria-pressed": "false", "data-count": key, "data-branch": branch ?? -1, "data-label": label ?? -1,
  });
  return mathNode("mn", {}, button);
}

function squares([key, mean, says, branch, label, written], words) {
  const away = [["it", "y"], "−", ["count", key, mean, says, branch, label]];
  const big = mathNode("mo", { lspace: "0", rspace: "0.1em" }, "∑");
  return mathNode("mrow", {}, written ? writing(words) : big, mathNode("msup", {}, paren(away, words), number("2")));
}

const writing = (words) =>
  mathNode("mi", {}, element("button", {
    class: "writes", text: "∑", title: words.writes, "aria-label": words.writes, "aria-expanded": "false",
  }));

function named([given, name], words) {
  const plain = typeof given === "string";
  if (!words.leads?.(name)) return draw(given, words);
  const button = element("button", { class: "leads", "data-leads": name }, plain ? given : formula(words, given));
  button.setAttribute("aria-label", `${button.textContent} ↑`);
  return mathNode("mn", {}, button);
}

function sum([below, body], words) {
  const big = mathNode("mo", { movablelimits: "false", largeop: "true", lspace: "0", rspace: "0" }, "∑");
  const room = mathNode("mspace", { width: "0.12em" });
  return mathNode("mrow", {}, mathNode("munder", {}, big, draw(below, words)), room, draw(body, words));
}

const KINDS = {
  row: (parts, words) => row(drawn(parts, words)),
  terms,
  it: letter,
  rm: upright,
  sub: ([part], words) => draw(part, words),
  sup: ([part], words) => draw(part, words),
  frac: ([top, bottom], words) => mathNode("mfrac", {}, draw(top, words), draw(bottom, words)),
  paren,
  sqrt: ([part], words) => mathNode("msqrt", {}, draw(part, words)),
  root: ([part, degree], words) => mathNode("mroot", {}, draw(part, words), draw(degree, words)),
  pow: ([base, exponent], words) => mathNode("msup", {}, draw(base, words), draw(exponent, words)),
  sum,
  count,
  squares,
  named,
};
