// A student's phone: it follows the class, votes, and shows what the student's own answer came to.
import { element, set, setText } from "../stage/dom.js";
import { button, code, fill, footer, header, keep, kept, language, languageButton, line, link, live, main, say,
  setWords, title, told, tree } from "./base.js";
import { answers, answerText, drawn, evidence, known, radios } from "./question.js";
import { bars, movedSentence, sums, weighing } from "./results.js";
import { Server } from "./server.js";
import { picture } from "./trees.js";

const TOKEN = `class-${code}`;
const SURE = ["sure_1", "sure_2", "sure_3"];

const connection = element("p", { class: "connection", hidden: true });
header.after(connection);

const server = new Server(kept(TOKEN));
let me = null;
let view = null;
let draft = {}; // of the question or the table that is open: what is chosen, and what has been sent
let gone = null; // why there is no class here
let stream = null;

// ------------------------------------------------------------------------------------- joining

async function join() {
  draw();
  try {
    me = await server.post("join", { token: server.token });
  } catch (problem) {
    if (away(problem) || problem.status === 429) return later();
    return leave(problem);
  }
  server.token = me.token;
  keep(TOKEN, me.token);
  stream = server.listen({ view: see, away: () => connected(false), refused: leave });
  draw();
}

function later() {
  connected(false);
  setTimeout(join, pause());
}

const away = (problem) => problem.status === undefined || problem.status >= 500;
const pause = () => 1000 + 2000 * Math.random(); // milliseconds; not all phones at once

function leave(problem) {
  gone = problem;
  if (problem.status === 404 || problem.status === 410) keep(TOKEN, null);
  connected(true);
  draw();
}

function connected(on) {
  set(connection, "hidden", on);
  setWords(connection, say("reconnecting"));
}

// ---------------------------------------------------------------------------------- what is seen

function see(next) {
  if (next.phase === "ended") stream.close();
  if (next.gone) return leave({ status: 404, said: { en: say("ended"), zh: say("ended") } });
  const other = view?.phase !== next.phase;
  view = next;
  connected(true);
  const asked = asking(view);
  if (draft.of !== asked) draft = begun(asked);
  draw();
  if (other) scrollTo(0, 0); // it is another page to read
}

// What a draft belongs to: a round of a question, or a table.
function asking({ phase, question, survey }) {
  if (phase === "vote") return `question ${question.id} ${question.round}`;
  return phase === "survey" ? `survey ${survey.number}` : "";
}

// What was sent before, by this phone or before a reload.
function begun(of) {
  const { vote = null, sure = null, row = null } = view.mine ?? {};
  const cells = row ?? view.survey?.questions.map(() => null) ?? [];
  const made = { of, choice: vote, sure: sure ?? (vote === null ? null : kept(`${TOKEN}-sure`)), row: [...cells], problem: "" };
  return { ...made, sent: (ofTable(made) ? row : vote) === null ? null : given(made) };
}

const ofTable = ({ of }) => of.startsWith("survey");
const given = (some) => JSON.stringify(ofTable(some) ? some.row : [some.choice, some.sure]);
const isSent = () => draft.sent === given(draft);

function draw() {
  document.title = `${code} · Node by Node`;
  fill(header, ["bar", me?.name, code], bar);
  const scene = gone ? over() : !view ? waiting() : view.paused ? paused() : SCENES[view.phase]();
  fill(main, scene.key, scene.main);
  main.className = scene.looks ?? "";
  set(main, "data-question", view?.question?.id);
  fill(footer, scene.key, scene.foot ?? (() => []));
  scene.after?.();
  setText(live, scene.says);
}

function bar() {
  const icon = element("span", { class: `icon ${me?.colour ?? ""}`, "aria-hidden": "true", text: me?.icon ?? "" });
  return [element("span", { class: "me" }, icon, element("span", { text: told(me?.name) })),
    element("span", { class: "code", text: code }), languageButton(draw)];
}

const scene = (key, says, main, more = {}) => ({ key, says, main, ...more });

const waiting = () => scene(["wait"], say("wait"), () => [title(say("wait"))]);

const paused = () => scene(["paused"], say("paused"), () => [title(say("paused")), line(say("paused_more"), "lead")]);

function over() {
  const text = told(gone.said) || say("line_down");
  const mistyped = gone.status === 404 ? `&code=${code}` : "";
  return scene(["over", gone.status], text, () => [title(text), link(`/class/join?lang=${language()}${mistyped}`, say("join_title"), { class: "button" })]);
}

// ------------------------------------------------------------------------------------- the lesson

