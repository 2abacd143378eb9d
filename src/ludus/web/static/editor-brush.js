// A stroke of the brush over a map of hexes: all that it goes over is painted in one change.

import { shape } from "./dom.js";
import { middleOf, nearestHex, painted } from "./editor-hexes.js";
import { change, opened, placesOf, state, valueAt } from "./editor-state.js";

/** @import { Point } from "./editor-types.d.ts" */

/** The hexes under the stroke, and where the hand is. @type {{ names: Set<string>, at: Point } | null} */
let stroke = null;

/** Whether the hand holds a brush for hexes. */
export const brushing = () => state.tool === "paint" && state.brush?.[0] === "hex";

/** Whether it is drawing a stroke. */
export const drawing = () => stroke !== null;

/** @param {Point} at */
export function begin(at) {
  stroke = { names: new Set(), at };
  along(at);
}

/** The hand went on; a fast one leaves no gaps. @param {Point} to */
export function along(to) {
  if (!stroke) return;
  const { x, y } = stroke.at;
  const steps = Math.ceil(Math.hypot(to.x - x, to.y - y) / size()) || 1;
  for (let step = 1; step <= steps; step += 1) {
    const name = nearestHex({ x: x + ((to.x - x) * step) / steps, y: y + ((to.y - y) * step) / steps });
    if (name && !stroke.names.has(name)) mark(name);
    stroke.names.add(name);
  }
  stroke.at = to;
}

/** What was gone over is painted, or nothing is if the stroke was called off. @param {boolean} kept */
export async function finish(kept) {
  const names = stroke?.names ?? new Set();
  stroke = null;
  document.querySelectorAll("#overlay .brushed").forEach((each) => each.remove());
  const edits = kept && state.brush ? painted([...names], String(state.brush[1])) : [];
  if (edits.length) await change(edits);
}

/** @param {string} name */
function mark(name) {
  const middle = middleOf(name);
  const circle = middle && shape("circle", { cx: middle.x, cy: middle.y, r: size() * 0.7, class: "brushed" });
  if (circle) document.getElementById("overlay")?.append(circle);
}

/** The length of a side. */
function size() {
  const map = opened().boards.hexes;
  const [value] = map ? placesOf(map.size).map(({ file, path }) => valueAt(file, path)) : [];
  return typeof value === "number" ? value : 20;
}
