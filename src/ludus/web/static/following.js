// Following others: what was done since the viewer's own last move, as numbered arrows on the board
// and the same numbers in the log; and a camera that goes along.

import { all, byId, create, find, first } from "./dom.js";
import { inPast } from "./history.js";
import { motionsOf } from "./motion.js";
import { setArrows } from "./overlay.js";
import { viewOf } from "./panzoom.js";
import { settings } from "./settings.js";

/** @import { Motion } from "./types.d.ts" */

/** At most so many moves have arrows. */
const MOST = 6;

/** The seat that looks: who is asked, else the first of the viewer's own. */
const viewer = () => byId("choices").dataset.seat ?? first("#panels .mine")?.dataset.seat ?? "";

/** What others did since the viewer's own last move, oldest first: lines of the log with motions. */
export function sinceLastTurn() {
  const moved = all("#log .line");
  const mine = viewer();
  const own = (/** @type {HTMLElement} */ line) => mine !== "" && line.dataset.seat === mine;
  // A roll at the start of one's own turn is no move yet: what others did stays to be seen.
  const asked = byId("choices").dataset.seat !== undefined;
  let end = moved.length;
  while (asked && end && (own(moved[end - 1]) || !moved[end - 1].dataset.seat)) {
    if (moved[end - 1].dataset.motions) break;
    end -= 1;
  }
  const last = moved.findLastIndex((line, index) => index < end && own(line));
  return moved.slice(last + 1).filter((line) => line.dataset.motions).slice(-MOST);
}

/** The lines of the log that are told by arrows, oldest first. */
function lines() {
  if (!inPast()) return sinceLastTurn();
  const { at } = byId("history-where").dataset;
  return all("#log .line").filter((line) => line.dataset.number === at && line.dataset.motions);
}

/**
 * The arrows of lines, with their numbers.
 * @param {HTMLElement[]} shown
 */
export const arrowsOf = (shown) =>
  shown.flatMap(({ dataset: { motions, seat = "5" } }, index) =>
    motionsOf(motions).map(({ start, end }) => ({ start, end, number: index + 1, seat })));

/** Draws the arrows and numbers anew; to be called after every change of log or position. */
export function sync() {
  for (const old of all("#log .line-number")) old.remove();
  const shown = lines();
  shown.forEach((line, index) => {
    const { seat = "5" } = line.dataset;
    first("p", line)?.prepend(create("b", `line-number seat-${Number(seat) % 6}`, String(index + 1)));
  });
  setArrows(arrowsOf(shown));
}

/**
 * Brings the end of a move into view, if the viewer let the camera go along.
 * @param {Motion[]} motions
 */
export function goAlong(motions) {
  const end = motions.at(-1)?.end;
  const element = end && settings.follow ? find(end) : null;
  /** @type {HTMLElement | null | undefined} */
  const scene = element?.closest(".scene:not(.js-away)");
  const view = scene && viewOf(scene);
  if (!element || !view || view.fitted || view.byHand) return;
  const [room, box] = [scene.getBoundingClientRect(), element.getBoundingClientRect()];
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  if (x > room.left && x < room.right && y > room.top && y < room.bottom) return;
  view.glide(room.left + room.width / 2 - x, room.top + room.height / 2 - y);
}
