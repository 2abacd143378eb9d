// What has one way only is done by the page itself, if the player's settings say so: a roll that must
// be rolled, a step with a single option. What was taken back is not done again.

import { all, byId, find, first } from "./dom.js";
import { buttons } from "./choice-places.js";
import { inPast } from "./history.js";
import { settings } from "./settings.js";

/** @import { Act } from "./types.d.ts" */

/** How long, in ms, the only option is to be seen before it is taken. */
const PAUSE = 700;
/** How long it waits where it ends what the player can still take back. */
const LAST_LOOK = 4000;

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

/** Nothing is done by the page for now. */
function stop() {
  clearTimeout(timer);
  for (const touched of ["pointerdown", "keydown"]) document.removeEventListener(touched, stop, true);
  if (waiting) hold(false);
  for (const button of all(".js-closing")) button.classList.remove("js-closing");
}

/**
 * Whoever does anything meanwhile goes on by hand.
 * @param {Element} button
 */
function linger(button) {
  button.classList.add("js-closing");
  for (const touched of ["pointerdown", "keydown"]) {
    document.addEventListener(touched, stop, { capture: true, once: true });
  }
}

/**
 * To be called after every patch.
 * @param {number} made how many moves were made
 * @param {Act} act
 */
export function sync(made, act) {
  stop();
  const undone = made < moves;
  moves = made;
  if (!settings.auto || undone || !onlyOne()) return;
  const [button] = open();
  // While there is something to take back, the button stays in the player's hand, and shows the time.
  const lingers = button.matches(".closes") && find("do-undo") !== null;
  if (lingers) linger(button);
  else hold(true);
  timer = setTimeout(() => {
    stop();
    if (button.isConnected && onlyOne()) act(button);
  }, lingers ? LAST_LOOK : PAUSE);
}
