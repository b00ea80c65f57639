// Tells the root of the page what Streamlit does not: the language that the reader chose, the name of the button that
// opens the menu, Streamlit's own words, and the theme, which it says of the app alone (popovers and dialogs stand outside of it).
// Puts what it means that the server does not answer in the reader's words, into Streamlit's text nodes, which it goes
// on using. And when the server answers again, it asks for the whole page: the session may be a new one, of which the
// browser does not hear, and which knows none of the parts that would be asked for. It never changes: the content security policy names it by its digest.
{
  const root = document.documentElement, app = document.querySelector(".stApp");
  const said = document.querySelector("[data-said-to-root]");
  root.over?.abort();  // what the run before has it look at
  const { signal } = root.over = new AbortController();
  const watch = (part, options, does) => {
    const watcher = new MutationObserver(does);
    watcher.observe(part, options);
    signal.addEventListener("abort", () => watcher.disconnect());
    return watcher;
  };
  const tell = () => { root.style.colorScheme = getComputedStyle(app).colorScheme; };
  const put = (node, text) => { if (node && node.nodeValue !== text) node.nodeValue = text; };
  const lost = () => {
    const dialog = [...document.querySelectorAll("section[role=dialog]:has(> h2[slot=title])")].find((one) =>
      "lost" in one.dataset || one.querySelector("h2").textContent === "Connection error");
    const [close, title, message] = dialog?.children ?? [];
    if (!said || !message) return;
    dialog.dataset.lost = "";
    close.ariaLabel = said.dataset.close;
    put(title.firstChild, said.dataset.lost);
    put(message.querySelector("div")?.firstChild, said.dataset.lostMeans);
    losing.observe(dialog, { subtree: true, characterData: true });
  };
  // What was being fetched for the first time when the server went away is never asked for again.
  const broken = () => [...document.querySelectorAll("[role=alert]")].some(({ textContent }) =>
    textContent.includes("BidiComponent Error"));
  if (said) {
    const { page } = said.dataset;  // Streamlit keeps how far the one before was scrolled
    if (root.dataset.page && root.dataset.page !== page) document.querySelector("[data-testid=stMain]")?.scrollTo(0, 0);
    root.dataset.page = page;
    root.lang = said.dataset.language;
    root.style.setProperty("--menu", JSON.stringify(said.dataset.menu));
  }
  const answer = () => {
    const { testConnectionState: now } = app.dataset;
    if (root.connection !== now && now === "CONNECTED") {
      if (broken()) location.reload();
      else document.querySelector(".st-key-answers_again button")?.click();
    }
    root.connection = now;
  };
  if (app) {
    watch(app, { attributes: true, attributeFilter: ["class"] }, tell);
    tell();
    root.connection = app.dataset.testConnectionState;
    watch(app, { attributes: true, attributeFilter: ["data-test-connection-state"] }, answer);
  }
  // Streamlit's own words, which are English: in its menus, in the way past its head, of the buttons in a widget, beside a
  // heading and above a table, while it is at work; not of the widgets themselves, which may bear a column's name.
  const BUTTONS = ["stNumberInput", "stSelectbox", "stTooltipIcon", "stCode"].map((kind) => `[data-testid=${kind}] button[aria-label]`);
  const THEIRS = BUTTONS + ", section[role=dialog] > button[aria-label], button[aria-label=Dismiss], [data-testid=stHeaderActionElements], [data-testid=stFileUploaderDropzone], [data-testid=stMainMenuPopover], [data-testid=stMainMenu], [data-testid=stElementToolbar], [data-testid=stSkipToContent], [data-testid=stTooltipContent], [data-testid=stStatusWidget], [data-testid=stSidebar], [data-testid=stExpandSidebarButton], [data-testid=stTopNav], [data-testid=stTopNavPopover]";
  const SAID = ["FileUploaderDropzone", "MainMenuPopover", "SkipToContent", "TooltipContent", "StatusWidget", "Sidebar", "TopNavPopover"].map((kind) => `[data-testid=st${kind}]`).join();
  const theirs = JSON.parse(said?.dataset.theirs ?? "{}");
  const rename = (part) => {
    const [name, ...of] = part.ariaLabel.replace(/^Help for /, "Help for: ").split(": ");
    if (theirs[name] && theirs[name] !== name) part.ariaLabel = [theirs[name], of.join(": ")].filter(Boolean).join("：");
  };
  const inTheirs = () => {
    for (const part of document.querySelectorAll(THEIRS)) {
      for (const one of [part, ...part.querySelectorAll("[aria-label]")]) if (one.ariaLabel) rename(one);
      if (!part.matches(SAID)) continue;
      const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) put(texts.currentNode, theirs[texts.currentNode.nodeValue] ?? texts.currentNode.nodeValue);
    }
  };
  // On a phone the menu of pages lies over the page: it goes when a page is chosen, when what it covers is touched, with
  // Escape, and when the page is left, for Streamlit would open it again.
  const openMenu = () => document.querySelector("[data-testid=stSidebar][data-collapsed=false]");
  const shut = (menu) => menu?.querySelector("[data-testid=stSidebarCollapseButton] button")?.click();
  const shutMenu = ({ target }) => {
    const menu = openMenu();
    if (menu && (!menu.contains(target) || target.closest("a"))) setTimeout(shut, 0, menu);
  };
  // before Streamlit hears it, so that what opens the menu finds it shut
  document.addEventListener("click", shutMenu, { capture: true, signal });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") shutMenu({ target: root });
  }, { signal });
  addEventListener("pagehide", () => shut(openMenu()), { signal });
  const losing = watch(document.body, { childList: true }, lost);
  // Answers to choose from are a group, named by their question.
  const nameGroup = () => {
    const group = document.querySelector(".st-key-use_options"), asked = document.querySelector(".st-key-use_asked");
    if (!group || !asked) return;
    const name = asked.textContent.replaceAll("\u200b", "");
    if (group.role !== "group") group.role = "group";
    if (group.ariaLabel !== name) group.ariaLabel = name;
  };
  // A table is named by the region that it fills, else by the heading that it stands under.
  const nameTables = () => {
    for (const table of document.querySelectorAll("[data-testid=stMain] table:not([aria-label])")) {
      const above = [...document.querySelectorAll("[data-testid=stMain] :is(h1, h2, h3, h4, h5, h6)")]
        .findLast((one) => one.compareDocumentPosition(table) & Node.DOCUMENT_POSITION_FOLLOWING);
      const name = table.closest("[role=region]")?.ariaLabel || above?.textContent.replaceAll("\u200b", "");
      if (name) table.ariaLabel = name;
    }
  };
  const named = () => { nameTables(); nameGroup(); inTheirs(); };
  watch(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["aria-label"] }, named);
  named();
  const main = document.querySelector("[data-testid=stMain]");
  if (main) main.tabIndex = -1;  // what is in it has the keys, and scrolls it
  // What has the focus may be drawn no more, as Stop when it is pressed. Then what stands in its place under its name has
  // it, or the button beside it, or the part of the page in which it stood: who hears the page is not sent to its top.
  const nothing = () => [document.body, null].includes(document.activeElement);
  const read = (part) => {
    part.tabIndex = -1;
    part.style.outline = "none";
    return part;
  };
  const onward = (part) => {
    const button = part.querySelector("button:not(:disabled):not([tabindex='-1'])");
    return button && part.matches("[class*=st-key-]") ? button : read(part);
  };
  const refocus = (gone) => {
    if (!nothing()) return;
    const next = gone.some((one) => one.matches(".st-key-use_question")) && document.querySelector(".st-key-use_asked");
    if (next) return void read(next).focus({ preventScroll: true });  // the question after the one that was answered
    const name = gone.map((one) => /st-key-[\w-]+/.exec(one.className)?.[0]).find(Boolean);
    const again = name && document.querySelector(`.${name} :is(button, input, textarea, summary)`);
    const after = again ?? document.querySelector(".st-key-work_stopped button");
    (after ?? onward(gone.find((one) => one.isConnected) ?? document.body)).focus({ preventScroll: true });
  };
  document.addEventListener("focusin", ({ target }) => {
    root.focused = [];
    for (let part = target; part; part = part.parentElement) root.focused.push(part);
  }, { signal });
  watch(document.body, { childList: true, subtree: true }, () => {
    const gone = root.focused;
    if (!gone?.length || gone[0].isConnected) return;
    root.focused = null;
    setTimeout(refocus, 300, gone);  // Streamlit puts first and takes away later, or the other way round
  });
  // A line of Chinese ends between words: zero-width spaces stand there, in the text nodes that Streamlit goes on using, and
  // style.css lets no line end elsewhere, but at a space: none stays between a number and what it counts or numbers. What is
  // copied is without them.
  const GAP = "\u200b", KEPT = "\u00a0", JOINT = "\u2060", TEXTS = "[data-testid=stMarkdownContainer], [data-testid=stCaptionContainer], [data-testid=stTable], .st-key-tools h1";
  const apart = (text) => wordsOf(text).reduce((before, word) =>
    before + (/\p{Script=Han}$/u.test(before) && /^\p{Script=Han}/u.test(word) ? GAP : "") + word, "")
    .replace(/ ([=≈≤≥<>±]) (?=[\d−.]|$)/g, `${KEPT}$1${KEPT}`).replace(/^ (?=[个位棵例])/, KEPT)  // what 个 counts is bold
    .replace(/(\d[%.]?) (?=\p{Script=Han})/gu, `$1${KEPT}`).replace(/([第图表例式]) (?=\d)/gu, `$1${KEPT}`)
    .replace(/(\d-)(?=\d)/g, `$1${JOINT}`);  // example 9-4
  const plain = (text) => text.replaceAll(GAP, "").replaceAll(JOINT, "").replaceAll(KEPT, " ");
  const partAll = (node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      const { nodeValue: text, parentElement: within } = node;
      if (/\p{Script=Han}{2}|^ [个位棵例]/u.test(text) && !text.includes(GAP) && within?.closest(TEXTS)
        && !within.closest("h1:not(.st-key-tools h1), code, pre, .katex")) put(node, apart(text));
    } else if (node.nodeType === Node.ELEMENT_NODE) {
      const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) partAll(texts.currentNode);
    }
  };
  const copied = (event) => {
    const chosen = getSelection(), text = String(chosen);
    if (!text.includes(GAP)) return;
    const whole = document.createElement("div");
    whole.append(chosen.getRangeAt(0).cloneContents());
    event.clipboardData.setData("text/plain", plain(text));
    event.clipboardData.setData("text/html", plain(whole.innerHTML));
    event.preventDefault();
  };
  const inChinese = Boolean(words) && root.lang.startsWith("zh");
  root.toggleAttribute("data-words", inChinese);
  if (inChinese && !root.wordWatch) {  // else it has seen all that came
    document.addEventListener("copy", copied);
    root.wordWatch = new MutationObserver((all) => {
      for (const { type, target, addedNodes } of all) {
        if (type === "characterData") partAll(target);
        else addedNodes.forEach(partAll);
      }
    });
    root.wordWatch.observe(document.body, { subtree: true, childList: true, characterData: true });
    partAll(document.body);
  } else if (!inChinese) {
    root.wordWatch?.disconnect();
    root.wordWatch = null;
  }
}
