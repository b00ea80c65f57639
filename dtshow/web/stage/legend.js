// What the colours mean, and the buttons of the tree; they lie over its upper corners. Classes that have no room
// there are behind a button that counts them.
import { besides } from "./detail.js";
import { NARROW, anew, element, keyless, set, setText, svg } from "./dom.js";
import { LOOKS, edged, glyph } from "./glyphs.js";
import { icon } from "./icons.js";
import { keyOf } from "./keys.js";
import { badge } from "./nodes.js";
import { Card, Signs } from "./signs.js";
import { ZOOMS } from "./walk.js";

const NAMED = 12;  // no more classes have names beside the tree
const HALF = 8;  // pixels, of a line
const TOOLS = ["outline", "shows", "across", "smaller", "larger", "signs", "fit"];
const TOGGLES = ["outline", "shows", "across", "fit"];

export function toolbar(press, paint) {
  const named = new Named(), { list } = named, tools = element("div", { class: "tools", role: "toolbar" });
  const buttons = new Map(TOOLS.map((name) => [name, button(name)]));
  tools.append(...buttons.values());
  tools.addEventListener("click", (event) => press(event.target.closest("button")?.dataset.do));
  const dot = element("button", { class: "graphviz", hidden: "", onclick: () => press("graphviz") }, icon("graphviz"));
  const opener = button("view"), levels = element("button", { class: "levels", "data-do": "levels", onclick: () => press("levels") });
  const side = element("div", { class: "tools view" }, levels, tools, dot, opener);
  const others = new OtherRows(() => press("alike")), left = element("div", { class: "corner" }, list, others.button);
  const bar = element("div", { class: "treebar" }, left, side);
  const signs = new Signs(buttons.get("signs"), paint);
  let sizes = null;
  // In a lecture the chip stands at the other end.
  const taken = () => {
    const { offsetLeft: at, offsetWidth: long } = others.button, { offsetWidth: w, offsetHeight: h } = bar, apart = at > w / 2;
    const tooled = levels.offsetWidth + dot.offsetWidth + opener.offsetWidth;
    return [Math.max(list.offsetWidth, apart ? 0 : at + long) + 8, Math.max(tooled, apart ? w - at : 0) + 8, h];
  };
  // What is rare stands behind one button. The tree keeps clear of its corner as it is while it is shut.
  const open = (on) => {
    tools.hidden = !on;
    set(opener, "aria-expanded", String(on));
  };
  opener.addEventListener("click", () => open(tools.hidden));
  open(false);
  const pressed = (name, on) => set(buttons.get(name), "aria-pressed", String(on));
  return {
    bar,
    card: signs.card,
    named: named.card,
    others: others.card,
    press: pressed,
    // Shuts what is rare; whether it was open.
    shut() {
      if (named.shut() || others.shut()) return true;
      if (tools.hidden) return false;
      if (side.contains(side.getRootNode().activeElement)) opener.focus({ preventScroll: true });
      open(false);
      return true;
    },
    // How wide the corners are that are taken, and how high; in a panel of another size the legend wraps.
    corners(anew) {
      if (anew) sizes = null;
      if (!sizes) named.fit();
      return (sizes ??= taken());
    },
    // Whether the page can draw the tree as Graphviz does.
    offer(on) { dot.hidden = !on; },
    // That the tree grew on other rows than that of Grow, if it did. Whether the corner is another now.
    grown(rows) {
      if (!others.show(rows)) return false;
      sizes = null;
      return true;
    },
    show({ shows, outline, still, levels: deep, drawn }, words) {
      const told = (deep?.all ? words.top : NARROW.matches ? words.nearer : words.every) ?? "", text = deep ? keyless(told.replace("{n}", deep.n)) : "";
      if (levels.textContent !== text) sizes = null;
      setText(levels, text);
      levels.hidden = !text;
      pressed("shows", shows === "histogram");
      pressed("outline", outline);
      buttons.get("across").hidden = still;
      buttons.get("shows").hidden = still || !(drawn || shows === "histogram");
      buttons.get("signs").hidden = still;
    },
    words(words, label) {
      set(tools, "aria-label", label);
      for (const [name, one] of [["view", opener], ["graphviz", dot], ...buttons]) {
        const { [name]: head = "" } = words;
        set(one, "aria-label", head);
        set(one, "data-tip", head + (ZOOMS.includes(name) ? besides({ n: keyOf(name), head }) : ""));  // of others the word says the key
      }
    },
    signs: (scene) => signs.show(scene),
    count(counts) { named.count(counts); },
    // `target`: whose classes they are. `worn`: the marks that nodes wear.
    legend({ classes, target, words }, colours, marks, worn) {
      sizes = null;
      named.show(classes, words, {
        one: (k) => entry(classes[k], sample(k, colours, marks, paint)),
        before: classes.length ? [of(target)] : [], after: worn.filter(({ named }) => named).map(({ named, path }) => entry(named, path ? small(badge(path)) : twice())),
      });
    },
  };
}

