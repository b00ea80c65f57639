// The board: the projector's page and the teacher's controls in one. What the room must not know yet
// is never on it: the tally before it is shown, and who is right, are in a window of their own (alone.js).
import { element, set, setText } from "../stage/dom.js";
import { keyTable } from "../stage/dialog.js";
import { KEYS, keyOf } from "../stage/keys.js";
import { Notes } from "../stage/notes.js";
import { address, allWords, button, code, fill, footer, keep, kept, language, languageButton, line, link, live, main, many,
  say, setWords, shareRight, theme, title, told, tree } from "./base.js";
import { alone } from "./alone.js";
import { composeTable } from "./compose.js";
import { confirm, dialog } from "./dialog.js";
import { PageFrame } from "./frame.js";
import { drawn, known, letter } from "./question.js";
import { bars, flow, movedCount, sums } from "./results.js";
import { Server, forgetSecret, secret } from "./server.js";
import { picture, recolour, sweep } from "./trees.js";
import { Wall } from "./wall.js";

const HERE = ["localhost", "127.0.0.1", "[::1]", "0.0.0.0"].includes(location.hostname);
const LEAST = 0.6; // so much smaller than the page's letters may those of sums be, so that all of them are in sight
const MOST = 1.5; // and so much larger those of a question, and of sums
const LARGEST = 2; // of what has the board to itself

const notice = element("p", { class: "notice", role: "alert", hidden: true });
footer.before(notice);
const frame = new PageFrame({ page, letter: (key) => (pressed(key), true), escape: () => (pressed("escape"), true) }, draw);
main.after(frame.host);
const notes = new Notes({ page, letter: pressed, escape: () => pressed("escape") }); // beside a page; beside the stage it has its own

let view = null;
let gone = null;
let joining = null; // whether the board shows how to join, large
let stream = null;

const server = new Server(secret());
const wall = new Wall(server, { join: turnJoin, end: confirmEnd, trouble: said });

function start() {
  if (!server.token) return leave({ said: null, status: 403 });
  stream = server.listen({ view: see, away: () => tell(say("reconnecting")), refused: leave });
}

function leave(problem) {
  gone = problem;
  if (problem.status === 404 || problem.status === 403) forgetSecret();
  draw();
}

function see(next) {
  if (next.phase === "ended") stream.close();
  if (next.gone) return leave({ status: 404, said: { en: say("forgotten"), zh: say("forgotten") } });
  if (view?.survey && view.survey.rows !== next.survey?.rows) tell(""); // it may be about how few there were
  if (view === null || ["reconnecting", "line_down"].some((away) => notice.textContent === say(away))) tell("");
  joining ??= next.joined === 0 && next.phase === "lesson";
  view = next;
  draw();
}

function tell(text) {
  setText(notice, text);
  set(notice, "hidden", text === "");
}

function said(problem) {
  tell(told(problem.said) || say("line_down"));
}

async function lead(act, more = {}) {
  tell("");
  joining = false;
  try {
    return await server.post("lead", { act, ...more });
  } catch (problem) {
    said(problem);
    return null;
  }
}

// ------------------------------------------------------------------------------------- drawing

function draw() {
  document.title = `${code} · ${say("board_title")} · Node by Node`;
  if (gone || !view) return drawNone();
  if (view.step.page) frame.go(view.step.page); // while one joins, too: it takes a while
  const scene = view.paused ? paused() : joining ? join() : SCENES[view.phase]();
  main.dataset.scene = scene.key[0];
  if (fill(main, scene.key, scene.main)) sweep();
  fill(footer, [view.phase, view.paused, joining, view.question?.round, view.on, paged(view.step), view.locked, counted(), view.keptAt], foot);
  scene.after?.();
  setText(live, scene.says ?? "");
}

function drawNone() {
  const text = gone ? told(gone.said) || say(gone.status === 403 ? "no_secret" : "line_down") : say("wait");
  main.dataset.scene = "ended";
  fill(footer, ["none"], () => []);
  fill(main, ["none", text], () => [title(text), gone?.status === 410 && link(`/class/${code}/after`, say("afterwards"),
    { class: "button" }), gone && link("/", say("home"), { class: "button" })]);
  setText(live, text);
}

