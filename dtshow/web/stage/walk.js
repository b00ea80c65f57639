// The keys of the tree: arrows walk, Enter selects, F folds; plus and minus zoom, 0 shows all, also while one of its buttons has the focus.
import { lecturing, meaning } from "./keys.js";

export const ZOOMS = ["larger", "smaller", "fit"];

export function keyed(event, tree) {
  const id = event.target.closest(".node")?.dataset.id;
  const does = meaning(event) ?? event.key, to = WALKS[event.key], deed = DEEDS[does];
  if (!(id || ZOOMS.includes(does)) || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key === "Home" && lecturing()) return false;
  if (to) tree.walk(to(tree, id));
  else if (deed) deed(tree, id);
  else return false;
  return true;
}

const WALKS = {
  ArrowUp: (tree, id) => tree.above(id),
  ArrowDown: (tree, id) => tree.below(id)[0],
  ArrowLeft: (tree, id) => beside(tree, id, -1),
  ArrowRight: (tree, id) => beside(tree, id, 1),
  Home: () => "root",
};

const DEEDS = {
  Enter: (tree, id) => tree.pick(id),
  " ": (tree, id) => tree.pick(id),
  fold: (tree, id) => tree.fold(id),
  ...Object.fromEntries(ZOOMS.map((zoom) => [zoom, (tree) => tree.press(zoom)])),
};

function beside(tree, id, step) {
  const all = tree.below(tree.above(id));
  return all[all.indexOf(id) + step];
}
