// The keys that belong to the whole page: Page Down and Page Up whatever has the focus, for so a clicker
// moves the lesson, right and left while nothing has it, in a lecture the space bar too, Home and End where nothing
// else has a use for them, and letters unless one is typing. It knows keys and nothing of what they do.
import { keyTable, shown } from "./dialog.js";
import { NARROW, element, framed } from "./dom.js";

// What a letter or a sign means wherever it means anything, so that none means two things: on a page with a lesson, at
// a tree that has the focus, on the board of a class. Whoever hears a key asks here.
export const KEYS = {
  a: "levels", g: "glossary", h: "hide", j: "over", l: "lecture", n: "notes", q: "code", t: "across",
  f: "fold", "+": "larger", "=": "larger", "-": "smaller", 0: "fit",
  e: "ask", c: "class_table", m: "more", p: "pause", b: "pause", ".": "pause", "?": "keys",
  k: "like", o: "look_alone", r: "reveal", s: "keep_table", v: "revote", x: "dismiss", z: "reopen",
};
export const meaning = ({ key }) => KEYS[key.toLowerCase()];
export const keyOf = (means) => Object.keys(KEYS).find((key) => KEYS[key] === means);

const TYPED = "input, textarea, select, [contenteditable]:not([contenteditable='false'])";
const PRESSED = "input:is([type='range'], [type='checkbox'], [type='radio'], [type='button'])";

// Where the key was pressed, also within shadow roots.
const where = (event) => event.composedPath().find(({ nodeType }) => nodeType === Node.ELEMENT_NODE) ?? null;
const typing = (node) => Boolean(node?.closest?.(TYPED) && !node.closest(PRESSED));

// What the browser takes for nothing in particular: the page, or the part of it that scrolls.
const idle = (node) => Boolean(node?.matches("html, body, main, section"));

// While a window lies over the page, Streamlit's or ours, what is pressed is the window's.
const covered = () => document.querySelector("[data-testid=stDialog], .window") !== null;

// What keys mean that say it themselves.
const SAYING = {
  next: ["Page Down", "→"], back: ["Page Up", "←"], first: "Home", last: "End", walk: "← ↑ → ↓", select: "Enter", escape: "Esc",
};
const hearers = new Set();  // who tells what keys mean on this page: [meanings, words]

// Shows all keys of the page, as its hearers tell them; whether there are some. A phone has none, and the board of a
// class shows its own.
function tells() {
  const told = NARROW.matches || framed() ? [] : [...hearers].map((one) => one()).filter(([means]) => means.length);
  if (!told.length) return false;
  const here = [...new Set(told.flatMap(([means]) => means))], words = Object.assign({}, ...told.map(([, some]) => some));
  const lines = here.map((one) => [SAYING[one] ?? keyOf(one).toUpperCase(), words[`key_${one}`] ?? words[one]]);
  const made = shown(words.key_keys, (close) => element("button", { onclick: close, text: words.key_close }), () => [keyTable(lines)]);
  made.classList.add("keys");
  return true;
}

// Whether a key was pressed with one that gives it another meaning: a sign may need the shift key.
const held = (event) => event.ctrlKey || event.altKey || event.metaKey || (event.shiftKey && meaning(event) !== "keys");

// In a lecture one leads a lesson, whatever node was clicked.
export const lecturing = () => document.documentElement.matches("[data-lecture], [data-projector]");

// On other pages the space bar scrolls.
const arrows = () => ({ ArrowRight: 1, ArrowLeft: -1, ...(lecturing() && { " ": 1 }) });

// A select that is open takes the keys itself; where a browser cannot say, one that has the focus does.
function choosing(node) {
  if (node?.localName !== "select") return false;
  try {
    return node.matches(":open");
  } catch {
    return true;
  }
}

// What was pressed before there was a stage, as ["page", 1], all or what is of one kind, and whether there is one now (server/early_keys.js).
export function pressedEarly(kind) { return globalThis.nbnEarly?.take(kind) ?? []; }
export function hearing(now) { if (globalThis.nbnEarly) globalThis.nbnEarly.heard = now; }

// Calls page(1 | -1, whether a key is held down), ends("first" | "last"), letter("t") and escape() until the signal says that it is over; `tell`
// says which keys mean something now, and in what words. It listens at the window, before anyone else: a slider that has just been dragged keeps page keys for itself.
export function listen({ page, letter, escape, ends, tell }, signal, window = globalThis) {
  if (tell) {
    hearers.add(tell);
    signal.addEventListener("abort", () => hearers.delete(tell));
  }
  window.addEventListener("keydown", (event) => {
    if (covered() || event.defaultPrevented) return;
    if (event.key === "Escape") return void (escape() && event.preventDefault());
    if (event.isComposing || held(event)) return;
    const node = where(event), way = idle(node) ? arrows() : {};
    const by = { PageDown: 1, PageUp: -1, ...way }[event.key];
    if (by ? choosing(node) : typing(node) || event.repeat) return;
    const sign = event.key.length === 1 && event.key.toLowerCase();
    if (!(by ? page(by, event.repeat) : sign && (letter(sign) || (meaning(event) === "keys" && tells())))) return;
    event.preventDefault();
    event.stopPropagation();  // a slider would move on its own
  }, { capture: true, signal });
  // last of all: tabs, lists and sliders have taken theirs by then
  window.addEventListener("keydown", (event) => {
    const to = { Home: "first", End: "last" }[event.key], node = where(event);
    if (!to || !ends || covered() || event.defaultPrevented || held(event)) return;
    if ((idle(node) || node?.localName === "button" || (lecturing() && node?.matches("[role^='tree']"))) && ends(to)) event.preventDefault();
  }, { signal });
}
