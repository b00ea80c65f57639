// The first script of a page: styles and scripts lie in it deflated, in base64. Its policy names both scripts.
globalThis.unpacked = async (id) => {
  const bytes = Uint8Array.from(atob(document.getElementById(id).textContent), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
};
// No await outside of a function: the app's one script holds this module too.
(async () => {
  for (const [id, tag] of [["styles", "style"], ["modules", "script"]]) {
    const part = document.createElement(tag);
    if (tag === "script") part.type = "module";
    part.textContent = await unpacked(id);
    document.head.append(part);
  }
})();
