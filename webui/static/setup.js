// A new game: which, by which house rules, who sits where.

import { button, isolated, make, memory } from "./dom.js";
import { Swap, inPartners, mark, sides, swapped } from "./partners.js";

const LETTERS = "ABCDEFGHIJKL";

export async function newGame(page, sheet, section) {
  const { words } = page;
  const answer = await fetch(`/api/setup?lang=${page.language}`).catch(() => null);
  if (!answer || !answer.ok) { page.say(words.not_sent); return; }
  const { games, last } = await answer.json();
  const chosen = { key: last.game, profile: last.profile, options: new Map(last.options.map((text) => text.split("="))), names: [...last.names] };
  sheet(page, words.new_game, (close, redraw) => {
    const game = games.find((one) => one.key === chosen.key) || games[0];
    const profile = game.profiles.find((one) => one.name === chosen.profile) || game.profiles[0];
    if (!profile.seats.includes(chosen.names.length)) {
      const wanted = profile.seats.includes(4) ? 4 : profile.seats[0];
      chosen.names = Array.from({ length: wanted }, (_, i) => chosen.names[i] || "");
    }
    const paired = () => inPartners(profile, chosen.options, chosen.names.length);
    const was = paired();
    const ruled = () => { if (paired() !== was) { chosen.open = true; redraw(); } }; // partners are shown as such
    return [
      gameChips(words, section, games, game, (key) => { chosen.key = key; recall(chosen, last.rules?.[key]); redraw(); }),
      game.profiles.length > 1 ? section(words.kind, chips(game.profiles.map((one) => [one.name, one.title]), profile.name, (name) => { chosen.profile = name; redraw(); })) : null,
      section(words.players, ...players(words, profile, chosen, redraw)),
      houseRules(words, game, chosen, ruled, Boolean(chosen.open)),
      make("div", { class: "foot" }, button(words.begin, async () => { if (await begin(page, game, profile, chosen)) close(); }, "main")),
    ];
  }, { follow: false });
}

// The house rules by which this table played a game last.
function recall(chosen, known) {
  chosen.profile = known?.profile || null;
  chosen.options = new Map((known?.options || []).map((text) => text.split("=")));
}

export const chips = (choices, now, choose) => make("div", { class: "chips" }, ...choices.map(([value, label]) =>
  button(label, () => choose(value), "chip", { "aria-pressed": String(value === now) })));

const gameChips = (words, section, games, game, choose) =>
  section(words.which_game, chips(games.map((one) => [one.key, one.title]), game.key, choose));

function players(words, profile, chosen, redraw) {
  const count = profile.seats.length < 2 ? null : chips(profile.seats.map((n) => [n, String(n)]), chosen.names.length, (n) => {
    chosen.names = Array.from({ length: n }, (_, i) => chosen.names[i] || "");
    redraw();
  });
  const paired = inPartners(profile, chosen.options, chosen.names.length);
  const named = () => chosen.names.map((name, place) => isolated(name.trim()) || `${words.seat} ${place + 1}`);
  const told = make("div", {});
  const tell = () => { if (paired) told.replaceChildren(sides(named(), document.documentElement.lang)); };
  const swap = new Swap((both) => {
    if (both) chosen.names = swapped(chosen.names.length, ...both).map((place) => chosen.names[place]);
    fields.replaceChildren(...rows());
    tell();
  });
  const rows = () => chosen.names.map((name, place) => {
    const field = make("input", { type: "text", maxlength: "24", autocomplete: "off", value: name, "aria-label": `${words.seat} ${place + 1}`,
      placeholder: place === 0 ? words.seat_first : words.seat_next });
    field.addEventListener("input", () => { chosen.names[place] = field.value; tell(); });
    const tap = () => { swap.tap(place); fields.children[place].querySelector("button").focus(); };
    return make("div", { class: "player" }, make("button", { type: "button", "aria-pressed": String(swap.held === place), "aria-label": `${words.swap_seats}: ${named()[place]}`, onclick: tap },
      paired ? mark(place) : null, String(place + 1)), field);
  });
  const fields = make("div", { class: "players" }, ...rows());
  tell();
  return [count, fields, make("small", {}, paired ? words.partners : words.swap_about), told];
}

export function houseRules(words, game, chosen, changed = () => {}, open = false) {
  if (game.options.length === 0) return null;
  const rows = game.options.map((option) => {
    const now = chosen.options.get(option.name) || option.choices[0][0];
    const keep = (value) => { chosen.options.set(option.name, value); changed(); };
    return make("label", { class: "rule" }, make("span", {}, option.says), option.numbers ? numberField(option, now, keep) : choiceField(option, now, keep));
  });
  return make("details", { class: "house", open }, make("summary", {}, words.house_rules), ...rows);
}

function choiceField(option, now, keep) {
  const field = make("select", {}, ...option.choices.map(([value, label]) => make("option", { value, selected: now === value }, label)));
  field.addEventListener("change", () => keep(field.value));
  return field;
}

// Any number of a range, with the usual ones (and words such as "none") offered.
function numberField(option, now, keep) {
  const field = make("input", { type: "text", value: now, list: `usual-${option.name}`, maxlength: "12", autocomplete: "off" });
  field.addEventListener("input", () => keep(field.value.trim() || option.choices[0][0]));
  return make("span", {}, field, make("datalist", { id: `usual-${option.name}` }, ...option.choices.map(([value, label]) => make("option", { value }, label))));
}

async function begin(page, game, profile, chosen) {
  const seats = chosen.names.map((name, place) => ({ letter: letterOf(chosen.names, place), name: name.trim() || `${page.words.seat} ${place + 1}` }));
  const options = [...chosen.options].filter(([name, value]) => game.options.find((o) => o.name === name)?.choices[0][0] !== value).map((pair) => pair.join("="));
  memory.set("me", "");
  return page.post("/api/games", { game: game.key, profile: profile.name, options, seats });
}

// Each seat's letter is its name's first where that is free and usable, else the next free one.
export function letterOf(names, place) {
  const taken = [];
  for (let i = 0; i <= place; i += 1) {
    const first = (names[i].trim()[0] || "").toUpperCase();
    const usable = /^[A-Z]$/.test(first) && first !== "M" && !taken.includes(first);
    taken.push(usable ? first : [...LETTERS].find((letter) => !taken.includes(letter)));
  }
  return taken[place];
}
