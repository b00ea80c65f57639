// Puts the stage into a Streamlit component: scenes come as bytes, acts go back as a trigger. It draws
// nothing and knows nothing of scenes.
import { setHole, watchHost, watchTop } from "./hole.js";
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
  const ends = [watchHost(root), watchTop(root), watchRuns(root)];
  return () => ends.forEach((end) => end?.());
}

// What is sent to a session that has just begun, as after a restart of the server, Streamlit may leave out: it does not
// know the part of the page yet. When the server rests and has not taken note of it, it is told again.
function watchRuns(root) {
  const app = document.querySelector(".stApp");
  let lost = false, timer = null;
  const again = () => {
    lost = root.view?.acts.queue.length > 0;
    root.view?.tell();
  };
  const watch = new MutationObserver(() => {
    const { testConnectionState: connection, testScriptState: script } = app.dataset;
    clearTimeout(timer);
    if (connection !== "CONNECTED") lost = true;
    else if (lost && script === "notRunning") timer = setTimeout(again, 1000);
  });
  const attributeFilter = ["data-test-connection-state", "data-test-script-state"];
  if (app) watch.observe(app, { attributes: true, attributeFilter });
  return () => { watch.disconnect(); clearTimeout(timer); };
}

// Streamlit also ends calls that a later one has overtaken: the element is then still in use.
function leave(root) {
  if (root.isConnected) return;
  root.view?.destroy();
  root.unwatch?.();
  root.view = root.unwatch = undefined;
  setHole(root, null);
}
