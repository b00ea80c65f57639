// Draws the statement and the buttons that move the lesson. What a button does is the server's
// business, what a key does is stage.js's: here are only their names.
import { element, entitle, keyless, set, setPieces, setText } from "./dom.js";
import { Fit } from "./fit.js";
import { icon, setIcon } from "./icons.js";

// A sentence is set smaller only where it would have more lines than its place; all else is of one size.
const SIZES = [["large", 2], ["middle", 3], ["small", 4], ["least", Infinity]];

// How many lines a part of a text has, which stands in a line itself.
function linesOf(part) {
  return new Set(Array.from(part.getClientRects(), ({ top }) => Math.round(top))).size;
}

export class Bar {
  constructor(host, act) {
    Object.assign(this, { host, act, words: {} });
    host.classList.add("lead");
    this.first = this.button("first", "round");
    this.back = this.button("back", "round");
    this.next = this.button("next", "next");
    this.last = this.button("last", "round");
    this.undo = this.button("undo", "round");
    this.redo = this.button("redo", "round");
    this.share = this.button("share", "round");
    this.lecture = this.button("lecture", "round");
    this.next.append(this.verb = element("span", { class: "verb" }));
    this.over = element("button", { class: "over", hidden: true, onclick: () => this.act("over", null) });
    const steps = element("div", { class: "steps" }, this.first, this.back, this.next, this.last, this.over);
    const history = element("div", { class: "history" }, this.undo, this.redo, this.share, this.lecture);
    const place = element("div", { class: "stands" }, this.where());
    this.judged = new Fit(act, this.fold);
    place.append(this.judged.host);
    this.go = element("nav", { class: "go" }, steps, place, history);
    host.append(this.statement(), this.go);
    this.watch();
  }

  // Another width, or letters of another font that has arrived.
  watch() {
    this.fits = () => this.fit();
    this.sizes = new ResizeObserver(this.fits);
    this.sizes.observe(this.says);
    document.fonts?.addEventListener("loadingdone", this.fits);
  }

  destroy() {
    this.sizes.disconnect();
    document.fonts?.removeEventListener("loadingdone", this.fits);
  }

  statement() {
    this.said = element("p", { class: "said", "aria-live": "polite", "aria-atomic": "true" });
    this.opens = element("button", { class: "opens", onclick: () => this.act("open", null) }, icon("sum"));
    this.score = element("p", { class: "unseen", "aria-live": "polite", "aria-atomic": "true" });
    return this.says = element("div", { class: "statement" }, this.said, this.score, this.opens);
  }

  // A button that stays able to hold the focus when it can do nothing: else the focus would be lost.
  button(kind, name) {
    const press = ({ currentTarget, detail }) => {
      if (currentTarget.getAttribute("aria-disabled") === "true") return;
      if (kind !== "next" || !this.onward) this.act(kind, null);
      else if (detail < 2) this.act("onward", null);  // the second of two fast clicks was meant for a step
    };
    return element("button", { class: name, "data-kind": kind, onclick: press }, icon(kind));
  }

  // "step 3 of 8" and its slider: side by side, or the slider behind the words where room is short.
  where() {
    this.label = element("span", { class: "label", "aria-hidden": "true" });
    this.place = element("button", { class: "place", "aria-expanded": "false", onclick: () => this.unfold() });
    this.slider = element("input", { type: "range", min: 0, step: 1 });
    this.slider.addEventListener("input", () => this.tell(Number(this.slider.value)));
    this.slider.addEventListener("change", () => this.jump());
    this.slider.addEventListener("blur", () => this.settle());
    this.note = element("span", { class: "note" });
    this.keys = element("span", { class: "note keys" });
    this.end = element("button", { class: "end", onclick: () => this.act("last", null) });  // where the bar has no room for it
    this.fold = element("div", { class: "fold" }, this.slider, this.end, this.note, this.keys);
    const on = { onkeydown: (event) => this.escape(event), onfocusout: (event) => this.leave(event) };
    return this.whole = element("div", { class: "where", ...on }, this.label, this.place, this.fold);
  }

