// Setting up the table: camera, seats, game, one tile, play.  Every step is kept on the server as it is made, so that it
// can be left and come back to, from any phone.

import { $, button, fill, make, memory } from "./dom.js";
import { LivePicture, ask, filled, language, pinForm, say, send, whileSeen, words } from "./household.js";
import { cameraStep } from "./first_camera.js";
import { gameStep } from "./first_game.js";
import { namesOf, seatsStep } from "./first_seats.js";
import { inPartners, sides } from "./partners.js";
import { letterOf } from "./setup.js";
import { tileStep } from "./first_tile.js";

const STEPS = ["camera", "seats", "game", "tile", "play"];

class Evening {
  constructor() {
    this.laid = null; // what was chosen for this table
    this.offered = null; // the games there are
    this.camera = null; // the cameras, and what the one that is watched shows
    this.step = null;
    addEventListener("hashchange", () => this.go(location.hash.slice(1)));
    this.begin();
  }

  async begin() {
    [this.laid, this.offered] = await Promise.all([ask("/api/table"), ask("/api/setup")]);
    if (!this.laid || !this.offered) { say(words.not_sent); setTimeout(() => this.begin(), 2000); return; }
    this.offered = this.offered.games;
    say("");
    if (!this.laid.host) { this.askPin(); return; }
    this.camera = await ask("/api/camera"); // only now: other phones may not ask
    whileSeen(() => this.look(), () => (["camera", "tile"].includes(this.step) ? 1000 : 4000));
    this.go(location.hash.slice(1));
  }

  async look() {
    const told = await ask("/api/camera");
    if (!told) return;
    this.camera = told;
    this.drawSteps();
    this.seen?.();
  }

  askPin() {
    $("#step").replaceChildren(make("h2", { id: "step-title" }, words.pin_first),
      pinForm(words.pin, words.enter, async (pin) => { if (await send("/api/host", { pin })) this.begin(); }));
  }

  // --- what was done already ---

  get simulated() { return this.camera?.chosen === "simulated"; }
  get watches() { return Boolean(this.camera?.watches); }
  get game() { return this.offered.find((game) => game.key === this.laid.game); }

  has(step) {
    switch (step) {
      case "camera": return this.watches;
      case "seats": return this.laid.places.some((seat) => seat.name);
      case "game": return Boolean(this.game) && this.fits();
      case "tile": return Boolean(this.camera?.proved);
      default: return false;
    }
  }

  // The kind of the chosen game, and whether as many sit here as play it.
  profile() {
    const game = this.game;
    const told = game && this.laid.rules[game.key]?.profile;
    return game && (game.profiles.find((one) => one.name === told) || game.profiles.find((one) => one.seats.includes(this.laid.places.length)) || game.profiles[0]);
  }

  fits() { return Boolean(this.profile()?.seats.includes(this.laid.places.length)); }

  async keep(changes) {
    const told = await send("/api/table", changes);
    if (told) this.laid = told;
    this.drawSteps();
    return Boolean(told);
  }

  // --- going through the steps ---

  go(wanted) {
    if (!this.laid?.host) return;
    const step = STEPS.includes(wanted) ? wanted : STEPS.find((one) => !this.has(one)) || "play";
    if (step === this.step) return;
    const moved = this.step !== null;
    this.step = step;
    if (location.hash.slice(1) !== step) history.replaceState(null, "", `#${step}`);
    this.draw();
    if (moved) { scrollTo(0, 0); $("#step-title").focus({ preventScroll: true }); }
  }

  drawSteps() {
    fill($("#steps"), [this.step, STEPS.map((step) => this.has(step))], () => STEPS.map((step, place) => {
      const done = this.has(step) && step !== this.step;
      return make("li", { class: done ? "done" : "" },
        make("a", { href: `#${step}`, "aria-current": step === this.step ? "step" : false },
          make("span", { class: "n", "aria-hidden": "true" }, done ? "✓" : String(place + 1)), make("span", { class: "label" }, words[`step_${step}`]),
          done ? make("span", { class: "seen-by-ear" }, words.done) : null));
    }));
  }