function lesson() {
  const { step, pace, lead } = view;
  const behind = step.address !== lead;
  const own = pace === "own";
  const open = !step.held && step.weighing?.told !== false; // else the lesson would say what is still to come
  return scene(["lesson", step, pace, behind], `${told(step.title)}. ${told(step.statement)}`, () => [
    line(told(step.title), "where"),
    title(told(step.statement), "say"),
    ...weighing(step.weighing),
    step.picture ? tree() : line(say("look_up"), "lead"),
    open ? link(step.open ?? step.address, say("open_step"), { class: "more", target: "_blank", rel: "noopener" }) : null,
    line(say(own ? "own_pace" : behind ? "away" : step.weighing?.told === false ? "led_ask" : step.back ? "led_pace" : "led"), "small"),
  ], { after: () => drawTree(step.picture), foot: () => (behind || step.back ? lookAround(behind, own) : []) });
}

// As far as the teacher has come, and back to where the teacher is; the black button is what the class does now.
function lookAround(behind, own) {
  const { back, next } = view.step;
  const go = (name, to, kind) => button(say(name), () => to !== undefined && act("at", { address: to }), kind,
    { "data-name": name, "aria-disabled": to === undefined });
  const pair = element("div", { class: "pair" }, go("back", back ?? undefined),
    go("next", behind && next ? next : undefined, behind && own ? "primary" : ""));
  return [pair, go("catch_up", behind ? null : undefined, behind && !own ? "primary" : "")];
}

function drawTree(path) {
  const place = main.querySelector(".tree");
  if (place) picture(place, path);
}

// Sends an act; what was refused is said below.
async function act(path, body) {
  try {
    await server.post(path, body);
    return true;
  } catch (problem) {
    setWords(connection, told(problem.said) || say("line_down"));
    set(connection, "hidden", false);
    return false;
  }
}

// --------------------------------------------------------------------------------------- a vote

function vote() {
  const { question } = view;
  const round = say(question.round === 2 ? "second_vote" : "a_question");
  return scene(["vote", question.id, question.round], `${round} ${told(question.text)}`, () => [
    line(round, "where"),
    title(told(question.text)),
    known(question, "note"),
    evidence(question),
    answers(question, draft, changed),
    ...howSure(),
    fold("tree", tree()),
  ], { after: afterVote, looks: ["column", "leaf"].includes(question.kind) && question.table ? "voting with-rows" : "voting", foot: () => sending(sendVote) });
}

function howSure() {
  const choose = (key) => {
    draft.sure = key;
    changed();
  };
  const options = SURE.map((key, place) => ({ key: String(place + 1), text: { en: say(key), zh: say(key) } }));
  const group = radios("sure", say("sure"), options, String(draft.sure ?? ""), choose, false);
  group.className = "three";
  return [element("h2", { text: say("sure") }), group];
}

const fold = (name, inner) => element("details", {}, element("summary", { text: say(name) }), inner);

function afterVote() {
  drawTree(view.step.picture);
  showSend();
}

function changed() {
  draft.problem = "";
  showSend();
}

function sending(send) {
  return [button("", send, "primary", { "data-name": "send" }), element("p", { class: "small", id: "sent", role: "status" })];
}

function showSend() {
  const sends = footer.querySelector("[data-name=send]");
  if (!sends) return;
  const survey = ofTable(draft);
  const sent = isSent();
  setWords(sends, say(sent ? "sent" : draft.sent !== null ? "send_change" : survey ? "send_row" : "send"));
  set(sends, "aria-disabled", String(sent || Boolean(missing())));
  const alone = survey ? "row_private" : view.question.round === 2 ? "on_your_own_again" : "on_your_own";
  const hint = sent ? say(survey ? "row_sent_more" : "sent_more") : missing() || say(alone);
  const note = footer.querySelector("#sent");
  setWords(note, draft.problem || hint);
  note.classList.toggle("problem", Boolean(draft.problem));
}

// What is still to be said before it can be sent.
function missing() {
  if (ofTable(draft)) {
    const { target, questions } = view.survey;
    return draft.row[target] === null ? say("row_target", { question: told(questions[target].name) }) : "";
  }
  const { options } = view.question;
  if (draft.choice === null || (!options && !/\p{Nd}/u.test(draft.choice))) return say(options ? "choose_first" : "type_first");
  return draft.sure ? "" : say("sure_first");
}

async function sendVote() {
  if (isSent() || missing()) return;
  const { id, round } = view.question;
  const { choice, sure } = draft;
  keep(`${TOKEN}-sure`, sure);
  await sendDraft("vote", { question: id, round, choice, sure: Number(sure) });
}

// What did not reach the server is sent again by itself, as long as it is what is asked for.
async function sendDraft(path, body, sent = given(draft)) {
  const mine = draft;
  clearTimeout(mine.again);
  try {
    await server.post(path, body);
    Object.assign(mine, { sent, problem: "" });
  } catch (problem) {
    if (away(problem)) mine.again = setTimeout(() => draft === mine && sendDraft(path, body, sent), pause());
    mine.problem = told(problem.said) || say("not_sent");
    if (problem.about && draft === mine) show(problem.about);
  }
  showSend();
}

// The field that a problem is about, to be typed into again.
function show(about) {
  const place = view.survey?.questions.findIndex(({ name }) => told(name) === told(about));
  const input = main.querySelector(`[data-name="row${place}"]`);
  input?.focus({ preventScroll: true });
  input?.scrollIntoView({ block: "center" });
}

