// What has one way only is done by the page itself, if the player's settings say so: a roll that must
// be rolled, a step with a single option. What was taken back is not done again.

import { byId, first } from "./dom.js";
import { buttons } from "./choice-places.js";
import { inPast } from "./history.js";
import { settings } from "./settings.js";

/** @import { Act } from "./types.d.ts" */

/** How long, in ms, the only option is to be seen before it is taken. */
const PAUSE = 700;

let timer = 0;
/** Whether the only option waits to be taken. Meanwhile nobody can press it, which would be in vain. */
let waiting = false;
/** How many moves were made when the page last looked. */
let moves = -1;

/** What the page stops for: some things are open at other times too. */
const open = () => buttons().filter((button) => !button.matches(".aside"));

/** Whether the open decision leaves nothing to choose, and hides nothing that wants to be read. */
const onlyOne = () =>
  open().length === 1 && !open()[0].matches(".by-hand") && !inPast() && byId("moment").hidden && byId("told").hidden &&
  !first("#curtain:not([hidden]), .viewpoint, #lesson:not([hidden])");

/** @param {boolean} on */
function hold(on) {
  waiting = on;
  byId("choices").classList.toggle("js-busy", on);
}

/**
 * To be called after every patch.
 * @param {number} made how many moves were made
 * @param {Act} act
 */
export function sync(made, act) {
  clearTimeout(timer);
  if (waiting) hold(false);
  const undone = made < moves;
  moves = made;
  if (!settings.auto || undone || !onlyOne()) return;
  const [button] = open();
  hold(true);
  timer = setTimeout(() => {
    hold(false);
    if (button.isConnected && onlyOne()) act(button);
  }, PAUSE);
}
