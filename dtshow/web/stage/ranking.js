// Draws candidates in the order of their ranking, or sorted by a column. The rows stay where they
// are and take other words. Not done here: what a candidate that is pointed at would do to the tree.
import { anew, element, entitle, modified, set, setText, worded } from "./dom.js";
import { tails } from "./names.js";

const MOST = 5;  // rows that are always in sight without scrolling
const PAGE = 40;  // rows that are drawn at once, the others when one scrolls or walks there
const BRIEF = 11;  // digits: so wide a question stands beside two numbers on a phone
const RANKED = { by: -1, way: 0 };
const collator = new Intl.Collator(undefined, { numeric: true });

// Which column sorts how: 1 rises, -1 falls; what has no number comes last.
const sorting = ({ by, way }) => ({ by: one }, { by: other }) => {
  const a = one[by], b = other[by];
  if (a === null || b === null) return (a === null) - (b === null);
  return way * (typeof a === "string" ? collator.compare(a, b) : a - b);
};

// A row of its own layout, so that the browser can leave out those that are out of sight: it no
// longer is a table to the browser, and says what it is.
const track = (...bar) => element("td", { class: "track", role: "presentation", "aria-hidden": "true" }, ...bar);

function blank(numbers) {
  const number = () => element("td", { class: "number", role: "gridcell" });
  return element("tr", { role: "row", tabindex: -1 },
    element("th", { class: "question", role: "rowheader" },
      element("span", {}, ...["front", "back", "cut"].map((name) => element("bdi", { class: name })))),
    track(element("i")),
    ...Array.from({ length: numbers }, number),
    element("td", { class: "verdict", role: "gridcell" }));
}

function fill(line, { name, column = name, cells, share = 0, best = false, able, out = false }, tail = 0) {
  if (!anew(line, [column, cells, share, best, able, out, tail])) return line;
  const [question, track, ...others] = line.cells;
  asks(question, { name: column, text: cells[0], tail });
  others.forEach((cell, i) => setText(cell, cells[i + 1]));
  track.firstChild.style.setProperty("--share", share);
  line.classList.toggle("best", best);
  line.classList.toggle("out", out);
  set(line, "aria-disabled", !able);
  return line;
}

