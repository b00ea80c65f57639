// Small trees beside each other, or a single one, as the stage draws them without words (the records are those of
// dtshow/scene/tree/small.py); above them what the signs of their nodes and the patterns of their bars mean.
import { mounted } from "../mounted.js";
import { anew, element, svg } from "../stage/dom.js";
import { above, level } from "../stage/ids.js";
import { sample } from "../stage/legend.js";
import { signOf } from "../stage/nodes.js";
import { Picture } from "../stage/picture.js";

const levels = ({ nodes }) => Math.max(...nodes.map(({ id }) => level(id)));
const SIGN = { width: 14, height: 14, viewBox: "-7 -7 14 14", "aria-hidden": "true" };

class Small {
  constructor(host) { Object.assign(this, { host, pictures: [] }); }

  show(data) {
    if (!anew(this, data)) return;
    this.destroy();
    const { trees } = data, deepest = Math.max(...trees.map(levels)), items = trees.map((tree) => this.item(tree, deepest));
    const list = element("ol", { class: trees.length > 1 ? null : "single" }, ...items);
    this.host.replaceChildren(...this.legend(data), list);
    trees.forEach((tree, k) => this.pictures[k].show(sceneOf(tree, data)));
  }

  // As high as its share of the levels: those of all trees are level.
  item({ nodes, below, own }, deepest) {
    const frame = element("div", { style: `--part: ${levels({ nodes }) / deepest}` }), item = element("li", { class: own ? "own" : null }, frame);
    if (below) item.append(element("small", { text: below }));
    this.pictures.push(new Picture(frame));
    return item;
  }

  legend({ columns, classes, trees, colours }) {
    if (trees.length < 2) return [];
    const [{ paint }] = this.pictures;
    const signs = columns.map(([name, sign]) => [name, svg("svg", SIGN, signOf(sign, 13))]);
    const bars = classes.map((name, k) => [name, sample(k, colours, false, paint)]);
    const entries = [...signs, ...bars].map(([name, drawn]) => element("span", {}, drawn, element("span", { text: name })));
    return entries.length ? [element("p", {}, ...entries)] : [];
  }

  destroy() {
    for (const picture of this.pictures.splice(0)) picture.destroy();
  }
}

function sceneOf({ nodes, label }, { classes, colours }) {
  const tree = { nodes: nodes.map(whole), label, marks: null, selected: "root", still: true, shapes: true };
  return { classes, colours, words: {}, tree };
}

// A record with what nodes without words leave out.
const whole = ({ id, ...own }) => ({
  id, up: id === "root" ? "" : above(id), marks: [], head: "", lines: [], says: "", hidden: 0, w: 0, thick: 0,
  edge: { text: "", share: 1 }, ...own,
});

export default mounted("small", (host) => new Small(host));
