// The list of everything that a pack holds: a group for each list of items, with what is wrong in it.

import { byId, create, createButton } from "./dom.js";
import { mark } from "./editor-marks.js";
import { groupOf, lineOf, titled, titleOf } from "./editor-names.js";
import { linesOfProblems, problemsByLine } from "./editor-places.js";
import { symbol } from "./editor-symbols.js";
import { isAt, isTable, opened, plain, select, state, valueAt } from "./editor-state.js";

/** @import { Shape, Spot, Table, Way } from "./editor-types.d.ts" */

/** Of longer lists the rest is found by its name. */
const SHOWN = 400;
/** Lists that are longer than this open with a few lines, and are unfolded by a button. */
const LONG = 26;
const FEW = 3;

/** @typedef {{ title: string, key: string, file: string, path: Way, items: Spot[], board: string }} Listed */

/**
 * Whether items of a list have a line of their own: they are tables with a name, or the game has a title for them.
 * @param {Shape} shape
 * @param {string} file
 * @param {Way} path
 */
export function isListed(shape, file, path) {
  if (shape.t !== "list") return false;
  const item = plain(/** @type {Shape} */ (shape.of));
  if (item.t === "struct" && !item.row && groupOf(file, path)) return true;
  const names = item.fields?.map((field) => field.name) ?? [];
  return item.t === "struct" && !item.row && ["id", "key", "name", "a", "hex", "text", "roll"].some((name) => names.includes(name));
}

/**
 * The groups of a table: its lists, and those of each of their items.
 * @param {string} file
 * @param {Way} path
 * @param {Shape} shape
 * @param {string} board the board that the items belong to, if any
 * @returns {Listed[]}
 */
function groupsOf(file, path, shape, board) {
  /** @type {Listed[]} */
  const found = [];
  for (const field of shape.fields ?? []) {
    const type = plain(field.type);
    const list = valueAt(file, [...path, field.name]);
    const at = [...path, field.name];
    if (!Array.isArray(list) || !isListed(type, file, at)) continue;
    const items = list.map((_, number) => ({ file, path: [...at, number] }));
    found.push(...parted({ title: titleOf(file, at), key: at.join("."), file, path: at, items, board }));
    const inner = plain(/** @type {Shape} */ (type.of));
    for (const [number, item] of list.entries()) {
      const key = isTable(item) && typeof item.key === "string" ? item.key : "";
      const one = opened().boards.board.some((each) => each.key === key) ? key : board;
      const lists = groupsOf(file, [...at, number], inner, one);
      // Lists within an item that is no board are told apart by its name.
      found.push(...lists.map((each) => (one ? each : { ...each, title: `${lineOf({ file, path: [...at, number] })} · ${each.title}` })));
    }
  }
  return found;
}

/**
 * A list in the parts that a key of its items makes.
 * @param {Listed} group
 * @returns {Listed[]}
 */
function parted(group) {
  const told = groupOf(group.file, group.path);
  if (!told?.by) return [group];
  const by = told.by;
  const of = (/** @type {Spot} */ spot) => String(/** @type {Table} */ (valueAt(spot.file, spot.path))[by] ?? "");
  const values = [...new Set([...Object.keys(told.parts), ...group.items.map(of)])];
  return values.map((value) => ({
    ...group,
    title: told.parts[value] ?? `${titled(value)} · ${told.title}`,
    key: `${group.key}=${value}`,
    items: group.items.filter((spot) => of(spot) === value),
  }));
}

/** All groups: lists, and last the tables that are no lists. @returns {Listed[]} */
export function groups() {
  const files = Object.keys(opened().schema).filter((name) => name.endsWith(".toml"));
  const last = files.filter((name) => /^(drawing|pack)[.]/.test(name));
  const sorted = [...files.filter((name) => !last.includes(name)), ...last];
  const lists = sorted.flatMap((file) => groupsOf(file, [], plain(opened().schema[file]), ""));
  // A game says by the order of its titles what comes first.
  const rank = (/** @type {Listed} */ one) => {
    const at = opened().boards.group.findIndex((each) => each === groupOf(one.file, one.path));
    return at < 0 ? LONG : at;
  };
  lists.sort((one, other) => rank(one) - rank(other));
  const single = sorted.flatMap((file) => tablesOf(file));
  const drawings = Object.keys(opened().status.values).filter((name) => name.endsWith(".svg"));
  const also = [...single, ...drawings.map((file) => ({ file, path: [] }))];
  also.push(...linesOfProblems([...lists.flatMap(({ items }) => items), ...also]));
  return [...lists, { title: "Also", key: "also", file: "", path: [], items: also, board: "" }];
}

/**
 * The tables of a file that are no lists.
 * @param {string} file
 * @returns {Spot[]}
 */
