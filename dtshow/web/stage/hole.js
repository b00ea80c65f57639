// Where Streamlit's own parts stand within the stage: the hole that the panel leaves, as variables that the
// page's style sheet can reach. It draws nothing. Of several stages on a page, one has the hole.
import { NARROW } from "./dom.js";

const SIDES = ["left", "top", "width", "height"];
const { style } = document.documentElement;
let owner = null;

export function setHole(root, rect) {
  if (!rect && owner !== root) return;
  owner = rect ? root : null;
  for (const side of SIDES) {
    if (rect) style.setProperty(`--hole-${side}`, `${rect[side]}px`);
    else style.removeProperty(`--hole-${side}`);
  }
}

// On a narrow screen the hole is as high as what the page draws there, which may come and go at any time.
// Returns what ends the watch; null where there is nothing to watch.
export function watchHost(root) {
  const place = root.getRootNode().host?.closest(".st-key-staged");
  if (!place || !NARROW.matches) return null;
  let seen;
  const sizes = new ResizeObserver(([{ target }]) => style.setProperty("--host-height", `${target.offsetHeight}px`));
  const look = () => {
    const host = place.querySelector(".st-key-host");
    if (host === seen) return;
    sizes.disconnect();
    if ((seen = host)) sizes.observe(host);
    else style.removeProperty("--host-height");
  };
  const changes = new MutationObserver(look);
  changes.observe(place, { childList: true, subtree: true });
  look();
  return () => {
    changes.disconnect();
    sizes.disconnect();
    style.removeProperty("--host-height");
  };
}

// How far down the page the stage begins: headings above it have one line or two, and it takes the rest.
// Returns what ends the watch; null for a stage that stands in a text.
export function watchTop(root) {
  const { host } = root.getRootNode(), page = host?.closest("[data-testid=stMainBlockContainer]");
  const place = host?.closest(".st-key-staged"), scroller = host?.closest("[data-testid=stMain]");
  if (!page || !place || !scroller) return null;
  let known = 0;
  const look = () => {
    const top = Math.round(place.getBoundingClientRect().top + scroller.scrollTop);
    if (!top || top === known) return;
    style.setProperty("--stage-at", `${known = top}px`);
  };
  const sizes = new ResizeObserver(look);
  sizes.observe(page);
  return () => {
    sizes.disconnect();
    style.removeProperty("--stage-at");
  };
}
