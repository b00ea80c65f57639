// The tree one touches: keeps its elements, focus and camera from one drawing to the next.
class TreeView {
  constructor(root) {
    const find = (name) => root.querySelector(name);
    Object.assign(this, { root, nodes: new Map(), queue: [], number: 0, touched: null, many: false });
    for (const name of ["legend", "canvas", "branches", "outline", "keys"]) this[name] = find(`.${name}`);
    this.layer = find(".nodes");
    this.camera = new Camera(this.canvas, find(".world"), (glide) => this.sight(glide));
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
    const before = this.selected, fresh = this.written !== data.nodes;
    const held = this.touched && this.nodes.get(this.touched)?.node;
    this.data = data;
    if (fresh) this.read(data.nodes);
    // what was clicked since is newer than what the server has heard
    if (!this.queue.length || !this.known(this.selected)) this.selected = data.selected;
    this.label();
    const moved = this.draw(fresh) || before !== this.selected;
    this.mark();
    if (held && fresh && this.placed) this.stay(held);
    if (this.placed && moved) this.camera.show(this.name(), this.whole, held ? this.own() : this.wanted(), Boolean(held));
    this.touched = null;
    this.tools();
    if (!this.outline.hidden) this.list();
  }

  read(written) {
    this.written = written;
    this.records = JSON.parse(written);
    this.children = new Map();
    for (const { id, up } of this.records) if (up) this.children.set(up, [...(this.children.get(up) ?? []), id]);
    this.placed = this.records.length > 0 && "x" in this.records[0];
    this.shape = this.records.map((node) => node.id + node.kind[0]).join(" ");
    if (this.placed) this.whole = this.bounds(this.records);
  }

  // What was touched stays under the hand that touched it.
  stay(before) {
    const now = this.nodes.get(before.id)?.node, { camera } = this;
    if (!now || camera.mode === "fit") return;
    camera.set(camera.x - (now.x - before.x) * camera.k, camera.y - (now.y - before.y) * camera.k, camera.k, true);
  }

  known(id) { return this.records.some((node) => node.id === id); }

  // What the camera remembers a view by.
  name() { return `${this.selected}|${this.shape}`; }

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
    drawLegend(this.legend, legend);
  }

  // Whether anything but marks has changed.
  draw(fresh) {
    const { words } = this.data, worded = this.worded !== this.said;
    if (!fresh && !worded) return false;
    this.worded = this.said;
    const { view } = this.camera;  // asked for before there is a new layout to wait for
    this.many = this.records.length > 300;
    this.canvas.classList.toggle("many", this.many);
    const shown = this.placed ? this.records : [];
    let changed = this.leave(new Set(shown.map((node) => node.id)));
    for (const node of shown) {
      const { x, y, edge, ...own } = node, drawn = JSON.stringify(own) + words.fold;
      const kept = this.nodes.get(node.id) ?? this.enter(node);
      const before = kept.node;
      kept.node = node;
      kept.box = this.box(node);
      if (kept.drawn !== drawn) drawNode(kept.group, node, this.data);
      kept.group.style.transform = `translate(${x}px,${y}px)`;
      kept.branch?.classList.toggle("fallen", node.marks.includes("fallen"));
      if (edge && JSON.stringify(edge) !== JSON.stringify(before?.edge)) drawBranch(kept.branch, edge);
      changed ||= kept.drawn !== drawn || x !== before.x || y !== before.y;
      kept.marks = "";
      kept.drawn = drawn;
    }
    this.sight(true, view);
    return changed;
  }

  // While the camera glides, what was in sight before still is.
  sight(glide, now = this.camera.view) {
    display(this.nodes, this.home, this.many ? [now, glide && this.view || now] : null);
    this.canvas.classList.toggle("far", this.many && this.camera.k < 0.3);
    this.view = now;
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
    if (gone.includes(held)) requestAnimationFrame(() => this.focus(this.selected));
    return gone.length > 0;
  }

  focus(id) {
    const group = this.nodes.get(id)?.group;
    group?.classList.remove("away");
    group?.focus({ preventScroll: true });
  }

  focused() { return this.root.getRootNode().activeElement?.dataset?.id; }

  mark() {
    const { current, lit, wide, words } = this.data;
    this.canvas.classList.toggle("path", Object.keys(lit).length > 0);
    const home = this.home = this.nodes.has(this.focused()) ? this.focused() : this.selected;
    for (const [id, kept] of this.nodes) {
      markNode(kept, { selected: id === this.selected, current: id === current, home: id === home, share: lit[id], wide, words });
    }
  }

  act(kind, id) {
    this.queue.push([++this.number, kind, id]);
    this.touched = id;
    this.send(this.queue);
  }

  pick(id) {
    this.selected = id;
    this.mark();
    this.act("pick", id);
    if (!this.placed) return;
    this.camera.follow(this.own());
    this.camera.remember(this.name());
  }

  fold(id) { if (this.nodes.get(id)?.node.inner) this.act("fold", id); }

  click(event) {
    const id = event.target.closest(".node")?.dataset.id;
    if (!id) return;
    this.focus(id);
    if (event.target.closest(".folder")) this.fold(id);
    else this.pick(id);
  }

  key(event) {
    const id = event.target.closest(".node")?.dataset.id;
    if (!id || event.ctrlKey || event.metaKey || event.altKey) return;
    const { node } = this.nodes.get(id), children = (up) => this.children.get(up) ?? [];
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
    this.focus(id);
    this.mark();
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

  list() { drawOutline(this.outline, this.records, this.selected, (id) => { this.pick(id); this.list(); }); }

  resized() {
    if (!this.data || !this.placed || !this.canvas.clientWidth) return;
    if (this.camera.mode === "fit") this.camera.fit();
    else if (this.camera.mode === "auto") { this.camera.seen.clear(); this.camera.home(this.wanted()); }
  }

  box({ x, y, w, h }) { return [x - w / 2 - 8, y - h / 2 - 8, x + w / 2 + 8, y + h / 2 + 8]; }

  bounds(nodes) { return union(...nodes.map(this.box)); }

  own() { return this.box(this.nodes.get(this.selected).node); }

  // The selected node and, if there is room, its children.
  wanted() {
    const family = [this.selected, ...(this.children.get(this.selected) ?? [])];
    const all = this.bounds(family.map((id) => this.nodes.get(id).node)), [w, h] = this.camera.size, k = this.camera.k || 1;
    const room = (all[2] - all[0]) * k <= w && (all[3] - all[1]) * k <= h;
    return room ? all : this.own();
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".tree");
  root.view ??= new TreeView(root);
  const told = read(data);
  // a tree that is only looked at has nobody to tell
  root.view.send = told.still ? () => {} : (queue) => setTriggerValue("act", queue);
  root.classList.toggle("still", Boolean(told.still));
  root.view.show(told);
}
