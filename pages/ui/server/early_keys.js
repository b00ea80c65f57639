// Page keys, Home, End, and L for a lecture, pressed before a stage is there to hear them are kept for it
// (stage/keys.js): a clicker is often pressed on a page that is still coming. It stands in the page itself,
// since all else comes later. In a guided lesson they move its band (story/band.js), on any page.
(() => {
  const STAGED = /\/(grow|pruning)\/?$/;
  let kept = [];
  const awaited = () => STAGED.test(location.pathname)
    || (!window.nbnGuide && new URLSearchParams(location.search).has("lesson"));
  const KEYS = {
    PageDown: ["page", 1], PageUp: ["page", -1], Home: ["ends", "first"], End: ["ends", "last"], l: ["letter", "l"],
  };
  const early = window.nbnEarly = {
    heard: false,
    // all that was kept for this page, or what is of one kind
    take(kind) {
      kept = kept.filter(({ path }) => path === location.pathname);
      const due = kept.filter(({ key }) => !kind || key[0] === kind);
      kept = kept.filter((one) => !due.includes(one));
      return due.map(({ key }) => key);
    },
  };
  addEventListener("keydown", (event) => {
    const key = KEYS[event.key], { pathname: path } = location;
    const other = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
    const typed = event.repeat || event.target.closest?.("input, textarea, [contenteditable]");
    if (key && !(typed && key[0] !== "page") && !other && !early.heard && awaited()) kept.push({ key, path });
  }, true);
  addEventListener("pointerdown", () => { kept.length = 0; }, true);  // they were meant for what was there before
})();
