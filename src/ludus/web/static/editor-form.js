// The form of what is selected, made from the schema: tables, lists and choices to any depth.

import { byId, create } from "./dom.js";
import { adder, control, forms, isSet } from "./editor-controls.js";
import { named, numberField, textField, tool } from "./editor-fields.js";
import { isNumeric } from "./editor-figures.js";
import { focused, restore } from "./editor-focus.js";
import { reasonOf } from "./editor-marks.js";
import { isListed, signOf } from "./editor-list.js";
import { itemRow, othersOf, wordsOf } from "./editor-items.js";
import { linkRow, presetRow } from "./editor-links.js";
import { groupOf, kindOf, lineOf, said, titled } from "./editor-names.js";
import { change, fitting, isTable, opened, plain, shapeAt, state, valueAt } from "./editor-state.js";
import { textsBelow } from "./editor-places.js";
import { symbol } from "./editor-symbols.js";
import { writeButton } from "./editor-words.js";

/** @import { Field, Shape, Spot } from "./editor-types.d.ts" */

/** Shows the form of the selected item, and of what belongs to it in other files. */
export function showForm() {
  const box = byId("form");
  const kept = focused();
  const spot = state.selected;
  const parts = spot && valueAt(spot.file, spot.path) !== undefined ? formOf(spot) : [create("p", "quiet", "Choose something in the list.")];
  const scrolled = box.scrollTop;
  box.replaceChildren(...parts);
  box.scrollTop = scrolled;
  restore(kept);
}

/**
 * @param {Spot} spot
 * @returns {HTMLElement[]}
 */
function formOf(spot) {
  const { file, path } = spot;
  if (file.endsWith(".toml") && !(file in opened().schema)) return looseWords(spot);
  const own = table(spot, shapeAt(file, path));
  const parts = [heading(spot), own];
  for (const other of othersOf(spot)) {
    const box = table(other, shapeAt(other.file, other.path));
    // What both files say of a thing is shown once.
    for (const name of ["id", "a", "b", "key"]) box.querySelector(`[data-name="${name}"]`)?.remove();
    const preset = presetRow(other);
    if (preset) box.prepend(preset);
    parts.push(subheading(titled(other.file.replace(".toml", "")), other.file), box);
  }
  own.append(...linkRow(spot));
  const words = wordsOf(spot);
  const rowOf = (/** @type {Spot} */ place) => row(wordName(place), "", textField(place, String(valueAt(place.file, place.path) ?? "")));
  // What a thing is called stands below its id, whichever file says so.
  const names = words.filter((place) => place.path.length === 3 && place.path[2] === "name");
  own.querySelector('[data-name="id"], [data-name="key"]')?.after(...names.map(rowOf));
  const texts = names.length ? words.filter((place) => !names.includes(place)) : words;
  if (texts.length) {
    const box = create("div", "rows words");
    box.append(...texts.map(rowOf));
    parts.push(subheading("Words", "words.toml"), box, ...legend(), writeButton(words));
  }
  const story = create("div", "story");
  story.id = "story";
  return [...parts, story];
}

/**
 * Words of something that is not there, with a way to remove them.
 * @param {Spot} spot
 */
function looseWords(spot) {
  const { file, path } = spot;
  const box = create("div", "rows words");
  for (const way of textsBelow(path, valueAt(file, path))) box.append(row(way.map(said).join(" "), "", textField({ file, path: way }, String(valueAt(file, way)))));
  if (path.length) box.append(tool("✕ Remove these words", `Remove ${path.join(" ")}`, () => change([{ file, op: "remove", path }]), path));
  return [subheading(titled(path.at(-1) ?? file), file), box];
}

/** The signs in texts that become symbols of the game, with what they become. */
function legend() {
  const signs = Object.entries(opened().boards.signs);
  if (!signs.length) return [];
  const line = create("p", "quiet signs", "In texts");
  for (const [sign, key] of signs) {
    const pair = create("span", "letter");
    pair.append(create("code", "", sign), symbol(key));
    line.append(pair);
  }
  return [line];
}

/**
 * Which of the words of an item: `option 1` for the first.
 * @param {Spot} place
 */
function wordName({ path }) {
  const steps = path.slice(2).map((step) => (/^[0-9]+$/.test(String(step)) ? String(Number(step) + 1) : said(step)));
  return steps.join(" ") || "text";
}

/** @param {Spot} spot */
function heading(spot) {
  const { file, path } = spot;
  const head = create("div", "form-head");
  const sign = signOf(spot);
  if (sign) head.append(sign);
  const title = kindOf(spot);
  const name = typeof path.at(-1) === "number" ? lineOf(spot) : "";
  head.append(create("h2", "", title), create("span", "form-name", name));
  const where = create("span", "quiet where", file);
  where.id = "form-line";
  head.append(where);
  if (typeof path.at(-1) === "number") head.append(itemRow(spot));
  return head;
}

/**
 * @param {string} words
 * @param {string} file
 */
function subheading(words, file) {
  const head = create("div", "form-head below");
  head.append(create("h3", "", words), create("span", "quiet where", file));
  return head;
}

/**
 * The fields of a table, but for lists that have lines of their own.
 * @param {Spot} spot
 * @param {Shape} shape
 */
