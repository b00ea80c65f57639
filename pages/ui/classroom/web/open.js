// Opening a class: a guided lesson or a table leads to its board; an address with a question, to that one.
import { element, setText } from "../stage/dom.js";
import { address, button, header, keepWords, language, languageButton, line, main, say, title, told } from "./base.js";

const params = new URLSearchParams(location.search);
const problem = element("p", { class: "problem", role: "alert" });
const status = element("p", { class: "lead", role: "status" });
let choices = null;

async function load() {
  draw();
  try {
    const answer = await fetch(address("/class/choices"));
    choices = answer.ok ? await answer.json() : null;
  } catch {
    choices = null;
  }
  if (!choices) setText(problem, say("line_down"));
  draw();
}

function draw() {
  document.title = `${say("open_title")} · Node by Node`;
  header.replaceChildren(element("span", { class: "me", text: "Node by Node" }), languageButton(draw));
  main.replaceChildren(title(say("open_title")), line(say("open_more"), "lead"), problem, status, ...(params.has("ask") ? one() : all()));
  keepWords(main);
}

// What a page after a class led to.
function one() {
  const whole = (name) => (params.has(name) ? Number(params.get(name)) : null);
  const ask = { kind: params.get("ask"), node: params.get("node"), column: whole("column"), row: whole("row") };
  return [button(say("open_question"), () => open({ address: params.get("address") ?? "", ask }), "primary")];
}

const FIRST = { lessons: ["play_tennis", "entropy", "id3"], tables: ["playtennis", "golf", "iris"] };

// A few to begin with; the others behind one place for each kind, and what to do for a table of one's own.
function all() {
  if (!choices) return [];
  const items = (some) => element("ul", { class: "choices" },
    ...some.map(({ title: name, ...given }) => element("li", {}, button(told(name), () => open(given), "choice"))));
  const list = (kind) => {
    const key = ({ lesson, data }) => lesson ?? data, first = (one) => FIRST[kind].indexOf(key(one));
    const few = choices[kind].filter((one) => first(one) >= 0).sort((a, b) => first(a) - first(b));
    const rest = choices[kind].filter((one) => first(one) < 0);
    const others = element("details", {}, element("summary", { text: say(`open_all_${kind}`, { n: rest.length }) }), items(rest));
    return [element("h2", { text: say(`open_${kind}`) }), items(few), others];
  };
  const join = element("a", { text: say("join_title") });
  join.href = address(`/class/join?lang=${language()}`);
  return [element("p", {}, join), ...list("lessons"), ...list("tables"), line(say("open_own"), "note")];
}

let busy = false; // one press opens one class

async function open(given) {
  if (busy) return;
  busy = true;
  setText(problem, "");
  setText(status, say("wait")); // the numbers in the sentences of a lesson are worked out first
  try {
    const answer = await fetch(address("/class/open"), { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(given) });
    const said = await answer.json();
    if (answer.ok) return location.assign(address(`/class/${said.code}/board?lang=${language()}#${said.secret}`));
    setText(problem, told(said.error));
  } catch {
    setText(problem, say("line_down"));
  }
  rest();
}

function rest() {
  busy = false;
  setText(status, "");
}

addEventListener("pageshow", rest); // one came back

load();
