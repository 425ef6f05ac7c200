// Who plays with whom: every second seat is on the same side, and two seats change places when both are tapped.

import { make } from "./dom.js";

const MARKS = ["●", "◆"];

export const canBePartners = (number) => number >= 4 && number % 2 === 0;

// Whether the players of a game are partners, by the rules chosen for it.
export const inPartners = (profile, options, number) =>
  canBePartners(number) && Boolean(profile?.partners || (number === 4 && options?.get("partners") === "on"));

// A side's mark: a shape, and its colour.
export const mark = (place) => make("span", { class: `side-mark side-${place % 2}`, "aria-hidden": "true" }, MARKS[place % 2]);

export const listed = (names, language) => new Intl.ListFormat(language === "en" ? "en-GB" : language).format(names);

export const partnersOf = (names, place) => names.filter((_, other) => other !== place && other % 2 === place % 2);

// "● Ada and Cleo", "◆ Ben and Dan".
export const sides = (names, language) => make("ul", { class: "sides-told" }, ...[0, 1].map((side) =>
  make("li", {}, mark(side), " ", listed(names.filter((_, place) => place % 2 === side), language))));

// The order of seats in which `one` and `other` have changed places.
export function swapped(number, one, other) {
  const order = [...Array(number).keys()];
  [order[one], order[other]] = [other, one];
  return order;
}

// Two taps on seats: the first is held, the second changes places with it; the same seat again lets go.
export class Swap {
  constructor(changed) { Object.assign(this, { held: null, changed }); }

  tap(place) {
    const first = this.held;
    this.held = first === null ? place : null;
    this.changed(first === null || first === place ? null : [first, place]);
  }
}
