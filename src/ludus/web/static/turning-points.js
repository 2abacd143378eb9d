// The moves at which a game turned, once an analysis has found them: marks on the slider of the
// history, and stops for going through the game.

import { byId, create, first, get } from "./dom.js";

/** @import { TurningAnswer, TurningPoint } from "./types.d.ts" */

/** @type {TurningPoint[]} */
let points = [];

/** All of them, in order. */
export const list = () => points;

/** The moves, in order. */
export const numbers = () => points.map(({ number }) => number);

/**
 * Marks the turning points on the slider, each with the shape of its seat.
 * @param {TurningPoint[]} found
 */
export function set(found) {
  points = [...found].sort((one, other) => one.number - other.number);
  byId("unit-point").hidden = !points.length;
  byId("history-units").classList.toggle("js-points", points.length > 0);
  const length = Number(byId("history-where").dataset.length);
  byId("history-points").replaceChildren(
    ...points.map(({ number, seat, swing }) => {
      const point = create("span", `history-point ${swing < 0 ? "bad" : "good"}`);
      point.style.setProperty("--at", String(number / Math.max(1, length)));
      const shape = first(`#panel-${seat} .panel-head > .mark`)?.cloneNode(true);
      if (shape) point.append(shape);
      return point;
    }),
  );
}

/** Asks whether the game has been analysed. */
export async function load() {
  /** @type {TurningAnswer | null} */
  const answer = await get(`${document.body.dataset.url}/turning`);
  if (answer) set(answer.points);
}
