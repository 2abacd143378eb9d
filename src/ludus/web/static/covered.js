// On an upright phone the choices of the action bar and the sheet of a gesture lie over the lower
// edge of the board. What stands there makes room for them, and what can be chosen goes above them.

import { all, byId } from "./dom.js";
import { shownViews } from "./panzoom.js";

const OVER = "#gesture, #choices, #choices > .plain-choices";
const PLACES = ".choice, .js-pick, .js-target, .js-taken";
/** Pixels that are not worth a move. */
const SLACK = 2;

const watch = new ResizeObserver(() => measure());

/** How many px at the lower edge of the board lie below something else. */
function height() {
  const stage = byId("stage").getBoundingClientRect();
  const tops = all(OVER)
    .map((each) => each.getBoundingClientRect())
    .filter((box) => box.height && box.top > stage.top && box.top < stage.bottom && box.bottom > stage.bottom - SLACK)
    .filter((box) => box.left < stage.right && box.right > stage.left)
    .map((box) => box.top);
  return Math.round(stage.bottom - Math.min(stage.bottom, ...tops));
}

function measure() {
  const covered = height();
  byId("stage").style.setProperty("--covered", `${covered}px`);
  for (const view of shownViews()) {
    if (view.covered === covered) continue;
    view.covered = covered;
    const boxes = all(PLACES, view.scene).map((place) => place.getBoundingClientRect());
    view.lift(boxes);
  }
}

/** To be called after every patch. */
export function sync() {
  watch.disconnect();
  for (const each of [byId("stage"), ...all(OVER)]) watch.observe(each);
  measure();
}
