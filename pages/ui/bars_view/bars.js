// Draws bars with their numbers. Text from the data is only ever set as text.
function bar({ share, shown, title, marks }, place) {
  const made = document.createElement("div");
  made.className = `bar ${marks}`;
  made.title = title;
  made.dataset.place = place;
  made.append(document.createElement("i"), shown);
  made.firstChild.style.setProperty("--share", share);
  return made;
}

export default function ({ data: sent, parentElement, setTriggerValue }) {
  const { bars, row, head } = read(sent), root = parentElement.querySelector(".bars");
  root.style.paddingTop = `${head}px`;
  root.style.setProperty("--row", `${row}px`);
  root.style.setProperty("--letters", Math.max(...bars.map(({ shown }) => shown.length)));
  root.replaceChildren(...bars.map(bar));
  root.onclick = (event) => {
    const hit = event.target.closest(".bar");
    if (hit) setTriggerValue("bar", Number(hit.dataset.place));
  };
}
