// A player's own tiles on their own phone.  The server keeps them for this phone alone, until the hand ends.

import { $, button, fill, make, memory } from "./dom.js";
import { grid, section, sheet } from "./sheets.js";
import { ends, standing } from "./tiles.js";

const LEVELS = ["rules", "hints", "quiet"];

export class Own {
  constructor(page) {
    this.page = page;
    this.hand = null;
    this.asked = -1;
    this.open = null;
  }

  get level() { return LEVELS.includes(memory.get("level")) ? memory.get("level") : "rules"; }

  // A phone that told no tiles asks for none.
  viewed(view) {
    if (!memory.get("own") || view.version === this.asked) return;
    this.asked = view.version;
    this.call("GET");
  }

  async call(method, body) {
    const { page } = this;
    try {
      const answer = await fetch(`/api/hand?lang=${page.language}&level=${this.level}`, {
        method, cache: "no-store", ...(body ? { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) } : {}),
      });
      const told = await answer.json();
      if (!answer.ok) { page.say(told.error); return false; }
      this.hand = told.hand;
      memory.set("own", told.hand ? "1" : "");
      this.draw();
      return true;
    } catch {
      if (method !== "GET") page.say(page.words.not_sent);
      return false;
    }
  }

  draw() {
    const { hand, page } = this;
    const { words } = page;
    $("#mine").hidden = !hand;
    if (hand && !hand.tiles.some((one) => one.tile === this.open)) this.open = null;
    fill($("#mine"), [hand, this.open], () => hand && [
      make("h2", {}, `${words.my_hand}: ${hand.name}`, make("small", {}, ` · ${hand.pips} ${words.pips_together}`)),
      make("div", { class: "own-tiles", role: "group", "aria-label": words.my_hand }, ...hand.tiles.map((one) => this.tile(one))),
      this.about(hand.tiles.find((one) => one.tile === this.open)),
      hand.lines.length ? make("ul", { class: "knows" }, ...hand.lines.map((line) => make("li", {}, line))) : null,
      make("div", { class: "others" }, button(words.change_tiles, () => this.edit(), "quiet"), button(words.forget, () => this.call("DELETE"), "quiet")),
    ]);
  }

  tile(one) {
    const { words } = this.page;
    const says = [one.name, one.may === null ? "" : one.may ? words.may_play : words.may_not, one.note].filter(Boolean).join(", ");
    const look = one.may === null ? "" : one.may ? " may" : " may-not";
    return make("button", { type: "button", class: `own-tile${look}`, "data-tile": one.tile, "aria-label": says, "aria-expanded": String(one.tile === this.open),
      onclick: () => { this.open = this.open === one.tile ? null : one.tile; this.draw(); $(`[data-tile="${one.tile}"]`, $("#mine"))?.focus(); } },
    standing(ends(one.tile), one.may ? "won" : ""), one.note ? make("small", { "aria-hidden": "true" }, one.note) : null);
  }

  // Why a tile may not be played, or the taps that play it.
  about(one) {
    if (!one) return null;
    const plays = one.plays.map((play) => button(play.says, () => this.page.send(play.act), "choice"));
    return make("div", { class: "about", role: "status" }, one.why ? make("p", {}, one.why) : null, plays.length ? make("div", { class: "choices other" }, ...plays) : null);
  }

  // Telling the tiles: by a photo, by taps, or both.
  edit() {
    const { page } = this;
    const { words, view } = page;
    let chosen = this.hand ? this.hand.tiles.map((one) => one.tile) : [];
    let seat = this.hand?.seat || page.me || view.turn.seat || view.seats[0].letter;
    let reading = "";
    sheet(page, words.my_hand, (close, redraw) => {
      const choose = (tile) => { chosen = chosen.includes(tile) ? chosen.filter((one) => one !== tile) : [...chosen, tile]; redraw(); };
      const photograph = make("input", { type: "file", accept: "image/*", capture: "environment", id: "own-photo", class: "seen-by-ear" });
      photograph.addEventListener("change", async () => {
        if (!photograph.files[0]) return;
        reading = words.reading;
        redraw();
        const read = await tilesIn(page, photograph.files[0]);
        if (read) chosen = read.filter((tile) => page.view.set.includes(tile));
        reading = read && !read.length ? words.no_tiles : "";
        redraw();
      });
      const keep = async () => { if (chosen.length && await this.call("PUT", { seat, tiles: chosen })) { page.setMe(seat); close(); } };
      return [
        make("p", {}, words.my_hand_about),
        section(words.who, make("div", { class: "chips", role: "group", "aria-label": words.who }, ...view.seats.map((one) =>
          button(one.name, () => { seat = one.letter; redraw(); }, "chip", { "aria-pressed": String(one.letter === seat) })))),
        section(words.level, make("div", { class: "levels", role: "group", "aria-label": words.level }, ...LEVELS.map((level) =>
          make("button", { type: "button", class: "level", "aria-pressed": String(level === this.level), onclick: () => { memory.set("level", level); if (this.hand) this.call("GET"); redraw(); } },
            make("span", {}, make("b", {}, words[`level_${level}`]), make("small", {}, words[`level_${level}_about`])))))),
        make("label", { class: "as-button photograph" }, make("span", {}, words.photograph), photograph),
        reading ? make("p", { role: "status" }, reading) : null,
        section(words.tap_them, grid(page, choose, { chosen })),
        make("div", { class: "foot" }, button(`${words.keep_tiles} (${chosen.length})`, keep, "main", { "aria-disabled": String(!chosen.length) })),
      ];
    }, { follow: false });
  }
}

// The tiles of a photo as `6-4`; null when it could not be read (and the page says why).
async function tilesIn(page, photo) {
  const form = new FormData();
  form.append("photo", photo);
  try {
    const answer = await fetch(`/api/scan?lang=${page.language}`, { method: "POST", body: form });
    const told = await answer.json();
    if (!answer.ok) { page.say(told.error); return null; }
    return told.tiles.filter((tile) => tile.face === "up").map(({ ends: [a, b] }) => `${Math.max(a, b)}-${Math.min(a, b)}`);
  } catch {
    page.say(page.words.not_sent);
    return null;
  }
}
