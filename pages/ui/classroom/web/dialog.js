// A window over the page, closed by Escape, by its button, or by what was chosen in it.
import { element } from "../stage/dom.js";
import { button, keepWords, say } from "./base.js";

export function dialog(title, make) {
  document.querySelector("dialog")?.remove();
  const before = document.activeElement;
  const made = element("dialog", { "aria-labelledby": "dialog-title" });
  const close = () => {
    made.remove(); // at once: a window in the background hears of its closing only later
    before?.focus?.();
  };
  made.append(element("div", { class: "dialog-head" }, element("h2", { id: "dialog-title", text: title }),
    button(say("close"), close, "quiet")),
  element("div", { class: "dialog-body" }, ...make(close).filter(Boolean)));
  made.addEventListener("close", close);
  keepWords(made);
  document.body.append(made);
  made.showModal();
  made.querySelector(".dialog-body :is(button, input, a)")?.focus();
  return made;
}
