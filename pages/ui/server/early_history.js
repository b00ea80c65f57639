// What a page writes into its own address takes the place of what stood there, so that Back leads to the page before.
// Streamlit puts each on top of the other, and a page whose address is wound back only writes it again.
{
  const put = history.pushState.bind(history);
  const same = (url) => new URL(url, location.href).pathname === location.pathname;
  history.pushState = (state, title, url) =>
    url != null && same(url) ? history.replaceState(state, title, url) : put(state, title, url);
}
