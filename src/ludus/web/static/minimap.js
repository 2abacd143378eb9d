// Where only a part of the board is shown, a small copy of all of it says which part: on a phone, and
// in games that ask for it. A click in it goes there.

import { isPhone } from "./camera.js";
import { byId, first, shape } from "./dom.js";
import { shownViews } from "./panzoom.js";

/** The zoom from which it is worth its room. */
const NEAR = 1.25;

/** How long, in ms, it stays over the board after the board was moved. */
const STAYS = 1500;

let timer = 0;

function draw() {
  const map = byId("minimap");
  const [view] = shownViews();
  const svg = view?.svg;
  const wanted = isPhone() || view?.scene.dataset.minimap !== undefined;
  // Where names stay at the edge of the window, it would lie over them.
  const named = first("#stage [data-edge]") !== null;
  const near = wanted && !named && view && svg?.id && view.scale > view.fitScale * NEAR;
  map.hidden = !near;
  if (!near) return;
  const { width, height } = view.size;
  const box = svg.viewBox.baseVal;
  if (map.dataset.of !== svg.id) {
    map.dataset.of = svg.id;
    const copy = shape("svg", {
      viewBox: `${box.x} ${box.y} ${width} ${height}`, class: svg.getAttribute("class") ?? "",
    });
    copy.append(
      shape("use", { href: `#${svg.id}`, x: box.x, y: box.y, width, height }),
      shape("rect", { class: "minimap-frame" }),
    );
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
  map.classList.remove("js-still");
  clearTimeout(timer);
  timer = setTimeout(() => map.classList.add("js-still"), STAYS);
}

export function start() {
  byId("stage").addEventListener("viewmoved", draw);
  byId("minimap").addEventListener("click", ({ clientX, clientY }) => {
    const [view] = shownViews();
    const copy = first("svg", byId("minimap"));
    if (!view || !copy) return;
    const box = copy.getBoundingClientRect();
    const x = ((clientX - box.left) / box.width) * view.size.width;
    const y = ((clientY - box.top) / box.height) * view.size.height;
    const { clientWidth, clientHeight } = view.scene;
    view.pan(clientWidth / 2 - x * view.scale - view.x, clientHeight / 2 - y * view.scale - view.y, true);
  });
  draw();
}
