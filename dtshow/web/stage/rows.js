// Draws rows of a table: those in sight at once, the others when one scrolls or walks there.
// Not done here: which rows are lit and why, which the scene says.
import { NARROW, anew, element, entitle, modified, pieces, set, setPieces, setText, spoken } from "./dom.js";
import { icon } from "./icons.js";
import { tails } from "./names.js";

const PAGE = 30;  // rows; so many are printed, too (stage.css)
const FILLS = 11;  // letters that are wider than the least room of a long name's beginning (rows.css)
const GAP = 16;  // pixels between blocks of them

const alike = (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other);

export class Rows {
  constructor(host, act) {
    Object.assign(this, { host, act, onpoint: () => {}, cells: [], more: "", fewer: "", order: [], out: new Set(), wide: [], pointed: null, under: null });
    this.said = element("p", { class: "why" });
    this.opens = element("button", { class: "opens", onclick: () => this.act("opennode", null) }, icon("sum"), element("span"));
    this.head = element("thead");
    this.body = element("tbody");
    this.table = element("table", {}, this.head, this.body);
    this.root = element("div", { class: "scroll", role: "region" }, this.table);
    this.below = element("div", { class: "told" });
    // columns that a phone has no room for go on behind the target, which hides the shade at the side
    const seen = ([{ intersectionRatio }]) => this.root.classList.toggle("goes-on", intersectionRatio < 1);
    this.side = new IntersectionObserver(seen, { root: this.root, threshold: 1 });
    host.classList.add("rowtable");
    this.title = element("h2", { class: "unseen" });
    this.rest = element("span", { class: "rest" });
    host.append(this.title, element("div", { class: "top" }, this.said, this.opens, this.rest), this.root, this.below);
    this.listen();
  }

  listen() {
    const { root, body } = this;
    root.addEventListener("scroll", () => this.scrolled(), { passive: true });
    body.addEventListener("click", (event) => this.click(event));
    body.addEventListener("keydown", (event) => this.key(event));
    // a parked mouse is "over" whatever comes to lie below it, but does not move and so does not point
    body.addEventListener("pointermove", (event) => { if (event.pointerType === "mouse") this.point(event.target); });
    body.addEventListener("pointerleave", () => this.point(null));
    body.addEventListener("focusin", (event) => this.point(event.target));
    body.addEventListener("focusout", () => this.point(null));
  }

  show({ rows: data, words }) {
    this.host.hidden = !data;
    setText(this.title, words?.rows ?? "");
    this.more = words?.rest ?? "";
    this.fewer = words?.fewer ?? "";
    if (!data || data === this.data) return;
    const { chosen, asked, spared, weighed, head, opens, about, said, cells, ...own } = data, drawn = JSON.stringify(own);
    const same = this.drawn === drawn && alike(this.data.cells, cells);
    this.data = data;
    this.wide = [];
    this.say(data);
    if (!same) this.draw();
    this.drawn = drawn;
    for (const [k, one] of this.head.querySelectorAll("th").entries())
      one.classList.toggle("weighed", weighed.includes(this.order[k]));
    this.choose(chosen);
  }

  // In a lecture, `across` so many pixels: the first `n` rows in blocks side by side, as many lines, heads among them, as there is use and room
  // for, and at least so many; what is left out is said. Columns close up, and those that no question can ask about make way, for more
  // rows or for more of the others.
  fit(least, most, n = this.cells.length, across = this.host.clientWidth) {
    if (!this.data) return least;
    const layOut = (close) => this.layOut({ least, most, n, close, across }), wide = layOut(false);
    const short = wide.shown < n || wide.lost, close = short ? layOut(true) : wide;
    const back = short && close.shown <= wide.shown && close.lost >= wide.lost;
    const { lines, blocks, shown, lost } = back ? layOut(false) : close;
    this.reach(shown);
    Object.assign(this, { fitted: shown, lost });
    this.root.style.setProperty("--blocks", blocks);
    const said = (text, some, all) => text.replace("{shown}", some).replace("{all}", all);
    const told = shown < this.cells.length ? [said(this.more, shown, this.of(shown))] : [], { length } = this.order;
    if (this.out.size) told.push(said(this.fewer, length - this.out.size, length));
    setText(this.rest, told.join(" · "));
    return lines;
  }

  // How many lines in how many blocks for `n` rows, and how many columns are lost that a question can ask about.
  layOut({ least, most, n, close, across }) {
    this.host.classList.toggle("close", close);
    const wide = this.narrow(close, across) + GAP;
    const side = Math.max(1, Math.floor((across + GAP) / wide)), all = Math.ceil(n / side) + 1;
    const room = Math.max(2, least, most), lines = Math.min(all, all === room + 1 ? all : room);  // none left out for one
    const blocks = Math.min(side, Math.max(1, Math.ceil(n / (lines - 1))));
    const lost = [...this.out].filter((i) => !this.data.aside.includes(i)).length;
    return { lines, blocks, lost, shown: Math.min(n, blocks * (lines - 1)) };
  }

