// The pace of others' moves: for those who want it calm, each is to be seen before the next one comes.

import { settings } from "./settings.js";

/** @import { Live } from "./live.js" */
/** @import { LogMessage, PatchMessage } from "./types.d.ts" */

/** Milliseconds between two moves of others for those who want it calm. */
const CALM = 1600;

/** @type {(() => void)[]} */
const waiting = [];
/** When the next message may be taken up, by `performance.now`. */
let nextAt = 0;
let timer = 0;
/** Whether the patch that comes next shows a move of somebody else's. */
let ofOthers = false;

/**
 * The address of the stream, which tells the server how long its bots are to pause.
 * @param {string} url
 */
export function paced(url) {
  const address = new URL(url, location.href);
  address.searchParams.delete("pace");
  if (settings.bots === "instant") address.searchParams.set("pace", "instant");
  return address.href;
}

/**
 * Tells the server of another pace when the settings change.
 * @param {Live} live
 */
export function follow(live) {
  document.addEventListener("settings", () => {
    if (paced(live.url) === live.url) return;
    live.url = paced(live.url);
    live.open();
  });
}

function takeUp() {
  clearTimeout(timer);
  while (waiting.length) {
    const rest = settings.bots === "calm" && !document.hidden ? nextAt - performance.now() : 0;
    if (rest > 0) {
      timer = setTimeout(takeUp, rest);
      return;
    }
    waiting.shift()?.();
  }
}

/**
 * Lines of the log have come.
 * @param {LogMessage} message
 * @param {boolean} mine whether the move is the viewer's own
 * @param {(message: LogMessage) => void} take
 */
export function told(message, mine, take) {
  ofOthers = !mine && message.lines.some((line) => line.motions.length > 0);
  waiting.push(() => take(message));
  takeUp();
}

/**
 * A patch has come. One with the whole table stands for itself: what came before is part of it.
 * @param {PatchMessage} message
 * @param {(message: PatchMessage) => void} take
 */
export function patch(message, take) {
  if (message.full) waiting.length = nextAt = 0;
  const slow = ofOthers && !message.full;
  ofOthers = false;
  waiting.push(() => {
    take(message);
    if (slow) nextAt = performance.now() + CALM;
  });
  takeUp();
}
