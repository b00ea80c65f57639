// The board while nothing is asked: the stage in lecture mode, at the step of the class. What is done on it goes to the
// server, which leads the class there and answers with the scene.
import { language } from "./base.js";
import { stageIn } from "./trees.js";

const PATIENCE = 4000; // milliseconds in which the class may not yet have heard what was done here

export class Wall {
  // `join`: shows how to join; `tell`: says to the class whether it is told what a weighing came to; `trouble`: hears
  // what the server refused.
  constructor(server, { join, tell, trouble }) {
    Object.assign(this, { server, tell, trouble, stage: null, address: "", look: {}, asking: false, again: false, ahead: 0, early: [] });
    this.board = { join, beat: (at) => this.turned(at > 0) };
  }

  // Where the class is: the step's address, and whether it was told. What was done here is ahead of it for a moment.
  async see(place, address, told) {
    const fresh = !place.stage, stage = await stageIn(place, { send: (acts) => this.ask(acts), board: this.board });
    if (!stage) return;
    if (fresh) Object.assign(this, { stage, address, look: {}, ahead: 0 });
    else if (stage.acts.queue.length) return this.ask(stage.acts.untold()); // the line was cut when it was done
    if (address === this.address && told === this.told) this.ahead = 0;
    if (Date.now() < this.ahead) return;
    if (fresh || address !== this.address) {
      Object.assign(this, { address, look: {} });
      await this.ask(stage.acts.untold());
    }
    this.told = told;
    if (stage.lecture.at > 0 !== told) stage.lecture.stand(Number(told));
  }

  turned(told) {
    this.told = told;
    this.wait();
    this.tell(told);
  }

  wait() { this.ahead = Date.now() + PATIENCE; }

  // One request after the other, so that each begins where the one before has led.
  async ask(acts) {
    if (this.asking) return void (this.again = true);
    const { stage, address, look } = this;
    this.asking = true;
    try {
      const answer = await this.server.post("wall", { address, look, acts, lang: language() });
      if (answer.address !== address) {
        this.told = acts.at(-1)?.[1] === "back";
        this.wait();
      }
      Object.assign(this, { address: answer.address, look: answer.look });
      stage.show(answer);
      for (const by of this.early.splice(0)) stage.page(by);
    } catch (problem) {
      if (problem.status) stage.acts.queue.length = 0; // it will be refused again
      this.trouble(problem);
    }
    this.asking = false;
    if (!this.again) return;
    this.again = false;
    await this.ask(this.stage.acts.untold());
  }

  // Whether a page key was of use; what comes before there is a scene waits for it.
  page(by) {
    const { stage } = this;
    if (stage?.root.isConnected && stage.scene) return stage.page(by);
    return this.early.push(by) > 0;
  }
}