// How many answered while something is asked, else how many are here.
function counted() {
  const { phase, question, survey } = view;
  if (phase === "survey") return [String(survey.rows), say(survey.rows < survey.least ? "rows_needed" : "rows_of", { of: Math.max(view.here, survey.rows), least: survey.least })];
  if (question && phase !== "revealed") return [String(question.answered), say(question.round === 2 ? "again_of" : "answered_of", { of: question.of })];
  return [String(view.here), say(view.here === 1 ? "here_1" : "here")];
}

// How to join, and how many have.
function room() {
  const where = element("p", { class: "where-to" }, element("b", { class: "code", text: code }),
    element("span", {}, ...(HERE ? [] : joinAddress())), element("span", { class: "locked", text: view.locked ? say("locked") : "" }));
  const [n, of] = counted();
  return [where, element("p", { class: "n" }, element("b", { text: n }), element("span", { text: of }))];
}

// It breaks behind a dot or a stroke, and is never cut.
const joinAddress = () => `${location.host}${new URL(address("/class/join")).pathname}`.split(/(?<=[./])/).flatMap((part) => [part, element("wbr")]);

// Of the address of this page's own origin; on localhost no phone could open it.
function qr() {
  if (HERE) return null;
  const image = element("img", { alt: say("qr"), class: "qr" });
  image.src = address(`/class/${code}/qr?link=${encodeURIComponent(new URL(address(`/class/${code}`)).href)}`);
  return image;
}

function drawTree(path) {
  const place = main.querySelector(".tree");
  if (place) picture(place, path);
}

const scene = (key, main, more = {}) => ({ key, main, ...more });

function join() {
  return scene(["join"], () => [
    element("div", { class: "how" },
      title(say("join_title")),
      HERE ? line(say("local_only_more"), "lead")
        : element("p", { class: "lead" }, `${say("scan_or")} `, element("b", {}, ...joinAddress())),
      line(code, "large-code"),
      line(say("join_private"), "lead")),
    qr(),
  ], { says: say("join_title") });
}

function paused() {
  return scene(["paused"], () => [title(say("paused")), line(say("paused_more"), "lead")], { says: say("paused") });
}

// The stage, as it lectures; while students go at their own pace, where they are.
function lesson() {
  const { step, told: known, where, pace } = view;
  if (pace === "own") return ownPace(step, where ?? {});
  if (!step.picture || paged(step)) return sentence(step);
  return scene(["lesson"], () => [element("div", { class: "wall" })], { after: async () => {
    await wall.see(main.firstElementChild, { ...step, told: known });
    dispatchEvent(new Event("nbn-slide"));
  } });
}

const paged = ({ page, open }) => Boolean(page) && page === open; // nothing is asked there: that is of a step of Grow

// A stop of a guided lesson that another page shows, as soon as that is here; or a step whose table is gone.
function sentence(step) {
  const after = () => notes.show({ words: allWords(), say: [told(step.statement)], place: place(step), note: told(step.note), then: [told(step.then)] });
  const more = { after, says: told(step.statement) };
  set(frame.host, "title", told(step.statement));
  if (frame.here && paged(step)) return scene(["page"], () => [], more);
  return scene(["sentence", step.title, step.statement, step.stop], () => [
    line([told(step.title), place(step)].filter(Boolean).join(" · "), "where"), title(told(step.statement), "say"),
    step.open ? link(step.open, say("open_step"), { class: "more", target: "_blank", rel: "noopener" }) : "",
  ], more);
}

const place = ({ stop }) => (stop ? say("stop_of", { k: stop[0], n: stop[1] }) : "");

// What the stage says of a guided lesson, once nothing is held back.
function slide() {
  const step = view?.phase === "lesson" ? view.step : null;
  if (!step?.stop || step.held) return null;
  return { sentence: told(step.statement), place: place(step), note: told(step.note), next: told(step.then), guess: step.guess };
}

