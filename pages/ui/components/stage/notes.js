// The presenter's notes: a small window of the same page that follows each step. It is written by DOM, holds
// no script of its own, and hears the same keys as the stage.
import { element, pieces, setText } from "./dom.js";
import { listen } from "./keys.js";

const SIZE = "popup,width=560,height=760";
const TOKENS = ["--paper", "--ink", "--ink2", "--serif", "--sans"];  // of shell/tokens.css, which the window has not
const STYLE = `
  body { margin: 0; padding: 20px 24px; font: 17px/1.45 var(--sans); background: var(--paper); color: var(--ink); }
  .step, h2, .sum { color: var(--ink2); }
  .step, h2 { margin: 0; font-size: 15px; font-weight: 650; }
  .say { margin: 6px 0 18px; font: 500 25px/1.25 var(--serif); }
  .press { margin: 2px 0 18px; font-weight: 650; }
  p { margin: 2px 0 10px; } section { margin-top: 18px; } section[hidden] { display: none; }
  .sum { font-size: 15px; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }`;

export class Notes {
  constructor(keys) { Object.assign(this, { keys, window: null }); }

  // Opens the window, or brings it to the front; false if the browser has blocked it.
  open(words) {
    if (this.window && !this.window.closed) { this.window.focus(); return true; }
    this.window = window.open("", "nbn-notes", SIZE);
    if (!this.window) return false;
    this.build(words);
    return true;
  }

  close() {
    this.heard?.abort();
    this.window?.close();
    Object.assign(this, { window: null, heard: null });
  }

  build(words) {
    const { document: page } = this.window, { lang } = document.documentElement;
    page.documentElement.lang = lang;
    const title = (text) => element("h2", { text }), press = element("p", { class: "press" });
    this.parts = {
      step: element("p", { class: "step" }), say: element("p", { class: "say" }), press,
      coming: element("div", {}, title(words.pressnext), press), why: element("section"), sums: element("section"),
    };
    const { step, say, coming, why, sums } = this.parts;
    page.head.replaceChildren(element("title", { text: words.notestitle }), element("style", { text: STYLE }));
    page.body.replaceChildren(step, say, coming, why, sums);
    this.heard?.abort();
    this.heard = new AbortController();
    dress(page.documentElement);
    listen(this.keys, this.heard.signal, this.window);
    window.addEventListener("pagehide", () => this.close(), { signal: this.heard.signal });
  }

  // `coming`: what the next click shows, if the beat has one. At the end no key does anything.
  show({ say, step, lecture, words }, coming) {
    if (!this.window || this.window.closed || !step) return;
    const { parts } = this, { why = [], sums = [] } = lecture?.notes ?? {};
    setText(parts.step, step.label);
    parts.say.replaceChildren(...pieces(say));
    parts.coming.hidden = step.end && !coming;
    setText(parts.press, coming ? words[`press${coming}`] ?? "" : step.next);
    fill(parts.why, words.why, why.map((text) => element("p", {}, ...pieces(text))));
    fill(parts.sums, words.sums, sums.map(([name, text]) =>
      element("p", {}, element("b", { text: name }), element("br"), element("span", { class: "sum", text }))));
  }
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