  // In a lecture, which does not scroll: columns that find no room are left out, first those that no question can
  // ask about, then the last, but the target and those that say why; where they close up all of the first. How wide the
  // others are together.
  narrow(close, across) {
    const { all, each } = this.wide[Number(close)] ?? this.measured(close), { spared, aside } = this.data, out = new Set();
    let wide = all;
    const leave = (k) => { out.add(this.order[k]); wide -= each[k]; };
    const last = [...this.order.keys()].reverse(), first = last.filter((k) => aside.includes(this.order[k]));
    if (close) first.forEach(leave);
    for (const k of [...first, ...last]) {
      const i = this.order[k];
      if (wide <= across) break;
      if (!out.has(i) && !spared.includes(i) && !this.tested.has(i)) leave(k);
    }
    this.leaveOut(out);
    return wide;
  }

  // How wide the head is with every column, and each of them: asked once where it is seen, for each answer costs a layout.
  measured(close) {
    this.leaveOut(new Set());
    const wide = { all: this.head.offsetWidth, each: [...this.head.querySelectorAll("th")].map((one) => one.offsetWidth) };
    if (wide.all) this.wide[Number(close)] = wide;
    return wide;
  }

  leaveOut(out) {
    this.out = out;
    for (const line of [this.head.firstChild, ...this.body.children])
      for (const [k, i] of this.order.entries()) line.children[k + 1].classList.toggle("out", out.has(i));
  }

  // Of how many: those of the node come first.
  of(shown) {
    const { lit, here, all } = this.data;
    return shown < lit ? here : all;
  }

  say({ head, opens, about, said }) {
    setPieces(this.said, head);
    set(this.said, "title", head.join(""));
    this.opens.hidden = !opens;
    setText(this.opens.lastChild, opens);
    set(this.opens, "aria-label", spoken(opens, about));
    set(this.opens, "title", about);
    if (anew(this.below, said)) this.below.replaceChildren(...said.map((list) => element("p", {}, ...pieces(list))));
  }

  draw() {
    const { root, data, head } = this, within = this.body.contains(root.getRootNode().activeElement);
    const cells = this.cells = data.cells;
    this.tested = new Set(data.tested);
    this.unused = new Set(data.unused);
    this.places = new Map(cells.map((row, place) => [row[0], place]));
    set(root, "aria-label", data.label);
    set(root, "data-first", data.printed ?? null);
    set(this.table, "aria-rowcount", cells.length + 1);
    this.order = this.ordered(data);
    const ends = tails(data.columns);
    const line = [element("td"), ...this.order.map((i) => this.name(i, ends.get(data.columns[i])))];
    // as wide as the longest cell, so that no column moves when more rows are drawn
    const longest = (i) => cells.reduce((most, { [i]: text }) => (text.length > most.length ? text : most), "");
    for (const [k, cell] of line.entries()) cell.dataset.widest = longest(k && this.order[k - 1] + 1);
    head.replaceChildren(element("tr", { "aria-rowindex": 1 }, ...line));
    this.side.disconnect();
    this.side.observe(line.findLast((cell) => !cell.classList.contains("target")));
    this.body.replaceChildren();
    this.out = new Set();
    this.pointed = null;
    this.reach(Math.max(data.chosen, 0));
    if (within) this.walk(Math.max(data.chosen, 0));
    else if (this.away) root.scrollTo(0, 0);  // to ask where it stands would cost a layout
  }

  // A long name that has no room loses letters of its middle: `tail` letters at its end stay.
  name(i, tail) {
    const text = this.data.columns[i], letters = [...text], from = letters.length - tail;
    const head = element("th", { scope: "col", class: this.tested.has(i) ? "tested" : null });
    head.classList.toggle("target", this.data.spared.includes(i));
    head.classList.toggle("unused", this.unused.has(i));
    if (!tail) return Object.assign(head, { textContent: text });
    const [front, back] = [letters.slice(0, from), letters.slice(from)].map((some) => element("bdi", { text: some.join("") }));
    front.classList.toggle("fills", from > FILLS);
    head.append(element("span", { class: "long" }, front, back));
    entitle(head, text);
    return head;
  }

  // Columns as in the table; on a phone, which shows a few, those that say why come first, and the target last, where it
  // stays in sight.
  ordered({ columns, spared }) {
    const places = [...columns.keys()];
    if (!NARROW.matches) return places;
    const rank = (i) => (spared.includes(i) ? 2 : this.tested.has(i) ? 0 : 1);
    return places.sort((i, j) => rank(i) - rank(j));
  }