function ownPace(step, where) {
  return scene(["own", step.title, step.statement, where], () => [
    line(told(step.title), "where"), title(told(step.statement), "say"), line(whereInWords(where), "lead"), tree(),
  ], { after: () => drawTree(step.picture), says: told(step.statement) });
}

function whereInWords(where) {
  const elsewhere = Object.entries(where).filter(([at]) => at !== view.step.address && at).reduce((sum, [, n]) => sum + n, 0);
  return say("own_pace_now", { with: Math.max(0, view.here - elsewhere), n: elsewhere });
}

function vote() {
  const { question, step } = view;
  return scene(["vote", question.id, question.round], () => [
    element("div", { class: "asked" }, ...askedOf(question), element("div", { class: "seats", role: "img" })),
    sideOf(question),
  ], {
    after: () => {
      seats();
      fitAsked();
      drawTree(step.picture);
    },
    says: told(question.text),
  });
}

function askedOf(question) {
  const round = question.round === 2 ? [line(say("second_vote_board"), "where")] : [];
  return [...round, title(told(question.text)), known(question, "lead"), question.line ? "" : optionsOf(question)];
}

function optionsOf(question) {
  if (!question.options) return line(say("typed_board", { unit: told(question.unit) }), "lead");
  return element("ol", { class: "opts" }, ...question.options.map((option, place) =>
    element("li", {}, element("i", { text: letter(place) }), element("span", { text: told(option.text) }))));
}

// What it is answered from, while one votes and while one talks.
function sideOf(question, tally) {
  const shown = drawn(question, tally);
  return element("div", { class: question.table && question.kind !== "class" ? "side rows" : "side" }, shown ?? "", question.line ? "" : tree());
}

// A place for each student, filled as answers come in.
function seats() {
  const place = main.querySelector(".seats");
  const { answered, of } = view.question;
  const all = Math.max(answered, of);
  while (place.childElementCount > all) place.lastChild.remove();
  while (place.childElementCount < all) place.append(element("i"));
  [...place.children].forEach((seat, k) => seat.classList.toggle("in", k < answered));
  place.classList.toggle("many", all > 60);
  set(place, "aria-label", `${answered} ${say("answered_of", { of })}`);
}

function shown() {
  const { question, step, tally } = view;
  const again = question.round === 1;
  const chosen = Object.values(tally["1"]).filter(Boolean).length, apart = view.on === "revote"; // else there is nobody to convince
  const { answered, of } = question, agreed = answered < of ? `${answered} ${say("answered_of", { of })}` : say("alike");
  const said = !again ? say("voted_again") : apart ? say("talk") : chosen > 1 ? say("all_right") : chosen ? agreed : say("no_votes");
  return scene(["shown", question.id, tally["1"], tally["2"], said], () => [
    element("div", { class: "asked" }, title(told(question.text)), bars(question, tally), element("div", { class: "talk" },
      line(said, "say"), again && apart ? line(say("talk_more"), "lead") : "")),
    sideOf(question, tally),
  ], { after: () => (fitAsked(), drawTree(step.picture)), says: say("shown") });
}

function moved() {
  const { question } = view;
  const n = movedCount(view);
  const text = n ? many("changed", n) : say("nobody_moved");
  return scene(["flow", question.id, view.flow], () => [
    title(text), element("div", { class: "flow-place" }),
  ], { after: () => drawFlow(question), says: text });
}

function drawFlow(question) {
  const place = main.querySelector(".flow-place");
  const high = (1100 * place.clientHeight) / Math.max(place.clientWidth, 1);
  place.replaceChildren(flow(question, view, Math.max(320, Math.min(high, 620))));
}

function revealed() {
  const { question, reveal, step, tally } = view;
  const share = tally?.right;
  const rightNow = typeof share === "number" ? line(shareRight(share), "lead") : "";
  const votes = [question.line ? drawn(question, tally, reveal.keys) : "", tally ? bars(question, tally, { right: reveal.keys, scores: reveal.scores }) : "", rightNow];
  const proof = sums(reveal), asked = line(told(question.text), "where");  // beside a sum, which needs the height, with the votes
  return scene(["revealed", question.id], () => [
    element("div", { class: "asked" }, ...(proof ? [] : [asked]), title(told(reveal.text)),
      question.kind === "score" ? "" : line(told(reveal.why[reveal.key]), "lead"), ...(proof ? [proof] : votes)),
    element("div", { class: "side" }, ...(proof ? [asked, ...votes] : [tree()])),
  ], { after: () => (proof ? fitSums() : (fitAsked(), drawTree(step.picture))), says: say("answer", { answer: told(reveal.text) }) });
}

