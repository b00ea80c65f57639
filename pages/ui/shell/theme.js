// Streamlit says of the app alone which theme it shows; popovers and dialogs stand outside of it. Tells the page.
// It also keeps how far a page was scrolled when another one takes its place: that one begins at its top.
if (root.dataset.page !== page) {
  if (root.dataset.page) document.querySelector("[data-testid=stMain]")?.scrollTo(0, 0);
  root.dataset.page = page;
}
{
  const app = document.querySelector(".stApp");
  const tell = () => { root.style.colorScheme = getComputedStyle(app).colorScheme; };
  root.themeWatch?.disconnect();
  root.themeWatch = new MutationObserver(tell);
  if (app) {
    root.themeWatch.observe(app, { attributes: true, attributeFilter: ["class"] });
    tell();
  }
}
