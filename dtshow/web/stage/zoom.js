// How large a lecture is drawn, on the stage and on pages without one: for a screen of so many pixels; a smaller one
// has fewer, but as large letters, so that the smallest have 24 pixels on the wall.
const WIDE = 720, HIGH = 405;  // pixels that a lecture is drawn for
const LARGE = 2, PHONE = 800;  // times as large as drawn, at least; but not in a hand

export function wallZoom() {
  const least = innerWidth < PHONE ? 1 : LARGE;
  return Math.max(least, Math.min(innerWidth / WIDE, innerHeight / HIGH));
}

// Where a pointer is within an element, in the element's own pixels.
export function within(node, { clientX, clientY }) {
  const { left, top } = node.getBoundingClientRect(), zoom = node.currentCSSZoom ?? 1;
  return [(clientX - left) / zoom, (clientY - top) / zoom];
}
