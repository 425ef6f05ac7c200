// Step three: which game, of which kind, by which house rules; each is remembered for this table.

import { button, make } from "./dom.js";
import { chips, filled, part, words } from "./household.js";
import { either, wrongNumber } from "./first.js";
import { houseRules } from "./setup.js";

export function gameStep(evening, body) {
  const { laid, offered } = evening;
  const game = evening.game;
  const rules = game && laid.rules[game.key];
  const chosen = { options: new Map((rules?.options || []).map((text) => text.split("="))) };
  const keep = (profile = evening.profile()?.name, key = laid.game) => {
    const one = offered.find((other) => other.key === key);
    const options = [...chosen.options].filter(([name, value]) => one.options.find((o) => o.name === name)?.choices[0][0] !== value).map((pair) => pair.join("="));
    return evening.keep({ game: key, profile, options });
  };
  const choose = async (key) => {
    const known = laid.rules[key];
    chosen.options = new Map((known?.options || []).map((text) => text.split("=")));
    const one = offered.find((other) => other.key === key);
    const fit = one.profiles.find((p) => p.seats.includes(laid.places.length)) || one.profiles[0];
    await keep(known?.profile || fit.name, key);
    evening.redraw();
    document.querySelector(`[data-game="${key}"]`)?.focus();
  };
  let waiting = null;
  const soon = () => { clearTimeout(waiting); waiting = setTimeout(() => keep(), 300); };
  body.replaceChildren(make("h2", { id: "step-title", tabindex: "-1" }, words.game_title),
    make("div", { class: "games-to-choose", role: "group", "aria-labelledby": "step-title" }, ...offered.map((one) => gameCard(one, laid, choose))),
    game ? details(evening, game, chosen, keep, soon) : "");
}

function gameCard(game, laid, choose) {
  const numbers = [...new Set(game.profiles.flatMap((one) => one.seats))];
  return make("button", { type: "button", class: "choice-row", "data-game": game.key, "aria-pressed": String(game.key === laid.game), onclick: () => choose(game.key) },
    make("span", {}, make("b", {}, game.title), " ", make("i", {}, filled(words.for_players, { seats: either(numbers) })), make("small", {}, game.says)));
}

function details(evening, game, chosen, keep, soon) {
  const profile = evening.profile();
  const seated = evening.laid.places.length;
  const wanted = profile.seats.includes(4) ? 4 : profile.seats[0];
  return make("div", { class: "game-details" },
    evening.fits() ? null : make("div", { class: "advice-line" }, make("p", {}, wrongNumber(game, profile, seated)),
      button(filled(words.seat_them, { seats: wanted }), async () => { await reseat(evening, wanted); evening.redraw(); })),
    game.profiles.length > 1 ? part(words.kind, chips(game.profiles.map((one) => [one.name, one.title]), profile.name,
      async (name) => { await keep(name); evening.redraw(); }, { "aria-label": words.kind })) : null,
    game.options.length ? make("p", { class: "hint" }, words.rules_about) : null,
    houseRules(words, game, chosen, soon, false));
}

function reseat(evening, wanted) {
  const { colours } = evening.laid;
  const seats = evening.laid.places.slice(0, wanted).map(({ name, colour }) => ({ name, colour }));
  while (seats.length < wanted) seats.push({ name: "", colour: colours.find((c) => !seats.some((seat) => seat.colour === c)) || colours[0] });
  return evening.keep({ seats });
}
