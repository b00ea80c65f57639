// Scrolls the panel of the tree so that the selected node is in sight; draws nothing itself.
export default function ({ data, parentElement }) {
  const follow = () => {
    const panel = parentElement.ownerDocument.querySelector(".st-key-tree");
    const titles = panel ? [...panel.querySelectorAll("g.node > title")] : [];
    const node = titles.find((title) => title.textContent === data.node)?.parentNode;
    if (!node || titles.length !== data.nodes) return false;
    const [box, frame] = [node.getBoundingClientRect(), panel.getBoundingClientRect()];
    const hidden = box.left < frame.left || box.right > frame.right || box.top < frame.top || box.bottom > frame.bottom;
    if (hidden) {
      panel.scrollLeft += box.left + box.width / 2 - frame.left - frame.width / 2;
      panel.scrollTop += box.top + box.height / 2 - frame.top - frame.height / 2;
    }
    return true;
  };
  let tries = 0;  // Graphviz draws a moment after the page
  const wait = () => follow() || ++tries > 60 || setTimeout(wait, 50);
  wait();
}