// A beginning of so few letters is seen whole, and one of about so many ems, which has no room to fill.
const SHORT = 6, NARROW = 3.9;
const ems = (sign) => (/[ijlfrtI.,:;'|!()[\]\/ -]/.test(sign) ? 0.33 : sign > "\u2e7f" ? 1 : 0.56);

// A name that has no room loses letters of its middle, and its cut none: `tail` letters at its end stay.
function asks(cell, { name, text, tail }) {
  const letters = [...name], whole = !text.startsWith(name), from = letters.length - tail;
  const [front, back, cut] = cell.firstChild.childNodes;
  const rest = whole ? "" : text.slice(name.length), colon = /^[:：]/.exec(rest)?.[0] ?? "";  // begins no line
  setText(front, whole ? text : letters.slice(0, from).join("") + (tail ? "" : colon));
  setText(back, whole || !tail ? "" : letters.slice(from).join("") + colon);
  setText(cut, rest.slice(colon.length));
  const long = letters.slice(0, from).reduce((sum, sign) => sum + ems(sign), 0);
  front.classList.toggle("short", from <= SHORT || long <= NARROW);
  cut.classList.toggle("fixed", /^ [≤>]/.test(cut.textContent));
  entitle(cell, text);
}

// A split of one's own, which comes and goes, has the name of its column.
const namesOf = ({ rows }) => rows.filter(({ column }) => !column).map(({ name }) => name).sort();

// How wide a text is in digits, about: Chinese signs take two.
const wide = (text) => [...text].reduce((sum, sign) => sum + (sign > "\u2e7f" ? 2 : 1), 0);

export class Ranking {
  // kept: how it was sorted, which outlives it: the next node that is weighed has a ranking again.
  constructor(host, { act, look, kept = {} }) {
    Object.assign(this, { host, act, look, kept });
    this.head = element("thead", { role: "rowgroup" });
    this.body = element("tbody", { role: "rowgroup" });
    this.table = element("table", { role: "grid" }, this.head, this.body);
    this.frame = element("div", { class: "frame" }, this.table);
    host.classList.add("ranking");
    host.append(this.frame);
    this.listen();
  }

  listen() {
    const { frame, head, body } = this, on = (to, event, hear) => to.addEventListener(event, hear, { passive: true });
    on(frame, "scroll", () => this.scrolled());
    frame.addEventListener("click", (event) => this.click(event));
    frame.addEventListener("keydown", (event) => this.key(event));
    // a parked mouse is "over" whatever comes to lie below it, but does not move and so does not point
    new ResizeObserver(() => frame.style.setProperty("--head-high", `${head.offsetHeight}px`)).observe(head);
    on(body, "pointermove", (event) => { if (event.pointerType === "mouse") this.point("mouse", event.target); });
    on(body, "pointerleave", () => this.point("mouse", null));
    on(body, "focusin", (event) => this.point("keys", event.target));
    on(body, "focusout", () => this.point("keys", null));
  }

  show(block) {
    const columns = JSON.stringify([block.heads, namesOf(block)]);
    this.block = block;
    this.chosen = block.chosen;
    this.pointed = {};
    this.tell(null);
    set(this.table, "aria-label", block.label);
    set(this.table, "aria-rowcount", block.rows.length + 1);
    if (this.columns !== columns) this.begin();
    this.columns = columns;
    this.widths();
    this.sort(this.kept.columns === columns ? this.kept.sorted : RANKED);
    this.draw();
    this.reveal();
  }

  // Other columns have a head of their own.
  begin() {
    const { heads } = this.block, last = heads.length - 1;
    const kind = (i) => (i === 0 ? "question" : i < last ? "number" : "verdict");
    const button = (text) => element("button", { tabindex: -1 }, element("span", {}, ...worded(text)));
    const head = (text, i) => element("th", { class: kind(i), role: "columnheader" }, button(text));
    const [question, ...others] = heads.map(head);
    this.head.replaceChildren(element("tr", { role: "row" }, question, track(), ...others));
    this.host.classList.toggle("many", last > 2);
    this.body.replaceChildren();
    this.tails = tails(namesOf(this.block));
    const least = (text) => Math.max(6, Math.min(wide(text) * 0.9, 10), ...text.split(/ |(?=（)/).map(wide));  // its brackets in one line
    this.least = heads.map((text, i) => (i === 0 ? 0 : i === last ? 11 : least(text)));
  }

  // Each row is laid out for itself, so the columns are told how wide they are: by what is shown alone, so
  // that a step back is the same picture.
  widths() {
    const { rows } = this.block;
    const widest = (least, i) => rows.reduce((most, { cells }) => Math.max(most, wide(cells[i])), least);
    const [name, ...others] = this.least.map(widest), verdict = others.pop(), { style } = this.table;
    const room = (signs) => `${Math.min(signs, 17) + 1}ch`;
    this.host.classList.toggle("brief", name <= BRIEF);
    style.setProperty("--name", `${name + 3}ch`);
    style.setProperty("--columns", others.map(room).join(" "));
    style.setProperty("--verdict", room(verdict));
  }

  sort(sorted) {
    this.sorted = sorted;
    Object.assign(this.kept, { columns: this.columns, sorted });
    for (const [i, head] of this.heads().entries())
      set(head, "aria-sort", i !== sorted.by ? "none" : sorted.way > 0 ? "ascending" : "descending");
  }

  heads() { return [...this.head.querySelectorAll("th")]; }

  draw() {
    const { body, sorted, block: { rows } } = this;
    this.rows = sorted.way ? rows.toSorted(sorting(sorted)) : rows;
    while (body.childElementCount > rows.length) body.lastChild.remove();
    for (const [place, line] of [...body.children].entries()) this.fill(line, this.rows[place]);
    this.reach(0);
    this.mark();
    const within = this.table.contains(this.host.getRootNode().activeElement);
    if (!within || !this.stop?.isConnected) this.take(this.marked ?? body.firstChild);
  }

  // Draws the rows up to a place, and a page more.
  reach(place) {
    const { body, rows, block: { heads } } = this;
    const from = body.childElementCount, to = Math.min(place + PAGE, rows.length);
    this.table.style.setProperty("--missing", rows.length - Math.max(from, to));
    if (from > place + PAGE / 2 || from >= to) return;
    const line = blank(heads.length - 2);  // to clone one is quicker than to make one
    body.append(...rows.slice(from, to).map((row, i) => {
      const made = this.fill(line.cloneNode(true), row);
      set(made, "aria-selected", row.name === this.chosen);
      set(made, "aria-rowindex", from + i + 2);
      return made;
    }));
  }

  fill(line, row) { return fill(line, row, this.tails.get(row.column ?? row.name)); }

  mark() {
    const place = this.rows.findIndex(({ name }) => name === this.chosen);
    this.reach(place);
    this.marked = this.body.children[place];
    for (const [i, line] of [...this.body.children].entries()) set(line, "aria-selected", i === place);
  }

  scrolled() {
    const { frame, body, rows } = this;
    this.away = frame.scrollTop > 0;
    if (body.childElementCount === rows.length) return;
    const line = body.offsetHeight / rows.length;  // those that are not drawn have their room
    this.reach(Math.ceil((frame.scrollTop + frame.clientHeight) / line));
  }

  // Scrolls the chosen row into sight here, and the page not at all.
  reveal() {
    const { frame, head, marked: row } = this, shown = row && row.getAttribute("aria-rowindex");
    if (this.revealed === shown) return;
    this.revealed = shown;
    if (!row || (row.sectionRowIndex < MOST && !this.away)) return;  // to measure would cost a layout
    const { top, bottom } = row.getBoundingClientRect(), edge = frame.getBoundingClientRect().top + frame.clientTop;
    const over = Math.floor(top - edge - head.offsetHeight), under = Math.ceil(bottom - edge - frame.clientHeight) + 2;
    frame.scrollTop += over < 0 ? over : Math.max(0, under);
  }

  // One row or head takes the Tab key, the arrows walk on from it.
  take(stop) {
    if (this.stop) this.stop.tabIndex = -1;
    this.stop = stop;
    if (stop) stop.tabIndex = 0;
    return stop;
  }

  // Once the likelier way, numbers from above; once the other; then as ranked.
  sortBy(by) {
    const likely = 0 < by && by < this.block.heads.length - 1 ? -1 : 1, { by: before, way } = this.sorted;
    this.sort(before !== by ? { by, way: likely } : way === likely ? { by, way: -likely } : RANKED);
    this.draw();
    this.frame.scrollTop = 0;
    this.revealed = undefined;
  }

  click({ target }) {
    const row = target.closest("tbody tr"), button = target.closest("button");
    if (row ?? button) this.take(row ?? button).focus({ preventScroll: true });
    if (row) this.pick(row);
    else if (button) this.sortBy(this.heads().indexOf(button.parentElement));
  }

  key(event) {
    const { key, target, repeat } = event, row = target.closest("tbody tr");
    if (modified(event)) return;
    const to = row ? this.fromRow(row, key) : this.fromHead(target.closest("th"), key);
    const pressed = row && (key === "Enter" || key === " ");
    if (!to && !pressed) return;
    event.preventDefault();
    event.stopPropagation();
    if (to) this.take(to).focus();
    else if (!repeat) this.pick(row);
  }

  // Shown at once: the server's answer comes later and has the last word.
  pick(row) {
    const { name, able } = this.rows[row.sectionRowIndex];
    if (!able) return;
    this.chosen = name;
    this.mark();
    this.revealed = row.getAttribute("aria-rowindex");  // it is under the hand that chose it
    this.act("look", name);
  }

  fromRow(row, key) {
    this.reach(key === "End" ? this.rows.length : row.sectionRowIndex + 1);
    const { firstChild: first, lastChild: last } = this.body;
    const above = row.previousElementSibling ?? this.head.querySelector("button");
    return { ArrowDown: row.nextElementSibling ?? row, ArrowUp: above, Home: first, End: last }[key];
  }

  fromHead(head, key) {
    const heads = this.heads(), at = heads.indexOf(head);
    const near = { ArrowLeft: heads[at - 1], ArrowRight: heads[at + 1] }[key];
    return key === "ArrowDown" ? this.body.firstChild : near?.querySelector("button");
  }

  // The mouse says which candidate is looked into; without it, the focus.
  point(by, target) {
    this.pointed[by] = target?.closest("tr") ?? null;
    const row = this.rows[(this.pointed.mouse ?? this.pointed.keys)?.sectionRowIndex];
    this.tell(row?.able ? row.name : null);
  }

  tell(name) {
    if (name === (this.told ?? null)) return;
    this.told = name;
    this.look(name);
  }
}