function table({ file, path }, shape) {
  const box = create("div", "rows");
  const kind = fitting(shape, valueAt(file, path));
  if (kind.t !== "struct") {
    box.append(control({ file, path }, kind, valueAt(file, path)));
    return box;
  }
  const fields = kind.fields ?? [];
  // Lists with nothing in them are buttons to begin them, side by side.
  const adders = create("div", "adders");
  fields.forEach((field, number) => {
    const at = { file, path: [...path, kind.row ? number : field.name] };
    const type = plain(field.type);
    const list = type.t === "list" && !isNumeric(type) && !isSet(at, type);
    const some = valueAt(at.file, at.path);
    if (path.length < 3 && isListed(type, at.file, at.path)) box.append(listed(at, field));
    else if (list && !(Array.isArray(some) && some.length) && !wrongAt(at)) adders.append(adder(at, type, 0));
    else if (field.name === "x" && fields[number + 1]?.name === "y") box.append(placeRow(at, { file, path: [...path, "y"] }, type));
    else if (field.name !== "y" || fields[number - 1]?.name !== "x") box.append(fieldRow(at, field, type));
  });
  if (adders.childElementCount) box.append(adders);
  return box;
}

/**
 * Two numbers that say where something lies.
 * @param {Spot} x
 * @param {Spot} y
 * @param {Shape} type
 */
function placeRow(x, y, type) {
  const pair = create("div", "numbers");
  for (const at of [x, y]) {
    const input = numberField(at, valueAt(at.file, at.path), type);
    input.setAttribute("aria-label", String(at.path.at(-1)));
    pair.append(input);
  }
  return row("place", "", pair);
}

/**
 * A list that has a group of its own: how many there are, and a way to add one.
 * @param {Spot} at
 * @param {Field} field
 */
function listed(at, field) {
  const list = valueAt(at.file, at.path);
  const count = Array.isArray(list) ? list.length : 0;
  const line = create("div", "counted");
  line.append(create("span", "", `${count} in the list`), adder(at, plain(field.type), count));
  return row(said(field.name), field.hint, line);
}

/**
 * @param {Spot} at
 * @param {Field} field
 * @param {Shape} type
 */
function fieldRow(at, field, type) {
  const value = valueAt(at.file, at.path);
  const shown = value === undefined ? field.default : value;
  const fixed = isFixed(at, type);
  const element = row(said(field.name), field.hint, fixed ? fixedField(at, String(value ?? "")) : control(at, type, shown));
  element.dataset.name = field.name;
  element.dataset.kind = type.t;
  const limit = fixed ? "" : limitOf(at, type);
  if (limit) element.append(create("small", "quiet limit", limit));
  const wrong = wrongAt(at);
  if (wrong) {
    element.classList.add("wrong");
    element.append(create("p", "why", reasonOf(wrong)));
  }
  const filled = type.t === "map" && isTable(value) && Object.keys(value).length > 0;
  if (!field.needed && value !== undefined && type.t !== "list" && !filled && !Array.isArray(valueAt(at.file, at.path.slice(0, -1)))) {
    element.append(tool("✕", `Leave ${field.name} out`, () => change([{ file: at.file, op: "remove", path: at.path }]), at.path));
  }
  return element;
}

/** What is wrong at just this place. @param {Spot} at */
const wrongAt = (at) => opened().status.problems.find((one) => one.file === at.file && one.path.join("\n") === at.path.join("\n"));

/**
 * Whether a text names an item for others: it is changed by Rename, everywhere at once.
 * @param {Spot} at
 * @param {Shape} type
 */
function isFixed({ file, path }, type) {
  const name = path.at(-1);
  const own = name === "id" || name === "key";
  return own && type.t === "text" && typeof path.at(-2) === "number" && groupOf(file, path.slice(0, -1)) !== undefined;
}

/**
 * @param {Spot} at
 * @param {string} value
 */
function fixedField(at, value) {
  const box = create("div", "fixed");
  const input = create("input", "field");
  input.value = value;
  input.readOnly = true;
  named(input, at);
  box.append(input, create("small", "quiet", "fixed"));
  return box;
}

/**
 * What may stand in a field, in a few words: its limits, or how many of all.
 * @param {Spot} at
 * @param {Shape} type
 */
function limitOf({ file, path }, type) {
  const told = groupOf(file, path.slice(0, -1));
  const list = valueAt(file, path.slice(0, -2));
  const key = told?.sum;
  if (key && key === path.at(-1) && Array.isArray(list)) {
    const all = list.reduce((/** @type {number} */ sum, each) => sum + (isTable(each) ? Number(each[key] ?? 0) : 0), 0);
    return `of ${all}`;
  }
  if (type.t !== "int" && type.t !== "float") return "";
  const { least, most } = type;
  if (typeof least === "number" && typeof most === "number") return `${least} to ${most}`;
  return typeof least === "number" ? `${least} or more` : typeof most === "number" ? `at most ${most}` : "";
}

/**
 * @param {string} name
 * @param {string} hint
 * @param {HTMLElement} element
 */
function row(name, hint, element) {
  const line = create("div", "row-of");
  const label = create("label", "row-name", name);
  const inner = element.id ? element : element.querySelector("[id]");
  if (inner) label.setAttribute("for", inner.id);
  if (hint) label.title = hint;
  line.append(label, element);
  if (hint) line.append(create("small", "quiet hint", hint));
  return line;
}

forms.table = table;
