// What is seen of the votes: a bar for each answer, who moved where, and the sum that decides.
import { element, svg } from "../stage/dom.js";
import { formula, piecesOf } from "../stage/mathml.js";
import { line, many, say, told } from "./base.js";
import { answerText, letterOf } from "./question.js";

// The answers to be shown, in the question's order; of a number only those that were given, most first.
function answersOf(question, tally, right = []) {
  const given = new Set(Object.keys({ ...tally["1"], ...tally["2"] }));
  const total = (key) => (tally["1"]?.[key] ?? 0) + (tally["2"]?.[key] ?? 0);
  if (!question.options) return [...given].sort((a, b) => total(b) - total(a) || a - b);
  const keys = question.options.map((option) => option.key);
  return question.line ? keys.filter((key) => given.has(key) || right.includes(key)) : keys;
}

// `marks`: the student's own answer, and once it is told the right ones with what each one scores.
export function bars(question, tally, marks = {}) {
  const rounds = ["1", "2"].filter((round) => tally[round] && (round === "1" || question.round === 2));
  const keys = answersOf(question, tally, marks.right);
  const most = Math.max(1, ...rounds.flatMap((round) => keys.map((key) => tally[round][key] ?? 0)));
  const lines = keys.map((key) => {
    const shown = rounds.map((round) => {
      const n = tally[round][key] ?? 0;
      const bar = element("span", { class: "bar-of" }, element("i", { class: `round${round}` }));
      bar.firstChild.style.setProperty("--f", n / most);
      return element("span", { class: "count" }, bar, element("b", { text: String(n) }));
    });
    const right = marks.right?.includes(key);
    const tags = [
      key === marks.mine && element("em", { class: "tag", text: say("yours") }),
      right && element("em", { class: "tag right", text: say("right") }),
    ].filter(Boolean);
    return element("li", { class: right ? "right" : "" }, element("span", { class: "name" }, mark(letterOf(question, key)),
      element("span", { text: answerText(question, key) }), ...tags, ...scoreOf(marks.scores, key)), ...shown);
  });
  const legend = rounds.length > 1 ? [element("p", { class: "legend" },
    ...rounds.map((round) => element("span", {}, element("i", { class: `swatch round${round}` }), say(`round_${round}`))))] : [];
  if (marks.scores) legend.push(line(told(marks.scores.label), "small"));
  return element("div", { class: "tally" }, ...legend,
    keys.length ? element("ul", {}, ...lines) : line(say("no_votes")));
}

const mark = (text) => element("i", { "aria-hidden": "true", text });
const scoreOf = (scores, key) => (scores?.of[key] ? [element("span", { class: "score", text: told(scores.of[key]) })] : []);

// ------------------------------------------------------------------------------- who moved where

const WIDE = 1100;
const BAR = 34;
const LEFT = 360;
const RIGHT = 740;
const TOP = 44;
const LETTERS = 26;
const SHORT = 22;

// Two columns of answers, and a band for all who went from one to another; `high` is how much room there is.
export function flow(question, view, high) {
  const keys = answersOf(question, view.tally).filter((key) => view.tally["1"]?.[key] || view.tally["2"]?.[key]);
  const of = (round) => keys.map((key) => view.tally[round]?.[key] ?? 0);
  const most = Math.max(1, ...["1", "2"].map((round) => of(round).reduce((a, b) => a + b, 0)));
  const gap = LETTERS + 8;
  const unit = Math.max(2, (high - TOP - gap * keys.length) / most);
  const drawn = svg("svg", { viewBox: `0 0 ${WIDE} ${TOP + unit * most + gap * keys.length}`, class: "flow", role: "img",
    "aria-label": flowInWords(question, view) });
  const tops = (counts) => {
    let y = TOP + gap / 2;
    return counts.map((n) => {
      const top = y;
      y += n * unit + gap;
      return top;
    });
  };
  const places = { 1: tops(of("1")), 2: tops(of("2")) };
  drawn.append(head(say("round_1"), LEFT + BAR / 2), head(say("round_2"), RIGHT + BAR / 2));
  drawn.append(...bands(keys, view.flow, places, unit));
  for (const [round, x, side] of [["1", LEFT, -1], ["2", RIGHT, 1]]) {
    of(round).forEach((n, k) => {
      if (n) drawn.append(...end(x, side, places[round][k], n, unit, `${letterOf(question, keys[k])} ${answerText(question, keys[k])}`.trim()));
    });
  }
  return drawn;
}

