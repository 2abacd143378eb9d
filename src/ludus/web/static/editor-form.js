// The form of what is selected, made from the schema: tables, lists and choices to any depth.

import { byId, create, createButton } from "./dom.js";
import {
  choiceField,
  figuresField,
  isNumeric,
  named,
  numberField,
  numbersField,
  put,
  selectField,
  severalField,
  switchField,
  textField,
  tool,
} from "./editor-fields.js";
import { focused, restore } from "./editor-focus.js";
import { isListed } from "./editor-list.js";
import { copied, fresh, itemRow, othersOf, wordsOf } from "./editor-items.js";
import { change, fitting, isTable, nameOf, opened, plain, select, shapeAt, state, valueAt } from "./editor-state.js";

/** @import { Field, Shape, Spot, Value, Way } from "./editor-types.d.ts" */

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
  const parts = [heading(spot), table(spot, shapeAt(file, path))];
  for (const other of othersOf(spot)) {
    parts.push(subheading(`${other.file.replace(".toml", "")}`, other), table(other, shapeAt(other.file, other.path)));
  }
  const words = wordsOf(spot);
  if (words.length) {
    const box = create("div", "rows");
    box.append(...words.map((place) => row(place.path.slice(2).join(" ") || "text", "", textField(place, String(valueAt(place.file, place.path) ?? "")))));
    parts.push(subheading("Words", words[0]), box);
  }
  return parts;
}

/** @param {Spot} spot */
function heading({ file, path }) {
  const head = create("div", "form-head");
  const last = path.at(-1);
  const list = typeof last === "number" ? String(path.at(-2)) : "";
  head.append(create("h2", "", typeof last === "number" ? list : (last ?? file)));
  head.append(create("span", "quiet where", lineText(file, path)));
  if (typeof last === "number") head.append(itemRow({ file, path }));
  return head;
}

/**
 * @param {string} file
 * @param {Way} path
 */
function lineText(file, path) {
  const last = path.at(-1);
  const name = nameOf(valueAt(file, path), typeof last === "number" ? last : undefined);
  return name ? `${file} · ${name}` : file;
}

/**
 * @param {string} words
 * @param {Spot} spot
 */
function subheading(words, { file }) {
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
  (kind.fields ?? []).forEach((field, number) => {
    const at = { file, path: [...path, kind.row ? number : field.name] };
    const type = plain(field.type);
    if (path.length < 3 && isListed(type)) box.append(listed(at, field));
    else box.append(fieldRow(at, field, type));
  });
  return box;
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
  return row(field.name, field.hint, line);
}

/**
 * @param {Spot} at
 * @param {Field} field
 * @param {Shape} type
 */
function fieldRow(at, field, type) {
  const value = valueAt(at.file, at.path);
  const shown = value === undefined ? field.default : value;
  const element = row(field.name, field.hint, control(at, type, shown));
  const wrong = opened().status.problems.find((one) => one.file === at.file && one.path.join("\n") === at.path.join("\n"));
  if (wrong) {
    element.classList.add("wrong");
    element.append(create("p", "why", wrong.text));
  }
  if (!field.needed && value !== undefined && !Array.isArray(valueAt(at.file, at.path.slice(0, -1)))) {
    element.append(tool("✕", `Leave ${field.name} out`, () => change([{ file: at.file, op: "remove", path: at.path }]), at.path));
  }
  return element;
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
  return line;
}

/**
 * The control for a value of a type.
 * @param {Spot} spot
 * @param {Shape} given
 * @param {Value} value
 * @returns {HTMLElement}
 */
function control(spot, given, value) {
  const shape = plain(given);
  if (shape.t === "bool") return switchField(spot, value === true);
  if (shape.t === "int" || shape.t === "float") return numberField(spot, value, shape);
  if (shape.t === "choice") return choiceField(spot, value, /** @type {Value[]} */ (shape.of));
  if (shape.t === "tuple") return numbersField(spot, value, /** @type {Shape[]} */ (shape.of));
  if (shape.t === "list") return isNumeric(shape) ? figuresField(spot, value) : listControl(spot, shape, value);
  if (shape.t === "map") return mapControl(spot, shape, value);
  if (shape.t === "struct") return framed(spot, shape);
  if (shape.t === "union") return unionControl(spot, shape, value);
  return textField(spot, value === undefined ? "" : String(value));
}

/**
 * @param {Spot} spot
 * @param {Shape} shape
 */
function framed(spot, shape) {
  const box = create("fieldset", "framed");
  if (valueAt(spot.file, spot.path) === undefined) {
    box.append(createButton("button small dashed", "+ add", () => put(spot, fresh(shape))));
  } else {
    box.append(table(spot, shape));
  }
  return box;
}

