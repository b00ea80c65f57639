// Counts that fly from the marks that they count into their sum, when it is first shown. Nothing waits for
// them: the numbers stand where they stand, and the next key ends all flights. It decides nothing of the
// sum and needs nothing of it but buttons that know their branch and their class.
import { element } from "./dom.js";
import { CURVE, still } from "./motion.js";
import { counted } from "./lights.js";

const MOST = 12, FLIGHT = 520, LINE = 70, FIRST = 60;  // counts, milliseconds

export class Flights {
  constructor(root) {
    Object.assign(this, { root, playing: [] });
  }

  cancel() {
    for (const { motions, ghost } of this.playing.splice(0)) {
      for (const motion of motions) motion.cancel();
      ghost.remove();
    }
  }

  // From the marks into the buttons of the sums within `host`. `start`: the middle of some rows' marks
  // on the screen, or null.
  play(host, tree, start) {
    this.cancel();
    if (still()) return;
    const buttons = [...host.querySelectorAll("button[data-branch]")].slice(0, MOST);
    const base = this.root.getBoundingClientRect(), seen = (host.closest(".part") ?? host).getBoundingClientRect();
    const [top, bottom] = [Math.max(0, seen.top), Math.min(innerHeight, seen.bottom)];
    const inSight = ({ to, from }) => from && to.top >= top && to.bottom <= bottom;
    const jobs = buttons.map((button) => job(button, host, tree, start)).filter(inSight);
    const lines = [...new Set(jobs.map(({ line }) => line))];
    for (const one of jobs) this.fly(one, lines.indexOf(one.line), base);
  }

  fly({ button, from, to }, line, base) {
    const ghost = element("span", { class: "flight", "aria-hidden": true, text: button.textContent });
    const delay = FIRST + line * LINE;
    const { width, height, size: fontSize } = to, [left, top] = [to.left - base.left, to.top - base.top];
    const box = { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` };
    Object.assign(ghost.style, box, { fontSize });
    this.root.append(ghost);
    const start = `translate(${from.x - (to.left + to.right) / 2}px, ${from.y - (to.top + to.bottom) / 2}px)`;
    const frames = [{ transform: start, opacity: 0 }, { opacity: 1, offset: 0.25 }, { transform: "none", opacity: 1 }];
    const going = ghost.animate(frames, { duration: FLIGHT, delay, easing: CURVE, fill: "backwards" });
    const hiding = button.animate([{ opacity: 0 }, { opacity: 0 }], { duration: FLIGHT + delay });
    const flight = { ghost, motions: [going, hiding] };
    this.playing.push(flight);
    going.onfinish = () => {
      ghost.remove();
      this.playing = this.playing.filter((one) => one !== flight);
    };
  }
}

function job(button, host, tree, start) {
  const { branch, label } = button.dataset, from = start(counted(tree, Number(branch), Number(label)));
  return { button, from, to: place(button, host), line: button.closest(".line") ?? button };
}

// Where a button will be: a line that has just begun to appear still stands elsewhere.
function place(button, host) {
  const { left, top, width, height } = button.getBoundingClientRect();
  let [x, y] = [left, top];
  for (let part = button; part && part !== host; part = part.parentElement) {
    const { transform } = getComputedStyle(part);
    if (transform === "none") continue;
    const { e, f } = new DOMMatrixReadOnly(transform);
    x -= e;
    y -= f;
  }
  const size = getComputedStyle(button).fontSize;
  return { left: x, top: y, right: x + width, bottom: y + height, width, height, size };
}
