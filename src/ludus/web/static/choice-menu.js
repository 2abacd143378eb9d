// What opens on the board before a choice is made: a menu where a place has several choices, and a
// question where a choice is to be confirmed.

import { all, byId, createButton } from "./dom.js";
import { elementOf } from "./choice-places.js";
import { describe, hide, show } from "./choice-tip.js";

/** @import { Act } from "./types.d.ts" */

/**
 * The choice that is to be confirmed.
 * @type {HTMLButtonElement | null}
 */
let picked = null;

export const pickedOption = () => picked;

/** Whether a menu is open. */
export const menuOpen = () => !byId("chooser").hidden;

/** Hides the tip, unless it asks to confirm a choice. */
export function hideUnlessPicked() {
  if (!pickedOption()) hide();
}

/** Closes menu, question and tip. Focus in one of them returns to the prompt. */
export function dismiss() {
  const held = [byId("chooser"), byId("sheet")].some((each) => each.contains(document.activeElement));
  hide();
  for (const element of all(".js-picked")) element.classList.remove("js-picked");
  for (const element of all(".js-lit")) element.classList.remove("js-lit");
  picked = null;
  byId("chooser").hidden = true;
  // A browser takes the focus from a hidden element sooner or later; until then it must have moved.
  if (held) byId("prompt").focus({ preventScroll: true });
}

/**
 * Asks whether to do it: the first of two taps. What it would do is told in the action bar or the
 * sheet, with a button that does it.
 * @param {HTMLButtonElement} button
 * @param {string | null} place where it was picked
 * @param {Act} act
 */
export function askToConfirm(button, place, act) {
  dismiss();
  picked = button;
  const element = elementOf(place);
  show([button], element, { act: () => act(button), cancel: dismiss });
  element?.classList.add("js-picked");
}

/**
 * Opens a menu of choices beside a place.
 * @param {HTMLButtonElement[]} options
 * @param {string} place
 * @param {Act} act
 */
export function openMenu(options, place, act) {
  dismiss();
  const menu = byId("chooser");
  // Where choices are told by icons, the menu is a grid of them, and their hints are in the preview.
  const icons = options.every((button) => button.querySelector(".choice-label.icons"));
  menu.classList.toggle("icons", icons);
  menu.replaceChildren(
    ...options.map((button) => {
      const entry = createButton("button", "", () => act(button));
      entry.setAttribute("role", "menuitem");
      entry.append(...describe(button).slice(0, icons ? 1 : 2));
      if (icons) entry.ariaLabel = button.ariaLabel;
      const look = () => show([button], null);
      entry.addEventListener("pointerenter", look);
      entry.addEventListener("focus", look);
      entry.addEventListener("pointerleave", hide);
      return entry;
    }),
  );
  menu.hidden = false;
  const element = elementOf(place);
  if (element) putBeside(menu, element);
  element?.classList.add("js-picked");
  menu.querySelector("button")?.focus({ preventScroll: true });
}

/**
 * Puts the menu below, above or beside its place, where it does not cover it.
 * @param {HTMLElement} menu
 * @param {Element} element
 */
function putBeside(menu, element) {
  const anchor = element.getBoundingClientRect();
  const stage = byId("stage").getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const within = (/** @type {number} */ value, /** @type {number} */ most) =>
    Math.min(Math.max(8, value), Math.max(8, most - 8));
  const x = within(anchor.left - stage.left + anchor.width / 2 - width / 2, stage.width - width);
  const y = within(anchor.top - stage.top, stage.height - height);
  const [below, above] = [anchor.bottom - stage.top + 8, anchor.top - stage.top - height - 8];
  const [right, left] = [anchor.right - stage.left + 8, anchor.left - stage.left - width - 8];
  const [best] = [
    { x, y: below, fits: below + height <= stage.height - 8 },
    { x, y: above, fits: above >= 8 },
    { x: right, y, fits: right + width <= stage.width - 8 },
    { x: left, y, fits: left >= 8 },
    { x, y: within(below, stage.height - height), fits: true },
  ].filter(({ fits }) => fits);
  menu.style.left = `${best.x}px`;
  menu.style.top = `${best.y}px`;
}
