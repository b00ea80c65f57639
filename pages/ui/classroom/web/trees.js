// Trees of a class, drawn by the stage's own modules. Each stands in a shadow of its own: the stage has its style sheet,
// and the pages of a class have theirs.
import { element } from "../stage/dom.js";
import { Stage } from "../stage/stage.js";
import { wallZoom } from "../stage/zoom.js";
import { ROOT, address, language } from "./base.js";

const stages = new Set();
let sheet = null;
const bare = new CSSStyleSheet(); // nobody points at a wall
bare.replaceSync(".stage .treebar .tools { display: none; }");

// null if it cannot be had now.
async function style() {
  const answer = await fetch(address("/class/web/stage.css")).catch(() => null);
  if (answer?.ok) return new CSSStyleSheet().replace(await answer.text());
  return (sheet = null);
}

// Ends the stages whose place has gone: they would go on hearing keys.
export function sweep() {
  for (const old of stages) {
    if (old.root.isConnected) continue;
    old.destroy();
    stages.delete(old);
  }
}

// The stage in a place, made there once its style has come; null if that does not come, or the place has gone meanwhile.
export async function stageIn(place, options) {
  const styled = await (sheet ??= style());
  if (!styled) return null;
  sweep();
  if (place.stage || !place.isConnected) return place.stage ?? null;
  const host = element("div", { class: "host" }), shadow = host.attachShadow({ mode: "open" });
  shadow.adoptedStyleSheets = [styled, ...(document.body.matches(".board") ? [bare] : [])];
  place.replaceChildren(host);
  shadow.append(element("div"));
  stages.add(place.stage = new Stage(shadow.lastChild, { hole() {}, home: ROOT, ...options }));
  return place.stage;
}

// Other colours of the page: what is drawn on a canvas takes them on when it is told.
export function recolour() {
  for (const stage of stages) stage.theme();
}

function hear(place, queue) {
  for (const [number, kind, value] of queue.filter(([one]) => one > place.done)) {
    place.done = number;
    if (kind === "fold") place.open += `+${value}`; // of a tree that is only looked at, what is folded opens
    if (kind === "levels") place.open = value ? "all" : "";
  }
  picture(place, place.path);
}

// The tree of a scene at an address of the server, to be looked at.
export async function picture(place, path) {
  if (place.path !== path) Object.assign(place, { path, open: "", done: place.done ?? 0 });
  if (!path) {
    Object.assign(place, { shown: "", stage: null, done: 0 });
    return place.replaceChildren();
  }
  const url = new URL(address(path));
  url.searchParams.set("lang", language());
  if (place.open) url.searchParams.set("open", place.open);
  if (place.shown === url.href) return;
  place.shown = url.href;
  const answer = await fetch(url).catch(() => null), scene = answer?.ok ? await answer.json() : null;
  if (place.shown !== url.href) return; // another one has been asked for
  const stage = scene && await stageIn(place, { send: (queue) => hear(place, queue) });
  if (stage) stage.show({ ...scene, done: place.done });
  else place.shown = ""; // the next view asks again
}

// The letters of trees on a board are as large as those of a lecture.
const fit = () => document.documentElement.style.setProperty("--wall", document.body.matches(".board") ? wallZoom() : 1);
addEventListener("resize", fit);
fit();
