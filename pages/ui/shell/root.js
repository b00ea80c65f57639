// Tells the root of the page what Streamlit does not: the language that the reader chose, the name of the button that
// opens the menu, and the theme, which Streamlit says of the app alone (popovers and dialogs stand outside of it).
// It never changes: the content security policy names it by its digest.
{
  const root = document.documentElement, app = document.querySelector(".stApp");
  const said = document.querySelector("[data-said-to-root]");
  const tell = () => { root.style.colorScheme = getComputedStyle(app).colorScheme; };
  if (said) {
    root.lang = said.dataset.language;
    root.style.setProperty("--menu", JSON.stringify(said.dataset.menu));
  }
  root.themeWatch?.disconnect();
  root.themeWatch = new MutationObserver(tell);
  if (app) {
    root.themeWatch.observe(app, { attributes: true, attributeFilter: ["class"] });
    tell();
  }
}
