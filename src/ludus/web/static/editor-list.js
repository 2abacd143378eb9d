// The list of everything that a pack holds: a group for each list of items, with what is wrong in it.

import { byId, create, createButton } from "./dom.js";
import { markOf } from "./editor-marks.js";
import { isAt, isTable, nameOf, opened, plain, select, state, valueAt } from "./editor-state.js";

/** @import { Shape, Spot, Value, Way } from "./editor-types.d.ts" */

/** Of longer lists the rest is found by its name. */
const SHOWN = 400;

/** @typedef {{ title: string, file: string, path: Way, items: Spot[] }} Group */

/**
 * Whether items of a type have a line of their own in the list: they are tables with a name.
 * @param {Shape} shape
 */
export function isListed(shape) {
  if (shape.t !== "list") return false;
  const item = plain(/** @type {Shape} */ (shape.of));
  const names = item.fields?.map((field) => field.name) ?? [];
  return item.t === "struct" && !item.row && ["id", "key", "name", "a", "hex", "text", "roll"].some((name) => names.includes(name));
}

/**
 * The groups of a table: its lists, and those of each of their items.
 * @param {string} file
 * @param {Way} path
 * @param {Shape} shape
 * @param {string} prefix
 * @returns {Group[]}
 */
function groupsOf(file, path, shape, prefix) {
  /** @type {Group[]} */
  const found = [];
  for (const field of shape.fields ?? []) {
    const type = plain(field.type);
    const list = valueAt(file, [...path, field.name]);
    if (!Array.isArray(list) || !isListed(type)) continue;
    const at = [...path, field.name];
    const items = list.map((_, number) => ({ file, path: [...at, number] }));
    found.push({ title: `${prefix}${field.name}`, file, path: at, items });
    const inner = plain(/** @type {Shape} */ (type.of));
    for (const [number, item] of list.entries()) {
      found.push(...groupsOf(file, [...at, number], inner, `${nameOf(item, number)} · `));
    }
  }
  return found;
}

/**
 * @param {string} file
 * @param {string} name
 */
const isListedIn = (file, name) => plain(opened().schema[file]).fields?.some((field) => field.name === name && isListed(plain(field.type)));

/** All groups: lists, and for each file the tables that are no lists. @returns {Group[]} */
export function groups() {
  const files = Object.keys(opened().schema).filter((name) => name.endsWith(".toml"));
  const last = files.filter((name) => /^(drawing|pack)\./.test(name));
  const drawings = Object.keys(opened().status.values).filter((name) => name.endsWith(".svg"));
  const art = drawings.map((file) => ({ title: file, file, path: [], items: [{ file, path: [] }] }));
  const lists = [...files.filter((name) => !last.includes(name)), ...last].flatMap((file) => {
    const shape = plain(opened().schema[file]);
    const single = (shape.fields ?? []).filter((field) => isTable(valueAt(file, [field.name])));
    const simple = (shape.fields ?? []).some((field) => !isListed(plain(field.type)) && !single.includes(field));
    /** @type {Spot[]} */
    const items = single.map((field) => ({ file, path: [field.name] }));
    if (simple) items.unshift({ file, path: [] });
    const tables = items.length ? [{ title: file, file, path: [], items }] : [];
    // Lists of one name in several files are told apart by the file.
    const twice = (shape.fields ?? []).some(({ name }) => files.filter((one) => isListedIn(one, name)).length > 1);
    const prefix = last.includes(file) || (twice && file !== files.find((one) => !last.includes(one))) ? `${file.replace(".toml", "")} · ` : "";
    return [...groupsOf(file, [], shape, prefix), ...tables];
  });
  return [...lists, ...art];
}

/**
 * @param {Spot} spot
 * @returns {string}
 */
export function lineOf({ file, path }) {
  const last = path.at(-1);
  if (last === undefined) return file.replace(".toml", "");
  const value = /** @type {Value} */ (valueAt(file, path));
  return typeof last === "number" ? nameOf(value, last) : last;
}

/** @type {Set<string>} */
const closed = new Set();

/** Shows the list, as far as it fits what is looked for. */
export function showList() {
  const wanted = byId("find", HTMLInputElement).value.trim().toLowerCase();
  const box = byId("list");
  const scrolled = box.scrollTop;
  const board = state.board;
  box.replaceChildren(...groups().map((group) => groupElement(group, wanted, board)).filter((one) => one !== null));
  box.scrollTop = scrolled;
}

/**
 * @param {Group} group
 * @param {string} wanted
 * @param {string} board
 * @returns {HTMLElement | null}
 */
function groupElement({ title, file, path, items }, wanted, board) {
  const fitting = items.filter((item) => !wanted || lineOf(item).toLowerCase().includes(wanted));
  if (wanted && !fitting.length) return null;
  const key = `${file} ${path.join(".")}`;
  const element = create("details", "group");
  const holder = valueAt(file, path.slice(0, 2));
  const other = path.length > 2 && isTable(holder) && typeof holder.key === "string" && holder.key !== board && opened().boards.board.some((one) => one.key === holder.key);
  const within = state.selected?.file === file && path.length > 0 && path.every((step, at) => state.selected?.path[at] === step);
  element.open = Boolean(wanted) || within || (!closed.has(key) && !other && !title.startsWith("drawing"));
  const summary = create("summary", "group-title", title);
  summary.append(create("small", "", String(items.length)));
  const wrong = path.length && !element.open ? markOf(file, path) : null;
  if (wrong) summary.append(wrong);
  element.append(summary, ...fitting.slice(0, SHOWN).map((item) => itemElement(item)));
  element.addEventListener("toggle", () => (element.open ? closed.delete(key) : closed.add(key)));
  if (fitting.length > SHOWN) element.append(create("p", "quiet", `and ${fitting.length - SHOWN} more: find them by name`));
  return element;
}

/**
 * @param {Spot} spot
 */
function itemElement({ file, path }) {
  const line = createButton("item", lineOf({ file, path }), () => select(file, path));
  const wrong = path.length ? markOf(file, path) : null;
  if (wrong) line.append(wrong);
  if (isAt(state.selected, file, path)) line.setAttribute("aria-current", "true");
  return line;
}
