// Small tables in lists, such as effects and prices: one line each, with a chip for every value.

import { create } from "./dom.js";
import { numberField, selectField, symbolField, tool, wordSwitch } from "./editor-fields.js";
import { copied, fresh } from "./editor-items.js";
import { mark, problemsIn, reasonOf } from "./editor-marks.js";
import { said, shownKey, shownValue, titled } from "./editor-names.js";
import { change, fitting, isTable, plain, valueAt } from "./editor-state.js";
import { lineIcon, symbol } from "./editor-symbols.js";

/** @import { Field, Shape, Spot, Step, Table, Value, Way } from "./editor-types.d.ts" */

/** @typedef {(spot: Spot, shape: Shape, value: Value) => HTMLElement} Control */

/** Types whose control fits into a chip. */
const SMALL = ["bool", "int", "float", "choice", "text"];

/**
 * Whether the items of a list are shown in one line each.
 * @param {Shape} type
 */
export function isSmall(type) {
  if (type.t === "union") return /** @type {Shape[]} */ (type.of).map(plain).every((kind) => kind.tag);
  const fields = type.fields ?? [];
  return type.t === "struct" && !type.row && fields.length > 0 && fields.every((field) => fits(plain(field.type)));
}

/** @param {Shape} type @returns {boolean} */
function fits(type) {
  if (type.t !== "union") return SMALL.includes(type.t);
  return /** @type {Shape[]} */ (type.of).every((kind) => fits(plain(kind)));
}

/**
 * An item of a list in one line; lists within it stand below.
 * @param {Spot} spot
 * @param {Shape} type
 * @param {Control} control
 */
export function smallRow(spot, type, control) {
  const { file, path } = spot;
  const value = valueAt(file, path);
  const kind = plain(fitting(type, value));
  const item = isTable(value) ? value : {};
  const box = create("div", "effect");
  const line = create("div", "effect-line");
  box.dataset.of = String(path.at(-2) ?? "");
  const tone = toneOf(item);
  if (tone) box.dataset.tone = tone;
  line.append(headOf(spot, type, kind));
  const fields = (kind.fields ?? []).filter((field) => field.name !== kind.tag?.key);
  const shown = fields.filter((field) => fits(plain(field.type)) && (field.needed || field.name in item));
  for (const field of shown) line.append(chip(spot, field, item, control));
  const free = fields.filter((field) => !field.needed && !(field.name in item));
  if (free.length) line.append(adder(spot, free));
  line.append(tools(spot, value));
  box.append(line, ...whys(spot));
  for (const field of fields) {
    if (fits(plain(field.type)) || !(field.needed || field.name in item)) continue;
    const below = create("div", "effect-below");
    below.append(create("span", "row-name", said(field.name)), control({ file, path: [...path, field.name] }, field.type, item[field.name]));
    box.append(below);
  }
  return box;
}

/**
 * The colour of a line: that of the first thing in it that has one, such as the die that is paid.
 * @param {Table} item
 */
function toneOf(item) {
  const tones = Object.entries(item).map(([key, value]) => (value ? shownValue(key, value).tone || shownKey(key).tone : ""));
  return tones.find(Boolean) ?? "";
}

/**
 * What is wrong in the line itself; what is below says so there.
 * @param {Spot} spot
 */
function whys({ file, path }) {
  const own = problemsIn(file, path).filter(({ problem }) => problem.path.length <= path.length + 1);
  return own.map(({ problem, number }) => {
    const line = create("p", problem.grave ? "why" : "why mild", reasonOf(problem));
    line.prepend(mark(problem, number));
    return line;
  });
}

/**
 * What the line is about: its kind, which can be changed, or the name of its list.
 * @param {Spot} spot
 * @param {Shape} type
 * @param {Shape} kind
 */
