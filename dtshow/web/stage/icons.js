// The small icons of buttons, as strokes in a box of 20. Each says nothing by itself: a button has its own name.
import { set, svg } from "./dom.js";

const SHAPES = {
  first: "M5 4v12M15 4l-6 6 6 6",
  back: "M12 4l-6 6 6 6",
  next: "M8 4l6 6-6 6",
  last: "M15 4v12M5 4l6 6-6 6",
  undo: "M7 4L3 8l4 4M3 8h8.5a4.5 4.5 0 0 1 0 9H8",
  redo: "M13 4l4 4-4 4M17 8H8.5a4.5 4.5 0 0 0 0 9H12",
  weigh: "M10 3v14M6.5 17h7M3 6h14M5 6l-2.5 5a2.7 2.7 0 0 0 5 0zM15 6l-2.5 5a2.7 2.7 0 0 0 5 0z",
  split: "M10 3v4M10 7c0 4-5.5 3-5.5 8M10 7c0 4 5.5 3 5.5 8M2.5 13l2 3 2-3M13.5 13l2 3 2-3",
  leaf: "M4 16c0-8 4-12 12-12 0 8-4 12-10 12-1 0-2-.5-2-.5M4 17c1.5-4 4-6.5 7-8",
  check: "M4 10.5l4 4 8-9",
  cut: "M5.5 12a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6zM14.5 12a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6z" +
    "M6.8 12.4L14 3M13.2 12.4L6 3",
  raise: "M10 17V4M5 9l5-5 5 5",
  collapse: "M10 17v-5M10 12C10 8 5 8 4.5 3.5M10 12c0-4 5-4 5.5-8.5M7.5 14.5l2.5 2.5 2.5-2.5",
  hand: "M6 10V5.5a1.2 1.2 0 0 1 2.4 0V9M8.4 9V4.2a1.2 1.2 0 0 1 2.4 0V9M10.8 9V5a1.2 1.2 0 0 1 2.4 0v5" +
    "M13.2 10V7.2a1.2 1.2 0 0 1 2.4 0V12c0 3.5-2 5.5-5 5.5-2.5 0-3.7-1-5-3.5L4 11a1.1 1.1 0 0 1 2-1",
  swap: "M3 7h13M13 3.5L16.5 7 13 10.5M17 13H4M7 9.5L3.5 13 7 16.5",
  place: "M10 5.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10 2v3.5M10 14.5V18M2 10h3.5M14.5 10H18",
  compare: "M7 4L3 8l4 4M3 8h10M13 8l4 4-4 4M17 12H9",
  share: "M12.7 5.4L7.3 8.6M7.3 11.4l5.4 3.2M5 7.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z" +
    "M15 13a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM15 2a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  lecture: "M2.5 3.5h15M4 3.5v8.5h12V3.5M10 12v2.5M10 14.5l-3.5 3M10 14.5l3.5 3",
  close: "M5 5l10 10M15 5L5 15",
  sum: "M14.5 6V4h-9l5 6-5 6h9v-2",
  outline: "M4 5.5h.01M8 5.5h8M7 10h.01M11 10h5M7 14.5h.01M11 14.5h5",
  shows: "M4 16V11M8 16V5M12 16V8M16 16v-3M2.5 16.5h15",
  across: "M2.500 10h15M6 6.5L2.500 10 6 13.500M14 6.500L17.500 10 14 13.500",
  smaller: "M5 10h10",
  larger: "M5 10h10M10 5v10",
  signs: "M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM7.8 8a2.2 2.2 0 1 1 3.3 1.9c-.8.4-1.1.9-1.1 1.6M10 14.2h.01",
  fit: "M4 8V4h4M16 8V4h-4M4 12v4h4M16 12v4h-4",
  graphviz: "M10 6.500a2.200 2.200 0 1 0-.01 0zM5 17.500a2.200 2.200 0 1 0-.01 0zM15 17.500a2.200 2.200 0 1 0-.01 0zM9 6.500L6 13M11 6.500L14 13",
  view: "M4 10h.01M10 10h.01M16 10h.01",
};
SHAPES.take = SHAPES.hand;

export const shapeOf = (name) => SHAPES[name] ?? "";

// Of a name that is not known, an empty place of the same size.
export function icon(name) {
  const quiet = { class: "icon", viewBox: "0 0 20 20", "aria-hidden": "true", focusable: "false" };
  return setIcon(svg("svg", quiet, svg("path")), name);
}

export function setIcon(drawn, name) {
  set(drawn.firstChild, "d", shapeOf(name));
  return drawn;
}
