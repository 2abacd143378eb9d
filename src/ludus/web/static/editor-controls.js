// The control for a value of any type: single values, tables, lists and maps to any depth.

import { create, createButton } from "./dom.js";
import { isSmall, smallRow } from "./editor-effects.js";
import { choiceField, isStepped, named, numberField, numbersField, put, selectField, severalField, stepperField, switchField, textField, tool } from "./editor-fields.js";
import { figuresField, isNumeric } from "./editor-figures.js";
import { copied, fresh } from "./editor-items.js";
import { isListed } from "./editor-list.js";
import { said, titled } from "./editor-names.js";
import { change, fitting, isTable, opened, plain, select, valueAt } from "./editor-state.js";

/** @import { Shape, Spot, Value } from "./editor-types.d.ts" */

/** Makes the fields of a table; the form says how. @type {{ table: (spot: Spot, shape: Shape) => HTMLElement }} */
export const forms = { table: () => create("div") };

/**
 * The control for a value of a type.
 * @param {Spot} spot
 * @param {Shape} given
 * @param {Value} value
 * @returns {HTMLElement}
 */
export function control(spot, given, value) {
  const shape = plain(given);
  if (shape.t === "bool") return switchField(spot, value === true);
  if (shape.t === "int" || shape.t === "float") return isStepped(shape) ? stepperField(spot, value, shape) : numberField(spot, value, shape);
  if (shape.t === "choice") return choiceField(spot, value, /** @type {Value[]} */ (shape.of));
  if (shape.t === "tuple") return numbersField(spot, value, /** @type {Shape[]} */ (shape.of));
  if (isSet(spot, shape)) return severalField(spot, value, /** @type {Value[]} */ (plain(/** @type {Shape} */ (shape.of)).of), true);
  if (shape.t === "list") return isNumeric(shape) ? figuresField(spot, value) : listControl(spot, shape, value);
  if (shape.t === "map") return mapControl(spot, shape, value);
  if (shape.t === "struct") return framed(spot, shape);
  if (shape.t === "union") return unionControl(spot, shape, value);
  return textField(spot, value === undefined ? "" : String(value));
}

/**
 * Whether a list says which of a few words hold, each at most once.
 * @param {Spot} spot
 * @param {Shape} shape
 */
export const isSet = ({ path }, shape) =>
  shape.t === "list" && opened().boards.sets.includes(String(path.at(-1))) && plain(/** @type {Shape} */ (shape.of)).t === "choice";

/**
 * @param {Spot} spot
 * @param {Shape} shape
 */
function framed(spot, shape) {
  const box = create("fieldset", "framed");
  if (valueAt(spot.file, spot.path) === undefined) {
    box.append(createButton("button small dashed", "+ add", () => put(spot, fresh(shape))));
  } else {
    box.append(forms.table(spot, shape));
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
    box.append(pick, forms.table(spot, now));
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
  const small = isSmall(type);
  if (small) box.classList.add("small-items");
  items.forEach((item, number) => {
    const at = { file, path: [...path, number] };
    if (small) {
      box.append(smallRow(at, /** @type {Shape} */ (shape.of), control));
      return;
    }
    const line = create("div", "list-item");
    const tools = create("div", "item-tools");
    if (!simple) tools.append(create("b", "", `${titled(path.at(-1) ?? "")} ${number + 1}`));
    if (!simple) tools.append(tool("Duplicate", `Duplicate ${number + 1}`, () => change([{ file, op: "insert", path: [...path, number + 1], value: copied(item) }]), at.path));
    if (number) tools.append(tool("↑", `Move ${number + 1} up`, () => change([{ file, op: "move", path: at.path, to: number - 1 }]), at.path));
    tools.append(tool("✕", `Remove ${number + 1}`, () => change([{ file, op: "remove", path: at.path }]), at.path));
    const inner = type.t === "struct" ? forms.table(at, type) : told(control(at, type, item), `${said(path.at(-1) ?? "")} ${number + 1}`);
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
export function adder({ file, path }, shape, count) {
  const add = async () => {
    const item = fresh(/** @type {Shape} */ (shape.of), valueAt(file, path));
    const there = valueAt(file, path) !== undefined;
    const done = await change([there ? { file, op: "insert", path: [...path, count], value: item } : { file, op: "set", path, value: [item] }]);
    if (done && isListed(shape, file, path)) select(file, [...path, count]);
  };
  const name = said(path.at(-1) ?? "");
  const one = name.replace(/(?<=[^s])s$/, "");
  const button = tool(`+ ${one}`, `Add to ${name}`, add, path);
  button.classList.add("dashed");
  return button;
}

/**
 * @param {Spot} spot
 * @param {Shape} shape
 * @param {Value} value
 */
function mapControl(spot, shape, value) {
  const entries = isTable(value) ? Object.entries(value) : [];
  if (entries.length) return mapEntries(spot, shape, entries, value);
  const folded = create("details", "folded empty");
  folded.append(create("summary", "button small dashed", `+ ${said(spot.path.at(-1) ?? "")}`), mapEntries(spot, shape, [], value));
  return folded;
}

/**
 * A control with a name of its own, where no label stands before it.
 * @param {HTMLElement} element
 * @param {string} name
 */
function told(element, name) {
  const own = element.matches("input, select, textarea") ? element : element.querySelector("input, select, textarea");
  own?.setAttribute("aria-label", name);
  return element;
}

/**
 * @param {Spot} spot
 * @param {Shape} shape
 * @param {[string, Value][]} entries
 * @param {Value} value
 */
function mapEntries({ file, path }, shape, entries, value) {
  const box = create("div", "list simple");
  for (const [key, part] of entries) {
    const at = { file, path: [...path, key] };
    const line = create("div", "list-item");
    line.append(create("code", "", key), told(control(at, /** @type {Shape} */ (shape.value), part), `${said(path.at(-1) ?? "")}: ${said(key)}`), tool("✕", `Remove ${key}`, () => change([{ file, op: "remove", path: at.path }]), at.path));
    box.append(line);
  }
  const keys = plain(shape.key);
  const free = keys.t === "choice" ? /** @type {string[]} */ (keys.of).filter((key) => !(isTable(value) && key in value)) : [];
  const write = (/** @type {Value} */ key) => put({ file, path: [...path, String(key)] }, fresh(/** @type {Shape} */ (shape.value)));
  if (keys.t !== "choice") {
    const name = create("input", "field");
    name.placeholder = "+ key";
    named(name, { file, path: [...path, "+"] });
    told(name, `Add to ${said(path.at(-1) ?? "")}`);
    name.addEventListener("change", () => name.value && write(name.value));
    box.append(name);
  } else if (free.length) {
    box.append(told(selectField({ file, path: [...path, "+"] }, "+", ["+", ...free], write), `Add to ${said(path.at(-1) ?? "")}`));
  }
  return box;
}