function tablesOf(file) {
  const shape = plain(opened().schema[file]);
  const single = (shape.fields ?? []).filter((field) => isTable(valueAt(file, [field.name])) && plain(field.type).t === "struct");
  const simple = (shape.fields ?? []).some((field) => !isListed(plain(field.type), file, [field.name]) && !single.includes(field));
  const tables = single.map((field) => ({ file, path: [field.name] }));
  return simple ? [{ file, path: [] }, ...tables] : tables;
}

/** @type {Set<string>} */
const closed = new Set();

/** Shows the list, as far as it fits what is looked for. */
export function showList() {
  const wanted = byId("find", HTMLInputElement).value.trim().toLowerCase();
  const box = byId("list");
  const scrolled = box.scrollTop;
  const board = state.board;
  const all = groups();
  wrong = problemsByLine(all.flatMap(({ items }) => items));
  box.replaceChildren(...all.map((group) => groupElement(group, wanted, board)).filter((one) => one !== null));
  box.scrollTop = scrolled;
  const most = all[0];
  byId("find-count").textContent = most ? String(all.filter(({ file, path }) => file === most.file && path.join() === most.path.join()).reduce((sum, { items }) => sum + items.length, 0)) : "";
}

/** What is wrong, by the line it belongs to. @type {ReturnType<typeof problemsByLine>} */
let wrong = new Map();

/**
 * The mark of a line, or of anything below it.
 * @param {string} file
 * @param {Way} path
 * @param {boolean} [below]
 */
function markAt(file, path, below = false) {
  const key = `${file} ${path.join(".")}`;
  const inside = below ? [...wrong].find(([one]) => one.startsWith(`${key}.`))?.[1] : undefined;
  const first = wrong.get(key) ?? inside;
  return first ? mark(first.problem, first.number) : null;
}

/** Lists that were unfolded. @type {Set<string>} */
const whole = new Set();

/**
 * @param {Listed} group
 * @param {string} wanted
 * @param {string} board
 * @returns {HTMLElement | null}
 */
function groupElement(group, wanted, board) {
  const { title, file, path, items, key: name } = group;
  const fitting = items.filter((item) => !wanted || lineOf(item).toLowerCase().includes(wanted));
  const other = group.board !== "" && group.board !== board;
  if (!fitting.length && (wanted || name.includes("="))) return null;
  const within = items.some((item) => item.file === state.selected?.file && isWithin(item.path));
  // What belongs to another board is found by its name, or by the board's button.
  if (other && !within && !wanted) return null;
  const key = `${file} ${name}`;
  const element = create("details", "group");
  element.open = Boolean(wanted) || within || (!closed.has(key) && !title.includes("rawn"));
  const summary = create("summary", "group-title", other ? `${titled(group.board)} · ${title}` : title);
  summary.append(create("small", "", String(items.length)));
  const sign = path.length ? markAt(file, path, !element.open) : null;
  if (sign) summary.append(sign);
  const few = fitting.length > LONG && !wanted && !within && !whole.has(key);
  // What is wrong is shown also where the rest is folded.
  const shown = fitting.filter((item, number) => number < (few ? FEW : SHOWN) || markAt(item.file, item.path, true));
  element.append(summary, ...shown.map((item) => itemElement(item)));
  element.addEventListener("toggle", () => (element.open ? closed.delete(key) : closed.add(key)));
  if (few) {
    const more = createButton("item more-items", `and ${fitting.length - shown.length} more`, () => {
      whole.add(key);
      showList();
    });
    element.append(more);
  } else if (fitting.length > SHOWN) {
    element.append(create("p", "quiet", `and ${fitting.length - SHOWN} more: find them by name`));
  }
  return element;
}

/** Whether what is selected lies at a place, or inside of it. @param {Way} path */
const isWithin = (path) => path.length > 0 && path.every((step, at) => state.selected?.path[at] === step);

/**
 * @param {Spot} spot
 */
function itemElement({ file, path }) {
  const line = createButton("item", "", () => select(file, path));
  const sign = signOf({ file, path });
  line.append(...(sign ? [sign] : []), create("span", "line", lineOf({ file, path })));
  const bad = markAt(file, path, path.length > 0);
  if (bad) line.append(bad);
  if (isAt(state.selected, file, path)) line.setAttribute("aria-current", "true");
  return line;
}

/**
 * What stands before a name: a numeral in a seal, or the game's symbol.
 * @param {Spot} spot
 * @returns {Element | null}
 */
export function signOf({ file, path }) {
  const told = typeof path.at(-1) === "number" ? groupOf(file, path) : undefined;
  const item = valueAt(file, path);
  if (!told || !isTable(item)) return null;
  const value = item[told.sign];
  if (told.sign && value !== undefined) {
    const seal = create("span", "seal", String(value));
    seal.setAttribute("aria-hidden", "true");
    return seal;
  }
  const icon = told.icons[String(item[told.by] ?? "")] ?? told.icon;
  return icon ? symbol(icon) : null;
}
