// What a tree measures: the sizes of its texts, and what of it does not change with the panel. It knows no DOM.
export const MARGIN = 12, PLOT_HIGH = 60, LINE_HIGH = 15, LINE_SIZE = 12.5, FOLDER_HIGH = 20, BADGE = 16;

// Who hangs below whom, the levels from left to right, and what each node shows at full size, of nodes in pre-order.
// `worn`: the marks of nodes, as the scene has them.
export function laidOut(nodes, worn) {
  const byId = new Map(), children = new Map(), levels = [];
  for (const node of nodes) {
    const depth = node.up ? byId.get(node.up).depth + 1 : 0;
    byId.set(node.id, { node, depth, body: bodyOf(node), badges: badgesOf(node, worn) });
    if (node.up) children.set(node.up, [...(children.get(node.up) ?? []), node.id]);
    (levels[depth] ??= { nodes: [] }).nodes.push(node);
  }
  return { byId, children, levels, worn };
}

// The same tree where less of it is drawn: its first levels down to `deep`, and the ways to the nodes `ends`, with what
// stands beside them and below; of a way that is `cut` its end alone, `far` from what it hangs from then. What is folded
// away is counted.
export function trimmed({ byId, worn }, deep, ends, cut) {
  const way = new Set(ends), above = new Map(), nodes = [];
  for (const end of cut ? [] : ends) for (let { up } = byId.get(end).node; up; { up } = byId.get(up).node) way.add(up);
  for (const { node, depth } of byId.values()) {
    const { id, up, edge, hidden } = node, top = above.get(up), far = top && top.id !== up;
    const drawn = depth <= deep || way.has(id) || way.has(up);
    const one = drawn ? { ...node, ...(far && { up: top.id, far, edge: { ...edge, text: `… ${byId.get(up).node.head} ${edge.text}` } }) } : top;
    above.set(id, one);
    if (drawn) nodes.push(one);
    else if (node.kind !== "ghost" && !node.marks.includes("fallen")) top.hidden += 1 + hidden;
  }
  return laidOut(nodes, worn);
}

// The marks that are drawn beside its name.
const badgesOf = ({ marks }, worn) => marks.map((name) => worn?.[name]?.path).filter(Boolean);

// Between the head above and the counts below: a tray of marks, a plot, a bar, or in a small picture a sign.
function bodyOf(node) {
  if (node.sign !== undefined) return { kind: "sign" };
  if (node.tray) return { kind: "tray", w: node.tray.w, h: node.tray.h };
  if (node.plot) return { kind: "plot", w: node.w - 8, h: PLOT_HIGH };
  return { kind: "bar", w: barWide(node), h: node.thick };
}

// Whether a bar is of a number: its low end, mean and high end.
export const spread = ({ bar }) => typeof bar[0] === "number";

export const barWide = (node) => Math.max(40, Math.min(160, node.w - 16));
