// The keys of the tree: arrows walk, Enter selects, F folds, plus and minus zoom, 0 shows all.
export function keyed(event, tree) {
  const id = event.target.closest(".node")?.dataset.id;
  if (!id || event.ctrlKey || event.metaKey || event.altKey) return false;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key, to = WALKS[key];
  if (to) tree.walk(to(tree, id));
  else if (DEEDS[key]) DEEDS[key](tree, id);
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
  f: (tree, id) => tree.fold(id),
  "+": (tree) => tree.press("larger"),
  "=": (tree) => tree.press("larger"),
  "-": (tree) => tree.press("smaller"),
  0: (tree) => tree.press("fit"),
};

function beside(tree, id, step) {
  const all = tree.below(tree.above(id));
  return all[all.indexOf(id) + step];
}
