// Lecture mode: the stage alone on the screen, enlarged so that its smallest letters have 24 pixels. A weighing
// unfolds in clicks: the questions, for the room to guess, then the winner's sum with the best candidates below it; a
// stop of a guided lesson shows all at once, and its sentence is the statement. It decides nothing of the lesson.
import { element, set, setText } from "./dom.js";
import { Errors } from "./errors.js";
import { Curve, parts, swatch } from "./fit.js";
import { level } from "./ids.js";
import { Notes } from "./notes.js";
import { Ruler } from "./ruler.js";
import { Sum } from "./sum.js";
import { wallZoom } from "./zoom.js";

const LEVEL = 62, WEIGHED = 90, SLIM = 52;  // pixels for a level of the tree; where a node of it is weighed; at least
const ROOMY = 440, EDGES = 48, FEW = [4, 5];  // pixels of a high screen; around all; lines of rows, with their head
const TALL = 120, ROW = 17, TIGHT = 13, TOP = 22, PLACE = 40;  // pixels for a level that has all it wants; for a line of rows, or a low one; for what they are; around rows beside all
const GIVES = [[true, false, false], [false, true, false], [true, true, false], [true, true, true]];  // before scores lose their bars: lines close up, rows go, the definition goes
const BARS = 3, ALL = 20;  // of so many candidates one sees how the scores fall; of so many rows one sees all
const WAYS = [[TALL], [LEVEL, "aside"], [LEVEL, "aside", "tight"], [LEVEL, "aside", "tall"], [LEVEL, "aside", "tall", "tight"], [SLIM, "tight"]];
const BELOW = [[WEIGHED], [SLIM, "tight"]];  // where every row of a small table stands, and what a level of the tree keeps; the same below a sum
const LEAFY = 12;  // leaves: such a tree needs the width that a curve of few points leaves
const HANDS = 2500;  // milliseconds

export class Lecture {
  // `keys`: what the page's keys do (stage.js), for the buttons here and the notes' window do the same.
  // `bar`: has the statement. `coming`: gives the scene after this one, if it is known. `turned` and `asked` hear that
  // it begins or ends, and that the room may be told another thing; `beat` that it is at another click of its beat.
  // `count`: has the legend tell the node's counts. `stays`: it cannot be left; `end`: says itself that nothing comes.
  constructor(root, host, stage, signal) {
    Object.assign(this, { root, host, ...stage, said: stage.bar.said, on: false, at: 0, came: 1, scene: null });
    this.notes = new Notes(this.keys);
    this.build();
    window.addEventListener("resize", () => { this.size(); this.draw(); }, { signal });
    const again = () => this.on && this.drawn !== this.drawnOf && this.draw();
    this.sizes = new ResizeObserver(again);
    for (const part of [this.said.parentNode, root]) this.sizes.observe(part);  // a board's foot may grow, too
    // letters that arrive late break lines anew
    document.fonts?.addEventListener("loadingdone", () => { this.rows.wide = []; if (this.on) this.draw(); }, { signal });
    window.addEventListener("nbn-slide", () => { this.mark(); again(); }, { signal });
    window.addEventListener("nbn-end", () => this.ended(), { signal });
    for (const kind of ["pointermove", "pointerdown"])
      root.addEventListener(kind, () => this.on && this.wave(), { signal });
  }

  build() {
    const button = (onclick, named = null) => element("button", { onclick, class: named });
    this.buttons = {
      back: button(() => this.keys.page(-1)), go: button(() => this.keys.page(1)),
      notes: button(() => this.opens()), code: button(() => this.share(), "code"), leave: button(() => this.turn(false)),
    };
    this.sum = element("div", { class: "one" });
    this.list = element("ol", { class: "best" });
    this.place = element("p", { class: "place" });
    this.curve = new Curve(this.act);
    this.good = element("div", { class: "fit" });
    this.hint = element("p", { class: "hint", role: "status", hidden: true });
    this.tools = element("div", { class: "hands", role: "toolbar" }, ...Object.values(this.buttons));
    this.board = element("div", { class: "board", "aria-live": "polite" }, this.sum, this.list);
    this.trees = element("div", { class: "trees", hidden: true });
    this.price = element("p", { class: "price", hidden: true });
    this.rule = element("div", { class: "rule", hidden: true }, element("b", { "aria-hidden": "true", text: "α" }));
    this.host.append(this.board, this.trees, this.price, this.rule, element("div", { class: "corner" }, this.place, this.good), this.tools);
    this.root.append(this.hint);
    this.tools.hidden = this.stays;
    this.line = new Sum(this.sum, { act: this.act });
    this.errors = new Errors(this.trees);
    this.ruler = new Ruler(this.rule, { act: this.act, trees: false });
  }

