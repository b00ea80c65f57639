// The page of a stop of a guided lesson that is none of Grow's, in a frame of the board: in lecture mode, with its sentence,
// as the lesson shows it alone. It is opened stops ahead, and is never moved, for then it would be read anew.
import { element } from "../stage/dom.js";
import { listen } from "../stage/keys.js";
import { address, theme } from "./base.js";

const LOOK = 100; // milliseconds until one looks again whether the page has come

export class PageFrame {
  // `keys`: what the board does with keys that are pressed in the page; `came`: hears that it shows the stop.
  constructor(keys, came) {
    Object.assign(this, { came, path: "", lesson: "", here: false });
    this.host = element("iframe", { class: "page", tabindex: "-1", onload: () => this.window && this.listen(keys) });
    this.over = new AbortController();
  }

  // What leads the class is not to be kept for a stage of the page that is still coming (early_keys.js).
  listen(keys) {
    const page = (by, again) => (this.window.nbnEarly?.take("page"), keys.page(by, again));
    listen({ ...keys, page }, this.over.signal, this.window);
  }

  // Null of a page that may be in no frame (settings.toml, frame_ancestors).
  get window() {
    try {
      return this.host.contentWindow.document && this.host.contentWindow;
    } catch {
      return null;
    }
  }

  // The band comes before what the page draws, and the page before its charts.
  get drawn() {
    const { nbnGuide, document } = this.window ?? {};
    const unfinished = '[data-testid="stApp"][data-test-script-state="running"], [data-testid="stSkeleton"]';
    return Boolean(nbnGuide?.slide()) && !document.querySelector(unfinished);
  }

  // To the stop of an address: within the page, if that is open at its lesson.
  go(path) {
    const url = new URL(address(path)), { searchParams: said } = url, lesson = [said.get("lesson"), said.get("lang"), theme()].join();
    if (!said.has("lesson") || (path === this.path && lesson === this.lesson)) return;
    const guide = lesson === this.lesson && this.window?.nbnGuide;
    Object.assign(this, { path, lesson });
    if (guide) return void guide.to(Number(said.get("at")) - 1);
    for (const [name, value] of [["lecture", "on"], ["embed", "true"], ["embed_options", `${theme()}_theme`]]) said.append(name, value);
    this.here = false;
    this.host.src = url.href;
    clearInterval(this.looking);
    this.looking = setInterval(() => this.look(), LOOK);
  }

  look() {
    if (!this.drawn) return;
    clearInterval(this.looking);
    this.here = true;
    this.came();
  }
}
