// One clock for all that is drawn frame by frame: it runs only while something moves, and never where
// motion is not wanted or nobody sees it. What moves, and where to, is not its business.

export const MOVE = 600, LEAN = 360;  // milliseconds: a split, everything else
export const CURVE = "cubic-bezier(.3, 0, .1, 1)";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
export const still = () => document.hidden || calm.matches;

// CURVE as a table of 101 values: the style sheet's transitions and the canvas move alike.
const table = (() => {
  const at = (a, b, t) => 3 * a * t * (1 - t) ** 2 + 3 * b * t * t * (1 - t) + t ** 3;
  const time = (x) => {
    let low = 0, high = 1;
    for (let i = 0; i < 20; i++) {
      const middle = (low + high) / 2;
      if (at(0.3, 0.1, middle) < x) low = middle;
      else high = middle;
    }
    return low;
  };
  return Array.from({ length: 101 }, (_, i) => at(0, 1, time(i / 100)));
})();

export function ease(t) {
  const place = Math.min(1, Math.max(0, t)) * 100, i = Math.floor(place);
  return i >= 100 ? 1 : table[i] + (table[i + 1] - table[i]) * (place - i);
}

const playing = new Map();
let frame = 0;

// Calls draw(t) with t from 0 to 1 over ms; what is played by the same key is replaced. The clock of
// a move is the browser's own, and so that of the CSS transitions that begin with it: where the page
// is busy they go on meanwhile, and what is drawn here is level with them in the next frame.
export function play(key, ms, draw) {
  playing.get(key)?.clock.cancel();
  if (ms <= 0 || still()) {
    playing.delete(key);
    draw(1);
    return;
  }
  playing.set(key, { clock: document.documentElement.animate(null, ms), ms, draw });
  frame ||= requestAnimationFrame(tick);
}

// Leaves what is played by the key where it is.
export function halt(key) {
  playing.get(key)?.clock.cancel();
  playing.delete(key);
  if (!playing.size) rest();
}

function tick() {
  frame = 0;
  for (const [key, move] of playing) {
    const t = Math.min(1, Math.max(0, move.clock.currentTime / move.ms));
    if (t >= 1) playing.delete(key);
    move.draw(t);
  }
  if (playing.size) frame ||= requestAnimationFrame(tick);
}

function rest() {
  cancelAnimationFrame(frame);
  frame = 0;
}

// Nobody looks any more, or motion is no longer wanted: everything is at its end at once.
function finish() {
  if (!still()) return;
  rest();
  for (const [key, move] of playing) {
    playing.delete(key);
    move.draw(1);
  }
}

// Does what can wait until all that was drawn just now is on screen, so that no one frame has the whole
// work; at once where nothing moves. The answer: does it now, if it is still to be done.
export function onceDrawn(does) {
  let due = does;
  const now = () => {
    const last = due;
    due = null;
    last?.();
  };
  if (still()) now();
  else requestAnimationFrame(() => setTimeout(now));
  return now;
}

document.addEventListener("visibilitychange", finish);
calm.addEventListener("change", finish);
