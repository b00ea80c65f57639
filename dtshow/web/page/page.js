// A lesson as a page of its own: the stage, and beside the title the way into the app. Nobody is asked for anything;
// what the stage reports, the lesson answers as it was written (told.js).
import { element, set, setText } from "../stage/dom.js";
import { Stage } from "../stage/stage.js";
import { Told, unpooled } from "./told.js";

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}

export default async function open(page) {
  const { home, lessons } = unpooled(await unpacked(page.getElementById("lesson").textContent));
  const [title, link, tongues] = ["h1", ".onward", ".tongues"].map((one) => page.querySelector(one));
  const root = page.querySelector(".stage"), shown = { stage: null, told: null };

  // The same beat in another language.
  function speak(language) {
    const { at = 0 } = shown.told ?? {}, lesson = lessons[language], told = new Told(lesson);
    shown.stage?.destroy();
    told.go(at);
    page.documentElement.lang = language;
    page.title = lesson.title;
    setText(title, lesson.title);
    setText(link, lesson.onward);
    set(link, "title", lesson.why);
    for (const one of tongues.children) set(one, "aria-pressed", one.lang === language);
    begin(told);
  }

  function begin(told) {
    let done = 0;
    const show = () => {
      const { lesson: { address }, beat } = told, at = new URLSearchParams({ ...address, ...beat.link });
      link.href = address ? `${home}/grow?${at}` : home;
      stage.show({ done, scene: told.scene, next: told.next, share: null, tells: false, linked: null });
    };
    const hear = (queue) => {
      for (const [number, kind, value] of queue.filter(([one]) => one > done)) {
        done = number;
        told.act(kind, value);
      }
      show();
    };
    const stage = new Stage(root, { send: hear, hole() {} });
    Object.assign(shown, { stage, told });
    show();
  }

  const names = Object.entries(lessons).map(([lang, { language }]) => element("button", { lang, text: language, onclick: () => speak(lang) }));
  if (names.length > 1) tongues.append(...names);
  speak(Object.keys(lessons)[0]);
}
