// What is written in a node that is drawn too small for it: a card over the tree while one points at
// the node or walks over it. Those who hear the tree have its words already.
import { svg } from "./dom.js";

const HEAD = 20, LINE = 15, PAD = 8;

export class Peek {
  constructor(canvas, width) {
    Object.assign(this, { width, card: svg("g", { class: "peek", "aria-hidden": "true" }) });
    canvas.append(this.card);
  }

  // `p`: the node's place; `at`: where that is in the panel.
  show(p, at, panel) {
    const { node } = p, condition = node.edge?.text ?? "", texts = [[condition, "line"], [node.head, "head"], ...node.lines.map((line) => [line, "line"])];
    const told = texts.filter(([text]) => text), w = 2 * PAD + Math.max(...told.map(([text, kind]) => this.width(text, kind === "head" ? 14 : 12.5, kind === "head")));
    const h = 2 * PAD + told.reduce((sum, [, kind]) => sum + (kind === "head" ? HEAD : LINE), 0);
    const x = Math.max(w / 2 + 2, Math.min(panel.w - w / 2 - 2, at.x)), above = at.y - (p.y - p.top) - 10 - h;
    const y = above > 2 ? above : Math.min(panel.h - h - 2, at.y + (p.bottom - p.y) + 10);
    let down = PAD;
    this.card.replaceChildren(svg("rect", { x: -w / 2, y: 0, width: w, height: h, rx: 8 }));
    for (const [text, kind] of told) {
      const high = kind === "head" ? HEAD : LINE;
      this.card.append(svg("text", { class: kind, y: down + high / 2 }, text));
      down += high;
    }
    this.card.setAttribute("transform", `translate(${x.toFixed(1)},${y.toFixed(1)})`);
  }

  hide() { if (this.card.firstChild) this.card.replaceChildren(); }
}
