// Draws the blocks of the panel, each by its key: what stays keeps its elements, its focus and where
// it is scrolled to. A new kind of block is one class here and one entry in KINDS.
import { element, set, setPieces, setText } from "./dom.js";
import { icon, setIcon } from "./icons.js";
import { Ranking } from "./ranking.js";
import { Sum } from "./sum.js";

class Say {
  constructor(host) { host.append(this.text = element("p", { class: "say" })); }

  show({ text, tone }) {
    this.text.dataset.tone = tone;
    setPieces(this.text, text);
  }
}

class List {
  constructor(host) { host.append(this.list = element("ul", { class: "list" })); }

  show({ items }) { this.list.replaceChildren(...items.map((text) => element("li", { text }))); }
}

// One of several: the arrows move on and choose at once, as in any group of radio buttons.
class Views {
  constructor(host, { act }) {
    this.act = act;
    const on = { onclick: (event) => this.press(event.target), onkeydown: (event) => this.key(event) };
    host.append(this.group = element("div", { class: "views", role: "radiogroup", ...on }));
  }

  show({ label, options, chosen }) {
    set(this.group, "aria-label", label);
    const keys = options.map(([key]) => key).join("\n");
    if (this.keys !== keys) {
      const held = this.group.contains(this.group.getRootNode().activeElement);
      this.group.replaceChildren(...options.map(([key]) => element("button", { type: "button", role: "radio", "data-view": key })));
      this.keys = keys;
      if (held) this.back = true;
    }
    options.forEach(([, text], i) => setText(this.group.children[i], text));
    this.mark(chosen);
    if (this.back) this.group.querySelector("[tabindex='0']")?.focus({ preventScroll: true });
    this.back = false;
  }

  mark(chosen) {
    this.chosen = chosen;
    const all = [...this.group.children], known = all.some((one) => one.dataset.view === chosen);
    for (const [i, one] of all.entries()) {
      const on = one.dataset.view === chosen;
      set(one, "aria-checked", on);
      one.tabIndex = on || (!known && i === 0) ? 0 : -1;
    }
  }

  press(target) {
    const view = target.closest("button")?.dataset.view;
    if (view === undefined || view === this.chosen) return;
    this.mark(view);
    this.act("view", view);
  }

  key(event) {
    const all = [...this.group.children], last = all.length - 1, at = all.indexOf(event.target);
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const on = at === last ? 0 : at + 1, back = at === 0 ? last : at - 1;
    const to = { ArrowRight: on, ArrowDown: on, ArrowLeft: back, ArrowUp: back, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    all[to].focus();
    this.press(all[to]);
  }
}

class Buttons {
  constructor(host, { act }) {
    this.act = act;
    host.append(this.row = element("div", { class: "buttons", onclick: (event) => this.press(event.target) }));
  }

  // One that stays is the same button, whatever it now says.
  show({ items }) {
    const { row } = this, old = new Map([...row.children].map((one) => [one.dataset.do, one]));
    const all = items.map((item) => old.get(item.do) ?? element("button", { type: "button", "data-do": item.do }, icon(item.icon), element("span")));
    for (const one of old.values()) if (!all.includes(one)) one.remove();
    all.forEach((one, i) => {
      if (row.children[i] !== one) row.insertBefore(one, row.children[i] ?? null);
      this.fill(one, items[i]);
    });
  }

  fill(button, { label, icon: name, main, off, help }) {
    setIcon(button.firstChild, name ?? "");
    setText(button.lastChild, label);
    button.classList.toggle("bare", !button.firstChild.firstChild.getAttribute("d"));
    button.classList.toggle("main", !!main);
    set(button, "aria-disabled", !!off);
    set(button, "title", help || null);
  }

  press(target) {
    const hit = target.closest("button");
    if (hit && hit.getAttribute("aria-disabled") !== "true") this.act("do", hit.dataset.do);
  }
}

class Switch {
  constructor(host, { act }) {
    this.act = act;
    const knob = element("span", { class: "knob", "aria-hidden": "true" });
    this.label = element("span", {});
    host.append(this.button = element("button", { class: "switch", type: "button", role: "switch", onclick: () => this.flip() }, knob, this.label));
  }

