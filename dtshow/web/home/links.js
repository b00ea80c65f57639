// Links that stay links: a plain click is reported and stays in this session, any other one (middle, with
// Ctrl, from the menu) is left to the browser.
import { element, modified } from "../stage/dom.js";

// `href` leads within the app and is made by the server; without one it is a button that looks alike.
export function link({ to, href }, attrs, go, ...children) {
  const made = element(href ? "a" : "button", attrs, ...children);
  if (href) made.href = new URL(href, document.baseURI).href;
  made.addEventListener("click", (event) => {
    if (modified(event) || event.button) return;
    event.preventDefault();
    go(to);
  });
  return made;
}
