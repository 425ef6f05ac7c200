// The table page: draws the newest view and sends what people tap.  All sentences come from the server.

import { $, button, fill, make, memory } from "./dom.js";
import { drawFelt } from "./felt.js";
import { Live } from "./live.js";
import { againWord, handAgain } from "./again.js";
import { Changed } from "./changed.js";
import { Own } from "./own.js";
import { actions, fixTile, menu, newGame, record } from "./sheets.js";
import { choicesOf, misplaced, play } from "./taps.js";
import { ends, standing, tally } from "./tiles.js";
import { Under, evidence } from "./under.js";
import { Voice } from "./voice.js";

const words = JSON.parse($("#words").textContent);
const language = document.documentElement.lang;
const isWall = document.body.dataset.page === "wall";

class Page {
  constructor() {
    this.view = null;
    this.isWall = isWall;
    this.words = words;
    this.language = language;
    this.me = memory.get("me") || "";
    this.connected = true;
    this.missed = (before) => play(this, before);
    this.misplaced = (entry) => misplaced(this, entry);
    this.own = new Own(this);
    this.changed = new Changed(this, $("#changed"));
    this.under = new Under(this, $("#felt"));
    this.voice = new Voice({ language, claim: (who) => this.post("/api/voice", { who }), changed: () => this.drawSound() });
    this.wire();
    const first = JSON.parse($("#first").textContent); // the view as it was when the page was asked for
    this.show(first);
    this.live = new Live(language, (view) => this.show(view), (well) => this.setConnected(well), first);
  }

  wire() {
    const on = (name, press) => { const b = $(`[data-do=${name}]`); if (b) b.addEventListener("click", press); };
    on("play", () => play(this));
    on("undo", () => { if (this.view.undo) this.send(this.view.undo); });
    on("record", () => record(this));
    on("menu", () => menu(this));
    on("mine", () => this.own.edit());
    on("new", () => newGame(this));
    on("under", () => { this.under.toggle(); this.drawUnder(); });
    on("sound", () => (this.voice.waits ? this.voice.unlock() : this.voice.speaks ? this.voice.end() : this.voice.begin()));
    for (const gesture of ["pointerup", "keydown"]) document.addEventListener(gesture, () => this.voice.unlock());
  }

  setConnected(well) {
    if (well === this.connected) return;
    this.connected = well;
    $("#offline").hidden = well;
  }

  // Every message is the whole view; an older one (an answer that was overtaken) is left.
  show(view) {
    if (this.view && view.version < this.view.version) return;
    this.view = view;
    document.body.dataset.state = view.game ? "game" : "none";
    document.body.dataset.version = view.version;
    this.drawNotices();
    $("#empty").hidden = Boolean(view.game);
    $("#game").hidden = !view.game;
    if (!view.game) return;
    this.sit();
    document.title = view.title;
    this.drawScore();
    this.drawContract();
    drawFelt($("#felt"), view, this.turned(), (n) => { if (!isWall) fixTile(this, n); });
    this.drawAsk();
    this.drawRuling();
    this.changed.draw();
    this.drawTurn();
    this.drawLog();
    if (!isWall) this.own.viewed(view);
    this.drawUnder();
    this.under.viewed();
    this.voice.viewed(view);
    this.drawSound();
    this.drawUndo();
    actions.forEach((redraw) => redraw());
  }

  // A phone that has taken a seat keeps it from game to game, whatever letters they have: the server knows which it is.
  async sit() {
    const { id } = this.view.game;
    if (this.satIn === id || !memory.get("place")) return;
    this.satIn = id;
    try {
      const told = await (await fetch("/api/table", { cache: "no-store" })).json();
      const mine = told.seats.find((seat) => seat.mine);
      if (mine?.letter && mine.letter !== this.me) this.takeSeat(mine.letter);
    } catch { this.satIn = null; }
  }

  // How far the table is turned so that this phone's player sits below.
  turned() {
    const place = this.view.seats.findIndex((seat) => seat.letter === this.me);
    return place < 0 || isWall ? 0 : -(360 * place) / this.view.seats.length;
  }

  // Who this phone's player is.
  setMe(letter) {
    memory.set("place", ""); // chosen here, not by joining
    this.takeSeat(letter);
  }

  takeSeat(letter) {
    this.me = letter;
    memory.set("me", letter);
    this.show(this.view);
  }

  drawNotices() {
    const { status, notice } = this.view;
    fill($("#status"), [status, notice], () => [
      status.text && make("p", { class: `state ${status.state.replaceAll(" ", "-")}` }, status.text),
      status.begin && !isWall && button(words.new_game, () => newGame(this), "quiet begin"),
      notice && make("p", { class: "state damage" }, notice),
    ]);
  }

  drawUnder() {
    const b = $("[data-do=under]");
    b.hidden = isWall || this.view.status.state === "by hand" || document.body.dataset.pictures === "off";
    b.setAttribute("aria-pressed", String(this.under.on));
    b.setAttribute("aria-label", this.under.on ? words.hide_camera : words.show_camera);
  }

  // What would be undone is said to who cannot see the felt.
  drawUndo() {
    const b = $("[data-do=undo]");
    if (!b) return;
    const { undo, record: entries } = this.view;
    const newest = undo && entries.find((entry) => entry.n === Number(undo.split(" ")[1]));
    b.setAttribute("aria-label", newest ? `${words.undo}: ${newest.says}` : words.undo);
    b.setAttribute("aria-disabled", String(!undo));
  }

