// The buttons of the choices in the bar.

import { byId, closest, targetOf } from "./dom.js";
import { toggleList } from "./choice-list.js";
import { askToConfirm, hideUnlessPicked } from "./choice-menu.js";
import { placeOf } from "./choice-places.js";
import { show } from "./choice-tip.js";
import { reveal } from "./choice-zoom.js";

/** @import { Act } from "./types.d.ts" */

/** How long, in ms, a finger rests on a button until the button is described instead of pressed. */
const LONG_PRESS = 450;

/** Whether the last press was a long one. */
let longPressed = false;

/**
 * The choice that an event happened at.
 * @param {Event} event
 */
const buttonAt = (event) =>
  /** @type {HTMLButtonElement | null} */ (closest(event, ".choice-button"));

/**
 * Shows what a button in the bar does.
 * @param {Event} event
 */
function preview(event) {
  const button = buttonAt(event);
  if (!button) return;
  reveal(button);
  // A choice in the open list has its hint beside it, and some have none: no tip for those.
  const silent = button.closest("#choice-list") || !button.querySelector(".choice-hint");
  show([button], silent ? null : button);
}

/** @param {Act} submit */
export function start(submit) {
  const bar = byId("bar");
  bar.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse") preview(event);
  });
  bar.addEventListener("pointerout", hideUnlessPicked);
  bar.addEventListener("focusin", (event) => {
    if (targetOf(event).matches(":focus-visible")) preview(event);
  });
  bar.addEventListener("focusout", hideUnlessPicked);
  bar.addEventListener("click", (event) => {
    if (event.detail > 1 || (longPressed && event.detail)) event.preventDefault();
    else if (closest(event, "[data-toggles=choice-list]")) toggleList();
  });
  bar.addEventListener("submit", (event) => {
    if (targetOf(event).id !== "choices") return;
    event.preventDefault();
    if (event.submitter instanceof HTMLButtonElement) submit(event.submitter);
  });
  startLongPress(bar, submit);
}

/**
 * A finger that rests on a button asks what it does; lifting it then does not press the button.
 * @param {HTMLElement} bar
 * @param {Act} submit
 */
function startLongPress(bar, submit) {
  let timer = 0;
  bar.addEventListener("pointerdown", (event) => {
    const button = buttonAt(event);
    longPressed = false;
    clearTimeout(timer);
    if (!button || button.closest("#choice-list") || event.pointerType === "mouse") return;
    timer = setTimeout(() => {
      if (!button.isConnected) return;
      longPressed = true;
      reveal(button);
      askToConfirm(button, placeOf(button), submit);
    }, LONG_PRESS);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
    bar.addEventListener(end, () => clearTimeout(timer));
  }
  bar.addEventListener("contextmenu", (event) => longPressed && event.preventDefault());
}