// Letters as large as they may be with all of a part in sight, once they are there. A sum's line breaks rather than have
// letters smaller than the page's.
async function fit(part, most, least, place = main.querySelector(".asked")) {
  await document.fonts.ready;
  if (!part?.isConnected) return;
  // a line of sums bleeds by a rounded pixel into the next: of its height the part knows
  const narrow = (one) => one.scrollWidth <= one.clientWidth;
  const fits = () => place.scrollHeight <= place.clientHeight && [place, ...place.querySelectorAll(".sum")].every(narrow);
  const tried = (broken, smallest) => {
    part.classList.toggle("broken", broken);
    for (let size = most; size > smallest - 0.01; size -= 0.05) {
      part.style.setProperty("--fit", size);
      if (fits()) return true;
    }
    return false;
  };
  if (!tried(false, 1)) tried(true, least);
}

const fitSums = () => fit(main.querySelector(".sums"), MOST, LEAST);
const fitRows = (side = main.querySelector(".side.rows")) => fit(side, MOST, 1, side);
const fitAsked = (most = MOST) => (fitRows(), fit(main.querySelector(".asked"), most, 1));

function survey() {
  const { survey: form } = view;
  return scene(["survey", form.number], () => [
    element("div", { class: "asked" }, line(say("survey_title"), "where"), title(told(form.title)),
      element("ol", { class: "opts" }, ...form.questions.map((item, place) => element("li", {},
        element("i", { text: String(place + 1) }), element("span", { text: told(item.name) }),
        place === form.target ? element("em", { class: "tag", text: say("target") }) : "")))),
    element("div", { class: "side" }, element("p", { class: "say", id: "rows" }), line(say("survey_more"), "lead"), tree()),
  ], { after: () => (showRows(), fitAsked(view.survey.picture ? MOST : LARGEST)), says: told(form.title) });
}

// The tree grows as rows come in, as soon as there are enough.
function showRows() {
  setWords(main.querySelector("#rows"), many("rows_in", view.survey.rows));
  drawTree(view.survey.picture);
}

function grown() {
  const { survey: form } = view;
  return scene(["grown", form.number, form.sentence], () => [
    line(told(form.title), "where"), title(told(form.sentence) || say("too_few_rows"), "say"), tree(),
  ], { after: () => drawTree(view.survey.picture), says: told(form.sentence) });
}

function ended() {
  return scene(["ended"], () => [title(say("ended")), line(say("ended_board"), "lead")], { says: say("ended") });
}

const SCENES = { lesson, vote, shown, flow: moved, revealed, survey, grown, ended };

// ------------------------------------------------------------------------------------- controls

// The black button does what a page key does, which the server knows; it is called after what that comes to.
const BLACK = { show: "show_tally", revote: "revote", flow: "show_flow", reveal: "reveal", dismiss: "back_to_lesson", survey_close: "grow",
  pause: "go_on", tell: "next", go: "next", stop: "next", ask: "ask" };

function black() {
  const name = joining ? "start_lesson" : (view.on === "dismiss" && !view.guided ? "back_to_tree" : BLACK[view.on]) ?? (lastStop() ? "end" : view.phase === "lesson" ? "next" : "afterwards");
  return ["arrowright", name, () => page(1)];
}

// A guided lesson that nothing follows: it is ended, or one goes back.
const lastStop = () => view.phase === "lesson" && Boolean(view.step.stop) && view.on === null;