  // Draws the rows up to a place, and a page more.
  reach(place) {
    const from = this.body.childElementCount, to = Math.min(place + PAGE, this.cells.length);
    if (from > place + PAGE / 2 || from >= to) return;
    this.body.append(...this.cells.slice(from, to).map((cells, i) => this.row(cells, from + i)));
    this.table.style.setProperty("--missing", this.cells.length - to);
  }

  row(cells, place) {
    const lit = place < this.data.lit, says = this.data.says.replace("{row}", () => cells[0]);
    const named = { text: cells[0], "aria-label": says, "aria-pressed": "false", tabindex: -1 };
    const head = element("th", { scope: "row" }, this.data.still ? element("span", { text: cells[0] }) : element("button", named));
    const kind = (i) => (this.out.has(i) ? "out" : lit && this.tested.has(i) ? "why" : this.unused.has(i) ? "unused" : null);
    const cell = (i) => element("td", { text: cells[i + 1], class: kind(i) });
    const others = this.order.map(cell);
    for (const i of this.data.spared) others[this.order.indexOf(i)].classList.add("target");
    const made = element("tr", { "data-place": place, "aria-rowindex": place + 2 }, head, ...others);
    made.classList.toggle("lit", lit);
    made.classList.toggle("under", cells[0] === this.under);
    return made;
  }

  // The chosen row comes into sight here if it was not chosen by a hand on it; the page stays.
  choose(place) {
    if (place >= 0) this.reach(place);
    this.press(false);
    this.pressed = this.button(place);
    this.press(true);
    if (!this.stop?.isConnected) this.take(Math.max(place, 0));
    if (this.shown !== place && place >= 0) this.reveal(this.pressed?.closest("tr"));
    this.shown = place;
  }

  reveal(row) {
    if (!row) return;
    const { root, head } = this, top = row.offsetTop, least = top + row.offsetHeight - root.clientHeight;
    root.scrollTop = Math.min(Math.max(root.scrollTop, least), top - head.offsetHeight);
  }

  // The chosen row shows by which of its cells the tree sends it on.
  press(on) {
    const row = this.pressed?.closest("tr"), { asked, spared } = this.data;
    if (!row) return;
    set(this.pressed, "aria-pressed", on);
    row.classList.toggle("chosen", on);
    for (const [k, one] of row.querySelectorAll("td").entries()) {
      const i = this.order[k];
      one.classList.toggle("asked", on && asked.includes(i));
      one.classList.toggle("spared", on && spared.includes(i));
    }
  }

  button(place) { return this.body.children[place]?.querySelector("button"); }

  // Lights a row (its number), or none: under the hand elsewhere on the stage.
  light(number) {
    const text = number === null || number === undefined ? null : String(number);
    if (text === this.under) return;
    for (const [one, on] of [[this.under, false], [text, true]])
      this.body.children[this.places?.get(one)]?.classList.toggle("under", on);
    this.under = text;
  }

  // What was pointed at belonged to the last scene.
  release() {
    this.pointed = null;
    this.light(null);
  }

  // Tells the number of the row under the hand here.
  point(target) {
    const row = target?.closest("tr"), text = row ? this.cells[row.dataset.place][0] : null;
    if (text === this.pointed) return;
    this.pointed = text;
    this.onpoint(text === null || text === "" || Number.isNaN(Number(text)) ? text : Number(text));
  }

  // One of the rows takes the Tab key, the arrows walk on from it.
  take(place) {
    if (this.stop) this.stop.tabIndex = -1;
    this.stop = this.button(place);
    if (this.stop) this.stop.tabIndex = 0;
    return this.stop;
  }

  walk(place) {
    this.reach(place);
    this.take(place)?.focus();
  }

  scrolled() {
    const { root, body } = this, drawn = body.childElementCount, line = body.offsetHeight / drawn;
    this.away = root.scrollTop > 0 || (NARROW.matches && root.scrollLeft > 0);
    if (drawn) this.reach(Math.ceil((root.scrollTop + root.clientHeight) / line));
  }

  // Marked at once: the server's answer, which says the rest, has the last word.
  click({ target }) {
    if (this.data.still) return;
    const hit = target.closest("tr"), place = Number(hit.dataset.place);
    const next = hit.classList.contains("chosen") ? -1 : place;
    this.take(place).focus({ preventScroll: true });
    this.press(false);
    this.pressed = this.button(next);
    if (this.pressed) {
      set(this.pressed, "aria-pressed", true);
      hit.classList.add("chosen");
    }
    this.shown = next;
    this.act("row", next);
  }

  key(event) {
    const hit = event.target.closest("tr"), last = this.cells.length - 1;
    if (modified(event)) return;
    const at = Number(hit?.dataset.place), to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last }[event.key];
    if (!hit || to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.walk(Math.min(Math.max(to, 0), last));
  }
}
