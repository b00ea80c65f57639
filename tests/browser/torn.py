"""Words of Chinese that are cut at a line's end, wherever they stand on a page."""

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
  for (const root of within(document)) {{
    const texts = document.createTreeWalker(root.body ?? root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {{
      const node = texts.currentNode, parent = node.parentElement;
      if (!parent || parent.closest("script, style, svg, textarea") || !parent.checkVisibility({{
        opacityProperty: true, visibilityProperty: true }}) || unseen(parent)) continue;
      let at = 0;
      for (const word of wordsOf(node.data)) {{
        if (/^\\p{{Script=Han}}{{2,}}$/u.test(word)) {{
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + word.length);
          const lines = [...range.getClientRects()].filter(({{ width }}) => width > 1);
          const around = node.data.slice(Math.max(0, at - 12), at + 12);
          count += 1;
          if (new Set(lines.map(({{ top }}) => Math.round(top))).size > 1)
            torn.push(`${{word}} in ${{around}}`);
        }}
        at += word.length;
      }}
    }}
  }}
  return {{ torn, count }};
}}"""
"""As the app itself tells words apart: within the shadow of its own parts, too."""


def torn(page: Page) -> list[str]:
    """Each word that stands on two lines, with what is around it."""
    found = page.evaluate(TORN)
    assert found["count"], "no Chinese is on this page"
    words: list[str] = found["torn"]
    return words
