// Trees side by side: a node touched in one lights where its rows go in all of them, before the server has answered.
// What the server then says wins. Each stage was told beforehand where the rows of the others come to rest in its tree.
import { above, within } from "./ids.js";

const stages = new Set();

// A stage that stands beside others, or does no longer.
export function stand(stage, linked) { stages[linked ? "add" : "delete"](stage); }

// In stage `from` the act of that number has picked a node.
export function follow({ acts: { number, told } }, id) {
  for (const stage of stages) {
    stage.acts.link({ number, place: told.linked.place, id });
    stage.draw();
  }
}

// The scene with what is lit by a touch of node `id` in the tree at that place.
export function lit(scene, { place, id }, linked) {
  const picked = place === linked.place && id !== "root", selected = picked ? id : "root";
  const tree = { ...scene.tree, lit: passed(linked.landings[place], id), selected, unpicked: !picked };
  return { ...scene, tree };
}

// The nodes through which its rows pass: all above those at which they rest. The root has all rows, and lights none.
function passed(landings, top) {
  const through = {};
  if (top === "root") return through;
  for (const [id, rests] of Object.entries(landings)) {
    if (!within(id, top)) continue;
    for (const rest of rests) for (let at = rest; ; at = above(at)) {
      through[at] = 1;
      if (at === "root") break;
    }
  }
  return through;
}
