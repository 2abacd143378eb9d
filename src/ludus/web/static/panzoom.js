// The views of the scenes on the page, and the buttons and keys that pan and zoom them.

import { all, byId, first, on } from "./dom.js";
import { View } from "./view.js";

const ZOOM_STEP = 1.3;
/** How near to the least scale of its picture a view must be: it is reckoned with fractions. */
const NEARLY = 0.99;

/** @type {Map<string, View>} */
const views = new Map();

/** @param {HTMLElement} scene */
export const viewOf = (scene) => views.get(scene.id);

/** Makes a view for each scene on the page; to be called again after they changed. */
export function attach() {
  for (const scene of all(".scene")) {
    let view = views.get(scene.id);
    if (!view || view.scene !== scene) {
      view?.stop();
      view = new View(scene);
      views.set(scene.id, view);
    }
    view.measure();
  }
}

/** The views of the scenes that are shown. */
export function shownViews() {
  const found = all(".scene").map((scene) => views.get(scene.id));
  return found.filter((view) => view !== undefined).filter((view) => view.scene.clientWidth > 0);
}

/**
 * Goes nearer to a point of the window if what can be chosen there is too small to be hit. True if so.
 * @param {HTMLElement} scene
 * @param {number} clientX
 * @param {number} clientY
 */
export function goNearer(scene, clientX, clientY) {
  const view = viewOf(scene);
  if (!view || view.scale >= Number(scene.dataset.least ?? 0) * NEARLY) return false;
  const box = scene.getBoundingClientRect();
  const at = { x: (clientX - box.left - view.x) / view.scale, y: (clientY - box.top - view.y) / view.scale };
  const part = view.focus ?? { x: 0, y: 0, width: 1, height: 1 };
  view.show({ ...part, x: at.x - part.width / 2, y: at.y - part.height / 2 }, true, true);
  return true;
}

/** @type {Record<string, (view: View) => void>} */
const ZOOMS = {
  in: (view) => view.zoom(ZOOM_STEP),
  out: (view) => view.zoom(1 / ZOOM_STEP),
  fit: (view) => view.fit(true),
};

/** @type {Record<string, string>} */
const ZOOM_KEYS = { "+": "in", "=": "in", "-": "out", "−": "out", f: "fit", F: "fit" };

/** @type {Record<string, [number, number]>} */
const PAN_KEYS = { ArrowLeft: [90, 0], ArrowRight: [-90, 0], ArrowUp: [0, 90], ArrowDown: [0, -90] };

/**
 * Keys that pan and zoom. True if the key was one.
 * @param {KeyboardEvent} event
 */
export function onKey({ key, shiftKey }) {
  const pan = shiftKey && PAN_KEYS[key];
  const zoom = ZOOMS[ZOOM_KEYS[key]];
  if (!pan && !zoom) return false;
  for (const view of shownViews()) {
    if (pan) view.pan(...pan, true);
    else zoom(view);
  }
  return true;
}

/** The corners where the buttons may stand, the usual one first. */
const CORNERS = ["", "js-left", "js-top"];
let looking = 0;

/** Keeps the buttons off what can be chosen, where there is a corner without. */
function clearPlaces() {
  const buttons = first("#stage > .zoom");
  if (!buttons) return;
  const places = all("#stage .scene:not(.js-away) .choice").map((place) => place.getBoundingClientRect());
  const covers = () => {
    const { left, right, top, bottom } = buttons.getBoundingClientRect();
    return places.some((box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top);
  };
  const take = (/** @type {string} */ corner) => {
    buttons.classList.remove("js-left", "js-top");
    if (corner) buttons.classList.add(corner);
  };
  const free = CORNERS.find((corner) => {
    take(corner);
    return !covers();
  });
  take(free ?? "");
}

/** Names of what lies beside the places are whole or not there. */
function leaveOutCut() {
  const room = byId("stage").getBoundingClientRect();
  for (const name of all("#stage .scene:not(.js-away) [data-ornament]")) {
    const { left, right, top, bottom } = name.getBoundingClientRect();
    name.classList.toggle("js-cut", left < room.left || right > room.right || top < room.top || bottom > room.bottom);
  }
}

/** Once per picture at most: the board may be on its way. */
export function keepClear() {
  cancelAnimationFrame(looking);
  looking = requestAnimationFrame(() => {
    clearPlaces();
    leaveOutCut();
  });
}

export function start() {
  attach();
  addEventListener("viewmoved", keepClear);
  on("click", "[data-zoom]", (_event, button) => {
    for (const view of shownViews()) ZOOMS[button.dataset.zoom ?? ""](view);
  });
}
