// Puts the stage into a Streamlit component: scenes come, and acts go back.
import { mounted, whenServerRests } from "../mounted.js";
import { setHole, watchHost, watchTop } from "./hole.js";
import { Stage } from "./stage.js";

const make = (root) => new Stage(root, { send: (queue) => root.send("act", queue), hole: (rect) => setHole(root, rect) });

function watch(root) {
  document.documentElement.dataset.stage = "";  // the way out of a page without a stage is not needed
  return [watchHost(root), watchTop(root), whenServerRests(() => root.view?.tell()), () => setHole(root, null)];
}

export default mounted("stage", make, watch);
