// The class as the table: one of the tables that are ready, or up to six questions of the teacher's own.
import { element, set, setText } from "../stage/dom.js";
import { button, line, readyTables, say, told } from "./base.js";
import { dialog } from "./dialog.js";

const MOST = 6;
const LONGEST = 60;

// `refusal`: what was said of the last act that was refused, which the window hides.
export function composeTable(lead, refusal) {
  dialog(say("class_table"), (close) => {
    const send = async (act, given) => {
      if (!(await lead(act, given))) return refusal();
      close();
      return "";
    };
    const ready = readyTables.map(({ name, title, questions }) => element("button", { class: "choice",
      onclick: () => send("survey", { ready: name }) }, element("b", { text: told(title) }),
    element("span", { class: "small", text: questions.map(told).join(" · ") })));
    const own = element("details", {}, element("summary", { text: say("compose") }), form(send));
    return [...ready, own];
  });
}

function form(send) {
  const title = text("compose_name");
  const lines = element("div", { class: "lines" });
  const problem = element("p", { class: "problem", role: "alert" });
  const add = () => {
    lines.append(question(lines.childElementCount));
    set(more, "hidden", lines.childElementCount >= MOST);
  };
  const more = button(say("compose_more"), add, "quiet");
  add();
  add();
  const go = async (event) => {
    event.preventDefault();
    const given = read(lines);
    const wrong = trouble(given);
    setText(problem, wrong);
    if (!wrong) setText(problem, await send("survey", { title: title.lastChild.value.trim() || null, ...given }));
  };
  return element("form", { class: "compose", novalidate: true, onsubmit: go }, title,
    line(say("compose_how"), "small"), lines, more, problem,
    element("button", { type: "submit", class: "primary", text: say("compose_open") }));
}

function text(name) {
  return element("label", {}, element("span", { text: say(name) }),
    element("input", { type: "text", maxlength: String(name === "compose_options" ? 6 * LONGEST : LONGEST), autocomplete: "off" }));
}

function question(place) {
  const target = element("label", { class: "target" }, element("input", { type: "radio", name: "target" }), say("compose_target"));
  target.firstChild.checked = place === 0;
  return element("fieldset", {}, element("legend", { text: say("compose_question", { n: place + 1 }) }),
    text("compose_asks"), text("compose_options"), text("compose_unit"), target);
}

// Lines without a name are left out.
function read(lines) {
  const all = [...lines.children].map((line) => {
    const [name, options, unit] = [...line.querySelectorAll("input[type=text]")].map((input) => input.value.trim());
    const some = options.split(/[,，;；、]/).map((one) => one.trim()).filter(Boolean);
    return { name, options: some.length ? some : null, unit: some.length ? null : unit || null, target: line.querySelector("[type=radio]").checked };
  });
  const given = all.filter((one) => one.name);
  return { questions: given.map(({ target, ...one }) => one), target: given.findIndex((one) => one.target) };
}

function trouble({ questions, target }) {
  if (questions.length < 2) return say("compose_two");
  if (target < 0 || !questions[target].options) return say("compose_which");
  return "";
}
