// Which line of the list a problem belongs to, whatever file it is in.

import { problems } from "./editor-marks.js";
import { idOf, isTable, opened, plain, valueAt } from "./editor-state.js";

/** @import { Problem, Spot, Value, Way } from "./editor-types.d.ts" */

/** @typedef {{ problem: Problem, number: number }} Numbered */

/** @param {Spot} spot */
const keyOf = ({ file, path }) => `${file} ${path.join(".")}`;

/** @typedef {Map<string, Spot[]>} Named what has a line, by its id: a thing may be drawn in one file and described in another */

/** @param {Spot[]} lines @returns {Named} */
function idsOf(lines) {
  /** @type {Named} */
  const found = new Map();
  for (const spot of lines) {
    const id = idOf(valueAt(spot.file, spot.path));
    if (id) found.set(id, [...(found.get(id) ?? []), spot]);
  }
  return found;
}

/**
 * The first problem of each line of the list, by its file and way.
 * @param {Spot[]} lines everything that has a line
 * @returns {Map<string, Numbered>}
 */
export function problemsByLine(lines) {
  const known = new Set(lines.map(keyOf));
  const byId = idsOf(lines);
  /** @type {Map<string, Numbered>} */
  const found = new Map();
  problems().forEach((problem, at) => {
    for (const spot of linesOf(problem, known, byId)) {
      if (!found.has(keyOf(spot))) found.set(keyOf(spot), { problem, number: at + 1 });
    }
  });
  return found;
}

/**
 * The lines that a problem is about: the innermost item on its way, or whatever its words are of.
 * @param {Problem} problem
 * @param {Set<string>} known
 * @param {Named} byId
 * @returns {Spot[]}
 */
function linesOf({ file, path }, known, byId) {
  for (let depth = path.length; depth >= 0; depth -= 1) {
    const spot = { file, path: path.slice(0, depth) };
    if (depth && known.has(keyOf(spot))) return [spot, ...twins(spot, byId)];
  }
  const named = file === "words.toml" ? byId.get(String(path[1] ?? "")) : undefined;
  return named ?? [{ file, path: lineOfFile(file, path, known) }];
}

/**
 * What else a thing has a line for: it is drawn in one file and described in another.
 * @param {Spot} spot
 * @param {Named} byId
 */
function twins(spot, byId) {
  const list = spot.path.at(-2);
  const others = byId.get(idOf(valueAt(spot.file, spot.path))) ?? [];
  return others.filter(({ file, path }) => file !== spot.file && path.at(-2) === list);
}

/**
 * Where a problem stands that is in no item: at a table of the file, at a list, or at the file.
 * @param {string} file
 * @param {Way} path
 * @param {Set<string>} known
 */
function lineOfFile(file, path, known) {
  const list = path.findLastIndex((step, depth) => typeof step === "string" && Array.isArray(valueAt(file, path.slice(0, depth + 1))) && isGroup(file, path.slice(0, depth + 1)));
  if (list >= 0) return path.slice(0, list + 1);
  if (file === "words.toml") return path.slice(0, 1);
  return known.has(`${file} `) ? [] : path.slice(0, 1);
}

/**
 * @param {string} file
 * @param {Way} path
 */
function isGroup(file, path) {
  const shape = plain(opened().schema[file]);
  return path.length !== 1 || shape.fields?.some(({ name, type }) => name === path[0] && plain(type).t === "list");
}

/**
 * Lines that there are only because something is wrong: words of nothing, a file that cannot be read.
 * @param {Spot[]} lines
 * @returns {Spot[]}
 */
export function linesOfProblems(lines) {
  const known = new Set(lines.map(keyOf));
  const found = [...problemsByLine(lines).keys()].filter((key) => !known.has(key));
  const spots = found.map((key) => spotOf(key)).filter(({ file, path }) => file && !Array.isArray(valueAt(file, path)));
  return spots;
}

/** @param {string} key @returns {Spot} */
function spotOf(key) {
  const at = key.indexOf(" ");
  const way = key.slice(at + 1);
  return { file: key.slice(0, at), path: way ? [way] : [] };
}

/**
 * The line that a problem leads to.
 * @param {Problem} problem
 * @param {Spot[]} lines
 * @returns {Spot | undefined}
 */
export function placeOfProblem(problem, lines) {
  const known = new Set(lines.map(keyOf));
  const byId = idsOf(lines);
  return linesOf(problem, known, byId)[0];
}

/**
 * Texts below a place of the words, with what they say.
 * @param {Way} path
 * @param {Value} value
 * @returns {Way[]}
 */
export function textsBelow(path, value) {
  if (typeof value === "string") return [path];
  return isTable(value) ? Object.entries(value).flatMap(([key, part]) => textsBelow([...path, key], part)) : [];
}
