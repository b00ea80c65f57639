// Draws lines of working from nested boxes. Text from the data is only ever set as text.
const element = (tag, name, text) => {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text !== undefined) made.textContent = text;
  return made;
};

function draw(box) {
  if (typeof box === "string") return element("span", "", box);
  const [kind, ...parts] = box;
  if (kind === "named") return leading(parts[0], parts[1]);
  if (kind === "count") return button(parts[0], parts[1], parts[2]);
  if (kind === "squares") {
    const row = element("span", "row");
    row.append("Σ(", draw(["it", "y"]), " − ", button(parts[0], parts[1], parts[2]), ")", draw(["sup", "2"]));
    return row;
  }
  if (kind === "it" || kind === "rm" || kind === "sub" || kind === "sup") return element("span", kind, parts[0]);
  const group = element("span", kind);
  for (const part of parts) {
    const drawn = draw(part);
    // the halves of a fraction each need a box of their own to hold the line
    group.append(kind === "frac" && drawn.tagName === "BUTTON" ? wrapped(drawn) : drawn);
  }
  return group;
}

const wrapped = (node) => { const box = element("span"); box.append(node); return box; };

function button(key, text, says) {
  const made = element("button", "", text);
  made.dataset.count = key;
  made.title = says;
  made.setAttribute("aria-label", `${text}: ${says}`);
  return made;
}

// a number that is worked out in a line of its own leads there
function leading(text, name) {
  const made = element("button", "leads", text);
  made.dataset.leads = name;
  made.setAttribute("aria-label", `${text} ↑`);
  return made;
}

function line({ name, symbol, general, numbers, relation, value, legend, result }, opens) {
  const row = element("div", "line");
  row.dataset.name = name;
  const left = element("button", "symbol");
  left.dataset.opens = name;
  left.title = opens;
  left.setAttribute("aria-expanded", "false");
  left.append(draw(symbol));
  const right = element("span", "numbers");
  right.append("=");
  // a sum's terms stand side by side and wrap between terms
  if (Array.isArray(numbers) && numbers[0] === "terms") right.append(...numbers.slice(1).map(draw));
  else right.append(draw(numbers));
  const end = element("span", "row");
  end.append(relation, element("span", result ? "result" : "value", value));
  right.append(end);
  if (legend) right.append(element("span", "legend", legend));
  const definition = element("span", "general");
  definition.append("= ", draw(general));
  definition.hidden = true;
  row.append(left, definition, right);
  return row;
}

function open(row, wanted) {
  row.querySelector(".symbol").setAttribute("aria-expanded", wanted);
  row.querySelector(".general").hidden = !wanted;
}

function lead(root, name) {
  const row = [...root.querySelectorAll(".line")].find((line) => line.dataset.name === name);
  if (!row) return;
  row.scrollIntoView({ block: "nearest" });
  row.querySelector(".symbol").focus({ preventScroll: true });
  row.classList.remove("shown");
  void row.offsetWidth; // so that it can be shown again
  row.classList.add("shown");
}

export default function ({ data: sent, parentElement, setTriggerValue }) {
  const data = read(sent);
  const root = parentElement.querySelector(".formula");
  root.setAttribute("aria-label", data.label);
  root.opened = root.opened || new Set();
  const drawn = JSON.stringify(data.lines);
  if (root.drawn !== drawn) {
    root.drawn = drawn;
    root.replaceChildren(...data.lines.map((one) => line(one, data.opens)));
    const names = new Set(data.lines.map((one) => one.name));
    for (const number of root.querySelectorAll("[data-leads]"))
      if (!names.has(number.dataset.leads)) number.replaceWith(number.textContent);
  }
  for (const row of root.querySelectorAll(".line")) open(row, root.opened.has(row.dataset.name));
  for (const count of root.querySelectorAll("[data-count]"))
    count.setAttribute("aria-pressed", count.dataset.count === data.pressed);
  root.onclick = (event) => {
    const hit = event.target.closest("button");
    if (!hit) return;
    const { count, leads, opens } = hit.dataset;
    if (count) setTriggerValue("count", count === data.pressed ? "none" : count);
    if (leads) lead(root, leads);
    if (opens) {
      if (!root.opened.delete(opens)) root.opened.add(opens);
      open(hit.parentElement, root.opened.has(opens));
    }
  };
}
