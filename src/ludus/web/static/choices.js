// Making a choice by mouse, touch or keys. Every choice is a button in #choices; those with a place
// on the board can be made there too.

import { close as closeAbout, explain, wasLongPress } from "./about.js";
import { byId, closest, on, post, targetOf, toastError } from "./dom.js";
import * as bar from "./choice-bar.js";
import { closeList, listOpen, openList, start as startList, toggleList } from "./choice-list.js";
import { askToConfirm, dismiss, hideUnlessPicked, menuOpen, openMenu, pickedOption } from "./choice-menu.js";
import * as numbers from "./choice-numbers.js";
import {
  buttons, elementOf, optionsAt, optionsUnder, placeAt, placeNear, readPlaces,
} from "./choice-places.js";
import { hide, show, shownOptions } from "./choice-tip.js";
import * as coach from "./coach.js";
import { allows, refused } from "./lesson.js";
import * as modes from "./modes.js";
import { closeTold } from "./moments.js";
import { goNearer, viewOf } from "./panzoom.js";
import { settings } from "./settings.js";
import * as sound from "./sound.js";

/** @import { Answer } from "./types.d.ts" */

/** The kind of the pointer that was used last. */
let pointer = "mouse";
/** The open decision and its options. */
let question = "";
/** @type {(answer: Answer) => void} */
let onStale = () => {};

// After every patch --------------------------------------------------------------------------------

function readQuestion() {
  const { seat, decision } = byId("choices").dataset;
  return [seat, decision, ...buttons().map((button) => button.value)].join("\n");
}

/** Reads the choices; to be called after every patch. True for a new question. */
export function sync() {
  modes.sync();
  readPlaces();
  byId("sheet").classList.toggle("js-places", buttons().some(({ dataset }) => dataset.places !== undefined));
  const now = readQuestion();
  const isNew = now !== question;
  if (isNew) {
    question = now;
    // Digits that were typed for the last question do not count for this one.
    numbers.dropNumber();
    dismiss();
    closeList();
    setBusy(false);
  } else keepOpen();
  numbers.drawNumbers();
  return isNew;
}

/** For the same question, what was open stays open. */
function keepOpen() {
  const picked = pickedOption();
  const mentioned = picked ? [...shownOptions(), picked] : shownOptions();
  if (mentioned.some((button) => !button.isConnected)) dismiss();
  if (listOpen()) openList();
}

// Sending a choice ---------------------------------------------------------------------------------

/** @param {boolean} busy whether an answer is awaited */
function setBusy(busy) {
  byId("choices").classList.toggle("js-busy", busy);
  byId("stage").classList.toggle("js-busy", busy);
}

/** @param {HTMLButtonElement} button */
export async function submit(button) {
  const form = byId("choices");
  if (!button.isConnected || !allows(button)) return;
  await send(form.getAttribute("action") ?? "", {
    seat: Number(form.dataset.seat),
    decision: Number(form.dataset.decision),
    action: button.value,
  });
}

/**
 * Sends what answers the open decision, once. Null if that failed, if another answer is on its way, or
 * if the coach asks to look again.
 * @param {string} url
 * @param {object} fields
 * @param {boolean} sure whether the player has looked again
 * @returns {Promise<Answer | null>}
 */
export async function send(url, fields, sure = false) {
  if (byId("choices").classList.contains("js-busy")) return null;
  dismiss();
  closeTold();
  setBusy(true);
  if (!sure && !(await coach.lets(fields, () => send(url, fields, true)))) {
    setBusy(false);
    return null;
  }
  const outcome = await post(url, fields);
  if (outcome.ok) return outcome.data;
  setBusy(false);
  sound.play("error");
  if (!refused(outcome.data.error ?? "")) toastError(outcome);
  if (outcome.status === 409) onStale(outcome.data);
  return null;
}

// On the board -------------------------------------------------------------------------------------

/**
 * A card outside of the board can be a place too.
 * @param {MouseEvent} event
 */
function onCardClick(event) {
  const card = closest(event, "[data-card]");
  if (!card || wasLongPress() || event.detail > 1) return;
  const place = placeAt(card);
  if (place) choose(place, optionsAt(place));
  else explain(card);
}

/**
 * Chooses at a place: at once, after a question, or from a menu.
 * @param {string} place
 * @param {HTMLButtonElement[]} options
 */
function choose(place, options) {
  const [option, ...others] = options;
  closeAbout();
  if (others.length) openMenu(options, place, submit);
  else if (needsConfirming(option)) askToConfirm(option, place, submit);
  else submit(option);
}

