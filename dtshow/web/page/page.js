// A lesson as a page of its own: the stage, the band of a guided lesson, and beside the title the way into the app. Nobody
// is asked for anything; what the stage and the band report, the lesson answers as it was recorded (recording.js).
import { element, set, setText } from "../stage/dom.js";
import { Errors } from "../stage/errors.js";
import { listen } from "../stage/keys.js";
import { Stage } from "../stage/stage.js";
import { Band } from "../story/band.js";
import { done, keep, said, way } from "./done.js";
import { drawPaper } from "./paper.js";
import { expanded, Recording } from "./recording.js";
import { Scorm } from "./scorm.js";

export default async function open(page) {
  const file = expanded(JSON.parse(await globalThis.unpacked("lesson")));
  new LessonPage(page, file).begin();
}

class LessonPage {
  constructor(page, { home, lessons }) {
    const [title, link, languages, band, paper, root] = ["h1", ".onward", ".languages", ".story", ".paper", ".stage"].map((one) => page.querySelector(one));
    Object.assign(this, { page, home, lessons, title, link, languages, paper, root, bandHost: band, stage: null, done: 0, heard: 0 });
    this.scorm = new Scorm();
    this.recording = this.scorm.before;
    this.local = /^$|\/\/(localhost|127\.|\[::1\])/.test(home);  // on somebody's own machine, which nobody else knows
  }

  begin() {
    const none = () => false;
    listen({ page: none, letter: none, escape: none, ends: (to) => this.ends(to) }, new AbortController().signal);
    const names = Object.entries(this.lessons).map(([lang, { language }]) => element("button", { lang, text: language, onclick: () => this.speak(lang) }));
    if (names.length > 1) this.languages.append(...names);
    const asked = said().get("lang"), known = Object.keys(this.lessons);
    this.speak(known.includes(asked) ? asked : known[0]);
  }

  // The same beat in another language.
  speak(language) {
    const { page, link, recording: before } = this, lesson = this.lessons[language];
    this.recording = new Recording(lesson, before);
    this.leave();
    page.documentElement.lang = language;
    page.title = lesson.title;
    setText(this.title, lesson.title);
    set(link, "title", this.local ? null : lesson.why);
    for (const one of this.languages.children) set(one, "aria-pressed", one.lang === language);
    if (lesson.guide) this.band ??= new Band(this.bandHost, (kind, value) => this.press(kind, value));
    this.bandHost.hidden = !lesson.guide;
    this.show();
  }

  leave() {
    this.stage?.destroy();
    Object.assign(this, { stage: null, kind: undefined, done: 0 });
  }

  // What was done on the stage.
  hear(queue) {
    for (const [number, kind, value] of queue.filter(([one]) => one > this.done)) {
      this.done = number;
      this.recording.act(kind, value);
    }
    this.show();
  }

  // What was pressed on the band.
  press(kind, value) {
    if (kind === "go") {
      this.heard = value[0];
      this.recording.go(value[1]);
    } else if (kind === "lecture") this.recording.lecturing = value;
    else if (kind === "lessons") return this.onward();
    this.show();
  }

  // To the first or the last sentence, where the stage has no steps to do so with.
  ends(to) {
    if (this.recording.scene?.step) return false;
    this.recording.act(to, null);
    this.show();
    return true;
  }

  // Whether no other lesson can be reached from it.
  alone({ folder }) { return !folder && this.local; }

  // To the next lesson from the last stop, else to all of them: in the folder, or in the app; without them to the start.
  onward() {
    const { recording: { lesson: { guide, beats }, at }, home, page: { documentElement: { lang } } } = this;
    if (this.scorm.api) return;
    if (this.alone(guide)) return void this.band.to(0);
    const after = at === beats.length - 1 ? guide.after : "", known = after ? keep(guide.key) : done();
    const elsewhere = after ? `?${new URLSearchParams({ lesson: after, at: 1, lang })}` : `lessons?lang=${lang}`;
    location.assign(guide.folder ? way(`${after || "index"}.html`, lang, known) : `${home}/${elsewhere}`);
  }

  show() {
    const { recording: { lesson, beat, scene, next, at, lecturing }, home, link, local, done } = this, { guide, address } = lesson;
    const to = new URLSearchParams({ ...address, ...beat.link });
    if (!local) link.href = address || guide ? `${home}/${beat.page ?? "grow"}?${to}` : home;
    setText(link, local ? "Node by Node" : guide && beat.page !== "grow" ? guide.more : lesson.onward);
    const kind = scene && [scene.page, beat.table];
    if (this.stage && (!kind || kind.some((one, k) => one !== this.kind[k]))) this.leave();
    this.root.hidden = !scene;
    if (guide) this.band.show({ ...guide, words: this.words(lesson), heard: this.heard, at, page: beat.page, staged: Boolean(scene), lecture: lecturing, share: null });
    if (scene) {
      this.stage ??= new Stage(this.root, { send: (queue) => this.hear(queue), hole() {}, home: local ? null : `${home}/` });
      this.kind = kind;
      this.stage.show({ done, scene, next, share: null, tells: false, linked: null });
      this.fill(beat.scene.lecture?.errors);
    }
    drawPaper(this.paper, beat.paper);
    this.tell(lesson, at);
  }

  tell({ beats, guide }, at) {
    const last = beats.length - 1, asks = new Map(beats.flatMap(({ ask }, place) => (ask ? [[place, ask.right]] : [])));
    if (guide?.folder && at === last) keep(guide.key);
    this.scorm.tell({ at, last, asks, guesses: this.recording.guesses });
  }

  // A learning management system has its own way on.
  words({ guide }) {
    const end = this.scorm.api ? guide.finished : this.alone(guide) && guide.again;
    return end ? { ...guide.words, end, lessons: "" } : guide.words;
  }

  // Where the app draws curves that one may touch, those of a lecture stand.
  fill(errors) {
    const hole = this.root.querySelector('.block[data-type="hole"]');
    if (!hole || !errors) return;
    if (!hole.curves) hole.classList.add("trees");
    (hole.curves ??= new Errors(hole)).show(errors);
  }
}
