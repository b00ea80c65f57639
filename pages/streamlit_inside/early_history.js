// What a page writes into its own address takes the place of what stood there, so that Back leads to the page before.
// Streamlit puts each on top of the other, and a page whose address is wound back only writes it again. The stops of a
// guided lesson are put on top of each other: Back leads to the stop before, as its band hears (band.js).
{
  const put = history.pushState.bind(history), replace = history.replaceState.bind(history);
  const stop = ({ searchParams }) => ["lesson", "at"].map((name) => searchParams.get(name));
  const write = (does) => (state, title, url) => {
    const here = new URL(location.href), to = url == null ? here : new URL(url, here);
    const { going, page, wound } = globalThis.nbnGuide?.way() ?? {};
    const [lesson, at] = stop(to), [before, from] = stop(here);
    const samePage = to.pathname === here.pathname, sameStop = lesson === before && at === from;
    if (wound && !(samePage && sameStop)) return;  // the address says already where one goes
    if (!samePage) return does(state, title, url);
    if (!to.search) return;  // a page that has yet to say what it shows
    if (sameStop || !lesson || lesson !== before) return replace(state, title, url);
    if (going === undefined) return does(state, title, url);
    const there = to.pathname.endsWith(page === "home" ? "/" : `/${page}`);  // else its page is still to come
    if (there && `${going + 1}` === at) does(state, title, url);  // else it is a stop on the way
  };
  history.pushState = write(put);
  history.replaceState = write(replace);
}
