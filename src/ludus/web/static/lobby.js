// The lobby and the new-table form.

import { all, byId } from "./dom.js";
import { Live } from "./live.js";
import { patch } from "./morph.js";
import { tellTimes } from "./page.js";

/** Shows as many seats as were asked for, with the options that go with that number. */
function fitSeats(form) {
  const rows = all("[data-seat-row]", form);
  const asked = form.elements.count?.value;
  const count = asked ? Number(asked) : rows.length;
  let mine = 0;
  rows.forEach((row, index) => {
    const seat = row.querySelector("select");
    row.hidden = index >= count;
    if (row.hidden) seat.value = "";
    else if (!seat.value) seat.value = seat.dataset.usual;
    // A further seat of one's own needs a name of its own.
    if (seat.value === "me") mine += 1;
    const name = row.querySelector(".seat-name");
    name.hidden = seat.value !== "me" || mine < 2;
    if (name.hidden) name.value = "";
  });
  for (const row of all("[data-seats]", form)) {
    row.hidden = !row.dataset.seats.split(" ").includes(String(count));
    for (const field of all("select", row)) field.disabled = row.hidden;
  }
  byId("at-zero-field").hidden = byId("pace").value === "none";
}

function startForm() {
  const form = byId("new-table");
  if (!form) return;
  form.addEventListener("change", () => fitSeats(form));
  form.addEventListener("submit", () => fitSeats(form));
  fitSeats(form);
}

/** Puts the text of a chosen file where it would be pasted. */
function startUpload() {
  byId("upload-file")?.addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (file) byId("upload-text").value = await file.text();
  });
}

startForm();
startUpload();
if (document.body.dataset.stream) {
  new Live(document.body.dataset.stream, {
    patch: ({ parts }) => {
      for (const { id, html } of parts) patch(id, html);
      tellTimes();
    },
  });
}