/**
 * One of several types: tables told apart by a word, one word or several, something or nothing.
 * @param {Spot} spot
 * @param {Shape} shape
 * @param {Value} value
 */
function unionControl(spot, shape, value) {
  const kinds = /** @type {Shape[]} */ (shape.of).map(plain).filter((kind) => kind.t !== "none");
  const tagged = kinds.filter((kind) => kind.tag);
  if (tagged.length) {
    const now = fitting(shape, value);
    const box = create("div", "tagged");
    const words = tagged.map((kind) => kind.tag?.is ?? "");
    const pick = selectField({ file: spot.file, path: [...spot.path, "op"] }, now.tag?.is, words, (word) => {
      put(spot, fresh(tagged[words.indexOf(String(word))] ?? now));
    });
    pick.setAttribute("aria-label", "kind");
    box.append(pick, table(spot, now));
    return box;
  }
  const words = kinds.find((kind) => kind.t === "choice");
  if (words && kinds.some((kind) => kind.t === "list")) return severalField(spot, value, /** @type {Value[]} */ (words.of));
  return control(spot, value === undefined ? kinds[0] : fitting({ t: "union", of: kinds }, value), value);
}

/**
 * @param {Spot} spot
 * @param {Shape} shape
 * @param {Value} value
 */
function listControl(spot, shape, value) {
  const { file, path } = spot;
  const items = Array.isArray(value) ? value : [];
  const type = plain(/** @type {Shape} */ (shape.of));
  const simple = type.t === "text" || type.t === "choice";
  const box = create("div", simple ? "list simple" : "list");
  items.forEach((item, number) => {
    const at = { file, path: [...path, number] };
    const line = create("div", "list-item");
    const tools = create("div", "item-tools");
    if (!simple) tools.append(create("b", "", `${path.at(-1)} ${number + 1}`));
    if (!simple) tools.append(tool("Duplicate", `Duplicate ${number + 1}`, () => change([{ file, op: "insert", path: [...path, number + 1], value: copied(item) }]), at.path));
    if (number) tools.append(tool("↑", `Move ${number + 1} up`, () => change([{ file, op: "move", path: at.path, to: number - 1 }]), at.path));
    tools.append(tool("✕", `Remove ${number + 1}`, () => change([{ file, op: "remove", path: at.path }]), at.path));
    const inner = type.t === "struct" ? table(at, type) : control(at, type, item);
    line.append(...(simple ? [inner, tools] : [tools, inner]));
    box.append(line);
  });
  box.append(adder(spot, shape, items.length));
  return box;
}

/**
 * @param {Spot} spot a list
 * @param {Shape} shape
 * @param {number} count
 */
function adder({ file, path }, shape, count) {
  const add = async () => {
    const item = fresh(/** @type {Shape} */ (shape.of), valueAt(file, path));
    const there = valueAt(file, path) !== undefined;
    const done = await change([there ? { file, op: "insert", path: [...path, count], value: item } : { file, op: "set", path, value: [item] }]);
    if (done && isListed(shape)) select(file, [...path, count]);
  };
  const button = tool(`+ ${path.at(-1)}`, `Add to ${path.at(-1)}`, add, path);
  button.classList.add("dashed");
  return button;
}

/**
 * @param {Spot} spot
 * @param {Shape} shape
 * @param {Value} value
 */
function mapControl({ file, path }, shape, value) {
  const box = create("div", "list simple");
  const entries = isTable(value) ? Object.entries(value) : [];
  for (const [key, part] of entries) {
    const at = { file, path: [...path, key] };
    const line = create("div", "list-item");
    line.append(create("code", "", key), control(at, /** @type {Shape} */ (shape.value), part), tool("✕", `Remove ${key}`, () => change([{ file, op: "remove", path: at.path }]), at.path));
    box.append(line);
  }
  const keys = plain(shape.key);
  const free = keys.t === "choice" ? /** @type {string[]} */ (keys.of).filter((key) => !(isTable(value) && key in value)) : [];
  const write = (/** @type {Value} */ key) => put({ file, path: [...path, String(key)] }, fresh(/** @type {Shape} */ (shape.value)));
  if (keys.t !== "choice") {
    const name = create("input", "field");
    name.placeholder = "+ key";
    named(name, { file, path: [...path, "+"] });
    name.addEventListener("change", () => name.value && write(name.value));
    box.append(name);
  } else if (free.length) {
    box.append(selectField({ file, path: [...path, "+"] }, "+", ["+", ...free], write));
  }
  return box;
}
