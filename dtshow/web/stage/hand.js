// Wheel, drag and two fingers over the tree; a drag is told from a click by its length. It says what a
// hand does and knows nothing of the tree.
import { within } from "./zoom.js";

export function listen(svg, { zoom, pan, free }) {
  const fingers = new Map();
  let travelled = 0;
  const at = (event) => within(svg, event);
  svg.addEventListener("wheel", (event) => {
    // what cannot become smaller lets the page scroll
    if (!free() && event.deltaY > 0) return;
    event.preventDefault();
    const lines = event.deltaMode ? 20 : 1;
    zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), ...at(event));
  }, { passive: false });
  svg.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    if (!fingers.size) travelled = 0;
    fingers.set(event.pointerId, at(event));
  });
  svg.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    if (!event.buttons) return void fingers.delete(event.pointerId);  // it was let go outside
    const now = at(event), [dx, dy] = [now[0] - before[0], now[1] - before[1]];
    if (fingers.size === 1 && travelled < 5 && Math.hypot(dx, dy) < 5) return;
    if (fingers.size === 1 && !free()) return;  // all is in sight: the page may scroll
    travelled += Math.hypot(dx, dy);
    svg.setPointerCapture(event.pointerId);
    svg.classList.add("dragged");
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    fingers.set(event.pointerId, now);
    const apart = (p) => Math.hypot(p[0] - other[0], p[1] - other[1]);
    if (other) zoom(apart(now) / Math.max(1, apart(before)), ...other);
    else pan(dx, dy);
  });
  const end = (event) => {
    if (event.type === "lostpointercapture" && event.target !== svg) return;  // what a finger came down on gives it to the tree
    fingers.delete(event.pointerId);
    if (!fingers.size) svg.classList.remove("dragged");
  };
  for (const kind of ["pointerup", "pointercancel", "lostpointercapture"]) svg.addEventListener(kind, end);
  svg.addEventListener("click", (event) => { if (travelled >= 5) { event.stopPropagation(); travelled = 0; } }, true);
}
