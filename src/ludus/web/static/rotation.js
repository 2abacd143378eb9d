// A tile to be placed can be rotated and mirrored: a picture holds one layer for each orientation
// (`data-turn`), and this shows one of them. Elements with `data-turns` change it: to an orientation
// by its number, or to the one that the shown layer names as its `next` or `mirror`.

import { all, closest, on } from "./dom.js";

/** @type {Record<string, string>} */
const KEYS = { t: "next", T: "next", m: "mirror", M: "mirror" };

/** The orientation that is shown. */
let shown = "0";

const layers = () => all(".world [data-turn]");

/** Shows one orientation only; to be called after every patch. */
export function sync() {
  const found = layers();
  if (!found.length) {
    shown = "0";
    return;
  }
  if (!found.some((layer) => layer.dataset.turn === shown)) shown = found[0].dataset.turn ?? "0";
  for (const layer of found) layer.classList.toggle("js-turned", layer.dataset.turn === shown);
  for (const button of all(".world [data-turns]")) {
    button.classList.toggle("js-turned", button.dataset.turns === shown);
  }
}

/**
 * @param {string} to an orientation, `next` or `mirror`
 * @returns {boolean} whether there is anything to rotate
 */
function rotate(to) {
  const layer = layers().find((each) => each.dataset.turn === shown);
  if (!layer) return false;
  shown = layer.dataset[to] ?? to;
  sync();
  return true;
}

/**
 * Shows the orientation that a place belongs to, if it belongs to one.
 * @param {Element | null} element
 */
export function showOrientationOf(element) {
  /** @type {HTMLElement | null | undefined} */
  const layer = element?.closest("[data-turn]");
  if (layer) rotate(layer.dataset.turn ?? "0");
}

/**
 * Keys that rotate. True if the key was one.
 * @param {KeyboardEvent} event
 */
export function onKey(event) {
  const to = KEYS[event.key];
  if (to) return rotate(to);
  const button = ["Enter", " "].includes(event.key) ? closest(event, "[data-turns]") : null;
  return button !== null && rotate(button.dataset.turns ?? "0");
}

export function start() {
  on("click", "[data-turns]", (_event, button) => rotate(button.dataset.turns ?? "0"));
  sync();
}
