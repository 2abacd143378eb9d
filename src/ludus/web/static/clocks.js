// The players' clocks. A deadline is a time of the server; this browser's clock may differ from it.

import { all, first } from "./dom.js";

/** @import { ClockMessage } from "./types.d.ts" */

/** Below this many ms a running clock is shown as urgent. */
const URGENT = 20000;

/** How many ms the server's clock is ahead of this one. */
let offset = 0;

/** @param {ClockMessage} message */
export function update({ now, clocks }) {
  offset = now - Date.now();
  for (const { seat, deadline, left, running } of clocks) {
    for (const clock of all(`[data-clock="${seat}"]`)) {
      clock.classList.toggle("running", running);
      clock.dataset.left = String(left);
      if (running) clock.dataset.deadline = String(deadline);
      else delete clock.dataset.deadline;
    }
  }
  tick();
}

/** @param {number} left in ms */
function format(left) {
  const seconds = Math.max(0, Math.floor(left / 1000));
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  if (seconds >= 48 * 3600) {
    return `${Math.floor(seconds / 86400)} d ${Math.floor((seconds % 86400) / 3600)} h`;
  }
  if (seconds >= 3600) {
    return `${Math.floor(seconds / 3600)} h ${two(Math.floor((seconds % 3600) / 60))} m`;
  }
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

/** Shows the time that is left now. */
export function tick() {
  for (const clock of all("[data-clock]")) {
    const { deadline, left } = clock.dataset;
    const rest = deadline ? Number(deadline) - (Date.now() + offset) : Number(left);
    const time = first(".clock-time", clock);
    if (time) time.textContent = format(rest);
    clock.classList.toggle("js-short", Boolean(deadline) && rest < URGENT);
  }
}

/** @param {number} now the server's time when it made the page */
export function start(now) {
  offset = now - Date.now();
  tick();
  setInterval(tick, 250);
}
