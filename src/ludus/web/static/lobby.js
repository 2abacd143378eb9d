// The lobby and the new-table form.

import { all, byId } from "./dom.js";
import { Live } from "./live.js";
import { patch } from "./morph.js";
import { tellTimes } from "./page.js";

/** The rows of seats that the chosen number of players needs, and the options that go with it. */
function fitSeats(form) {
  const count = Number(form.elements.count.value);
  for (const row of all("[data-seat-row]", form)) {
    const used = Number(row.dataset.seatRow) < count;
    row.hidden = !used;
    for (const field of all("select, input", row)) field.disabled = !used;
  }
  for (const row of all("[data-seats]", form)) {
    const used = row.dataset.seats.split(" ").includes(String(count));
    row.hidden = !used;
    for (const field of all("select, input", row)) field.disabled = !used;
  }
  const seats = all("[data-seat-row] select:not(:disabled)", form).map((field) => field.value);
  form.elements.seats.value = seats.join(",");
}

function startForm() {
  const form = byId("new-table");
  if (!form) return;
  form.addEventListener("change", () => fitSeats(form));
  form.addEventListener("submit", () => fitSeats(form));
  fitSeats(form);
}

startForm();
if (document.body.dataset.stream) {
  new Live(document.body.dataset.stream, {
    patch: ({ parts }) => {
      for (const { id, html } of parts) patch(id, html);
      tellTimes();
    },
  });
}