// Each is a key, its words, and what it does. The first of a phase stands beside the black button, the rest in the menu.
const keyed = (name, run) => [keyOf(name), name, run];
const ALONE = keyed("look_alone", lookAlone);
const ASK = keyed("ask", askMenu);
const DISMISS = keyed("dismiss", () => lead("dismiss"));
const REVEAL = keyed("reveal", () => lead("reveal"));
const REVOTE = keyed("revote", () => lead("revote"));
const MORE = keyed("more", moreMenu);
const CONTROLS = {
  lesson: () => [view.on === "ask" || paged(view.step) ? null : ASK, ...(view.on === "ask" ? [ASK] : []),
    keyed("class_table", () => composeTable(lead, () => notice.textContent)), ["arrowleft", "back", () => page(-1)]],
  vote: () => [ALONE, DISMISS],
  shown: () => [view.on === "revote" ? REVEAL : view.question.round === 1 ? REVOTE : null, ALONE, DISMISS],
  flow: () => [ALONE, DISMISS],
  revealed: () => [keyed("like", () => lead("like"))],
  survey: () => [null, DISMISS],
  grown: () => [keyed("keep_table", keepTable), keyed("reopen", () => lead("survey_reopen"))],
  ended: () => [],
};

function controls() {
  const { phase, paused } = view;
  const pause = phase === "ended" ? [] : [[keyOf("pause"), paused ? "go_on" : "pause", blank]];
  return joining ? [null, ...pause] : paused ? [null] : [...CONTROLS[phase](), ...pause];
}

const keyName = (key) => ({ arrowright: "→", arrowleft: "←" })[key] ?? key.toUpperCase();

// The room on the left, then the black button; what is seldom of use is in the menu, and has its key all the same.
function foot() {
  const [beside] = controls(), left = view.phase === "ended" ? [element("b", { class: "code", text: code })] : room();
  return [...left, element("span", { class: "space" }), beside && control(beside), control(black(), "primary"), control(MORE)];
}

function control([key, name, run], kind = "") {
  const shortcut = key.replace(/^arrow(.)/, (_all, first) => `Arrow${first.toUpperCase()}`);
  return element("button", { class: kind, "data-name": name, "aria-keyshortcuts": shortcut, onclick: () => run() },
    element("span", { text: say(name) }), element("kbd", { "aria-hidden": "true", text: keyName(key) }));
}

function turnJoin() {
  if (joining) closeJoin();
  else showJoin();
}

function showJoin() {
  joining = true;
  draw();
}

function closeJoin() {
  joining = false;
  draw();
}

// What a page key comes to while something is asked, the server knows (onward.py): no press loses a vote. In the lesson
// the stage goes on, within the step or to the next. A key that is held, or seems to be on a busy machine, leads once.
function page(by, again = false) { return again || taken(by) || wall.page(by); }

function taken(by) {
  const over = document.querySelector("dialog");
  if (over) over.close(); // whoever has only a clicker gets on, and one press too many ends no class
  else if (joining) closeJoin();
  else if (main.dataset.scene === "ended") by > 0 && view?.phase === "ended" && afterwards();
  else if (main.dataset.scene === "lesson" && !view.step.stop) return false;
  else if (by > 0 && lastStop()) confirmEnd();
  else lead(by > 0 ? "on" : "back");
  return true;
}

globalThis.nbnGuide = { page: taken, slide, place: () => (view.step.stop ? place(view.step) : null) }; // the stage asks it first

async function askMenu() {
  await wall.heard();
  const asks = await server.get("asks").catch(said);
  if (!asks) return;
  if (!asks.length) return tell(say("nothing_to_ask"));
  dialog(say("ask_title"), (close) => byNode(asks).map(([where, some]) => element("section", { class: "at-node" },
    element("h3", { text: where }), ...some.map(({ label, kind, node, column }) => choice(told(label), () => {
      close();
      lead("ask", { kind, node, column });
    })))));
}

function byNode(asks) {
  const groups = new Map();
  for (const ask of asks) groups.set(ask.node, [...(groups.get(ask.node) ?? []), ask]);
  return [...groups.values()].map((some) => [told(some[0].where), some]);
}

const choice = (text, run) => button(text, run, "choice");

