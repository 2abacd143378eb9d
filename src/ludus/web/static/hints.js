// Hints: asks what the strongest bot would choose, and shows where that choice is. A hint plays
// nothing.

import { byId, create, createButton, find, first, on, post, toastError } from "./dom.js";
import { highlight } from "./choice-places.js";

/** @import { HintChoice } from "./types.d.ts" */

let asking = false;
/** The number of the decision that the shown hint is about. */
let shownFor = "";

/** The seat and number of the open decision. */
const question = () => find("choices")?.dataset ?? {};

function clear() {
  shownFor = "";
  find("hint-list")?.replaceChildren();
}

/** To be called after every patch: shows the button while there is a choice, removes an old hint. */
export function sync() {
  const button = find("ask-hint");
  if (!button) return;
  const { seat, decision } = question();
  button.hidden = seat === undefined;
  if (shownFor && decision !== shownFor) clear();
}

/** @param {HintChoice} choice */
function row({ action, label, worth }) {
  const percent = Math.round(worth * 100);
  const button = createButton("hint-choice", "");
  button.dataset.hint = action;
  button.append(create("span", "hint-share", `${percent} %`), create("span", "", label));
  button.setAttribute("aria-label", `${label}: chance to win about ${percent} percent`);
  const item = create("li");
  item.append(button);
  return item;
}

/** @param {HintChoice[]} choices */
function show(choices) {
  const title = create("p", "hint-title", "The strongest bot would choose:");
  const list = create("ol");
  list.append(...choices.map(row));
  const close = createButton("button quiet", "Close");
  close.id = "close-hint";
  byId("hint-list").replaceChildren(title, list, close);
}

async function ask() {
  const { seat, decision } = question();
  if (asking || seat === undefined) return;
  asking = true;
  const button = byId("ask-hint");
  button.setAttribute("aria-busy", "true");
  clear();
  byId("hint-list").append("Thinking …");
  shownFor = decision ?? "";
  const outcome = await post(`${document.body.dataset.url}/hint`, { seat: Number(seat) });
  asking = false;
  button.removeAttribute("aria-busy");
  if (question().decision !== decision) clear();
  else if (outcome.ok) show(outcome.data.choices ?? []);
  else {
    clear();
    toastError(outcome);
  }
}

/** @param {HTMLElement} button */
const choiceOf = (button) => find(`choice-${button.dataset.hint}`);

/**
 * Takes the player to the choice itself, on the board or among the buttons.
 * @param {HTMLElement} button
 */
function focusChoice(button) {
  const choice = choiceOf(button);
  if (!choice) return;
  const list = choice.closest("#choice-list");
  if (list && !choice.checkVisibility()) first("[data-toggles=choice-list]")?.click();
  choice.focus();
}

/**
 * The keys of hints. True if the key was one.
 * @param {KeyboardEvent} event
 */
export function onKey(event) {
  if (event.key === "Escape" && shownFor) {
    clear();
    return true;
  }
  const button = find("ask-hint");
  if (event.key !== "h" || !button || button.hidden) return false;
  ask();
  return true;
}

export function start() {
  if (!find("ask-hint")) return;
  on("click", "#ask-hint", ask);
  on("click", "#close-hint", () => {
    clear();
    byId("ask-hint").focus();
  });
  on("click", "[data-hint]", (_event, button) => focusChoice(button));
  /** @param {boolean} lit */
  const light = (lit) => (/** @type {Event} */ _event, /** @type {HTMLElement} */ button) =>
    highlight(choiceOf(button)?.dataset.places, lit);
  on("mouseover", "[data-hint]", light(true));
  on("focusin", "[data-hint]", light(true));
  on("mouseout", "[data-hint]", light(false));
  on("focusout", "[data-hint]", light(false));
  sync();
}
