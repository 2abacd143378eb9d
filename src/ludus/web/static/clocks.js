// Clocks as the server keeps them: a deadline is absolute, only the difference of watches is ours.

import { all } from "./dom.js";

let ahead = 0;

/** Learns how far the server's watch is ahead of this one. */
export function setNow(now) {
  ahead = now - Date.now();
}

export function update({ now, clocks }) {
  setNow(now);
  for (const { seat, deadline, left, running } of clocks) {
    for (const clock of all(`[data-clock="${seat}"]`)) {
      clock.classList.toggle("running", running);
      clock.dataset.left = left;
      if (running) clock.dataset.deadline = deadline;
      else delete clock.dataset.deadline;
    }
  }
  tick();
}

function words(left) {
  const seconds = Math.max(0, Math.floor(left / 1000));
  const two = (number) => String(number).padStart(2, "0");
  if (seconds >= 48 * 3600) {
    return `${Math.floor(seconds / 86400)} d ${Math.floor((seconds % 86400) / 3600)} h`;
  }
  if (seconds >= 3600) {
    return `${Math.floor(seconds / 3600)} h ${two(Math.floor((seconds % 3600) / 60))} m`;
  }
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

export function tick() {
  for (const clock of all("[data-clock]")) {
    const { deadline, left } = clock.dataset;
    const rest = deadline ? Number(deadline) - (Date.now() + ahead) : Number(left);
    clock.querySelector(".clock-time").textContent = words(rest);
    clock.classList.toggle("js-short", Boolean(deadline) && rest < 20000);
  }
}

export function start(now) {
  setNow(now);
  tick();
  setInterval(tick, 250);
}
