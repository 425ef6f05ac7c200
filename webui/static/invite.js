// The code that brings other phones in, and the proof that one came.

import { $, button, fill, make } from "./dom.js";
import { ask, chips, filled, send, whileSeen, words } from "./household.js";

async function look() {
  const told = await ask("/api/joining");
  if (!told) return;
  fill($("#address"), [told.address, told.name, told.listens], () => [
    make("p", {}, words.or_type), make("p", { class: "address" }, `${told.address}/join`),
    told.name ? make("p", { class: "hint" }, `${words.or_name} `, make("span", { class: "written" }, `${told.name}/join`)) : null,
    told.listens ? null : make("p", { class: "advice-line" }, words.not_listening),
  ]);
  const code = $("#code");
  const text = `/join.svg?for=${encodeURIComponent(told.address)}`;
  if (code.getAttribute("src") !== text) code.setAttribute("src", text);
  code.alt = filled(words.code, { address: `${told.address}/join` });
  const came = told.came === null ? words.waiting : filled(words.came, { ago: ago(told.came) });
  const line = $("#came");
  line.className = told.came === null ? "waiting-line" : "good-line";
  if (line.textContent !== came) line.textContent = came;
  fill($("#choose"), [told.addresses, told.chosen, told.address], () => choice(told));
}

const ago = (seconds) => (seconds < 90 ? words.just_now : filled(words.minutes_ago, { "": Math.round(seconds / 60) }));

function choice(told) {
  const use = async (address) => { if (await send("/api/settings", { address })) { look(); } };
  const own = make("input", { type: "text", inputmode: "url", maxlength: "120", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-label": words.own, placeholder: words.own });
  const listed = told.addresses.map((one) => [one.address, `${one.address.replace("http://", "")} (${one.interface})`]);
  return make("details", { class: "house" }, make("summary", {}, words.another),
    make("p", { class: "hint" }, words.choose),
    chips(listed, told.address, use, { "aria-label": words.another }),
    make("div", { class: "beside" }, own, button(words.use, () => { if (own.value.trim()) use(own.value.trim()); })),
    told.chosen ? button(words.automatic, () => use(null), "quiet") : null);
}

whileSeen(look, 2000);
