// What a hand does on the board, as changes of the pack: `editor.toml` of the game says what is where.

import { middleOf, nearestHex } from "./editor-hexes.js";
import { twin, unused } from "./editor-items.js";
import { idOf, isTable, itemsOf, opened, placesOf, state, valueAt } from "./editor-state.js";

/** @import { Edit, Found, Handle, Layer, Link, Point, Spot, Table, Value, Way } from "./editor-types.d.ts" */

/** The layers of the present board. @returns {Layer[]} */
const layers = () => opened().boards.layer.filter(({ boards }) => !boards.length || boards.includes(state.board));

/** Everything on the board that can be taken. @returns {Handle[]} */
export function handles() {
  return layers().flatMap((layer) =>
    itemsOf(layer.list).flatMap((found) => {
      const at = pointOf(layer, found.item);
      return at && (!layer.selected || belongs(found)) ? [{ ...found, ...at, layer, name: String(found.item[layer.name] ?? "") }] : [];
    }),
  );
}

/**
 * Where the form of a thing is: in the file of the rules, if it is there too.
 * @param {Handle} handle
 * @returns {Spot}
 */
export function placeOf({ file, path, layer, name }) {
  const beside = layer.beside ? itemsOf(layer.beside).find(({ item }) => item[layer.name] === name) : undefined;
  return { file: beside?.file ?? file, path: beside?.path ?? path };
}

/**
 * Whether something is part of what is selected, or of the same thing in another file.
 * @param {Found} found
 */
function belongs({ file, path }) {
  const chosen = state.selected;
  if (!chosen) return false;
  const holder = path.slice(0, -2);
  const own = chosen.file === file && holder.every((step, at) => chosen.path[at] === step);
  return own || (idOf(valueAt(file, holder)) !== "" && idOf(valueAt(file, holder)) === idOf(valueAt(chosen.file, chosen.path)));
}

/**
 * Where an item lies in the picture.
 * @param {Layer} layer
 * @param {Table} item
 * @returns {Point | null}
 */
export function pointOf(layer, item) {
  if (layer.cell) return middleOf(String(item[layer.cell] ?? ""));
  const [first = "", second] = layer.point;
  const point = second === undefined ? item[first] : [item[first], item[second]];
  if (!Array.isArray(point) || typeof point[0] !== "number" || typeof point[1] !== "number") return null;
  return { x: point[0], y: point[1] };
}

/**
 * The changes that put something elsewhere; what ends there follows.
 * @param {Handle} handle
 * @param {Point} to
 * @returns {Edit[]}
 */
export function moved({ file, path, item, layer, name }, to) {
  const x = Math.round(to.x);
  const y = Math.round(to.y);
  if (layer.cell) return [{ file, op: "set", path: [...path, layer.cell], value: nearestHex(to) }];
  const [first = "", second] = layer.point;
  /** @type {Edit[]} */
  const edits = [];
  if (second === undefined) {
    const old = /** @type {Value[]} */ (item[first]);
    edits.push({ file, op: "set", path: [...path, first], value: [x, y, ...old.slice(2)] });
  } else {
    edits.push({ file, op: "set", path: [...path, first], value: x }, { file, op: "set", path: [...path, second], value: y });
  }
  return [...edits, ...layer.drops.flatMap((way) => endsAt(way, name).map((one) => removal(one)))];
}

/**
 * The lines of a list that end at a thing, the last first so that numbers stay right.
 * @param {string} way
 * @param {string} name
 */
const endsAt = (way, name) => itemsOf(way).filter(({ item }) => item.a === name || item.b === name).reverse();

/**
 * @param {{ file: string, path: Way }} spot
 * @returns {Edit}
 */
const removal = ({ file, path }) => ({ file, op: "remove", path });

/**
 * The changes that join two things, or part them again if they are joined.
 * @param {Handle} from
 * @param {Handle} to
 * @param {Table} [kind] what the new line is
 * @returns {Edit[]}
 */
export function joined(from, to, kind = {}) {
  const link = linkOf(from);
  const [place] = link ? placesOf(link.list) : [];
  if (!link || !place || from.name === to.name) return [];
  if (areJoined(from, to)) return partedBy(link, from.layer, from.name, to.name);
  const list = valueAt(place.file, place.path);
  const [a, b] = [from.name, to.name].sort();
  const value = { [link.ends[0]]: a, [link.ends[1]]: b, ...link.new, ...kind };
  /** @type {Edit} */
  const edit = { file: place.file, op: "insert", path: [...place.path, Array.isArray(list) ? list.length : 0], value };
  return [edit, ...counted(link, from.layer, [from.name, to.name], 1)];
}

/**
 * The lines by which a thing can be joined to others of its layer.
 * @param {Handle} handle
 */
export const linkOf = ({ layer }) => opened().boards.link.find(({ between }) => between === layer.key);

/**
 * @param {Handle} from
 * @param {Handle} to
 */
export function areJoined(from, to) {
  const link = linkOf(from);
  return Boolean(link && lines(link).some(({ item }) => ends(link, item, from.name, to.name)));
}

/**
 * The changes that take the line between two things away.
 * @param {Link} link
 * @param {Layer} layer
 * @param {string} one
 * @param {string} other
 * @returns {Edit[]}
 */
export function partedBy(link, layer, one, other) {
  const there = lines(link).find(({ item }) => ends(link, item, one, other));
  if (!there) return [];
  return [removal(there), ...drawn(link, one, other).map(removal), ...counted(link, layer, [one, other], -1)];
}

