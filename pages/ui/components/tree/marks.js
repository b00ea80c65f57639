// What is marked in a node that is drawn already: a touch changes marks and nothing else.
// share: of the row whose way is lit, undefined off its way; wide: branches as wide as their rows.
function markNode(kept, { selected, current, home, share, wide, words }) {
  const marks = [selected, current, share, wide, home].join();
  if (kept.marks === marks) return;  // there may be a thousand of them
  kept.marks = marks;
  const { group, branch, node } = kept, lit = share !== undefined;
  group.classList.toggle("selected", selected);
  group.classList.toggle("current", current);
  group.classList.toggle("lit", lit);
  group.setAttribute("aria-selected", selected);
  group.setAttribute("tabindex", home ? 0 : -1);
  if (home) group.classList.remove("away");  // the Tab key must find it
  group.setAttribute("aria-label", [node.says, current && words.current, lit && words.lit].filter(Boolean).join(", "));
  if (!branch) return;
  branch.classList.toggle("lit", lit);
  branch.firstChild.style.strokeWidth = wide ? 1 + 7 * node.edge.share : 1.4;
  branch.lastChild.textContent = node.edge.text + (share < 1 ? ` · ${+share.toPrecision(3)}` : "");
}
