// The second mark of each class, for bars and bricks: strokes on its colour, none for the first.
import { LOOKS, colourOf } from "../stage/glyphs.js";
import { pattern } from "../stage/nodes.js";
import { svg } from "../stage/dom.js";

// Patterns "hatch-0" and so on.
export const hatches = () =>
  svg("defs", {}, ...Array.from({ length: LOOKS }, (_, k) => pattern("hatch-", k, `var(--c${colourOf(k)})`)));
