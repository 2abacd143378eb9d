// The log while a past position is shown: its line is marked, and what came later is faded.

import { all, byId, first } from "./dom.js";

const lines = () => all("#log .line");

/** @param {HTMLElement} line */
const numberOf = (line) => Number(line.dataset.number);

/**
 * Marks the line of a position.
 * @param {number} at after how many moves
 * @param {boolean} past whether it is a past one; else nothing is marked
 */
export function markLine(at, past) {
  const known = lines().filter((line) => numberOf(line) <= at);
  // A heading that nothing follows yet opens the next turn.
  const here = known.findLast((line) => first("p", line)) ?? known.at(-1);
  let later = past && !here;
  for (const line of lines()) {
    line.classList.toggle("js-later", later);
    line.classList.toggle("js-here", past && line === here);
    later ||= past && line === here;
  }
  if (past) here?.scrollIntoView({ block: "nearest" });
}

/**
 * Adds what came after a position, for a page that was opened there: from the page of the present.
 * @param {number} at
 */
export async function loadLater(at) {
  const { url = "", as } = document.body.dataset;
  const answer = await fetch(as === undefined ? url : `${url}?as=${as}`).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const later = all("#log .line", page).filter((line) => numberOf(line) > at);
  byId("log").append(...later.map((line) => document.adoptNode(line)));
}
