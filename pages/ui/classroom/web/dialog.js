// A window over a page of the class, in the class's words.
import { shown } from "../stage/dialog.js";
import { button, keepWords, say } from "./base.js";

export function dialog(title, make) {
  const made = shown(title, (close) => button(say("close"), close, "quiet"), make);
  keepWords(made);
  return made;
}
