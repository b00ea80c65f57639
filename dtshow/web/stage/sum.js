// Lines of working that one can touch: counts to press, names that open, lines that fold. It works
// nothing out, and knows neither rows nor candidates; mathml.js draws the formulas.
import { anew, clipped, element, modified, set, setText } from "./dom.js";
import { latex } from "./latex.js";
import { formula, piecesOf } from "./mathml.js";

const SMALLEST = 0.82; // of the usual size: 13 pixels
const UNIT = 8; // letters of a legend that never leaves its number
const FONT = "NbN Math", FILE = new URL("./fonts/noto-sans-math.woff2", import.meta.url).href;

// Makes the math font known to the page, once: a shadow root cannot declare a font of its own.
function mathFont() {
  const known = [...document.fonts].some((face) => face.family.includes(FONT));
  if (!known) document.fonts.add(new FontFace(FONT, `url("${FILE}")`));
}

export class Sum {
  constructor(host, { act }) {
    mathFont();
    this.act = act;
    this.open = { general: new Set(), folded: new Set(), written: new Set() }; // names of lines
    this.block = null;
    this.root = host;
    this.root.classList.add("formula");
    set(this.root, "role", "group");
    this.definitions = element("div", { class: "definitions" });
    this.table = element("div", { class: "lines" });
    const turn = () => this.act("do", "exact");
    this.exact = element("button", { class: "exact", role: "switch", onclick: turn });
    this.latex = element("button", { class: "latex", tabindex: "-1", text: "TeX", onclick: () => this.copy() });
    this.root.append(this.definitions, this.table, this.exact, this.latex);
    this.root.addEventListener("click", (event) => this.click(event));
    this.table.addEventListener("focusin", ({ target }) => rove(target.closest(".line"), target));
    this.root.addEventListener("keydown", (event) => this.walk(event));
    this.sizes = new ResizeObserver(() => this.fit());
    this.sizes.observe(this.root);
  }

  // Lines a little too long are written a little smaller; longer ones keep their size, and scroll.
  fit() {
    this.table.style.fontSize = "";
    const over = this.table.scrollWidth / this.table.clientWidth;
    if (over > 1 && 0.99 / over > SMALLEST) this.table.style.fontSize = `${0.99 / over}em`;
  }

  show(block) {
    this.block = block;
    set(this.root, "aria-label", block.label);
    if (anew(this.definitions, block.general)) this.define(block);
    this.draw(block);
    this.fit();
    this.press(block.pressed);
    this.exact.hidden = !block.exact;
    if (block.exact) {
      setText(this.exact, block.exact.label);
      set(this.exact, "aria-checked", String(block.exact.on));
    }
    this.latex.hidden = !block.latex;
    set(this.latex, "title", block.latex ?? "");
    this.copied("");
  }

  define({ general }) {
    this.definitions.hidden = !general?.length;
    this.definitions.replaceChildren(...(general ?? []).map(([symbol, meaning]) =>
      element("span", { class: "definition" }, formula({}, ["row", symbol, "=", meaning]))));
  }

  // a line that says the same as before keeps its elements, and with them focus and state
  draw(block) {
    const names = new Set(block.lines.map((line) => line.name));
    const words = { ...block, leads: (name) => names.has(name) };
    const shared = JSON.stringify([block.opens, block.folds, block.writes, ...names]);
    const kept = [...this.table.children];
    let fresh = 0;
    const rows = block.lines.map((line, i) => {
      const drawn = JSON.stringify(line) + shared;
      if (kept[i]?.drawn === drawn) return kept[i];
      const row = lineOf(line, words, this.open.written.has(line.name));
      row.drawn = drawn;
      if (block.play && !document.hidden) appear(row, fresh);
      fresh += 1;
      return row;
    });
    if (fresh || rows.length !== kept.length) this.put(rows);
    for (const row of rows) this.unfold(row);
  }

  // puts the rows in place; a button that had the focus has it again in its new line
  put(rows) {
    const within = this.root.getRootNode().activeElement;
    const at = within && this.table.contains(within) ? within.cloneNode(false) : null;
    for (const [i, row] of rows.entries()) {
      const old = this.table.children[i];
      if (!old) this.table.append(row);
      else if (old !== row) old.replaceWith(row);
    }
    while (this.table.children.length > rows.length) this.table.lastChild.remove();
    if (at && !within.isConnected) this.again(at)?.focus({ preventScroll: true });
  }

  again(old) {
    const buttons = [...this.table.querySelectorAll("button")];
    const same = (key) => old.dataset[key] && buttons.find((one) => one.dataset[key] === old.dataset[key]);
    return same("count") || same("leads") || same("opens") || same("folds");
  }

  press(key) {
    for (const count of this.table.querySelectorAll("[data-count]"))
      set(count, "aria-pressed", String(count.dataset.count === key));
  }