  show(scene) {
    const { step, history, words } = scene;
    if (this.words !== words) this.name(words);
    this.say(scene);
    setText(this.score, scene.score ?? "");  // seen at the head of the page
    this.score.hidden = !scene.score;
    this.steps(step);
    this.judged.show(scene.fit ?? null);
    if (this.dragged === undefined) this.stand(step);
    else this.step = step;
    for (const [k, kind] of ["undo", "redo"].entries()) this.past(kind, history[k], history.some(Boolean));
  }

  past(kind, can, any) {
    const { [kind]: button, words } = this;
    able(button, can);
    set(button, "title", can ? words[`${kind}help`] ?? words[kind] : words[`no${kind}`]);
    button.classList.toggle("none", !any);
  }

  // The names of what has no words on it.
  name(words) {
    this.words = words;
    for (const kind of ["first", "back", "last", "undo", "redo", "share", "lecture"]) set(this[kind], "aria-label", words[kind]);
    for (const kind of ["first", "last", "next", "back", "share", "lecture"])
      set(this[kind], "title", words[`${kind}help`] ?? words[kind]);
    set(this.go, "aria-label", words.steps);
    set(this.place, "title", words.where);
    set(this.slider, "aria-label", words.where);
    setText(this.keys, words.keys ?? "");
    setText(this.end, keyless(words.last ?? ""));
    set(this.label, "title", words.keys);
  }

  say({ say, opens }) {
    setPieces(this.said, say);
    this.opens.hidden = !opens;
    entitle(this.opens, opens);
    this.fit();
  }

  fit() {
    for (const [size, most] of SIZES) {
      set(this.says, "data-size", size);
      if (linesOf(this.said) <= most) return;
    }
  }

  // At its end a lesson leads on, where there is something to lead to.
  steps({ next, icon: name, start, end, busy, over = "", onward = false }) {
    this.onward = onward;
    setText(this.verb, next);
    setIcon(this.next.firstChild, name);
    able(this.first, !start);
    able(this.back, !start);
    able(this.next, !end || onward);
    able(this.last, !end && !busy);
    this.end.hidden = end || busy;
    setText(this.over, keyless(over));
    this.over.hidden = !over;
  }

  stand(step) {
    const { at, of, far, label, begun } = this.step = step;
    set(this.label, "data-part", begun && "1/2");  // it is weighed, and not made
    set(this.slider, "max", far);
    set(this.fold, "data-far", far);
    this.slider.disabled = !far;
    if (Number(this.slider.value) !== at) this.slider.value = at;
    this.tell(at, label);
    setText(this.note, of === null ? this.words.unknown ?? "" : "");
  }

  // Which step it is, or while one drags, would be.
  tell(at, label = this.dragging(at)) {
    setText(this.label, label);
    setText(this.place, label);
    set(this.place, "data-short", this.count(at, "{k} / {n}"));  // on a phone at 200 %
    set(this.place, "aria-label", label + this.words.colon + this.words.where);
    set(this.slider, "aria-valuetext", label);
    this.slider.style.setProperty("--done", this.step.far ? at / this.step.far : 0);
  }

  dragging(at) {
    this.dragged = at;
    return this.count(at, this.words.step ?? "{k} / {n}");
  }

  count(at, words) {
    const { of, far } = this.step;
    return words.replace("{k}", () => at).replace("{n}", () => of ?? (far === at ? far : "…"));
  }

  jump() {
    const to = Number(this.slider.value);
    this.dragged = undefined;
    if (to !== this.step.at) this.act("jump", to);
  }

  // A slider that was let go where it stood tells no change.
  settle() {
    if (this.dragged === undefined) return;
    this.dragged = undefined;
    this.stand(this.step);
  }

  unfold(open = !this.whole.classList.contains("open")) {
    this.whole.classList.toggle("open", open);
    set(this.place, "aria-expanded", open);
    if (open && !this.slider.disabled) this.slider.focus({ preventScroll: true });
  }

  leave({ relatedTarget }) {
    if (!this.whole.contains(relatedTarget)) this.unfold(false);
  }

  escape(event) {
    if (event.key !== "Escape" || !this.whole.classList.contains("open")) return;
    event.stopPropagation();
    this.unfold(false);
    this.place.focus({ preventScroll: true });
  }
}

function able(button, can) {
  set(button, "aria-disabled", !can);
}
