// Going through the moves of a game, by slider, keys and log lines. Past positions are fetched one
// by one; on the way back to the present the live stream is asked for the whole table again.

import { all, byId, closest, find, get, on, toast } from "./dom.js";
import { loadLater, markLine } from "./history-log.js";
import { motionsOf } from "./motion.js";
import { animated } from "./settings.js";
import * as points from "./turning-points.js";

/** @import { Motion, PatchMessage } from "./types.d.ts" */

/** Milliseconds between two steps while the game is played back; longer where nothing moves. */
const PLAY_INTERVAL = 900;
const STILL_INTERVAL = 1350, SPEEDS = [1, 2, 4];
/** Draws the curve. Loaded with the first look at the past: a first visit is to be small. */
const curve = () => import("./history-curve.js");

/** @type {(position: PatchMessage, moved: Motion[]) => void} */
let showPosition = () => {};
let showPresent = () => {};
/**
 * The position that is to be shown next, until it is.
 * @type {number | null}
 */
let wanted = null;
let fetching = false;
/** Whether the game is played back. */
let playing = false;
let playTimer = 0;
let speed = SPEEDS[0];
let past = false;
let length = 0;
/** What one step goes by: `move`, `turn` or `point`. */
let unit = "move";

/** How many moves were made. */
export const movesMade = () => length;

/** Whether a past position is shown. */
export const inPast = () => past;

const slider = () => byId("history-slider", HTMLInputElement);

/** What the page says of the position shown: `at`, `length` and whether it is `live`. */
const where = () => byId("history-where").dataset;

const position = () => wanted ?? (past ? Number(where().at) : length);

/**
 * To be called when the game has grown, or shrunk by undo.
 * @param {number} moves
 * @param {boolean} turn whether the viewer has to choose
 */
export function setLength(moves, turn) {
  length = moves;
  slider().max = String(moves);
  // A patch leaves a slider that has the focus where it is.
  if (!past) slider().value = String(moves);
  if (!past) return;
  where().length = String(moves);
  const told = all("#history-where, .past-move, #past-side h2 small");
  for (const each of told) each.textContent = each.textContent.replace(/of \d+/, `of ${moves}`);
  const waits = find("turn-waits");
  if (waits) waits.hidden = !waits.classList.toggle("waits", turn);
  mark(position());
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
    // Pieces glide where one step leads from the position on the board to this one.
    const isNext = Number(where().at) + 1 === asked;
    const lines = isNext ? all(`#log .line[data-number="${asked}"]`) : [];
    showPosition(answer, lines.flatMap((line) => motionsOf(line.dataset.motions)));
    slider().value = String(asked);
    curve().then(({ tell }) => tell(asked, length, points.list()));
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

/** @param {number} at */
function mark(at) {
  slider().value = String(at);
  markLine(at, at < length);
}

// Steps --------------------------------------------------------------------------------------------

/** The positions that a step of the present unit can go to. */
function stops() {
  if (unit === "point") return points.numbers();
  return all("#log .line.opens").map((line) => Number(line.dataset.number));
}

/**
 * The position one step on, or one back.
 * @param {number} direction 1 or -1
 */
function next(direction) {
  const now = position();
  if (unit === "move") return now + direction;
  const ahead = stops().filter((each) => (each - now) * direction > 0);
  if (!ahead.length) return direction > 0 ? length : 0;
  return direction > 0 ? Math.min(...ahead) : Math.max(...ahead);
}

function stop() {
  clearTimeout(playTimer);
  playing = false;
  byId("history").classList.remove("js-playing");
}

/** Waits, shows the next position, and so on to the present. */
function playOn() {
  playTimer = setTimeout(async () => {
    await go(unit === "turn" ? next(1) : position() + 1);
    if (playing) playOn();
  }, (animated() ? PLAY_INTERVAL : STILL_INTERVAL) / speed);
}

/** Plays the game back, or stops that. At the present there is nothing to come: it starts anew. */
function togglePlay() {
  if (playing) {
    stop();
    return;
  }
  if (!length) return;
  if (position() >= length) go(0);
  playing = true;
  byId("history").classList.add("js-playing");
  playOn();
}

/** Plays the game back from its first move. */
export function replay() {
  stop();
  go(0);
  togglePlay();
}

/** To the next turning point; after the last one, to the first. */
function nextPoint() {
  const numbers = points.numbers();
  go(numbers.find((number) => number > position()) ?? numbers[0]);
}

/** @type {Record<string, () => void>} */
const STEPS = {
  first: () => go(0),
  back: () => go(next(-1)),
  forward: () => go(next(1)),
  last: () => goLive(),
  point: nextPoint,
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
  Escape: "last",
  t: "point",
  T: "point",
  " ": "play",
};

/**
 * Keys for going through the game. True if the key was one.
 * @param {KeyboardEvent} event
 */
export function onKey(event) {
  const name = !event.shiftKey && KEYS[event.key];
  if (!name) return false;
  if (event.key === "Escape" && !past) return false;
  if (event.key !== "Escape" && closest(event, "button, summary, a, [role=tab]")) return false;
  if (name === "point" && !points.numbers().length) return false;
  // During a game, a press of the space bar is not meant to play it back from its first move.
  if (name === "play" && !playing && !past && where().over !== "yes") return false;
  step(name);
  return true;
}

// Units, speed, address ----------------------------------------------------------------------------

/** @param {string} key */
function setUnit(key) {
  unit = key;
  for (const button of all("#history-units [data-unit]")) {
    button.setAttribute("aria-pressed", String(button.dataset.unit === key));
  }
}

function nextSpeed() {
  speed = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length];
  const button = byId("history-speed");
  button.textContent = `${speed}\u00d7`;
  button.setAttribute("aria-label", `Speed ${speed}\u00d7`);
}

/** @param {HTMLElement} button */
async function share(button) {
  const address = new URL(button.dataset.share ?? "", location.href);
  if (position() < length) address.searchParams.set("at", String(position()));
  try {
    await navigator.clipboard.writeText(address.href);
    toast("The address of this position is copied.");
  } catch {
    toast(address.href, "", true);
  }
}

/** A page that was opened in the past has the log up to there. */
async function openPast() {
  mark(position());
  await loadLater(position());
  if (past) mark(position());
  await (await curve()).tell(position(), length, points.list());
}

/**
 * @param {(position: PatchMessage, moved: Motion[]) => void} show puts a past position on the page
 * @param {() => void} showLive brings back the present one
 */
export function start(show, showLive) {
  showPosition = show;
  showPresent = showLive;
  length = Number(where().length);
  past = where().live === "no";
  document.body.classList.toggle("js-past", past);
  if (past) openPast();
  on("click", "[data-step]", (event, button) => {
    event.preventDefault();
    step(button.dataset.step ?? "");
  });
  on("click", ".past-point", (_event, row) => go(Number(row.dataset.number)));
  on("click", "[data-unit]", (_event, button) => setUnit(button.dataset.unit ?? "move"));
  on("click", "#history-speed", nextSpeed);
  on("click", "[data-share]", (_event, button) => share(button));
  on("input", "#history-slider", () => {
    stop();
    go(Number(slider().value));
  });
  on("click", "#log .line", (event, line) => {
    if (!closest(event, "a, button") && !getSelection()?.toString()) {
      go(Number(line.dataset.number));
    }
  });
  // The end of a game looks for its turning points itself.
  if (past && where().over === "yes") points.load().then(async () => (await curve()).tell(position(), length, points.list()));
}
