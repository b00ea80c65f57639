// A question as it is answered: choices, a cut on the number line, a number to type, and the rows it is about.
import { element, set, setText } from "../stage/dom.js";
import { say, told } from "./base.js";
import { LOOKS, colourOf, later, markOf } from "../stage/glyphs.js";

export const letter = (place) => String.fromCharCode(65 + place);
const part = (value, line) => (line.high > line.low ? (value - line.low) / (line.high - line.low) : 0.5);

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
  const last = line.cuts.length - 1;
  const at = () => options.findIndex((option) => option.key === draft.choice);
  const slider = element("input", { type: "range", min: String(line.low), max: String(line.high), step: "any",
    "aria-label": told(line.column), "data-name": "cut" });
  const value = element("output", { class: "value" });
  const knife = element("div", { class: "knife", hidden: true });
  const show = () => {
    const place = at();
    const text = place < 0 ? say("cut_choose") : `${told(line.column)} ${told(options[place].text)}`;
    setText(value, text);
    set(slider, "aria-valuetext", text);
    slider.value = String(place < 0 ? (line.low + line.high) / 2 : line.cuts[place]);
    set(knife, "hidden", place < 0);
    if (place >= 0) knife.style.setProperty("--f", part(line.cuts[place], line));
  };
  const go = (place) => {
    choose(options[Math.max(0, Math.min(last, place))].key);
    show();
  };
  const step = (by) => go(at() < 0 && Number.isFinite(by) ? nearest(line.cuts, Number(slider.value)) : at() + by);
  slider.addEventListener("input", () => go(nearest(line.cuts, Number(slider.value))));
  slider.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, Home: -Infinity, End: Infinity }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    step(by);
  });
  const button = (by, sign, name) => element("button", { class: "step", "aria-label": say(name),
    "data-name": name, text: sign, onclick: () => step(by) });
  show();
  const drawn = element("div", { class: "ruler" }, numberLine(line), knife, slider);
  return element("div", { class: "cut" }, drawn, element("div", { class: "steps" },
    button(-1, "−", "cut_less"), value, button(1, "+", "cut_more")));
}

const nearest = (cuts, value) =>
  cuts.reduce((best, cut, place) => (Math.abs(cut - value) < Math.abs(cuts[best] - value) ? place : best), 0);

// The names of a class's colour and mark in the style sheet.
const look = (label) => `colour${colourOf(label)} mark${markOf(label)}${later(label) ? " later" : ""}`;

// The rows between the cuts as bars, one colour a class, and the two ends of the line.
export function numberLine(line) {
  const counts = line.counts.map((some) => some.map(Number));
  const most = Math.max(...counts.map((some) => some.reduce((a, b) => a + b, 0)), 1);
  const edges = [line.low, ...line.cuts, line.high];
  const bars = counts.map((some, place) => {
    const bar = element("div", { class: "heap" });
    bar.style.setProperty("--f", part((edges[place] + edges[place + 1]) / 2, line));
    some.forEach((count, label) => {
      const piece = element("i", { class: line.classes.length ? look(label) : "plain" });
      piece.style.setProperty("--h", count / most);
      bar.append(piece);
    });
    return bar;
  });
  const ticks = line.cuts.map((cut) => {
    const tick = element("i", { class: "tick" });
    tick.style.setProperty("--f", part(cut, line));
    return tick;
  });
  const legend = line.classes.map((name, label) =>
    element("span", {}, element("i", { class: `swatch ${look(label)}` }), told(name)));
  if (legend.length > LOOKS) legend.push(element("span", { text: say("looks_repeat") }));
  return element("div", { class: "number-line", role: "img", "aria-label": lineInWords(line) },
    element("div", { class: "heaps" }, ...bars), element("div", { class: "axis" }, ...ticks),
    element("div", { class: "ends" }, element("span", { text: String(line.low) }),
      element("span", { class: "legend" }, ...legend), element("span", { text: String(line.high) })));
}

// Each stretch between two cuts, with the rows in it.
function lineInWords(line) {
  const edges = [String(line.low), ...line.labels, String(line.high)];
  const names = line.classes.map(told);
  const rows = line.counts.map((some, place) => {
    const parts = some.map((count, label) => `${count} ${names[label] ?? ""}`.trim()).filter((text) => !text.startsWith("0"));
    return `${edges[place]} – ${edges[place + 1]}: ${parts.join(", ")}`;
  });
  return [told(line.column), ...rows].join("; ");
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
