// Page keys pressed before a stage is there to hear them are kept for it (stage/keys.js): a clicker is often
// pressed on a page that is still coming. It stands in the page itself, since all else comes later.
(() => {
  const STAGED = /\/(grow|pruning)\/?$/, kept = [];
  const early = window.nbnEarly = {
    heard: false,
    take: () => kept.splice(0).filter(({ path }) => path === location.pathname).map(({ by }) => by),
  };
  addEventListener("keydown", (event) => {
    const by = { PageDown: 1, PageUp: -1 }[event.key], { pathname: path } = location;
    const other = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
    if (by && !other && !early.heard && STAGED.test(path)) kept.push({ by, path });
  }, true);
  addEventListener("pointerdown", () => { kept.length = 0; }, true);  // they were meant for what was there before
})();
