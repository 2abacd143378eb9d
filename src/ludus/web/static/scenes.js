// Several pictures at one table: which of them are in front. The visitor's choice is kept.

import { all, byId, on } from "./dom.js";
import { attach } from "./panzoom.js";

let chosen = null;

/** Shows the chosen picture, or the first; two side by side where the room allows it. */
export function sync() {
  const scenes = all(".scene");
  const room = byId("scenes");
  const pair = scenes.length > 1 && room.clientWidth >= 1000 && room.dataset.pair !== "no";
  let index = Math.max(0, scenes.findIndex((scene) => scene.dataset.key === chosen));
  if (pair) index = Math.min(index, scenes.length - 2);
  scenes.forEach((scene, at) => {
    const shown = at === index || (pair && at === index + 1);
    scene.classList.toggle("js-away", !shown);
    const tab = byId(`scene-tab-${scene.dataset.key}`);
    if (!tab) return;
    tab.setAttribute("aria-pressed", shown);
    tab.querySelector(".dot").hidden = shown || !scene.querySelector(".choice");
  });
  room.classList.toggle("js-pair", pair);
  attach();
}

/** Brings a picture with choices to the front, unless one is there already. */
export function showChoices() {
  const offering = all(".scene").filter((scene) => scene.querySelector(".choice"));
  if (!offering.length || offering.some((scene) => !scene.classList.contains("js-away"))) return;
  chosen = offering[0].dataset.key;
  sync();
}

/** Brings the next picture to the front. */
export function onKey(event) {
  const move = { "]": 1, "[": -1 }[event.key];
  const scenes = all(".scene");
  if (!move || scenes.length < 2) return false;
  const now = Math.max(0, scenes.findIndex((scene) => scene.dataset.key === chosen));
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
