// What is written in a node that is drawn too small for it: a card over the tree, and over the marks, while
// one points at the node or walks over it. Those who hear the tree have its words already.
import { element } from "./dom.js";

const OFF = 10;  // pixels from the node to the card

export class Peek {
  constructor(host) { host.append(this.card = element("div", { class: "peek", "aria-hidden": "true", hidden: "" })); }

  // `p`: the node's place; `at`: where that is in the panel.
  show(p, at, panel) {
    if (!this.card.hidden && this.told === p) return;
    this.told = p;
    const { card } = this, { edge, head, lines } = p.node;
    const words = [["line", edge?.text], ["head", head], ...lines.map((line) => ["line", line])].filter(([, text]) => text);
    card.replaceChildren(...words.map(([name, text]) => element("div", { class: name, text })));
    card.hidden = false;
    const { offsetWidth: w, offsetHeight: h } = card;
    const x = Math.max(2, Math.min(panel.w - w - 2, at.x - w / 2)), above = at.y - (p.y - p.top) - OFF - h;
    const y = above > 2 ? above : Math.min(panel.h - h - 2, at.y + (p.bottom - p.y) + OFF);
    card.style.cssText = `left:${x.toFixed(0)}px;top:${y.toFixed(0)}px`;
  }

  hide() { if (!this.card.hidden) this.card.hidden = true; }
}