// ------------------------------------------------------------------------------------ the results

function shown() {
  const { question, tally, find, mine } = view;
  return scene(["shown", question.id, question.round, tally, find, mine?.vote], told(find) || say("shown"), () => [
    line(say("shown"), "where"),
    title(told(find) || told(question.text)),
    line(say(find ? "discuss" : "look_up"), "lead"),
    bars(question, tally, { mine: mine?.vote }),
    drawn(question, tally),
  ]);
}

function moved() {
  const { question, tally, mine } = view;
  return scene(["flow", question.id, tally, view.flow], movedSentence(view), () => [
    line(say("second_vote"), "where"),
    title(movedSentence(view)),
    bars(question, tally, { mine: mine?.vote }),
  ]);
}

function revealed() {
  const { question, reveal, tally, mine, step } = view;
  const verdict = verdictOf(mine?.vote, reveal);
  const why = mine?.vote && !reveal.keys.includes(mine.vote) ? told(reveal.why[mine.vote]) : "";
  const because = told(reveal.why[reveal.key]); // of a number it is the number once more
  return scene(["revealed", question.id, mine?.vote], `${verdict} ${say("answer", { answer: told(reveal.text) })}`, () => [
    line(told(question.text), "where"),
    title(verdict),
    element("p", { class: "say" }, element("b", { text: say("answer", { answer: told(reveal.text) }) })),
    why ? element("div", { class: "because" }, element("h2", { text: say("why_not", { answer: answerText(question, mine.vote) }) }), line(why)) : null,
    question.kind === "score" || (why && question.kind === "column") || why.includes(because) ? null : line(because, "lead"),
    sums(reveal),
    question.line ? drawn(question, tally, reveal.keys) : null,
    tally && bars(question, tally, { mine: mine?.vote, right: reveal.keys, scores: reveal.scores }),
    tree(),
    link(step.open ?? step.address, say("open_step"), { class: "more", target: "_blank", rel: "noopener" }),
  ], { after: () => drawTree(step.picture) });
}

function verdictOf(choice, reveal) {
  if (choice === null || choice === undefined) return say("did_not_vote");
  return say(reveal.keys.includes(choice) ? "you_are_right" : "you_are_wrong");
}

// --------------------------------------------------------------------------- the class is the table

function survey() {
  const { survey: form } = view;
  return scene(["survey", form.number], `${say("survey_title")} ${told(form.title)}`, () => [
    line(say("survey_title"), "where"),
    title(told(form.title)),
    ...form.questions.map((item, place) => field(item, place, place === form.target)),
  ], { after: showSend, foot: () => sending(sendRow) });
}

function field(item, place, target) {
  const name = item.unit ? say("with_unit", { name: told(item.name), unit: told(item.unit) }) : told(item.name);
  const answer = (value) => {
    draft.row[place] = value;
    changed();
  };
  const body = item.options ? chosen(item, place, name, target, answer) : number(place, name, item.clock, answer);
  const note = target ? [line(say("row_is_target"), "small")] : [];
  return element("section", { class: "field" }, element("h2", { text: name }), ...note, body);
}

function chosen(item, place, name, target, answer) {
  const options = item.options.map((text, key) => ({ key: String(key), text }));
  const unknown = { key: "", text: { en: say("dont_know"), zh: say("dont_know") } };
  const value = draft.row[place];
  const some = target ? options : [...options, unknown];
  return radios(`row${place}`, name, some, value === null ? (draft.sent ? "" : null) : String(value),
    (key) => answer(key === "" ? null : Number(key)), false);
}

function number(place, name, clock, answer) {
  const input = element("input", { type: "text", inputmode: clock ? "text" : "decimal", autocomplete: "off", maxlength: "12",
    "aria-label": name, "data-name": `row${place}` });
  input.value = draft.row[place] ?? "";
  input.addEventListener("input", () => {
    answer(input.value.trim() || null); // the server reads it, or says what is wrong
  });
  return element("label", { class: "typed" }, input, element("span", { class: "small", text: say("dont_know_empty") }));
}

async function sendRow() {
  if (isSent() || missing()) return;
  await sendDraft("row", { answers: [...draft.row] });
}

function grown() {
  const { mine, survey: form } = view;
  const says = told(mine?.said) || told(form?.sentence) || say("grown");
  return scene(["grown", form?.number, mine], says, () => [
    line(told(form?.title), "where"),
    title(says),
    tree(),
  ], { after: () => drawTree(mine?.path ?? form?.picture) });
}

function ended() {
  return scene(["ended"], say("ended"), () => [title(say("ended")), line(say("ended_more"), "lead"),
    link(view.step?.address ?? "/", say("open_step"), { class: "button" })]);
}

const SCENES = { lesson, vote, shown, flow: moved, revealed, survey, grown, ended };

join();
