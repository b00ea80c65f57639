// Page keys, Home, End, and L for a lecture, pressed before a stage is there to hear them are kept for it
// (stage/keys.js): a clicker is often pressed on a page that is still coming. It stands in the page itself,
// since all else comes later.
(() => {
  const STAGED = /\/(grow|pruning)\/?$/, kept = [];
  const KEYS = {
    PageDown: ["page", 1], PageUp: ["page", -1], Home: ["ends", "first"], End: ["ends", "last"], l: ["letter", "l"],
  };
  const early = window.nbnEarly = {
    heard: false,
    take: () => kept.splice(0).filter(({ path }) => path === location.pathname).map(({ key }) => key),
  };
  addEventListener("keydown", (event) => {
    const key = KEYS[event.key], { pathname: path } = location;
    const other = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
    const typed = event.repeat || event.target.closest?.("input, textarea, [contenteditable]");
    if (key && !(typed && key[0] !== "page") && !other && !early.heard && STAGED.test(path)) kept.push({ key, path });
  }, true);
  addEventListener("pointerdown", () => { kept.length = 0; }, true);  // they were meant for what was there before
})();
