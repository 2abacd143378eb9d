// What is taken in a gesture and where it is to go, and which places belong to that.

import { all, byId, first, words } from "./dom.js";

/** @typedef {{ key: string, most: number, start: number, weight?: number, places: string[], element: HTMLElement }} Pick */

/**
 * The key of the gesture that is shown; how many of each are taken, by the key of the pick; the target
 * that was pointed at last, and the one that waits to be confirmed.
 */
export const state = {
  current: "",
  taken: /** @type {Map<string, number>} */ (new Map()),
  aim: "",
  confirming: "",
};

export const root = () => byId("gesture");
export const sections = () => all("#gesture > [data-gesture]");
export const section = () => sections().find(({ dataset }) => dataset.gesture === state.current) ?? null;

/** Whether there is a gesture to make. */
export const offered = () => sections().length > 0;

/**
 * What can be taken in a gesture.
 * @param {HTMLElement | null} part
 * @returns {Pick[]}
 */
export const picksOf = (part) =>
  part
    ? all("[data-pick]", part).map((element) => ({
        ...JSON.parse(element.dataset.pick ?? "{}"), places: words(element.dataset.pickPlaces), element,
      }))
    : [];

/**
 * Where what is taken can go: a target that bars something of it is none.
 * @returns {HTMLElement[]}
 */
export const targets = () =>
  all(`#gesture-${CSS.escape(state.current)} [data-target]`).filter(({ dataset }) =>
    !words(dataset.bars).some((key) => (state.taken.get(key) ?? 0) > 0));
/** Whether the gesture goes anywhere at all. */
export const goesSomewhere = () => first(`#gesture-${CSS.escape(state.current)} [data-target]`) !== null;
export const total = () => [...state.taken.values()].reduce((sum, count) => sum + count, 0);
/** Whether single things that lie in sight are taken, or places that need nothing in the hand. */
export const ofPieces = () => root().matches(".of-pieces");
/** Whether nothing is taken or aimed at, while more can be chosen than gestures do: the action bar
 * then has room for that. */
export const idle = () => root().matches(".beside") && !total() && !state.aim;
/** How many can be taken in all; 0 for no limit. */
export const limit = () => Number(section()?.dataset.most ?? 0);
/** Whether enough is taken, and not too much. */
export const ready = () => {
  const part = section();
  if (part === null || (limit() && total() > limit())) return false;
  return total() >= Number(part.dataset.least ?? 1) || !picksOf(part).length;
};

/**
 * The gesture that is open before anything is touched: the first, but none where several begin with
 * something in the hand. One that was begun by a choice is open.
 */
export const resting = () => {
  const parts = sections().filter(({ dataset }) => dataset.atOnce === undefined);
  const laden = parts.some((part) => part.dataset.undoes === undefined &&
    (parts.length > 1 || part.dataset.weighs !== undefined) && picksOf(part).some(({ start }) => start > 0));
  return laden ? "" : (parts[0]?.dataset.gesture ?? "");
};

/**
 * Begins a gesture anew.
 * @param {string} key
 */
export function begin(key) {
  state.current = key;
  state.taken = new Map(picksOf(section()).map((pick) => [pick.key, pick.start]));
  state.aim = state.confirming = "";
}

/**
 * The nearest place of a kind, at or above an element.
 * @param {Element | null} element
 * @param {Set<string>} places
 */
function placeIn(element, places) {
  for (let node = element; node && !node.matches(".world, body"); node = node.parentElement) {
    if (places.has(node.id)) return node.id;
    const also = words(node.getAttribute("data-also") ?? "").find((place) => places.has(place));
    if (also) return also;
  }
  return "";
}

/**
 * The place at an element whose things can be taken.
 * @param {Element | null} element
 */
export const pickAt = (element) =>
  placeIn(element, new Set(sections().flatMap((part) => picksOf(part).flatMap((pick) => pick.places))));

/**
 * The place at an element where what is taken can go.
 * @param {Element | null} element
 */
export const targetAt = (element) =>
  ready() ? placeIn(element, new Set(targets().map(({ dataset }) => dataset.target ?? ""))) : "";