function lookAlone() {
  const url = new URL(location.href);
  url.searchParams.set("alone", "1");
  url.searchParams.set("lang", language());
  if (!open(url.href, `alone-${code}`, "popup,width=720,height=640")) tell(say("popup"));
}

async function keepTable() {
  const done = await lead("keep_table", { lang: language() });
  if (!done?.address) return;
  dialog(say("kept"), () => [line(say("kept_more"), "lead"),
    link(done.address, say("open_table"), { class: "button", target: "_blank", rel: "noopener" })]);
}

function afterwards() {
  open(address(`/class/${code}/after?lang=${language()}`), `after-${code}`);
}

function moreMenu() {
  dialog(say("more"), (close) => {
    const item = (name, run) => choice(say(name), () => {
      close();
      run();
    });
    const own = view.pace === "own";
    const running = () => [
      ...controls().slice(1).map(([key, name, run]) => choice(`${say(name)} (${keyName(key)})`, () => {
        close();
        run();
      })),
      item("show_join", showJoin),
      item(own ? "pace_led" : "pace_own", () => lead("pace", { pace: own ? "led" : "own" })),
      item(view.locked ? "unlock" : "lock", () => lead("lock", { on: !view.locked })),
    ];
    const over = view.phase === "ended";
    return [element("section", { class: "menu" },
      ...(over ? [] : running()),
      item(theme() === "dark" ? "light" : "dark", turnTheme),
      languageButton(() => {
        close();
        draw();
      }, "choice"),
      link(view.step.open ?? view.step.address, say("open_step"), { class: "choice", target: "_blank", rel: "noopener" }),
      item("keys", keysLegend),
      item("afterwards", afterwards),
      ...(over ? [] : [item("end", confirmEnd)]),
    )];
  });
}

function turnTheme() {
  document.documentElement.dataset.theme = theme() === "dark" ? "light" : "dark";
  keep("class-theme", document.documentElement.dataset.theme);
  recolour();
  draw();
}

function confirmEnd() {
  confirm("end", () => lead("end"));
}

function keysLegend() {
  const lines = [["Page Down", "keys_next"], ["Page Up", "keys_back"], [keyName("b"), "keys_blank"],
    ...controls().filter(Boolean).map(([key, name]) => [keyName(key), name]),
    ...Object.entries({ notes: "keys_notes", code: "show_join", more: "more" }).map(([means, name]) => [keyName(keyOf(means)), name]),
    ["Esc", "keys_close"]];
  dialog(say("keys"), () => [keyTable(lines.map(([key, name]) => [key, say(name)]))]);
}

// ------------------------------------------------------------------------------------------ keys

const PAGES = { PageDown: 1, PageUp: -1, ArrowRight: 1, ArrowLeft: -1 };

// Where the stage stands, it hears the keys first, and asks here what the page keys mean (stage.js).
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  const over = event.target.closest?.("dialog") && !event.key.startsWith("Page"), by = PAGES[event.key];
  const typing = over || event.target.closest?.("input, textarea");
  if (typing || event.repeat || !(by ? page(by) : pressed(event.key.toLowerCase()))) return;
  event.preventDefault();
});

// Whether a key other than those of pages means something here.
function pressed(key) {
  if (!view || gone) return false;
  const anywhere = { more: moreMenu, code: turnJoin, pause: blank, keys: keysLegend, notes: ["page", "sentence"].includes(main.dataset.scene) && openNotes, escape: joining && closeJoin };
  const own = [...controls(), black()].find((one) => one && [one[0], keyOf(one[1])].includes(key));
  const found = own?.[2] ?? anywhere[KEYS[key] ?? key];
  if (found) found();
  return Boolean(found);
}

function openNotes() {
  if (!notes.open(allWords())) tell(say("popup"));
  draw();
}

// What the black-screen key of a clicker sends.
const blank = () => view.phase !== "ended" && lead("pause", { on: !view.paused });

if (kept("class-theme")) document.documentElement.dataset.theme = kept("class-theme");
addEventListener("resize", () => {
  if (view && !gone) draw();
});
if (new URLSearchParams(location.search).has("alone")) alone(server);
else start();
