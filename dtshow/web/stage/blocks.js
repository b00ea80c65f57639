// The small blocks of a panel: sentences, lists, choices, buttons, tables, room for others. Each draws
// what it is shown and reports acts; where it stands and how long it lives is panel.js's business.
import { element, modified, set, setPieces, setText, worded } from "./dom.js";
import { icon, setIcon } from "./icons.js";

export class Say {
  constructor(host) { host.append(this.text = element("p", { class: "say" })); }

  show({ text, tone }) {
    this.text.dataset.tone = tone;
    setPieces(this.text, text);
  }
}

export class List {
  constructor(host, { act }) {
    this.act = act;
    host.append(this.list = element("ul", { class: "list" }));
  }

  show({ items, columns = [], chosen = null }) {
    const look = (text, column) => (
      element("button", { text, "aria-pressed": String(column === chosen), onclick: () => this.act("look", column) }));
    const line = (text, i) => element("li", {}, ...(i < columns.length ? [look(text, columns[i])] : worded(text)));
    this.list.replaceChildren(...items.map(line));
  }
}

// One of several: the arrows move on and choose at once, as in any group of radio buttons.
export class Views {
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
      const button = ([key]) => element("button", { role: "radio", "data-view": key });
      this.group.replaceChildren(...options.map(button));
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
    if (at < 0 || modified(event)) return;
    const on = at === last ? 0 : at + 1, back = at === 0 ? last : at - 1;
    const to = { ArrowRight: on, ArrowDown: on, ArrowLeft: back, ArrowUp: back, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    all[to].focus();
    this.press(all[to]);
  }
}

export class Buttons {
  constructor(host, { act }) {
    this.act = act;
    host.append(this.row = element("div", { class: "buttons", onclick: (event) => this.press(event.target) }));
  }

  // One that stays is the same button, whatever it now says.
  show({ items }) {
    const { row } = this, old = new Map([...row.children].map((one) => [one.dataset.do, one]));
    const made = ({ do: name }) => element("button", { "data-do": name }, icon(""), element("span"));
    const all = items.map((item) => old.get(item.do) ?? made(item));
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

export class Switch {
  constructor(host, { act }) {
    this.act = act;
    const knob = element("span", { class: "knob", "aria-hidden": "true" });
    this.label = element("span");
    const named = { class: "switch", role: "switch", onclick: () => this.flip() };
    host.append(this.button = element("button", named, knob, this.label));
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

// A plain table, to be read.
export class Table {
  constructor(host) {
    this.head = element("thead");
    this.body = element("tbody");
    host.append(element("div", { class: "tableframe" }, element("table", {}, this.head, this.body)));
  }

  show({ heads, rows, numbers }) {
    const name = (i) => (numbers?.[i] ? "number" : null);
    const head = (text, i) => element("th", { text, scope: "col", class: name(i) });
    this.head.replaceChildren(element("tr", {}, ...heads.map(head)));
    const first = (text) => element("th", { scope: "row", class: name(0) }, element("span", { text }));
    const cell = (text, i) => (i ? element("td", { text, class: name(i) }) : first(text));
    this.body.replaceChildren(...rows.map((cells) => element("tr", {}, ...cells.map(cell))));
  }
}

// Room in which the host of the stage draws; how high it is, the style sheet says.
export class Hole {
  show() {}
}
