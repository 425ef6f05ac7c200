// Reads scores and rulings aloud: one phone or the TV at a time, only what changed, in the language of the page.
//
// A browser lets a page speak only after a tap; until then the page offers "tap for sound".  An utterance that fails
// or never ends is left behind: the next one is spoken.

import { memory } from "./dom.js";

const LONGEST_MS = 4000; // an utterance may last so long, and a little for each letter
const LETTER_MS = 120;
const MOST_WAITING = 6;

export class Voice {
  constructor({ language, claim, changed, synth = window.speechSynthesis, Utterance = window.SpeechSynthesisUtterance, store = memory, clock = window }) {
    Object.assign(this, { language, claim, changed, synth, Utterance, store, clock });
    this.queue = [];
    this.now = null;
    this.told = null;
    this.id = identity();
    this.locked = !navigator.userActivation?.hasBeenActive;
    this.speaks = false;
  }

  get able() { return Boolean(this.synth && this.Utterance); }

  get wanted() { return this.store.get("voice") === this.id; }

  // Whether a tap is still needed before anything can be heard.
  get waits() { return this.able && this.speaks && this.locked; }

  // A person asks for it, by a tap: from now on this page speaks and no other.
  async begin() {
    if (!this.able) return;
    this.unlock();
    this.store.set("voice", this.id);
    await this.claim(this.id);
  }

  async end() {
    this.store.set("voice", "");
    this.silence();
    await this.claim("");
  }

  unlock() {
    if (!this.locked) return;
    this.locked = false;
    this.changed();
    this.next();
  }

  // Every view: whose turn it is to speak, and what is new.
  viewed(view) {
    const before = this.speaks;
    const speaker = view.speaker || null;
    if (speaker === null && this.wanted && this.able) { this.claim(this.id); return; }
    if (speaker !== null && speaker !== this.id && this.wanted) this.store.set("voice", "");
    this.speaks = speaker === this.id;
    if (!this.speaks) this.silence();
    if (this.speaks !== before) this.changed();
    const news = newsOf(view);
    if (this.speaks && this.told) this.say(fresh(this.told, news), view.tile_names);
    this.told = news;
  }

  say(sentences, names) {
    for (const sentence of sentences) this.queue.push(aloud(sentence, names));
    if (this.queue.length > MOST_WAITING) this.queue.splice(0, this.queue.length - MOST_WAITING);
    this.next();
  }

  next() {
    if (this.now || this.locked || !this.speaks || !this.queue.length) return;
    const words = this.queue.shift();
    const utterance = new this.Utterance(words.replace(/[\u2066-\u2069]/g, "")); // what keeps names apart is for the eye
    utterance.lang = this.language;
    const own = this.synth.getVoices?.().find((one) => one.lang?.toLowerCase().startsWith(this.language));
    if (own) utterance.voice = own;
    const done = (why) => {
      if (this.now !== utterance) return;
      this.clock.clearTimeout(this.watch);
      this.now = null;
      if (why === "not-allowed") { this.locked = true; this.queue.unshift(words); this.changed(); return; }
      this.next();
    };
    utterance.onend = () => done();
    utterance.onerror = (event) => done(event.error);
    this.now = utterance;
    this.watch = this.clock.setTimeout(() => { this.quietly(() => this.synth.cancel()); done(); }, LONGEST_MS + LETTER_MS * words.length);
    try {
      this.synth.speak(utterance);
    } catch {
      done();
    }
  }

  silence() {
    this.queue = [];
    this.clock.clearTimeout(this.watch);
    if (this.now) this.quietly(() => this.synth.cancel());
    this.now = null;
  }

  quietly(act) { try { act(); } catch { /* a voice that fails does not stop the page */ } }
}

// A name for this tab; it need not be secret, only its own.
function identity() {
  try {
    const kept = sessionStorage.getItem("voice-id");
    if (kept) return kept;
    const made = `p${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`;
    sessionStorage.setItem("voice-id", made);
    return made;
  } catch {
    return `p${Math.random().toString(36).slice(2, 12)}`;
  }
}

// What can be read aloud of a view.
export function newsOf(view) {
  const { last, changed, ask } = view;
  return {
    game: view.game?.id ?? null,
    ruling: last && last.news ? [last.says, last.more, last.small].filter(Boolean) : [],
    at: last ? `${last.n} ${last.says}` : "",
    mended: changed ? `${changed.n}` : "",
    mending: changed ? [changed.says, ...changed.rows.map((row) => `${row.what}: ${row.after}`)] : [],
    scores: (view.sides || []).map((side) => side.says),
    ask: ask ? ask.says : "",
  };
}

// Only what was not so before.  After a correction: what it changed, and the new score; not the whole ruling again.
export function fresh(before, now) {
  if (before.game !== now.game) return [];
  const said = [];
  const mended = now.mended && now.mended !== before.mended;
  if (mended) said.push(...now.mending);
  else if (now.at !== before.at) said.push(...now.ruling.filter((sentence) => !before.ruling.includes(sentence)));
  said.push(...now.scores.filter((sentence, side) => sentence !== before.scores[side]));
  if (now.ask && now.ask !== before.ask) said.push(now.ask);
  return [...new Set(said)];
}

// Tiles as people say them: "six four" for 6-4.
export const aloud = (sentence, names = {}) => sentence.replace(/\b(\d+)[-\u2011](\d+)\b/g, (tile, a, b) => names[`${a}-${b}`] || tile).replaceAll("–", " ");
