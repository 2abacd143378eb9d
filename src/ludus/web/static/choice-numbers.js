// Choosing by number: the numbers beside the places, shown to those who play by keys, and what is
// typed.

import { all, create, find } from "./dom.js";
import { buttons, optionsAt, placeOf, places } from "./choice-places.js";
import { show } from "./choice-tip.js";
import { reveal } from "./choice-zoom.js";
import { shownViews } from "./panzoom.js";

/** @import { Act } from "./types.d.ts" */

/** How long, in ms, to wait for another digit. */
const WAIT_FOR_DIGIT = 700;
/** How long, in ms, an Enter after a number that was acted on at once still belongs to it. */
const ENTER_AFTER = 700;

/** The digits that were typed so far. */
let digits = "";
let timer = 0;
/** When a number was acted on without an Enter. */
let finished = -ENTER_AFTER;

/** Whether a number is being typed. */
export const typingNumber = () => digits !== "";

/**
 * Whether a key is the Enter of a number that has been acted on: it must not answer what comes next.
 * @param {string} key
 */
export function endsNumber(key) {
  const soon = performance.now() - finished < ENTER_AFTER;
  // Any other key begins something else.
  finished = -ENTER_AFTER;
  return soon && key === "Enter";
}

/** Forgets the digits that were typed. */
export function dropNumber() {
  digits = "";
  clearTimeout(timer);
}

/**
 * The choice with a number. Choices without a place come first in the bar, whatever their numbers.
 * @param {string} number
 */
const numbered = (number) => buttons().find((button) => button.dataset.number === number);

/**
 * A digit was typed: shows the choice at once, and makes it when no longer number can be meant.
 * @param {string} digit
 * @param {Act} act
 */
export function typeDigit(digit, act) {
  clearTimeout(timer);
  const count = buttons().length;
  digits = Number(digits + digit) <= count ? digits + digit : digit;
  const button = numbered(digits);
  document.body.classList.add("js-keys");
  if (!button) {
    digits = "";
    return;
  }
  reveal(button);
  show([button], find(placeOf(button) ?? "") ?? button);
  if (Number(digits) * 10 > count) {
    finishNumber(act);
    finished = performance.now();
  } else timer = setTimeout(() => finishNumber(act), WAIT_FOR_DIGIT);
}

/**
 * Makes the choice whose number was typed.
 * @param {Act} act
 */
export function finishNumber(act) {
  const button = numbered(digits);
  dropNumber();
  if (button) act(button);
}

/** Draws the numbers beside the places and on the cards, if the visitor plays by keys. */
export function drawNumbers() {
  for (const old of all(".number-marks")) old.remove();
  for (const card of all("[data-number].card-face")) delete card.dataset.number;
  if (!document.body.classList.contains("js-keys")) return;
  for (const card of all(".card-face.choice")) {
    const numbers = optionsAt(card.id).map((button) => button.dataset.number);
    if (numbers.length) card.dataset.number = numbers.join(" ");
  }
  for (const view of shownViews()) {
    const layer = create("div", "number-marks");
    layer.setAttribute("aria-hidden", "true");
    view.scene.append(layer);
  }
  placeNumbers();
}

/** Moves the numbers to where the places are now. */
export function placeNumbers() {
  for (const layer of all(".number-marks")) {
    const room = layer.getBoundingClientRect();
    layer.replaceChildren();
    for (const place of places()) {
      const element = find(place);
      // A picture may have drawn the number itself.
      if (!element || element.matches(".numbered") || !layer.parentElement?.contains(element)) continue;
      const box = element.getBoundingClientRect();
      if (!box.width) continue;
      const numbers = optionsAt(place).map((button) => button.dataset.number);
      const mark = create("kbd", "", numbers.join(" "));
      mark.style.left = `${box.right - room.left - 6}px`;
      mark.style.top = `${box.top - room.top - 6}px`;
      layer.append(mark);
    }
  }
}

/**
 * Shows the numbers to a visitor who plays by keys, hides them from one who uses a pointer.
 * @param {boolean} keys
 */
export function setKeys(keys) {
  if (document.body.classList.contains("js-keys") === keys) return;
  document.body.classList.toggle("js-keys", keys);
  drawNumbers();
}
