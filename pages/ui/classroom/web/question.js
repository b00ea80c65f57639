// A question as it is answered: choices, a cut on the number line, a number to type, and the rows it is about.
import { element, set, setText } from "../stage/dom.js";
import { say, told } from "./base.js";
import { LOOKS, colourOf, later, markOf } from "../stage/glyphs.js";

export const letter = (place) => String.fromCharCode(65 + place);

// The letter of an answer, "" of a cut and of a number.
export function letterOf(question, key) {
  const place = question.line ? -1 : (question.options?.findIndex((option) => option.key === key) ?? -1);
  return place >= 0 ? letter(place) : "";
}

// The name of an answer: an option's, or the number that was typed.
export function answerText(question, key) {
  const option = question.options?.find((one) => one.key === key);
  return option ? told(option.text) : key.replace("-", "−");
}

// What is chosen from, or typed. `draft.choice` is set, and `changed` told.
export function answers(question, draft, changed) {
  const choose = (choice) => {
    draft.choice = choice;
    changed();
  };
  if (question.line) return cutLine(question, draft, choose);
  if (question.options) return radios("choice", told(question.text), question.options, draft.choice, choose);
  return typed(question, draft, choose);
}

export function radios(name, label, options, chosen, choose, letters = true) {
  const group = element("div", { class: "opts", role: "radiogroup", "aria-label": label });
  options.forEach(({ key, text }, place) => {
    const input = element("input", { type: "radio", name, value: key, "data-name": `${name}-${key}`,
      onchange: () => choose(key) });
    input.checked = chosen === key;
    const mark = letters && options.length <= 26 ? [element("i", { "aria-hidden": "true", text: letter(place) })] : [];
    group.append(element("label", { class: wide(told(text)) ? "opt wide" : "opt" }, input, ...mark, element("span", { text: told(text) })));
  });
  return group;
}

// More than half a line of a narrow phone; a Chinese character is as wide as two letters.
const wide = (text) => text.replace(/[^\x20-\x7e]/g, "__").length > 14;

function typed(question, draft, choose) {
  const input = element("input", { type: "text", inputmode: "decimal", autocomplete: "off", maxlength: "20",
    "data-name": "typed", oninput: () => choose(input.value.trim() || null) });
  input.value = draft.choice ?? "";
  return element("label", { class: "typed" }, element("span", { text: told(question.unit) }), input);
}

// ---------------------------------------------------------------------------------- a cut

// The slider stands on the cuts alone; arrows and the two buttons go to the next one.
function cutLine(question, draft, choose) {
  const { line, options } = question;
  const last = options.length - 1, unset = (last + 2) / 2; // the slider counts the edges of the stretches
  const at = () => options.findIndex((option) => option.key === draft.choice);
  const slider = element("input", { type: "range", min: "0", max: String(last + 2), step: "any",
    "aria-label": told(line.column), "data-name": "cut" });
  const value = element("output", { class: "value" });
  const knife = element("div", { class: "knife", hidden: true });
  const show = () => {
    const place = at();
    const text = place < 0 ? say("cut_choose") : `${told(line.column)} ${told(options[place].text)}`;
    setText(value, text);
    set(slider, "aria-valuetext", text);
    slider.value = String(place < 0 ? unset : place + 1);
    set(knife, "hidden", place < 0);
    knife.style.setProperty("--f", (place + 1) / (last + 2));
  };
  const go = (place) => {
    choose(options[Math.max(0, Math.min(last, place))].key);
    show();
  };
  const near = (value) => Math.round(value) - 1;
  const step = (by) => go(at() < 0 && Number.isFinite(by) ? near(unset) : at() + by);
  slider.addEventListener("input", () => go(near(Number(slider.value))));
  slider.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, Home: -Infinity, End: Infinity }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    step(by);
  });
  const button = (by, sign, name) => element("button", { class: "step", "aria-label": say(name),
    "data-name": name, text: sign, onclick: () => step(by) });
  show();
  const drawn = element("div", { class: "ruler" }, numberLine(question), knife, slider);
  return element("div", { class: "cut" }, drawn, element("div", { class: "steps" },
    button(-1, "−", "cut_less"), value, button(1, "+", "cut_more")));
}

// The names of a class's colour and mark in the style sheet.
const look = (label) => `colour${colourOf(label)} mark${markOf(label)}${later(label) ? " later" : ""}`;

