// The fields of a form: one control for each type that a content file can have.

import { create, createButton } from "./dom.js";
import { said } from "./editor-names.js";
import { change, plain } from "./editor-state.js";

/** @import { Shape, Spot, Value, Way } from "./editor-types.d.ts" */

/** Up to so many letters of all words together, a choice is a row of buttons. */
const ROW = 34;
/** How long, in ms, a pause in typing is before the text is taken. */
const PAUSE = 700;

/**
 * Writes a value to a place.
 * @param {Spot} spot
 * @param {Value} value
 */
export const put = ({ file, path }, value) => change([{ file, op: "set", path, value }]);

/**
 * Names a control, so that the focus finds it again and labels belong to it.
 * @param {HTMLElement} control
 * @param {Spot} spot
 */
export function named(control, { file, path }) {
  control.id = `field:${file}:${path.join(".")}`;
  control.dataset.field = control.id;
}

/**
 * A field for text that is taken when it is left, or when the typing pauses.
 * @param {HTMLInputElement | HTMLTextAreaElement} input
 * @param {() => Value} read undefined: it cannot be taken as it is
 * @param {(value: Value) => void} write
 */
function typed(input, read, write) {
  let timer = 0;
  let last = input.value;
  const take = () => {
    clearTimeout(timer);
    if (input.value === last) return;
    const value = read();
    input.setAttribute("aria-invalid", String(value === undefined));
    if (value === undefined) return;
    last = input.value;
    write(value);
  };
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(take, PAUSE);
  });
  input.addEventListener("change", take);
  input.addEventListener("keydown", (event) => {
    if (event instanceof KeyboardEvent && event.key === "Enter" && input instanceof HTMLInputElement) take();
  });
}

/**
 * A field for a text.
 * @param {Spot} spot
 * @param {string} value
 */
export function textField(spot, value) {
  const long = value.length > 44 || value.includes("\n");
  const input = create(long ? "textarea" : "input", "field");
  if (input instanceof HTMLTextAreaElement) input.rows = Math.min(8, Math.ceil(value.length / 42));
  input.value = value;
  input.autocomplete = "off";
  named(input, spot);
  typed(input, () => input.value, (text) => put(spot, text));
  return input;
}

/**
 * A field for a number, within its limits.
 * @param {Spot} spot
 * @param {Value} value
 * @param {Shape} shape
 * @param {(value: Value) => void} [write]
 */
export function numberField(spot, value, shape, write = (number) => put(spot, number)) {
  const input = create("input", "field number");
  input.type = "number";
  input.step = shape.t === "int" ? "1" : "any";
  if (typeof shape.least === "number") input.min = String(shape.least);
  if (typeof shape.most === "number") input.max = String(shape.most);
  input.value = value === undefined ? "" : String(value);
  named(input, spot);
  // A number beyond its limits is taken all the same: the list of problems then says what is right.
  const read = () => (input.value === "" || Number.isNaN(input.valueAsNumber) ? undefined : input.valueAsNumber);
  typed(input, read, write);
  return input;
}

/**
 * @param {Spot} spot
 * @param {boolean} value
 */
export function switchField(spot, value) {
  const input = create("input", "field");
  input.type = "checkbox";
  input.checked = value;
  named(input, spot);
  input.addEventListener("change", () => put(spot, input.checked));
  return input;
}

/**
 * One of a few words: buttons in a row, or a list to unfold.
 * @param {Spot} spot
 * @param {Value} value
 * @param {Value[]} choices
 * @param {(value: Value) => void} [write]
 */
export function choiceField(spot, value, choices, write = (chosen) => put(spot, chosen)) {
  const all = choices.includes(/** @type {string} */ (value)) ? choices : [value ?? "", ...choices];
  if (all.map(String).join("").length + 3 * all.length > ROW) return selectField(spot, value, all, write);
  const row = create("div", "segments");
  row.setAttribute("role", "radiogroup");
  for (const choice of all) {
    const label = create("label");
    const input = create("input");
    input.type = "radio";
    input.name = `${spot.file}:${spot.path.join(".")}`;
    input.checked = choice === value;
    named(input, { file: spot.file, path: [...spot.path, `=${String(choice)}`] });
    input.addEventListener("change", () => write(choice));
    label.append(input, create("span", "", said(String(choice)) || "none"));
    row.append(label);
  }
  return row;
}

/**
 * @param {Spot} spot
 * @param {Value} value
 * @param {Value[]} choices
 * @param {(value: Value) => void} write
 */
export function selectField(spot, value, choices, write) {
  const list = create("select", "field");
  for (const choice of choices) {
    const option = create("option", "", said(String(choice)) || "none");
    option.selected = choice === value;
    list.append(option);
  }
  named(list, spot);
  list.addEventListener("change", () => write(choices[list.selectedIndex]));
  return list;
}

/**
 * One word or several, each with a box to tick.
 * @param {Spot} spot
 * @param {Value} value
 * @param {Value[]} choices
 */
export function severalField(spot, value, choices) {
  const row = create("div", "boxes");
  row.setAttribute("role", "group");
  const now = Array.isArray(value) ? value : value === undefined ? [] : [value];
  for (const choice of choices) {
    const label = create("label");
    const input = create("input");
    input.type = "checkbox";
    input.checked = now.includes(/** @type {string} */ (choice));
    named(input, { file: spot.file, path: [...spot.path, `=${String(choice)}`] });
    input.addEventListener("change", () => {
      const kept = choices.filter((one) => (one === choice ? input.checked : now.includes(/** @type {string} */ (one))));
      put(spot, kept.length === 1 ? kept[0] : kept);
    });
    label.append(input, create("span", "", said(String(choice))));
    row.append(label);
  }
  return row;
}

/**
 * A few numbers side by side, as a point.
 * @param {Spot} spot
 * @param {Value} value
 * @param {Shape[]} shapes
 */
export function numbersField({ file, path }, value, shapes) {
  const row = create("div", "numbers");
  const list = Array.isArray(value) ? value : [];
  shapes.forEach((shape, number) => {
    const write = (/** @type {Value} */ one) => put({ file, path }, shapes.map((_, at) => (at === number ? one : (list[at] ?? 0))));
    const input = numberField({ file, path: [...path, number] }, list[number], plain(shape), write);
    input.setAttribute("aria-label", "xywh"[number] ?? String(number));
    row.append(input);
  });
  return row;
}

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

/**
 * A small button of a list: add, duplicate, move, remove.
 * @param {string} words
 * @param {string} label
 * @param {() => void} act
 * @param {Way} path
 */
export function tool(words, label, act, path) {
  const button = createButton("button small", words, act);
  button.setAttribute("aria-label", label);
  button.title = label;
  button.dataset.field = `tool:${label}:${path.join(".")}`;
  return button;
}
