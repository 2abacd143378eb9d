// How items come into play: which of the game's choices are about the one at hand.

import { isTable, itemsOf, opened, valueAt } from "./editor-state.js";

/** @import { Play, Spot, Table, Value } from "./editor-types.d.ts" */

/** @typedef {{ number: number, play: Play, item: number }} Used the way's number, and the item's among those it counts */

/**
 * The ways in which an item comes into play.
 * @param {Spot} spot
 * @returns {Used[]}
 */
export function playsOf({ file, path }) {
  const value = valueAt(file, path);
  if (typeof path.at(-1) !== "number" || !isTable(value)) return [];
  return opened().boards.play.flatMap((play, number) => {
    if (!fits(value, play.only)) return [];
    const counted = itemsOf(play.list).filter(({ item }) => fits(item, play.where));
    const item = counted.findIndex((each) => each.file === file && each.path.join() === path.join());
    return item < 0 ? [] : [{ number, play, item }];
  });
}

/**
 * Whether an item has these values: one of several, where a list is given or there.
 * @param {Table} item
 * @param {Table} wanted
 */
export const fits = (item, wanted) => Object.entries(wanted).every(([key, value]) => listed(value).some((one) => listed(item[key]).includes(one)));

/** @param {Value} value @returns {Value[]} */
const listed = (value) => (Array.isArray(value) ? value : [value]);
