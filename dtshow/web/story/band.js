// The band of a guided lesson. It goes to the next stop at once, as far as it can: the sentence; the page
// follows when the server has opened it. Which key is its own is said at page().
import { anew, element, entitle, kept, modified, set, setText, worded } from "../stage/dom.js";
import { icon } from "../stage/icons.js";
import { KEYS, listen, pressedEarly } from "../stage/keys.js";
import { Notes } from "../stage/notes.js";
import { Share } from "../stage/share.js";
import { wallZoom } from "../stage/zoom.js";

// What of an address tells one state of a page from another, and what it is where it is not said.
const TOLD = { data: "", step: "0", weigh: "", moves: "", cuts: "", row: "" };
const SHOWING_TOLD = ["grow", "pruning"];
const LATE = 300;  // milliseconds after which what was told should have been heard
let opening = true;  // the first band since the browser opened the app

export class Band {
  constructor(host, press) {
    Object.assign(this, { host, press, stops: [], at: 0, settled: false, told: 0, words: {} });
    this.over = new AbortController();
    host.replaceChildren(this.says(), this.go(), this.list());
    const { signal } = this.over, early = { capture: true, signal }, keys = this.projector();
    this.notes = new Notes(keys);
    this.share = new Share(host, press);
    this.sizes = new ResizeObserver(() => this.size());
    this.sizes.observe(host);
    addEventListener("resize", () => this.size(), { signal });
    addEventListener("keydown", (event) => this.key(event), early);
    listen({ ...keys, tell: () => this.meanings() }, signal);
    addEventListener("pointerdown", () => this.settle(), early);
    addEventListener("popstate", (event) => this.wind(event), early);
    // the stage asks it first, whoever hears the key; in a lecture it says the sentence instead; a class's board goes to a stop
    this.guide = { page: (by) => this.page(by), slide: () => this.slide(), way: () => this.way(), to: (at) => this.to(at) };
    globalThis.nbnGuide = this.guide;
    this.watch();
  }

  // Looks whenever the address bar has changed. Where no event tells so, every moment while one can see it.
  watch() {
    const { signal } = this.over, bar = globalThis.navigation;
    if (bar) return bar.addEventListener("currententrychange", () => this.look(), { signal });
    document.addEventListener("visibilitychange", () => this.poll(), { signal });
    this.poll();
  }

  poll() {
    clearInterval(this.looking);
    if (document.hidden) return;
    this.look();
    this.looking = setInterval(() => this.look(), 400);
  }

  destroy() {
    this.over.abort();
    clearInterval(this.looking);
    this.sizes.disconnect();
    this.notes.leave();
    for (const name of ["data-projector", "data-guided"]) document.documentElement.removeAttribute(name);
    if (globalThis.nbnGuide === this.guide) delete globalThis.nbnGuide;
  }

  says() {
    this.sentence = element("p", { class: "sentence", "aria-live": "polite", "aria-atomic": "true" });
    return element("div", { class: "says" }, this.sentence);
  }

  go() {
    const by = (way) => () => this.to(this.at + way);
    this.back = element("button", { class: "round back", onclick: by(-1) }, icon("back"));
    this.place = element("button", { class: "place", onclick: () => this.open() });
    this.next = element("button", { class: "next", onclick: () => this.onward() });
    this.next.append(this.verb = element("span", { class: "verb" }), icon("next"));
    this.tries = element("button", { class: "tries", onclick: () => this.tryIt() });
    this.close = element("button", { class: "round leave", onclick: () => this.press("leave", null) });
    this.part = element("p", { class: "part" });
    this.nav = element("nav", { class: "go" }, this.back, this.next, this.tries, this.place, this.close);
    return element("div", { class: "where" }, this.part, this.nav);
  }

  // All sentences, part by part; no headings, for they stand before that of the page.
  list() {
    this.title = element("p", { class: "title" });
    this.parts = element("div", { class: "parts" });
    const lessons = () => { this.contents.hidePopover(); this.press("lessons", null); };
    const keyed = (name, key) => element("button", { class: `others ${name}`, onclick: () => {
      this.contents.hidePopover();
      dispatchEvent(new KeyboardEvent("keydown", { key }));
    } });
    this.lectures = keyed("lectures", "l");
    this.shares = keyed("shares", "q");
    this.others = element("button", { class: "others", onclick: lessons });
    this.ends = element("button", { class: "others ends", onclick: () => this.press("leave", null) });
    const attrs = { class: "contents", role: "dialog", popover: "auto" };
    return this.contents = element("div", attrs, this.title, this.parts, this.lectures, this.shares, this.others, this.ends);
  }

