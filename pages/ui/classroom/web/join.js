// The join page: a code, forgiving of case, spaces and what looks alike, leads to the class.
import { element } from "../stage/dom.js";
import { address, header, keepWords, language, languageButton, line, main, say, title } from "./base.js";

const LENGTH = 6;

let typed = new URLSearchParams(location.search).get("code") ?? "";

const clean = (text) => text.normalize("NFKC").toUpperCase().replace(/[^A-Z0-9]/g, "");

function draw() {
  document.title = `${say("join_title")} · Node by Node`;
  const problem = element("p", { class: "problem", role: "alert", id: "problem" });
  const input = element("input", { type: "text", id: "code", autocomplete: "off", autocapitalize: "characters",
    spellcheck: "false", maxlength: "20", "aria-describedby": "problem" });
  input.value = typed;
  input.addEventListener("input", () => {
    typed = input.value;
    problem.textContent = "";
  });
  const check = async () => {
    const code = clean(typed);
    const text = await trouble(code);
    if (code === clean(typed)) problem.textContent = text;
  };
  const go = async (event) => {
    event.preventDefault();
    await check();
    if (!problem.textContent) location.assign(address(`/class/${clean(typed)}?lang=${language()}`));
  };
  const form = element("form", { class: "join-form", novalidate: true, onsubmit: go },
    element("label", { for: "code", text: say("join_code") }), input, problem,
    element("button", { type: "submit", class: "primary", text: say("join_button") }));
  header.replaceChildren(element("span", { class: "me", text: "Node by Node" }), languageButton(draw));
  main.replaceChildren(title(say("join_title")), form, line(say("join_private"), "small"));
  keepWords(main);
  input.focus();
  if (typed) check(); // from an address that led here
}

// What is wrong with a code, in a sentence; nothing if there is a class behind it.
async function trouble(code) {
  if (code.length !== LENGTH) return say(code.length ? "join_length" : "join_empty");
  if ([...code].some((sign) => "AEIOUY01".includes(sign))) return say("join_letters");
  try {
    const answer = await fetch(address(`/class/${code}`), { cache: "no-store", headers: { accept: "text/html" } });
    if (answer.ok) return "";
    const said = await answer.json().catch(() => null);
    return said?.error?.[language()] ?? say(answer.status === 404 ? "join_none" : "line_down");
  } catch {
    return say("line_down");
  }
}

draw();
