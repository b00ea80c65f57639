// What the colours mean: a sample of each class's colour and strokes, with its name.
function drawLegend(list, names) {
  list.replaceChildren(...names.map((name, number) => {
    const entry = document.createElement("span"), text = document.createElement("span");
    const mark = shape("svg", { width: 14, height: 12, "aria-hidden": "true" });
    mark.append(shape("rect", { width: 14, height: 12, rx: 2, fill: paint(number) }));
    text.textContent = name;
    text.title = name;
    entry.append(mark, text);
    return entry;
  }));
}
