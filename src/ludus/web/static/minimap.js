// A phone on its side shows a part of the board: a small copy of all of it says which part.

import { byId, first } from "./dom.js";
import { shownViews } from "./panzoom.js";

const SVG = "http://www.w3.org/2000/svg";
/** Windows up to this height, in px, have the copy. */
const LOW = 500;
/** The zoom from which it is worth its room. */
const NEAR = 1.25;

function draw() {
  const map = byId("minimap");
  const [view] = shownViews();
  const svg = view?.svg;
  const near = innerHeight <= LOW && view && svg?.id && view.scale > view.fitScale * NEAR;
  map.hidden = !near;
  if (!near) return;
  const { width, height } = view.size;
  const box = svg.viewBox.baseVal;
  if (map.dataset.of !== svg.id) {
    map.dataset.of = svg.id;
    const copy = document.createElementNS(SVG, "svg");
    copy.setAttribute("viewBox", `${box.x} ${box.y} ${width} ${height}`);
    copy.setAttribute("class", svg.getAttribute("class") ?? "");
    const use = document.createElementNS(SVG, "use");
    const frame = document.createElementNS(SVG, "rect");
    const at = { href: `#${svg.id}`, x: box.x, y: box.y, width, height };
    for (const [name, value] of Object.entries(at)) use.setAttribute(name, String(value));
    frame.setAttribute("class", "minimap-frame");
    copy.append(use, frame);
    map.replaceChildren(copy);
  }
  const part = {
    x: box.x - view.x / view.scale,
    y: box.y - view.y / view.scale,
    width: view.scene.clientWidth / view.scale,
    height: view.scene.clientHeight / view.scale,
  };
  const frame = first(".minimap-frame", map);
  for (const [name, value] of Object.entries(part)) frame?.setAttribute(name, String(value));
}

export function start() {
  byId("stage").addEventListener("viewmoved", draw);
  byId("minimap").addEventListener("click", () => {
    for (const view of shownViews()) view.fit(true);
  });
  draw();
}
