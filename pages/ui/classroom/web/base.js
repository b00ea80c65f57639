// What all pages of a class share: words, language, what the browser keeps, and drawing only what differs.
import { element, pieces } from "../stage/dom.js";

const { words, ready } = JSON.parse(document.getElementById("words").textContent);
export const ROOT = new URL("../../../", import.meta.url); // of the app, wherever a proxy put it
const LANGUAGES = ["en", "zh"];
const TAGS = { en: "en", zh: "zh-Hans" };

export const code = document.documentElement.dataset.code;
export const readyTables = ready ?? [];
export const [header, main, footer] = ["header", "main", "footer"].map((name) => document.querySelector(name));
export const live = document.getElementById("live"); // says a sentence to those who do not see the page

export const title = (text, kind) => element("h1", { class: kind, text });
export const line = (text, kind) => element("p", { class: kind, text });
export const tree = () => element("figure", { class: "tree" });
export const button = (text, run, kind, more) => element("button", { class: kind, text, onclick: run, ...more });

// An address as the server says it ("/grow?…") below the app's own, in the reader's language if it is a page.
export function address(path) {
  const url = new URL(path.replace(/^\//, ""), ROOT);
  if (!url.pathname.startsWith(`${ROOT.pathname}class/`)) url.searchParams.set("lang", language());
  return url.href;
}

// Storage may be forbidden; a class goes on without it as long as its page is open.
export function kept(name) {
  try {
    return localStorage.getItem(`nbn-${name}`);
  } catch {
    return null;
  }
}

export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(`nbn-${name}`);
    else localStorage.setItem(`nbn-${name}`, value);
  } catch {
    // nothing is kept
  }
}

let spoken = firstLanguage();

function firstLanguage() {
  const wishes = [new URLSearchParams(location.search).get("lang"), kept("lang"), ...(navigator.languages ?? [])];
  return wishes.map((wish) => wish?.slice(0, 2).toLowerCase()).find((wish) => LANGUAGES.includes(wish)) ?? "en";
}

export const language = () => spoken;
export const allWords = () => words[spoken];

function speak(wanted) {
  spoken = wanted;
  keep("lang", wanted);
  document.documentElement.lang = TAGS[wanted];
}

document.documentElement.lang = TAGS[spoken];

export function say(key, fields = {}) {
  const text = words[spoken][key];
  if (text === undefined) throw new Error(`no words: ${key}`);
  return text.replace(/\{(\w+)\}/g, (_all, name) => fields[name] ?? "");
}

export const many = (key, n) => say(n === 1 ? `${key}_1` : key, { n });

// What the server says in each language.
export const told = (both) => both?.[spoken] ?? "";

export const shareRight = (share) => say(share === 1 ? "all_right" : share ? "share_right" : "none_right", { share: `${Math.round(100 * share)}%` });

// A link's target is the one thing that `element` does not set: here it is an address of this server.
export function link(path, text, attrs = {}) {
  const made = element("a", { ...attrs, text });
  made.href = address(path);
  return made;
}

// The button that speaks the other language, and draws the page again.
export function languageButton(draw, kind = "quiet") {
  const other = LANGUAGES.find((one) => one !== spoken);
  const turn = () => {
    speak(other);
    draw();
  };
  return button({ en: "English", zh: "中文" }[other], turn, kind, { lang: TAGS[other] });
}

// Draws what is in `node` again if it is to be something else; the rest keeps its focus and its place.
export function fill(node, told, make) {
  const key = JSON.stringify([spoken, told]);
  if (node.filled === key) return false;
  const focused = node.contains(document.activeElement) ? document.activeElement.dataset.name : null;
  node.filled = key;
  node.replaceChildren(...[make()].flat().filter(Boolean));
  keepWords(node);
  if (focused) node.querySelector(`[data-name="${CSS.escape(focused)}"]`)?.focus();
  return true;
}

// In Chinese no line ends within a word, wherever a text stands.
export function keepWords(node) {
  if (spoken !== "zh") return;
  const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT), found = [];
  const spaced = (part) => /flex|grid/.test(getComputedStyle(part).display); // with gaps between children
  for (let at; (at = texts.nextNode()?.parentNode);) {
    if (!at.closest("svg, math, output, .word")) found.push([texts.currentNode, spaced(at)]);
  }
  for (const [text, whole] of found) {
    const some = pieces([text.data]);
    text.replaceWith(...(whole ? [element("span", {}, ...some)] : some));
  }
}

// A text that changes in a node that stays.
export function setWords(node, text) {
  if (node.said === text) return;
  node.said = node.textContent = text;
  keepWords(node);
}

const dark = matchMedia("(prefers-color-scheme: dark)");
export const theme = () => document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light");