  destroy() {
    this.notes.leave();
    this.sizes.disconnect();
    this.errors.destroy();
    this.ruler.destroy();
    clearTimeout(this.waving);
    if (!this.on) return;
    document.documentElement.removeAttribute("data-lecture");
    this.lead(false);
  }

  // `told`: the server knows already; `at`: the click of its beat.
  turn(on, told = false, at = 0) {
    if (on === this.on || this.stays && !on) return;
    Object.assign(this, { on, at });
    if (on) this.had = this.root.getRootNode().activeElement;
    this.root.classList.toggle("lecture", on);
    document.documentElement.toggleAttribute("data-lecture", on);
    this.lead(on);
    set(this.said, "role", on ? "heading" : null);
    set(this.said, "aria-level", on ? 1 : null);
    this.size();
    if (on && !this.stays) this.say(this.scene?.words.hint ?? "");
    else this.notes.close();
    if (!told) this.act("lecture", on);
    this.draw();
    this.turned();
    this.asked();
    if (!on) this.had?.focus({ preventScroll: true });  // it was hidden, and so lost the focus
  }

  // All else of the page is hidden, its heading too: the stage is its main part, within no other.
  lead(on) {
    set(this.root, "role", on ? "main" : null);
    const others = [...document.querySelectorAll("main, [role=main]")].filter((one) => one !== this.root);
    if (on) this.mains = others.map((one) => [one, one.getAttribute("role")]);
    for (const [one, role] of this.mains) set(one, "role", on ? "none" : role);
  }

  size() {
    this.zoom = wallZoom();
    this.rows.wide = [];
    this.root.style.zoom = this.on ? this.zoom.toFixed(4) : "";
  }

  // A sentence at the foot, below all else, until the next press.
  say(text) {
    if (this.hint.textContent === text) return;
    setText(this.hint, text);
    this.hint.hidden = !text;
    if (this.scene) this.arrange(this.scene);
  }

  // Nothing comes after this.
  ended() { if (this.on) this.end ? this.end() : this.say(this.scene?.words.ended ?? ""); }

  // A hand that moves finds buttons.
  wave() {
    this.tools.classList.add("near");
    clearTimeout(this.waving);
    this.waving = setTimeout(() => this.tools.classList.remove("near"), HANDS);
  }

  opens() {
    if (!this.notes.open(this.scene?.words ?? {})) this.say(this.scene?.words.blocked ?? "");
    this.draw();
  }

  get beats() { return this.scene?.lecture?.beats ?? ["say"]; }

  // Whether a page key was a click within the beat; the way back goes through the same clicks.
  page(by) {
    this.came = by;
    this.say("");
    const at = this.at + by, guessing = this.on && by > 0 && this.scene?.lecture?.guess;
    if (guessing) this.act("reveal", null);
    if (guessing) return true;
    if (!this.on || at < 0 || at >= this.beats.length) return false;
    this.stand(at);
    this.beat?.(at);
    return true;
  }

  // At a click of the beat, the last one if it has not so many.
  stand(at) {
    this.at = at;
    this.draw();
    this.asked();
  }

  // What the guided lesson says here: its sentence, its place, the sentence after it, and whether one is left to guess;
  // null without one, or where one has looked around.
  get slide() { return this.on ? globalThis.nbnGuide?.slide() ?? null : null; }

