// What the pages about tables, cameras and phones share: asking, sending, saying, and the camera's live picture.

import { $, button, make } from "./dom.js";

export const words = JSON.parse($("#words").textContent);
export const language = document.documentElement.lang;

const at = (path) => `${path}${path.includes("?") ? "&" : "?"}lang=${language}`;

export function say(sentence) {
  const notice = $("#notice");
  clearTimeout(say.quiet);
  notice.textContent = sentence || "";
  notice.hidden = !sentence;
  if (sentence) say.quiet = setTimeout(() => { notice.hidden = true; }, 12000);
}

// What the server answers; null when it refuses or is away (then that is said).
async function answered(path, options, quietly) {
  try {
    const answer = await fetch(at(path), { cache: "no-store", ...options });
    const told = await answer.json();
    if (answer.ok) { if (!quietly) say(""); return told; }
    if (!quietly) say(told.error);
  } catch {
    if (!quietly) say(words.not_sent);
  }
  return null;
}

export const ask = (path) => answered(path, {}, true);
export const send = (path, body = {}) =>
  answered(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }, false);

// "{name}'s seat" with its blanks filled.
export const filled = (text, facts) => text.replace(/\{(\w*)\}/g, (whole, key) => facts[key] ?? whole);

export const part = (title, ...inside) => make("section", { class: "part" }, title ? make("h2", {}, title) : null, ...inside);

export const chips = (choices, now, choose, more = {}) => make("div", { class: "chips", role: "group", ...more },
  ...choices.map(([value, label]) => button(label, () => choose(value), "chip", { "aria-pressed": String(value === now) })));

// A field for the PIN with its button; what is sent is never in an address.
export function pinForm(label, press, send_it, value = "") {
  const field = make("input", { type: "password", inputmode: "numeric", maxlength: "12", autocomplete: "off", "aria-label": label, placeholder: label, value });
  const go = async (event) => {
    event.preventDefault();
    const pin = field.value;
    field.value = "";
    if (pin) await send_it(pin);
  };
  return make("form", { class: "beside", onsubmit: go }, field, make("button", { type: "submit", class: "main" }, press));
}

export const swatch = (colour) => make("span", { class: `swatch colour-${colour}`, "aria-hidden": "true" });

// Calls `again` now and every so often while the page is seen, until it answers false; a hidden page asks nothing.
export function whileSeen(again, everyMs) {
  let timer = null;
  let running = false;
  let over = false;
  const tick = async () => {
    if (running || over || document.hidden) return;
    running = true;
    clearTimeout(timer);
    try { if ((await again()) === false) { over = true; forget(); } } finally { running = false; }
    if (!over && !document.hidden) timer = setTimeout(tick, typeof everyMs === "function" ? everyMs() : everyMs);
  };
  const wake = () => { if (document.hidden) clearTimeout(timer); else tick(); };
  const forget = () => { document.removeEventListener("visibilitychange", wake); removeEventListener("pageshow", wake); };
  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", wake);
  tick();
  return tick;
}

const EVERY_MS = 350; // between two pictures
const AGAIN_MS = 2000; // after a failure
const PATIENCE_MS = 6000;

// The camera's picture in an <img>: one small request after another, so that it resumes by itself whatever happened,
// and holds no connection between two pictures.
export class LivePicture {
  constructor(image, changed = () => {}) {
    Object.assign(this, { image, changed, number: "", state: "waiting", url: null });
    // Not before it stands in the page: a picture that is nowhere is not asked for.
    setTimeout(() => whileSeen(() => this.next(), () => (this.state === "live" ? EVERY_MS : AGAIN_MS / 2)));
  }

  set(state) {
    if (state === this.state) return;
    this.state = state;
    this.changed(state);
  }

  async next() {
    if (!this.image.isConnected) return this.drawn ? false : undefined; // its step was left
    this.drawn = true;
    const abort = new AbortController();
    const patience = setTimeout(() => abort.abort(), PATIENCE_MS);
    try {
      const answer = await fetch(`/api/camera/picture.jpg?after=${this.number}`, { cache: "no-store", signal: abort.signal });
      if (answer.status === 200) {
        this.number = answer.headers.get("X-Frame-Number") || "";
        await this.show(await answer.blob());
        this.set("live");
        this.since = Date.now();
      } else if (answer.status === 403) this.set("kept");
      else if (this.state === "live" && Date.now() - this.since > PATIENCE_MS) this.set("stopped");
    } catch {
      if (this.state === "live") this.set("stopped");
    } finally {
      clearTimeout(patience);
    }
    return true;
  }

  async show(blob) {
    const url = URL.createObjectURL(blob);
    const image = this.image;
    await new Promise((done) => { image.onload = done; image.onerror = done; image.src = url; });
    if (this.url) URL.revokeObjectURL(this.url);
    this.url = url;
  }
}
