// What the last correction changed.  Everybody sees it until the next play; on the phone that made it, it stays for as
// long as it takes to read, until it is closed or that phone does something else.

import { button, fill, make } from "./dom.js";

const KEPT_MS = 30000;

export class Changed {
  constructor(page, place) {
    this.page = page;
    this.place = place;
    this.kept = null;
    this.closed = "";
  }

  // This phone did something, and `view` was the answer.
  did(view) {
    clearTimeout(this.ends);
    this.kept = view.changed && { ...view.changed, game: view.game.id };
    if (this.kept) this.ends = setTimeout(() => { this.kept = null; this.draw(); }, KEPT_MS);
    this.draw();
  }

  draw() {
    const { view, words } = this.page;
    const now = view.changed;
    if (this.kept && (this.kept.game !== view.game?.id || (now && now.n !== this.kept.n))) this.kept = null;
    const told = now || this.kept;
    const name = told && `${view.game.id} ${told.n}`;
    const shown = told && name !== this.closed ? told : null;
    this.place.hidden = !shown;
    this.place.classList.toggle("kept", Boolean(shown && !now)); // play has gone on: whose turn it is comes first
    fill(this.place, shown && [shown.n, shown.says, shown.rows, Boolean(this.kept)], () => shown && [
      make("h2", {}, shown.says),
      shown.rows.length ? this.table(shown.rows) : make("p", {}, words.nothing_else_changes),
      this.page.isWall ? null : make("div", { class: "others" },
        button(words.undo_change, () => this.page.send(`fix ${shown.n} drop`), "quiet"),
        this.kept ? button(words.close, () => { this.closed = name; this.draw(); }, "quiet") : null),
    ]);
  }

  table(rows) {
    const { words } = this.page;
    return make("table", { role: "table" }, // said again: the style sheet may lay its rows out as a grid
      make("thead", { role: "rowgroup" }, make("tr", { role: "row" }, make("td", { role: "cell" }), ...[words.before, words.after].map((word) => make("th", { scope: "col", role: "columnheader" }, word)))),
      make("tbody", { role: "rowgroup" }, ...rows.map((row) => make("tr", { role: "row" },
        make("th", { scope: "row", role: "rowheader" }, row.what), make("td", { role: "cell" }, row.before), make("td", { role: "cell" }, row.after)))));
  }
}
