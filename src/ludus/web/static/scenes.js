// Several pictures at one table: which of them are in front. The visitor's choice is kept, until
// the game has something else to show: then that comes to the front, once.

import { all, byId, on } from "./dom.js";
import { attach } from "./panzoom.js";

let chosen = null;
let before = null;
let asked = "";

const tabOf = (scene) => byId(`scene-tab-${scene.dataset.key}`);
const rankOf = (scene) => Number(tabOf(scene)?.dataset.rank ?? 0);
const alone = (scene) => tabOf(scene)?.dataset.alone === "yes";
const offered = () => all(".scene:not([data-away])");

/** What the game wants to be seen, best first. */
const wanted = (scenes) =>
  scenes.filter((scene) => rankOf(scene)).sort((one, other) => rankOf(other) - rankOf(one));

/** Follows the game when it asks for other pictures, and goes back when it no longer does. */
function follow(scenes) {
  const now = wanted(scenes).map((scene) => scene.dataset.key).join(" ");
  if (now === asked) return;
  if (!asked) before = chosen;
  chosen = now ? null : before;
  asked = now;
}

/** The pictures in front, as many as there is room for. */
function inFront(scenes, room) {
  const index = scenes.findIndex((scene) => scene.dataset.key === chosen);
  if (room === 1 || (index >= 0 && alone(scenes[index]))) {
    return [scenes[index] ?? wanted(scenes)[0] ?? scenes[0]];
  }
  if (index < 0 && asked) return [...wanted(scenes), ...scenes].slice(0, 2);
  const start = Math.max(0, index);
  const next = scenes[start + 1];
  return next && !alone(next) ? [scenes[start], next] : [scenes[start - 1] ?? scenes[0], scenes[start]];
}

/** Shows the chosen picture, or the best; two side by side where the room allows it. */
export function sync() {
  const scenes = offered();
  const room = byId("scenes");
  const pair = scenes.length > 1 && room.clientWidth >= 1000 && room.dataset.pair !== "no";
  follow(scenes);
  const front = new Set(inFront(scenes, pair ? 2 : 1));
  for (const scene of all(".scene")) {
    scene.classList.toggle("js-away", !front.has(scene));
    const tab = tabOf(scene);
    if (!tab) continue;
    tab.setAttribute("aria-pressed", front.has(scene));
    tab.querySelector(".dot").hidden = front.has(scene) || !scene.querySelector(".choice");
  }
  room.classList.toggle("js-pair", pair);
  attach();
}

/** Brings a picture with choices to the front, unless one is there already. */
export function showChoices() {
  const offering = offered().filter((scene) => scene.querySelector(".choice"));
  if (!offering.length || offering.some((scene) => !scene.classList.contains("js-away"))) return;
  chosen = offering[0].dataset.key;
  sync();
}

/** Brings the next picture to the front. */
export function onKey(event) {
  const move = { "]": 1, "[": -1 }[event.key];
  const scenes = offered();
  if (!move || scenes.length < 2) return false;
  const now = scenes.findIndex((scene) => !scene.classList.contains("js-away"));
  chosen = scenes.at((now + move) % scenes.length).dataset.key;
  sync();
  return true;
}

export function start() {
  on("click", "[data-scene]", (_event, tab) => {
    chosen = tab.dataset.scene;
    sync();
  });
  addEventListener("resize", sync);
  sync();
}
