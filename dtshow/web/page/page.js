// A lesson as a page of its own: the stage, and beside the title the way into the app. Nobody is asked for anything;
// what the stage reports, the lesson answers as it was recorded (recording.js).
import { element, set, setText } from "../stage/dom.js";
import { Stage } from "../stage/stage.js";
import { expanded, Recording } from "./recording.js";

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}

export default async function open(page) {
  const { home, lessons } = expanded(await unpacked(page.getElementById("lesson").textContent));
  const [title, link, languages] = ["h1", ".onward", ".languages"].map((one) => page.querySelector(one));
  const root = page.querySelector(".stage"), shown = { stage: null, recording: null };

  // The same beat in another language.
  function speak(language) {
    const { at = 0 } = shown.recording ?? {}, lesson = lessons[language], recording = new Recording(lesson);
    shown.stage?.destroy();
    recording.go(at);
    page.documentElement.lang = language;
    page.title = lesson.title;
    setText(title, lesson.title);
    setText(link, lesson.onward);
    set(link, "title", lesson.why);
    for (const one of languages.children) set(one, "aria-pressed", one.lang === language);
    begin(recording);
  }

  function begin(recording) {
    let done = 0;
    const show = () => {
      const { lesson: { address }, beat } = recording, at = new URLSearchParams({ ...address, ...beat.link });
      link.href = address ? `${home}/grow?${at}` : home;
      stage.show({ done, scene: recording.scene, next: recording.next, share: null, tells: false, linked: null });
    };
    const hear = (queue) => {
      for (const [number, kind, value] of queue.filter(([one]) => one > done)) {
        done = number;
        recording.act(kind, value);
      }
      show();
    };
    const stage = new Stage(root, { send: hear, hole() {}, home: `${home}/` });
    Object.assign(shown, { stage, recording });
    show();
  }

  const names = Object.entries(lessons).map(([lang, { language }]) => element("button", { lang, text: language, onclick: () => speak(lang) }));
  if (names.length > 1) languages.append(...names);
  speak(Object.keys(lessons)[0]);
}
