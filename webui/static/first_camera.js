// Step one: which camera, its picture, and what is wrong with it in words.

import { button, fill, make } from "./dom.js";
import { ask, say, send, words } from "./household.js";
import { livePicture } from "./first.js";

export function cameraStep(evening, body) {
  const advice = make("ul", { class: "advice", "aria-live": "polite" });
  const list = make("div", { class: "cameras", role: "group", "aria-labelledby": "step-title" });
  const place = make("div", {});
  body.replaceChildren(make("h2", { id: "step-title", tabindex: "-1" }, words.camera_title), make("p", { class: "hint" }, words.camera_about),
    place, advice, list, network(evening));
  const draw = () => {
    const told = evening.camera;
    if (!told) return;
    fill(place, told.watches, () => (told.watches ? livePicture(evening) : []));
    fill(advice, [told.advice, told.number > 0, told.trouble], () => adviceLines(told));
    fill(list, [told.cameras, told.chosen, told.watches], () => choices(evening, draw));
    const next = document.querySelector("[data-do=next]");
    if (next) next.textContent = told.watches ? words.next : words.skip;
  };
  evening.seen = draw;
  draw();
}

export function adviceLines(told) {
  if (told.trouble) return [make("li", { class: "wrong" }, told.trouble)];
  if (!told.number) return [];
  if (!told.advice.length) return [make("li", { class: "good" }, words.picture_good)];
  return told.advice.map((one) => make("li", { class: "wrong", "data-flaw": one.flaw }, one.says));
}

function choices(evening, draw) {
  const told = evening.camera;
  const real = told.cameras.filter((one) => one.id !== "simulated");
  const options = [...real.map((one) => [one.id, one.name, ""]), ["simulated", words.simulated_table, words.simulated_about], ["", words.without, words.without_about]];
  const now = told.watches ? told.chosen : "";
  return [real.length ? null : make("p", {}, words.no_camera_here), ...options.map(([id, name, about]) =>
    make("button", { type: "button", class: "choice-row", "aria-pressed": String(id === now), "data-camera": id, onclick: () => choose(evening, { camera: id }, draw) },
      make("span", {}, make("b", {}, name), about ? make("small", {}, about) : null)))].filter(Boolean);
}

async function choose(evening, body, draw) {
  const told = await send("/api/camera", body);
  if (!told) return;
  say("");
  const [laid] = await Promise.all([ask("/api/table"), evening.look()]);
  if (laid) evening.laid = laid; // whether the simulated players know what was chosen
  draw();
  document.querySelector(`[data-camera="${CSS.escape(told.chosen || "")}"]`)?.focus();
}

function network(evening) {
  const field = make("input", { type: "text", inputmode: "url", maxlength: "300", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    "aria-label": words.stream_address, placeholder: "rtsp://192.168.1.20/live" });
  return make("details", { class: "house" }, make("summary", {}, words.stream),
    make("div", { class: "beside" }, field, button(words.stream_watch, () => { if (field.value.trim()) choose(evening, { address: field.value.trim() }, () => evening.seen?.()); })));
}
