// What a stop about impurity shows: the curves of two classes with the point that it is about, and its sums.
import { anew, element, svg } from "../stage/dom.js";
import { Sum } from "../stage/sum.js";

const WIDE = 420, HIGH = 260, LEFT = 34, FOOT = 34, TOP = 10, RIGHT = 12;

export function drawPaper(host, paper) {
  host.hidden = !paper;
  if (!paper || !anew(host, paper)) return;
  const sums = element("div", {});
  host.replaceChildren(curves(paper), sums);
  new Sum(sums, { act() {} }).show(paper.sum);
}

function curves({ p, label, curves: all, values }) {
  const x = (share) => LEFT + share * (WIDE - LEFT - RIGHT), y = (value) => HIGH - FOOT - value * (HIGH - FOOT - TOP);
  const line = (points) => `M${points.map((value, k) => `${x(k / (points.length - 1)).toFixed(1)} ${y(value).toFixed(1)}`).join("L")}`;
  const text = (kind, at, up, said) => svg("text", { class: kind, x: at, y: up, text: said });
  return svg("svg", { class: "curves", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": label },
    svg("path", { class: "floor", d: `M${LEFT} ${TOP}V${y(0)}H${WIDE - RIGHT}` }),
    ...[0, 0.5, 1].flatMap((one) => [text("under", x(one), y(0) + 15, one), text("beside", LEFT - 6, y(one) + 4, one)]),
    text("under", x(0.5), HIGH - 3, label),
    ...all.map((points) => svg("path", { class: "of", d: line(points) })),
    ...values.flatMap((value) => [svg("path", { class: "here", d: `M${x(p)} ${y(0)}V${y(value)}` }), svg("circle", { class: "at", cx: x(p), cy: y(value), r: 6 })]));
}
