// The last hand again: trick by trick, or in layout games tile by tile, each with what its player could have known.

import { button, make } from "./dom.js";
import { still } from "./felt.js";
import { sheet } from "./sheets.js";
import { ends, standing } from "./tiles.js";

export const againWord = (page) => (page.view.felt.shape === "layout" ? page.words.hand_again : page.words.again);

export async function handAgain(page) {
  let told = null;
  try {
    const answer = await fetch(`/api/again?lang=${page.language}`, { cache: "no-store" });
    told = (await answer.json()).hand;
  } catch {
    page.say(page.words.not_sent);
  }
  const pages = told?.plays || told?.tricks || [];
  if (!pages.length) return;
  const draw = told.plays ? layoutPage : trickPage;
  let at = 0;
  let open = false; // what could be known stays open from one tile to the next; of a trick each play is opened by itself
  sheet(page, told.says, (close, redraw) => {
    const step = (by) => { at += by; redraw(); };
    const knew = (lines) => (lines.length ? knowledge(page, lines, open, (now) => { open = now && Boolean(told.plays); }) : null);
    return [
      ...draw(page, told, pages[at], knew, at === pages.length - 1),
      make("div", { class: "foot two-ways" },
        button(page.words.previous, () => step(-1), "", { disabled: at === 0 }),
        make("span", {}, `${at + 1} / ${pages.length}`),
        button(page.words.following, () => step(1), "main", { disabled: at === pages.length - 1 })),
    ];
  }, { follow: false });
}

function knowledge(page, lines, open, turned) {
  const details = make("details", { open }, make("summary", {}, page.words.could_know), make("ul", {}, ...lines.map((line) => make("li", {}, line))));
  details.addEventListener("toggle", () => turned(details.open));
  return details;
}

const trickPage = (page, told, trick, knew) => [
  make("h3", { class: "which", "aria-live": "polite" }, trick.says),
  make("ol", { class: "again" }, ...trick.plays.map((play) => make("li", { class: play.seat === trick.winner ? "won" : "" },
    standing(ends(play.tile), play.wrong ? "wrong" : play.seat === trick.winner ? "won" : ""),
    make("div", {}, make("b", {}, play.says), play.ruling ? make("span", { class: "ruled" }, play.ruling) : null, knew(play.knew))))),
];

function layoutPage(page, told, play, knew, last) {
  const line = (one) => make("li", { class: one.wrong ? "wrong" : "" }, one.says, one.ruling ? make("span", { class: "ruled" }, one.ruling) : null);
  const tone = play.tile === null ? "" : play.wrong ? "wrong" : "won";
  return [
    still(told.felt, page.turned(), { shown: play.shown, ends: play.ends, tone, label: page.words.the_table }),
    make("div", { class: "again laid-again" },
      make("div", { class: "said", "aria-live": "polite" },
        play.since.length ? make("ul", {}, ...play.since.map(line)) : null,
        play.says ? make("b", {}, play.says) : null,
        play.ruling ? make("span", { class: "ruled" }, play.ruling) : null,
        ...[...play.brought, ...(last ? told.end : [])].map((says) => make("span", { class: "ruled" }, says))),
      knew(play.knew)),
  ];
}
