// The teacher's own window: the tally before the room sees it, how many are right, and what to do next.
import { element } from "./dom.js";
import { code, fill, percent, say, told } from "./base.js";
import { bars } from "./results.js";

const SURE = ["", "sure_1", "sure_2", "sure_3"];

export function alone(server) {
  const [main, footer] = ["main", "footer"].map((name) => document.querySelector(name));
  let shown = false;
  let view = null;
  document.body.className = "board alone";
  document.title = `${say("alone_title")} · ${code}`;

  const draw = () => fill(main, [shown, view?.question?.id, view?.question?.round, view?.tally, view?.phase], () => {
    if (!shown) return veil();
    return view?.question && view.tally ? result(view) : [element("p", { class: "lead", text: say("alone_none") })];
  });
  const veil = () => [element("h1", { text: say("alone_title") }), element("p", { class: "lead", text: say("alone_more") }),
    element("button", { type: "button", class: "primary", text: say("alone_show"), onclick: () => {
      shown = true;
      draw();
    } })];

  footer.replaceChildren(element("button", { type: "button", text: say("close"), onclick: () => close() }));
  server.listen({
    view: (next) => {
      view = next;
      draw();
    },
    away: () => {},
    refused: (problem) => main.replaceChildren(element("p", { class: "lead", text: told(problem.said) })),
  });
  draw();
}

function result({ question, tally, advice }) {
  const sure = Object.values(tally.sure ?? {});
  const right = typeof tally.right === "number" ? percent(tally.right) : null;
  return [element("p", { class: "where", text: told(question.text) }),
    element("div", { class: "advice" }, element("p", { class: "say", text: told(advice) || (right ? say("share_right", { share: right }) : say("no_votes")) })),
    bars(question, tally),
    sure.length ? element("p", { class: "lead", text: sureWords(question, tally.sure) }) : null];
}

// How sure those were who chose an answer, in the three words that they chose from.
function sureWords(question, sure) {
  const name = (key) => told(question.options?.find((one) => one.key === key)?.text) || key;
  const parts = Object.entries(sure).map(([key, mean]) => say("sure_of", { answer: name(key), sure: say(SURE[Math.round(mean)] || "sure_1") }));
  return say("how_sure", { answers: parts.join(" · ") });
}
