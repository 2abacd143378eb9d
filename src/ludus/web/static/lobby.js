// The lobby and the form for a new table.

import { all, byId, find, words } from "./dom.js";
import { Live } from "./live.js";
import { patch } from "./morph.js";
import { showTimes } from "./page.js";

/** @import { LobbyMessages } from "./types.d.ts" */

/**
 * Shows as many seats as were asked for, with the options for that number of players.
 * @param {HTMLFormElement} form
 */
function showSeats(form) {
  const rows = all("[data-seat-row]", form);
  const asked = form.elements.namedItem("count");
  const value = asked && "value" in asked ? asked.value : "";
  const count = value ? Number(value) : rows.length;
  let mine = 0;
  rows.forEach((row, index) => {
    const seat = row.querySelector("select");
    const name = /** @type {HTMLInputElement | null} */ (row.querySelector(".seat-name"));
    if (!seat || !name) return;
    row.hidden = index >= count;
    if (row.hidden) seat.value = "";
    else if (!seat.value) seat.value = seat.dataset.usual ?? "";
    // A visitor who takes several seats names the others.
    if (seat.value === "me") mine += 1;
    name.hidden = seat.value !== "me" || mine < 2;
    if (name.hidden) name.value = "";
  });
  for (const row of all("[data-seats]", form)) {
    row.hidden = !words(row.dataset.seats).includes(String(count));
    for (const field of row.querySelectorAll("select")) field.disabled = row.hidden;
  }
  byId("at-zero-field").hidden = byId("pace", HTMLSelectElement).value === "none";
}

function startForm() {
  const form = find("new-table", HTMLFormElement);
  if (!form) return;
  form.addEventListener("change", () => showSeats(form));
  form.addEventListener("submit", () => showSeats(form));
  showSeats(form);
}

/** Puts the text of a chosen file into the field for pasted records. */
function startUpload() {
  const input = find("upload-file", HTMLInputElement);
  input?.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (file) byId("upload-text", HTMLTextAreaElement).value = await file.text();
  });
}

/**
 * Up to so many seconds, what is left is told in a unit of so many seconds.
 * @type {[number, number, string][]}
 */
const LEFT = [
  [90, 1, "s"],
  [5400, 60, "min"],
  [129600, 3600, "h"],
];

/** Shows how much time is left until a clock runs out. */
function showTimeLeft() {
  for (const time of all("time[data-until]")) {
    const seconds = Math.max(0, (Number(time.dataset.until) - Date.now()) / 1000);
    const [, size = 86400, unit = "days"] = LEFT.find(([limit]) => seconds < limit) ?? [];
    time.textContent = seconds ? `${Math.floor(seconds / size)} ${unit} left` : "out of time";
  }
}

/** The tab says at how many tables it is the visitor's turn. */
function showTitle() {
  const count = byId("turns-badge").textContent;
  document.title = count ? `(${count}) Ludus` : "Ludus";
}

startForm();
startUpload();
showTimeLeft();
setInterval(showTimeLeft, 10000);
if (document.body.dataset.stream) {
  new Live(document.body.dataset.stream, {
    patch: (/** @type {LobbyMessages["patch"]} */ { parts }) => {
      for (const { id, html } of parts) patch(id, html);
      showTimes();
      showTimeLeft();
      showTitle();
    },
  });
}
