// The keys that belong to the whole page: Page Down and Page Up whatever has the focus, for so a clicker
// moves the lesson, right and left while nothing has it, in a lecture the space bar too, Home and End where nothing
// else has a use for them, and letters unless one is typing. It knows keys and nothing of what they do.
import { modified } from "./dom.js";

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

// While a dialog of Streamlit's lies over the page, what is pressed is the dialog's.
const covered = () => document.querySelector("[data-testid=stDialog]") !== null;

// On other pages the space bar scrolls.
function arrows() {
  const lecture = document.documentElement.matches("[data-lecture], [data-projector]");
  return { ArrowRight: 1, ArrowLeft: -1, ...(lecture && { " ": 1 }) };
}

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

// Calls page(1 | -1), ends("first" | "last"), letter("t") and escape() until the signal says that it is over. It
// listens at the window, before anyone else: a slider that has just been dragged keeps page keys for itself.
export function listen({ page, letter, escape, ends }, signal, window = globalThis) {
  window.addEventListener("keydown", (event) => {
    if (covered() || event.defaultPrevented) return;
    if (event.key === "Escape") return void (escape() && event.preventDefault());
    if (event.isComposing || modified(event)) return;
    const node = where(event), way = idle(node) ? arrows() : {};
    const by = { PageDown: 1, PageUp: -1, ...way }[event.key];
    if (by ? choosing(node) : typing(node) || event.repeat) return;
    if (!(by ? page(by) : event.key.length === 1 && letter(event.key.toLowerCase()))) return;
    event.preventDefault();
    event.stopPropagation();  // a slider would move on its own
  }, { capture: true, signal });
  // last of all: tabs, lists and sliders have taken theirs by then
  window.addEventListener("keydown", (event) => {
    const to = { Home: "first", End: "last" }[event.key], node = where(event);
    if (!to || !ends || covered() || event.defaultPrevented || modified(event)) return;
    if ((idle(node) || node?.localName === "button") && ends(to)) event.preventDefault();
  }, { signal });
}
