// Items of lists: new ones, copies, what belongs to them in other files, and the words for them.

import { create, toast } from "./dom.js";
import { tool } from "./editor-fields.js";
import { change, idOf, isTable, opened, plain, select, state, valueAt } from "./editor-state.js";

/** @import { Edit, Field, Shape, Spot, Step, Table, Value, Way } from "./editor-types.d.ts" */

/**
 * A new value of a type: as little as it needs.
 * @param {Shape} given
 * @param {Value} [list] what it is added to: its name must differ
 * @returns {Value}
 */
export function fresh(given, list) {
  const shape = plain(given);
  if (shape.t === "struct") return freshTable(shape, list);
  if (shape.t === "list" || shape.t === "tuple") {
    const least = shape.t === "tuple" ? /** @type {Shape[]} */ (shape.of) : Array.from({ length: shape.least ?? 0 }, () => /** @type {Shape} */ (shape.of));
    return least.map((each) => fresh(each));
  }
  if (shape.t === "choice") return /** @type {Value[]} */ (shape.of)[0];
  if (shape.t === "bool") return false;
  if (shape.t === "int" || shape.t === "float") return Math.max(shape.least ?? 0, 0);
  if (shape.t === "map") return {};
  if (shape.t === "union") return fresh(/** @type {Shape[]} */ (shape.of)[0] ?? { t: "text" });
  return "";
}

/**
 * @param {Shape} shape
 * @param {Value} [list]
 * @returns {Value}
 */
function freshTable(shape, list) {
  const fields = /** @type {Field[]} */ (shape.fields).filter((field) => field.needed);
  if (shape.row) return fields.map((field) => fresh(field.type));
  /** @type {Table} */
  const item = shape.tag ? { [shape.tag.key]: shape.tag.is } : {};
  for (const field of fields) item[field.name] = fresh(field.type);
  for (const key of ["id", "key", "name"]) {
    if (item[key] === "") item[key] = unused(key === "name" ? "New" : "new", list, key);
  }
  return item;
}

/**
 * @param {string} start
 * @param {Value} list
 * @param {string} key
 */
export function unused(start, list, key) {
  const taken = new Set((Array.isArray(list) ? list : []).map((item) => (isTable(item) ? item[key] : "")));
  let name = start;
  for (let number = 2; taken.has(name); number += 1) name = `${start}${key === "name" ? " " : "_"}${number}`;
  return name;
}

/**
 * A copy of a value.
 * @param {Value} value
 * @returns {Value}
 */
export const copied = (value) => (value === undefined ? undefined : structuredClone(value));

/**
 * A copy of an item under another name.
 * @param {Value} item
 * @param {Value} list
 * @returns {Value}
 */
export function twin(item, list) {
  const copy = copied(item);
  if (!isTable(copy)) return copy;
  for (const key of ["id", "key", "name"]) {
    const name = copy[key];
    if (typeof name === "string") copy[key] = unused(name, list, key);
  }
  return copy;
}

/**
 * Items of other files that are about the same thing: lists of the same name, items of the same id.
 * @param {Spot} spot
 * @returns {Spot[]}
 */
export function othersOf({ file, path }) {
  const files = Object.keys(opened().status.values).filter((name) => name !== file && name in opened().schema);
  return files.flatMap((name) => {
    /** @type {Way} */
    const way = [];
    for (const [depth, step] of path.entries()) {
      if (typeof step === "string") {
        way.push(step);
        continue;
      }
      const list = valueAt(name, way);
      const item = valueAt(file, path.slice(0, depth + 1));
      const number = Array.isArray(list) ? list.findIndex((one) => same(one, item)) : -1;
      if (number < 0) return [];
      way.push(number);
    }
    return typeof path.at(-1) === "number" && valueAt(name, way) !== undefined ? [{ file: name, path: way }] : [];
  });
}

/**
 * @param {Value} one
 * @param {Value} other
 */
function same(one, other) {
  if (!isTable(one) || !isTable(other)) return false;
  if (typeof one.a === "string" && typeof other.a === "string") {
    return (one.a === other.a && one.b === other.b) || (one.a === other.b && one.b === other.a);
  }
  return idOf(one) !== "" && idOf(one) === idOf(other);
}

/**
 * The words of an item: those below its id in any family of words.
 * @param {Spot} spot
 * @returns {Spot[]}
 */
export function wordsOf({ file, path }) {
  const words = valueAt("words.toml", []);
  const id = idOf(valueAt(file, path));
  if (!isTable(words) || !id || typeof path.at(-1) !== "number") return [];
  return Object.entries(words).flatMap(([family, table]) => {
    const own = isTable(table) ? table[id] : undefined;
    return own === undefined ? [] : texts([family, id], own);
  });
}

