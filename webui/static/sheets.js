// What slides up from below: mending a tile, playing by hand, the record, a new game, the rest.

import { againWord, handAgain } from "./again.js";
import { $, button, make } from "./dom.js";
import { ends, standing } from "./tiles.js";
import { evidence } from "./under.js";

// Redrawn when a new view arrives while a sheet is open.
export const actions = new Set();

export function sheet(page, title, build, { follow = true } = {}) {
  const body = make("div", { class: "body" });
  const close = () => dialog.close();
  const dialog = make("dialog", { "aria-labelledby": "sheet-title", class: "sheet" },
    make("header", {}, make("h2", { id: "sheet-title", tabindex: "-1" }, title), button("×", close, "close", { "aria-label": page.words.close })),
    make("p", { class: "notice", role: "alert", hidden: true }), body);
  const redraw = () => keepingFocus(body, () => body.replaceChildren(...[build(close, redraw)].flat().filter(Boolean)));
  dialog.addEventListener("close", () => { actions.delete(redraw); dialog.remove(); });
  dialog.addEventListener("click", (event) => { if (event.target === dialog) close(); });
  document.body.append(dialog);
  redraw();
  if (follow) actions.add(redraw);
  dialog.showModal();
  $("#sheet-title", dialog).focus();
  return dialog;
}

// What is drawn anew keeps the keyboard where it was: on the tile or button of the same name.
function keepingFocus(root, draw) {
  const now = root.contains(document.activeElement) ? document.activeElement : null;
  draw();
  if (!now || now.isConnected) return;
  const same = (one) => (now.dataset.tile ? one.dataset.tile === now.dataset.tile : one.textContent === now.textContent);
  [...root.querySelectorAll("button, input, select, summary")].find(same)?.focus();
}

export const section = (title, ...inside) => make("section", {}, title ? make("h3", {}, title) : null, ...inside);

export function tileButton(page, tile, press, { note = "", faded = false, pressed = null } = {}) {
  const name = page.view.tile_names[tile] || tile;
  return make("button", { type: "button", class: `tile-button${faded ? " faded" : ""}`, "data-tile": tile, onclick: press, "aria-label": note ? `${name}, ${note}` : name, "aria-pressed": pressed === null ? false : String(pressed) },
    standing(ends(tile)), note ? make("small", { "aria-hidden": "true" }, note) : null);
}

// The set as a grid.  Of a large set one number at a time is shown: two taps find any tile of 190.
export function grid(page, choose, { skip = [], chosen = null } = {}) {
  const { view, words } = page;
  const buttons = make("div", { class: "grid", role: "group" });
  const show = (number) => buttons.replaceChildren(...view.set
    .filter((tile) => !skip.includes(tile) && (number === null || ends(tile).includes(number)))
    .map((tile) => {
      const out = view.out.includes(tile);
      return tileButton(page, tile, () => choose(tile), { note: out ? words.is_out : "", faded: out, pressed: chosen && chosen.includes(tile) });
    }));
  const highest = Math.max(...view.set.flatMap(ends));
  if (highest <= 6) { show(null); return buttons; }
  let now = page.lastNumber ?? highest;
  const chips = make("div", { class: "numbers", role: "group", "aria-label": words.showing_end });
  const draw = () => {
    page.lastNumber = now;
    chips.replaceChildren(...Array.from({ length: highest + 1 }, (_, n) => button(String(n), () => { now = n; draw(); chips.children[n].focus(); }, "number-chip", { "aria-pressed": String(n === now) })));
    show(now);
  };
  draw();
  return make("div", { class: "by-number" }, chips, buttons);
}