/**
 * The things that a thing is joined to, by their handles.
 * @param {Handle} handle
 */
export function joinedTo(handle) {
  const link = linkOf(handle);
  if (!link) return [];
  return handles().filter((other) => other.layer.key === handle.layer.key && other.name !== handle.name && areJoined(handle, other));
}

/** @param {Link} link */
export const lines = (link) => itemsOf(link.list);

/**
 * @param {Link} link
 * @param {Table} item
 * @param {string} one
 * @param {string} other
 */
const ends = (link, item, one, other) => [one, other].every((name) => link.ends.some((end) => item[end] === name));

/**
 * @param {Link} link
 * @param {string} one
 * @param {string} other
 */
const drawn = (link, one, other) => (link.drawn ? itemsOf(link.drawn).filter(({ item }) => ends(link, item, one, other)) : []);

/**
 * Things that say how many lines reach them say the new number.
 * @param {Link} link
 * @param {Layer} layer
 * @param {string[]} names
 * @param {number} by
 * @returns {Edit[]}
 */
function counted(link, layer, names, by) {
  if (!link.count) return [];
  return names.flatMap((name) => {
    const count = lines(link).filter(({ item }) => link.ends.some((end) => item[end] === name)).length + by;
    const word = link.numerals[count];
    const beside = itemsOf(layer.beside).find(({ item }) => item[layer.name] === name);
    return word && beside ? [/** @type {Edit} */ ({ file: beside.file, op: "set", path: [...beside.path, link.count], value: word })] : [];
  });
}

/**
 * The changes that put a new thing of a layer somewhere.
 * @param {Layer} layer
 * @param {Point} at
 * @returns {Edit[]}
 */
export function added(layer, at) {
  const [place] = placesOf(layer.list);
  if (!place) return [];
  const list = valueAt(place.file, place.path);
  const name = unused(layer.name === "name" ? "New" : "new", list, layer.name);
  const [first = "", second] = layer.point;
  const [x, y] = [Math.round(at.x), Math.round(at.y)];
  const where = layer.cell ? { [layer.cell]: nearestHex(at) } : second === undefined ? { [first]: [x, y] } : { [first]: x, [second]: y };
  /** @type {Edit[]} */
  const edits = [{ file: place.file, op: "insert", path: [...place.path, length(list)], value: { [layer.name]: name, ...where, ...layer.new } }];
  const [beside] = layer.beside ? placesOf(layer.beside) : [];
  if (beside) {
    const value = /** @type {Value} */ ({ [layer.name]: name, ...layer.new_beside });
    edits.push({ file: beside.file, op: "insert", path: [...beside.path, length(valueAt(beside.file, beside.path))], value: twin(value, []) });
  }
  return edits;
}

/** @param {Value} list */
const length = (list) => (Array.isArray(list) ? list.length : 0);

/**
 * The changes that take a thing away, with all that ends at it.
 * @param {Handle} handle
 * @returns {Edit[]}
 */
export function removed({ file, path, layer, name }) {
  const beside = layer.beside ? itemsOf(layer.beside).filter(({ item }) => item[layer.name] === name) : [];
  const links = opened().boards.link.filter(({ between }) => between === layer.key);
  const ways = new Set([...links.flatMap(({ list, drawn: way }) => [list, way]), ...layer.drops].filter(Boolean));
  return [removal({ file, path }), ...beside.map(removal), ...[...ways].flatMap((way) => endsAt(way, name).map(removal))];
}

// Areas -------------------------------------------------------------------------------------------

/**
 * The area that a point lies in.
 * @param {Point} point
 * @returns {Found | undefined}
 */
export function areaAt(point) {
  for (const paint of opened().boards.paint) {
    const drawnArea = itemsOf(paint.outline).find(({ item }) => encloses(item.outline, point));
    const found = drawnArea && itemsOf(paint.list).find(({ item }) => idOf(item) === idOf(drawnArea.item));
    if (found) return found;
  }
  return undefined;
}

/**
 * @param {Value} outline
 * @param {Point} point
 */
function encloses(outline, { x, y }) {
  if (!Array.isArray(outline)) return false;
  const points = /** @type {[number, number][]} */ (outline);
  let within = false;
  points.forEach(([ax, ay], at) => {
    const [bx, by] = points[(at || points.length) - 1] ?? [0, 0];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  });
  return within;
}

/**
 * The changes that move a point of a border, with everything that shares it.
 * @param {Point} from
 * @param {Point} to
 * @returns {Edit[]}
 */
export function bent(from, to) {
  /** @type {Edit[]} */
  const edits = [];
  for (const { shared } of opened().boards.outline) {
    for (const { file, path } of placesOf(shared)) sharedPoints(file, path, valueAt(file, path), from, [Math.round(to.x), Math.round(to.y)], edits);
  }
  return edits;
}

/**
 * @param {string} file
 * @param {Way} path
 * @param {Value} value
 * @param {Point} from
 * @param {[number, number]} to
 * @param {Edit[]} edits
 */
function sharedPoints(file, path, value, from, to, edits) {
  if (Array.isArray(value)) {
    if (value.length === 2 && value[0] === from.x && value[1] === from.y) edits.push({ file, op: "set", path, value: to });
    else value.forEach((part, at) => sharedPoints(file, [...path, at], part, from, to, edits));
  } else if (isTable(value)) {
    Object.entries(value).forEach(([key, part]) => sharedPoints(file, [...path, key], part, from, to, edits));
  }
}
