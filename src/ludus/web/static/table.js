// The table page: ties the live stream to the board, the prompt and everything beside them.

import { byId, on, toast, typing } from "./dom.js";
import * as choices from "./choices.js";
import * as clocks from "./clocks.js";
import * as history from "./history.js";
import * as hints from "./hints.js";
import { Live } from "./live.js";
import { patch } from "./morph.js";
import * as motion from "./motion.js";
import { tellTimes } from "./page.js";
import * as panzoom from "./panzoom.js";
import * as scenes from "./scenes.js";
import { settings } from "./settings.js";
import * as side from "./side.js";
import * as sound from "./sound.js";
import * as turns from "./turns.js";

/** What shows one position; these wait while somebody looks at the past. */
const OF_THE_POSITION = new Set([
  "prompt", "choices", "undo", "scenes", "description", "panels", "history", "result",
]);

const body = document.body;
let motions = [];
let myTurn = false;
let live = null;

/** Where the next page finds that a seat was lost. */
const UNSEATED = "ludus.unseated";
const seated = () => document.querySelector("#panels .mine") !== null;

/** So long, in ms, a curtain that has just fallen stays down: a second click or an Enter that was
 * meant for the move before must not lift it. */
const CURTAIN_REST = 700;
let fallen = 0;

// Patches ------------------------------------------------------------------------------------------

function topLevel(id) {
  const element = byId(id);
  return element?.closest("#scenes, #panels, #choices, #undo, #history, #prompt, #result")?.id ?? id;
}

/** Somebody whose seat was taken away, or who has just got one, sees another page: other talk, notes
 * or none. It is fetched anew; who lost a seat is told so there. */
function followSeat(had) {
  const has = seated();
  if (has === had) return;
  if (had) sessionStorage.setItem(UNSEATED, body.dataset.url);
  location.replace(body.dataset.url);
}

function tellUnseated() {
  if (sessionStorage.getItem(UNSEATED) !== body.dataset.url) return;
  sessionStorage.removeItem(UNSEATED);
  if (!seated()) {
    toast("You have no seat here any more: the host has freed it, or it was carried to another device.", "bad", true);
  }
}

function put(parts) {
  const focus = document.activeElement;
  const land = motion.watch(motions);
  motions = [];
  const dice = new Set(document.querySelectorAll("#prompt .die"));
  const veiled = Boolean(byId("unveil"));
  for (const { id, html } of parts) patch(id, html);
  scenes.sync();
  turns.sync();
  const anew = choices.sync();
  hints.sync();
  side.offerUndo();
  side.followMover();
  clocks.tick();
  tellTimes();
  land();
  if (![...document.querySelectorAll("#prompt .die")].every((die) => dice.has(die))) {
    motion.tumble(byId("prompt"));
  }
  keepFocus(focus);
  if (!veiled && byId("unveil")) fallen = performance.now();
  byId("unveil")?.focus();
  return anew;
}

const canHaveFocus = (element) =>
  element.isConnected &&
  element.matches("button, a[href], input, select, textarea, summary, [tabindex]") &&
  element.checkVisibility();

/** A choice that was made is gone, and the focus with it: it goes on to the prompt. */
function keepFocus(before) {
  if (!before || before === body || canHaveFocus(before)) return;
  const again = before.id && byId(before.id);
  const next = again && canHaveFocus(again) ? again : byId("prompt");
  next.focus({ preventScroll: true });
}

function onPatch(data) {
  history.grow(data.position);
  const parts = history.inPast() ? data.parts.filter(({ id }) => !OF_THE_POSITION.has(topLevel(id))) : data.parts;
  const had = seated();
  const anew = put(parts);
  followSeat(had);
  document.title = data.title;
  if (data.full) side.settle();
  if (data.turn && !myTurn) {
    sound.play("turn");
    tellTurn(data.title);
  }
  // While others act the same question comes again, and the visitor may be looking elsewhere.
  if (data.turn && anew && !history.inPast()) {
    scenes.showChoices();
    choices.comeNear();
  }
  myTurn = data.turn;
  body.classList.toggle("js-my-turn", myTurn);
}

function tellTurn(title) {
  if (!document.hidden || !settings.notify || Notification?.permission !== "granted") return;
  const notice = new Notification("Your turn", { body: title, tag: body.dataset.url });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}

/** A choice came too late. What it was answered with may be older than what the stream has brought
 * since, and must not be put over it: the stream begins again with the whole table. */
function lookAgain(data) {
  if (live) live.open();
  else if (data.parts) onPatch(data);
}

function showPast(data) {
  put(data.parts);
}

// Keys ---------------------------------------------------------------------------------------------

const BUTTONS = { u: "do-undo", U: "do-restart", r: "do-redo" };

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (typing(event)) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  if (!settings.keys && !["Escape", "Enter"].includes(event.key)) return;
  if (event.target.matches?.("input[type=range]") && event.key.startsWith("Arrow")) return;
  if (event.key === "?") byId("keys").showModal();
  else if (BUTTONS[event.key]) byId(BUTTONS[event.key])?.click();
  else if (
    !turns.onKey(event) && !hints.onKey(event) && !choices.onKey(event) && !scenes.onKey(event) &&
    !panzoom.onKey(event) &&
    !history.onKey(event) && !side.onKey(event)
  ) return;
  event.preventDefault();
}

// Start --------------------------------------------------------------------------------------------

function begin() {
  scenes.start();
  turns.start();
  panzoom.start();
  choices.start(lookAgain);
  hints.start();
  side.start();
  clocks.start(Number(body.dataset.now));
  myTurn = Boolean(document.querySelector("#choices .choice-button"));
  body.classList.toggle("js-my-turn", myTurn);
  scenes.showChoices();
  choices.comeNear();
  history.start(showPast, () => (live ? live.open() : location.assign(body.dataset.url)));
  document.addEventListener("keydown", onKey);
  on("click", "[data-folds]", (_event, button) => byId(button.dataset.folds).classList.add("js-folded"));
  tellUnseated();
  byId("unveil")?.focus();
  on("click", "#unveil", (event) => {
    if (fallen && performance.now() - fallen < CURTAIN_REST) event.preventDefault();
  });
  if (!body.dataset.stream) return;
  live = new Live(body.dataset.stream, {
    told: ({ lines }) => {
      side.tell(lines);
      if (!history.inPast()) motions.push(...lines.flatMap((line) => line.motions));
    },
    patch: onPatch,
    clock: clocks.update,
    chat: ({ lines }) => side.say(lines),
    gone: ({ why }) => live.end(`${why[0].toUpperCase()}${why.slice(1)}.`),
  });
}

begin();
