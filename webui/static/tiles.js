// Dominoes as SVG.  A tile lies along x with its high end at +x; 50 by 25 units, the middle at 0, 0.

const SVG = "http://www.w3.org/2000/svg";

export function svg(name, attributes = {}, ...inside) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inside);
  return element;
}

// Where pips sit in an end, in steps from its middle: [along the tile, across it].
const corner = [[-1, -1], [1, 1]];
const four = [...corner, [-1, 1], [1, -1]];
const six = [...four, [0, -1], [0, 1]];
const row = (n, across) => Array.from({ length: n }, (_, i) => [(i * 2) / (n - 1) - 1, across]);
const PIPS = [
  [], [[0, 0]], corner, [...corner, [0, 0]], four, [...four, [0, 0]], six, [...six, [0, 0]],
  [...six, [-1, 0], [1, 0]], [...six, [-1, 0], [0, 0], [1, 0]],
  [...row(4, -1), [-0.34, 0], [0.34, 0], ...row(4, 1)], [...row(4, -1), ...row(3, 0), ...row(4, 1)],
  [...row(4, -1), ...row(4, 0), ...row(4, 1)],
];

function end(number, x) {
  if (number === null || number === undefined) return [];
  if (number >= PIPS.length) {
    return [svg("text", { x, y: 4.4, class: "numeral", "text-anchor": "middle" }, String(number))];
  }
  const r = number > 9 ? 1.7 : number > 6 ? 2.1 : 2.55;
  return PIPS[number].map(([along, across]) => svg("circle", { cx: x + along * 6.7, cy: across * 6.7, r, class: "pip" }));
}

// The face of a tile: [high, low]; a null end is unknown.  `tone` adds a ring that is also a shape, never a colour alone.
export function face([high, low], tone = "") {
  const parts = [
    svg("rect", { x: -25.2, y: -12.7, width: 50.4, height: 25.4, rx: 4.4, class: "shade" }),
    svg("rect", { x: -25, y: -12.5, width: 50, height: 25, rx: 4.2, class: "bone" }),
    svg("line", { x1: 0, x2: 0, y1: -8.6, y2: 8.6, class: "bar" }),
    ...end(high, 12.5), ...end(low, -12.5),
  ];
  if (tone === "won") parts.push(svg("rect", { x: -27, y: -14.5, width: 54, height: 29, rx: 6, class: "ring won" }));
  if (tone === "open") parts.push(svg("rect", { x: -27, y: -14.5, width: 54, height: 29, rx: 6, class: "ring open" }));
  if (tone === "wrong") {
    parts.push(svg("rect", { x: -27, y: -14.5, width: 54, height: 29, rx: 6, class: "ring wrong" }));
    parts.push(svg("g", { class: "flag" }, svg("circle", { cx: 25, cy: -12.5, r: 6.2 }), svg("path", { d: "M25 -16v4M25 -9.6v.4" })));
  }
  return svg("g", { class: "domino" }, ...parts);
}

// Keeps the exclamation mark upright on a tile that is turned by `degrees`.
export function upright(picture, degrees) {
  const flag = picture.querySelector(".flag");
  if (flag) flag.setAttribute("transform", `rotate(${-degrees} 25 -12.5)`);
}

// A tile standing upright for buttons and cards; hidden from screen readers, which get the words beside it.
export function standing(ends, tone = "", className = "small-tile") {
  const picture = face(ends, tone);
  picture.setAttribute("transform", "rotate(-90)");
  upright(picture, -90);
  return svg("svg", { viewBox: tone === "wrong" ? "-19.5 -33 39 66" : "-15.5 -28.5 31 57", class: className, "aria-hidden": "true", focusable: "false" }, picture);
}

export const ends = (tile) => tile.split("-").map((n) => (n === "?" ? null : Number(n)));

// The strokes of the letters A L L: one for each mark.
const STROKES = ["M4 32L15 4", "M15 4L26 32", "M9 21L21 21", "M38 4L38 32", "M38 32L54 32", "M66 4L66 32", "M66 32L82 32"];

export function tally(marks, label) {
  const strokes = STROKES.map((d, i) => svg("path", { d, class: i < marks ? "stroke made" : "stroke" }));
  return svg("svg", { viewBox: "0 0 86 36", class: "tally", role: "img", "aria-label": label }, ...strokes);
}
