// The same tree as an indented list of buttons: for those who hear it, and for small screens.
import { element } from "./dom.js";

export function drawOutline(list, nodes, selected, pick) {
  const depth = new Map(), made = element("ul"), held = list.getRootNode().activeElement;
  const focused = list.contains(held) ? held.dataset.id : null;
  for (const node of nodes) {
    if (node.kind === "ghost") continue;  // it is not there yet
    depth.set(node.id, node.up ? depth.get(node.up) + 1 : 0);
    const here = node.id === selected ? "true" : undefined;
    const row = element("button", { "data-id": node.id, "aria-current": here }, node.says);
    row.style.marginLeft = `${depth.get(node.id) * 1.4}em`;
    row.addEventListener("click", () => pick(node.id));
    made.append(element("li", {}, row));
  }
  list.replaceChildren(made);
  if (focused !== null) [...made.querySelectorAll("button")].find(({ dataset }) => dataset.id === focused)?.focus();
}
