// Going through the moves of a game, by slider, keys and log lines. Past positions are fetched one
// by one; on the way back to the present the live stream is asked for the whole table again.

import { all, byId, closest, find, get, on, toast } from "./dom.js";
import { animated } from "./settings.js";

/** @import { PatchMessage } from "./types.d.ts" */

/** Milliseconds between two moves while the game is played back. */
const PLAY_INTERVAL = 900;

/** @type {(position: PatchMessage) => void} */
let showPosition = () => {};
let showPresent = () => {};
/**
 * The position that is to be shown next, until it is.
 * @type {number | null}
 */
let wanted = null;
let fetching = false;
let playTimer = 0;
let past = false;
let length = 0;

/** How many moves were made. */
export const movesMade = () => length;

/** Whether a past position is shown. */
export const inPast = () => past;

const slider = () => byId("history-slider", HTMLInputElement);

/** What the page says of the position shown: `at`, `length` and whether it is `live`. */
const where = () => byId("history-where").dataset;

const position = () => wanted ?? Number(where().at);

/**
 * To be called when the game has grown, or shrunk by undo.
 * @param {number} moves
 */
export function setLength(moves) {
  length = moves;
  if (!past) return;
  where().length = String(moves);
  slider().max = String(moves);
}

/**
 * Shows the position after so many moves; the last one is the live game.
 * @param {number} at
 */
export async function go(at) {
  const target = Math.min(Math.max(0, at), length);
  if (target === length) {
    goLive();
    return;
  }
  past = true;
  document.body.classList.add("js-past");
  wanted = target;
  mark(target);
  if (!fetching) await fetchWanted();
}

/** While one answer is on its way the slider may move on; only the latest position is fetched. */
async function fetchWanted() {
  fetching = true;
  while (wanted !== null && past) {
    const asked = wanted;
    const { url, as } = document.body.dataset;
    const viewpoint = as === undefined ? "" : `?as=${as}`;
    /** @type {PatchMessage | null} */
    const answer = await get(`${url}/history/${asked}${viewpoint}`);
    if (!inPast()) break;
    if (!answer) {
      toast("That position could not be loaded.", "bad");
      wanted = null;
      break;
    }
    showPosition(answer);
    slider().value = String(asked);
    if (wanted === asked) wanted = null;
  }
  fetching = false;
}

export function goLive() {
  stop();
  wanted = null;
  if (!past) return;
  past = false;
  document.body.classList.remove("js-past");
  mark(length);
  showPresent();
}

/**
 * Marks the line of a position in the log.
 * @param {number} at
 */
function mark(at) {
  slider().value = String(at);
  for (const line of all("#log .js-here")) line.classList.remove("js-here");
  if (at < length) {
    const lines = all("#log .line").filter((line) => Number(line.dataset.number) <= at);
    lines.at(-1)?.classList.add("js-here");
    lines.at(-1)?.scrollIntoView({ block: "nearest" });
  }
}

function stop() {
  clearInterval(playTimer);
  playTimer = 0;
  byId("history").classList.remove("js-playing");
}

/** Plays the game back move by move, or stops that. */
function togglePlay() {
  if (playTimer) {
    stop();
    return;
  }
  if (position() >= length) go(0);
  byId("history").classList.add("js-playing");
  playTimer = setInterval(() => {
    if (position() + 1 >= length) goLive();
    else go(position() + 1);
  }, animated() ? PLAY_INTERVAL : PLAY_INTERVAL * 1.5);
}

/** Plays the game back from its first move. */
export function replay() {
  stop();
  go(0);
  togglePlay();
}

/** @type {Record<string, () => void>} */
const STEPS = {
  first: () => go(0),
  back: () => go(position() - 1),
  forward: () => go(position() + 1),
  last: () => goLive(),
};

/** @param {string} name a key of STEPS, or `play` */
function step(name) {
  if (name === "play") togglePlay();
  else {
    stop();
    STEPS[name]();
  }
}

/** @type {Record<string, string>} */
const KEYS = {
  ArrowLeft: "back",
  ArrowRight: "forward",
  Home: "first",
  End: "last",
  " ": "play",
};

/**
 * Keys for going through the game. True if the key was one.
 * @param {KeyboardEvent} event
 */
export function onKey(event) {
  const name = !event.shiftKey && KEYS[event.key];
  if (!name || closest(event, "button, summary, a, [role=tab]")) return false;
  // During a game, a press of the space bar is not meant to play it back from its first move.
  const over = find("result")?.classList.contains("result");
  if (name === "play" && !playTimer && !past && !over) return false;
  step(name);
  return true;
}

/**
 * @param {(position: PatchMessage) => void} show puts a past position on the page
 * @param {() => void} showLive brings back the present one
 */
export function start(show, showLive) {
  showPosition = show;
  showPresent = showLive;
  length = Number(where().length);
  past = where().live === "no";
  document.body.classList.toggle("js-past", past);
  on("click", "[data-step]", (_event, button) => step(button.dataset.step ?? ""));
  on("input", "#history-slider", () => {
    stop();
    go(Number(slider().value));
  });
  on("click", "#log .line", (event, line) => {
    if (!closest(event, "a, button") && !getSelection()?.toString()) {
      go(Number(line.dataset.number));
    }
  });
}
