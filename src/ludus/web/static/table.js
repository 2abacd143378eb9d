// The table page: connects the live stream to the board, the prompt and everything beside them.

import { byId, find, first, on, targetOf, toast, typing } from "./dom.js";
import * as about from "./about.js";
import * as aid from "./aid-dialog.js";
import * as automatic from "./automatic.js";
import * as choices from "./choices.js";
import { places } from "./choice-places.js";
import { zoomToChoices } from "./choice-zoom.js";
import * as clocks from "./clocks.js";
import * as coach from "./coach.js";
import * as covered from "./covered.js";
import * as following from "./following.js";
import * as gestures from "./gestures.js";
import * as hints from "./hints.js";
import * as history from "./history.js";
import * as lens from "./lens.js";
import * as lesson from "./lesson.js";
import { Live } from "./live.js";
import * as minimap from "./minimap.js";
import * as moments from "./moments.js";
import { patch } from "./morph.js";
import * as motion from "./motion.js";
import { completeAddresses, showTimes } from "./page.js";
import * as overlay from "./overlay.js";
import * as pace from "./pace.js";
import * as pages from "./pages.js";
import { followMover } from "./panels.js";
import * as panzoom from "./panzoom.js";
import * as recap from "./recap.js";
import * as result from "./result.js";
import * as rotation from "./rotation.js";
import * as scenes from "./scenes.js";
import { settings } from "./settings.js";
import * as side from "./side.js";
import * as sound from "./sound.js";

/** @import { Answer, GoneMessage, LogMessage, Motion, Part, PatchMessage } from "./types.d.ts" */

/** The parts that show one position; these are not patched while a past position is shown. */
const OF_THE_POSITION = new Set([
  "prompt", "choices", "gesture", "undo", "turn", "supply", "scene-tabs", "common", "offer", "kept", "scenes", "legend", "moment",
  "modes", "tracks", "tray", "description", "panels", "history", "result",
]);
const PARTS = [...OF_THE_POSITION].map((id) => `#${id}`).join(", ");

const body = document.body;
const url = body.dataset.url ?? "";
/** @type {Motion[]} */
let motions = [];
let myTurn = false;
/** @type {Live | null} */
let live = null;

/** The key of the session storage that tells the reloaded page of a lost seat. */
const UNSEATED = "ludus.unseated";
const seated = () => first("#panels .mine") !== null;

/** How long, in ms, a curtain stays closed at least: a second click or an Enter that was meant for
 * the move before must not open it. */
const CURTAIN_REST = 700;
let closedAt = 0;

// Patches ------------------------------------------------------------------------------------------

/**
 * The id of the part that an element belongs to.
 * @param {string} id
 */
function partOf(id) {
  const part = find(id)?.closest(PARTS);
  return part?.id ?? id;
}

/**
 * A visitor who has lost or got a seat sees another page, with other chat and notes: reloads it. The
 * reloaded page tells of a lost seat.
 * @param {boolean} had whether the visitor had a seat before
 */
function followSeat(had) {
  if (seated() === had) return;
  if (had) sessionStorage.setItem(UNSEATED, url);
  location.replace(url);
}

function tellUnseated() {
  if (sessionStorage.getItem(UNSEATED) !== url) return;
  sessionStorage.removeItem(UNSEATED);
  if (!seated()) {
    toast("You no longer have a seat here: the host has freed it, or you have moved it to another device.", "bad", true);
  }
}

/**
 * Puts parts on the page. True if they bring a new question.
 * @param {Part[]} parts
 */
function put(parts) {
  const focus = document.activeElement;
  const animate = motion.watch(settings.bots === "instant" ? [] : motions);
  const moved = motions;
  motions = [];
  const dice = new Set(document.querySelectorAll("#prompt .die"));
  const curtained = find("unveil") !== null;
  for (const { id, html } of parts) patch(id, html);
  scenes.sync();
  rotation.sync();
  const isNew = choices.sync();
  if (isNew) about.giveWay();
  gestures.sync();
  hints.sync();
  coach.sync();
  result.sync();
  side.offerUndo();
  followMover();
  pages.drawStrip();
  lens.sync();
  covered.sync();
  panzoom.keepClear();
  clocks.tick();
  showTimes();
  completeAddresses();
  moments.sync();
  following.sync();
  recap.sync();
  overlay.draw();
  lesson.sync();
  following.goAlong(moved);
  animate();
  if (![...document.querySelectorAll("#prompt .die")].every((die) => dice.has(die))) {
    motion.tumble(byId("prompt"));
  }
  keepFocus(focus);
  if (!curtained && find("unveil")) closedAt = performance.now();
  find("unveil")?.focus();
  return isNew;
}

/** @param {Element} element */
const canHaveFocus = (element) =>
  element.isConnected &&
  element.matches("button, a[href], input, select, textarea, summary, [tabindex]") &&
  element.checkVisibility();

/**
 * A choice that was made is gone, and the focus with it: moves the focus to the prompt.
 * @param {Element | null} before the element that had the focus
 */