const withTile = (act, tile) => act.replace(/^(\S+ )\d+-\d+'?/, `$1${tile}`);

export async function fixTile(page, n) {
  const { words } = page;
  const version = page.view.version;
  const found = () => [...page.view.record, ...(page.older || [])].find((entry) => entry.n === n);
  if (!page.view.record.some((entry) => entry.n === n)) page.older = await wholeRecord(page);
  if (!found()) return;
  const send = async (act, close) => { if (await page.send(act, version)) close(); };
  const figure = make("figure", { class: "seen-so", hidden: true });
  sheet(page, found().title, (close) => {
    const entry = found();
    if (!entry) return make("p", {}, words.gone);
    const fix = (tile) => send(`fix ${n} => ${withTile(entry.act, tile)}`, close);
    const likely = entry.likely || [];
    const seats = page.view.seats.filter((seat) => seat.letter !== entry.seat);
    return [
      make("div", { class: "subject" }, entry.tile ? standing(ends(entry.tile), entry.tone === "wrong" ? "wrong" : "", "big-tile") : null,
        make("div", {}, make("p", {}, entry.says), entry.was ? make("small", {}, `${words.was}: ${entry.was}`) : null, make("small", {}, entry.evidence)), figure),
      entry.tile && likely.length ? section(words.likely, make("div", { class: "likely" }, ...likely.map(([tile, percent]) =>
        make("div", { class: "one-likely" }, tileButton(page, tile, () => fix(tile), { note: percent }), foreseen(page, `fix ${n} => ${withTile(entry.act, tile)}`))))) : null,
      section(null, make("div", { class: "list" },
        entry.tone === "wrong" ? button(words.let_stand, () => send(`stands ${n}`, close)) : null,
        button(words.never_happened, () => send(`fix ${n} drop`, close)),
        foreseen(page, `fix ${n} drop`),
        button(words.missed_before, () => { close(); page.missed(n); }))),
      /^(bid|call) /.test(entry.act) ? saidInstead(page, n, (act) => send(act, close)) : null,
      entry.tile ? section(words.another_tile, grid(page, fix, { skip: likely.map(([tile]) => tile).concat(entry.tile) })) : null,
      entry.tile && entry.seat ? section(words.wrong_seat, make("div", { class: "chips" }, ...seats.map((seat) =>
        button(seat.name, () => send(`fix ${n} => ${entry.act.replace(/^\S+/, seat.letter)}`, close), "chip")))) : null,
      placesOf(page, entry).length ? section(words.wrong_place, make("div", { class: "chips" }, ...placesOf(page, entry).map((place) =>
        button(place.says, () => send(`fix ${n} => ${place.act}`, close), "chip")))) : null,
      entry.tile && entry.seat && page.view.spots.length && / \d+-\d+'?(@|\/|$)/.test(entry.act) ? section(null, make("div", { class: "list" },
        button(words.laid_wrong, () => { close(); page.misplaced(entry); }))) : null,
    ];
  }, { follow: false });
  if (found().pictured) evidence(page, n, figure);
}

// Where else a tile may lie: beside another tile of the layout, or on another train.
function placesOf(page, entry) {
  if (entry.places.length || !/@[A-Z]/.test(entry.act)) return entry.places;
  return page.view.trains.map((train) => ({ says: train.says, act: entry.act.replace(/@\S+/, train.at) })).filter((place) => place.act !== entry.act);
}

// What else a bid or a trump may have been.
function saidInstead(page, n, choose) {
  const { words } = page;
  const row = make("div", { class: "choices bid wide" });
  const whole = section(words.something_else, row);
  whole.hidden = true;
  fetch(`/api/said/${n}?lang=${page.language}`, { cache: "no-store" }).then((answer) => (answer.ok ? answer.json() : { said: [] })).then(({ said }) => {
    row.replaceChildren(...said.map((one) => button(one.says, () => choose(one.act), "choice", { "aria-label": one.label })));
    whole.hidden = said.length === 0;
  }).catch(() => {});
  return whole;
}

// What a change would bring, before it is made.
function foreseen(page, act) {
  const { words } = page;
  const lines = make("ul", { class: "foreseen", hidden: true });
  page.ask("/api/preview", { act }).then((told) => {
    if (!told || !told.rows.length || !lines.isConnected) return;
    lines.replaceChildren(...told.rows.slice(0, 3).map((row) => make("li", {}, `${row.what}: `, make("s", {}, row.before), " → ", make("b", {}, row.after))),
      told.rows.length > 3 ? make("li", {}, `+ ${told.rows.length - 3}`) : "");
    lines.setAttribute("aria-label", words.would_bring);
    lines.hidden = false;
  });
  return lines;
}

export function record(page) {
  const { words } = page;
  page.older = null;
  sheet(page, words.record, (close, redraw) => {
    const shown = [...(page.older || []).filter((entry) => entry.n < (page.view.record[0]?.n ?? Infinity)), ...page.view.record];
    const more = shown.length && shown[0].n > 1 && !page.older ? button(words.whole_game, async () => { page.older = await wholeRecord(page); redraw(); }, "quiet") : null;
    const rows = shown.map((entry) => make("li", { class: `${entry.tone}${entry.withdrawn ? " gone" : ""}` },
      make("button", { type: "button", class: "row", onclick: () => fixTile(page, entry.n), disabled: !entry.mendable },
        make("span", { class: "number" }, String(entry.n)),
        entry.tile ? standing(ends(entry.tile), entry.tone === "wrong" ? "wrong" : "", "tiny-tile") : make("span", { class: "tiny-tile" }),
        make("span", { class: "what" }, make("b", {}, entry.says), entry.ruling ? make("span", { class: "ruled" }, entry.ruling) : null,
          entry.was ? make("small", { class: "was" }, `${words.was}: ${entry.was}`) : null, make("small", {}, entry.evidence)))));
    const links = make("p", { class: "links" }, make("a", { href: page.view.game.record, download: true }, words.download));
    return rows.length ? [make("ol", { class: "record" }, ...rows.reverse()), more, links] : [make("p", {}, words.nothing_yet), links];
  });
}

