// Draws rows of a table. Text from the data is only ever set as text.
const cell = (tag, text) => {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  return made;
};

function row(cells, place, data) {
  const made = document.createElement("tr");
  made.dataset.place = place;
  const number = cell("button", cells[0]);
  number.setAttribute("aria-label", data.says.replace("{row}", cells[0]));
  const head = cell("th");
  head.scope = "row";
  head.append(number);
  made.append(head, ...cells.slice(1).map((text) => cell("td", text)));
  return made;
}

function fill(root, data) {
  const head = document.createElement("tr");
  const corner = cell("td");
  const names = data.columns.map((name) => Object.assign(cell("th", name), { scope: "col" }));
  head.append(corner, ...names);
  root.querySelector("thead").replaceChildren(head);
  const rows = JSON.parse(data.cells);
  root.querySelector("tbody").replaceChildren(...rows.map((cells, i) => row(cells, i, data)));
}

function mark(root, data) {
  const tested = new Set(data.tested);
  for (const [place, made] of [...root.querySelectorAll("tbody tr")].entries()) {
    made.className = place < data.lit ? "lit" : "";
    made.querySelector("button").setAttribute("aria-pressed", place === data.chosen);
    made.querySelectorAll("td").forEach((one, i) => one.classList.toggle("why", place < data.lit && tested.has(i)));
  }
}

// one of the rows takes the Tab key, the arrows walk on from it
function reach(root, place) {
  const buttons = root.querySelectorAll("tbody button");
  buttons.forEach((one, i) => { one.tabIndex = i === place ? 0 : -1; });
  return buttons[place];
}

export default function ({ data: sent, parentElement, setTriggerValue }) {
  const data = read(sent);
  const root = parentElement.querySelector(".rows");
  root.setAttribute("aria-label", data.label);
  root.setAttribute("role", "region");
  const drawn = `${data.says} ${data.columns.join()} ${data.cells}`;
  if (root.drawn !== drawn) {
    root.drawn = drawn;
    const within = root.contains(root.getRootNode().activeElement);
    fill(root, data);
    const first = reach(root, Math.max(data.chosen, 0));
    if (within && first) first.focus();
    else root.scrollTop = 0;
  }
  root.style.height = `${data.height}px`;
  mark(root, data);
  const choose = (place) => setTriggerValue("row", place === data.chosen ? -1 : place);
  root.onclick = (event) => {
    const hit = event.target.closest("tbody tr");
    if (!hit) return;
    reach(root, Number(hit.dataset.place)).focus({ preventScroll: true });
    choose(Number(hit.dataset.place));
  };
  root.onkeydown = (event) => {
    const hit = event.target.closest("tbody tr");
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!hit || !step) return;
    event.preventDefault();
    event.stopPropagation();
    const last = root.querySelectorAll("tbody tr").length - 1;
    reach(root, Math.min(Math.max(Number(hit.dataset.place) + step, 0), last)).focus();
  };
}
