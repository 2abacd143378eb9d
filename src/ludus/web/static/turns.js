// Something to be laid down can be turned and mirrored: a picture holds one layer for each way
// (`data-turn`), and this shows one of them. Things with `data-turns` change it: to a way by its
// number, or to the way that the layer in front names as its `next` or `mirror`.

import { all, on } from "./dom.js";

const KEYS = { t: "next", T: "next", m: "mirror", M: "mirror" };

let now = "0";

const layers = () => all(".world [data-turn]");

/** Shows the way that is in front; to be called after every patch. */
export function sync() {
  const found = layers();
  if (!found.length) {
    now = "0";
    return;
  }
  if (!found.some((layer) => layer.dataset.turn === now)) now = found[0].dataset.turn;
  for (const layer of found) layer.classList.toggle("js-turned", layer.dataset.turn === now);
  for (const button of all(".world [data-turns]")) {
    button.classList.toggle("js-turned", button.dataset.turns === now);
  }
}

function turn(to) {
  const layer = layers().find((each) => each.dataset.turn === now);
  if (!layer) return false;
  now = layer.dataset[to] ?? to;
  sync();
  return true;
}

/** Shows the way that a place belongs to, if it belongs to one. */
export function turnTo(element) {
  const layer = element?.closest("[data-turn]");
  if (layer) turn(layer.dataset.turn);
}

/** Keys of what is to be laid down. True if the key was one. */
export function onKey(event) {
  const to = KEYS[event.key];
  if (to) return turn(to);
  const button = ["Enter", " "].includes(event.key) && event.target.closest?.("[data-turns]");
  return Boolean(button) && turn(button.dataset.turns);
}

export function start() {
  on("click", "[data-turns]", (_event, button) => turn(button.dataset.turns));
  sync();
}
