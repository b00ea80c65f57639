// On a phone the rows that a pressed count counts come from below, over whatever is read: a sheet that a swipe,
// Escape or its button closes. On a wider screen the rows stand in sight, and there is no sheet.
import { element, entitle } from "./dom.js";
import { icon } from "./icons.js";

const FAR = 56, LOW = 60;  // so many pixels down and it is closed; what the buttons below it take

export class Sheet {
  constructor(root, host, { close, signal }) {
    Object.assign(this, { root, host, onclose: close, from: null });
    this.button = element("button", { class: "close", onclick: () => this.close() }, icon("close"));
    this.grip = element("div", { class: "grip" }, element("span", { "aria-hidden": "true" }), this.button);
    host.prepend(this.grip);
    this.listen(signal);
  }

  get open() { return this.root.classList.contains("sheeted"); }

  listen(signal) {
    const { host } = this, hear = (kind, does) => host.addEventListener(kind, does, { signal, passive: true });
    hear("touchstart", (event) => this.begin(event));
    hear("touchmove", (event) => this.drag(event));
    hear("touchend", () => this.end());
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.shown()) return;
      event.stopPropagation();
      this.close();
    }, { capture: true, signal });
  }

  // A count is pressed, and the answer to it is here; or none is.
  show(on, words) {
    const comes = on && !this.open;
    this.root.classList.toggle("sheeted", on);
    if (comes && this.shown()) this.clear();
    entitle(this.button, words.close);
    if (!on) this.host.style.translate = "";
  }

  // What was tapped stays in sight above it.
  clear() {
    const tapped = this.root.querySelector("[data-count][aria-pressed='true']");
    const top = innerHeight - LOW - this.host.offsetHeight;  // it is still on its way up
    if (tapped && tapped.getBoundingClientRect().bottom > top - 8) tapped.scrollIntoView({ block: "start" });
  }

  // Whether it lies over the page, which a wide screen never has.
  shown() { return this.open && this.grip.offsetHeight > 0; }

  close() {
    if (!this.open) return;
    this.root.classList.remove("sheeted");
    this.host.style.translate = "";
    this.onclose();
  }

  // The table scrolls under the finger; the head of the sheet moves it.
  begin({ touches, target }) {
    this.from = this.shown() && touches.length === 1 && !target.closest(".scroll") ? touches[0].clientY : null;
  }

  drag({ touches }) {
    if (this.from === null) return;
    this.down = Math.max(0, touches[0].clientY - this.from);
    this.host.style.translate = `0 ${this.down}px`;
  }

  end() {
    if (this.from === null) return;
    this.from = null;
    if (this.down > FAR) this.close();
    else this.host.style.translate = "";
    this.down = 0;
  }
}