  // Whether the room is to guess: nothing tells the winner then.
  get asking() { const { slide } = this; return this.on && (!slide || Boolean(slide.guess)) && this.beats[this.at] === "ask"; }
  // Whether the tree promises no split: the room guesses, or every candidate is ruled out.
  get hushed() { return this.asking || this.on && this.scene?.lecture?.candidates?.rows.every(({ best }) => !best) === true; }

  // Another scene; `moved`: of another beat; `same`: but for what comes after it.
  show(scene, moved, same) {
    this.scene = scene;
    if (moved) this.at = this.came < 0 ? this.beats.length - 1 : 0;
    if (same) this.note(scene, this.slide);
    else this.draw();
  }

  draw() {
    const { scene, beats } = this;
    if (!scene) return;
    this.at = Math.min(this.at, beats.length - 1);
    this.mark();
    const { lecture, words } = scene, slide = this.slide, { asking } = this;
    for (const [name, one] of Object.entries(this.buttons)) setText(one, words[name] ?? "");
    this.tell(scene, slide);
    this.count(lecture?.here);
    const open = this.on && Boolean(slide && !slide.guess || this.at > 0 || beats[0] === "best");
    this.sum.hidden = !open || asking || !lecture?.sum || Boolean(slide && lecture.errors);
    this.list.hidden = asking ? !lecture.asked : !open || !lecture?.candidates;
    this.trees.hidden = !this.on || !lecture?.errors;
    this.rule.hidden = !this.on || !lecture?.ruler;
    this.axis = lecture?.errors?.leaves.length === lecture?.ruler?.stops.length;
    this.price.hidden = this.rule.hidden || this.axis; // before the curves measure their room
    this.arrange(scene);
    this.sum.classList.remove("brief");
    if (!this.sum.hidden) this.line.show(lecture.sum);
    if (!this.list.hidden) this.rank(asking ? lecture.asked : lecture.candidates);
    if (!this.trees.hidden) this.errors.show(lecture.errors);
    if (!this.rule.hidden) this.weigh(lecture.ruler);
    this.note(scene, slide);
    this.drawn = this.drawnOf;
  }

  // What else it is drawn of than the scene: of the same, drawing again costs dozens of layouts.
  get drawnOf() {
    const { slide, root: { offsetWidth, offsetHeight } } = this;
    return [slide?.sentence, slide?.place, offsetWidth, offsetHeight, this.said.parentNode.offsetHeight].join("|");
  }

  // Where a sentence is about what was cut, of a lecture or of a guided lesson, what would be cut next is not marked.
  mark() {
    const nodes = this.scene?.tree.nodes ?? [], { classList } = this.root;
    classList.toggle("cut", nodes.some(({ marks }) => marks.includes("fallen")));
    classList.toggle("tells", this.on || Boolean(globalThis.nbnGuide?.slide()));
  }

  // Where the price of a leaf stands; a hand may move it. It is the axis of the curves, where each of its stretches is one
  // of their trees, and names itself then in a letter.
  weigh(ruler) {
    setText(this.price, ruler.label);
    this.rule.classList.toggle("axis", this.axis);
    this.ruler.show(this.axis ? { ...ruler, sides: this.errors.sides } : ruler);
  }

  // The sentence of the guided lesson, that of the click, or the scene's own again; and where one is.
  tell(scene, slide) {
    const say = slide ? [slide.sentence] : this.on && scene.lecture?.says?.[this.at];
    if (say) this.bar.say({ say, opens: "" });
    else if (this.told) this.bar.say(scene);
    this.told = Boolean(say);
    if (slide && this.stop && this.stop !== slide.place) this.say("");  // whoever heard the key
    this.stop = slide?.place;
    setText(this.place, slide?.place ?? globalThis.nbnGuide?.place?.() ?? scene.step?.label ?? "");
    set(this.place, "data-part", !slide && scene.step?.begun && `${this.at + 1}/${this.beats.length + 1}`);
    this.root.classList.toggle("guided", Boolean(slide));
    this.judge(slide ? null : scene.fit);
  }

