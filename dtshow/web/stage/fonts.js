// Makes the math font known to the page, once: a shadow root cannot declare a font of its own.
export const FAMILY = "NbN Math";
const FILE = new URL("./fonts/noto-sans-math.woff2", import.meta.url).href;

export function mathFont() {
  const known = [...document.fonts].some((face) => face.family.includes(FAMILY));
  if (!known) document.fonts.add(new FontFace(FAMILY, `url("${FILE}")`));
}
