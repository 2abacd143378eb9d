// The player aid on a desk: as large as one screen allows.

/** From this width on the aid is one screen; below it one scrolls. */
const DESK = 1180;
/** The largest size, by the least, and the steps in between. */
const MOST = 1.4;
const STEP = 0.02;

/**
 * Whether a column has no room for the width of its tables.
 * @param {HTMLElement} aid
 */
const cutOff = (aid) => [...aid.querySelectorAll(".aid-column, .aid-steps > li")].some((each) => each.scrollWidth > each.clientWidth);

/**
 * @param {HTMLElement} aid
 * @param {() => boolean} fits whether all of it is in sight
 */
export function fit(aid, fits) {
  aid.style.removeProperty("--fit");
  if (innerWidth < DESK) return;
  for (let size = MOST; size > 1; size -= STEP) {
    aid.style.setProperty("--fit", size.toFixed(2));
    if (fits() && !cutOff(aid)) return;
  }
  aid.style.removeProperty("--fit");
}
