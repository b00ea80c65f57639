// The board while nothing is asked: the stage in lecture mode, at the step of the class. What is done on it goes to the
// server, which leads the class there and answers with the scene.
import { language } from "./base.js";
import { stageIn } from "./trees.js";

const PATIENCE = 4000; // milliseconds in which the class may not yet have heard what was done here

export class Wall {
  // `join`: shows how to join; `end`: hears that nothing comes after this step; `trouble`: what went wrong.
  constructor(server, { join, end, trouble }) {
    Object.assign(this, { server, trouble, stage: null, due: null, address: "", said: "", look: {}, turn: null, asking: null, again: false,
      ahead: 0, early: [] });
    this.board = { join, end, beat: (at) => this.turned(at > 0) };
  }

  // Where the class is: the step's address, what its sentence looks at there, and whether it was told what a weighing came to.
  async see(place, due) {
    this.due = due;
    const fresh = !place.stage, stage = await stageIn(place, { send: () => this.ask(), board: this.board });
    if (!stage) return;
    if (fresh) Object.assign(this, { stage, address: "", told: false, turn: null, ahead: 0 });
    await this.settle();
  }

  // Comes to where the class is, as soon as the class has heard what was done here.
  async settle() {
    const { stage, due } = this;
    if (this.asking || !stage.root.isConnected) return;
    if (stage.acts.queue.length) return this.ask(); // the line was cut when it was done
    if (due.address === this.address && due.told === this.told) this.ahead = 0;
    if (Date.now() < this.ahead) return this.later();
    const { address, look = {} } = due;
    if (address !== this.address || JSON.stringify(look) !== this.said) {
      Object.assign(this, { address, look, said: JSON.stringify(look) });
      return this.ask();
    }
    this.told = due.told;
    if (stage.lecture.at > 0 !== due.told) stage.lecture.stand(Number(due.told));
  }

  later() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.settle(), PATIENCE);
  }

  // What the room is told, or no longer, is said of the step that is on show.
  turned(told) {
    this.told = this.turn = told;
    this.ahead = Date.now() + PATIENCE;
    this.ask();
  }

  // One request after the other, so that each begins where the one before has led.
  async ask() {
    if (this.asking) return void (this.again = true);
    const { stage, address, look, turn } = this, acts = stage.acts.untold();
    Object.assign(this, { again: false, turn: null });
    this.asking = this.server.post("wall", { address, look, acts, told: turn, lang: language() }).catch((problem) => {
      this.failed(problem, acts, turn);
    });
    const answer = await this.asking;
    this.asking = null;
    if (!answer) return;
    if (stage.root.isConnected) this.show(answer);
    else this.early = [];
    await (this.again ? this.ask() : this.settle());
  }

  // Until the class has heard what was done here.
  async heard() {
    while (this.asking) await this.asking;
  }

  show({ address, look, told, ...scene }) {
    if (address !== this.address) Object.assign(this, { told, ahead: Date.now() + PATIENCE });
    Object.assign(this, { address, look });
    this.stage.show(scene);
    for (const by of this.early.splice(0)) this.stage.page(by);
  }

  // What was refused is not sent again, and the stage takes back what it foresaw; all else is tried once more.
  failed(problem, acts, turn) {
    this.trouble(problem);
    const refused = problem.status >= 400 && problem.status < 500 && problem.status !== 429;
    if (!refused) this.turn ??= turn;
    else if (acts.length) {
      this.stage.acts.queue.length = this.ahead = 0;
      this.address = "";
    } else return;
    this.later();
  }

  // Whether a page key was of use; what comes before there is a scene waits for it.
  page(by) {
    const { stage } = this;
    if (stage?.root.isConnected && stage.scene) return stage.page(by);
    return this.early.push(by) > 0;
  }
}
