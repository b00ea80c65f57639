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

function line({ symbol, numbers, relation, value, legend, result }) {
  const row = element("div", "line");
  const left = element("span", "symbol");
  left.append(draw(symbol));
  const right = element("span", "numbers");
  right.append("=");
  // a sum's terms stand side by side and wrap between terms
  if (Array.isArray(numbers) && numbers[0] === "terms") right.append(...numbers.slice(1).map(draw));
  else right.append(draw(numbers));
  const end = element("span", "row");
  end.append(relation, element("span", result ? "result" : "", value));
  right.append(end);
  if (legend) right.append(element("span", "legend", legend));
  row.append(left, right);
  return row;
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".formula");
  root.setAttribute("aria-label", data.label);
  const drawn = JSON.stringify(data.lines);
  if (root.drawn !== drawn) {
    root.drawn = drawn;
    root.replaceChildren(...data.lines.map(line));
  }
  for (const count of root.querySelectorAll("[data-count]"))
    count.setAttribute("aria-pressed", count.dataset.count === data.pressed);
  root.onclick = (event) => {
    const count = event.target.closest("[data-count]");
    if (count) setTriggerValue("count", count.dataset.count === data.pressed ? "none" : count.dataset.count);
  };
}
