// The second mark of each class, for bars and bricks: strokes on its colour, none for the first.
import { colourOf } from "../stage/glyphs.js";
import { pattern } from "../stage/nodes.js";
import { svg } from "../stage/dom.js";

// Patterns "hatch-0" ... as far as the paints ("hatch-1") ask for them.
export function hatches(paints) {
  const numbers = new Set(paints.filter((paint) => paint.startsWith("hatch-")).map((paint) => +paint.slice(6)));
  return svg("defs", {}, ...[...numbers].map((k) => pattern("hatch-", k, `var(--c${colourOf(k)})`)));
}