const WIDE = 20; // letters' heights that a line has room for at least

// The rows between two cuts each as a bar, one colour a class, with the cuts' numbers between them; `votes`: how many
// chose a cut in the `round`, by its key, and once it is told the `right` ones.
export function numberLine({ line, options }, { votes = {}, right = [], round } = {}) {
  const counts = line.counts.map((some) => some.map(Number));
  const most = Math.max(...counts.map((some) => some.reduce((a, b) => a + b, 0)), 1);
  const bars = counts.map((some) => element("div", { class: "heap" }, ...some.map((count, label) =>
    styled("i", { class: line.classes.length ? look(label) : "plain" }, { "--h": count / most }))));
  const cuts = options.map(({ key }, place) => (votes[key] || right.includes(key)) && styled("b",
    { class: right.includes(key) ? "chosen right" : "chosen" }, { "--f": (place + 1) / bars.length },
    votes[key] ? element("span", { class: `round${round}`, text: String(votes[key]) }) : "")).filter(Boolean);
  const letters = Math.max(...line.edges.map((text) => text.length)) / 2 + 0.4;
  const lines = Math.ceil((letters * bars.length) / WIDE); // else neighbours would touch
  const ticks = line.edges.map((text, place) => styled("span", { class: right.includes(options[place - 1]?.key) ? "tick right" : "tick" },
    { "--f": place / bars.length, "--row": place % lines }, text));
  const here = line.classes.map((_name, label) => label).filter((label) => counts.some((some) => some[label]));
  const legend = here.map((label) => element("span", {}, element("i", { class: `swatch ${look(label)}` }), told(line.classes[label])));
  if (legend.length > LOOKS) legend.push(element("span", { text: say("looks_repeat") }));
  return element("div", { class: "number-line", role: "img", "aria-label": lineInWords(line) },
    element("div", { class: "heaps" }, ...bars, ...cuts), styled("div", { class: "axis" }, { "--rows": lines }, ...ticks),
    element("div", { class: "legend" }, element("b", { text: told(line.column) }), ...legend));
}

function styled(tag, attrs, properties, ...children) {
  const made = element(tag, attrs, ...children);
  for (const [name, value] of Object.entries(properties)) made.style.setProperty(name, value);
  return made;
}

// Each stretch between two cuts, with the rows in it.
function lineInWords({ edges, column, classes, counts }) {
  const names = classes.map(told);
  const rows = counts.map((some, place) => {
    const parts = some.map((count, label) => `${count} ${names[label] ?? ""}`.trim()).filter((text) => !text.startsWith("0"));
    return `${edges[place]} – ${edges[place + 1]}: ${parts.join(", ")}`;
  });
  return [told(column), ...rows].join("; ");
}

// ----------------------------------------------------------------------------- what it is about

function table(given) {
  const numbers = given.head.map((_name, k) => given.rows.every((cells) => /^[−\d.,\s]*$/.test(told(cells[k]))));
  const row = (cells, tag) => element("tr", {}, ...cells.map((cell, k) => element(tag, { text: told(cell), class: numbers[k] ? "number" : null })));
  const made = element("table", {}, element("thead", {}, row(given.head, "th")),
    element("tbody", {}, ...given.rows.map((cells) => row(cells, "td"))));
  return element("div", { class: "table", tabindex: "0", role: "group", "aria-label": say("rows") }, made);
}

// The one row of a question which class it gets, a line for each column.
function oneRow(given) {
  const made = element("dl", { class: "cells" });
  given.head.forEach((name, place) => {
    made.append(element("dt", { text: told(name) }), element("dd", { text: told(given.rows[0][place]) }));
  });
  return made;
}

export function evidence(question) {
  if (!question.table) return null;
  return question.kind === "class" ? oneRow(question.table) : table(question.table);
}

// What is known of its rows, and what decides: each of them in one piece.
export const known = ({ note }, kind) => element("p", { class: kind }, ...told(note).split(" · ").flatMap((text, k) =>
  [k ? " · " : "", element("span", { class: "piece", text })]));

// What it is answered from, with the votes on it once they are shown.
export function drawn(question, tally, right) {
  return question.line ? numberLine(question, { votes: tally?.[question.round], round: question.round, right }) : evidence(question);
}
