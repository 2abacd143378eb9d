// A table may have several pictures ("scenes"); this shows one of them, on very wide screens two. The
// visitor's choice stays until the game asks for another scene: then that is shown, once. The rail
// has a small copy of each, and buttons for the parts ("sections") of the one that is shown.

import { all, byId, find, first, on } from "./dom.js";
import { attach, viewOf } from "./panzoom.js";

/** Screens from this width, in px, show two scenes side by side. */
const PAIR_WIDTH = 2200;
/** Screens from this width have a rail with small copies of the pictures. */
const THUMB_WIDTH = 1180;

/**
 * The scene that the visitor chose, by its key.
 * @type {string | null}
 */
let chosen = null;
/**
 * What it was before the game asked for another one.
 * @type {string | null}
 */
let chosenBefore = null;
/** The scenes that the game asks for, as a list of keys. */
let requested = "";

/** @param {HTMLElement} scene */
const tabOf = (scene) => find(`scene-tab-${scene.dataset.key}`);
/** @param {HTMLElement} scene */
const rankOf = (scene) => Number(tabOf(scene)?.dataset.rank ?? 0);
/** @param {HTMLElement} scene */
const alone = (scene) => tabOf(scene)?.dataset.alone === "yes";
/** @param {HTMLElement} scene */
const isShown = (scene) => !scene.classList.contains("js-away");
const offered = () => all(".scene:not([data-away])");

/**
 * The scenes that the game asks for, most important first.
 * @param {HTMLElement[]} scenes
 */
const ranked = (scenes) =>
  scenes.filter((scene) => rankOf(scene)).sort((one, other) => rankOf(other) - rankOf(one));

/**
 * Follows the game when it asks for other scenes, and goes back when it no longer does.
 * @param {HTMLElement[]} scenes
 */
function follow(scenes) {
  const now = ranked(scenes).map((scene) => scene.dataset.key).join(" ");
  if (now === requested) return;
  if (!requested) chosenBefore = chosen;
  chosen = now ? null : chosenBefore;
  requested = now;
}

/**
 * The scenes to show.
 * @param {HTMLElement[]} scenes
 * @param {boolean} pair whether there is room for two
 */
function toShow(scenes, pair) {
  const index = scenes.findIndex((scene) => scene.dataset.key === chosen);
  if (!pair || (index >= 0 && alone(scenes[index]))) {
    return [scenes[index] ?? ranked(scenes)[0] ?? scenes[0]];
  }
  if (index < 0 && requested) return [...ranked(scenes), ...scenes].slice(0, 2);
  const at = Math.max(0, index);
  const next = scenes[at + 1];
  return next && !alone(next) ? [scenes[at], next] : [scenes[at - 1] ?? scenes[0], scenes[at]];
}

/** Shows the chosen scene, or the most important; two side by side where there is room. */
export function sync() {
  const scenes = offered();
  const room = byId("scenes");
  const pair = scenes.length > 1 && innerWidth >= Number(room.dataset.pair ?? PAIR_WIDTH);
  follow(scenes);
  const shown = new Set(toShow(scenes, pair));
  for (const scene of all(".scene")) {
    scene.classList.toggle("js-away", !shown.has(scene));
    const tab = tabOf(scene);
    if (!tab) continue;
    tab.setAttribute("aria-pressed", String(shown.has(scene)));
    const dot = first(".dot", tab);
    if (dot) dot.hidden = shown.has(scene) || !scene.querySelector(".choice");
  }
  const rival = all("#scene-tabs .of-player").some((tab) => tab.ariaPressed === "true");
  byId("scene-tabs").classList.toggle("js-rival", rival);
  room.classList.toggle("js-pair", pair);
  const keys = new Set([...shown].map((scene) => scene.dataset.key));
  for (const copy of all(".panel-scene")) {
    copy.setAttribute("aria-pressed", String(keys.has(copy.dataset.scene)));
  }
  for (const section of all("#scene-tabs .section-tab")) {
    section.classList.toggle("js-of-shown", keys.has(section.dataset.of));
  }
  drawThumbs();
  attach();
}

