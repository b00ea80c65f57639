// What is written in a node that is drawn too small for it: a card over the tree, and over the marks, while
// one points at the node or walks over it. Those who hear the tree have its words already.
import { element } from "./dom.js";
import { HEAD_HIGH, HEAD_SIZE, LINE_HIGH, LINE_SIZE } from "./sizes.js";

const PAD = 8, OFF = 10;  // around the words, and from the node to the card; pixels

export class Peek {
  constructor(host, width) {
    Object.assign(this, { width, card: element("div", { class: "peek", "aria-hidden": "true", hidden: "" }) });
    host.append(this.card);
  }

  // `p`: the node's place; `at`: where that is in the panel.
  show(p, at, panel) {
    if (!this.card.hidden && this.told === p) return;
    this.told = p;
    const { node } = p, lines = node.lines.map((line) => [line, false]);
    const words = [[node.edge?.text, false], [node.head, true], ...lines].filter(([text]) => text);
    const wide = ([text, head]) => this.width(text, head ? HEAD_SIZE : LINE_SIZE, head);
    const w = 2 * PAD + 2 + Math.max(...words.map(wide));
    const h = words.reduce((sum, [, head]) => sum + (head ? HEAD_HIGH : LINE_HIGH), 2 * PAD + 2);
    const x = Math.max(2, Math.min(panel.w - w - 2, at.x - w / 2)), above = at.y - (p.y - p.top) - OFF - h;
    const y = above > 2 ? above : Math.min(panel.h - h - 2, at.y + (p.bottom - p.y) + OFF);
    this.card.style.cssText = `left:${x.toFixed(0)}px;top:${y.toFixed(0)}px;width:${w}px`;
    this.card.replaceChildren(...words.map(([text, head]) => element("div", { class: head ? "head" : "line" }, text)));
    this.card.hidden = false;
  }

  hide() { if (!this.card.hidden) this.card.hidden = true; }
}
