// Of a large tree only what is in sight is displayed: what lies outside costs a browser as much as
// what one sees. A box is [left, top, right, bottom].
function union(...boxes) {
  const pick = (side, which) => which(...boxes.map((box) => box[side]));
  return [pick(0, Math.min), pick(1, Math.min), pick(2, Math.max), pick(3, Math.max)];
}

const meets = ([l, t, r, b], [left, top, right, bottom]) => l < right && r > left && t < bottom && b > top;

// Displays the nodes that meet one of the views, home, and the branches between; all without views.
function display(nodes, home, views) {
  const seen = (box) => !views || views.some((view) => meets(box, view));
  for (const [id, { group, branch, node, box }] of nodes) {
    group.classList.toggle("away", id !== home && !seen(box));
    branch?.classList.toggle("away", !seen(union(box, nodes.get(node.up).box)));
  }
}
