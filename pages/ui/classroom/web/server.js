// Speaks with the class's server: acts by POST, and one stream of views that begins again by itself.
import { address, code, keep, kept } from "./base.js";

const SILENCE = 40_000; // the server says something every 15 seconds
const SHORT = 500;
const LONG = 5_000;
const FINAL = [401, 403, 404, 410];

const LEAD = `lead-${code}`;

// The secret of who leads the class. A link with it stands in the address only until it has been read: the board is
// on a wall.
export function secret() {
  const given = location.hash.slice(1);
  if (given) {
    keep(LEAD, given);
    history.replaceState(null, "", location.pathname + location.search);
  }
  return given || kept(LEAD);
}

export const forgetSecret = () => keep(LEAD, null);

// What the server refused, with a sentence in both languages, and the question of a class's table that it is about.
class Refusal extends Error {
  constructor(status, said, about) {
    super(said?.en ?? String(status));
    Object.assign(this, { status, said, about });
  }
}

export class Server {
  constructor(token) {
    this.token = token;
  }

  ask(path, options = {}) {
    const headers = { ...(this.token && { authorization: `Bearer ${this.token}` }), ...options.headers };
    return fetch(address(`/class/${code}/${path}`), { cache: "no-store", ...options, headers });
  }

  async post(path, body) {
    const headers = { "content-type": "application/json" };
    return checked(await this.ask(path, { method: "POST", headers, body: JSON.stringify(body) }));
  }

  async get(path) {
    return checked(await this.ask(path));
  }

  // Tells `heard` each view, `away` when the line is cut, and `refused` when there is none for this page.
  listen(heard) {
    const line = new Line(this, heard);
    document.addEventListener("visibilitychange", () => document.hidden || line.look());
    addEventListener("online", () => line.again());
    addEventListener("pageshow", (event) => event.persisted && line.again());
    setInterval(() => line.look(), LONG);
    line.run();
    return line;
  }
}

async function checked(answer) {
  if (answer.ok) return answer.json();
  throw await refusal(answer);
}

async function refusal(answer) {
  const said = await answer.json().catch(() => ({}));
  return new Refusal(answer.status, said.error, said.about);
}

class Line {
  constructor(server, heard) {
    Object.assign(this, { server, heard, last: Date.now(), wait: SHORT, open: true });
  }

  async run() {
    while (this.open) {
      await this.once();
      if (!this.open) return;
      this.heard.away();
      await this.rest();
    }
  }

  async once() {
    this.cut = new AbortController();
    this.last = Date.now();
    try {
      const answer = await this.server.ask("events", { method: "POST", signal: this.cut.signal });
      if (!answer.ok) {
        if (!FINAL.includes(answer.status)) return;
        this.open = false;
        this.heard.refused(await refusal(answer));
        return;
      }
      await this.read(answer.body.getReader());
    } catch {
      // the line is cut: it is tried again
    }
  }

  async read(reader) {
    const decoder = new TextDecoder();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      this.last = Date.now();
      text += decoder.decode(value, { stream: true });
      const parts = text.split("\n\n");
      text = parts.pop();
      const views = parts.filter((part) => part.startsWith("data: "));
      if (!views.length) continue;
      this.wait = SHORT;
      this.show(JSON.parse(views.at(-1).slice(6))); // each is a whole view
    }
  }

  // What goes wrong on the page does not cut the line.
  show(view) {
    try {
      this.heard.view(view);
    } catch (problem) {
      reportError(problem);
    }
  }

  // Half a second, then twice as long each time; less one part by chance, so that not all come at once.
  rest() {
    const wait = this.wait * (0.6 + 0.4 * Math.random());
    this.wait = Math.min(LONG, 2 * this.wait);
    return new Promise((done) => {
      this.waiting = done;
      setTimeout(done, wait);
    });
  }

  look() {
    if (Date.now() - this.last > SILENCE) this.again();
  }

  again() {
    this.wait = SHORT;
    this.cut?.abort();
    this.waiting?.();
  }

  close() {
    this.open = false;
    this.cut?.abort();
  }
}
