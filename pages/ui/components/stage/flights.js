// Counts that fly from the marks that they count into their sum, when it is first shown. Nothing waits for
// them: the numbers stand where they stand, and the next key ends all flights. It decides nothing of the
// sum and needs nothing of it but buttons that know their branch and their class.
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
    const base = this.root.getBoundingClientRect(), seen = host.getBoundingClientRect();
    const jobs = buttons.map((button) => job(button, tree, start)).filter(({ to, from }) => from && to.top >= seen.top && to.bottom <= seen.bottom);
    const tops = [...new Set(jobs.map(({ line }) => line))];
    for (const one of jobs) this.fly(one, tops.indexOf(one.line), base);
  }

  fly({ button, from, to }, line, base) {
    const ghost = document.createElement("span"), delay = FIRST + line * LINE;
    ghost.className = "flight";
    ghost.setAttribute("aria-hidden", true);
    ghost.textContent = button.textContent;
    ghost.style.cssText = `left:${to.left - base.left}px;top:${to.top - base.top}px;width:${to.width}px;height:${to.height}px`;
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

function job(button, tree, start) {
  const { branch, label } = button.dataset, line = button.closest(".line") ?? button, { top } = line.getBoundingClientRect();
  return { button, to: place(button, line), from: start(counted(tree, Number(branch), Number(label))), line: top };
}

// Where a button will be: a line that has just begun to appear is still a little lower.
function place(button, line) {
  const { left, right, top, bottom, width, height } = button.getBoundingClientRect();
  const { e: x, f: y } = new DOMMatrixReadOnly(getComputedStyle(line).transform);
  return { left: left - x, right: right - x, top: top - y, bottom: bottom - y, width, height };
}
