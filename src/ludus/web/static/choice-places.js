// Which choices belong to which places on the board. Every choice is a button in #choices; it names
// the elements that stand for it in `data-places`.

import { all, find, words } from "./dom.js";
import { inMode } from "./modes.js";

/**
 * How many px beside a place a click still counts, by kind of pointer.
 * @type {Record<string, number>}
 */
const REACH = { touch: 26, pen: 16, mouse: 8 };

/**
 * The choices at each place, by the place's element id.
 * @type {Map<string, HTMLButtonElement[]>}
 */
let byPlace = new Map();

/** The buttons of all choices. */
export const buttons = () => /** @type {HTMLButtonElement[]} */ (all("#choices .choice-button"));

/** Reads the places of the present mode; to be called after every patch. */
export function readPlaces() {
  byPlace = new Map();
  /** @type {Set<string>} */
  const others = new Set();
  for (const button of buttons()) {
    const chosen = inMode(button);
    for (const place of words(button.dataset.places)) {
      if (chosen) byPlace.set(place, [...optionsAt(place), button]);
      else others.add(place);
    }
  }
  mute(others);
}

/**
 * Places of another mode do not glow: they lose the class that the pictures give to what can be
 * chosen.
 * @param {Set<string>} others
 */
function mute(others) {
  for (const element of all(".js-muted")) {
    if (others.has(element.id) && !byPlace.has(element.id)) continue;
    element.classList.remove("js-muted");
    if (byPlace.has(element.id)) element.classList.add("choice");
  }
  for (const place of others) {
    const element = byPlace.has(place) ? null : elementOf(place);
    if (!element?.classList.contains("choice")) continue;
    element.classList.remove("choice");
    element.classList.add("js-muted");
  }
}

/**
 * The element of a place; a card may stand for several places.
 * @param {string | null} place
 */
export const elementOf = (place) =>
  place ? (find(place) ?? all(`[data-also~="${CSS.escape(place)}"]`)[0] ?? null) : null;

/** All places that can be chosen. */
export const places = () => [...byPlace.keys()];

/**
 * The choices at a place.
 * @param {string | null} place
 */
export const optionsAt = (place) => (place && byPlace.get(place)) || [];

/**
 * The place where a choice is shown, if it has one.
 * @param {HTMLElement} button
 */
export const placeOf = (button) => words(button.dataset.places)[0] ?? null;

/**
 * The place that an element belongs to, if it can be chosen.
 * @param {Element | null} element
 */
export function placeAt(element) {
  for (let node = element; node && !node.matches(".world"); node = node.parentElement) {
    if (node.id && byPlace.has(node.id)) return node.id;
    const also = words(node.getAttribute("data-also") ?? "").find((place) => byPlace.has(place));
    if (also) return also;
  }
  return null;
}

/**
 * The place nearest to a point, for fingers that miss small places.
 * @param {Element} scene
 * @param {number} x
 * @param {number} y
 * @param {string} pointer its kind
 */
export function placeNear(scene, x, y, pointer) {
  let best = null;
  let least = REACH[pointer] ?? REACH.mouse;
  for (const place of places()) {
    const element = find(place);
    if (!element || !scene.contains(element)) continue;
    const box = element.getBoundingClientRect();
    if (!box.width) continue;
    const dx = Math.max(box.left - x, 0, x - box.right);
    const dy = Math.max(box.top - y, 0, y - box.bottom);
    const distance = Math.hypot(dx, dy);
    if (distance < least) [best, least] = [place, distance];
  }
  return best;
}

/**
 * The choices at a place, and those of places below it at the same point.
 * @param {string} place
 * @param {number} x
 * @param {number} y
 */
export function optionsUnder(place, x, y) {
  const found = new Set(optionsAt(place));
  for (const element of document.elementsFromPoint(x, y)) {
    for (const button of optionsAt(placeAt(element))) found.add(button);
  }
  return [...found];
}

/**
 * Lights up elements.
 * @param {string | undefined} ids separated by spaces
 * @param {boolean} lit
 */
export function highlight(ids, lit) {
  for (const id of words(ids)) elementOf(id)?.classList.toggle("js-lit", lit);
}

/**
 * Lights up what a choice is about.
 * @param {HTMLElement} button
 * @param {boolean} lit
 */
export function highlightChoice(button, lit) {
  highlight(button.dataset.places, lit);
  highlight(button.dataset.lights, lit);
}
