// Where the marks of a tray stand: column by column, each class in columns of its own, the branches of
// a weighed node apart. It knows no DOM and moves nothing.

const APART = 0.3, BRANCHES_APART = 0.9, EDGE = 8;  // of a pitch, of a pitch, pixels

// [row, column, line] for each row, and how many columns they take.
function block(rows, y, lines) {
  const spots = [];
  let column = -1, line = lines, last = null, gaps = 0;
  for (const row of rows) {
    if (y[row] !== last && last !== null) gaps += APART;
    if (line >= lines || y[row] !== last) {
      column++;
      line = 0;
    }
    spots.push([row, column + gaps, line++]);
    last = y[row];
  }
  return [spots, column + 1 + gaps];
}

export function standing({ rows, lines, by }, y) {
  if (!by) return block(rows, y, lines);
  const spots = [];
  let from = 0;
  for (const group of by) {
    const [own, columns] = block(group, y, lines);
    for (const [row, column, line] of own) spots.push([row, from + column, line]);
    if (columns) from += columns + BRANCHES_APART;
  }
  return [spots, Math.max(0, from - BRANCHES_APART)];
}

// The same in pixels, in the middle of the tray's place {x, y, w, h, pitch}; they are drawn together
// where they would not fit. The radius comes with it.
export function spotsIn(place, tray, y) {
  const [spots, columns] = standing(tray, y), tall = Math.min(tray.lines, tray.rows.length);
  const pitch = Math.min(place.pitch, (place.w - EDGE * 0.5) / Math.max(1, columns));
  const down = Math.min(place.pitch, (place.h - EDGE * 0.25) / Math.max(1, tall));
  const left = place.x + (place.w - columns * pitch) / 2 + pitch / 2;
  const top = place.y + (place.h - tall * down) / 2 + down / 2;
  const r = Math.max(1.1, Math.min(pitch, down) * 0.36);
  return spots.map(([row, column, line]) => ({ row, x: left + column * pitch, y: top + line * down, r }));
}
