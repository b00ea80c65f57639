// Which lessons of a folder were followed to their end: the browser keeps it, and where it keeps nothing for files, the
// address says it from page to page.
const KEY = "nbn-lessons";

export const said = () => new URLSearchParams(location.hash.slice(1));

export function done() {
  const known = new Set((said().get("done") ?? "").split(",").filter(Boolean));
  try {
    for (const one of JSON.parse(localStorage.getItem(KEY) ?? "[]")) known.add(one);
  } catch {}
  return known;
}

export function keep(lesson) {
  const known = done().add(lesson);
  try {
    localStorage.setItem(KEY, JSON.stringify([...known]));
  } catch {}
  return known;
}

export const way = (file, lang, known) => `${file}#${new URLSearchParams({ lang, done: [...known].join() })}`;
