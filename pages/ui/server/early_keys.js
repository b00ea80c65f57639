// Page keys, and L for a lecture, pressed before a stage is there to hear them are kept for it (stage/keys.js): a clicker is often
// pressed on a page that is still coming. It stands in the page itself, since all else comes later.
(() => {
  const STAGED = /\/(grow|pruning)\/?$/, kept = [];
  const early = window.nbnEarly = {
    heard: false,
    take: () => kept.splice(0).filter(({ path }) => path === location.pathname).map(({ key }) => key),
  };
  addEventListener("keydown", (event) => {
    const key = { PageDown: 1, PageUp: -1, l: "l" }[event.key], { pathname: path } = location;
    const other = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
    const typed = key === "l" && (event.repeat || event.target.closest?.("input, textarea, [contenteditable]"));
    if (key && !typed && !other && !early.heard && STAGED.test(path)) kept.push({ key, path });
  }, true);
  addEventListener("pointerdown", () => { kept.length = 0; }, true);  // they were meant for what was there before
})();