  // How good the tree is on rows held out, at every step; beside it the curve, where there is room.
  judge(fit) {
    const told = fit?.parts[1] ? parts(fit) : [];
    this.root.classList.toggle("judged", told.length > 0);
    this.curve.show(fit);
    this.good.replaceChildren(...(told.length ? [this.curve.host] : []),
      element("div", { class: "both" }, ...told.map((text, k) => element("span", { class: "part" }, swatch(k), text))));
  }

  // The tree has the whole width while nothing stands beside it. Of a small table, or a small node, every row is shown;
  // of others as many as the tree leaves room for, which has the rows' height where it is deep or stands beside a sum on
  // a low screen; the row that is followed keeps its line. Who guesses by counts needs no rows.
  arrange({ tree, rows }) {
    if (!this.on) return;
    const high = this.root.getBoundingClientRect().height / this.zoom, { classList } = this.root;
    const seen = tree.nodes.filter(({ kind }) => !this.asking || kind !== "ghost");  // by a room that guesses
    const levels = Math.max(0, ...seen.map(({ id }) => level(id)));
    const alone = this.sum.hidden && this.list.hidden && this.trees.hidden;
    classList.toggle("alone", alone);
    classList.toggle("counted", this.asking && Boolean(this.scene.lecture.asked?.heads));
    classList.toggle("priced", !this.trees.hidden);
    const { leaves = [], at = 0, curves } = this.scene.lecture?.errors ?? {};
    classList.toggle("leafy", leaves[at] >= LEAFY && curves.every(({ values }) => values.length < leaves.length / 2));
    classList.toggle("followed", rows?.chosen >= 0);
    this.spare = 0;
    classList.remove("low", "deep");
    if (this.rows.data && this.whole(alone ? WAYS : BELOW, high, levels)) return;
    const followed = rows?.chosen >= 0, low = !alone && high < ROOMY, some = FEW[Number(high >= ROOMY)];
    const least = followed && low ? 2 : low ? 0 : some, strip = least && TOP + ROW * least;
    const room = this.room(high), left = room - strip;
    this.spare = low ? 0 : least;
    this.strip(TOP + ROW * (low ? least : this.rows.fit(least, Math.floor((room - TOP - TALL * levels) / ROW))));
    classList.toggle("low", low);
    classList.toggle("deep", left < (alone ? LEVEL : WEIGHED) * levels);
  }

  // What the statement, and the hint, leave.
  room(high) { return high - EDGES - this.said.parentNode.offsetHeight - this.hint.offsetHeight; }

  // Whether every row of a small table has found room in one of the ways, or else every row of a small node.
  whole(ways, high, levels) {
    const { rows, root: { classList } } = this, known = new Map();
    for (const n of new Set([rows.cells.length, rows.data.lit])) {
      for (const way of n && n <= ALL ? ways : []) {
        const [least, ...names] = way, [aside, tall, tight] = ["aside", "tall", "tight"].map((name) => classList.toggle(name, names.includes(name)));
        if (tall && classList.contains("judged")) continue;
        if (!known.has(way)) known.set(way, [this.room(high), rows.host.clientWidth]);
        const [whole, across] = known.get(way), room = tall ? high - PLACE : aside ? whole : whole - least * levels;
        const top = tight ? 0 : TOP, most = Math.floor((room - top) / (tight ? TIGHT : ROW));
        if (most < 2) continue;
        const half = Math.ceil(n / 2) + 1, halved = !aside && half < most && rows.fit(2, half, n, across);  // in two blocks, rather
        const lines = halved && rows.fitted >= n ? halved : rows.fit(2, most, n, across), line = aside && tight ? Math.min(ROW, Math.floor(room / lines)) : tight ? TIGHT : ROW;
        if (rows.fitted < n || lines > most || whole < least * levels || aside && rows.lost) continue;
        this.root.style.setProperty("--row-line", `${line}px`);
        const strip = top + line * lines;
        this.strip(strip);
        return true;
      }
    }
    classList.remove("aside", "tall", "tight");
    return false;
  }

  strip(high) { this.root.style.setProperty("--strip", `${high}px`); }

