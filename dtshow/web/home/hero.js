// A tree that grows by itself, once: a few moments of a lesson, drawn as the stage draws them, each with a sentence; that
// of the whole comes when its rows lie still. It takes no focus and waits for nobody; where motion is not wanted or nobody
// looks, it is the finished tree from the start.
import { element, set, setText } from "../stage/dom.js";
import { Marks } from "../stage/marks.js";
import { still } from "../stage/motion.js";
import { Picture } from "../stage/picture.js";

const FIRST = 1500, BETWEEN = 2600, WAY = 1000;  // milliseconds: to the next moment, and the rows' way to their places
const FALL = [{ opacity: 0, translate: "0 -110px" }, { opacity: 1, offset: 0.4 }, { translate: "0 0" }];
let grown = false;  // in this window: who comes back to Home sees the tree as it was left

export class Hero {
  constructor(host) {
    const { signal } = this.over = new AbortController(), frame = element("div");
    this.host = host;
    this.picture = new Picture(frame);
    this.marks = new Marks(frame);
    this.picture.onview = (plan) => this.marks.go(plan, this.drawn, { moved: false });
    this.caption = element("span");
    this.button = element("button", { class: "again", onclick: () => this.replay() });
    host.replaceChildren(frame, element("p", { class: "caption" }, this.caption, this.button));
    const finish = () => { if (still()) this.stop(); };
    document.addEventListener("visibilitychange", finish, { signal });
    matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", finish, { signal });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.marks.recolour(), { signal });
  }

  destroy() {
    this.rest();
    this.over.abort();
    this.marks.destroy();
    this.picture.destroy();
  }

  // Another language redraws it as it stands; the first time, it grows.
  show({ moments, again }) {
    this.moments = moments;
    this.last = moments.length - 1;
    this.moment ??= grown || still() ? this.last : 0;
    setText(this.button, again);
    this.turn(false);
    if (!grown && this.moment === 0) this.grow();
    grown = true;
  }

  replay() {
    this.moment = 0;
    this.turn(false);
    if (still()) this.stop();
    else this.grow();
  }

  rest() {
    clearTimeout(this.timer);
    clearTimeout(this.telling);
  }

  grow() {
    this.rest();
    this.marks.canvas.animate(FALL, { duration: 620, easing: "cubic-bezier(.4, 0, .7, 1)" });
    const next = () => {
      this.moment += 1;
      this.turn(true);
      if (this.moment < this.last) this.timer = setTimeout(next, BETWEEN);
    };
    this.timer = setTimeout(next, FIRST);
  }

  // At the end at once.
  stop() {
    this.rest();
    if (!this.moments) return;
    this.moment = this.last;
    this.turn(false);
  }

  say() {
    setText(this.caption, this.moments[this.moment].says);
    this.whole ||= this.moment === this.last;
    this.button.classList.toggle("away", !this.whole);  // later it stays, and with it the focus
  }

  // Draws the present moment; `moved`: rows travel to their places.
  turn(moved) {
    const { moment } = this, { scene } = this.moments[moment];
    set(this.host, "data-moment", moment);
    clearTimeout(this.telling);
    if (moved && moment === this.last) this.telling = setTimeout(() => this.say(), WAY);
    else this.say();
    this.drawn = scene;
    this.marks.go(this.picture.show(scene, { moved }), scene, { moved, ms: WAY });
  }
}
