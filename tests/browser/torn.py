"""Words of Chinese that are cut at a line's end, and signs at its wrong end, wherever they stand on
a page."""

from pathlib import Path

from playwright.sync_api import Page

WORDS = (Path(__file__).resolve().parents[2] / "dtshow/web/stage/words.js").read_text("utf-8")
TORN = f"""() => {{
  {WORDS.replace("export ", "")}
  const within = (root) => [root, ...[...root.querySelectorAll("*")].flatMap(
    (one) => one.shadowRoot ? within(one.shadowRoot) : [])];
  const unseen = (one) => one && (getComputedStyle(one).clipPath === "inset(50%)"
    || one.getBoundingClientRect().width < 2 || unseen(one.parentElement));
  const torn = [];
  let count = 0;
  const cut = (node, from, to) => {{
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    const lines = [...range.getClientRects()].filter(({{ width }}) => width > 1);
    return new Set(lines.map(({{ top }}) => Math.round(top))).size > 1;
  }};
  for (const root of within(document)) {{
    const texts = document.createTreeWalker(root.body ?? root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {{
      const node = texts.currentNode, parent = node.parentElement;
      if (!parent || parent.closest("script, style, svg, textarea") || !parent.checkVisibility({{
        opacityProperty: true, visibilityProperty: true }}) || unseen(parent)) continue;
      let at = 0;
      for (const word of wordsOf(node.data)) {{
        if (/^\\p{{Script=Han}}{{2,}}$/u.test(word)) {{
          const around = node.data.slice(Math.max(0, at - 12), at + 12);
          count += 1;
          if (cut(node, at, at + word.length)) torn.push(`${{word}} in ${{around}}`);
        }}
        at += word.length;
      }}
      for (const {{ index }} of node.data.matchAll(/\\S(?=[，。；：、？！）”])|[（“](?=\\S)/gu))
        if (cut(node, index, index + 2)) torn.push(node.data.slice(index, index + 9));
    }}
  }}
  return {{ torn, count }};
}}"""
"""As the app itself tells words apart: within the shadow of its own parts, too."""


def torn(page: Page) -> list[str]:
    """Each word that stands on two lines, with what is around it; a sign that begins a line, or a
    bracket that ends one, with what follows."""
    found = page.evaluate(TORN)
    assert found["count"], "no Chinese is on this page"
    words: list[str] = found["torn"]
    return words
