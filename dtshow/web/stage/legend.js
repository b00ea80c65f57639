// What the colours mean, and the buttons of the tree; they lie over its upper corners. Classes that have no room
// there are behind a button that counts them.
import { element, set, setText, svg } from "./dom.js";
import { LOOKS, edged, glyph } from "./glyphs.js";
import { Card, Signs } from "./signs.js";

const NAMED = 12;  // no more classes have names beside the tree
const HALF = 8;  // pixels, of a line
const ICONS = {
  outline: "M4 5.5h.01M8 5.5h8M7 10h.01M11 10h5M7 14.5h.01M11 14.5h5",
  shows: "M4 16V11M8 16V5M12 16V8M16 16v-3M2.5 16.5h15",
  across: "M2.500 10h15M6 6.5L2.500 10 6 13.500M14 6.500L17.500 10 14 13.500",
  smaller: "M5 10h10",
  larger: "M5 10h10M10 5v10",
  signs: "M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM7.8 8a2.2 2.2 0 1 1 3.3 1.9c-.8.4-1.1.9-1.1 1.6M10 14.2h.01",
  fit: "M4 8V4h4M16 8V4h-4M4 12v4h4M16 12v4h-4",
};
const VIEW = "M4 10h.01M10 10h.01M16 10h.01";
const TOGGLES = ["outline", "shows", "across", "fit"];

export function toolbar(press, paint) {
  const named = new Named(), { list } = named, tools = element("div", { class: "tools", role: "toolbar" });
  const buttons = new Map(Object.entries(ICONS).map(([name, d]) => [name, button(name, d)]));
  tools.append(...buttons.values());
  tools.addEventListener("click", (event) => press(event.target.closest("button")?.dataset.do));
  const opener = button("view", VIEW), side = element("div", { class: "tools view" }, tools, opener);
  const bar = element("div", { class: "treebar" }, list, side);
  const signs = new Signs(buttons.get("signs"), paint);
  let sizes = null;
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
    press: pressed,
    // Shuts what is rare; whether it was open.
    shut() {
      if (named.shut()) return true;
      if (tools.hidden) return false;
      if (side.contains(side.getRootNode().activeElement)) opener.focus({ preventScroll: true });
      open(false);
      return true;
    },
    // How wide the corners are that are taken, and how high; in a panel of another size the legend wraps.
    corners(anew) {
      if (anew) sizes = null;
      if (!sizes) named.fit();
      return (sizes ??= [list.offsetWidth + 8, opener.offsetWidth + 8, bar.offsetHeight]);
    },
    show({ shows, outline, still }) {
      pressed("shows", shows === "histogram");
      pressed("outline", outline);
      buttons.get("across").hidden = still;
      buttons.get("shows").hidden = still;
      buttons.get("signs").hidden = still;
    },
    words(words, label) {
      set(tools, "aria-label", label);
      for (const name of ["title", "aria-label"]) set(opener, name, words.view ?? "");
      for (const [name, one] of buttons) {
        const says = words[name] ?? "";
        set(one, "title", says);
        set(one, "aria-label", says);
      }
    },
    signs: (scene) => signs.show(scene),
    // `target`: whose classes they are. `byHand`: what the double frame says, if there is one.
    legend({ classes, target, words }, colours, marks, byHand) {
      sizes = null;
      named.show(classes, words, {
        one: (k) => entry(classes[k], sample(k, colours, marks, paint)),
        before: classes.length ? [of(target)] : [], after: byHand ? [entry(byHand, twice())] : [],
      });
    },
  };
}

// The names of the classes: beside the tree as many as have room, and all of them on a card.
class Named extends Card {
  constructor() {
    super(element("button", { type: "button", class: "more" }), "classes");
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
    const entries = Array.from({ length: Math.min(length, NAMED) }, (_, k) => one(k));
    for (let n = entries.length; n >= 0; n--) {
      const rest = n < length ? [button, ...repeat] : [];
      setText(button, (this.words.moreclasses ?? "").replace("{n}", length - n));
      list.replaceChildren(...before, ...entries.slice(0, n), ...rest, ...after);
      if (list.scrollHeight < list.clientHeight + HALF) return;
    }
  }

  draw() {
    const rows = this.classes.map((_, k) => element("li", {}, this.parts.one(k)));
    this.card.replaceChildren(...this.repeat.map((said) => element("li", {}, said.cloneNode(true))), ...rows);
  }
}

function button(name, d) {
  const toggle = TOGGLES.includes(name) ? "false" : undefined;
  const sign = svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d }));
  return element("button", { type: "button", "data-do": name, "aria-pressed": toggle }, sign);
}

// Colour and second mark of a class, as its rows have it or as bars have it.
function sample(k, colours, marks, paint) {
  const edge = edged(k) ? "edged" : undefined;
  const shape = marks ? svg("path", { class: edge, d: glyph(k), fill: colours[k % colours.length] })
    : svg("rect", { class: edge, x: -6.5, y: -6, width: 13, height: 12, rx: 2, fill: paint(k) });
  return svg("svg", { width: 14, height: 14, viewBox: "-7 -7 14 14", "aria-hidden": "true" }, shape);
}

// The double frame of a node that was decided by hand.
function twice() {
  const frame = (r) => svg("rect", { class: "twice", x: -r, y: -r, width: 2 * r, height: 2 * r, rx: r / 3 });
  return svg("svg", { width: 14, height: 14, viewBox: "-7 -7 14 14", "aria-hidden": "true" }, frame(3.5), frame(6));
}

function entry(name, mark) { return element("span", {}, mark, called(name)); }

// Whose classes they are.
function of(target) {
  return element("span", { class: "of" }, called(target), /\p{Script=Han}$/u.test(target) ? "：" : ":");
}

function called(name) {
  const text = element("span", { title: name });
  setText(text, name);
  return text;
}
