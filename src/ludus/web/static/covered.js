// On an upright phone the choices of the action bar and the sheet of a gesture lie over the lower
// edge of the board, and so does a hint. What stands there makes room for them, and what can be chosen,
// or what the hint is about, goes above them.

import { all, byId, find } from "./dom.js";
import { lettered } from "./overlay.js";
import { shownViews } from "./panzoom.js";

const OVER = "#gesture, #choices, #choices > .plain-choices, #hint-list";
const PLACES = ".choice, .js-pick, .js-target, .js-taken";
/** Pixels that are not worth a move. */
const SLACK = 2;
/** How far above its place the letter of a hint reaches. */
const LETTER = 36;

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
  const stage = byId("stage");
  // Also for the switch of what a place is used for, which stands on the board and beside it.
  (stage.parentElement ?? stage).style.setProperty("--covered", `${covered}px`);
  for (const view of shownViews()) {
    if (view.covered === covered) continue;
    view.covered = covered;
    const about = lettered().map((id) => find(id)).filter((place) => place?.closest(".scene") === view.scene);
    const places = (about.length ? about : all(PLACES, view.scene)).map((place) => place?.getBoundingClientRect());
    const above = about.length ? LETTER : 0;
    view.lift(places.flatMap((box) => box ? new DOMRect(box.x, box.y - above, box.width, box.height + above) : []));
  }
}

/** To be called after every patch. */
export function sync() {
  watch.disconnect();
  for (const each of [byId("stage"), ...all(OVER)]) watch.observe(each);
  measure();
}
