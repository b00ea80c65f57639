// The link to the present step, with its QR code: a card of its own, large in a lecture. The link and the
// code come from the server; it only shows and copies them.
import { anew, element, set, setText, svg } from "./dom.js";

export class Share {
  constructor(root, act) {
    Object.assign(this, { root, act, data: null });
    this.code = svg("path");
    this.picture = svg("svg", { class: "qr", role: "img" }, this.code);
    this.link = element("input", { type: "text", readonly: true, onfocus: () => this.link.select() });
    this.copy = element("button", { class: "copy", onclick: () => this.copied() });
    this.keep = element("button", { onclick: () => this.act("share", "keep") });
    this.save = element("button", { onclick: () => this.act("share", "save") });
    this.room = element("button", { class: "class", onclick: () => this.enter() });
    this.close = element("button", { onclick: () => this.turn(false) });
    this.status = element("p", { role: "status" });
    this.said = element("div", { class: "remarks" });
    const row = element("div", { class: "row" }, this.copy, this.keep, this.room, this.save, this.close);
    this.opened = element("p", { role: "status" });
    this.card = element("div", { class: "linkcard", role: "dialog", hidden: true },
      this.said, this.picture, element("div", { class: "told" }, this.link, row, this.opened, this.status));
    root.append(this.card);
  }

  get open() { return !this.card.hidden; }

  // Asks for the link, or puts it away at once.
  turn(on = !this.open) {
    if (!on) this.hide();
    this.act("share", on);
  }

  hide() {
    const held = this.card.getRootNode().activeElement, back = this.back ?? null;
    this.card.hidden = true;
    this.data = this.drawn = this.back = null;
    if (!this.card.contains(held)) return;
    held.blur();  // what is hidden keeps the focus until the next frame, and a key pressed before that is its own
    back?.focus({ preventScroll: true });
  }

  // What the server sends with each step while the link is open; null if it is not.
  show(data) {
    if (!data) return void (this.open && this.hide());
    if (!anew(this, data)) return;
    const begins = !this.open;
    this.data = data;
    this.name(data.words);
    this.picture.toggleAttribute("hidden", !data.path);  // no code holds a very long link
    set(this.picture, "viewBox", `0 0 ${data.size} ${data.size}`);
    set(this.code, "d", data.path);
    this.link.value = data.link;
    setText(this.keep, data.keep ?? "");
    this.keep.hidden = !data.keep;
    setText(this.save, data.save);
    this.showRoom(data.class);
    setText(this.status, "");
    this.card.classList.toggle("doubt", data.said.length > 0);  // what one must know before one takes the code
    this.said.replaceChildren(...data.said.map((text) => element("p", { text })));
    if (!begins) return;
    this.back = this.card.getRootNode().activeElement;
    this.card.hidden = false;
    this.copy.focus({ preventScroll: true });
  }

  name(words) {
    this.words = words;
    set(this.card, "aria-label", words.share);
    set(this.picture, "aria-label", words.code);
    set(this.link, "aria-label", words.link);
    setText(this.copy, words.copy);
    setText(this.close, words.close);
  }

  // A button that opens a class; once there is one, it leads to its board, which opens by itself the first time.
  showRoom(room) {
    this.room.hidden = !room;
    setText(this.room, room?.open ?? "");
    setText(this.opened, room?.said ?? "");
    if (this.entering && room?.board) this.enter();
  }

  enter() {
    const { board } = this.data.class;
    this.entering = !board;
    if (board) window.open(new URL(board, location.href), "_blank", "noopener");  // beside the page, wherever that is
    else this.act("share", "class");
  }

  async copied() {
    let done = false;
    try {
      await navigator.clipboard.writeText(this.data.link);
      done = true;
    } catch {  // not a secure origin, as in most classrooms
      this.link.focus();
      done = document.execCommand("copy");
      if (done) this.copy.focus({ preventScroll: true });
    }
    setText(this.status, done ? this.words.copied : this.words.uncopied);
  }
}
