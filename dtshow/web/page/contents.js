// The index of a folder of lessons: each with its minutes, what one can do after it, and whether it is done.
import { element, set, setText } from "../stage/dom.js";
import { done, said, way } from "./done.js";

export default function open(page) {
  const parts = [...page.querySelectorAll("main > section")], known = done(), buttons = page.querySelector(".languages");
  const speak = (lang) => {
    page.documentElement.lang = lang;
    for (const one of parts) one.hidden = one.lang !== lang;
    page.title = parts.find(({ hidden }) => !hidden).dataset.title;
    setText(page.querySelector("h1"), page.title);
    for (const one of buttons.children) set(one, "aria-pressed", one.lang === lang);
  };
  for (const part of parts) {
    for (const link of part.querySelectorAll("a[data-key]")) {
      link.href = way(`${link.dataset.key}.html`, part.lang, known);
      link.nextElementSibling.hidden = !known.has(link.dataset.key);
    }
  }
  if (parts.length > 1) buttons.append(...parts.map(({ lang, dataset: { language } }) => element("button", { lang, text: language, onclick: () => speak(lang) })));
  const asked = said().get("lang");
  speak(parts.some(({ lang }) => lang === asked) ? asked : parts[0].lang);
}
