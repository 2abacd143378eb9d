// What opens on the board before a choice is made: a menu where a place has several choices, and a
// question where a choice is to be confirmed.

import { all, byId, create, createButton, find } from "./dom.js";
import { highlightChoice } from "./choice-places.js";
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
  const held = [byId("chooser"), byId("tip")].some((each) => each.contains(document.activeElement));
  hide();
  for (const element of all(".js-picked")) element.classList.remove("js-picked");
  for (const element of all(".js-lit")) element.classList.remove("js-lit");
  picked = null;
  byId("chooser").hidden = true;
  // A browser takes the focus from a hidden element sooner or later; until then it must have moved.
  if (held) byId("prompt").focus({ preventScroll: true });
}

/**
 * Asks whether to do it: the first of two taps.
 * @param {HTMLButtonElement} button
 * @param {string | null} place where it was picked
 * @param {Act} act
 */
export function askToConfirm(button, place, act) {
  dismiss();
  picked = button;
  show([button], null);
  const tip = byId("tip");
  tip.classList.add("docked");
  tip.style.left = tip.style.top = "";
  tip.hidden = false;
  const row = create("div", "row");
  row.append(
    createButton("button gold", "Do it", () => act(button)),
    createButton("button dark", "Cancel", dismiss),
  );
  tip.append(row);
  const element = place && find(place);
  if (!element) return;
  element.classList.add("js-picked");
  // The question must not cover the place, since the second tap may go there.
  const stage = byId("stage").getBoundingClientRect();
  const covered = element.getBoundingClientRect().bottom > stage.bottom - tip.offsetHeight - 8;
  tip.classList.toggle("above", covered);
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
  menu.replaceChildren(
    ...options.map((button) => {
      const entry = createButton("button", "", () => act(button));
      entry.setAttribute("role", "menuitem");
      entry.append(...describe(button));
      entry.addEventListener("pointerenter", () => highlightChoice(button, true));
      entry.addEventListener("pointerleave", () => highlightChoice(button, false));
      return entry;
    }),
  );
  menu.hidden = false;
  const element = byId(place);
  const anchor = element.getBoundingClientRect();
  const stage = byId("stage").getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const x = anchor.left - stage.left + anchor.width / 2 - width / 2;
  const below = anchor.bottom - stage.top + 8;
  const y = below + height < stage.height - 8 ? below : anchor.top - stage.top - height - 8;
  menu.style.left = `${Math.min(Math.max(8, x), Math.max(8, stage.width - width - 8))}px`;
  menu.style.top = `${Math.max(8, y)}px`;
  element.classList.add("js-picked");
  menu.querySelector("button")?.focus({ preventScroll: true });
}
