// A phone joins: a name, a seat.  Where the seat belongs to a game, the table page then shows the table from it.

import { $, button, make, memory } from "./dom.js";
import { ask, filled, say, send, swatch, whileSeen, words } from "./household.js";

let name = memory.get("name") || "";
let typed = Boolean(name); // else the name follows the seat that is chosen
let place = null;
let sits = false;
let seats = [];

const root = $("#join");

async function look() {
  const told = await ask("/api/table");
  if (!told) return;
  const stamp = JSON.stringify([told.seats, told.may.seats]);
  if (stamp === look.stamp) return;
  look.stamp = stamp;
  seats = told.seats;
  const mine = seats.find((seat) => seat.mine);
  if (mine && place === null) { place = mine.place; name = name || mine.name; sits = true; }
  draw(told);
}

const show = (...parts) => root.replaceChildren(...parts.filter(Boolean));

function draw(told) {
  if (!told.may.seats) {
    show(make("p", {}, words.host_seats), toTable());
    return;
  }
  if (sits) {
    const mine = seats.find((seat) => seat.mine);
    show(
      make("p", { class: "joined", role: "status" }, mine ? swatch(mine.colour) : null, mine ? filled(words.joined, { name: mine.name }) : words.looking),
      toTable(), button(words.change, () => { sits = false; draw(told); }, "quiet"));
    return;
  }
  const field = make("input", { type: "text", id: "name", maxlength: "24", autocomplete: "off", autocapitalize: "words", value: name });
  field.addEventListener("input", () => { name = field.value; typed = Boolean(name.trim()); });
  show(
    make("label", { class: "field", for: "name" }, words.your_name), field,
    make("h2", {}, words.where),
    make("div", { class: "seats-to-take", role: "group", "aria-label": words.where }, ...seats.map((seat) => seatButton(seat, told))),
    place !== null && seats[place]?.taken && !seats[place].mine ? make("p", { class: "hint" }, words.take_over) : null,
    button(words.sit, () => sit(told), "main wide", { disabled: place === null }),
    button(words.only_look, () => lookOn(told), "quiet"));
}

function seatButton(seat, told) {
  const label = seat.name || filled(words.seat, { "": seat.place + 1 });
  const note = [seat.place === 0 ? words.bottom : null, seat.mine ? words.yours : seat.taken ? words.here_already : seat.name ? null : words.free].filter(Boolean).join(", ");
  const choose = () => {
    place = seat.place;
    if (!typed) name = seat.name;
    draw(told);
    $(`[data-place="${seat.place}"]`).focus();
  };
  return make("button", { type: "button", class: "seat-to-take", "data-place": String(seat.place), "aria-pressed": String(place === seat.place), onclick: choose },
    swatch(seat.colour), make("span", {}, make("b", {}, label), note ? make("small", {}, note) : null));
}

async function sit(told) {
  const answer = await send("/api/seats", { place, name: name.trim() || seats[place].name });
  if (!answer) return;
  seats = answer.seats;
  remember(seats[place]);
  memory.set("name", name.trim());
  sits = true;
  look.stamp = "";
  draw(told);
}

async function lookOn(told) {
  if (!(await send("/api/seats", { place: null }))) return;
  place = null;
  remember(null);
  sits = true;
  look.stamp = "";
  seats = seats.map((seat) => ({ ...seat, mine: false }));
  draw(told);
}

// The table page shows the table from the seat with this letter, or, when a game begins later, from this place.
function remember(seat) {
  memory.set("me", seat?.letter || "");
  memory.set("place", seat ? String(seat.place) : "");
}

const toTable = () => make("a", { class: "as-button main wide", href: "/" }, words.to_table);

say("");
whileSeen(look, 3000);