function headOf({ file, path }, type, kind) {
  if (!kind.tag || type.t !== "union") return create("b", "effect-head", said(path.at(-2) ?? ""));
  const kinds = /** @type {Shape[]} */ (type.of).map(plain);
  const words = kinds.map((each) => each.tag?.is ?? "");
  const key = kind.tag.key;
  const pick = selectField({ file, path: [...path, key] }, kind.tag.is, words, (word) => {
    void change([{ file, op: "set", path, value: fresh(kinds[words.indexOf(String(word))] ?? kind) }]);
  });
  pick.classList.add("effect-head");
  pick.setAttribute("aria-label", "kind");
  return pick;
}

/**
 * One value: its key, its control, and a way to leave it out.
 * @param {Spot} spot
 * @param {Field} field
 * @param {Table} item
 * @param {Control} control
 */
function chip({ file, path }, field, item, control) {
  const at = { file, path: [...path, field.name] };
  const box = create("span", problemsIn(file, at.path).length ? "chip-field wrong" : "chip-field");
  const value = item[field.name] ?? field.default;
  const inner = small(at, plain(field.type), value) ?? control(at, field.type, value);
  const { title, icon } = shownKey(field.name);
  const label = create("label", "", title);
  if (icon) label.prepend(symbol(icon));
  const named = inner.id ? inner : inner.querySelector("[id]");
  if (named) label.setAttribute("for", named.id);
  if (field.hint) label.title = field.hint;
  box.append(label, inner);
  if (!field.needed) box.append(tool("✕", `Leave ${said(field.name)} out`, () => void change([{ file, op: "remove", path: at.path }]), at.path));
  return box;
}

/**
 * The controls that a chip has room for; null for those that look the same everywhere.
 * @param {Spot} at
 * @param {Shape} type
 * @param {Value} value
 */
function small(at, type, value) {
  if (type.t === "bool") return wordSwitch(at, value === true);
  if (type.t === "choice") return symbolField(at, value, /** @type {Value[]} */ (type.of));
  if (type.t !== "int") return null;
  const input = numberField(at, value, type);
  if (!(typeof type.least === "number" && type.least < 0 && Number(value) > 0)) return input;
  const box = create("span", "with-symbol");
  const plus = create("b", "plus", "+");
  plus.setAttribute("aria-hidden", "true");
  box.append(plus, input);
  return box;
}

/**
 * A list of what could be said besides.
 * @param {Spot} spot
 * @param {Field[]} free
 */
function adder({ file, path }, free) {
  const names = ["+", ...free.map((field) => field.name)];
  const pick = selectField({ file, path: [...path, "+"] }, "+", names, (name) => {
    const field = free.find((one) => one.name === name);
    if (field) void change([{ file, op: "set", path: [...path, field.name], value: started(field) }]);
  });
  pick.classList.add("effect-more");
  pick.setAttribute("aria-label", "say more");
  return pick;
}

/**
 * The value that something starts with once it is said: another than its default.
 * @param {Field} field
 * @returns {Value}
 */
function started(field) {
  const type = plain(field.type);
  if (field.default === undefined || field.default === "") return fresh(type);
  if (type.t === "bool") return !field.default;
  if (type.t === "int" && field.default === 0) return Math.min(1, type.most ?? 1);
  return copied(field.default);
}

/**
 * @param {Spot} spot
 * @param {Value} item
 */
function tools({ file, path }, item) {
  const number = Number(path.at(-1));
  const list = path.slice(0, -1);
  const box = create("span", "item-tools");
  const after = [...list, number + 1];
  const step = /** @type {Step} */ (list.at(-1) ?? "");
  const name = `${titled(step)} ${number + 1}`;
  box.append(twice(`Duplicate ${name}`, () => void change([{ file, op: "insert", path: after, value: copied(item) }]), path));
  if (number) box.append(tool("↑", `Move ${name} up`, () => void change([{ file, op: "move", path, to: number - 1 }]), path));
  box.append(tool("✕", `Remove ${name}`, () => void change([{ file, op: "remove", path }]), path));
  return box;
}

/**
 * A button with the icon of two sheets.
 * @param {string} label
 * @param {() => void} act
 * @param {Way} path
 */
function twice(label, act, path) {
  const button = tool("", label, act, path);
  button.append(lineIcon("copy"));
  return button;
}
