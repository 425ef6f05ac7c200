// A photo from this phone, read by the server, drawn over.

import { $, button } from "./dom.js";
import { standing, svg } from "./tiles.js";

const words = JSON.parse($("#words").textContent);
const language = document.documentElement.lang;
let read = [];

$("#photo").addEventListener("change", async (event) => {
  const [photo] = event.target.files;
  if (!photo) return;
  $("#answer").hidden = true;
  $("#said").textContent = words.reading;
  const form = new FormData();
  form.append("photo", photo);
  try {
    const answer = await fetch(`/api/scan?lang=${language}`, { method: "POST", body: form });
    const told = await answer.json();
    if (answer.ok) show(photo, told);
    else $("#said").textContent = told.error;
  } catch {
    $("#said").textContent = words.not_sent;
  }
});

function show(photo, told) {
  read = told.tiles.filter((tile) => tile.face === "up");
  $("#said").textContent = told.tiles.length ? "" : words.no_tiles;
  if (!told.tiles.length) return;
  const picture = $("#picture");
  URL.revokeObjectURL(picture.src);
  picture.src = URL.createObjectURL(photo);
  const outlines = $("#outlines");
  outlines.setAttribute("viewBox", `0 0 ${told.width} ${told.height}`);
  outlines.replaceChildren(...told.tiles.map((tile) => svg("polygon", { points: tile.corners.map((corner) => corner.join(",")).join(" ") })));
  $("#answer").hidden = false;
  drawTiles();
}

// Each value can be put right: a tap goes to the next likeliest reading.
function drawTiles() {
  $("#pips").textContent = String(read.reduce((sum, { ends: [a, b] }) => sum + a + b, 0));
  $("#found").replaceChildren(...read.map((tile) => {
    const [a, b] = tile.ends;
    const sure = tile.confidence >= 0.9;
    const one = button("", () => {
      const others = tile.alternatives || [];
      if (!others.length) return;
      const next = others[0].ends;
      tile.alternatives = [...others.slice(1), { ends: tile.ends }];
      tile.ends = next;
      tile.confidence = 1;
      drawTiles();
    }, "tile-button", { "aria-label": sure ? `${a}-${b}` : `${a}-${b} ?` });
    one.append(standing([Math.max(a, b), Math.min(a, b)], sure ? "" : "open"));
    return one;
  }));
}
