// A lesson in a cell of a notebook, as a module of anywidget: what the kernel shows comes as a trait, what was done
// goes back as another. It stands in a shadow of its own, so that neither page nor stage knows the other's styles.
import { element, modified, set } from "./stage/dom.js";
import { Stage } from "./stage/stage.js";

const SHOWN = ["change:_shown", "change:height"];  // not every notebook takes two at once
const pixel = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });

// Red, green, blue and what is opaque of a colour, 0 to 255, however it is written.
function painted(colour) {
  pixel.clearRect(0, 0, 1, 1);
  pixel.fillStyle = colour;
  pixel.fillRect(0, 0, 1, 1);
  return pixel.getImageData(0, 0, 1, 1).data;
}

// Whether what stands behind a node is dark: the first that is painted, on the way up and out of shadows.
function dark(node) {
  for (let at = node; at; at = at.parentElement ?? at.getRootNode().host) {
    const [red, green, blue, opaque] = painted(getComputedStyle(at).backgroundColor);
    if (opaque > 127) return red * 0.3 + green * 0.6 + blue * 0.1 < 128;
  }
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

// Calls back when `node` is first seen on the page, and when that may have got another theme: notebooks say so on its
// two outermost elements.
function themes(node, again) {
  const watch = new MutationObserver(() => requestAnimationFrame(again)), seen = new ResizeObserver(again);
  for (const one of [document.documentElement, document.body]) watch.observe(one, { attributes: true });
  seen.observe(node);
  return () => { watch.disconnect(); seen.disconnect(); };
}

// A shadow cannot declare a font.
function fonts(font) {
  const bytes = Uint8Array.from(atob(font), (letter) => letter.charCodeAt(0));
  const known = [...document.fonts].some(({ family }) => family.includes("NbN Math"));
  if (!known) document.fonts.add(new FontFace("NbN Math", bytes));
}

// The keys are those of the stage while it has the focus; the notebook's own act on cells, so they stay outside.
function keep(event) {
  if (!modified(event) && event.key !== "Escape") event.stopPropagation();
}

const render = (style, { model, el }) => {
  const shadow = element("div", {}), root = element("section", { tabindex: 0 });
  const page = element("div", { class: "notebook", onkeydown: keep }, root);
  shadow.attachShadow({ mode: "open" }).append(element("style", { text: style }), page);
  el.append(shadow);
  const on = { stage: null };
  const send = (acts) => {
    model.set("_acts", acts);
    model.save_changes();
  };
  const show = () => {
    set(page, "lang", model.get("lang"));
    page.style.setProperty("--stage-height", `${model.get("height")}px`);
    on.stage?.show(JSON.parse(model.get("_shown")));
  };
  const ends = themes(page, () => {
    page.style.colorScheme = dark(el) ? "dark" : "light";
    if (on.stage) return void on.stage.theme();
    on.stage = new Stage(root, { send, hole() {}, guest: true });  // no colour is known before there is a page around it
    show();
  });
  for (const event of SHOWN) model.on(event, show);
  return () => {
    for (const event of SHOWN) model.off(event, show);
    ends();
    on.stage?.destroy();
  };
};

export default ({ style, font }) => {
  fonts(font);
  return { render: (view) => render(style, view) };
};
