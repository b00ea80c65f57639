// The course as a line with stops: each is a link to its lesson, and the last one to all guided lessons.
import { element } from "../stage/dom.js";
import { link } from "./links.js";

export class Course {
  constructor(host, go) {
    Object.assign(this, { host, go });
  }

  show({ label, stops, shelf }) {
    const all = { ...shelf, state: "all" };
    const items = [...stops, all].map((stop) => element("li", {}, this.stop(stop)));
    const list = element("ol", { class: "course" }, ...items);
    this.host.replaceChildren(element("nav", { "aria-label": label }, list));
  }

  stop({ to, href, title, sentence, state, said }) {
    const words = [element("b", { text: title }), element("span", { text: sentence })];
    if (said) words.push(element("small", { text: said }));
    return link({ to, href }, { class: `stop ${state}` }, this.go, element("i"), ...words);
  }
}
