// Puts the stage into a Streamlit component: scenes come as bytes, acts go back as a trigger. It draws
// nothing and knows nothing of scenes.
import { setHole, watchHost, watchTop } from "./hole.js";
import { whenServerRests } from "./server_rests.js";
import { Stage } from "./stage.js";

// Streamlit calls this again for each payload, with the same element.
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".stage") ?? parentElement.appendChild(document.createElement("div"));
  root.send = (queue) => setTriggerValue("act", queue);
  root.view ??= new Stage(root, { send: (queue) => root.send(queue), hole: (rect) => setHole(root, rect) });
  root.unwatch ??= watched(root);
  root.view.show(JSON.parse(new TextDecoder().decode(data)));
  document.documentElement.dataset.stage = "";  // the way out of a page without a stage is not needed
  return () => leave(root);
}

function watched(root) {
  const ends = [watchHost(root), watchTop(root), whenServerRests(() => root.view?.tell())];
  return () => ends.forEach((end) => end?.());
}

// Streamlit also ends calls that a later one has overtaken: the element is then still in use.
function leave(root) {
  if (root.isConnected) return;
  root.view?.destroy();
  root.unwatch?.();
  root.view = root.unwatch = undefined;
  setHole(root, null);
}