function keepFocus(before) {
  if (!before || before === body || canHaveFocus(before)) return;
  const again = before.id ? find(before.id) : null;
  const next = again && canHaveFocus(again) ? again : byId("prompt");
  next.focus({ preventScroll: true });
}

/** @param {PatchMessage} message */
function onPatch({ position, title, turn, full, parts }) {
  history.setLength(position, turn);
  const had = seated();
  const shown = history.inPast() ? parts.filter(({ id }) => !OF_THE_POSITION.has(partOf(id))) : parts;
  const isNew = put(shown);
  followSeat(had);
  document.title = title;
  if (full) side.scrollToEnd();
  if (turn && !myTurn) {
    sound.play("turn");
    sound.notifyTurn(title);
  }
  // While others act the same question comes again, and the visitor may be looking elsewhere.
  if (turn && isNew && !history.inPast()) {
    showQuestion();
  }
  if (turn && !myTurn && !history.inPast()) recap.tell();
  setMyTurn(turn);
  if (!history.inPast()) automatic.sync(position, choices.submit);
}

/** Brings what can be chosen into sight. */
function showQuestion() {
  pages.showPlaces(places());
  scenes.showChoices();
  zoomToChoices();
}

/** @param {boolean} turn */
function setMyTurn(turn) {
  myTurn = turn;
  body.classList.toggle("js-my-turn", turn);
}

/**
 * A choice came too late. The position in its answer may be older than what the stream has brought
 * since, and must not replace it: the stream starts again with the whole table.
 * @param {Answer} answer
 */
function onStale(answer) {
  if (live) live.open();
  else if (answer.parts) onPatch(/** @type {PatchMessage} */ (answer));
}

/** @param {LogMessage} message */
function onTold({ lines }) {
  const added = side.addToLog(lines);
  pages.countLines(lines.length);
  if (history.inPast()) return;
  motions.push(...lines.flatMap((line) => line.motions));
  moments.follow(added);
}

/** @param {GoneMessage} message */
function onGone({ why }) {
  live?.end(`${why[0].toUpperCase()}${why.slice(1)}.`);
}

/**
 * @param {PatchMessage} position
 * @param {Motion[]} moved the way that pieces came there
 */
function showPast(position, moved) {
  motions = moved;
  put(position.parts);
}

/** The address of the present position, from the same side. */
const present = () => (body.dataset.as === undefined ? url : `${url}?as=${body.dataset.as}`);

// Keys ---------------------------------------------------------------------------------------------

/** @type {Record<string, string>} */
const BUTTONS = { u: "do-undo", U: "do-restart", r: "do-redo" };

/** Modules with keys, in the order in which they are asked: the result lies over moments. */
const KEYED = [rotation, about, lens, result, moments, coach, hints, gestures, choices, recap, pages, scenes, panzoom, history, lesson, side];

/** @param {KeyboardEvent} event */
function onKey(event) {
  const { key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || first("dialog[open]")) return;
  const target = targetOf(event);
  if (typing(event)) {
    if (key === "Escape" && target instanceof HTMLElement) target.blur();
    return;
  }
  if (!settings.keys && !["Escape", "Enter"].includes(key)) return;
  if (target.matches("input[type=range]") && key.startsWith("Arrow")) return;
  if (BUTTONS[key]) find(BUTTONS[key])?.click();
  else if (!KEYED.some((module) => module.onKey(event))) {
    if (key !== "?") return;
    aid.openAid();
  }
  event.preventDefault();
}

// Start --------------------------------------------------------------------------------------------

function start() {
  scenes.start();
  rotation.start();
  panzoom.start();
  choices.start(onStale);
  gestures.start();
  covered.sync();
  hints.start();
  side.start();
  pages.start();
  overlay.start();
  about.start();
  aid.start();
  moments.start();
  minimap.start();
  lens.start();
  followMover();
  clocks.start(Number(body.dataset.now));
  setMyTurn(first("#choices .choice-button") !== null);
  showQuestion();
  history.start(showPast, () => (live ? live.open() : location.assign(present())));
  document.addEventListener("keydown", onKey);
  result.start(history.replay);
  tellUnseated();
  following.sync();
  recap.start();
  lesson.start();
  coach.start();
  if (!history.inPast()) automatic.sync(history.movesMade(), choices.submit);
  find("unveil")?.focus();
  on("click", "#unveil", (event) => {
    if (closedAt && performance.now() - closedAt < CURTAIN_REST) event.preventDefault();
  });
  if (!body.dataset.stream) return;
  live = new Live(pace.paced(body.dataset.stream), {
    told: (/** @type {LogMessage} */ message) => pace.told(message, myTurn, onTold),
    patch: (/** @type {PatchMessage} */ message) => pace.patch(message, onPatch),
    clock: clocks.update,
    chat: ({ lines }) => side.addToChat(lines),
    gone: onGone,
  });
  pace.follow(live);
}

start();