const head = (text, x) => svg("text", { x, y: 26, class: "head", "text-anchor": "middle", text });

function end(x, side, y, n, unit, name) {
  const high = n * unit;
  const shown = name.length > SHORT ? `${name.slice(0, SHORT - 1)}…` : name;
  const text = svg("text", { x: side < 0 ? x - 14 : x + BAR + 14, y: y + high / 2 + 9,
    "text-anchor": side < 0 ? "end" : "start", text: side < 0 ? `${shown} · ${n}` : `${n} · ${shown}` });
  return [svg("rect", { x, y, width: BAR, height: high, rx: 3, class: "end" }), text];
}

function bands(keys, moves, places, unit) {
  const from = [...places[1]];
  const to = [...places[2]];
  const order = ([a, b]) => keys.indexOf(a) * keys.length + keys.indexOf(b);
  const known = moves.filter(([a, b]) => keys.includes(a) && keys.includes(b)).sort((a, b) => order(a) - order(b));
  const drawn = known.map(([a, b, n]) => {
    const [i, j, high] = [keys.indexOf(a), keys.indexOf(b), n * unit];
    const [y, t, m] = [from[i], to[j], (LEFT + BAR + RIGHT) / 2];
    from[i] += high;
    to[j] += high;
    const d = `M${LEFT + BAR} ${y}C${m} ${y} ${m} ${t} ${RIGHT} ${t}V${t + high}C${m} ${t + high} ${m} ${y + high} ${LEFT + BAR} ${y + high}Z`;
    const text = svg("text", { x: LEFT + BAR + 24, y: y + high / 2 + 9, class: i === j ? "" : "moved", text: String(n) });
    return { path: svg("path", { d, class: i === j ? "stayed" : "went" }), text: high < LETTERS ? null : text };
  });
  return [...drawn.map((one) => one.path), ...drawn.map((one) => one.text).filter(Boolean)];
}

function flowInWords(question, view) {
  const moved = view.flow.filter(([a, b]) => a !== b);
  const parts = moved.map(([a, b, n]) => say("moved", { n, from: answerText(question, a), to: answerText(question, b) }));
  return parts.length ? parts.join("; ") : say("nobody_moved");
}

export const movedCount = (view) => view.flow.filter(([a, b]) => a !== b).reduce((sum, [, , n]) => sum + n, 0);
export const movedSentence = (view) => (movedCount(view) ? many("changed", movedCount(view)) : say("nobody_moved"));

// ------------------------------------------------------------------------------------ the sum

// The first line is the result, what it is made of follows.
export function sums({ sums: lines }) {
  if (!lines.length) return null;
  return element("div", { class: "sums" }, ...lines.map((sum) => element("div", { class: "sum", tabindex: "0",
    role: "group", "aria-label": told(sum.label) },
    line(told(sum.label), "label"), element("div", { class: "terms" }, ...terms(sum)))), line(say("parts"), "small"));
}

function terms({ symbol, numbers, relation, value }) {
  const sign = (text) => element("span", { class: "sign", text });
  const parts = [[formula({}, symbol), sign("=")], ...piecesOf(numbers, {}).map((one) => [one])];
  if (relation) parts.push([sign(relation), formula({}, value)]);
  return parts.map((some) => element("span", {}, ...some)); // a narrow line breaks between them
}

// ---------------------------------------------------------------------------------- a weighing

// The candidates, as they come in the table until it is told what they score; then best first, with the best one's sum.
export function weighing(given) {
  if (!given) return [];
  const rows = given.rows.map(({ name, value, share, best }) => {
    const bar = element("span", { class: "bar-of" }, element("i", { class: "round2" }));
    bar.firstChild.style.setProperty("--f", share ?? 0);
    const scored = value ? [element("b", { class: "score", text: told(value) })] : [];
    return element("li", { class: best ? "right" : "" },
      element("span", { class: "name" }, element("span", { text: told(name) }), ...scored), ...(value ? [bar] : []));
  });
  return [element("div", { class: "tally candidates" }, line(told(given.label), "small"), element("ul", {}, ...rows),
    line(told(given.more), "small")), sums(given)];
}
