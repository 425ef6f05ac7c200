// A game by taps: bids and calls, tiles played, tiles picked for an act, things that were said.

import { button, make } from "./dom.js";
import { grid, section, sheet, tileButton } from "./sheets.js";
import { ends } from "./tiles.js";

// What can be said now, as buttons under "whose turn".
export function choicesOf(page, turn) {
  const { words } = page;
  const lone = turn.choices.filter((choice) => !choice.group);
  const grouped = Map.groupBy ? Map.groupBy(turn.choices.filter((choice) => choice.group), (choice) => choice.group) : group(turn.choices);
  const one = (choice) => button(choice.says, () => page.send(choice.act), choice.main ? "choice main" : turn.kind === "play" ? "choice quiet" : "choice", { "aria-label": choice.label });
  const several = ([number, choices]) => button(number, () => suits(page, number, choices), "choice", { "aria-haspopup": "dialog" });
  const picks = turn.picks.map((pick) => button(pick.says, () => pickTiles(page, pick), "choice pick", { "aria-haspopup": "dialog" }));
  const said = turn.sayings.length ? button(words.said, () => saidSomething(page), "quiet choice", { "aria-haspopup": "dialog" }) : null;
  const beside = turn.kind === "other" || turn.kind === "play" ? said : null;
  const all = [...lone.map(one), ...[...grouped].map(several), beside].filter(Boolean);
  return [
    all.length ? make("div", { class: `choices ${turn.kind === "play" ? "other" : turn.kind}${lone.some((choice) => !choice.main && choice.says.length > 5) ? " wide" : ""}` }, ...all) : null,
    picks.length ? make("div", { class: "choices other" }, ...picks) : null,
    said && !beside ? make("div", { class: "choices other" }, said) : null,
  ];
}

function group(choices) {
  const found = new Map();
  for (const choice of choices) if (choice.group) found.set(choice.group, [...(found.get(choice.group) || []), choice]);
  return found;
}

// The second tap of a bid that names its suit.
function suits(page, number, choices) {
  sheet(page, number, (close) => make("div", { class: "choices call" }, ...choices.map((choice) =>
    button(choice.short, async () => { if (await page.send(choice.act)) close(); }, "choice", { "aria-label": choice.label }))), { follow: false });
}

// Tiles for an act: where one is wanted its tap sends it, else they are marked and sent together.
export function pickTiles(page, pick, done = () => {}) {
  const { words } = page;
  const chosen = [];
  sheet(page, pick.says, (close, redraw) => {
    const send = async (act) => { if (await page.send(act)) { close(); done(); } };
    const filled = () => pick.act.replace("{}", chosen.join(" ")).trim();
    const choose = (tile) => {
      const at = chosen.indexOf(tile);
      if (at >= 0) chosen.splice(at, 1);
      else if (chosen.length < pick.most) chosen.push(tile);
      if (pick.most === 1) send(filled());
      else redraw();
    };
    const enough = chosen.length >= pick.least && (chosen.length > 0 || pick.least === 0);
    const label = chosen.length === 0 ? words.none_left : `${words.done} (${chosen.length})`;
    return [
      pick.unseen ? make("div", { class: "list" }, button(words.not_seen, () => send(pick.unseen))) : null,
      grid(page, choose, { chosen }),
      pick.most === 1 ? null : make("div", { class: "foot" }, button(label, () => { if (enough) send(filled()); }, "main", { "aria-disabled": String(!enough) })),
    ];
  }, { follow: false });
}

// Claims, last bone, caught, tiles shown.
function saidSomething(page) {
  const { words } = page;
  sheet(page, words.said, (close) => page.view.turn.sayings.map((group) => section(group.says, make("div", { class: "list" },
    ...group.choices.map((choice) => button(choice.says, async () => { if (await page.send(choice.act)) close(); })),
    ...(group.picks || []).map((pick) => button(pick.says, () => { close(); pickTiles(page, pick); }))))));
}