/** A small copy of each picture, which changes with it. */
function drawThumbs() {
  if (innerWidth < THUMB_WIDTH) return;
  for (const thumb of all("[data-thumb]")) {
    const svg = first(`#scene-${thumb.dataset.thumb} .world > svg`);
    if (!svg) continue;
    if (!thumb.childElementCount) {
      const copy = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      copy.setAttribute("class", svg.getAttribute("class") ?? "");
      copy.append(document.createElementNS("http://www.w3.org/2000/svg", "use"));
      thumb.append(copy);
    }
    // A picture may show more or less of itself than before.
    const [copy, use] = all("svg, use", thumb);
    const box = svg.getAttribute("viewBox") ?? "";
    if (copy.getAttribute("viewBox") === box) continue;
    copy.setAttribute("viewBox", box);
    const [x, y, width, height] = box.split(" ");
    for (const [name, value] of Object.entries({ x, y, width, height })) use.setAttribute(name, value);
    use.setAttribute("href", `#${svg.id}`);
  }
}

/**
 * Goes to a part of a picture.
 * @param {HTMLElement} button
 * @param {boolean} byHand whether the visitor asked for it
 */
function openSection(button, byHand) {
  const scene = find(`scene-${button.dataset.of}`);
  const [x, y, width, height] = (button.dataset.box ?? "").split(" ").map(Number);
  if (!scene) return;
  const view = viewOf(scene);
  // Where there is a rail, the sheet keeps its full width in sight.
  view?.show(innerWidth < THUMB_WIDTH ? { x, y, width, height } : view.bandOf(y, height), true, byHand, true);
  markSection(button);
}

/**
 * On a small screen, goes to the part of a picture where most can be chosen, unless the part that is
 * shown has something. False if the picture has no parts.
 * @param {HTMLElement} scene
 */
export function showOpenSection(scene) {
  const sections = all(`#scene-tabs .section-tab[data-of="${scene.dataset.key}"]`);
  if (!sections.length) return false;
  const open = (/** @type {HTMLElement} */ each) => Number(first(".open-count", each)?.textContent ?? 0);
  const shown = sections.find((each) => each.getAttribute("aria-pressed") === "true");
  if (shown && open(shown)) return true;
  const best = sections.reduce((one, other) => (open(other) > open(one) ? other : one));
  openSection(best, false);
  best.scrollIntoView({ block: "nearest", inline: "center" });
  return true;
}

/** @param {HTMLElement | null} button */
function markSection(button) {
  for (const section of all("#scene-tabs .section-tab")) {
    section.setAttribute("aria-pressed", String(section === button));
  }
}

/** Shows a scene with choices, unless one is shown already. */
export function showChoices() {
  const offering = offered().filter((scene) => scene.querySelector(".choice"));
  if (!offering.length || offering.some(isShown)) return;
  chosen = offering[0].dataset.key ?? null;
  sync();
}

/**
 * The keys for the next scene and the one before. True if the key was one.
 * @param {KeyboardEvent} event
 */
export function onKey({ key }) {
  const step = key === "]" ? 1 : key === "[" ? -1 : 0;
  return step !== 0 && goOn(step);
}

/** @param {number} step */
function goOn(step) {
  const scenes = offered();
  if (scenes.length < 2) return false;
  chosen = scenes.at((scenes.findIndex(isShown) + step) % scenes.length)?.dataset.key ?? null;
  sync();
  return true;
}

export function start() {
  on("click", "[data-scene]", (_event, tab) => {
    // A second click on the small copy in a panel goes back to what was shown before.
    const back = tab.matches(".panel-scene[aria-pressed=true]");
    chosen = back ? null : (tab.dataset.scene ?? null);
    sync();
  });
  on("click", "[data-section]", (_event, button) => openSection(button, true));
  byId("stage").addEventListener("swiped", (event) => goOn(/** @type {CustomEvent} */ (event).detail));
  addEventListener("resize", sync);
  sync();
}
