// How wide a line of text is, in pixels, as the browser would draw it; each is measured once, and
// again when a font has arrived.
export function measure(host, changed) {
  const known = new Map(), context = document.createElement("canvas").getContext("2d");
  let family = "";
  document.fonts?.addEventListener("loadingdone", () => { known.clear(); changed(); });
  return (text, size, bold) => {
    family ||= getComputedStyle(host).fontFamily || "sans-serif";
    const font = `${bold ? 650 : 400} ${size}px ${family}`, key = `${font}|${text}`;
    if (!known.has(key)) {
      if (known.size > 5000) known.clear();
      context.font = font;
      known.set(key, Math.ceil(context.measureText(text).width));
    }
    return known.get(key);
  };
}
