// Puts the stage into a Streamlit component: scenes come as bytes, acts go back as a trigger. It draws
// nothing and knows nothing of scenes.
import { Stage } from "./stage.js";

const HOLE = ["left", "top", "width", "height"];

// Streamlit calls this again for each payload, with the same element.
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".stage") ?? parentElement.appendChild(document.createElement("div"));
  root.send = (queue) => setTriggerValue("act", queue);
  root.view ??= new Stage(root, { send: (queue) => root.send(queue), hole });
  document.documentElement.dataset.stage = "";  // the way out of a page without a stage is not needed
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

// Where the page may draw within the stage, as variables that its own style sheet can reach.
function hole(rect) {
  const { style } = document.documentElement;
  for (const name of HOLE) {
    if (rect) style.setProperty(`--hole-${name}`, `${rect[name]}px`);
    else style.removeProperty(`--hole-${name}`);
  }
}
