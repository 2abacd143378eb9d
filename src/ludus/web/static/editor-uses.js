// Where something is used: in which decks and how often, who names it, and what its file says of it.

import { byId, create, createButton } from "./dom.js";
import { signOf } from "./editor-list.js";
import { groupOf, kindOf, lineOf, said, titleOf } from "./editor-names.js";
import { ask, idOf, isTable, opened, select, state, valueAt } from "./editor-state.js";

/** @import { Reply, Spot, Story, Table, Value, Way } from "./editor-types.d.ts" */

/** Rows that are shown at most. */
const MOST = 40;

/** @typedef {{ spot: Spot | null, title: string, text: string, share: string }} Use */

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
function useElement({ spot, title, text, share }) {
  const row = create("li", "use");
  const sign = spot ? signOf(spot) : null;
  const words = create("span", "use-words");
  const name = spot ? createButton("linklike", title, () => select(spot.file, spot.path)) : create("span", "", title);
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
  return [...shareOf(spot, item), ...namedIn(spot, item)];
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
  return [{ spot: null, title: told.title, text: `${own} of ${all}`, share: all ? `${Math.round((100 * own) / all)} %` : "" }];
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
  const fits = numbers.filter((depth) => groupOf(file, at.slice(0, depth + 1)) || depth === 1);
  const last = fits.at(-1);
  return last === undefined ? null : { file, path: at.slice(0, last + 1) };
}

// The file ----------------------------------------------------------------------------------------

let asked = "";

/** Shows on which line the selected place stands, and how it differs from the built-in pack. */
export async function showStory() {
  const spot = state.selected;
  if (!spot || !spot.file.endsWith(".toml")) return;
  const key = `${opened().status.revision} ${spot.file} ${spot.path.join(".")}`;
  asked = key;
  const reply = /** @type {Reply<Story>} */ (await ask("story", { file: spot.file, path: spot.path }));
  const story = reply.result;
  if (asked !== key || !story) return;
  const where = document.getElementById("form-line");
  if (where) where.textContent = story.line ? `${spot.file}, line ${story.line}` : spot.file;
  const box = document.getElementById("story");
  if (!box || !spot.path.length) return;
  const head = create("div", "form-head below");
  const told = !story.known ? "not in the built-in pack" : story.differs ? `${story.differs} line${story.differs === 1 ? "" : "s"} differ${story.differs === 1 ? "s" : ""}` : "as it is there";
  head.append(create("h3", "", "File, against the built-in"), create("span", "quiet where", told));
  const text = create("pre", "file-text");
  text.tabIndex = 0;
  text.setAttribute("aria-label", `${titleOf(spot.file, spot.path)} in ${spot.file}`);
  for (const line of story.lines) {
    for (const piece of line) text.append(piece.kind ? create(piece.kind === "old" ? "del" : "ins", "", piece.text) : document.createTextNode(piece.text));
    text.append("\n");
  }
  box.replaceChildren(head, text);
}
