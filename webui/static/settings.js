// Settings: what is the host's to change, and what this phone chooses for itself.

import { $, button, make } from "./dom.js";
import { ask, chips, filled, language, part, pinForm, say, send, words } from "./household.js";

const languages = JSON.parse($("#languages").textContent);
const root = $("#settings");
let wiped = "";

async function look() {
  const told = await ask("/api/settings");
  if (told) draw(told);
}

async function change(path, body, said = words.saved) {
  const focused = document.activeElement?.textContent;
  const told = await send(path, body);
  if (!told) return;
  if (told.tables) draw(told); else await look();
  say(said);
  [...root.querySelectorAll("button")].find((one) => one.textContent === focused)?.focus();
}

function draw(told) {
  const mine = told.host;
  root.replaceChildren(...[
    hosts(told),
    mine ? part(words.camera_title, make("a", { class: "as-button wide", href: "/start#camera" }, words.choose_camera)) : null,
    part(words.phones_title, make("a", { class: "as-button wide", href: "/invite" }, words.invite)),
    mine ? tables(told) : null,
    mine ? rights(told) : null,
    phone(told),
    mine ? house(told) : null,
    pictures(told),
  ].filter(Boolean));
}

function hosts(told) {
  const state = !told.has_pin ? words.no_pin : told.host ? words.is_host : words.is_guest;
  const enter = async (pin) => { if (await send("/api/host", { pin })) look(); };
  const set = async (pin) => { if (await send("/api/host/pin", { pin })) { await look(); say(words.pin_set); } };
  if (told.has_pin && !told.host) return part(words.host_title, make("p", {}, state), pinForm(words.pin, words.enter, enter), make("p", { class: "hint" }, words.forgot));
  return part(words.host_title, make("p", {}, state), pinForm(words.new_pin, told.has_pin ? words.change_pin : words.set_pin, set),
    make("p", { class: "hint" }, words.pin_about),
    told.has_pin ? make("div", { class: "actions" },
      button(words.leave, async () => { await send("/api/host/leave"); look(); }, "quiet"),
      button(words.remove_pin, async () => { if (await send("/api/host/pin", { pin: null })) { await look(); say(words.pin_removed); } }, "quiet")) : null);
}

function tables(told) {
  const rows = told.tables.map((name) => make("li", {}, make("b", {}, name),
    name === told.table ? make("span", { class: "here" }, `✓ ${words.this_table}`) : make("span", { class: "actions" },
      button(words.go_to, () => change("/api/tables", { table: name }), "", { "aria-label": `${words.go_to}: ${name}` }),
      button(words.remove, () => change("/api/tables", { table: name, remove: true }), "quiet", { "aria-label": `${words.remove}: ${name}` }))));
  const field = make("input", { type: "text", maxlength: "24", autocomplete: "off", "aria-label": `${words.new_table}: ${words.table_name}`, placeholder: words.table_name });
  const add = () => { if (field.value.trim()) change("/api/tables", { table: field.value.trim() }); };
  return part(words.tables_title, make("p", { class: "hint" }, words.tables_about), make("ul", { class: "tables" }, ...rows),
    make("div", { class: "beside" }, field, button(words.add, add)));
}

function rights(told) {
  const rows = Object.entries(told.may).map(([what, who]) => make("div", { class: "rule" }, make("span", { id: `may-${what}` }, words[`may_${what}`]),
    chips([["everyone", words.everyone], ["host", words.host_only]], who, (value) => change("/api/settings", { may: { [what]: value } }), { "aria-labelledby": `may-${what}` })));
  return part(words.may_title, ...rows, make("p", { class: "hint" }, words.may_always, told.has_pin ? "" : ` ${words.may_needs_pin}`));
}

// What this phone chooses for itself.
function phone() {
  const remember = (name, value) => { document.cookie = `${name}=${value};path=/;max-age=31536000;samesite=strict`; location.reload(); };
  const named = languages.map(([value, label]) => [value, label]);
  const spoken = make("div", { class: "chips", role: "group", "aria-label": words.language_title }, ...named.map(([value, label]) =>
    button(label, () => remember("lang", value), "chip", { "aria-pressed": String(value === language), lang: value })));
  return part(words.this_phone, make("h3", {}, words.language_title), spoken, make("h3", {}, words.theme_title),
    chips([["auto", words.theme_auto], ["dark", words.theme_dark], ["light", words.theme_light]], document.documentElement.dataset.theme, (value) => remember("theme", value), { "aria-label": words.theme_title }));
}

function house(told) {
  return part(null, make("h2", {}, words.language_title), make("p", { class: "hint" }, words.language_about),
    chips([[null, words.as_phone], ...languages], told.language, (value) => change("/api/settings", { language: value }), { "aria-label": words.language_about }),
    make("h2", {}, words.sound_title), make("p", { class: "hint" }, words.sound_about),
    chips([[true, words.sound_on], [false, words.sound_off]], told.sound, (value) => change("/api/settings", { sound: value }), { "aria-label": words.sound_title }));
}

function pictures(told) {
  const { number, examples, megabytes } = told.pictures;
  const any = number + examples > 0;
  const wipe = async (body) => { if (await send("/api/pictures/wipe", body)) { wiped = words.wiped; await look(); say(words.wiped); } };
  return part(words.pictures_title, make("p", {}, words.pictures_about),
    make("p", { class: "count" }, any ? filled(words.pictures_now, { number, examples, megabytes }) : wiped || words.pictures_none),
    told.host && any ? make("div", { class: "actions" }, button(words.wipe, () => wipe({})),
      number && examples ? button(words.wipe_plays, () => wipe({ examples: false }), "quiet") : null) : null,
    make("p", { class: "hint" }, words.mine));
}

look();
