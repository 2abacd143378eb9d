// Where something is used: in which decks and how often, who names it or works on it, and how bots fare with it.

import { byId, create, createButton } from "./dom.js";
import { figuresOf } from "./editor-checked.js";
import { othersOf, wordsOf } from "./editor-items.js";
import { signOf } from "./editor-list.js";
import { checked, isUpToDate } from "./editor-marks.js";
import { mentionsOf } from "./editor-mentions.js";
import { fits } from "./editor-plays.js";
import { lineIcon } from "./editor-symbols.js";
import { groupOf, kindOf, lineOf, said, titleOf } from "./editor-names.js";
import { idOf, isTable, opened, select, state, valueAt } from "./editor-state.js";

/** @import { Spot, Table, Touch, Value, Way } from "./editor-types.d.ts" */

/** Rows that are shown at most. */
const MOST = 40;

/** @typedef {{ spot: Spot | null, title: string, text: string, share: string, icon?: string, act?: () => void }} Use */

/** Shows where the selected item is used. */
export function showUses() {
  const box = byId("uses", HTMLDetailsElement);
  const spot = state.selected;
  const uses = spot ? usesOf(spot) : [];
  box.hidden = !uses.length;
  byId("uses-count").textContent = uses.length ? String(uses.length) : "";
  byId("uses-list").replaceChildren(...uses.slice(0, MOST).map(useElement));
}

/** @param {Use} use */
function useElement({ spot, title, text, share, icon, act }) {
  const row = create("li", "use");
  const sign = icon ? lineIcon(icon) : spot ? signOf(spot) : null;
  const words = create("span", "use-words");
  const go = act ?? (spot ? () => select(spot.file, spot.path) : undefined);
  const name = go ? createButton("linklike", title, go) : create("span", "", title);
  words.append(name, create("small", "quiet", text));
  row.append(...(sign ? [sign] : []), words, create("b", "", share));
  return row;
}

/**
 * @param {Spot} spot
 * @returns {Use[]}
 */
function usesOf(spot) {
  const item = valueAt(spot.file, spot.path);
  if (typeof spot.path.at(-1) !== "number" || !isTable(item)) return [];
  return [...shareOf(spot, item), ...botsOf(spot), ...partsOf(spot), ...touching(spot, item), ...namedIn(spot, item), ...mentionsOf(spot, item, showUses)];
}

/**
 * How many there are of it, of all.
 * @param {Spot} spot
 * @param {Table} item
 * @returns {Use[]}
 */
function shareOf({ file, path }, item) {
  const told = groupOf(file, path);
  const own = told?.sum ? item[told.sum] : undefined;
  const list = valueAt(file, path.slice(0, -1));
  if (!told?.sum || typeof own !== "number" || !Array.isArray(list)) return [];
  const all = list.reduce((/** @type {number} */ sum, each) => sum + (isTable(each) ? Number(each[told.sum] ?? 0) : 0), 0);
  const first = { file, path: [...path.slice(0, -1), 0] };
  return [{ spot: first, title: told.title, text: `${own} of ${all}`, share: all ? `${Math.round((100 * own) / all)} %` : "", act: () => focusField(file, [...path, told.sum]) }];
}

/**
 * Puts the focus into the field of a place that the form shows.
 * @param {string} file
 * @param {Way} path
 */
function focusField(file, path) {
  const field = document.getElementById(`field:${file}:${path.join(".")}`);
  field?.scrollIntoView({ block: "center" });
  field?.focus();
}

/**
 * How bots fare with it, from the games of the last check.
 * @param {Spot} spot
 * @returns {Use[]}
 */
function botsOf(spot) {
  const latest = checked.latest;
  if (!latest?.bots) return [];
  const games = `${latest.bots} games${isUpToDate() ? "" : ", before your last change"}`;
  const act = () => byId("checked").scrollIntoView({ block: "nearest" });
  return figuresOf(spot).flatMap(({ title, chance, count }) => {
    if (!count?.could) return [];
    const often = { spot: null, icon: "laurel", act, title: title.replace(/^./, (letter) => letter.toUpperCase()), text: chance ? `by chance, ${games}` : `by who could, ${games}`, share: chance ? String(count.used) : `${Math.round((100 * count.used) / count.could)} %` };
    const gain = count.used ? count.gain / count.used : 0;
    const worth = { spot: null, icon: "bot", act, title: "Bots", text: `points more with it than their table, ${games}`, share: `${gain < 0 ? "−" : "+"}${Math.abs(gain).toFixed(1)}` };
    return chance || !count.used ? [often] : [worth, often];
  });
}

/**
 * Its words, its drawing and other files that have a part of it.
 * @param {Spot} spot
 * @returns {Use[]}
 */
