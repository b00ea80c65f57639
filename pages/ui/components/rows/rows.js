// Draws rows of a table: those in sight at once, the others when one scrolls or walks there.
// Text from the data is only ever set as text.
const PAGE = 30, LINE = 25;  // rows; pixels of a row that is not drawn yet

const cell = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });
// a sentence in pieces, of which every second is bold
const sentence = (pieces) => pieces.map((text, i) => cell(i % 2 ? "b" : "span", text));

class RowsView {
  constructor(all) {
    const root = this.root = all.querySelector(".rows");
    [this.said, this.opens, this.below] = [".head p", ".opens", ".said"].map((name) => all.querySelector(name));
    [this.head, this.body] = ["thead", "tbody"].map((name) => root.querySelector(name));
    this.table = root.querySelector("table");
    root.addEventListener("scroll", () => this.scrolled(), { passive: true });
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("keydown", (event) => this.key(event));
    this.opens.addEventListener("click", () => this.open());
  }

  show(data) {
    const { chosen, asked, spared, head, opens, about, said, ...own } = data, drawn = JSON.stringify(own);
    this.data = data;
    this.say(data);
    if (this.drawn !== drawn) this.draw();
    this.drawn = drawn;
    this.mark();
  }

  say({ head, opens, about, said }) {
    this.said.replaceChildren(...sentence(head));
    this.said.title = head.join("");
    this.opens.hidden = !opens;
    this.opens.querySelector("span").textContent = opens;
    this.opens.setAttribute("aria-label", `${opens}: ${about}`);
    this.opens.title = about;
    this.below.replaceChildren(...said.map((pieces) => {
      const line = document.createElement("p");
      line.append(...sentence(pieces));
      return line;
    }));
  }

  draw() {
    const { root, data } = this, within = root.contains(root.getRootNode().activeElement);
    const { columns, label } = data, cells = this.cells = JSON.parse(data.cells);
    this.tested = new Set(data.tested);
    root.setAttribute("aria-label", label);
    this.table.setAttribute("aria-rowcount", cells.length + 1);
    const names = columns.map((name) => Object.assign(cell("th", name), { scope: "col" }));
    const line = document.createElement("tr");
    line.append(cell("td", ""), ...names);
    // as wide as the longest cell, so that no column moves when more rows are drawn
    for (const [i, made] of [...line.children].entries())
      made.dataset.widest = cells.reduce((most, row) => (row[i].length > most.length ? row[i] : most), "");
    this.head.replaceChildren(line);
    this.body.replaceChildren();
    this.reach(data.chosen);
    if (within) this.walk(Math.max(data.chosen, 0));
    else if (this.away) root.scrollTop = 0;  // to ask where it stands would cost a layout
  }

  // Draws the rows up to a place, and a page more.
  reach(place) {
    const from = this.body.childElementCount, to = Math.min(place + PAGE, this.cells.length);
    if (from > place + PAGE / 2 || from >= to) return;
    this.body.append(...this.cells.slice(from, to).map((cells, i) => this.row(cells, from + i)));
    this.table.style.marginBottom = `${(this.cells.length - to) * LINE}px`;
  }

  row(cells, place) {
    const made = document.createElement("tr"), number = cell("button", cells[0]), head = cell("th", "");
    const lit = place < this.data.lit;
    made.dataset.place = place;
    made.setAttribute("aria-rowindex", place + 2);
    if (lit) made.className = "lit";
    number.setAttribute("aria-label", this.data.says.replace("{row}", () => cells[0]));
    number.setAttribute("aria-pressed", false);
    number.tabIndex = -1;
    head.scope = "row";
    head.append(number);
    const others = cells.slice(1).map((text) => cell("td", text));
    if (lit) for (const i of this.tested) others[i].className = "why";
    made.append(head, ...others);
    return made;
  }

  mark() {
    const { chosen } = this.data;
    if (chosen >= 0) this.reach(chosen);
    this.press(false);
    this.pressed = this.button(chosen);
    this.press(true);
    if (!this.stop?.isConnected) this.take(Math.max(chosen, 0));
  }

  // The chosen row shows by which of its cells the tree sends it on.
  press(on) {
    const row = this.pressed?.closest("tr"), { asked, spared } = this.data;
    if (!row) return;
    this.pressed.setAttribute("aria-pressed", on);
    row.classList.toggle("chosen", on);
    for (const [i, one] of row.querySelectorAll("td").entries()) {
      one.classList.toggle("asked", on && asked.includes(i));
      one.classList.toggle("spared", on && spared.includes(i));
    }
  }

  button(place) { return this.body.children[place]?.querySelector("button"); }

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
    this.away = this.root.scrollTop > 0;
    this.reach(Math.ceil((this.root.scrollTop + this.root.clientHeight) / LINE));
  }

  click(event) {
    const hit = event.target.closest("tbody tr");
    if (!hit) return;
    const place = Number(hit.dataset.place);
    this.take(place).focus({ preventScroll: true });
    this.choose(place === this.data.chosen ? -1 : place);
  }

  key(event) {
    const hit = event.target.closest("tbody tr"), last = this.cells.length - 1;
    const at = Number(hit?.dataset.place), to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last }[event.key];
    if (!hit || to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.walk(Math.min(Math.max(to, 0), last));
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  const all = parentElement.querySelector(".all");
  all.view ??= new RowsView(all);
  all.view.choose = (place) => setTriggerValue("row", place);
  all.view.open = () => setTriggerValue("open", true);
  all.view.show(read(data));
}
