// A screen on the wall: nobody touches it, so it looks after itself.

import { $ } from "./dom.js";

const IDLE_MS = 3000;
const JOIN_MS = 60000;
const DRIFT_MS = 180000; // so often the picture moves by a hair, so that nothing burns into the screen
const DRIFT = [[0, 0], [2, 1], [1, 3], [-1, 2], [-2, 0], [-1, -2], [1, -1]];

// The pointer is in the way after a moment.
let idle;
const woken = () => {
  document.body.classList.remove("idle");
  clearTimeout(idle);
  idle = setTimeout(() => document.body.classList.add("idle"), IDLE_MS);
};
for (const event of ["pointermove", "pointerdown", "keydown"]) addEventListener(event, woken);
woken();

// A browser that may keep its screen awake is asked to; over plain http most may not.
const awake = async () => { try { await navigator.wakeLock?.request("screen"); } catch { /* the screen's own settings decide */ } };
document.addEventListener("visibilitychange", () => { if (!document.hidden) awake(); });
awake();

let step = 0;
setInterval(() => {
  step = (step + 1) % DRIFT.length;
  document.body.style.setProperty("--drift-x", `${DRIFT[step][0]}px`);
  document.body.style.setProperty("--drift-y", `${DRIFT[step][1]}px`);
}, DRIFT_MS);

// Where phones can join: the code and the address, as long as the server tells one.
async function joining() {
  if (document.hidden) return;
  try {
    const answer = await fetch("/api/joining", { cache: "no-store" });
    const told = answer.ok ? await answer.json() : null;
    const here = $("#join-here");
    here.hidden = !told?.address;
    if (here.hidden || here.dataset.address === told.address) return;
    here.dataset.address = told.address;
    $("img", here).src = `/join.svg?${encodeURIComponent(told.address)}`;
    $("b", here).textContent = told.address.replace(/^http:\/\//, "");
  } catch { /* no connection: the page says so */ }
}
joining();
setInterval(joining, JOIN_MS);
document.addEventListener("visibilitychange", joining);
