// Whether and how long the tree's elements take to their new places: by CSS transitions alone, which
// start from wherever things are.
import { MOVE, LEAN, still } from "./motion.js";

// "split", "move" or "none". Says whether anything glides.
export function motionOf(canvas, many, kind) {
  const glides = kind !== "none" && !many && !still();
  canvas.classList.toggle("glide", glides);
  if (glides) canvas.style.setProperty("--go", `${kind === "split" ? MOVE : LEAN}ms`);
  return glides;
}
