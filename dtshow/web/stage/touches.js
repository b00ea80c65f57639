// What a touch looks like before anyone knows what comes of it: the scene with what was touched marked. It
// changes nothing that the server would have to work out.

// By the kinds of acts, which are told their values.
const MARKS = {
  pick: (scene, id) =>
    (scene.tree.nodes.some((node) => node.id === id) ? letGo(tree(scene, { selected: id, unpicked: false })) : scene),
  fold: (scene, id) => tree(scene, { nodes: folded(scene.tree, id) }),
  look: (scene, name) => letGo(block({ ...scene, looks: name }, "ranking", { chosen: name })),
  view: (scene, key) => block(scene, "views", { chosen: key }),
  count: (scene, key) => block(scene, "sum", { pressed: key === "none" ? "" : key }),
  row: (scene, place) => (scene.rows ? { ...scene, rows: { ...scene.rows, chosen: place } } : scene),
  shows: (scene, shows) => tree(scene, { shows }),
  do: (scene, key) => flipped(scene, key),
};

// What a node hides is known if it is to be folded; what it opens is not. The way to the selected node
// is always open.
function folded({ nodes, selected }, id) {
  const under = (one) => one !== id && (id === "root" || one.startsWith(`${id}.`));
  const gone = nodes.filter((node) => under(node.id)), node = nodes.find((one) => one.id === id);
  if (!gone.length || node.hidden || under(selected)) return nodes;
  const hidden = gone.reduce((sum, one) => sum + (one.kind === "ghost" ? 0 : 1 + one.hidden), 0);
  return nodes.filter((one) => !gone.includes(one)).map((one) => (one === node ? { ...one, hidden } : one));
}

export const touched = (scene, [, kind, value]) => MARKS[kind]?.(scene, value) ?? scene;
const tree = (scene, change) => ({ ...scene, tree: { ...scene.tree, ...change } });

// No count is pressed any more.
const letGo = (scene) => (scene.panel?.some(({ pressed }) => pressed) ? block(scene, "sum", { pressed: "" }) : scene);

function block(scene, type, change) {
  if (!scene.panel) return scene;
  return { ...scene, panel: scene.panel.map((one) => (one.type === type ? { ...one, ...change } : one)) };
}

// Of what a button does only this is known: a switch is then the other way; if it is refused, it goes back.
function flipped(scene, key) {
  const own = ({ type, do: name }) => type === "switch" && name === key;
  if (!scene.panel?.some(own)) return scene;
  return { ...scene, panel: scene.panel.map((one) => (own(one) ? { ...one, on: !one.on } : one)) };
}
