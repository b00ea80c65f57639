// The place of a node by its id: "root", or the branches that lead there from it ("0.1"). It knows no tree.
export const child = (id, branch) => (id === "root" ? `${branch}` : `${id}.${branch}`);
export const above = (id) => (id.includes(".") ? id.slice(0, id.lastIndexOf(".")) : "root");
export const below = (id, top) => id !== top && (top === "root" || id.startsWith(`${top}.`));
export const within = (id, top) => id === top || below(id, top);
export const level = (id) => (id === "root" ? 1 : id.split(".").length + 1);
