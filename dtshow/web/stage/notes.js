// The presenter's notes: a small window of the same page that follows each step. It is written by DOM, holds
// no script of its own, and hears the same keys as the page. It outlives a page: whoever shows a lecture next, the
// stage or the band of a guided lesson, takes it over.
import { element, pieces, setText } from "./dom.js";
import { listen } from "./keys.js";

const SIZE = "popup,width=560,height=760";
const ALONE = 30000;  // milliseconds after which a window closes that nobody has taken over
const TOKENS = ["--paper", "--ink", "--ink2", "--line", "--marker-soft", "--serif", "--sans"];  // of tokens.css, which the window has not
const STYLE = `
  body { margin: 0; padding: 14px 24px; font: 17px/1.45 var(--sans); background: var(--paper); color: var(--ink); }
  .step, h2, .sum { color: var(--ink2); }
  .step, h2 { margin: 0; font-size: 15px; font-weight: 650; }
  .top { display: flex; justify-content: space-between; align-items: baseline; }
  .clock { font: inherit; font-size: 22px; font-variant-numeric: tabular-nums; color: inherit; background: none; border: 0; border-bottom: 1px dotted; padding: 0 2px; cursor: pointer; }
  .say { margin: 6px 0 14px; font: 500 25px/1.25 var(--serif); }
  .note { margin: 0 0 12px; padding: 8px 12px; background: var(--marker-soft); font-size: 19px; }
  .coming { border-top: 1px solid var(--line); padding-top: 12px; }
  .press { margin: 2px 0 4px; font-weight: 650; }
  .then { margin: 2px 0 14px; font: 500 20px/1.3 var(--serif); }
  p { margin: 2px 0 10px; } section { margin-top: 12px; } [hidden] { display: none; }
  .sum { font-size: 15px; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }`;

// The one window: what is in it, and since when its clock runs.
const desk = { window: null, parts: null, since: 0, owner: null };

export class Notes {
  constructor(keys) { Object.assign(this, { keys, heard: null }); }

  get window() { return desk.window?.closed === false ? desk.window : null; }

  // Opens the window, or brings it to the front; false if the browser has blocked it.
  open(words) {
    if (this.window) this.window.focus();
    else Object.assign(desk, { window: window.open("", "nbn-notes", SIZE), since: Date.now() });
    if (!this.window) return false;
    if (!this.heard) this.build(words);
    return true;
  }

  close() {
    this.heard?.abort();
    this.heard = null;
    this.window?.close();
    desk.window = null;
  }

  // Whoever comes next takes the window over.
  leave() {
    this.heard?.abort();
    this.heard = null;
    if (this.window && desk.owner === this) setTimeout(() => desk.owner === this && !this.heard && this.close(), ALONE);
  }

  build(words) {
    const { window: other } = this, { document: page } = other, { lang } = document.documentElement;
    page.documentElement.lang = lang;
    const parts = desk.parts = partsOf(words);
    page.head.replaceChildren(element("title", { text: words.notestitle }), element("style", { text: STYLE }));
    page.body.replaceChildren(parts.top, parts.say, parts.note, parts.coming, parts.why, parts.sums);
    this.heard?.abort();
    this.heard = new AbortController();
    desk.owner = this;
    dress(page.documentElement);
    listen(this.keys, this.heard.signal, other);
    const ticks = other.setInterval(tick, 1000);
    this.heard.signal.addEventListener("abort", () => other.clearInterval(ticks));
    window.addEventListener("pagehide", () => this.close(), { signal: this.heard.signal });
    tick();
  }

  // `place`: which stop or step; `note`: the lesson's own words to the presenter; `press`: what the next click does,
  // and `then` the sentence after it, both empty at the end.
  show({ words, place, say, note = "", press = "", then = [], why = [], sums = [] }) {
    if (!this.window) return;
    if (!this.heard) this.build(words);
    const { parts } = desk;
    setText(parts.step, place);
    parts.say.replaceChildren(...pieces(say));
    parts.note.hidden = !note;
    setText(parts.note, note);
    parts.coming.hidden = !press && !then.length;
    setText(parts.press, press);
    parts.then.replaceChildren(...pieces(then));
    fill(parts.why, words.why, why.map((text) => element("p", {}, ...pieces(text))));
    fill(parts.sums, words.sums, sums.map(([name, text]) =>
      element("p", {}, element("b", { text: name }), element("br"), element("span", { class: "sum", text }))));
  }
}

function partsOf(words) {
  const again = () => { desk.since = Date.now(); tick(); };
  const made = {
    step: element("p", { class: "step" }),
    clock: element("button", { class: "clock", title: words.clock, onclick: again }),
    say: element("p", { class: "say" }), note: element("p", { class: "note" }),
    press: element("p", { class: "press" }), then: element("p", { class: "then" }),
    why: element("section"), sums: element("section"),
  };
  made.top = element("div", { class: "top" }, made.step, made.clock);
  made.coming = element("div", { class: "coming" }, element("h2", { text: words.pressnext }), made.press, made.then);
  return made;
}

// How long one has been speaking.
function tick() {
  const { parts, since } = desk, seconds = Math.floor((Date.now() - since) / 1000);
  const two = (number) => String(number).padStart(2, "0");
  if (parts) setText(parts.clock, `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`);
}

// The look of the page in another one: its colours and letters, in the light or in the dark.
function dress({ style }) {
  const ours = getComputedStyle(document.documentElement);
  for (const name of ["color-scheme", ...TOKENS]) style.setProperty(name, ours.getPropertyValue(name));
}

function fill(section, heading, lines) {
  section.hidden = !lines.length;
  section.replaceChildren(element("h2", { text: heading }), ...lines);
}
