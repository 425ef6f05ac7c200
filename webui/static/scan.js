// A photo from this phone, read by the server, drawn over.  Every value can be put right, a tile left out or added;
// the sum can go into the game's score of a seat as the tiles that were left there.

import { $, button, make } from "./dom.js";
import { grid, section, sheet, tileButton } from "./sheets.js";
import { standing, svg } from "./tiles.js";

const words = JSON.parse($("#words").textContent);
const language = document.documentElement.lang;
// What the sheets need of a page, without its table.
const page = { words, language, view: { set: [], out: [], tile_names: {} }, state: null };
let read = [];
let size = [0, 0];
let adding = 12;

const sorted = ([a, b]) => [Math.max(a, b), Math.min(a, b)];
const named = (tile) => sorted(tile.ends).join("-");

for (const input of ["#photo", "#kept-photo"]) $(input).addEventListener("change", (event) => look(event.target));

async function look(input) {
  const [photo] = input.files;
  if (!photo) return;
  $("#entered").textContent = "";
  $("#answer").hidden = true;
  $("#said").textContent = words.reading;
  const form = new FormData();
  form.append("photo", photo);
  try {
    const [answer] = await Promise.all([fetch(`/api/scan?lang=${language}`, { method: "POST", body: form }), lookAtGame()]);
    const told = await answer.json();
    if (answer.ok) show(photo, told);
    else $("#said").textContent = told.error;
  } catch {
    $("#said").textContent = words.not_sent;
  }
  input.value = ""; // the same photo may be chosen again
}

// The game on the table, if there is one: its set, its seats.
async function lookAtGame() {
  try {
    const answer = await fetch(`/api/state?lang=${language}`, { cache: "no-store" });
    const state = await answer.json();
    page.state = state.game ? state : null;
  } catch {
    page.state = null;
  }
}

// The set to choose from: the game's, unless the photo shows a tile of a larger one.
function chooseFrom() {
  const highest = Math.max(6, ...read.flatMap((tile) => tile.ends));
  const own = page.state?.set || [];
  const ofOwn = own.length && read.every((tile) => own.includes(named(tile)));
  const whole = [];
  for (let high = 0; high <= Math.max(highest, ofOwn ? 0 : adding); high += 1) for (let low = 0; low <= high; low += 1) whole.push(`${high}-${low}`);
  page.view.set = ofOwn ? own : whole;
  page.view.tile_names = page.state?.tile_names || {};
  page.lastNumber = undefined;
}

function show(photo, told) {
  read = told.tiles.filter((tile) => tile.face === "up");
  size = [told.width, told.height];
  $("#said").textContent = told.tiles.length ? "" : words.no_tiles;
  if (!told.tiles.length) return;
  const picture = $("#picture");
  URL.revokeObjectURL(picture.src);
  picture.src = URL.createObjectURL(photo);
  $("#answer").hidden = false;
  draw();
}

function draw() {
  $("#pips").textContent = String(read.reduce((sum, { ends: [a, b] }) => sum + a + b, 0));
  drawOver();
  $("#found").replaceChildren(...read.map((tile) => {
    const sure = tile.confidence >= 0.9;
    const name = page.state?.tile_names[named(tile)] || named(tile);
    const one = make("button", { type: "button", class: "tile-button", "data-tile": named(tile), "aria-label": sure ? name : `${name}, ${words.not_sure}`, "aria-haspopup": "dialog", onclick: () => mend(tile) });
    one.append(standing(sorted(tile.ends), sure ? "" : "open"), make("small", { "aria-hidden": "true" }, sure ? named(tile) : `${named(tile)} ?`));
    return one;
  }), button(`+ ${words.add_tile}`, add, "tile-button add", { "aria-haspopup": "dialog" }));
  drawSeats();
}

// Each tile outlined in the photo, with what was read beside it.
function drawOver() {
  const outlines = $("#outlines");
  const [width, height] = size;
  const unit = Math.max(width, height) / 100;
  outlines.setAttribute("viewBox", `0 0 ${width} ${height}`);
  outlines.replaceChildren(...read.filter((tile) => tile.corners).flatMap((tile) => {
    const [x, y] = [0, 1].map((at) => tile.corners.reduce((sum, corner) => sum + corner[at], 0) / 4);
    const sure = tile.confidence >= 0.9;
    const label = svg("g", { class: "read", transform: `translate(${x} ${y})` },
      svg("rect", { x: -3.4 * unit, y: -1.9 * unit, width: 6.8 * unit, height: 3.8 * unit, rx: 1 * unit }),
      svg("text", { "text-anchor": "middle", y: unit, "font-size": 3 * unit }, sure ? named(tile) : `${named(tile)}?`));
    return [svg("polygon", { class: sure ? "" : "doubt", points: tile.corners.map((corner) => corner.join(",")).join(" ") }), label];
  }));
}

// Another value for a tile: likely ones first, then the set; or it is no tile.
function mend(tile) {
  chooseFrom();
  sheet(page, named(tile), (close) => {
    const become = (name) => {
      const [a, b] = name.split("-").map(Number);
      tile.ends = [a, b];
      tile.confidence = 1;
      draw();
      close();
    };
    const likely = [...new Set((tile.alternatives || []).map((one) => sorted(one.ends).join("-")))].filter((name) => name !== named(tile));
    return [
      tile.confidence < 0.9 ? make("div", { class: "list" }, button(`${words.it_is_right} (${named(tile)})`, () => become(named(tile)))) : null,
      likely.length ? section(words.likely, make("div", { class: "likely" }, ...likely.map((name) => tileButton(page, name, () => become(name))))) : null,
      make("div", { class: "list" }, button(words.no_tile, () => { read = read.filter((one) => one !== tile); draw(); close(); })),
      section(words.another_tile, grid(page, become, { skip: [named(tile), ...likely] })),
    ];
  }, { follow: false });
}

function add() {
  chooseFrom();
  sheet(page, words.add_tile, (close) => grid(page, (name) => {
    read.push({ ends: name.split("-").map(Number), confidence: 1, face: "up" });
    draw();
    close();
  }), { follow: false });
}

// Into the game: the tiles are what that player had left.
function drawSeats() {
  const { state } = page;
  const row = $("#into");
  const outside = state ? read.filter((tile) => !state.set.includes(named(tile))) : [];
  row.hidden = !state || state.over || read.length === 0;
  if (row.hidden) return;
  row.replaceChildren(make("h2", {}, words.into_game), make("p", {}, outside.length ? words.not_of_game : words.into_game_about),
    ...(outside.length ? [] : [make("div", { class: "chips" }, ...state.seats.map((seat) => button(seat.name, () => send(seat), "chip")))]));
}

async function send(seat) {
  const act = `reveal ${seat.letter}: ${read.map(named).join(" ")}`;
  try {
    const answer = await fetch(`/api/acts?lang=${language}`, {
      method: "POST", headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ act, version: page.state.version, by: seat.name }),
    });
    const told = await answer.json();
    if (told.view || told.game) page.state = told.view || told;
    $("#entered").textContent = answer.ok ? [told.last?.says, told.last?.more, told.last?.small].filter(Boolean).join(" ") : told.error;
  } catch {
    $("#entered").textContent = words.not_sent;
  }
}
