// What a lesson speaks of is in sight on the board: large enough on a phone, and not below the callout.

import { partOf, scaleNow, within } from "./camera.js";
import { all, find } from "./dom.js";
import { isColumn, isSheet, overlap } from "./lesson-callout.js";
import { shownViews, viewOf } from "./panzoom.js";

/** @import { Rect } from "./types.d.ts" */
/** @import { View } from "./view.js" */

/** The size, in px, that a lit place has at least on a small screen, and the least that is not mended. */
const TOUCH_SIZE = 44;
const LEAST_SIZE = 40;
/** The size, in px, from which on names on a map can be read. */
const NAME_SIZE = 10;
/** So much more than that it is, where the page goes nearer for it. */
const CLEARLY = 1.1;
/** So much of a picture is shown round a part of it. */
const ROUND = 80;
/** Between a place and the callout that it makes room for, in px. */
const GAP = 12;

const isSmall = () => isSheet() || isColumn();

/**
 * The scale from which on most names of a picture can be read on a small screen.
 * @param {View} view
 */
function readable({ svg }) {
  const shown = [...(svg?.querySelectorAll("text") ?? [])].filter((each) => each.checkVisibility());
  const sizes = shown.map((each) => Number.parseFloat(getComputedStyle(each).fontSize));
  sizes.sort((one, other) => one - other);
  return isSmall() && sizes.length ? NAME_SIZE / sizes[sizes.length >> 1] : 0;
}

/** The pictures whose names are too small. A player who has moved one wants it so. */
const tooSmall = () => shownViews().filter((view) => !view.byHand && view.scale < readable(view));

/** Whether the names of all pictures can be read. */
export const canBeRead = () => !tooSmall().length;

/** The middle of each picture, as near as its names need it. */
export function goNearer() {
  for (const view of tooSmall()) {
    const { room, scale } = view;
    view.frame({ x: (room.width / 2 - view.x) / scale, y: (room.height / 2 - view.y) / scale, width: 1, height: 1 }, readable(view) * CLEARLY);
  }
}

/**
 * Moves a picture so that places in it can be seen, and read and touched on a small screen.
 * @param {HTMLElement} scene
 * @param {Element[]} lit
 */
export function frame(scene, lit) {
  if (!scene.clientWidth) find(`scene-tab-${scene.dataset.key}`)?.click();
  const view = viewOf(scene);
  const boxes = lit.map((each) => each.getBoundingClientRect()).filter((each) => each.width);
  if (!view?.world || !boxes.length) return;
  const part = partOf(view.world, view.size, boxes);
  const { left, top, right, bottom: end } = scene.getBoundingClientRect();
  // What floats over the lower edge of the board would lie over the place.
  const over = all(".modes:not(:empty), #gesture:not([hidden])").map((each) => each.getBoundingClientRect());
  const bottom = Math.min(end, ...over.filter((each) => each.top > top && each.left < right && each.right > left).map((each) => each.top));
  const least = Math.min(...boxes.map((each) => Math.max(each.width, each.height)));
  const seen = boxes.every((each) =>
    each.left >= left && each.right <= right && each.top >= top && each.bottom <= bottom);
  const names = readable(view);
  // Farther away, a tap would not choose but go nearer.
  const chosen = isSmall() ? Number(scene.dataset.least ?? 0) : 0;
  const large = !isSmall() || least >= LEAST_SIZE;
  if (seen && large && view.scale >= Math.max(names, chosen)) return;
  // What is only hard to read keeps as much as it can of what stands round it.
  const near = seen && large ? names * CLEARLY : Math.max(names, 1);
  const wanted = Math.max((isSmall() ? TOUCH_SIZE * scaleNow(view.world, view.size) : 0) / least, view.scale, near);
  // What stands round the places gives way before a tap cannot choose them.
  const { width, height } = view.room;
  const fits = (/** @type {number} */ round) => Math.min(width / (part.width + round), height / (part.height + round)) >= chosen;
  if (fits(0) && !fits(ROUND)) view.frame({ x: part.x + part.width / 2, y: part.y + part.height / 2, width: 0, height: 0 }, chosen);
  else view.frame(part, wanted);
}

/**
 * Moves pictures by as little as brings the places in the light from below the callout. True if one moved.
 * @param {Element[]} lit
 * @param {Rect} callout
 */
export function makeRoom(lit, callout) {
  let any = false;
  for (const view of shownViews()) {
    const boxes = lit.filter((each) => view.scene.contains(each)).map((each) => each.getBoundingClientRect());
    if (!view.world || !boxes.length) continue;
    const part = partOf(view.world, view.size, boxes);
    const window_ = view.scene.getBoundingClientRect();
    /** @param {number} dx @param {number} dy */
    const moved = (dx, dy) => {
      const x = within(view.x + dx, view.scene.clientWidth, view.size.width * view.scale);
      const y = within(view.y + dy, view.room.height, view.size.height * view.scale);
      const [left, top] = [window_.left + x + part.x * view.scale, window_.top + y + part.y * view.scale];
      return { left, top, right: left + part.width * view.scale, bottom: top + part.height * view.scale };
    };
    const here = moved(0, 0);
    if (!overlap(here, callout)) continue;
    /** @type {[number, number][]} */
    const ways = [
      [callout.right + GAP - here.left, 0], [callout.left - GAP - here.right, 0],
      [0, callout.bottom + GAP - here.top], [0, callout.top - GAP - here.bottom],
    ];
    const fits = ways.filter((way) => {
      const there = moved(...way);
      return !overlap(there, callout) && there.left >= window_.left && there.right <= window_.right &&
        there.top >= window_.top && there.bottom <= window_.bottom;
    });
    fits.sort(([ax, ay], [bx, by]) => Math.abs(ax + ay) - Math.abs(bx + by));
    if (fits.length) {
      view.glide(...fits[0]);
      any = true;
    }
  }
  return any;
}
