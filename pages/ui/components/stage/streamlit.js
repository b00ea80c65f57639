// Puts the stage into a Streamlit component: scenes come as bytes, acts go back as a trigger. It draws
// nothing and knows nothing of scenes.
import { Stage } from "./stage.js";

const NARROW = matchMedia("(max-width: 799px)");
const HOLE = ["left", "top", "width", "height"];

// Streamlit calls this again for each payload, with the same element.
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".stage") ?? parentElement.appendChild(document.createElement("div"));
  root.send = (queue) => setTriggerValue("act", queue);
  root.view ??= new Stage(root, { send: (queue) => root.send(queue), hole });
  document.documentElement.dataset.stage = "";  // the way out of a page without a stage is not needed
  if (NARROW.matches) watch(root);
  root.view.show(JSON.parse(new TextDecoder().decode(data)));
  return () => leave(root);
}

// Streamlit also ends calls that a later one has overtaken: the element is then still in use.
function leave(root) {
  if (root.isConnected) return;
  root.view?.destroy();
  root.view = undefined;
  hole(null);
}

// On a narrow screen the hole is as high as what the page draws there, which may come and go at any time.
function watch(root) {
  const place = root.getRootNode().host?.closest(".st-key-staged"), { style } = document.documentElement;
  if (!place || root.watched === place) return;
  root.watched = place;
  let seen = null;
  const sizes = new ResizeObserver(([{ target }]) => style.setProperty("--host-height", `${target.offsetHeight}px`));
  const look = () => {
    const host = place.querySelector(".st-key-host");
    if (host === seen) return;
    sizes.disconnect();
    if ((seen = host)) sizes.observe(host);
    else style.removeProperty("--host-height");
  };
  new MutationObserver(look).observe(place, { childList: true, subtree: true });
  look();
}

// Where the page may draw within the stage, as variables that its own style sheet can reach.
function hole(rect) {
  const { style } = document.documentElement;
  for (const name of HOLE) {
    if (rect) style.setProperty(`--hole-${name}`, `${rect[name]}px`);
    else style.removeProperty(`--hole-${name}`);
  }
}