  // A line is one stop of the Tab key; the arrows walk in it, and from the last line to what copies them all.
  walk(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key], last = this.table.lastElementChild;
    const row = event.target === this.latex ? last : event.target.closest(".line");
    if (!by || !row || modified(event)) return;
    const all = [...row.querySelectorAll("button"), ...(row === last ? [this.latex] : [])];
    const parts = all.filter((one) => one.checkVisibility());
    parts[parts.indexOf(event.target.closest("button")) + by]?.focus();
    event.preventDefault();
  }

  unfold(row) {
    const { name } = row.dataset;
    const open = this.open.general.has(name), folded = this.open.folded.has(name);
    set(row.querySelector(".symbol"), "aria-expanded", String(open));
    row.querySelector(".general").hidden = !open;
    const sign = row.querySelector(".relation");
    if (sign) set(sign, "aria-expanded", String(!folded));  // a plain line has none
    row.classList.toggle("folded", folded);
  }

  click(event) {
    const hit = event.target.closest?.("button");
    if (!hit || hit === this.exact || hit === this.latex) return;
    const row = hit.closest(".line"), { count, leads } = hit.dataset;
    if (count) this.choose(count);
    else if (leads) this.lead(leads);
    else if (hit.matches(".symbol")) this.toggle("general", row);
    else if (hit.matches(".relation")) this.toggle("folded", row);
    else if (hit.matches(".writes")) this.write(row);
  }

  async copy() {
    this.copied(await clipped(latex(this.block.lines), this.latex) ? " ✓" : " ✗");
  }

  copied(mark) {
    set(this.latex, "aria-label", `${this.block.latex}${mark}`);
    setText(this.latex, `TeX${mark}`);
  }

  choose(key) {
    const wanted = key === this.block.pressed ? "none" : key;
    this.block = { ...this.block, pressed: wanted === "none" ? "" : wanted };
    this.press(this.block.pressed);
    this.act("count", wanted);
  }

  toggle(which, row) {
    const names = this.open[which], { name } = row.dataset;
    if (!names.delete(name)) names.add(name);
    this.unfold(row);
  }

  write(row) {
    const names = this.open.written, { name } = row.dataset;
    if (!names.delete(name)) names.add(name);
    row.drawn = "";
    this.draw({ ...this.block, play: false });
    this.press(this.block.pressed);
    const sign = [...this.table.children].find((line) => line.dataset.name === name).querySelector(".writes");
    sign.focus({ preventScroll: true });
  }

  // shows the line that a number comes from
  lead(name) {
    const row = [...this.table.children].find((line) => line.dataset.name === name);
    if (!row) return;
    const symbol = row.querySelector(".symbol");
    symbol.scrollIntoView({ block: "nearest" });
    symbol.focus({ preventScroll: true });
    row.classList.remove("shown");
    void symbol.offsetWidth; // so that it can be shown again
    row.classList.add("shown");
  }
}

function lineOf(line, words, written) {
  const opens = { class: "symbol", "data-opens": line.name, title: words.opens };
  const symbol = element("button", opens, formula(words, line.symbol));
  set(symbol, "aria-label", symbol.textContent); // MathML gives a button no name
  const general = element("span", { class: "general" }, "= ", formula(words, line.general));
  const numbers = element("span", { class: "numbers" }, ...way(line.numbers, words));
  const sign = numbers.querySelector(".writes");
  if (sign && written) {
    set(sign, "aria-expanded", "true");
    numbers.append(...way(line.terms, words));
  }
  if (!line.plain) numbers.append(end(line, words));
  if (line.legend) {
    const beside = line.plain || line.legend.length > UNIT ? numbers : numbers.lastChild;
    beside.append(element("span", { class: "legend", text: line.legend }));
  }
  const heard = line.says ? { role: "group", "aria-label": line.says } : {};
  const row = element("div", { class: "line", "data-name": line.name, ...heard }, symbol, general, numbers);
  return rove(row, symbol);
}

// Of the buttons of a line, the Tab key finds this one.
function rove(row, now) {
  for (const one of row?.querySelectorAll("button") ?? []) one.tabIndex = one === now ? 0 : -1;
  return row;
}

// "=" and the numbers, in pieces between which the line may break
function way(box, words) {
  const [first, ...rest] = piecesOf(box, words);
  for (const piece of rest) piece.classList.add("way");
  return [element("span", { class: "way first" }, "=", first), ...rest];
}

function end({ relation, value, result, name }, words) {
  const sign = element("button", {
    class: "relation", text: relation, title: words.folds, "data-folds": name,
    "aria-label": `${relation} ${words.folds ?? ""}`.trim(),
  });
  const shown = typeof value === "string" ? value : formula(words, value);
  return element("span", { class: "end" }, sign, element("span", { class: result ? "result" : "value" }, shown));
}

function appear(row, place) {
  row.classList.add("new");
  row.style.setProperty("--i", place);
  row.addEventListener("animationend", (event) => {
    if (event.target.matches(".numbers")) row.classList.remove("new");
  });
}
