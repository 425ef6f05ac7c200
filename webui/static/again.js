// The tricks of the last hand again, one by one, each play with what its player could have known.

import { button, make } from "./dom.js";
import { sheet } from "./sheets.js";
import { ends, standing } from "./tiles.js";

export async function tricksAgain(page) {
  const { words } = page;
  let told = null;
  try {
    const answer = await fetch(`/api/again?lang=${page.language}`, { cache: "no-store" });
    told = (await answer.json()).hand;
  } catch {
    page.say(words.not_sent);
  }
  if (!told || !told.tricks.length) return;
  let at = 0;
  sheet(page, told.says, (close, redraw) => {
    const trick = told.tricks[at];
    const step = (by) => { at += by; redraw(); };
    return [
      make("h3", { class: "which", "aria-live": "polite" }, trick.says),
      make("ol", { class: "again" }, ...trick.plays.map((play) => make("li", { class: play.seat === trick.winner ? "won" : "" },
        standing(ends(play.tile), play.wrong ? "wrong" : play.seat === trick.winner ? "won" : ""),
        make("div", {}, make("b", {}, play.says), play.ruling ? make("span", { class: "ruled" }, play.ruling) : null,
          play.knew.length ? make("details", {}, make("summary", {}, words.could_know), make("ul", {}, ...play.knew.map((line) => make("li", {}, line)))) : null)))),
      make("div", { class: "foot two-ways" },
        button(words.previous, () => step(-1), "", { disabled: at === 0 }),
        make("span", {}, `${at + 1} / ${told.tricks.length}`),
        button(words.following, () => step(1), "main", { disabled: at === told.tricks.length - 1 })),
    ];
  }, { follow: false });
}
