// How wide a line of text is, in pixels, as the browser would draw it; each is measured once, and again
// when a font has arrived.
export function measure(host, changed) {
  const known = new Map(), context = document.createElement("canvas").getContext("2d");
  let family = "";
  const width = (text, size, bold) => {
    family ||= getComputedStyle(host).fontFamily || "sans-serif";
    const key = `${bold ? 650 : 400} ${size}px ${family}|${text}`;
    if (!known.has(key)) {
      if (known.size > 5000) known.clear();
      context.font = key.slice(0, -1 - text.length);
      known.set(key, Math.ceil(context.measureText(text).width));
    }
    return known.get(key);
  };
  const forget = () => {
    known.clear();
    family = "";
    changed();
  };
  document.fonts?.addEventListener("loadingdone", forget);
  return Object.assign(width, { stop: () => document.fonts?.removeEventListener("loadingdone", forget) });
}
