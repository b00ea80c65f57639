// Streamlit says of the app alone which theme it shows; popovers and dialogs stand outside of it. Tells the page.
{
  const root = document.documentElement, app = document.querySelector(".stApp");
  const tell = () => { root.style.colorScheme = getComputedStyle(app).colorScheme; };
  root.themeWatch?.disconnect();
  root.themeWatch = new MutationObserver(tell);
  if (app) {
    root.themeWatch.observe(app, { attributes: true, attributeFilter: ["class"] });
    tell();
  }
}
