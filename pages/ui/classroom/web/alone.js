// The teacher's own window: the tally before the room sees it, how many are right, and what to do next.
import { element } from "../stage/dom.js";
import { button, code, fill, footer, line, main, say, shareRight, title, told } from "./base.js";
import { bars } from "./results.js";

const SURE = ["", "sure_1", "sure_2", "sure_3"];

export function alone(server) {
  let shown = false;
  let view = null;
  document.body.className = "board alone";
  document.title = `${say("alone_title")} · ${code}`;

  const draw = () => fill(main, [shown, view?.question?.id, view?.question?.round, view?.tally, view?.phase], () => {
    if (!shown) return veil();
    return view?.question && view.tally ? result(view) : [line(say("alone_none"), "lead")];
  });
  const unveil = () => {
    shown = true;
    draw();
  };
  const veil = () => [title(say("alone_title")), line(say("alone_more"), "lead"), button(say("alone_show"), unveil, "primary")];

  footer.replaceChildren(button(say("close"), () => close()));
  server.listen({
    view: (next) => {
      view = next;
      draw();
    },
    away: () => {},
    refused: (problem) => main.replaceChildren(line(told(problem.said), "lead")),
  });
  draw();
}

function result({ question, tally, advice }) {
  const sure = Object.values(tally.sure ?? {});
  return [line(told(question.text), "where"),
    element("div", { class: "advice" }, line(typeof tally.right === "number" ? shareRight(tally.right) : say("no_votes"), "say"),
      line(told(advice), "lead")),
    bars(question, tally),
    sure.length ? line(sureWords(question, tally.sure), "lead") : null];
}

// How sure those were who chose an answer, in the three words that they chose from.
function sureWords(question, sure) {
  const name = (key) => told(question.options?.find((one) => one.key === key)?.text) || key;
  const parts = Object.entries(sure).map(([key, mean]) => say("sure_of", { answer: name(key), sure: say(SURE[Math.round(mean)] || "sure_1") }));
  return say("how_sure", { answers: parts.join(" · ") });
}
