// The camera's picture under the tiles, while somebody wants it and sees the page.

import { memory } from "./dom.js";
import { svg } from "./tiles.js";

const EVERY_MS = 1000;
const PATIENCE_MS = 6000;

// Where only the host may see pictures, other phones ask for none: a refusal would be noise in the browser's log.
const mayAsk = () => document.body.dataset.pictures !== "off";
const refused = () => { document.body.dataset.pictures = "off"; };

export class Under {
  constructor(page, felt) {
    this.page = page;
    this.felt = felt;
    this.on = memory.get("under") === "1";
    document.addEventListener("visibilitychange", () => this.again(0));
  }

  toggle() {
    this.on = !this.on;
    memory.set("under", this.on ? "1" : "");
    if (!this.on) this.clear();
    this.again(0);
  }

  // After every view: the felt may show another part of the table, or be turned.
  viewed() {
    const { view } = this.page;
    const wanted = this.on && mayAsk() && view.status.state !== "by hand";
    if (!wanted) this.clear();
    else if (!this.running) this.again(0);
    if (this.image) this.lay();
  }

  again(after) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.fetch(), after);
  }

  async fetch() {
    const { view } = this.page;
    this.running = this.on && mayAsk() && !document.hidden && Boolean(view?.game) && view.status.state !== "by hand";
    if (!this.running) return;
    const stop = new AbortController();
    const patience = setTimeout(() => stop.abort(), PATIENCE_MS);
    const { box } = view.felt;
    try {
      const answer = await fetch(`/api/table.jpg?box=${box.join(",")}`, { cache: "no-store", signal: stop.signal });
      if (answer.status === 200) this.show(URL.createObjectURL(await answer.blob()), box);
      else if (answer.status === 403) { this.on = false; refused(); this.page.say((await answer.json()).error); this.clear(); }
      else this.clear();
    } catch {
      // Asked again in a moment: a dropped picture comes back by itself.
    }
    clearTimeout(patience);
    if (this.on) this.again(EVERY_MS);
  }

  show(address, box) {
    if (!this.image) {
      this.image = svg("image", { class: "under", preserveAspectRatio: "none", "aria-hidden": "true" });
      this.felt.querySelector("svg.cloth").prepend(this.image);
    }
    const old = this.image.getAttribute("href");
    this.image.setAttribute("href", address);
    if (old) URL.revokeObjectURL(old);
    this.box = box;
    this.lay();
    this.felt.classList.add("pictured");
  }

  lay() {
    const [x, y, width, height] = this.box;
    for (const [key, value] of Object.entries({ x, y, width, height })) this.image.setAttribute(key, value);
    this.image.setAttribute("transform", `rotate(${this.page.turned()})`);
  }

  clear() {
    this.running = false;
    if (this.image) { URL.revokeObjectURL(this.image.getAttribute("href")); this.image.remove(); }
    this.image = null;
    this.felt.classList.remove("pictured");
  }
}

// The picture an entry came from, into `figure`; nothing where none is kept.
const seen = new Map();
export async function evidence(page, number, figure) {
  if (!mayAsk()) return;
  const key = `${page.view.game.id}.${number}`;
  if (!seen.has(key)) {
    seen.set(key, fetch(`/api/evidence/${number}.jpg`, { cache: "no-store" })
      .then((answer) => { if (answer.status === 403) refused(); return answer.status === 200 ? answer.blob() : null; }).then((blob) => blob && URL.createObjectURL(blob)).catch(() => null));
  }
  const address = await seen.get(key);
  if (!address || !figure.isConnected) { if (!address) seen.delete(key); return; }
  const picture = document.createElement("img");
  picture.src = address;
  picture.alt = page.words.as_seen;
  figure.replaceChildren(picture);
  figure.hidden = false;
}