  // On the wall the speaker is there to be tapped, unless the house wants quiet; on a phone only while it speaks.
  drawSound() {
    const b = $("[data-do=sound]");
    const { voice } = this;
    b.hidden = !voice.able || !this.view?.game || !((isWall && document.body.dataset.sound !== "off") || voice.speaks);
    b.classList.toggle("waits", voice.waits);
    b.setAttribute("aria-pressed", String(voice.speaks && !voice.waits));
    fill(b, [voice.waits, voice.speaks], () => make("span", {}, voice.waits ? words.tap_for_sound : voice.speaks ? words.speak_stop : words.speak));
  }

  drawScore() {
    const { sides, hand, together } = this.view;
    fill($("#score"), [sides, hand, this.me], () => {
      const cells = sides.map((side, place) => make("div", { class: `side side-${place % 2}${side.turn ? " on" : ""}`, role: "group", "aria-label": side.says },
        make("b", {}, side.name),
        side.letters ? tally(side.total, side.says) : make("span", { class: "total" }, String(side.total)),
        !together && side.small ? make("small", {}, side.small) : null));
      $("#score").className = together ? "two" : "many";
      if (together) cells.splice(1, 0, make("div", { class: "hand" }, make("div", { class: "n" }, hand.points), make("small", {}, hand.says)));
      return cells;
    });
  }

  drawContract() {
    const { contract } = this.view.hand;
    $("#contract").hidden = contract.length === 0;
    fill($("#contract"), contract, () => contract.map(([before, bold, after]) =>
      make("span", {}, before, make("b", {}, bold), after)));
  }

  drawAsk() {
    const { ask } = this.view;
    $("#ask").hidden = !ask;
    fill($("#ask"), ask, () => ask && [
      make("h2", {}, ask.says),
      make("div", { class: "candidates" },
        ...ask.candidates.map((one) => make("button", { type: "button", class: "candidate", onclick: () => this.send(one.act) },
          one.tile ? standing(ends(one.tile)) : null, make("span", {}, one.says)))),
      make("div", { class: "others" }, button(words.something_else, () => fixTile(this, ask.n), "quiet"), button(words.never_happened, () => this.send(`fix ${ask.n} drop`), "quiet")),
    ]);
  }

  drawRuling() {
    const { last } = this.view;
    $("#ruling").hidden = !last;
    const figure = make("figure", { class: "seen-so", hidden: true });
    fill($("#ruling"), last, () => last && [
      last.tile ? standing(ends(last.tile), last.tone === "fine" ? "" : last.tone) : make("span", { class: "dot", "aria-hidden": "true" }),
      make("div", { class: `said ${last.tone}` },
        last.tone === "wrong" ? make("strong", { class: "verdict" }, words.illegal) : null,
        make("p", {}, make("em", {}, last.says), ...(last.more ? [` ${last.more}`] : [])),
        last.small ? make("small", {}, last.small) : null,
        last.tone === "wrong" && !isWall ? make("div", { class: "others" },
          button(words.let_stand, () => this.send(`stands ${last.n}`), "quiet"),
          button(words.take_back, () => this.send(`fix ${last.n} drop`), "quiet"),
          button(words.misread, () => fixTile(this, last.n), "quiet")) : null),
      figure,
    ]);
    if (last && last.picture !== null && figure.isConnected) evidence(this, last.picture, figure);
  }

  drawTurn() {
    const { turn } = this.view;
    fill($("#turn"), [turn, this.view.again], () => [
      make("p", { class: "whose" }, turn.says),
      ...(isWall ? [] : choicesOf(this, turn)),
      !isWall && this.view.again && turn.kind !== "play" ? make("div", { class: "choices other" }, button(againWord(this), () => handAgain(this), "quiet choice", { "aria-haspopup": "dialog" })) : null,
    ]);
  }

  // The latest acts, where the screen has room for them.
  drawLog() {
    const latest = this.view.record.slice(-12).reverse();
    fill($("#log"), latest.map((entry) => [entry.n, entry.says, entry.tone, entry.withdrawn]), () => latest.map((entry) =>
      make("li", {}, entry.tile ? standing(ends(entry.tile), entry.tone === "wrong" ? "wrong" : "", "tiny-tile") : make("span", {}),
        make("span", { class: entry.withdrawn ? "gone" : "" }, entry.says))));
  }

  // Sends one act; whatever comes back is one sentence or the view after it.
  async send(act, version = this.view.version) {
    const by = this.view.seats.find((seat) => seat.letter === this.me)?.name || "";
    return this.post("/api/acts", { act, version, by });
  }

  async post(path, body) {
    try {
      const answer = await fetch(`${path}?lang=${language}`, {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
      });
      const told = await answer.json();
      if (answer.ok) {
        this.say("");
        this.show(told);
        if (path === "/api/acts") this.changed.did(told);
        return true;
      }
      if (told.view) this.show(told.view);
      this.say(told.error);
    } catch {
      this.say(words.not_sent);
    }
    return false;
  }

  // Asks without entering anything; null where there is no answer.
  async ask(path, body) {
    try {
      const answer = await fetch(`${path}?lang=${language}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
      return answer.ok ? await answer.json() : null;
    } catch {
      return null;
    }
  }

  say(sentence) {
    const notice = $("#notice");
    clearTimeout(this.quiet);
    notice.textContent = sentence;
    notice.hidden = !sentence;
    // A dialog lies above the page; the sentence is said inside it as well.
    const open = $("dialog[open] .notice");
    if (open) { open.textContent = sentence; open.hidden = !sentence; }
    if (sentence) this.quiet = setTimeout(() => { notice.hidden = true; }, 12000);
  }
}

new Page();