  show({ key, at, heard, page, title, name, parts, words, staged, lecture, share }) {
    Object.assign(this, { lesson: key, name, staged, projected: lecture && !staged });
    document.documentElement.toggleAttribute("data-projector", this.projected);
    this.host.classList.toggle("projected", this.projected);
    this.size();
    this.share.show(share);
    const stops = parts.flatMap(({ name, stops: some }) => some.map((stop) => ({ ...stop, part: name })));
    if (anew(this, [title, parts, words])) this.write(title, parts, words);
    Object.assign(this, { stops, words });
    const first = this.asked === undefined;
    if (opening) Object.assign(this, { at, settled: stops[at].page !== page });  // or read anew, while one looks around
    opening = false;
    this.asked ??= heard;
    if (this.going === undefined || (this.asked === heard && this.there(page))) {
      this.going = undefined;
      this.wound = false;
      this.stand(at);
    } else if (performance.now() - this.told > LATE) this.ask();  // the page was changing, and what was pressed is lost
    if (first) this.catchUp();
  }

  // What the browser sent from the page before may have drawn that once more. Where a stop has no page but this, it is
  // asked for twice and no more.
  there(page) {
    const there = this.again || this.stops[this.going]?.page === page;
    this.again = !there;
    if (!there) {
      this.asked += 1;
      this.ask();
    }
    return there;
  }

  // What was pressed before there was a band.
  catchUp() {
    for (const [, by] of pressedEarly("page")) this.page(by);
  }

  // On a page without a stage all is as large as on the stage, and the page begins below the sentence.
  size() {
    if (!this.projected) return;
    const { style } = document.documentElement;
    style.setProperty("--wall", wallZoom().toFixed(4));
    style.setProperty("--slide-top", `${this.host.offsetHeight}px`);
  }

  write(title, parts, words) {
    setText(this.title, title);
    set(this.contents, "aria-label", title);
    setText(this.tries, words.tries);
    setText(this.lectures, words.lectures);
    setText(this.shares, words.share);
    setText(this.others, words.lessons);
    setText(this.ends, words.leave);
    setText(this.close, "×");
    entitle(this.back, words.back);
    entitle(this.close, words.leave);
    set(this.host, "role", "region");
    set(this.host, "aria-label", words.lesson + words.colon + title);
    set(this.nav, "aria-label", words.lesson);
    set(this.next, "title", words.keys);
    this.parts.replaceChildren(...parts.flatMap((part) => this.partOf(part)));
  }

  partOf({ name, stops }) {
    const line = ({ at, number, sentence }) => {
      const choose = () => { this.contents.hidePopover(); this.to(at); };
      const button = element("button", { "data-at": at, onclick: choose });
      setText(button, sentence);
      return element("li", { value: number }, button);
    };
    const list = element("ol", { "aria-label": name }, ...stops.map(line));
    return [element("p", { class: "name", "aria-hidden": "true", text: name }), list];
  }

  say(part, text) {
    if (part.textContent !== text) part.replaceChildren(...worded(text));
  }

  stand(at) {
    const { stops, words } = this, stop = stops[at];
    if (this.at !== at) this.settled = false;
    this.at = at;
    this.say(this.part, [this.name, stop.part].filter(Boolean).join("\u00a0· "));
    this.say(this.sentence, kept(stop.sentence));
    const of = words.of.replace("{k}", () => stop.number).replace("{n}", () => stops.at(-1).number);
    setText(this.place, of);
    set(this.place, "aria-label", of + words.colon + words.contents);
    set(this.place, "title", words.contents);
    set(this.back, "aria-disabled", String(at === 0));
    for (const button of this.parts.querySelectorAll("button"))
      set(button, "aria-current", Number(button.dataset.at) === at ? "step" : null);
    this.look();
  }

  // Next, or the way back from where one has looked around.
  look() {
    if (!this.stops.length) return;
    this.settle();
    const away = this.away(), guided = this.staged && !away && !this.trying, last = this.at === this.stops.length - 1, { words } = this;
    if (this.host.dataset.away !== String(away)) set(this.host, "data-away", String(away));
    // the sentence alone speaks, and the stage's own and its steps are folded away
    document.documentElement.toggleAttribute("data-guided", guided);
    this.tries.hidden = !guided;
    setText(this.verb, away ? words.return : last ? words.end : words.next);
    this.note();
    dispatchEvent(new Event("nbn-slide"));
  }

  // On a page with a stage the notes are the stage's.
  note() {
    const slide = this.projected && this.slide(), { words } = this;
    if (!slide) return this.staged && this.notes.leave();
    const { sentence, place, note, next } = slide;
    this.notes.show({ words, place, note, say: [sentence], then: next ? [next] : [] });
  }

