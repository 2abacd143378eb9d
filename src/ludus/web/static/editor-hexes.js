// A map of hexes: their names, where they lie, and which letter of the rows each has.

import { isTable, opened, placesOf, valueAt } from "./editor-state.js";

/** @import { Edit, Point } from "./editor-types.d.ts" */

/** The hexes of the map: name, middle, and which letter they have. @returns {(Point & { name: string, row: number, column: number, letter: string })[]} */
export function hexes() {
  const map = opened().boards.hexes;
  const [place] = map ? placesOf(map.grid) : [];
  const grid = place ? valueAt(place.file, place.path) : undefined;
  const [size] = map ? placesOf(map.size).map(({ file, path }) => valueAt(file, path)) : [];
  if (!isTable(grid) || !Array.isArray(grid.rows) || typeof size !== "number") return [];
  const [first, west] = [Number(grid.first_row), Number(grid.last_column)];
  return grid.rows.flatMap((letters, row) =>
    [...String(letters)].map((letter, column) => {
      const [number, count] = [first + row, west - column];
      const x = (west + 1.5 - count - (number % 2 ? 0 : 0.5)) * Math.sqrt(3) * size;
      return { name: `${two(number)}${two(count)}`, row, column, letter, x, y: (row + 1) * 1.5 * size };
    }),
  );
}

/** @param {string} name */
export const middleOf = (name) => hexes().find((hex) => hex.name === name) ?? null;

/** @param {Point} point */
export function nearestHex({ x, y }) {
  let best = { name: "", far: Infinity };
  for (const hex of hexes()) {
    const far = (hex.x - x) ** 2 + (hex.y - y) ** 2;
    if (far < best.far) best = { name: hex.name, far };
  }
  return best.name;
}

/**
 * The changes that give hexes another letter: one for each row.
 * @param {string[]} names
 * @param {string} letter
 * @returns {Edit[]}
 */
export function painted(names, letter) {
  const map = opened().boards.hexes;
  const [place] = map ? placesOf(map.grid) : [];
  if (!place) return [];
  /** @type {Map<number, string[]>} */
  const rows = new Map();
  for (const { row, column, letter: old } of hexes().filter((hex) => names.includes(hex.name))) {
    if (old === letter) continue;
    const letters = rows.get(row) ?? [...String(valueAt(place.file, [...place.path, "rows", row]))];
    letters[column] = letter;
    rows.set(row, letters);
  }
  return [...rows].map(([row, letters]) => ({ file: place.file, op: "set", path: [...place.path, "rows", row], value: letters.join("") }));
}

/** @param {number} number */
const two = (number) => String(number).padStart(2, "0");
