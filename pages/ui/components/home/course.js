// The course as a line with stops: each is a link to where the app teaches it; below the first, one to all
// guided lessons.
import { element } from "../stage/dom.js";
import { link } from "./links.js";

export class Course {
  constructor(host, go) {
    Object.assign(this, { host, go });
  }

  show({ label, stops, shelf, begun }) {
    const items = stops.map((stop, k) => element("li", {}, this.stop(stop, k === 0 && !begun)));
    items[0].append(link(shelf, { class: "all", text: shelf.title }, this.go));
    const list = element("ol", { class: "course" }, ...items);
    this.host.replaceChildren(element("nav", { "aria-label": label }, list));
  }

  stop({ to, href, title, sentence }, first) {
    const words = [element("b", { text: title }), element("span", { text: sentence })];
    return link({ to, href }, { class: first ? "stop first" : "stop" }, this.go, element("i"), ...words);
  }
}