  show({ do: name, label, on }) {
    this.does = name;
    setText(this.label, label);
    set(this.button, "aria-checked", !!on);
  }

  flip() {
    set(this.button, "aria-checked", this.button.getAttribute("aria-checked") !== "true");
    this.act("do", this.does);
  }
}

// A plain table. With `act` its rows can be chosen: the arrows walk, Enter chooses.
class Table {
  constructor(host, { act }) {
    this.act = act;
    this.head = element("thead");
    this.body = element("tbody", { onclick: (event) => this.press(event.target), onkeydown: (event) => this.key(event) });
    host.append(element("div", { class: "tableframe" }, this.table = element("table", {}, this.head, this.body)));
  }

  show(block) {
    const { heads, rows, numbers, chosen, label } = block, able = !!block.act;
    const held = [...this.body.children].indexOf(this.body.getRootNode().activeElement);
    this.does = block.act;
    set(this.table, "role", able ? "grid" : null);
    set(this.table, "aria-label", label);
    const name = (i) => (numbers?.[i] ? "number" : null);
    this.head.replaceChildren(element("tr", {}, ...heads.map((text, i) => element("th", { text, scope: "col", class: name(i) }))));
    const first = (text) => element("th", { scope: "row", class: name(0) }, element("span", { text }));
    const cell = (text, i) => (i ? element("td", { text, class: name(i) }) : first(text));
    this.body.replaceChildren(...rows.map((cells) => element("tr", { class: able ? "able" : null }, ...cells.map(cell))));
    this.mark(chosen);
    if (able && held >= 0) this.body.children[Math.min(held, rows.length - 1)]?.focus({ preventScroll: true });
  }

  mark(chosen) {
    if (!this.does) return;
    for (const [i, row] of [...this.body.children].entries()) {
      set(row, "aria-selected", i === chosen);
      row.tabIndex = i === (this.body.children[chosen] ? chosen : 0) ? 0 : -1;
    }
  }

  press(target) {
    const row = target.closest("tr");
    if (!this.does || !row) return;
    const place = row.sectionRowIndex;
    this.mark(place);
    row.focus({ preventScroll: true });
    this.act(this.does, place);
  }

  key(event) {
    const row = event.target.closest("tr"), { firstChild: first, lastChild: last } = this.body;
    if (!this.does || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const to = { ArrowDown: row.nextElementSibling ?? last, ArrowUp: row.previousElementSibling ?? first, Home: first, End: last }[event.key];
    const pressed = event.key === "Enter" || event.key === " ";
    if (!to && !pressed) return;
    event.preventDefault();
    event.stopPropagation();
    if (to) to.focus();
    else if (!event.repeat) this.press(row);
  }
}

// Room in which the host of the stage draws.
const ROOM = 360;  // px, where the scene does not say

class Hole {
  constructor(host) { this.host = host; }

  show({ height = ROOM }) { this.host.style.height = `${height}px`; }
}

const KINDS = { say: Say, list: List, ranking: Ranking, views: Views, sum: Sum, buttons: Buttons, switch: Switch, table: Table, hole: Hole };

export class Panel {
  constructor(host, { act, look, hole }) {
    Object.assign(this, { host, act, look, shown: new Map(), told: null });
    this.hole = hole ?? (() => {});
    this.column = element("div", { class: "blocks", tabindex: -1 });
    host.classList.add("panel");
    host.append(this.column);
    this.watch();
  }

  // What moves the hole: another size of anything around it, and scrolling.
  watch() {
    const stage = this.stage = this.host.closest(".stage") ?? this.host;
    this.sizes = new ResizeObserver(() => this.tell());
    for (const one of [stage, this.host, this.column]) this.sizes.observe(one);
    stage.addEventListener("scroll", () => this.tell(), { capture: true, passive: true });
  }

  show({ panel: blocks }) {
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
    const stay = new Map(blocks.map(({ key, type }) => [key, type])), focused = this.host.getRootNode().activeElement;
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
    slot.view = new KINDS[type](host, { act, look: this.look });
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
    const drawn = JSON.stringify(block);
    slot.block = block;
    if (slot.drawn === drawn) return;
    slot.drawn = drawn;
    slot.view.show(block);
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
