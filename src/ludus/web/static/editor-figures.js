// Lists of numbers and points as text.

import { create } from "./dom.js";
import { named, put, typed } from "./editor-fields.js";
import { plain } from "./editor-state.js";

/** @import { Shape, Spot, Value } from "./editor-types.d.ts" */

/**
 * Whether a type is numbers, or lists of them to any depth.
 * @param {Shape} given
 * @returns {boolean}
 */
export function isNumeric(given) {
  const shape = plain(given);
  if (shape.t === "int" || shape.t === "float") return true;
  if (shape.t === "list") return isNumeric(/** @type {Shape} */ (shape.of));
  return shape.t === "tuple" && /** @type {Shape[]} */ (shape.of).every(isNumeric);
}

/**
 * A list of numbers or points as text: one line for each point.
 * @param {Spot} spot
 * @param {Value} value
 */
export function figuresField(spot, value) {
  const list = Array.isArray(value) ? value : [];
  const flat = list.every((one) => typeof one === "number");
  const text = flat ? list.join(", ") : list.map((one) => JSON.stringify(one)).join("\n");
  const input = create(flat && text.length < 60 ? "input" : "textarea", "field figures");
  if (input instanceof HTMLTextAreaElement) input.rows = Math.min(10, flat ? 2 : Math.max(2, list.length));
  input.value = text;
  named(input, spot);
  typed(input, () => figures(input.value, flat), (numbers) => put(spot, numbers));
  if (list.length <= 12) return input;
  const folded = create("details", "folded");
  folded.append(create("summary", "", `${list.length} ${flat ? "numbers" : "points"}`), input);
  return folded;
}

/**
 * @param {string} text
 * @param {boolean} flat
 * @returns {Value}
 */
function figures(text, flat) {
  try {
    const joined = flat ? text : text.split("\n").filter((line) => line.trim()).join(",");
    return JSON.parse(`[${joined}]`);
  } catch {
    return undefined;
  }
}
