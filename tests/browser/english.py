"""English on a page of Chinese: words of Latin letters that are no names."""

from playwright.sync_api import Page

LATIN = """() => {
  const within = (root) => [root, ...[...root.querySelectorAll("*")].flatMap(
    (one) => one.shadowRoot ? within(one.shadowRoot) : [])];
  const found = new Set();
  const add = (text) => {
    for (const [word] of text.matchAll(/[A-Za-z][A-Za-z'’-]{2,}/g)) found.add(word);
  };
  const NOT_SAID = "script, style, code, pre, math, .katex, [data-testid=stIconMaterial]";
  for (const root of within(document)) {
    const texts = document.createTreeWalker(root.body ?? root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { data, parentElement: parent } = texts.currentNode;
      if (!parent || parent.closest(NOT_SAID)) continue;
      if (parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) add(data);
    }
    for (const one of root.querySelectorAll("[aria-label], [title], [placeholder]"))
      for (const name of ["aria-label", "title", "placeholder"]) add(one.getAttribute(name) ?? "");
  }
  return [...found];
}"""
"""Also what is said to those who hear the page, or point at a part of it."""


def english(page: Page) -> set[str]:
    """The words, whatever they are."""
    return set(page.evaluate(LATIN))