async function wholeRecord(page) {
  try {
    const answer = await fetch(`/api/record?lang=${page.language}`, { cache: "no-store" });
    return (await answer.json()).record;
  } catch {
    page.say(page.words.not_sent);
    return null;
  }
}

export function whoAmI(page) {
  const { words } = page;
  sheet(page, words.who_are_you, (close) => make("div", { class: "list" },
    ...page.view.seats.map((seat) => button(seat.name, () => { page.setMe(seat.letter); close(); }, "", { "aria-pressed": String(seat.letter === page.me) })),
    button(words.watching_only, () => { page.setMe(""); close(); })));
}

export function menu(page) {
  const { words, view } = page;
  const choose = (name, value) => { document.cookie = `${name}=${value};path=/;max-age=31536000;samesite=strict`; location.reload(); };
  const chips = (name, now, choices) => make("div", { class: "chips" }, ...choices.map(([value, label]) =>
    button(label, () => choose(name, value), "chip", { "aria-pressed": String(value === now), lang: name === "lang" ? value : false })));
  sheet(page, words.menu, (close) => [
    make("div", { class: "list" },
      view?.game ? button(words.who_are_you, () => { close(); whoAmI(page); }) : null,
      view?.game ? soundButton(page, close) : null,
      view?.game && !["by hand", "camera lost"].includes(view.status.state) ? button(words.reread, () => { close(); readAgain(page); }) : null,
      view?.again ? button(againWord(page), () => { close(); handAgain(page); }) : null,
      button(words.new_game, () => { close(); newGame(page); }),
      view?.game ? make("a", { class: "as-button", href: "/wall" }, words.wall) : null,
      make("a", { class: "as-button", href: "/scan" }, words.scan),
      make("a", { class: "as-button", href: "/games" }, words.games),
      make("a", { class: "as-button", href: "/invite" }, words.invite),
      make("a", { class: "as-button", href: "/start" }, words.lay_table),
      make("a", { class: "as-button", href: "/settings" }, words.settings)),
    section(words.language, chips("lang", page.language, page.words.languages)),
    section(words.theme, chips("theme", document.documentElement.dataset.theme, [["auto", words.theme_auto], ["dark", words.theme_dark], ["light", words.theme_light]])),
    view?.game && view.game.rules.length ? section(words.house_rules, make("ul", { class: "rules" }, ...view.game.rules.map((rule) => make("li", {}, rule)))) : null,
  ], { follow: false });
}

// The camera looks at all of the table again; what it would enter is shown before it is entered.
export function readAgain(page) {
  const { words } = page;
  let acts = null;
  let says = "";
  let looks = 3;
  const dialog = sheet(page, words.reread, (close) => [
    make("p", { role: "status" }, acts === null || (looks > 0 && !acts.length) ? words.reread_looking : says),
    acts && acts.length ? make("ul", { class: "knows" }, ...acts.map((act) => make("li", {}, act))) : null,
    acts && acts.length ? make("div", { class: "foot" }, button(words.reread_enter, async () => {
      const by = page.view.seats.find((seat) => seat.letter === page.me)?.name || "";
      if (await page.post("/api/reread", { enter: true, by })) close();
    }, "main")) : null,
  ]);
  const look = async () => {
    if (!dialog.isConnected) return;
    const told = await page.ask("/api/reread", {});
    looks = told ? looks - 1 : 0;
    acts = told ? told.acts : [];
    says = told ? told.says : "";
    actions.forEach((redraw) => redraw());
    if (looks > 0) setTimeout(look, 1200);
  };
  look();
}

// This phone reads aloud, or stops; where its browser cannot, that is said.
function soundButton(page, close) {
  const { words, voice } = page;
  if (document.body.dataset.sound === "off") return null;
  if (!voice.able) return make("p", { class: "cannot" }, words.cannot_speak);
  return button(voice.speaks ? words.speak_stop : words.speak, () => { if (voice.speaks) voice.end(); else voice.begin(); close(); });
}

export function newGame(page) { import("./setup.js").then((setup) => setup.newGame(page, sheet, section)); }
