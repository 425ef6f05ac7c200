// Step two: who sits where round the picture, in which colour, and who plays with whom.

import { button, fill, isolated, make } from "./dom.js";
import { chips, filled, language, swatch, words } from "./household.js";
import { livePicture } from "./first.js";
import { Swap, canBePartners, listed, mark, partnersOf, sides, swapped } from "./partners.js";

const COUNTS = [2, 3, 4, 5, 6, 7, 8];

export function seatsStep(evening, body) {
  const { colours } = evening.laid;
  const seats = evening.laid.places.map(({ name, colour }) => ({ name, colour }));
  const round = make("div", { class: "round" });
  const told = make("p", { class: "hint", role: "status" }, words.swap_about);
  const partners = make("div", { class: "partners" });
  const list = make("ol", { class: "seat-list" });
  const count = make("div", { class: "count-chips" });
  let waiting = null;
  const keep = (order) => {
    clearTimeout(waiting);
    return evening.keep({ seats, ...(order ? { order: order.map(String) } : {}) });
  };
  const soon = () => { clearTimeout(waiting); waiting = setTimeout(() => keep(), 350); };
  const moved = (order) => { seats.splice(0, seats.length, ...order.map((k) => seats[k])); drawAll(); keep(order); };
  const swap = new Swap((both) => {
    if (both) moved(swapped(seats.length, ...both)); else drawRound();
    const names = namesOf(seats);
    told.textContent = both ? filled(words.swapped, { first: names[both[1]], second: names[both[0]] })
      : swap.held === null ? words.swap_about : filled(words.swap_whom, { name: names[swap.held] });
  });
  const drawRound = () => {
    drawSeats(round, seats, swap);
    const shown = canBePartners(seats.length);
    partners.hidden = !shown;
    if (shown) partners.replaceChildren(make("h3", {}, words.partners_title), sides(namesOf(seats), language));
  };
  const drawAll = () => {
    drawRound();
    fill(count, seats.length, () => chips(COUNTS.map((n) => [n, String(n)]), seats.length, number, { "aria-label": words.how_many }));
    list.replaceChildren(...seats.map((seat, k) => row(seat, k, drawRound, soon, colours)));
  };
  const number = (wanted) => {
    const free = colours.filter((colour) => !seats.some((seat) => seat.colour === colour));
    while (seats.length < wanted) seats.push({ name: "", colour: free.shift() || colours[seats.length % colours.length] });
    seats.length = wanted;
    swap.held = null;
    drawAll();
    keep();
  };
  const middle = make("div", { class: "round-middle" }, evening.watches ? livePicture(evening) : make("div", { class: "live bare" }));
  round.append(middle);
  body.replaceChildren(make("h2", { id: "step-title", tabindex: "-1" }, words.seats_title), make("p", { class: "hint" }, words.seats_about),
    make("h3", {}, words.how_many), count, round, told, partners, list,
    button(words.turn_seats, () => { swap.held = null; moved([...seats.keys()].map((k) => (k + seats.length - 1) % seats.length)); }, "quiet"));
  drawAll();
}

export const namesOf = (places) => places.map((place, k) => isolated(place.name) || filled(words.players_unnamed, { "": k + 1 }));

// Chips at the picture's edges: the first below, the others clockwise.
function drawSeats(round, seats, swap) {
  const names = namesOf(seats);
  const focused = round.contains(document.activeElement) ? document.activeElement.dataset.place : null;
  round.querySelectorAll(".round-seat").forEach((old) => old.remove());
  round.dataset.seats = seats.length;
  seats.forEach((seat, k) => {
    const angle = Math.PI / 2 + (2 * Math.PI * k) / seats.length;
    const paired = canBePartners(seats.length);
    const facts = { name: names[k], number: k + 1, partners: listed(partnersOf(names, k), language) };
    const chip = make("button", { type: "button", class: "round-seat", "data-place": String(k), "aria-pressed": String(swap.held === k), onclick: () => swap.tap(k),
      "aria-label": filled(paired ? words.seat_with : words.seat_of, facts) },
    paired ? mark(k) : null, swatch(seat.colour), make("b", {}, seat.name || String(k + 1)));
    chip.style.left = `${(50 + 34.5 * Math.cos(angle)).toFixed(1)}%`;
    chip.style.top = `${(50 + 40 * Math.sin(angle)).toFixed(1)}%`;
    round.append(chip);
    if (focused === String(k)) chip.focus();
  });
}

function row(seat, k, drawRound, soon, colours) {
  const name = make("input", { type: "text", maxlength: "24", autocomplete: "off", autocapitalize: "words", value: seat.name,
    "aria-label": `${words.seat} ${k + 1}, ${words.name}`, placeholder: k === 0 ? `${words.name} (${words.bottom_seat})` : words.name });
  name.addEventListener("input", () => { seat.name = name.value.replace("=", ""); drawRound(); soon(); });
  const colour = make("select", { "aria-label": `${words.seat} ${k + 1}, ${words.colour}` },
    ...colours.map((one) => make("option", { value: one, selected: one === seat.colour }, words[one])));
  const shown = make("span", { class: "swatch-of" }, swatch(seat.colour));
  colour.addEventListener("change", () => { seat.colour = colour.value; shown.replaceChildren(swatch(seat.colour)); drawRound(); soon(); });
  return make("li", {}, make("span", { class: "number", "aria-hidden": "true" }, String(k + 1)), name, shown, colour);
}