  draw() {
    const step = { camera: cameraStep, seats: seatsStep, game: gameStep, tile: tileStep, play: playStep }[this.step];
    this.seen = null;
    this.drawSteps();
    const body = make("div", { class: "step-body" });
    $("#step").replaceChildren(body, this.foot());
    step(this, body);
  }

  redraw() {
    const scroll = scrollY;
    this.draw();
    scrollTo(0, scroll);
  }

  foot() {
    const place = STEPS.indexOf(this.step);
    const before = place > 0 ? button(words.before, () => { location.hash = STEPS[place - 1]; }, "quiet") : make("span", {});
    if (this.step === "play") return make("div", { class: "step-foot" }, before, button(words.play, () => this.play(), "main"));
    const skips = (this.step === "tile" || this.step === "camera") && !this.has(this.step);
    return make("div", { class: "step-foot" }, before, button(skips ? words.skip : words.next, () => { location.hash = STEPS[place + 1]; }, "main", { "data-do": "next" }));
  }

  async play() {
    const game = this.game;
    if (!game) { location.hash = "game"; return; }
    if (!this.fits()) { location.hash = "game"; return; }
    const names = namesOf(this.laid.places);
    const seats = names.map((name, k) => ({ letter: letterOf(names, k), name }));
    const colours = this.laid.places.map((seat) => seat.colour);
    const told = await send("/api/games", { game: game.key, profile: this.profile().name, options: this.laid.rules[game.key]?.options || [], seats, colours });
    if (!told) return;
    memory.set("me", "");
    location.href = "/";
  }
}

// A picture of the table that is alive, with a line where there is none.
export function livePicture(evening, ...over) {
  const image = make("img", { alt: words.live_picture });
  const none = make("p", { class: "no-picture" }, words.no_picture_yet);
  const figure = make("figure", { class: "live", "data-picture": "waiting" }, image, none, ...over);
  image.hidden = false;
  const tell = (state) => {
    figure.dataset.picture = state;
    none.textContent = { waiting: words.no_picture_yet, stopped: words.picture_stopped, kept: words.host_picture }[state] || "";
  };
  new LivePicture(image, tell);
  return figure;
}

function playStep(evening, body) {
  const { laid } = evening;
  const named = namesOf(laid.places);
  const watched = evening.camera?.cameras.find((one) => one.id === evening.camera.chosen);
  const camera = watched?.name || (evening.watches ? words.live_picture : words.without);
  const game = evening.game;
  const profile = evening.profile();
  const kind = game && game.profiles.length > 1 ? `, ${profile.title}` : "";
  const paired = game && inPartners(profile, new Map((laid.rules[game.key]?.options || []).map((text) => text.split("="))), named.length);
  const rows = [["camera", words.summary_camera, camera], ["seats", words.summary_players, paired ? sides(named, language) : named.join(", ")],
    ["game", words.summary_game, game ? game.title + kind : words.not_chosen]];
  body.replaceChildren(make("h2", { id: "step-title", tabindex: "-1" }, game && evening.fits() ? words.play_title : words.step_play),
    make("dl", { class: "summary" }, ...rows.map(([step, term, text]) => make("div", {}, make("dt", {}, term), make("dd", {}, make("div", {}, text),
      make("a", { href: `#${step}`, "aria-label": `${words.change}: ${term}` }, words.change))))),
    laid.playing ? make("p", { class: "hint" }, words.play_goes_on) : "",
    game && evening.fits() && laid.shown === false ? make("p", { class: "advice-line" }, words.not_shown) : "",
    game && !evening.fits() ? make("p", { class: "advice-line" }, wrongNumber(game, profile, laid.places.length)) : "",
    make("p", {}, make("a", { class: "as-button wide", href: "/invite" }, words.invite)));
}

// "42 is for 4. 3 sit here."
export const wrongNumber = (game, profile, now) =>
  filled(words.wrong_number, { game: game.title, seats: either(profile.seats), now });

export const either = (numbers) => {
  const run = numbers.length > 2 && numbers.at(-1) - numbers[0] === numbers.length - 1;
  return run ? `${numbers[0]}–${numbers.at(-1)}` : numbers.join(` ${words.or} `);
};

new Evening();
