// Short forms of the names of columns, none of which could be taken for another's.

// Of about so many letters: the beginning, and the end too where others begin alike. A name that is hardly longer
// stays whole.
export function shortNames(names, most) {
  const forms = names.map((name) => {
    const short = form(name, names, most);
    return [...short].length + 1 < [...name].length ? short : name;
  });
  return new Map(names.map((name, k) => [name, forms.filter((one) => one === forms[k]).length > 1 ? name : forms[k]]));
}

function form(name, names, most) {
  const start = (text, n) => [...text].slice(0, n).join("").trimEnd();
  const head = start(name, most - 1);
  const alike = names.filter((one) => one !== name && start(one, most - 1) === head);
  if (!alike.length) return `${head}…`;
  const word = name.split(" ").at(-1), ends = word.length < most ? [word] : [];
  for (let end = 3; end <= 12; end++) ends.push([...name].slice(-end).join("").trimStart());
  const tail = ends.find((end) => alike.every((one) => !one.endsWith(end)));
  return tail ? `${start(name, Math.max(2, most - tail.length - 1))}…${tail}` : name;
}
