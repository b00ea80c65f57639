// After the class: each question with both votes, what went wrong, who changed; as a file; and delete it.
import { element } from "./dom.js";
import { code, fill, keep, kept, language, languageButton, link, percent, say, told } from "./base.js";
import { dialog } from "./dialog.js";
import { Server } from "./server.js";

const LEAD = `lead-${code}`;
const given = location.hash.slice(1);
if (given) {
  keep(LEAD, given);
  history.replaceState(null, "", location.pathname + location.search);
}
const server = new Server(kept(LEAD));
const [header, main] = ["header", "main"].map((name) => document.querySelector(name));

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
  fill(main, [all !== null, problem], () => (problem ? [element("h1", { text: problem }), link("/", say("home"), { class: "button" })] : all ? page() : [element("h1", { text: say("wait") })]));
}

function page() {
  const until = new Date(1000 * all.until).toLocaleString(language() === "zh" ? "zh-CN" : "en-GB", { dateStyle: "medium", timeStyle: "short" });
  return [
    element("h1", { text: say("after_title") }),
    element("p", { class: "lead", text: say("after_lead", { joined: all.joined, questions: all.questions.length }) }),
    element("div", { class: "pair" }, element("button", { type: "button", class: "primary", text: say("csv"), onclick: download }),
      element("button", { type: "button", text: say("forget"), onclick: confirmForget })),
    element("p", { class: "small", text: say("kept_until", { until }) }),
    ...all.questions.map(question),
    ...(all.surveys ?? []).map((one) => element("p", { text: say("after_survey", { title: told(one.title), rows: one.rows }) })),
  ];
}

function question(one, place) {
  const twice = (one.votes["2"] ?? 0) > 0;
  const rounds = twice ? ["1", "2"] : ["1"];
  const head = [say("after_answer"), ...rounds.map((round) => say(`round_${round}`)), say("after_mistake")];
  const rows = one.answers.map((answer) => element("tr", { class: answer.right ? "right" : "" },
    element("td", {}, element("span", { text: told(answer.text) }), answer.right ? element("em", { class: "tag right", text: say("right") }) : ""),
    ...rounds.map((round) => element("td", { class: "number", text: String(answer[round] ?? 0) })),
    element("td", { text: answer.right ? "" : told(answer.mistake) })));
  const table = element("table", {}, element("thead", {}, element("tr", {}, ...head.map((text, k) =>
    element("th", { class: k && k <= rounds.length ? "number" : "", text })))), element("tbody", {}, ...rows));
  return element("section", {}, element("h2", { text: `${place + 1}. ${told(one.text)}` }), link(one.address, told(one.where), { class: "more" }),
    element("div", { class: "table", tabindex: "0", role: "group", "aria-label": told(one.text) }, table),
    ...rounds.map((round) => element("p", { class: "small", text: roundWords(one, round) })),
    twice ? element("p", { class: "small", text: changes(one) }) : "",
    one.mistakes.length ? element("p", { class: "small", text: mistakes(one) }) : "");
}

const mistakes = (one) => say("mistakes", { kinds: one.mistakes.map(([kind, n]) => `${told(kind)} ${n}`).join(" · ") });

function roundWords(one, round) {
  const share = one.right[round];
  const sure = one.sure[round];
  const n = one.votes[round] ?? 0;
  const parts = [say(n === 1 ? "votes_in_1" : "votes_in", { round: say(`round_${round}`), n })];
  if (typeof share === "number") parts.push(say("share_right", { share: percent(share) }).replace(/[.。]$/, ""));
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

function confirmForget() {
  dialog(say("forget_title"), (close) => [element("p", { class: "lead", text: say("forget_more") }),
    element("button", { type: "button", class: "choice primary", text: say("forget"), onclick: () => forget(close) }),
    element("button", { type: "button", class: "choice", text: say("cancel"), onclick: close })]);
}

async function forget(close) {
  close();
  try {
    await server.post("lead", { act: "forget" });
    keep(LEAD, null);
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
