// What things are called: lists by the titles in `editor.toml`, items by their names and words, keys in words.

import { idOf, isTable, itemsOf, nameOf, opened, valueAt } from "./editor-state.js";

/** @import { Group, Spot, Step, Value, Way } from "./editor-types.d.ts" */

/** The longest text that is taken for a name. */
const LONGEST = 40;

/**
 * A key of a file as it is read: `coin_allowed` has a space.
 * @param {Step} key
 */
export const said = (key) => String(key).replaceAll("_", " ");

/** Where values come from, in a word. @type {Record<string, Record<string, { title: string, icon?: string, tone?: string }>>} */
const COMMON = { source: { rulebook: { title: "book" }, public: { title: "public" }, reconstruction: { title: "rebuilt" } } };

/**
 * How a value is shown: its word, the game's symbol for it, its colour.
 * @param {Step} key that has the value
 * @param {Value} value
 * @returns {{ title: string, icon: string, tone: string }}
 */
export function shownValue(key, value) {
  const own = opened().boards.values[String(key)]?.[String(value)] ?? COMMON[String(key)]?.[String(value)];
  return { title: own?.title || said(String(value ?? "")), icon: own?.icon ?? "", tone: own?.tone ?? "" };
}

/**
 * How a key is shown.
 * @param {Step} key
 * @returns {{ title: string, icon: string, tone: string }}
 */
export function shownKey(key) {
  const own = opened().boards.keys[String(key)];
  return { title: own?.title || said(key), icon: own?.icon ?? "", tone: own?.tone ?? "" };
}

/**
 * A key at the start of a heading.
 * @param {Step} key
 */
export const titled = (key) => said(key).replace(/^./, (letter) => letter.toUpperCase());

/**
 * The way to a list without the numbers of the items on it.
 * @param {string} file
 * @param {Way} path
 */
const wayOf = (file, path) => [file, ...path.filter((step) => typeof step === "string")].join(" ");

/**
 * What `editor.toml` says of a list.
 * @param {string} file
 * @param {Way} path of the list, or of one of its items
 * @returns {Group | undefined}
 */
export const groupOf = (file, path) => opened().boards.group.find(({ list }) => list === wayOf(file, path));

/**
 * What a list, a table or a file is called.
 * @param {string} file
 * @param {Way} path
 */
export function titleOf(file, path) {
  const own = groupOf(file, path)?.title ?? opened().boards.titles[wayOf(file, path)];
  return own ?? titled(path.at(-1) ?? file.replace(/[.]\w+$/, ""));
}

/**
 * What is above the form of a place.
 * @param {Spot} spot
 */
export function kindOf({ file, path }) {
  const one = typeof path.at(-1) === "number" ? groupOf(file, path)?.one : undefined;
  return one ?? titleOf(file, path);
}

/**
 * The name of an item: its own, that in the pack's words, or those of its two ends.
 * @param {Spot} spot
 * @returns {string}
 */
export function lineOf({ file, path }) {
  const last = path.at(-1);
  if (typeof last !== "number") return titleOf(file, path);
  const item = valueAt(file, path);
  if (isTable(item) && typeof item.a === "string" && typeof item.b === "string") {
    return `${calledAt(file, path, item.a)} – ${calledAt(file, path, item.b)}`;
  }
  const own = isTable(item) && typeof item.name === "string" ? item.name : "";
  const id = isTable(item) && typeof item.id === "string" ? item.id : "";
  const name = own || inWords(idOf(item)) || (id ? calledAt(file, path, id) : spoken(item, last));
  // Items without a name go by their number: `Fate card 3`.
  return name === String(last + 1) ? `${groupOf(file, path)?.one ?? ""} ${name}`.trim() : name;
}

/**
 * @param {Value} item
 * @param {number} number
 */
function spoken(item, number) {
  const name = nameOf(item, number);
  // Texts on a map and numerals are what they are; ids and kinds are words with signs between.
  return isTable(item) && [item.id, item.key, item.type, item.kind].includes(name) ? titled(name) : name;
}

/**
 * What something with an id is called: by the name of an item of a list beside its own, in this file or another.
 * @param {string} file
 * @param {Way} path
 * @param {string} id
 */
function calledAt(file, path, id) {
  for (const name of [file, ...Object.keys(opened().schema)]) {
    const holder = valueAt(name, path.slice(0, -2));
    for (const list of isTable(holder) ? Object.values(holder) : []) {
      const found = Array.isArray(list) ? list.find((one) => isTable(one) && one.id === id) : undefined;
      if (isTable(found) && typeof found.name === "string") return found.name;
    }
  }
  return titled(id);
}

/** @param {string} id */
function inWords(id) {
  const words = valueAt("words.toml", []);
  if (!id || !isTable(words)) return "";
  for (const table of Object.values(words)) {
    const own = isTable(table) ? table[id] : undefined;
    if (isTable(own) && typeof own.name === "string") return own.name;
    if (typeof own === "string" && own.length <= LONGEST) return own;
  }
  return "";
}

/**
 * The name of whatever has an id, for chips and sentences.
 * @param {string} way the way to a list
 * @param {string} key by which its items go
 * @param {string} id
 */
export function calledBy(way, key, id) {
  const found = itemsOf(way).find(({ item }) => item[key] === id);
  return found ? lineOf(found) : titled(id);
}
