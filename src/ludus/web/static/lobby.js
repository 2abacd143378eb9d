// The lobby.

import { all, byId, find } from "./dom.js";
import { Live } from "./live.js";
import { patch } from "./morph.js";
import { showTimes } from "./page.js";

/** @import { LobbyMessages } from "./types.d.ts" */

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
