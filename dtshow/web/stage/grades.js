// What each level of a tree says where not all have room for the same: as much as they have room for side by side, none more
// than the level above it; then, while all are too high, the lowest one that says anything gives way. It knows no DOM.
import { MARK_WIDE } from "./rungs.js";

const LOW = 0.5, LOWEST = 0.1;  // of their height, marks have at least so much: for what is spelled out, and alone
export const FIRST = 3;  // so many levels are the last to be left out, and keep their names as long as marks can be lower

// {by: the rung of each level, slot: pixels of a mark, slim: how much marks have of their height, less: how much all keep
// back}, null where what is spelled out has no room. `kind`: rungs by what they say, from much to little; `wide`, `high`:
// the room; `spelled`: the nodes that are whole on each level; `level(rung)`: what measures levels on it.
export function grades(laid, kind, room) {
  const known = new Map(), [some, marks] = kind.slice(-2);
  // the count of what is folded, and then letters of answers, give way where more levels say answers then
  const tried = some.map((answers) => graded(laid, [...kind.slice(0, -2), ...answers, marks], room, known)).filter(Boolean);
  return tried.reduce((best, one) => (one.less < (best?.less ?? Infinity) ? one : best), null);
}

function graded({ levels }, kind, { wide, high, spelled, level }, known) {
  const [asked, [mute], [marks]] = kind.slice(-3), answers = [...asked, mute], named = kind.length - 3;
  const measured = (rung, depth) => {
    if (!known.has(rung)) known.set(rung, level(rung));
    return known.get(rung).measured(depth);
  };
  let floor = 0;
  const by = levels.map((_, depth) => {
    const found = kind.slice(floor, -1).flat().find((rung) => measured(rung, depth).w <= wide) ?? marks;
    floor = found.less;
    return found;
  });
  const rows = by.map((rung, depth) => measured(rung, depth)), n = rows.length;
  const needed = () => rows.reduce((sum, { h, gap }, k) => sum + h + (k < n - 1 ? gap : 0), 0);
  // what marks and answers have
  const low = () => rows.reduce((sum, { h, gap, words }, k) => sum + (by[k].less < named ? 0 : (words ? 0 : h) + (k < n - 1 ? gap : 0)), 0);
  const over = (k) => needed() - (k < FIRST ? (1 - LOW) * low() : 0) > high;
  const lower = (k, rung) => [by[k], rows[k]] = [rung, measured(rung, k)];
  for (let k = n - 1; k > 0 && over(k); k--) {
    for (const one of answers) if (over(k) && by[k].less < one.less && measured(one, k).w <= wide) lower(k, one);
    if (over(k)) lower(k, marks);
  }
  // where what is spelled out needs that height anyway, leaves answer for nothing
  const tall = ({ h, gap }) => h + gap;
  for (let k = 1; k < n; k++) {
    const free = answers.find((one) => by[k - 1].less <= one.less && one.less < by[k].less
      && measured(one, k).w <= wide && tall(measured(one, k)) <= tall(rows[k]));
    if (free) lower(k, free);
  }
  if (by.some((one) => answers.includes(one)) && by.some((one) => one.less < named && one.answers < mute.answers)) return null;
  const slot = Math.min(MARK_WIDE, ...rows.map(({ w, apart, others }, k) => (
    by[k] === marks && others ? (wide - (w - others * apart)) / others : MARK_WIDE)));
  // marks and answers can be lower still
  const slim = Math.min(1, low() ? (high - needed() + low()) / low() : 1), fits = slot > 0 && needed() - low() * (1 - slim) <= high + 1e-6;
  if (spelled.size && !(fits && slim >= LOW)) return null;
  return { by, slot: Math.max(0.5, slot), slim: Math.max(LOWEST, slim), less: by.reduce((sum, { less }) => sum + less, 0) };
}
