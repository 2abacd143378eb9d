// A switch between ways to use the same places, such as a warrior or the legion: the places of the
// present mode glow, those of the others do not.

import { all, byId, on } from "./dom.js";

/** The mode in which no place of the others can be chosen. */
const NONE = "none";
/** The key of the present mode; empty where there are none. */
let mode = "";
let onChange = () => {};

const switches = () => all("#modes [data-mode]");

/**
 * Whether a choice belongs to the present mode.
 * @param {HTMLElement} button
 */
export const inMode = ({ dataset }) => !mode || !dataset.inMode || dataset.inMode === mode;

/** Keeps the mode while it is offered; to be called after every patch, before places are read. */
export function sync() {
  const keys = switches().map((each) => each.dataset.mode ?? "");
  if (!keys.includes(mode)) mode = keys.find((key) => key === NONE || hasChoices(key)) ?? keys[0] ?? "";
  for (const each of switches()) {
    each.setAttribute("aria-pressed", String(each.dataset.mode === mode));
  }
}

/** @param {string} key */
const hasChoices = (key) => byId("choices").querySelector(`[data-in-mode="${key}"]`) !== null;

/** @param {string | undefined} key */
function choose(key) {
  mode = key ?? "";
  sync();
  onChange();
}

/**
 * Shows the mode of a choice.
 * @param {HTMLElement} button
 */
export function showModeOf(button) {
  if (!inMode(button)) choose(button.dataset.inMode);
}

/**
 * The key for the next mode. True if it was one.
 * @param {KeyboardEvent} event
 */
export function onKey({ key }) {
  const keys = switches().map((each) => each.dataset.mode);
  if (key.toLowerCase() !== "m" || keys.length < 2) return false;
  choose(keys[(keys.indexOf(mode) + 1) % keys.length]);
  return true;
}

/** @param {() => void} changed called when another mode was chosen */
export function start(changed) {
  onChange = changed;
  on("click", "#modes [data-mode]", (_event, button) => choose(button.dataset.mode));
}
