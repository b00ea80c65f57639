// After the class: what to repeat, each question with both votes, what went wrong, who changed; on paper, as a file; and
// delete it.
import { element } from "../stage/dom.js";
import { button, code, fill, header, language, languageButton, line, link, main, say, shareRight, title, told } from "./base.js";
import { confirm } from "./dialog.js";
import { letter } from "./question.js";
import { Server, forgetSecret, secret } from "./server.js";

const server = new Server(secret());
let all = null;
let problem = "";

async function load() {
  try {
    all = await server.get("afterwards");
  } catch (refused) {
    problem = told(refused.said) || say(refused.status === undefined ? "line_down" : "no_secret");
  }
  draw();
}

function draw() {
  document.title = `${say("after_title")} · ${code}`;
  fill(header, ["bar"], () => [element("span", { class: "me", text: "Node by Node" }), element("span", { class: "code", text: code }), languageButton(draw)]);
  fill(main, [all !== null, problem], () => (problem ? [title(problem), link("/", say("home"), { class: "button" })] : all ? page() : [title(say("wait"))]));
}

function page() {
  const day = (seconds) => new Date(1000 * seconds).toLocaleString(language() === "zh" ? "zh-CN" : "en-GB", { dateStyle: "medium", timeStyle: "short" });
  return [
    title(say("after_title")),
    line(`${told(all.title)} · ${code} · ${day(all.made)}`, "where"),
    line(say("after_lead", { joined: all.joined, questions: all.questions.length }), "lead"),
    element("div", { class: "pair" }, button(say("print"), () => print(), "primary"), button(say("csv"), download), button(say("forget"), () => confirm("forget", forget))),
    line(say("kept_until", { until: day(all.until) }), "small"),
    ...repeated(),
    ...all.questions.map(question),
    ...(all.surveys ?? []).map((one) => line(say("after_survey", { title: told(one.title), rows: one.rows }))),
  ];
}

// The three of which the fewest were right at last, each with a link that opens a class on a similar one.
function repeated() {
  if (!all.questions.some((one) => one.votes["1"])) return [];
  const some = all.repeat.map((id) => all.questions.findIndex((one) => one.id === id));
  const lines = some.map((place) => {
    const one = all.questions[place];
    return element("li", {}, line(`${place + 1}. ${told(one.text)} ${shareRight(one.right["2"] ?? one.right["1"])}`), similar(one));
  });
  return [element("section", { class: "repeat" }, element("h2", { text: say("after_repeat") }),
    some.length ? element("ul", {}, ...lines) : line(say("after_repeat_none")))];
}

const similar = (one) => link(one.similar, say("like"), { class: "more", target: "_blank", rel: "noopener" });

function question(one, place) {
  const twice = (one.votes["2"] ?? 0) > 0;
  const rounds = twice ? ["1", "2"] : ["1"];
  const head = [say("after_answer"), ...rounds.map((round) => say(`round_${round}`)), say("after_mistake")];
  const lettered = !["cut", "score"].includes(one.kind);
  const rows = one.answers.map((answer, k) => element("tr", { class: answer.right ? "right" : "" },
    element("td", {}, element("span", { text: `${lettered ? letter(k) : ""} ${told(answer.text)}`.trim() }), answer.right ? element("em", { class: "tag right", text: say("right") }) : ""),
    ...rounds.map((round) => element("td", { class: "number", text: String(answer[round] ?? 0) })),
    element("td", { text: answer.right ? "" : told(answer.mistake) })));
  const table = element("table", {}, element("thead", {}, element("tr", {}, ...head.map((text, k) =>
    element("th", { class: k && k <= rounds.length ? "number" : "", text })))), element("tbody", {}, ...rows));
  return element("section", {}, element("h2", { text: `${place + 1}. ${told(one.text)}` }), element("p", { class: "links" }, link(one.address, told(one.where), { class: "more" }), " · ", similar(one)),
    element("div", { class: "table", tabindex: "0", role: "group", "aria-label": told(one.text) }, table),
    ...rounds.map((round) => line(roundWords(one, round), "small")),
    twice ? line(changes(one), "small") : "",
    one.mistakes.length ? line(mistakes(one), "small") : "");
}

const mistakes = (one) => say("mistakes", { kinds: one.mistakes.map(([kind, n]) => `${told(kind)} ${n}`).join(" · ") });

function roundWords(one, round) {
  const share = one.right[round];
  const sure = one.sure[round];
  const n = one.votes[round] ?? 0;
  const parts = [say(n === 1 ? "votes_in_1" : "votes_in", { round: say(`round_${round}`), n })];
  if (typeof share === "number") parts.push(shareRight(share).replace(/[.。]$/, ""));
  if (typeof sure === "number") parts.push(say("sure_mean", { mean: sure.toFixed(1) }));
  return parts.join(" · ");
}

function changes(one) {
  const name = (key) => told(one.answers.find((answer) => answer.key === key)?.text);
  const moved = one.changes.filter(([a, b]) => a !== b);
  return moved.length ? moved.map(([a, b, n]) => say("moved", { n, from: name(a), to: name(b) })).join(" · ") : say("nobody_moved");
}

async function download() {
  const answer = await server.ask(`afterwards?format=csv&lang=${language()}`);
  const file = element("a", { download: `class_${code}.csv` });
  file.href = URL.createObjectURL(await answer.blob());
  file.click();
  URL.revokeObjectURL(file.href);
}

async function forget() {
  try {
    await server.post("lead", { act: "forget" });
    forgetSecret();
    problem = say("forgotten");
  } catch (refused) {
    problem = told(refused.said) || say("line_down");
  }
  draw();
}

if (server.token) load();
else {
  problem = say("no_secret");
  draw();
}
