// The modules that draw a tree are fetched while Streamlit begins, which asks for them last of all. What is not there
// then is fetched when it is asked for.
addEventListener("DOMContentLoaded", () => {
  const led = new URLSearchParams(location.search).has("lesson");
  const fetched = { story: led, stage: led || /\/(grow|pruning)\/?$/.test(location.pathname) };
  for (const name of Object.keys(fetched).filter((one) => fetched[one]))
    import(`./_stcore/bidi-components/nbn.${name}/${name}/streamlit.js`).catch(() => {});
});
