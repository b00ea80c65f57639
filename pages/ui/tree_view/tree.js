// The tree one touches: keeps its elements, focus and camera from one drawing to the next.
class TreeView {
  constructor(root) {
    const find = (name) => root.querySelector(name);
    Object.assign(this, { root, nodes: new Map(), queue: [], number: 0 });
    for (const name of ["legend", "canvas", "branches", "outline", "keys"]) this[name] = find(`.${name}`);
    this.layer = find(".nodes");
    this.camera = new Camera(this.canvas, find(".world"));
    this.camera.listen(() => this.tools());
    this.canvas.addEventListener("click", (event) => this.click(event));
    this.canvas.addEventListener("dblclick", (event) => event.target.closest(".node") || this.fit());
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    find(".tools").addEventListener("click", (event) => this.press(event.target.closest("button")?.dataset.do));
    new ResizeObserver(() => this.resized()).observe(this.canvas);
  }

  show(data) {
    this.number = Math.max(this.number, data.done);
    this.queue = this.queue.filter(([number]) => number > data.done);
    const waiting = this.queue.length > 0, before = this.selected;
    this.data = data;
    this.placed = data.nodes.length > 0 && "x" in data.nodes[0];
    if (!waiting || !data.nodes.some((node) => node.id === this.selected)) this.selected = data.selected;
    this.label();
    const moved = this.draw() || before !== this.selected;
    this.mark();
    if (this.placed) this.camera.show(this.name(), this.bounds(data.nodes), this.wanted(), moved && !this.touched);
    this.touched = false;
    this.tools();
    if (!this.outline.hidden) this.list();
  }

  // What the camera remembers a view by.
  name() { return `${this.selected}|${this.data.nodes.map((node) => node.id + node.kind[0]).join(" ")}`; }

  label() {
    const { words, legend } = this.data, said = JSON.stringify([words, legend]);
    if (this.said === said) return;
    this.said = said;
    this.canvas.setAttribute("aria-label", words.tree);
    this.keys.textContent = words.keys;
    this.root.querySelector(".tools").setAttribute("aria-label", words.tree);
    for (const button of this.root.querySelectorAll("[data-do]")) {
      button.title = words[button.dataset.do];
      button.setAttribute("aria-label", words[button.dataset.do]);
    }
    this.canvas.querySelector("defs").replaceChildren(...this.data.colours.map((colour, k) => pattern(k, colour)));
    this.legend.replaceChildren(...legend.map((name, k) => {
      const entry = document.createElement("span"), mark = shape("svg", { width: 14, height: 12, "aria-hidden": "true" });
      mark.append(shape("rect", { width: 14, height: 12, rx: 2, fill: paint(k) }));
      const text = document.createElement("span");
      text.textContent = name;
      text.title = name;
      entry.append(mark, text);
      return entry;
    }));
  }

  // Whether anything but marks has changed.
  draw() {
    const { nodes, words } = this.data, stay = new Set(nodes.map((node) => node.id));
    this.canvas.classList.toggle("many", nodes.length > 300);
    if (!this.placed) { this.layer.replaceChildren(); this.branches.replaceChildren(); this.nodes.clear(); return true; }
    let changed = this.leave(stay);
    for (const node of nodes) {
      const known = this.nodes.get(node.id), drawn = JSON.stringify(node) + words.fold;
      if (known?.drawn === drawn) continue;
      const kept = known ?? this.enter(node);
      Object.assign(kept, { node, drawn });
      drawNode(kept.group, node, this.data);
      kept.group.style.transform = `translate(${node.x}px,${node.y}px)`;
      if (kept.branch) drawBranch(kept.branch, node);
      changed = true;
    }
    return changed;
  }

  enter(node) {
    const group = shape("g", { role: "treeitem", tabindex: -1, "data-id": node.id });
    const branch = node.up ? newBranch() : null;
    if (branch) this.branches.append(branch);
    this.layer.append(group);
    const kept = { group, branch };
    this.nodes.set(node.id, kept);
    return kept;
  }

  leave(stay) {
    const gone = [...this.nodes.keys()].filter((id) => !stay.has(id));
    const held = this.focused();
    for (const id of gone) {
      const { group, branch } = this.nodes.get(id);
      group.remove();
      branch?.remove();
      this.nodes.delete(id);
    }
    if (gone.includes(held)) requestAnimationFrame(() => this.nodes.get(this.selected)?.group.focus({ preventScroll: true }));
    return gone.length > 0;
  }

  focused() { return this.root.getRootNode().activeElement?.dataset?.id; }

