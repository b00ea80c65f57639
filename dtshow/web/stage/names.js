// Short forms of the names of columns, none of which could be taken for another's.

const FRONT = 6, BACK = 8;  // letters of a long name that are always seen

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

// How many letters of each name's end must stay for no two names to look alike, whole words if they are short.
export function tails(names) {
  const end = (name, n) => [...name].slice(-n).join(""), starts = new Map(names.map((name) => [name, [...name].slice(0, FRONT).join("")]));
  return new Map(names.map((name) => {
    const { length } = [...name];
    if (length <= FRONT + BACK) return [name, 0];
    const alike = names.filter((one) => one !== name && starts.get(one) === starts.get(name));
    let n = Math.max(BACK, [...name.slice(name.lastIndexOf(" ", name.length - BACK))].length);
    if (n > 2 * BACK) n = BACK;
    while (n < length - FRONT && alike.some((one) => one.endsWith(end(name, n)))) n++;
    return [name, n];
  }));
}
