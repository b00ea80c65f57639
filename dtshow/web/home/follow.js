// Follows the links of a part of the page that Streamlit has drawn in this session: a plain click is reported, any
// other one (middle, with Ctrl, from the menu) is left to the browser. It draws nothing.
import { modified } from "../stage/dom.js";

export class Follow {
  constructor(_host, go) {
    this.over = new AbortController();
    const hear = (event) => {
      const link = event.target.closest?.(`${this.within} a[href*="lesson="]`);
      if (!link || modified(event) || event.button) return;
      event.preventDefault();
      go(link.getAttribute("href"));
    };
    document.addEventListener("click", hear, { signal: this.over.signal });
  }

  show({ within }) { this.within = within; }

  destroy() { this.over.abort(); }
}