  // What the presenter reads: the sentence, what the next press does, and what is then said.
  note(scene, slide) {
    const { lecture, say, step, words } = scene, { why = [], sums = [] } = lecture?.notes ?? {};
    if (!step) return;
    if (slide) {
      const { sentence, place, note, next } = slide, then = next ? [next] : [];
      return this.notes.show({ words, place, note, say: [sentence], then, why: [say, ...why], sums });
    }
    const click = lecture?.guess ? "guess" : this.beats[this.at + 1], after = click ? null : this.coming();
    const then = (click ? lecture.says[this.at + 1] : after?.lecture?.says?.[0]) ?? after?.say ?? [];
    const press = click ? words[`press${click}`] ?? "" : step.end ? "" : step.next;
    this.notes.show({ words, place: step.label, say: lecture?.says?.[this.at] ?? say, press, then, why, sums });
  }

  // The candidates, each with a bar, where there is room for some, and rows and the definition make way for that; or else
  // one after the other, as many as there is room for: `more` says for each number what is left out. The best, and
  // what ties with it, is always there, cut short if it must be.
  rank({ label, rows, more, heads }) {
    set(this.list, "aria-label", label);
    const barred = rows.some(({ value }) => value !== undefined);  // what is only asked has no bars
    this.list.classList.remove("short", "flow", "dense", "close");
    this.list.classList.toggle("counts", Boolean(heads));
    this.list.classList.toggle("large", !barred && !heads);
    this.heads = heads;
    this.list.style.setProperty("--classes", heads?.length ?? 0);
    this.fill(rows, more[rows.length]);
    if (this.fits) return;
    this.list.classList.remove("large");
    if (this.fits) return;
    if (!barred) {  // nor need it stand one below the other
      this.list.classList.add("flow");
      if (this.fits) return;
      this.list.classList.add("dense");
      if (this.fits) return;
    }
    if (this.spare) this.strip(TOP + ROW * this.rows.fit(this.spare, this.spare));
    if (this.fits) return;
    for (const [close, low, brief] of barred ? GIVES : [[false, false, true]]) {
      this.list.classList.toggle("close", close);
      if (low) this.root.classList.add("low");
      this.sum.classList.toggle("brief", brief);
      if (this.fits) return;
    }
    const least = Math.max(1, rows.filter(({ best }) => best).length);
    for (let n = rows.length - 1; barred && n >= Math.max(least, BARS); n--) {
      this.fill(rows.slice(0, n), more[n]);
      if (this.fits) return;
    }
    this.list.classList.remove("close");
    this.list.classList.add("flow");
    for (let n = rows.length; n >= least; n--) {
      this.fill(rows.slice(0, n), more[n]);
      if (this.fits) return;
    }
    this.list.classList.replace("flow", "short");
    this.fill(rows.slice(0, least), more[least]);
    if (!this.fits) this.root.classList.add("low");  // the sum is what one has come for
  }

  get fits() { return this.host.scrollHeight <= this.host.clientHeight; }

  fill(rows, more) {
    const left = more ? [element("li", { class: "more", text: more })] : [];
    this.list.replaceChildren(...(this.heads ? [counted({ head: true, counts: [["", this.heads]] })] : []), ...rows.map(this.heads ? counted : candidate), ...left);
  }
}

// A question with the rows of each answer by class, a line each.
function counted({ name, head, counts }) {
  const cell = (kind, text) => element("span", { class: kind, text });
  const lines = counts.flatMap(([answer, some]) => [...(head ? [] : [cell("answer", answer)]), ...some.map((n) => cell("n", n))]);
  return element("li", { class: head ? "head" : null }, ...(head ? [] : [cell("name", name)]), ...lines);
}

function candidate({ name, value, share, best }) {
  const named = element("span", { class: "name" }, element("span", { text: name }));
  if (value === undefined) return element("li", {}, named);
  const bar = element("i"), scored = share !== null;  // what has no score has no bar either
  const track = element("span", { class: scored ? "track" : null, "aria-hidden": "true" }, scored ? bar : "");
  bar.style.setProperty("--share", share);
  const parts = [named, track];
  return element("li", { class: best ? "won" : null }, ...parts, " ", element("span", { class: "value", text: value }));
}