// Plays a tile by taps; `before` inserts it before that entry instead.
export function play(page, before = null, tileFirst = null) {
  const { words } = page;
  const { view } = page;
  let seat = view.turn.seat || page.me || view.seats[0]?.letter;
  let tile = tileFirst;
  let wrongly = false; // the next tile was pressed in where it does not belong
  let spot = null;
  const lead = before === null ? "" : `add before ${before} `;
  const placesOf = (one) => (before === null ? page.view.places[one] || [] : []);
  sheet(page, before === null ? words.play_tile : words.missed_tile, (close, redraw) => {
    const send = async (act) => { if (await page.send(lead + act)) close(); };
    const choose = (chosen) => {
      const places = placesOf(chosen);
      if (wrongly) { tile = chosen; redraw(); return; }
      if (places.length < 2) send(`${seat} ${chosen}${places.length ? places[0].at : ""}`);
      else { tile = chosen; redraw(); }
    };
    if (tile && wrongly) return pressedIn(page, tile, page.view.spots, spot, (at) => { spot = at; redraw(); }, (joint) => send(`${seat} ${tile}${joint}`));
    if (tile) {
      return [section(words.where, make("div", { class: "chips" }, ...placesOf(tile).map((place) =>
        button(place.says, () => send(`${seat} ${tile}${place.at}`), "chip"))))];
    }
    const chips = make("div", { class: "chips", role: "group", "aria-label": words.who }, ...page.view.seats.map((one) =>
      button(one.name, () => { seat = one.letter; redraw(); }, "chip", { "aria-pressed": String(one.letter === seat) })));
    const fits = before === null && page.view.felt.shape === "layout" ? Object.keys(page.view.places) : [];
    const odd = before === null && page.view.spots.length ? button(words.laid_wrong, () => { wrongly = !wrongly; redraw(); }, "", { "aria-pressed": String(wrongly) }) : null;
    if (wrongly) return [section(words.who, chips), section(words.which_tile, grid(page, choose)), make("div", { class: "list" }, odd)];
    return [section(words.who, chips),
      fits.length ? section(words.it_fits, make("div", { class: "grid", role: "group" }, ...fits.map((one) => tileButton(page, one, () => choose(one))))) : null,
      section(fits.length ? words.another_tile : words.which_tile, grid(page, choose, { skip: fits })),
      section(null, make("div", { class: "list" }, button(words.passes, () => send(`${seat} pass`)),
        page.view.draws ? button(words.draws, () => send(`${seat} +?`)) : null, odd))];
  }, { follow: false });
}

// A tile that was entered lies where it does not belong, or there with its other end.
export function misplaced(page, entry) {
  const { version } = page.view;
  const [, where] = entry.act.match(/@(\S+)$/) || [];
  const elsewhere = page.view.spots.filter((spot) => spot.at !== `@${where}` && !spot.at.startsWith(`@${entry.tile}`));
  const spots = where ? [{ at: `@${where}`, says: page.words.same_place }, ...elsewhere] : elsewhere;
  let spot = null;
  sheet(page, entry.title, (close, redraw) => pressedIn(page, entry.tile, spots, spot, (at) => { spot = at; redraw(); }, async (joint) => {
    const act = entry.act.replace(/^(\S+ \d+-\d+'?).*$/, (whole, laid) => laid + joint);
    if (await page.send(`fix ${entry.n} => ${act}`, version)) close();
  }), { follow: false });
}

// Where a tile was pressed in although it does not belong there, and with which of its ends.
function pressedIn(page, tile, spots, spot, choose, send) {
  const { words } = page;
  const numbers = [...new Set(ends(tile))];
  if (!spot) {
    return [section(words.where, make("div", { class: "list" }, ...spots.map((one) =>
      button(one.says, () => (numbers.length > 1 ? choose(one) : send(one.at))))))];
  }
  return [section(words.which_end.replace("{where}", spot.says), make("div", { class: "chips" }, ...numbers.map((number) =>
    button(String(number), () => send(`/${number}${spot.at}`), "chip"))))];
}
