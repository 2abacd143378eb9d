// Brings choices into view: the scene they are in, and on small screens close enough to be touched.

import { partOf, scaleNow } from "./camera.js";
import { all, find } from "./dom.js";
import { placeOf, places } from "./choice-places.js";
import { showModeOf } from "./modes.js";
import { shownViews } from "./panzoom.js";
import { showOrientationOf } from "./rotation.js";
import { showOpenSection } from "./scenes.js";

/** @import { Rect } from "./types.d.ts" */
/** @import { View } from "./view.js" */

/** Screens wider and higher than this, in px, show everything large enough. */
const WIDE = 820;
const HIGH = 480;
/** The size, in px, that a place has after zooming, and the least size that needs no zooming. */
const TOUCH_SIZE = 44;
const LEAST_SIZE = 40;

/**
 * Shows the scene of a choice, where there are several.
 * @param {HTMLElement} button
 */
export function reveal(button) {
  showModeOf(button);
  const element = find(placeOf(button) ?? "");
  /** @type {HTMLElement | null | undefined} */
  const scene = element?.closest(".scene");
  if (!element || !scene) return;
  if (scene.clientWidth === 0) find(`scene-tab-${scene.dataset.key}`)?.click();
  showOrientationOf(element);
}

/** On a small screen, zooms to the choices. */
export function zoomToChoices() {
  if (innerWidth > WIDE && innerHeight > HIGH) return;
  for (const view of shownViews()) zoomView(view);
}

/** @param {View} view */
function zoomView(view) {
  const { svg, world } = view;
  if (!svg || !world || showOpenSection(view.scene)) return;
  // A picture whose places can be too small has a camera of its own.
  if (view.focus && view.scene.dataset.least) return;
  const room = view.scene.getBoundingClientRect();
  const boxes = boxesOf(places().map((place) => find(place)).filter((each) => svg.contains(each)));
  if (!boxes.length) {
    view.unframe();
    return;
  }
  const smallest = Math.min(...boxes.map((box) => Math.max(box.width, box.height))) / scaleNow(world, view.size);
  const inSight = boxes.map((box) => contains(room, box));
  // A visitor who has zoomed to something that can be chosen stays there.
  const near = view.byHand
    ? inSight.includes(true)
    : !inSight.includes(false) && smallest * view.scale >= LEAST_SIZE;
  if (near && (!view.fitted || view.focus)) return;
  // What rotates a tile, and what else belongs to the choices, stays in sight with them.
  const part = partOf(world, view.size, [...boxes, ...boxesOf(all("[data-turns], [data-beside]", svg))]);
  view.frame(part, Math.max(TOUCH_SIZE / smallest, 1));
}

/**
 * Where elements are, those that are not shown left out.
 * @param {(Element | null)[]} elements
 */
const boxesOf = (elements) =>
  elements
    .filter((element) => element !== null)
    .map((element) => element.getBoundingClientRect())
    .filter((box) => box.width);

/**
 * @param {Rect} room
 * @param {Rect} box
 */
const contains = (room, box) =>
  box.left >= room.left - 1 && box.right <= room.right + 1 &&
  box.top >= room.top - 1 && box.bottom <= room.bottom + 1;
