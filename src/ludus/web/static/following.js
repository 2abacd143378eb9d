// Following others: what was done since the viewer's own last move, as numbered arrows on the board
// and the same numbers in the log; and a camera that goes along.

import { all, byId, create, find, first, words } from "./dom.js";
import { inPast } from "./history.js";
import { setArrows } from "./overlay.js";
import { viewOf } from "./panzoom.js";
import { settings } from "./settings.js";

/** @import { Motion } from "./types.d.ts" */

/** At most so many moves have arrows. */
const MOST = 6;

/** The seat that looks: who is asked, else the first of the viewer's own. */
const viewer = () => byId("choices").dataset.seat ?? first("#panels .mine")?.dataset.seat ?? "";

/** The lines of the log that are told by arrows, oldest first. */
function lines() {
  const moved = all("#log .line");
  if (inPast()) {
    const { at } = byId("history-where").dataset;
    return moved.filter((line) => line.dataset.number === at && line.dataset.motions);
  }
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

/**
 * @param {string | undefined} list
 * @returns {Motion[]}
 */
const motionsOf = (list) =>
  words(list).map((each) => {
    const [start, end] = each.split(">");
    return { start, end };
  });

/** Draws the arrows and numbers anew; to be called after every change of log or position. */
export function sync() {
  for (const old of all("#log .line-number")) old.remove();
  const shown = lines();
  setArrows(
    shown.flatMap((line, index) => {
      const { motions, seat = "5" } = line.dataset;
      const number = index + 1;
      first("p", line)?.prepend(create("b", `line-number seat-${Number(seat) % 6}`, String(number)));
      return motionsOf(motions).map(({ start, end }) => ({ start, end, number, seat }));
    }),
  );
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
