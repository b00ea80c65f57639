// Lessons side by side, each a link to its first sentence: on a line where each leads to the next.
import { element, worded } from "../stage/dom.js";
import { link } from "./links.js";

export class Course {
  constructor(host, go) {
    Object.assign(this, { host, go });
  }

  show({ label, stops, apart }) {
    const items = stops.map((stop) => element("li", {}, this.stop(stop)));
    const list = element("ol", { class: apart ? "course apart" : "course" }, ...items);
    this.host.replaceChildren(element("nav", { "aria-label": label }, list));
  }

  stop({ to, href, title, sentence, state, said }) {
    const words = [element("b", {}, ...worded(title)), element("span", {}, ...worded(sentence))];
    if (said) words.push(element("small", { text: said }));
    return link({ to, href }, { class: `stop ${state}` }, this.go, element("i"), ...words);
  }
}
