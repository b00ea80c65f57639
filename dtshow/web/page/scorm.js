// A lesson that a learning management system plays (SCORM 1.2 Run-Time Environment, 3.4): where one is, which guesses were
// right, and that the last stop was seen. From a disk there is no such system, and nothing is told.
const UP = 99;  // windows above this one

// The system's API: in a window around this one, or around the one that opened it.
function found() {
  for (let [one, k] = [window, 0]; k < UP; one = one.parent === one ? one.opener : one.parent, k += 1) {
    try {
      if (!one || one.API) return one?.API;
    } catch {  // of another origin
      return undefined;
    }
  }
  return undefined;
}

export class Scorm {
  constructor() {
    this.api = found();
    if (!this.api) return;
    this.api.LMSInitialize("");
    this.done = ["completed", "passed"].includes(this.api.LMSGetValue("cmi.core.lesson_status"));
    this.since = Date.now();
    addEventListener("pagehide", () => this.finish(), { once: true });
  }

  // Where one was: the place of the beat, and what was guessed.
  get before() {
    const { api } = this, at = Number(api?.LMSGetValue("cmi.core.lesson_location")) || 0;
    try {
      return { at, guesses: new Map(JSON.parse(api?.LMSGetValue("cmi.suspend_data") || "[]")) };
    } catch {
      return { at, guesses: new Map() };
    }
  }

  // `asks`: by the place of each question, which answers are right.
  tell({ at, last, guesses, asks }) {
    if (!this.api) return;
    const right = [...asks].filter(([place, keys]) => keys.includes(guesses.get(place)?.[0])).length;
    this.done ||= at === last;
    this.set("cmi.core.lesson_location", String(at));
    this.set("cmi.suspend_data", JSON.stringify([...guesses]));
    this.set("cmi.core.lesson_status", this.done ? "completed" : "incomplete");
    if (asks.size) {
      for (const [name, value] of [["min", 0], ["max", 100], ["raw", Math.round((100 * right) / asks.size)]])
        this.set(`cmi.core.score.${name}`, String(value));
    }
    this.api.LMSCommit("");
  }

  set(name, value) { this.api.LMSSetValue(name, value); }

  finish() {
    const seconds = (Date.now() - this.since) / 1000, two = (n) => String(Math.floor(n)).padStart(2, "0");
    this.set("cmi.core.session_time", `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`);
    this.set("cmi.core.exit", this.done ? "" : "suspend");
    this.api.LMSFinish("");
  }
}
