// The table: tiles where they were seen, seats round it, open ends.

import { face, svg, upright } from "./tiles.js";

const PLACES = 6; // of a degree of turning that nobody sees

// Draws `view` on the felt; `turned` is how many degrees the table is turned so that a player sits below.
export function drawFelt(root, view, turned, tap) {
  const drawing = root.querySelector("svg.cloth");
  const [x, y, width, height] = view.felt.box;
  const box = turned % 180 ? [y, x, height, width] : [x, y, width, height];
  drawing.setAttribute("viewBox", box.join(" "));
  drawTiles(drawing.querySelector(".tiles"), view, turned, tap);
  drawEnds(drawing.querySelector(".ends"), view, turned);
  drawSeats(root, view, turned);
  root.classList.toggle("line", view.felt.shape === "layout");
  root.classList.toggle("bare", view.felt.tiles.length === 0);
}

const WIDEST = 470; // mm of a still picture: of a larger layout the part round the newest tile is shown

// A picture of `felt` to look at only: its first `shown` tiles, the newest with `tone`, and the ends then open.
export function still(felt, turned, { shown, ends, tone, label }) {
  const newest = felt.tiles[shown - 1];
  const tiles = svg("g", { class: "tiles" }, ...felt.tiles.slice(0, shown).map((tile, place) => {
    const [cx, cy] = spun([tile.x, tile.y], turned);
    const deg = Math.round((tile.deg + turned) * PLACES) / PLACES;
    const group = svg("g", { transform: `translate(${cx.toFixed(1)} ${cy.toFixed(1)}) rotate(${deg}) scale(${tile.size / 50})` }, face(tile.ends, place === shown - 1 ? tone : ""));
    upright(group, deg);
    shadeBelow(group, deg);
    return group;
  }));
  const marks = svg("g", { class: "ends" });
  drawEnds(marks, { felt: { ends } }, turned);
  return svg("svg", { class: "still", viewBox: windowRound(felt.box, turned, spun([newest.x, newest.y], turned)).join(" "), role: "img", "aria-label": label }, marks, tiles);
}

// The box as it is turned; where it is too large, as much of it as can be made out round `middle`.
function windowRound([left, top, across, down], turned, middle) {
  const [x, y, width, height] = turned % 180 ? [top, left, down, across] : [left, top, across, down];
  const size = [Math.min(width, WIDEST), Math.min(height, WIDEST)];
  const start = [[x, width], [y, height]].map(([from, length], k) => Math.min(Math.max(middle[k] - size[k] / 2, from), from + length - size[k]));
  return [...start, ...size];
}

function spun([x, y], turned) {
  const a = (turned * Math.PI) / 180;
  return [x * Math.cos(a) - y * Math.sin(a), x * Math.sin(a) + y * Math.cos(a)];
}

function drawTiles(layer, view, turned, tap) {
  const old = new Map([...layer.children].map((group) => [group.dataset.key, group]));
  for (const tile of view.felt.tiles) {
    const key = `${view.game.id}.${tile.n}`;
    let group = old.get(key);
    old.delete(key);
    const looks = `${tile.ends}|${tile.tone}`;
    if (!group) {
      group = svg("g", { class: "tile", tabindex: "0", role: "button" });
      group.dataset.key = key;
      group.addEventListener("click", () => tap(Number(group.dataset.n)));
      group.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") { event.preventDefault(); tap(Number(group.dataset.n)); }
      });
    }
    if (group.dataset.looks !== looks) group.replaceChildren(face(tile.ends, tile.tone));
    group.dataset.looks = looks;
    group.dataset.n = tile.n;
    group.setAttribute("aria-label", tile.label);
    group.classList.toggle("beside", Boolean(tile.beside));
    const [cx, cy] = spun([tile.x, tile.y], turned);
    const deg = Math.round((tile.deg + turned) * PLACES) / PLACES;
    group.setAttribute("transform", `translate(${cx.toFixed(1)} ${cy.toFixed(1)}) rotate(${deg}) scale(${tile.size / 50})`);
    upright(group, deg);
    shadeBelow(group, deg);
    if (layer.lastChild !== group) layer.append(group);
  }
  for (const group of old.values()) group.remove();
}

// The light comes from above the page, however a tile is turned.
function shadeBelow(group, deg) {
  const a = (deg * Math.PI) / 180;
  group.querySelector(".shade").setAttribute("transform", `translate(${1.5 * Math.sin(a)} ${1.5 * Math.cos(a)})`);
}

function drawEnds(layer, view, turned) {
  layer.replaceChildren(...(view.felt.ends || []).map((end) => {
    const [x, y] = spun([end.x, end.y], turned);
    return svg("g", { class: "end", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
      svg("circle", { r: 9 }), svg("text", { "text-anchor": "middle", y: 4.2 }, String(end.number)));
  }));
}

function drawSeats(root, view, turned) {
  const layer = root.querySelector(".seats");
  layer.replaceChildren(...view.seats.map((seat, place) => {
    const chip = document.createElement("div");
    const name = document.createElement("b");
    name.textContent = seat.name;
    chip.className = `seat side-${seat.side % 2}`;
    chip.append(name);
    if (seat.colour) {
      const dot = document.createElement("span");
      dot.className = `swatch colour-${seat.colour}`;
      name.prepend(dot, " ");
    }
    if (seat.note) {
      const note = document.createElement("i");
      note.textContent = seat.note;
      chip.append(note);
    }
    if (seat.turn) chip.classList.add("on");
    if (seat.turn) chip.setAttribute("aria-current", "true");
    const angle = ((90 + (360 * place) / view.seats.length + turned) % 360 + 360) % 360;
    chip.dataset.at = ["right", "bottom", "left", "top"][Math.round(angle / 90) % 4];
    // Seats that share an edge are spread along it.
    const along = ((angle + 45) % 90) / 90;
    if (view.seats.length > 4 || view.seats.length === 3) spread(chip, along);
    return chip;
  }));
}

function spread(chip, along) {
  const percent = `${12 + along * 76}%`;
  const at = chip.dataset.at;
  if (at === "bottom") chip.style.left = `${100 - parseFloat(percent)}%`;
  if (at === "top") chip.style.left = percent;
  if (at === "left") chip.style.top = `${100 - parseFloat(percent)}%`;
  if (at === "right") chip.style.top = percent;
}