  mark() {
    const { current, lit, wide, words } = this.data, path = Object.keys(lit).length > 0;
    this.canvas.classList.toggle("path", path);
    const home = this.nodes.has(this.focused()) ? this.focused() : this.selected;
    for (const [id, { group, branch, node }] of this.nodes) {
      const on = id === this.selected, share = lit[id];
      group.classList.toggle("selected", on);
      group.classList.toggle("current", id === current);
      group.classList.toggle("lit", share !== undefined);
      group.setAttribute("aria-selected", on);
      group.setAttribute("tabindex", id === home ? 0 : -1);
      group.setAttribute("aria-level", id === "root" ? 1 : id.split(".").length + 1);
      if (node.inner) group.setAttribute("aria-expanded", !node.hidden);
      else group.removeAttribute("aria-expanded");
      group.setAttribute("aria-label", [node.says, id === current && words.current, share !== undefined && words.lit].filter(Boolean).join(", "));
      if (!branch) continue;
      branch.classList.toggle("lit", share !== undefined);
      branch.firstChild.style.strokeWidth = wide ? 1 + 7 * node.edge.share : 1.4;
      branch.lastChild.textContent = node.edge.text + (share < 1 ? ` · ${+share.toPrecision(3)}` : "");
    }
  }

  act(kind, id) {
    this.queue.push([++this.number, kind, id]);
    this.touched = true;
    this.send(this.queue);
  }

  pick(id) {
    this.selected = id;
    this.mark();
    this.act("pick", id);
  }

  fold(id) { if (this.nodes.get(id)?.node.inner) this.act("fold", id); }

  click(event) {
    const id = event.target.closest(".node")?.dataset.id;
    if (!id) return;
    this.nodes.get(id).group.focus({ preventScroll: true });
    if (event.target.closest(".folder")) this.fold(id);
    else this.pick(id);
  }

  key(event) {
    const id = event.target.closest(".node")?.dataset.id;
    if (!id || event.ctrlKey || event.metaKey || event.altKey) return;
    const { node } = this.nodes.get(id), children = (up) => this.data.nodes.filter((other) => other.up === up).map((other) => other.id);
    const beside = (step) => { const all = children(node.up); return node.up ? all[all.indexOf(id) + step] : undefined; };
    const walk = { ArrowUp: () => node.up, ArrowDown: () => children(id)[0], ArrowLeft: () => beside(-1), ArrowRight: () => beside(1), Home: () => "root" };
    const deeds = { Enter: () => this.pick(id), " ": () => this.pick(id), "+": () => this.press("larger"), "=": () => this.press("larger"), "-": () => this.press("smaller"), 0: () => this.press("fit"), f: () => this.fold(id) };
    if (walk[event.key]) this.walk(walk[event.key]());
    else if (deeds[event.key]) deeds[event.key]();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  walk(id) {
    const next = this.nodes.get(id);
    if (!next) return;
    next.group.focus({ preventScroll: true });
    for (const { group } of this.nodes.values()) group.setAttribute("tabindex", group === next.group ? 0 : -1);
    this.camera.follow(this.box(next.node));
  }

  press(deed) {
    if (deed === "larger") this.camera.zoom(1.25, undefined, undefined, true);
    if (deed === "smaller") this.camera.zoom(0.8, undefined, undefined, true);
    if (deed === "fit") this.fit();
    if (deed === "outline") { this.outline.hidden = !this.outline.hidden; if (!this.outline.hidden) this.list(); }
    this.tools();
  }

  // The whole tree, or back to the size at which one reads.
  fit() {
    if (!this.placed) return;
    if (this.camera.mode === "fit") this.camera.home(this.wanted());
    else this.camera.fit(true);
    this.camera.seen.clear();
    this.tools();
  }

  tools() {
    const pressed = { fit: this.camera.mode === "fit", outline: !this.outline.hidden };
    for (const [name, on] of Object.entries(pressed)) this.root.querySelector(`[data-do=${name}]`).setAttribute("aria-pressed", on);
    this.root.classList.toggle("unplaced", !this.placed);
  }

  list() { drawOutline(this.outline, this.data.nodes, this.selected, (id) => { this.pick(id); this.list(); }); }

  resized() {
    if (!this.data || !this.placed || !this.canvas.clientWidth) return;
    if (this.camera.mode === "fit") this.camera.fit();
    else if (this.camera.mode === "auto") { this.camera.seen.clear(); this.camera.home(this.wanted()); }
  }

  box({ x, y, w, h }) { return [x - w / 2 - 8, y - h / 2 - 8, x + w / 2 + 8, y + h / 2 + 8]; }

  bounds(nodes) {
    const boxes = nodes.map(this.box), pick = (side, which) => which(...boxes.map((box) => box[side]));
    return [pick(0, Math.min), pick(1, Math.min), pick(2, Math.max), pick(3, Math.max)];
  }

  // The selected node and, if there is room, its children.
  wanted() {
    const own = this.data.nodes.filter((node) => node.id === this.selected || node.up === this.selected);
    const all = this.bounds(own), [w, h] = this.camera.size, k = this.camera.k || 1;
    const room = (all[2] - all[0]) * k <= w && (all[3] - all[1]) * k <= h;
    return room ? all : this.box(this.nodes.get(this.selected).node);
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".tree");
  root.view ??= new TreeView(root);
  root.view.send = (queue) => setTriggerValue("act", queue);
  root.view.show(data);
}
