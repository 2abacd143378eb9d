// The players' panels, which are a strip to scroll through on small screens.

import { first } from "./dom.js";

/** The panel of the player who was last brought into view. */
let mover = "";

/** Scrolls the panels to the player who is to move; once, so that a visitor can scroll elsewhere. */
export function followMover() {
  const panel = first("#panels .panel.to-move");
  if (!panel || panel.id === mover) return;
  mover = panel.id;
  scrollTo(panel);
  const viewpoint = first("#panels .viewpoint[aria-current]");
  if (viewpoint) scrollTo(viewpoint);
}

/** Brings the player who is to move into view again: the panels were out of sight. */
export function showMover() {
  mover = "";
  followMover();
}

/** @param {HTMLElement} element */
function scrollTo(element) {
  const strip = element.parentElement;
  if (!strip) return;
  const [room, box] = [strip.getBoundingClientRect(), element.getBoundingClientRect()];
  strip.scrollLeft += scrollNeeded(box.left - room.left, box.right - room.right);
  strip.scrollTop += scrollNeeded(box.top - room.top, box.bottom - room.bottom);
}

/**
 * How far to scroll for an element that starts and ends this far after its frame does.
 * @param {number} start
 * @param {number} end
 */
const scrollNeeded = (start, end) =>
  start < 0 ? start - 8 : end > 0 ? Math.min(start, end + 8) : 0;
