// The eight shapes of the classes, for canvases and as path data for legends, tables and counts.
// It knows no colour. Shapes are of equal weight to the eye when their radius is equal.

const cross = (arm, long) => [
  [-arm, -long], [arm, -long], [arm, -arm], [long, -arm], [long, arm], [arm, arm],
  [arm, long], [-arm, long], [-arm, arm], [-long, arm], [-long, -arm], [-arm, -arm],
];
const turned = (points) => points.map(([x, y]) => [(x - y) * Math.SQRT1_2, (x + y) * Math.SQRT1_2]);

// Corners at radius 1, by kind of mark; the first is a circle and has none.
const CORNERS = [
  [],
  [[0, -1.22], [1.22, 0], [0, 1.22], [-1.22, 0]],
  [[-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]],
  [[0, -1.15], [1.15, 0.92], [-1.15, 0.92]],
  cross(0.42, 1.2),
  [[0, 1.15], [-1.15, -0.92], [1.15, -0.92]],
  turned(cross(0.4, 1.25)),
  [[-1.05, -1.05], [1.05, -1.05], [-1.05, 1.05], [1.05, 1.05]],
];
const COLOURS = 8;
const MARKS = Array.from("01234567" + "65307421" + "3062", Number);  // as in figures/palette.py, which says why
const DARK_ENOUGH = 3;  // so many colours stand out from paper
export const LOOKS = MARKS.length;  // so many classes are told apart; those after them look like the first ones again

// Which of the eight colours, and of the eight marks, a class has.
export const colourOf = (kind) => (kind % LOOKS) % COLOURS;
export const markOf = (kind) => MARKS[kind % LOOKS];
export const later = (kind) => kind % LOOKS >= COLOURS;  // than the first eight

// Whether a class's mark needs an edge of ink, on light paper.
export const edged = (kind) => colourOf(kind) >= DARK_ENOUGH;

// Adds the shape of a kind to the context's path.
export function trace(context, kind, x, y, r) {
  const corners = CORNERS[markOf(kind)];
  if (!corners.length) {
    context.moveTo(x + r, y);
    context.arc(x, y, r, 0, 2 * Math.PI);
    return;
  }
  context.moveTo(x + corners[0][0] * r, y + corners[0][1] * r);
  for (let i = 1; i < corners.length; i++) context.lineTo(x + corners[i][0] * r, y + corners[i][1] * r);
  context.closePath();
}

// The same as the "d" of an SVG path around 0, 0.
export function glyph(kind, r = 5) {
  const corners = CORNERS[markOf(kind)];
  if (!corners.length) return `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  return `M${corners.map(([x, y]) => `${+(x * r).toFixed(2)} ${+(y * r).toFixed(2)}`).join("L")}z`;
}
