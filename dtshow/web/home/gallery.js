// Tables as pictures, group by group: each picture is the link. What a picture shows was worked out from
// the table by the server, as paths; colours and hatches are put on here.
import { element, svg } from "../stage/dom.js";
import { hatches } from "./hatches.js";
import { link } from "./links.js";

const WIDE = 180, HIGH = 104;

export class Gallery {
  constructor(host, go) {
    Object.assign(this, { host, go });
  }

  show({ groups }) {
    const defs = svg("svg", { class: "defs", "aria-hidden": true }, hatches());
    this.host.replaceChildren(defs, ...groups.map((group) => this.group(group)));
  }

  group({ name, tiles }) {
    const items = tiles.map((tile) => element("li", {}, this.tile(tile)));
    const list = element("ul", { class: "shelf", "aria-label": name }, ...items);
    return element("section", {}, element("h3", { text: name }), list);
  }

  tile({ to, href, title, line, shapes }) {
    const words = [element("b", { text: title }), element("span", { text: line })];
    return link({ to, href }, { class: "tile" }, this.go, picture(shapes), ...words);
  }
}

// Each shape is [paint, path, width of its stroke, or 0 for an area].
function picture(shapes) {
  return svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, "aria-hidden": true }, ...shapes.map(shape));
}

function shape([paint, d, wide]) {
  const hatch = paint.startsWith("hatch-") ? `url(#${paint})` : null;
  if (!wide) return svg("path", { d, class: `area ${paint}`, ...(hatch && { fill: hatch }) });
  return svg("path", { d, class: `line ${paint}`, "stroke-width": wide, ...(hatch && { stroke: hatch }) });
}
