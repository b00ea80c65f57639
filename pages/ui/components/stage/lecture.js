// Lecture mode: the stage alone on the screen, drawn for 960 x 540 and enlarged to what is there. A weighing
// unfolds in clicks: the statement, the winner's sum, the best candidates. It decides nothing of the lesson.
import { linesOf } from "./bar.js";
import { element, set, setText } from "./dom.js";
import { Notes } from "./notes.js";
import { Sum } from "./sum.js";

const WIDE = 960, HIGH = 540;  // pixels for which all sizes of a lecture are chosen
const MOST = 6;  // lines beside the tree: of the statement, and of what a click adds to it
const HIGHEST = 3;  // lines of a sum with a fraction
const HINT = 6000, HANDS = 2500;  // milliseconds

export class Lecture {
  // `keys`: what the page's keys do (stage.js), for the buttons here and the notes' window do the same.
  // `said`: the statement.
  constructor(root, host, { act, keys, said }, signal) {
    Object.assign(this, { root, host, act, keys, said, on: false, at: 0, came: 1, scene: null });
    this.notes = new Notes(keys);
    this.build();
    window.addEventListener("resize", () => this.size(), { signal });
    for (const kind of ["pointermove", "pointerdown"])
      root.addEventListener(kind, () => this.on && this.wave(), { signal });
  }

  build() {
    const button = (does) => element("button", { type: "button", onclick: does });
    this.buttons = {
      back: button(() => this.keys.page(-1)), go: button(() => this.keys.page(1)),
      notes: button(() => this.note()), code: button(() => this.onshare()), leave: button(() => this.turn(false)),
    };
    this.sum = element("div", { class: "one" });
    this.list = element("ol", { class: "best" });
    this.hint = element("p", { class: "hint", role: "status" });
    this.tools = element("div", { class: "hands", role: "toolbar" }, ...Object.values(this.buttons));
    const board = element("div", { "aria-live": "polite" }, this.sum, this.list);
    this.host.append(board, this.hint, this.tools);
    this.line = new Sum(this.sum, { act: this.act });
  }

  destroy() {
    this.notes.close();
    clearTimeout(this.hinting);
    clearTimeout(this.waving);
    if (this.on) document.documentElement.removeAttribute("data-lecture");
  }

  // `told`: the server knows already.
  turn(on, told = false) {
    if (on === this.on) return;
    Object.assign(this, { on, at: 0 });
    this.root.classList.toggle("lecture", on);
    document.documentElement.toggleAttribute("data-lecture", on);
    this.size();
    if (on) this.say(this.scene?.words.hint ?? "");
    else this.notes.close();
    if (!told) this.act("lecture", on);
    this.draw();
  }

  size() {
    this.root.style.zoom = this.on ? Math.max(1, Math.min(innerWidth / WIDE, innerHeight / HIGH)).toFixed(4) : "";
  }

  // A sentence at the foot, for a while.
  say(text) {
    setText(this.hint, text);
    this.hint.classList.add("said-now");
    clearTimeout(this.hinting);
    this.hinting = setTimeout(() => this.hint.classList.remove("said-now"), HINT);
  }

  // A hand that moves finds buttons.
  wave() {
    this.tools.classList.add("near");
    clearTimeout(this.waving);
    this.waving = setTimeout(() => this.tools.classList.remove("near"), HANDS);
  }

  note() {
    if (!this.notes.open(this.scene?.words ?? {})) this.say(this.scene?.words.blocked ?? "");
    this.draw();
  }

  get beats() { return this.scene?.lecture?.beats ?? ["say"]; }

  // Whether a page key was a click within the beat; the way back goes through the same clicks.
  page(by) {
    this.came = by;
    const at = this.at + by, guessing = this.on && by > 0 && this.scene?.lecture?.guess;
    if (guessing) this.act("reveal", null);
    if (guessing) return true;
    if (!this.on || at < 0 || at >= this.beats.length) return false;
    this.at = at;
    this.draw();
    return true;
  }

  // Another scene; `moved`: of another beat.
  show(scene, moved) {
    this.scene = scene;
    if (moved) this.at = this.came < 0 ? this.beats.length - 1 : 0;
    this.draw();
  }

  draw() {
    const { scene, beats } = this;
    if (!scene) return;
    this.at = Math.min(this.at, beats.length - 1);
    const { lecture, words } = scene, seen = this.on ? beats[this.at] : "";
    for (const [name, one] of Object.entries(this.buttons)) setText(one, words[name] ?? "");
    this.sum.hidden = seen !== "sum" || !lecture?.sum;
    if (!this.sum.hidden) this.work(lecture.sum);
    this.list.hidden = seen !== "candidates" || !lecture?.candidates;
    if (!this.list.hidden) this.rank(lecture.candidates);
    this.notes.show(scene, lecture?.guess ? "guess" : beats[this.at + 1]);
  }

  // The name of the number has a line of its own where there is room.
  work(sum) {
    this.line.show(sum);
    this.sum.classList.toggle("tight", linesOf(this.said) + HIGHEST > MOST);
  }

  // As many candidates as there is room for; `more` says for each number what is left out. The best is always
  // there, cut short if it must be: the statement names it.
  rank({ label, rows, more }) {
    const most = MOST - linesOf(this.said);
    set(this.list, "aria-label", label);
    this.list.classList.remove("short");
    for (let n = rows.length; n; n--) {
      const left = more[n] ? [element("li", { class: "more", text: more[n] })] : [];
      this.list.replaceChildren(...rows.slice(0, n).map(candidate), ...left);
      const names = [...this.list.querySelectorAll(".name > span")];
      if (names.reduce((sum, name) => sum + linesOf(name), left.length) <= most) return;
    }
    this.list.classList.add("short");
  }
}

function candidate({ name, value, share, best }) {
  const bar = element("i"), track = element("span", { class: "track", "aria-hidden": "true" }, bar);
  bar.style.setProperty("--share", share);
  const parts = [element("span", { class: "name" }, element("span", { text: name })), track];
  return element("li", { class: best ? "won" : null }, ...parts, element("span", { class: "value", text: value }));
}
