// Draws candidates in the order of their ranking, or sorted by a column. The rows stay where they
// are and take other words. Text from the data is only ever set as text.
const MOST = 7;  // rows that are in sight without scrolling
const RANKED = { by: -1, way: 0 };
const kept = { columns: "", sorted: RANKED };  // also while nothing is drawn, from one node to the next
const words = new Intl.Collator(undefined, { numeric: true });

const element = (tag, name) => Object.assign(document.createElement(tag), { className: name });
const put = (node, text) => { if (node.textContent !== text) node.textContent = text; };

// Which column sorts how: 1 rises, -1 falls; what has no number comes last.
const sorting = ({ by, way }) => ({ by: one }, { by: other }) => {
  const a = one[by], b = other[by];
  if (a === null || b === null) return (a === null) - (b === null);
  return way * (typeof a === "string" ? words.compare(a, b) : a - b);
};

function blank(numbers) {
  const line = element("tr", ""), question = element("th", "question"), bar = element("td", "bar");
  question.scope = "row";
  question.append(element("span", ""));
  bar.append(element("i", ""));
  bar.setAttribute("aria-hidden", true);
  line.tabIndex = -1;
  line.append(question, ...Array.from({ length: numbers }, () => element("td", "number")), element("td", "verdict"), bar);
  return line;
}

function fill(line, { cells, share, best, able }, chosen) {
  const drawn = JSON.stringify([cells, share, best, able, chosen]);
  if (line.drawn === drawn) return;
  line.drawn = drawn;
  cells.forEach((text, i) => put(i ? line.cells[i] : line.firstChild.firstChild, text));
  line.firstChild.title = cells[0];
  line.lastChild.firstChild.style.setProperty("--share", share);
  line.classList.toggle("best", best);
  line.setAttribute("aria-selected", chosen);
  line.setAttribute("aria-disabled", !able);
}

class Ranking {
  constructor(root) {
    this.root = root;
    [this.table, this.head, this.body] = ["table", "thead", "tbody"].map((name) => root.querySelector(name));
    root.addEventListener("scroll", () => { this.away = root.scrollTop > 0; }, { passive: true });
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("keydown", (event) => this.key(event));
  }

  show(data) {
    const { heads, rows, label } = data, columns = JSON.stringify([heads, rows.map(({ name }) => name).sort()]);
    const drawn = JSON.stringify(data);
    if (this.drawn === drawn) return;
    this.data = data;
    this.table.setAttribute("aria-label", label);
    if (this.columns !== columns) this.begin(heads);
    [this.columns, this.drawn] = [columns, drawn];
    this.sort(kept.columns === columns ? kept.sorted : RANKED);
    this.draw();
    requestAnimationFrame(() => this.reveal());  // not before it is laid out
  }

  // Other columns have a head of their own.
  begin(heads) {
    const line = element("tr", ""), bar = element("td", "bar");
    bar.setAttribute("aria-hidden", true);
    line.append(...heads.map((text, i) => {
      const head = element("th", i === 0 ? "question" : i < heads.length - 1 ? "number" : "verdict"), button = element("button", "");
      head.scope = "col";
      button.textContent = text;
      button.tabIndex = -1;
      head.append(button);
      return head;
    }), bar);
    this.head.replaceChildren(line);
    this.body.replaceChildren();
  }

  sort(sorted) {
    this.sorted = sorted;
    Object.assign(kept, { columns: this.columns, sorted });
    for (const [i, head] of this.head.querySelectorAll("th").entries())
      head.setAttribute("aria-sort", i !== sorted.by ? "none" : sorted.way > 0 ? "ascending" : "descending");
  }

  draw() {
    const { body, sorted, data: { heads, rows, chosen } } = this;
    this.rows = sorted.way ? rows.toSorted(sorting(sorted)) : rows;
    while (body.childElementCount > rows.length) body.lastChild.remove();
    while (body.childElementCount < rows.length) body.append(blank(heads.length - 2));
    this.rows.forEach((row, place) => fill(body.children[place], row, row.name === chosen));
    const within = this.table.contains(this.root.getRootNode().activeElement);
    if (!within || !this.stop?.isConnected) this.take(body.querySelector("[aria-selected='true']") ?? body.firstChild);
  }

  // Scrolls the chosen row into sight here, and the page not at all.
  reveal() {
    const { root, head, body } = this, row = body.querySelector("[aria-selected='true']");
    if (!row || (row.sectionRowIndex < MOST && !this.away)) return;  // to measure would cost a layout
    const least = row.offsetTop + row.offsetHeight - root.clientHeight, most = row.offsetTop - head.offsetHeight;
    root.scrollTop = Math.min(Math.max(root.scrollTop, least), most);
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
    const likely = 0 < by && by < this.data.heads.length - 1 ? -1 : 1, { by: before, way } = this.sorted;
    this.sort(before !== by ? { by, way: likely } : way === likely ? { by, way: -likely } : RANKED);
    this.draw();
    this.root.scrollTop = 0;
  }

  click({ target }) {
    const row = target.closest("tbody tr"), button = target.closest("button");
    if (row ?? button) this.take(row ?? button).focus({ preventScroll: true });
    if (row) this.pick(row);
    else if (button) this.sortBy(button.parentElement.cellIndex);
  }

  key(event) {
    const { key, target, repeat } = event, row = target.closest("tbody tr");
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const to = row ? this.fromRow(row, key) : this.fromHead(target.closest("th"), key);
    const pressed = row && (key === "Enter" || key === " ");
    if (!to && !pressed) return;
    event.preventDefault();
    event.stopPropagation();
    if (to) this.take(to).focus();
    else if (!repeat) this.pick(row);
  }

  pick(row) {
    const { name, able } = this.rows[row.sectionRowIndex];
    if (able) this.choose(name);
  }

  fromRow(row, key) {
    const { firstChild: first, lastChild: last } = this.body;
    const above = row.previousElementSibling ?? this.head.querySelector("button");
    return { ArrowDown: row.nextElementSibling ?? row, ArrowUp: above, Home: first, End: last }[key];
  }

  fromHead(head, key) {
    const near = { ArrowLeft: head?.previousElementSibling, ArrowRight: head?.nextElementSibling }[key];
    return key === "ArrowDown" ? this.body.firstChild : near?.querySelector("button");
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".frame");
  root.view ??= new Ranking(root);
  root.view.choose = (name) => setTriggerValue("name", name);
  root.view.show(read(data));
}
