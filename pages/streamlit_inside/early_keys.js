// Page keys, Home, End, and L for a lecture, pressed before a stage is there to hear them are kept for it
// (stage/keys.js): a clicker is often pressed on a page that is still coming. It stands in the page itself,
// since all else comes later. In a guided lesson they move its band (story/band.js), on any page. What a page hears
// once it is being left is meant for the page that follows: it is handed over. What a browser gives to no page, as
// before it has painted one for the first time, nobody can keep (early_script.py has it paint at once).
(() => {
  const STAGED = /\/(grow|pruning)\/?$/;
  const LATE = "nbnLate";  // of pages that follow each other in one tab
  const handedOver = () => {
    try {
      const { at, keys } = JSON.parse(sessionStorage.getItem(LATE));
      sessionStorage.removeItem(LATE);
      return Date.now() - at < 10_000 ? keys : [];  // a tab that is opened again still has them
    } catch {
      return [];  // none, or no storage
    }
  };
  let kept = handedOver().map((key) => ({ key, path: location.pathname })), late = null;
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
    if (!key || (typed && key[0] !== "page") || other) return;
    if (!early.heard && awaited()) kept.push({ key, path });
    late?.push(key);
  }, true);
  addEventListener("beforeunload", () => { late = []; });  // from now on; where a browser does not say it, nothing is handed over
  addEventListener("pagehide", () => {
    if (!late?.length) return;
    try { sessionStorage.setItem(LATE, JSON.stringify({ at: Date.now(), keys: late })); } catch { /* no storage */ }
  });
  addEventListener("pointerdown", () => { kept.length = 0; }, true);  // they were meant for what was there before
})();
