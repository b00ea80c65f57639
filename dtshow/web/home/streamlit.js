// Puts a part of Home into a Streamlit component: what it shows comes as bytes, a followed link goes back
// as a trigger. It draws nothing itself.
import { Course } from "./course.js";
import { Gallery } from "./gallery.js";
import { Hero } from "./hero.js";

const PARTS = { course: Course, gallery: Gallery, hero: Hero };

// Streamlit calls this again for each payload, with the same element.
export default function ({ data, parentElement, setTriggerValue }) {
  const host = parentElement.querySelector(".home"), text = new TextDecoder().decode(data);
  host.go = (to) => setTriggerValue("go", to);
  if (host.shown !== text) {
    const parsed = JSON.parse(text);
    host.view ??= new PARTS[parsed.part](host, (to) => host.go(to));
    host.view.show(parsed);
    host.shown = text;
  }
  return () => leave(host);
}

// Streamlit also ends calls that a later one has overtaken: the element is then still in use.
function leave(host) {
  if (host.isConnected) return;
  host.view?.destroy?.();
  host.view = host.shown = undefined;
}