/**
 * @param {Way} path
 * @param {Value} value
 * @returns {Spot[]}
 */
function texts(path, value) {
  if (typeof value === "string") return [{ file: "words.toml", path }];
  return isTable(value) ? Object.entries(value).flatMap(([key, part]) => texts([...path, key], part)) : [];
}

/**
 * The buttons of an item of a list.
 * @param {Spot} spot
 */
export function itemRow({ file, path }) {
  const number = Number(path.at(-1));
  const list = path.slice(0, -1);
  const row = create("div", "item-tools");
  row.append(
    tool("Rename", "Rename everywhere", () => void rename({ file, path }), path),
    tool("Duplicate", "Duplicate", () => void duplicate({ file, path }), path),
    tool("↑", "Move up", () => void move({ file, path }, number - 1), path),
    tool("✕", "Remove", () => void remove({ file, path }), path),
  );
  if (!idOf(valueAt(file, path))) row.firstElementChild?.remove();
  if (!number) row.querySelector("[aria-label='Move up']")?.remove();
  row.dataset.list = list.join(".");
  return row;
}

/**
 * @param {Spot} spot
 * @param {number} to
 */
async function move({ file, path }, to) {
  if (await change([{ file, op: "move", path, to }])) select(file, [...path.slice(0, -1), to]);
}

/**
 * A copy behind the item, with what belongs to it in other files.
 * @param {Spot} spot
 */
async function duplicate(spot) {
  const edits = [spot, ...othersOf(spot)].map(({ file, path }) => {
    const list = path.slice(0, -1);
    const after = [...list, Number(path.at(-1)) + 1];
    return /** @type {Edit} */ ({ file, op: "insert", path: after, value: twin(valueAt(file, path), valueAt(file, list)) });
  });
  const { file, path } = edits[0];
  const before = idOf(valueAt(spot.file, spot.path));
  const after = idOf(edits[0].value);
  for (const place of before && after !== before ? wordsOf(spot) : []) {
    const way = place.path.map((step, at) => (at === 1 ? after : step));
    edits.push({ file: place.file, op: "set", path: way, value: valueAt(place.file, place.path) });
  }
  if (await change(edits)) select(file, path);
}

/**
 * Removes an item with what belongs to it in other files, and its words.
 * @param {Spot} spot
 */
export async function remove(spot) {
  /** @type {Edit[]} */
  const edits = [spot, ...othersOf(spot)].map(({ file, path }) => ({ file, op: "remove", path }));
  const words = wordsOf(spot);
  if (words.length) edits.push({ file: "words.toml", op: "remove", path: words[0].path.slice(0, 2) });
  const last = spot.path.at(-1);
  state.selected = typeof last === "number" && last > 0 ? { file: spot.file, path: [...spot.path.slice(0, -1), last - 1] } : null;
  await change(edits);
}

/**
 * Gives an item another id, in every file that names it.
 * @param {Spot} spot
 */
async function rename(spot) {
  const item = valueAt(spot.file, spot.path);
  const old = idOf(item);
  const wish = window.prompt(`Another name for ${old}, wherever it stands in the pack:`, old)?.trim();
  if (!wish || wish === old) return;
  /** @type {Edit[]} */
  const edits = [];
  for (const [file, value] of Object.entries(opened().status.values)) {
    if (file in opened().schema && file !== "pack.toml") named(file, [], value, old, wish, edits);
  }
  const words = valueAt("words.toml", []);
  for (const [family, table] of Object.entries(isTable(words) ? words : {})) {
    if (isTable(table) && old in table) {
      edits.push({ file: "words.toml", op: "set", path: [family, wish], value: copied(table[old]) });
      edits.push({ file: "words.toml", op: "remove", path: [family, old] });
    }
  }
  if (await change(edits)) toast(`${edits.length} places now say ${wish}.`);
}

/**
 * @param {string} file
 * @param {Way} path
 * @param {Value} value
 * @param {string} old
 * @param {string} wish
 * @param {Edit[]} edits
 */
function named(file, path, value, old, wish, edits) {
  if (value === old) edits.push({ file, op: "set", path, value: wish });
  else if (Array.isArray(value)) value.forEach((part, at) => named(file, [...path, at], part, old, wish, edits));
  else if (isTable(value)) Object.entries(value).forEach(([key, part]) => named(file, [...path, /** @type {Step} */ (key)], part, old, wish, edits));
}
