// The same tree as an indented list of buttons: for those who hear it, and for small screens.
function drawOutline(list, nodes, selected, pick) {
  const depth = new Map(), rows = document.createDocumentFragment();
  for (const node of nodes) {
    depth.set(node.id, node.up ? depth.get(node.up) + 1 : 0);
    const row = document.createElement("button");
    row.dataset.id = node.id;
    row.style.marginLeft = `${depth.get(node.id) * 1.4}em`;
    row.textContent = node.says;
    if (node.id === selected) row.setAttribute("aria-current", "true");
    row.onclick = () => pick(node.id);
    const item = document.createElement("li");
    item.append(row);
    rows.append(item);
  }
  const made = document.createElement("ul");
  made.append(rows);
  list.replaceChildren(made);
}