  // What a lecture shows of the lesson; null where one has looked around.
  slide() {
    const { at, stops } = this, stop = stops[at];
    if (!stop || this.away()) return null;
    const { sentence, note } = stop, next = stops[at + 1]?.sentence ?? "";
    return { sentence, note, place: this.place.textContent, next };
  }

  // A stop has been reached once the server has heard of it and its page says so.
  settle() { this.settled ||= this.going === undefined && shows(this.stops[this.at]); }
  away() { return this.settled && !shows(this.stops[this.at]); }

  onward() {
    const next = this.stops[this.at + 1];
    if (this.away() && !shows(next)) this.to(this.at);
    else if (next) this.to(this.at + 1);
    else this.press("lessons", null);
  }

  to(at) {
    if (!this.stops[at]) return false;
    this.settled = this.trying = false;
    this.going = at;
    this.wound = false;
    this.stand(at);
    document.querySelector('[data-testid="stMain"]')?.scrollTo(0, 0);  // what a sentence is about is seen first
    this.asked += 1;
    this.ask();
    return true;
  }

  // Counted, for the server may have been here before, on the way to and fro.
  ask() {
    this.told = performance.now();
    this.press("go", [this.asked, this.going]);
  }

  // The server rests, and has not heard of it.
  askAgain() {
    if (this.going !== undefined) this.ask();
  }

  // The browser's Back and Forward go from stop to stop; Streamlit would write the address of this stop again.
  wind(event) {
    const { searchParams } = new URL(location.href), at = Number(searchParams.get("at")) - 1;
    if (searchParams.get("lesson") !== this.lesson || at === this.at || !this.to(at)) return;
    this.wound = true;
    event.stopImmediatePropagation();
  }

  // Where one goes, and whether the address bar says so already: then nothing is put on top of it (early_history.js).
  way() { return { going: this.going, page: this.stops[this.going]?.page, wound: this.wound }; }

  // On a page with a stage its steps come, until the lesson goes on.
  tryIt() {
    this.trying = true;
    this.look();
  }

  open() {
    this.contents.togglePopover();
    this.parts.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  key(event) {
    const by = { PageDown: 1, PageUp: -1 }[event.key];
    if (!by || event.defaultPrevented || event.isComposing) return;
    if (modified(event) || event.composedPath().some(({ localName }) => localName === "select")) return;
    if (!this.page(by)) return;
    event.preventDefault();
    event.stopImmediatePropagation();  // the stage would move its tree as well
    pressedEarly("page");  // nor is it to be kept for a stage that is still coming
  }

  // The keys of a lecture on pages that have no stage to hear them.
  projector() {
    const turn = (on) => !this.staged && (this.lecture(on), true);
    const does = { notes: () => this.opens(), code: () => this.share.turn() };
    return {
      page: (by) => this.projected && this.page(by),
      letter: (key) => {
        const means = KEYS[key];
        return means === "lecture" ? turn(!this.projected) : this.projected && means in does && (does[means](), true);
      },
      escape: () => this.projected && (this.share.open ? (this.share.turn(false), true) : turn(false)),
    };
  }

  // On a page with a stage the stage tells it.
  meanings() {
    const means = ["next", "back", "lecture", ...(this.projected ? ["notes", "code", "escape"] : [])];
    return [this.staged || !this.stops.length ? [] : means, this.words];
  }

  lecture(on) {
    if (!on) this.notes.close();
    this.press("lecture", on);
  }

  opens() {
    this.notes.open(this.words);
    this.note();
  }

  // The page keys go from stop to stop while a stop is on screen; so that a clicker is enough. Who looks around
  // has left the stop: the keys move the tree then, as ever.
  page(by) {
    if (!this.stops.length) return false;
    this.settle();
    const next = this.stops[this.at + by];
    if (!next && by > 0) dispatchEvent(new Event("nbn-end"));  // a lecture says so
    if (!next) return !this.away();  // at an end there is nowhere to go, and the tree stays as the sentence has it
    return (!this.away() || shows(next)) && this.to(this.at + by);
  }
}

// Whether the address bar says that this stop is on screen. Pages without steps show it as a whole.
function shows(stop) {
  if (!stop) return false;
  const { pathname, searchParams } = new URL(location.href);
  const here = pathname.split("/").filter(Boolean).at(-1) ?? "home";
  if (here !== stop.page) return false;
  if (!SHOWING_TOLD.includes(stop.page) || !stop.params.data) return true;
  return Object.entries(TOLD).every(([name, usual]) => (searchParams.get(name) ?? usual) === (stop.params[name] ?? usual));
}
