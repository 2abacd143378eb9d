// Fields that stand for several values: what something is joined to, and values that go together.

import { create, createButton } from "./dom.js";
import { partedBy } from "./editor-gestures.js";
import { calledBy, said } from "./editor-names.js";
import { change, isTable, itemsOf, opened, valueAt } from "./editor-state.js";

/** @import { Spot, Table, Value } from "./editor-types.d.ts" */

/**
 * What an item is joined to by lines, each with a way to part them.
 * @param {Spot} spot
 * @returns {HTMLElement[]}
 */
export function linkRow({ file, path }) {
  const item = valueAt(file, path);
  if (!isTable(item)) return [];
  return opened().boards.link.flatMap((link) => {
    const layer = opened().boards.layer.find(({ key }) => key === link.between);
    const own = layer?.beside ? itemsOf(layer.beside).some((each) => each.file === file && each.path.join() === path.join()) : false;
    if (!layer || !own) return [];
    const id = String(item[layer.name] ?? "");
    const others = itemsOf(link.list).flatMap((line) => {
      const ends = link.ends.map((end) => String(line.item[end]));
      return ends.includes(id) ? [{ line, other: ends[0] === id ? (ends[1] ?? "") : (ends[0] ?? "") }] : [];
    });
    const chips = create("div", "chips");
    for (const { other } of others) {
      const name = calledBy(layer.beside, layer.name, other);
      const chip = createButton("chip-button", `${name} ✕`, () => void change(partedBy(link, layer, id, other)));
      chip.setAttribute("aria-label", `Part from ${name}`);
      chip.dataset.field = `part:${id}:${other}`;
      chips.append(chip);
    }
    const row = create("div", "row-of");
    row.append(create("span", "row-name", `${said(link.title).toLowerCase()}s`), chips);
    return [row];
  });
}

/**
 * Values that go together, a button for each set of them.
 * @param {Spot} spot
 * @returns {HTMLElement | null}
 */
export function presetRow({ file, path }) {
  const way = [file, ...path.filter((step) => typeof step === "string")].join(" ");
  const preset = opened().boards.preset.find(({ list }) => list === way);
  const item = valueAt(file, path);
  if (!preset || !isTable(item)) return null;
  const row = create("div", "row-of");
  const buttons = create("div", "segments");
  buttons.setAttribute("role", "radiogroup");
  buttons.setAttribute("aria-label", preset.title);
  const now = nearest(item, preset.values);
  for (const [words, values] of Object.entries(preset.values)) {
    const label = create("label");
    const input = create("input");
    input.type = "radio";
    input.name = `preset:${path.join(".")}`;
    input.checked = words === now;
    input.dataset.field = `preset:${preset.title}:${words}`;
    input.addEventListener("change", () => {
      void change(Object.entries(values).map(([key, value]) => ({ file, op: "set", path: [...path, key], value })));
    });
    label.append(input, create("span", "", words));
    buttons.append(label);
  }
  row.append(create("span", "row-name", preset.title), buttons);
  return row;
}

/**
 * Which of several sets of values an item has, or is nearest to by its numbers.
 * @param {Table} item
 * @param {Record<string, Table>} sets
 */
function nearest(item, sets) {
  const far = Object.entries(sets).map(([words, values]) => ({ words, far: Object.entries(values).reduce((sum, [key, value]) => sum + distance(item[key], value), 0) }));
  const [best] = far.sort((one, other) => one.far - other.far);
  return best && Number.isFinite(best.far) ? best.words : "";
}

/**
 * @param {Value} one
 * @param {Value} other
 * @returns {number}
 */
function distance(one, other) {
  if (typeof one === "number" && typeof other === "number") return Math.abs(one - other);
  if (Array.isArray(one) && Array.isArray(other)) return one.reduce((/** @type {number} */ sum, each, at) => sum + distance(each, other[at]), 0);
  return one === other ? 0 : Infinity;
}
