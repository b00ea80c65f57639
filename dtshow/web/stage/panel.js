// Draws the blocks of the panel, each by its key: what stays keeps its elements, its focus and where
// it is scrolled to. A new kind of block is one class and one entry in KINDS.
import { Buttons, Hole, List, Say, Switch, Table, Views } from "./blocks.js";
import { anew, element, setText } from "./dom.js";
import { still } from "./motion.js";
import { Ranking } from "./ranking.js";
import { Ruler } from "./ruler.js";
import { Sum } from "./sum.js";

const KINDS = {
  say: Say, list: List, ranking: Ranking, views: Views, sum: Sum, buttons: Buttons, switch: Switch, table: Table,
  hole: Hole, ruler: Ruler,
};

export class Panel {
  constructor(host, { act, look, hole }) {
    Object.assign(this, { host, act, look, shown: new Map(), kept: {}, told: null });
    this.hole = hole ?? (() => {});
    this.column = element("div", { class: "blocks", tabindex: -1 });
    host.classList.add("panel");
    host.append(this.title = element("h2", { class: "unseen" }), this.column);
    this.watch();
  }

  // What is new begins where one begins to read.
  top() { if (this.scrolled) this.host.scrollTop = 0; }  // to set it always would cost a layout

  // A verdict on what was just pressed is seen, however far down it stands.
  bring(before) {
    const verdict = ({ type, tone }) => type === "say" && (tone === "good" || tone === "warn");
    const known = new Set(before.filter(verdict).map(({ key }) => key));
    const fresh = this.blocks.find((block) => verdict(block) && !known.has(block.key));
    if (fresh) this.shown.get(fresh.key).host.scrollIntoView({ block: "nearest", behavior: still() ? "auto" : "smooth" });
  }

  // What moves the hole: another size of anything around it, and scrolling.
  watch() {
    const stage = this.stage = this.host.closest(".stage") ?? this.host;
    this.sizes = new ResizeObserver(() => this.tell());
    for (const one of [stage, this.host, this.column]) this.sizes.observe(one);
    stage.addEventListener("scroll", () => this.tell(), { capture: true, passive: true });
    this.host.addEventListener("scroll", () => { this.scrolled = this.host.scrollTop > 0; }, { passive: true });
  }

  destroy() { this.sizes.disconnect(); }

  // On paper nobody scrolls to what is not drawn yet.
  paper() { for (const { view } of this.shown.values()) view.reach?.(Infinity); }

  show({ panel: blocks, words }) {
    setText(this.title, words?.panel ?? "");
    if (blocks === this.blocks) return;
    this.blocks = blocks;
    const known = blocks.filter(({ type }) => Object.hasOwn(KINDS, type)), lost = this.remove(known);
    let next = this.column.firstChild;
    for (const block of known) {
      const slot = this.shown.get(block.key) ?? this.begin(block);
      if (slot.host === next) next = next.nextSibling;
      else this.put(slot.host, next);
      this.draw(slot, block);
    }
    if (lost) this.column.focus({ preventScroll: true });  // else the next Tab would begin at the page's top
    this.find(known);
  }

  // Takes away what is no longer there; says whether the focus was in it.
  remove(blocks) {
    const stay = new Map(blocks.map(({ key, type }) => [key, type]));
    const focused = this.host.getRootNode().activeElement;
    let lost = false;
    for (const [key, { type, host }] of this.shown) {
      if (stay.get(key) === type) continue;
      lost ||= host.contains(focused);
      host.remove();
      this.shown.delete(key);
    }
    return lost;
  }

  begin({ key, type }) {
    const host = element("div", { class: "block", "data-type": type, "data-key": key });
    const slot = { type, host };
    const act = (kind, value) => {
      slot.drawn = "";  // the block may have marked it already: what the server says next is drawn anyway
      this.act(kind, value);
    };
    slot.view = new KINDS[type](host, { act, look: this.look, kept: this.kept[key] ??= {} });
    this.shown.set(key, slot);
    return slot;
  }

  // One that was there moves without losing its focus, where the browser can do so.
  put(host, next) {
    if (host.isConnected && this.column.moveBefore) this.column.moveBefore(host, next);
    else this.column.insertBefore(host, next);
  }

  draw(slot, block) {
    if (slot.block === block) return;
    slot.block = block;
    if (anew(slot, block)) slot.view.show(block);
  }

  // The hole is measured once it is laid out, at each scene: the blocks above it may have changed.
  find(blocks) {
    const block = blocks.find(({ type }) => type === "hole"), host = block ? this.shown.get(block.key).host : null;
    if (this.gap) this.sizes.unobserve(this.gap);
    this.gap = host;
    if (host) this.sizes.observe(host);
    else this.tell();
  }

  tell() {
    const rect = this.gap && this.measured(), told = JSON.stringify(rect ?? null);
    if (this.told === told || (!rect && this.told === null)) return;
    this.told = told;
    this.hole(rect);
  }

  measured() {
    const { left, top, width, height } = this.gap.getBoundingClientRect(), stage = this.stage.getBoundingClientRect();
    return { left: left - stage.left, top: top - stage.top, width, height };
  }
}
