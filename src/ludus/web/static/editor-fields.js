// The fields of a form: one control for each type that a content file can have.

import { create, createButton } from "./dom.js";
import { said, shownValue } from "./editor-names.js";
import { change, plain } from "./editor-state.js";
import { symbol } from "./editor-symbols.js";

/** @import { Shape, Spot, Value, Way } from "./editor-types.d.ts" */

/** Up to so many letters of all words together, a choice is a row of buttons. */
const ROW = 34;
/** How long, in ms, a pause in typing is before the text is taken. */
const PAUSE = 350;
/** Numbers with at most so many values have buttons for less and more. */
const STEPS = 30;

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
export function typed(input, read, write) {
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
 * Whether a number has buttons for less and more: it counts, and there are not many values.
 * @param {Shape} shape
 */
export const isStepped = ({ t, least, most }) => t === "int" && typeof least === "number" && typeof most === "number" && most - least <= STEPS;

/**
 * A number with a button for one less, and one for one more.
 * @param {Spot} spot
 * @param {Value} value
 * @param {Shape} shape
 */
export function stepperField(spot, value, shape) {
  const box = create("div", "stepper");
  const input = numberField(spot, value, shape);
  const now = typeof value === "number" ? value : (shape.least ?? 0);
  const name = said(spot.path.at(-1) ?? "");
  const step = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {number} */ by) => {
    const button = tool(sign, `${label} ${name}`, () => {
      const from = input.value === "" || Number.isNaN(input.valueAsNumber) ? now : input.valueAsNumber;
      input.value = String(from + by);
      input.dispatchEvent(new Event("change"));
    }, spot.path);
    button.disabled = by < 0 ? now <= (shape.least ?? -Infinity) : now >= (shape.most ?? Infinity);
    return button;
  };
  box.append(step("−", "One less:", -1), input, step("+", "One more:", 1));
  return box;
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
  const key = spot.path.at(-1) ?? "";
  const titles = all.map((one) => shownValue(key, one).title || "none");
  if (titles.join("").length + 3 * all.length > ROW) return selectField(spot, value, all, write);
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
    const { title, icon } = shownValue(key, choice);
    const words = create("span", "", title || "none");
    // What the file says, where a shorter word stands for it.
    if (title !== said(String(choice))) words.title = said(String(choice));
    if (icon) words.prepend(symbol(icon));
    label.append(input, words);
    row.append(label);
  }
  return row;
}

/**
 * One of a few words in a chip: the game's symbol for it, and a list to unfold.
 * @param {Spot} spot
 * @param {Value} value
 * @param {Value[]} choices
 */
export function symbolField(spot, value, choices) {
  const all = choices.includes(/** @type {string} */ (value)) ? choices : [value ?? "", ...choices];
  const list = selectField(spot, value, all, (chosen) => put(spot, chosen));
  const { icon } = shownValue(spot.path.at(-1) ?? "", value);
  if (!icon) return list;
  const box = create("span", "with-symbol");
  box.append(symbol(icon), list);
  return box;
}

/**
 * Yes or no in a word, to be turned by a click.
 * @param {Spot} spot
 * @param {boolean} value
 */
export function wordSwitch(spot, value) {
  const button = createButton("yes-no", value ? "yes" : "no", () => void put(spot, !value));
  button.setAttribute("role", "switch");
  button.setAttribute("aria-checked", String(value));
  named(button, spot);
  return button;
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
    const option = create("option", "", shownValue(spot.path.at(-1) ?? "", choice).title || "none");
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
 * @param {boolean} [always] whether it is a list also if there is one alone
 */
export function severalField(spot, value, choices, always = false) {
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
      put(spot, kept.length === 1 && !always ? kept[0] : kept);
    });
    const { title, icon } = shownValue(spot.path.at(-1) ?? "", choice);
    label.append(input, ...(icon ? [symbol(icon)] : []), create("span", "", title));
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
