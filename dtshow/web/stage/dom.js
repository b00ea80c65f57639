// Makes and changes elements. Text is only ever set as text; nothing here takes markup or a URL.
import { wordsOf } from "./words.js";

const SVG = "http://www.w3.org/2000/svg", MATHML = "http://www.w3.org/1998/Math/MathML";
export const NARROW = matchMedia("(max-width: 799px)");  // a phone, where all stands below each other

// Whether the board of a class shows this page in a frame, and leads it.
export function framed() {
  try {
    return parent !== window && Boolean(parent.nbnGuide);
  } catch {
    return false;  // a page of another site
  }
}

// A phone has no keys to tell of.
export const keyless = (text) => (NARROW.matches ? text.replace(/\s?[(（][A-Z][)）]$/, "") : text);

// `attrs` holds attributes; also `text`, and listeners as functions: { onclick: () => ... }. A button sends no form.
export const element = (tag, attrs, ...children) => (
  made(document.createElement(tag), tag === "button" ? { type: "button", ...attrs } : attrs, children));
export const svg = (tag, attrs, ...children) => made(document.createElementNS(SVG, tag), attrs, children);
export const mathNode = (tag, attrs, ...children) => made(document.createElementNS(MATHML, tag), attrs, children);

function made(node, attrs, children) {
  for (const [name, value] of Object.entries(attrs ?? {})) {
    if (name === "text") node.textContent = value;
    else if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else set(node, name, value);
  }
  node.append(...children);
  return node;
}

// An attribute that differs; null and undefined take it away, so does false unless it is ARIA's.
export function set(node, name, value) {
  if (/^(on|href$|src|xlink:|action$|formaction$)/i.test(name)) throw new Error(`not to be set here: ${name}`);
  if (value === null || value === undefined || (value === false && !name.startsWith("aria-"))) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
    return;
  }
  const text = value === true && !name.startsWith("aria-") ? "" : String(value);
  if (node.getAttribute(name) !== text) node.setAttribute(name, text);
}

// Lengths, to so many digits.
export function fix(node, lengths, digits = 2) {
  for (const [name, length] of Object.entries(lengths)) node.setAttribute(name, length.toFixed(digits));
}

export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

// A name and what is said of it, for those who hear it, with the colon of its language.
export const spoken = (name, says) => `${name}${/\p{Script=Han}/u.test(says) ? "：" : ": "}${says}`;

// No line ends beside a sign of comparison, between a number and what it counts, or in the order 第 3 步; a bold number is a piece of its own.
export const kept = (text) => text.replace(/ ([=≈≤≥<>±]) (?=[\d−.])/g, "\u00a0$1\u00a0")
  .replace(/(\d[%.]?) (?=\p{L})/gu, "$1\u00a0").replace(/第 (?=\d)/g, "第\u00a0").replace(/^ (?=[个位棵例])/, "\u00a0");

// The nodes of a sentence of Chinese in which no line ends within a word, nor between one and a bracket beside it.
export const worded = (text) => wordsOf(text).reduce((all, word) => {
  const beside = /（$/.test(all.at(-1)) || word === "）";
  return beside && all.length ? [...all.slice(0, -1), all.at(-1) + word] : [...all, word];
}, []).map((word) => (
  /^（?\p{Script=Han}{2,}）?$/u.test(word) ? element("span", { class: "word", text: word }) : document.createTextNode(word)));

// The nodes of a sentence in pieces, of which every second is bold: a name, if it is short, which no line's end takes apart.
export const pieces = (list) => list.map(kept)
  .flatMap((text, i) => (i % 2 ? [element("b", { class: text.length < 9 && "word" }, ...worded(text))] : worded(text)));

// Whether something is to be drawn in a part: it is not what was drawn there last.
export function anew(part, value) {
  const drawn = JSON.stringify(value);
  if (part.drawn === drawn) return false;
  part.drawn = drawn;
  return true;
}

// Puts a sentence where another one stood, if it is another one.
export function setPieces(node, list) {
  if (anew(node, list)) node.replaceChildren(...pieces(list));
}

// What a part without words is called, for those who point at it and those who hear it.
export function entitle(node, name) {
  set(node, "title", name);
  set(node, "aria-label", name);
}

// Whether a key was pressed together with one that gives it another meaning.
export const modified = (event) => event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;

// Puts a text on the clipboard, asked for by a button beside; whether that was allowed. Most classrooms have no secure
// origin: what is selected can be copied there.
export async function clipped(text, beside) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = element("textarea", { class: "unseen" });
    field.value = text;
    beside.after(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    beside.focus({ preventScroll: true });
    return done;
  }
}
