// Step two: who sits where round the picture, in which colour, and who plays with whom.

import { button, fill, make } from "./dom.js";
import { chips, filled, swatch, words } from "./household.js";
import { livePicture } from "./first.js";

const COUNTS = [2, 3, 4, 5, 6, 7, 8];

export function seatsStep(evening, body) {
  const seats = evening.laid.seats.map(({ name, colour }) => ({ name, colour }));
  const round = make("div", { class: "round" });
  const partners = make("p", { class: "hint" });
  const list = make("ol", { class: "seat-list" });
  let waiting = null;
  const keep = (order) => {
    clearTimeout(waiting);
    return evening.keep({ seats, ...(order ? { order: order.map(String) } : {}) });
  };
  const soon = () => { clearTimeout(waiting); waiting = setTimeout(() => keep(), 350); };
  const moved = (order) => { seats.splice(0, seats.length, ...order.map((k) => seats[k])); drawAll(); keep(order); };
  const drawRound = () => drawSeats(round, partners, seats);
  const drawAll = () => {
    drawRound();
    fill(count, seats.length, () => chips(COUNTS.map((n) => [n, String(n)]), seats.length, number, { "aria-label": words.how_many }));
    list.replaceChildren(...seats.map((seat, k) => row(seat, k, seats, drawRound, soon, moved, evening.laid.colours)));
  };
  const number = (wanted) => {
    const free = evening.laid.colours.filter((colour) => !seats.some((seat) => seat.colour === colour));
    while (seats.length < wanted) seats.push({ name: "", colour: free.shift() || evening.laid.colours[seats.length % evening.laid.colours.length] });
    seats.length = wanted;
    drawAll();
    keep();
  };
  const count = make("div", { class: "count-chips" });
  const middle = make("div", { class: "round-middle" }, evening.watches ? livePicture(evening) : make("div", { class: "live bare" }));
  round.append(middle);
  body.replaceChildren(make("h2", { id: "step-title", tabindex: "-1" }, words.seats_title), make("p", { class: "hint" }, words.seats_about),
    make("h3", {}, words.how_many), count, round, partners, list,
    button(words.turn_seats, () => moved([...seats.keys()].map((k) => (k + seats.length - 1) % seats.length)), "quiet"));
  drawAll();
}

// Chips at the picture's edges: the first below, the others clockwise.
function drawSeats(round, partners, seats) {
  round.querySelectorAll(".round-seat").forEach((old) => old.remove());
  seats.forEach((seat, k) => {
    const angle = Math.PI / 2 + (2 * Math.PI * k) / seats.length;
    const chip = make("span", { class: "round-seat" }, swatch(seat.colour), make("b", {}, seat.name || String(k + 1)));
    chip.style.left = `${(50 + 37 * Math.cos(angle)).toFixed(1)}%`;
    chip.style.top = `${(50 + 40 * Math.sin(angle)).toFixed(1)}%`;
    round.append(chip);
  });
  const named = (k) => seats[k].name || filled(words.players_unnamed, { "": k + 1 });
  partners.hidden = seats.length !== 4;
  if (seats.length === 4) {
    const pairs = [[0, 2], [1, 3]].map(([a, b]) => filled(words.pair, { first: named(a), second: named(b) }));
    partners.textContent = filled(words.partners, { sides: pairs.join(", ") });
  }
}

function row(seat, k, seats, drawRound, soon, moved, colours) {
  const name = make("input", { type: "text", maxlength: "24", autocomplete: "off", autocapitalize: "words", value: seat.name,
    "aria-label": `${words.seat} ${k + 1}, ${words.name}`, placeholder: k === 0 ? `${words.name} (${words.bottom_seat})` : words.name });
  name.addEventListener("input", () => { seat.name = name.value.replace("=", ""); label(); drawRound(); soon(); });
  const colour = make("select", { "aria-label": `${words.seat} ${k + 1}, ${words.colour}` },
    ...colours.map((one) => make("option", { value: one, selected: one === seat.colour }, words[one])));
  const shown = make("span", { class: "swatch-of" }, swatch(seat.colour));
  colour.addEventListener("change", () => { seat.colour = colour.value; shown.replaceChildren(swatch(seat.colour)); drawRound(); soon(); });
  const swap = () => {
    const order = [...seats.keys()];
    const next = (k + 1) % seats.length;
    [order[k], order[next]] = [order[next], order[k]];
    moved(order);
  };
  const swaps = button("⇅", swap, "swap", { title: words.swap });
  const label = () => swaps.setAttribute("aria-label", `${words.swap}: ${seat.name || k + 1}`);
  label();
  return make("li", {}, make("span", { class: "number", "aria-hidden": "true" }, String(k + 1)), name, shown, colour, swaps);
}
