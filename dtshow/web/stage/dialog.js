// A window over the page, closed by Escape, by its button, or by what was chosen in it. It stands in the page itself,
// above every shadow; its style is tokens.css's.
import { element, worded } from "./dom.js";

// `closes` gives the button that closes it, `make` what is in it; both hear how.
export function shown(title, closes, make) {
  document.querySelector(".window")?.remove();
  const before = held();
  const made = element("dialog", { class: "window", "aria-labelledby": "dialog-title" });
  const close = () => {
    made.remove(); // at once: a window in the background hears of its closing only later
    before?.focus?.({ preventScroll: true });
  };
  made.append(element("div", { class: "dialog-head" }, element("h2", { id: "dialog-title", text: title }), closes(close)),
    element("div", { class: "dialog-body" }, ...make(close).filter(Boolean)));
  made.addEventListener("close", close);
  document.body.append(made);
  made.showModal();
  made.querySelector(".dialog-body :is(button, input, a)")?.focus();
  return made;
}

// What has the focus, also within a shadow.
function held() {
  let one = document.activeElement;
  while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
  return one;
}

// Keys, and what each or each of some does: [["Esc", "Close"], [["Page Down", "→"], "Next"], ...].
export const keyTable = (lines) => element("dl", { class: "keylist" }, ...lines.map(([keys, does]) =>
  element("div", {}, element("dt", {}, ...[keys].flat().map((key) => element("kbd", { text: key }))), element("dd", {}, ...worded(does)))));