function partsOf(spot) {
  const id = idOf(valueAt(spot.file, spot.path));
  const words = wordsOf(spot);
  /** @type {Use[]} */
  const found = [];
  const [first] = words;
  if (first) found.push({ spot: null, icon: "scroll", title: "Words", text: `${words.length} ${words.length === 1 ? "text" : "texts"} in words.toml`, share: String(words.length), act: () => focusField(first.file, first.path) });
  for (const other of othersOf(spot)) found.push({ spot: other, title: titleOf(other.file, other.path.slice(0, -1)), text: `${other.file}: how it is drawn`, share: "" });
  const drawn = id.replaceAll("_", "-");
  for (const [file, text] of Object.entries(opened().status.values)) {
    if (drawn && file.endsWith(".svg") && typeof text === "string" && text.includes(`-${drawn}"`)) found.push({ spot: { file, path: [] }, icon: "eye", title: titleOf(file, []), text: `${file}: its emblem`, share: "" });
  }
  return found;
}

/**
 * What works on it without naming it.
 * @param {Spot} spot
 * @param {Table} item
 * @returns {Use[]}
 */
function touching({ file, path }, item) {
  const way = [file, ...path.filter((step) => typeof step === "string")].join(" ");
  const fitting = opened().boards.touch.filter(({ list, where, has }) => list === way && fits(item, where) && (!has.length || hasAny(item, has)));
  return fitting.flatMap((touch) => holdersOf(touch).filter((one) => !(one.file === file && one.path.join() === path.join())).map((one) => ({ spot: one, title: lineOf(one), text: `${kindOf(one)} · ${touch.says}`, share: "" })));
}

/**
 * @param {Value} value
 * @param {string[]} wanted
 * @returns {boolean}
 */
function hasAny(value, wanted) {
  if (typeof value === "string") return wanted.includes(value);
  if (Array.isArray(value)) return value.some((part) => hasAny(part, wanted));
  return isTable(value) && Object.values(value).some((part) => hasAny(part, wanted));
}

/** The items that have what works on others. @param {Touch} touch @returns {Spot[]} */
function holdersOf({ by }) {
  /** @type {Spot[]} */
  const found = [];
  for (const [file, value] of Object.entries(opened().status.values)) {
    if (file in opened().schema && file !== "pack.toml") walk(file, [], value);
  }
  /**
   * @param {string} file
   * @param {Way} at
   * @param {Value} value
   */
  function walk(file, at, value) {
    const holder = isTable(value) && fits(value, by) ? itemOf(file, at) : null;
    if (holder && !found.some((one) => one.file === file && one.path.join() === holder.path.join())) found.push(holder);
    if (Array.isArray(value)) value.forEach((part, number) => walk(file, [...at, number], part));
    else if (isTable(value)) Object.entries(value).forEach(([key, part]) => walk(file, [...at, key], part));
  }
  return found;
}

/**
 * Everything that names it, or one of its kinds.
 * @param {Spot} spot
 * @param {Table} item
 * @returns {Use[]}
 */
function namedIn(spot, item) {
  const id = idOf(item);
  const kinds = Array.isArray(item.subtypes) ? item.subtypes.map(String) : [];
  /** @type {Map<string, Use>} */
  const found = new Map();
  for (const [file, value] of Object.entries(opened().status.values)) {
    if (!(file in opened().schema) || file === "pack.toml") continue;
    search(file, [], value, (at, text) => {
      const own = file === spot.file && spot.path.every((step, depth) => at[depth] === step);
      const word = text === id && id ? id : kinds.includes(text) && at.at(-1) !== "type" && at.at(-2) !== "subtypes" ? text : "";
      const holder = own || !word ? null : itemOf(file, at);
      if (!holder || idOf(valueAt(holder.file, holder.path)) === id) return;
      const key = `${holder.file} ${holder.path.join(".")}`;
      const why = word === id ? said(at.findLast((step) => typeof step === "string") ?? "") : `${said(word)}: ${aboutOf(file, at)}`;
      const before = found.get(key);
      if (before && !before.text.includes(why)) before.text += `, ${why}`;
      if (!before) found.set(key, { spot: holder, title: lineOf(holder), text: `${kindOf(holder)} · ${why}`, share: "" });
    });
  }
  return [...found.values()];
}

/**
 * What an effect that names a kind of card does.
 * @param {string} file
 * @param {Way} at
 */
function aboutOf(file, at) {
  const holder = valueAt(file, at.slice(0, -1));
  const op = isTable(holder) ? (holder.op ?? holder.hook ?? holder.cond) : undefined;
  return said(typeof op === "string" ? op : (at.findLast((step) => typeof step === "string") ?? ""));
}

/**
 * @param {string} file
 * @param {Way} path
 * @param {Value} value
 * @param {(at: Way, text: string) => void} tell
 */
function search(file, path, value, tell) {
  if (typeof value === "string") tell(path, value);
  else if (Array.isArray(value)) value.forEach((part, at) => search(file, [...path, at], part, tell));
  else if (isTable(value)) Object.entries(value).forEach(([key, part]) => search(file, [...path, key], part, tell));
}

/**
 * The item with a form of its own that a place belongs to.
 * @param {string} file
 * @param {Way} at
 * @returns {Spot | null}
 */
function itemOf(file, at) {
  const numbers = at.flatMap((step, depth) => (typeof step === "number" ? [depth] : []));
  const fitting = numbers.filter((depth) => groupOf(file, at.slice(0, depth + 1)) || depth === 1);
  const last = fitting.at(-1);
  return last === undefined ? null : { file, path: at.slice(0, last + 1) };
}
