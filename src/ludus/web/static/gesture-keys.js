// Gestures by keys: Enter takes what has the focus, goes on to where it can go, and goes there; plus and
// minus count.

import { typingNumber } from "./choice-numbers.js";
import { closest, targetOf } from "./dom.js";
import { offered, pickAt, picksOf, section, state, targetAt, targets, total } from "./gesture-state.js";

/** @import { Pick } from "./gesture-state.js" */

/**
 * @typedef {object} Acts
 * @property {() => boolean} drop puts everything back
 * @property {(pick: Pick, count: number) => void} take
 * @property {(place: string) => void} toggleAt takes what stands at a place
 * @property {() => void} submit
 */

/**
 * What a key does. The answer is true if it was one for gestures.
 * @param {Acts} acts
 * @returns {(event: KeyboardEvent) => boolean}
 */
export const keysFor = (acts) => (event) => {
  if (!offered()) return false;
  const { key } = event;
  if (key === "Escape") return acts.drop();
  if (key === "+" || key === "-") return step(key === "+" ? 1 : -1, acts);
  if ((key === "Enter" || key === " ") && takeFocused(event, acts)) return true;
  if (key !== "Enter" || !total() || targetOf(event).closest("button, a, summary")) return false;
  if (targets().length && !state.aim) targets()[0].focus();
  else acts.submit();
  return true;
};

/**
 * Takes what stands at the place that has the focus, as a click there would. False if that is in the
 * hand already, or nothing is to be taken there.
 * @param {KeyboardEvent} event
 * @param {Acts} acts
 */
function takeFocused(event, acts) {
  const place = !typingNumber() && closest(event, ".world, [data-card]") && pickAt(targetOf(event));
  if (!place || targetAt(targetOf(event))) return false;
  const own = picksOf(section()).filter((pick) => pick.places.includes(place));
  if (own.some((pick) => state.taken.get(pick.key))) return false;
  acts.toggleAt(place);
  return true;
}

/**
 * One more or less of what has the focus, else of the first thing that can be counted.
 * @param {number} by
 * @param {Acts} acts
 */
function step(by, acts) {
  const counted = picksOf(section()).filter(({ most }) => most > 1);
  const pick = counted.find(({ element }) => element.contains(document.activeElement)) ?? counted[0];
  if (!pick) return false;
  acts.take(pick, (state.taken.get(pick.key) ?? 0) + by);
  return true;
}