// The names of the classes: beside the tree as many as have room, and all of them on a card.
class Named extends Card {
  constructor() {
    super(element("button", { class: "more" }), "classes");
    this.list = element("div", { class: "legend" });
  }

  // `one`: the entry of a class; `before` and `after` the classes stands what is always there.
  show(classes, words, parts) {
    const repeat = classes.length > LOOKS ? [element("span", { class: "repeat", text: words.repeat })] : [];
    Object.assign(this, { classes, words, parts, repeat });
    set(this.card, "aria-label", words.classes);
    this.fit();
    this.open(!this.card.hidden && this.button.isConnected);
  }

  fit() {
    if (!this.classes) return;
    const { length } = this.classes, { one, before, after } = this.parts, { list, button, repeat } = this;
    const entries = this.entries = Array.from({ length: Math.min(length, NAMED) }, (_, k) => one(k));
    this.count(this.counts);
    for (let n = entries.length; n >= 0; n--) {
      const rest = n < length ? [button, ...repeat] : [];
      setText(button, (this.words.moreclasses ?? "").replace("{n}", length - n));
      list.replaceChildren(...before, ...entries.slice(0, n), ...rest, ...after);
      if (list.scrollHeight < list.clientHeight + HALF) return;
    }
  }

  // How many rows of each the selected node has, which a lecture of a deep tree tells here.
  count(counts) {
    this.counts = counts;
    for (const [k, one] of this.entries?.entries() ?? []) set(one, "data-n", counts?.[k]);
  }

  draw() {
    const rows = this.classes.map((_, k) => element("li", {}, this.parts.one(k)));
    this.card.replaceChildren(...this.repeat.map((said) => element("li", {}, said.cloneNode(true))), ...rows);
  }
}

// A chip in the corner: on which rows the tree grew. Its card says why that matters, and has the button that makes them alike.
class OtherRows extends Card {
  constructor(press) {
    super(element("button", { class: "grownon", hidden: "" }), "others");
    this.press = press;
  }

  show(rows) {
    const [label = "", ...said] = rows ?? [];
    if (!anew(this, [label, said])) return false;
    setText(this.button, label);
    this.button.hidden = !label;
    this.said = said;
    this.open(Boolean(label) && !this.card.hidden);
    return true;
  }

  draw() {
    const [why, alike] = this.said, line = (...parts) => element("li", {}, ...parts);
    const made = alike ? [line(element("button", { text: alike, onclick: () => this.press() }))] : [];
    this.card.replaceChildren(line(element("span", { text: why })), ...made);
    this.card.style.top = `${this.button.offsetTop + this.button.offsetHeight + 6}px`;
  }
}

function button(name) {
  const toggle = TOGGLES.includes(name) ? "false" : undefined;
  return element("button", { "data-do": name, "aria-pressed": toggle }, icon(name));
}

// Colour and second mark of a class, as its rows have it or as bars have it.
export function sample(k, colours, marks, paint) {
  const edge = edged(k) ? "edged" : undefined;
  const shape = marks ? svg("path", { class: edge, d: glyph(k), fill: colours[k % colours.length] })
    : svg("rect", { class: edge, x: -6.5, y: -6, width: 13, height: 12, rx: 2, fill: paint(k) });
  return small(shape);
}

const small = (...drawn) => svg("svg", { width: 14, height: 14, viewBox: "-7 -7 14 14", "aria-hidden": "true" }, ...drawn);

// The double frame of a node that was decided by hand.
function twice() {
  const frame = (r) => svg("rect", { class: "twice", x: -r, y: -r, width: 2 * r, height: 2 * r, rx: r / 3 });
  return small(frame(3.5), frame(6));
}

const entry = (name, mark) => element("span", {}, mark, called(name));

// Whose classes they are.
function of(target) {
  return element("span", { class: "of" }, called(target), /\p{Script=Han}$/u.test(target) ? "：" : ":");
}

const called = (name) => element("span", { title: name, text: name });
