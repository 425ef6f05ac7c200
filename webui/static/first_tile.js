// Step four: one real tile is seen to be read.

import { button, fill, make } from "./dom.js";
import { filled, say, send, words } from "./household.js";
import { adviceLines } from "./first_camera.js";
import { livePicture } from "./first.js";
import { ends, standing } from "./tiles.js";

const SVG = "http://www.w3.org/2000/svg";

export function tileStep(evening, body) {
  if (!evening.watches) {
    body.replaceChildren(make("h2", { id: "step-title", tabindex: "-1" }, words.tile_title), make("p", {}, words.tile_without));
    return;
  }
  const outline = document.createElementNS(SVG, "svg");
  outline.setAttribute("viewBox", "0 0 1000 1000");
  outline.setAttribute("preserveAspectRatio", "none");
  outline.setAttribute("aria-hidden", "true");
  const read = make("div", { class: "read-tile", "aria-live": "polite" });
  const advice = make("ul", { class: "advice" });
  let mending = false;
  const draw = () => {
    const told = evening.camera;
    const first = told.tiles[0];
    mark(outline, told.tiles);
    if (mending && first) return;
    mending = false;
    fill(read, [first?.tile, told.tiles.length, told.proved], () => reading(evening, told, () => { mending = true; wrong(evening, read, draw); }, draw));
    fill(advice, [told.advice, told.number > 0, told.trouble, Boolean(first)], () => (first ? [] : adviceLines(told)));
    const next = document.querySelector("[data-do=next]");
    if (next) { next.textContent = told.proved ? words.next : words.skip; next.className = told.proved ? "main" : "quiet"; }
  };
  body.replaceChildren(make("h2", { id: "step-title", tabindex: "-1" }, words.tile_title),
    make("p", { class: "hint" }, evening.simulated ? words.tile_simulated : words.tile_about),
    livePicture(evening, outline), read, advice);
  evening.seen = draw;
  draw();
}

function mark(outline, tiles) {
  outline.replaceChildren(...tiles.map((tile, place) => {
    const polygon = document.createElementNS(SVG, "polygon");
    const [midX, midY] = [0, 1].map((axis) => tile.corners.reduce((sum, corner) => sum + corner[axis], 0) / 4);
    const out = (v, mid) => ((v - mid) * 1.18 + mid) * 1000; // a little outside the tile
    polygon.setAttribute("points", tile.corners.map(([x, y]) => `${out(x, midX)},${out(y, midY)}`).join(" "));
    polygon.setAttribute("class", place === 0 ? "first" : "");
    return polygon;
  }));
}

function reading(evening, told, mend, draw) {
  const [first, ...others] = told.tiles;
  if (!first) return [make("p", { class: "waiting-line" }, told.proved ? words.tile_proved : words.tile_waiting)];
  const right = async () => {
    if (!(await send("/api/camera/tile", { tile: first.tile }))) return;
    evening.camera.proved = true;
    draw();
    document.querySelector("[data-do=next]")?.focus();
  };
  return [make("div", { class: "read" }, standing(ends(first.tile), "", "big-tile"),
    make("div", {}, make("p", { class: "hint" }, words.tile_read), make("p", { class: "value" }, first.says),
      others.length ? make("p", { class: "hint" }, filled(words.others_read, { tiles: others.map((one) => one.tile).join(", ") })) : null)),
  told.proved ? make("p", { class: "good-line" }, words.tile_proved) : make("div", { class: "actions" },
    button(words.tile_right, right, "main"), button(words.tile_wrong, mend, "quiet"))];
}

// What it truly is: the likely ones first, then every tile.
function wrong(evening, read, draw) {
  const first = evening.camera.tiles[0];
  const highest = Math.max(6, ...first.likely.flatMap((tile) => tile.split("-").map(Number)));
  const all = Array.from({ length: highest + 1 }, (_, a) => highest - a).flatMap((a) => Array.from({ length: a + 1 }, (_, b) => `${a}-${a - b}`));
  const tell = async (tile) => {
    const told = await send("/api/camera/tile", { tile });
    if (!told) return;
    evening.camera.proved = true;
    delete read.dataset.stamp;
    read.replaceChildren(make("p", { class: "good-line", role: "status" }, words.tile_learnt));
    say("");
    setTimeout(draw, 4000);
  };
  const one = (tile) => make("button", { type: "button", class: "tile-button", "data-tile": tile, "aria-label": tile, onclick: () => tell(tile) }, standing(ends(tile)));
  delete read.dataset.stamp;
  const likely = first.likely.filter((tile) => tile !== first.tile);
  read.replaceChildren(make("h3", {}, words.which_tile), likely.length ? make("div", { class: "likely" }, ...likely.map(one)) : "",
    make("div", { class: "grid" }, ...all.filter((tile) => tile !== first.tile && !likely.includes(tile)).map(one)));
}