/** @param {MouseEvent} event */
function onClick(event) {
  const scene = closest(event, ".scene");
  const { clientX: x, clientY: y } = event;
  // The second half of a double click is not meant for what the first one opened.
  if (!scene || wasLongPress()) return;
  if (viewOf(scene)?.dragged || (event.detail > 1 && !pickedOption())) return;
  if (closest(event, "[data-turns]")) return;
  if (buttons().length && goNearer(scene, x, y)) return;
  const place = placeAt(targetOf(event)) ?? placeNear(scene, x, y, pointer);
  if (!place) {
    dismiss();
    explain(closest(event, "[id]"));
    return;
  }
  const options = optionsAt(place);
  choose(place, options.length > 1 ? optionsUnder(place, x, y) : options);
}

/** @param {HTMLButtonElement} button */
const needsConfirming = (button) =>
  (settings.confirm || pointer === "touch") && pickedOption() !== button;

/** @param {Event} event */
function showOptionsAt(event) {
  const place = placeAt(targetOf(event));
  if (place) show(optionsAt(place), elementOf(place));
  return place !== null;
}

function startBoard() {
  const stage = byId("stage");
  stage.addEventListener("click", onClick);
  on("click", "[data-scene]", dismiss);
  for (const id of ["common", "offer", "tray", "kept"]) startCards(byId(id));
  stage.addEventListener("viewmoved", () => {
    numbers.placeNumbers();
    hideUnlessPicked();
  });
  stage.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse" || pickedOption()) return;
    if (!showOptionsAt(event) && shownOptions().length) hide();
  });
  stage.addEventListener("pointerleave", hideUnlessPicked);
  stage.addEventListener("focusin", (event) => {
    const target = targetOf(event);
    if (!target.matches(":focus-visible")) return;
    if (target.closest(".world")) showOptionsAt(event);
  });
}

/** @param {HTMLElement} zone */
function startCards(zone) {
  zone.addEventListener("click", onCardClick);
  zone.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse" || pickedOption()) return;
    if (!showOptionsAt(event) && shownOptions().length) hide();
  });
  zone.addEventListener("pointerleave", hideUnlessPicked);
  zone.addEventListener("focusin", (event) => {
    if (targetOf(event).matches(":focus-visible")) showOptionsAt(event);
  });
  zone.addEventListener("focusout", hideUnlessPicked);
}

// Keys ---------------------------------------------------------------------------------------------

function confirmPicked() {
  const option = pickedOption();
  if (option) submit(option);
}

/** @param {string} key */
const isDigit = (key) => /^[0-9]$/.test(key);

/** Closes what is open. True if anything was. */
function escape() {
  numbers.dropNumber();
  const open = listOpen() || menuOpen() || pickedOption() !== null || shownOptions().length > 0;
  dismiss();
  closeList();
  return open;
}

/**
 * Chooses the place that has the focus. True if it can be chosen.
 * @param {Event} event
 */
function chooseFocused(event) {
  const place = closest(event, ".world, [data-card]") && placeAt(targetOf(event));
  if (!place) return false;
  const options = optionsAt(place);
  if (options.length > 1) openMenu(options, place, submit);
  else submit(options[0]);
  return true;
}

/**
 * Keys for choices. True if the key was one.
 * @param {KeyboardEvent} event
 */
export function onKey(event) {
  const { key } = event;
  if (numbers.endsNumber(key) || modes.onKey(event)) return true;
  if (isDigit(key) && (numbers.typingNumber() || key !== "0") && buttons().length) {
    numbers.typeDigit(key, submit);
  } else if (key === "Enter" && numbers.typingNumber()) numbers.finishNumber(submit);
  else if (key === "Enter" && pickedOption() && !closest(event, "button, a, summary")) confirmPicked();
  else if (key === "k" || key === "K") toggleList();
  else if (key === "Escape") return escape();
  else if (key === "Enter" || key === " ") return chooseFocused(event);
  else return false;
  return true;
}

/** @param {(answer: Answer) => void} whenStale called when a choice came too late */
export function start(whenStale) {
  startList();
  onStale = whenStale;
  document.addEventListener("pointerdown", (event) => {
    pointer = event.pointerType;
    numbers.setKeys(false);
  }, true);
  document.addEventListener("keydown", ({ key }) => {
    if (["Tab", "k", "K"].includes(key) || isDigit(key)) numbers.setKeys(true);
  }, true);
  modes.start(() => {
    dismiss();
    readPlaces();
    numbers.drawNumbers();
  });
  startBoard();
  bar.start(submit);
  sync();
}
