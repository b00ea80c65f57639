// A window over a page of the class, in the class's words.
import { shown } from "../stage/dialog.js";
import { button, keepWords, line, say } from "./base.js";

export function dialog(title, make) {
  const made = shown(title, (close) => button(say("close"), close, "quiet"), make);
  keepWords(made);
  return made;
}

// Before what cannot be taken back. The first button has the focus, and keeps all as it is.
export function confirm(act, run) {
  const sure = (close) => {
    close();
    run();
  };
  dialog(say(`${act}_title`), (close) => [line(say(`${act}_more`), "lead"), button(say("cancel"), close, "choice"),
    button(say(act), () => sure(close), "choice primary")]);
}
