// The tools of the board: move, join, add, remove, paint, borders, roads.

import { create, createButton } from "./dom.js";
import { added, areaAt, areJoined, bent, joined, joinedTo, linkOf, moved, placeOf, pointOf, removed } from "./editor-gestures.js";
import { askKind, hideHand, left, tell } from "./editor-hand.js";
import { nearestHex, painted } from "./editor-hexes.js";
import { said } from "./editor-names.js";
import { lineIcon } from "./editor-symbols.js";
import { change, isTable, opened, placesOf, plain, select, shapeAt, state, valueAt } from "./editor-state.js";

/** @import { Edit, Handle, Point, Shape, Table, Value } from "./editor-types.d.ts" */

/** @typedef {{ key: string, words: string, letter?: string }} Tool */

/** What is drawn before the words of a tool. @type {Record<string, string>} */
const ICONS = { move: "move", join: "join", add: "plus", remove: "close", paint: "brush", border: "border", trace: "route" };

/** The tools that the game's board has. @returns {Tool[]} */
function offered() {
  const { layer, link, paint, outline, hexes, trace } = opened().boards;
  /** @type {Tool[]} */
  const found = [];
  if (layer.length) found.push({ key: "move", words: "Move", letter: "M" });
  if (link.length) found.push({ key: "join", words: "Join", letter: "J" });
  layer.filter((one) => Object.keys(one.new).length).forEach(({ key, title }, at) => found.push({ key: `add ${key}`, words: title, letter: at ? "" : "N" }));
  if (layer.some((one) => Object.keys(one.new).length)) found.push({ key: "remove", words: "Remove", letter: "Del" });
  if (paint.length || hexes) found.push({ key: "paint", words: "Paint", letter: "P" });
  if (outline.length) found.push({ key: "border", words: "Borders", letter: "B" });
  if (trace.length) found.push({ key: "trace", words: "Road", letter: "R" });
  return found;
}

/** The first of two things that are to be joined. @type {Handle | null} */
let first = null;

/**
 * Buttons for the tools, and for the colours of the brush.
 * @param {() => void} show
 */
export function tools(show) {
  const buttons = offered().map(({ key, words, letter }) => {
    const button = createButton("tool", words, () => choose(key, show));
    button.setAttribute("aria-pressed", String(state.tool === key));
    button.dataset.tool = key;
    const icon = ICONS[key.split(" ")[0] ?? ""];
    if (icon) button.prepend(lineIcon(icon));
    if (letter) button.append(keyCap(letter));
    return button;
  });
  if (opened().boards.layer.some(({ cell }) => !cell)) buttons.push(snap(show));
  return state.tool === "paint" ? [...buttons, ...brushes(show)] : buttons;
}

/** The key for a tool, which is no part of its name. @param {string} letter */
function keyCap(letter) {
  const cap = create("kbd", "", letter);
  cap.setAttribute("aria-hidden", "true");
  return cap;
}

/** @param {() => void} show */
function snap(show) {
  const button = createButton("tool", "Snap 5", () => {
    state.snap = !state.snap;
    button.setAttribute("aria-pressed", String(state.snap));
    show();
  });
  button.setAttribute("aria-pressed", String(state.snap));
  button.prepend(lineIcon("grid"));
  button.append(keyCap("G"));
  button.dataset.tool = "snap";
  return button;
}

/**
 * @param {string} key
 * @param {() => void} show
 */
export function choose(key, show) {
  state.tool = key;
  first = null;
  show();
  select(state.selected?.file ?? "pack.toml", state.selected?.path ?? []);
}

/** The values that the brush can have. @param {() => void} show */
function brushes(show) {
  return options().map(([key, value, words]) => {
    const button = createButton("tool brush", words, () => {
      state.brush = [key, value];
      show();
      select(state.selected?.file ?? "pack.toml", state.selected?.path ?? []);
    });
    button.setAttribute("aria-pressed", String(state.brush?.[0] === key && state.brush[1] === value));
    return button;
  });
}

/** @returns {[string, Value, string][]} */
function options() {
  const { hexes, paint } = opened().boards;
  const letters = hexes ? placesOf(hexes.letters).map(({ file, path }) => valueAt(file, path)).find(isTable) : undefined;
  /** @type {[string, Value, string][]} */
  const found = Object.entries(letters ?? {}).flatMap(([name, letter]) => (name === "source" ? [] : [["hex", letter, name]]));
  for (const { list, fields } of paint) {
    const [place] = placesOf(list);
    const shape = place && plain(/** @type {Shape} */ (shapeAt(place.file, place.path).of));
    for (const key of shape ? fields : []) {
      const type = plain(shape?.fields?.find((field) => field.name === key)?.type);
      const words = type.t === "choice" ? /** @type {string[]} */ (type.of) : undefined;
      const named = (/** @type {string} */ word) => (word === "none" ? `no ${said(key)}` : said(word));
      found.push(...(words ?? []).map((word) => /** @type {[string, Value, string]} */ ([key, word, named(word)])));
      found.push(...(words ? [] : [0, 1, 2]).map((count) => /** @type {[string, Value, string]} */ ([key, count, `${said(key)} ${count}`])));
    }
  }
  return found;
}

/**
 * Where an event is, in the units of the picture.
 * @param {PointerEvent} event
 * @returns {Point | null}
 */
export function point(event) {
  const overlay = document.getElementById("overlay");
  const matrix = overlay instanceof SVGSVGElement ? overlay.getScreenCTM()?.inverse() : null;
  if (!matrix) return null;
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
  return { x, y };
}

/**
 * A click on the board, at a thing or beside all of them.
 * @param {Point} at
 * @param {Handle | undefined} handle
 * @param {() => void} show
 */
export async function act(at, handle, show) {
  const [tool = "", key = ""] = state.tool.split(" ");
  if (tool === "paint") return brushed(at);
  if (tool === "trace") return traced(at);
  if (tool === "add") {
    const layer = opened().boards.layer.find((one) => one.key === key);
    const edits = layer && !handle ? added(layer, at) : [];
    const [{ file, path } = { file: "", path: [] }] = edits;
    if (edits.length && (await change(edits))) select(file, path);
    return undefined;
  }
  if (!handle) {
    hideHand();
    const area = areaAt(at);
    if (area) select(area.file, area.path);
    return undefined;
  }
  if (tool === "join") return join(handle);
  if (tool === "remove") {
    state.selected = null;
    await change(removed(handle));
    return undefined;
  }
  selectOf(handle);
  show();
  return undefined;
}

/** Opens the form of a thing. @param {Handle} handle */
function selectOf(handle) {
  const { file, path } = placeOf(handle);
  select(file, path);
}

/** @param {Handle} handle */
async function join(handle) {
  if (!first || first.layer.key !== handle.layer.key || first.name === handle.name) {
    first = handle;
    tell(handle.name, "click what it is to be joined with, or parted from");
    return;
  }
  const from = first;
  first = null;
  await joinTo(from, handle);
}

/**
 * Joins two things, by a line of a kind that is chosen if there are several; or parts them.
 * @param {Handle} from
 * @param {Handle} to
 */
export async function joinTo(from, to) {
  const kinds = linkOf(from)?.kinds ?? [];
  hideHand();
  if (kinds.length > 1 && !areJoined(from, to)) askKind(from, to, kinds, (kind) => change(joined(from, to, kind)));
  else await change(joined(from, to));
}

/** @param {Point} at */
async function brushed(at) {
  if (!state.brush) {
    tell("Paint", "choose a colour of the brush first");
    return;
  }
  const [key, value] = state.brush;
  /** @type {Edit[]} */
  let edits = [];
  const area = key === "hex" ? undefined : areaAt(at);
  if (key === "hex") edits = painted([nearestHex(at)], String(value));
  else if (area) edits = [{ file: area.file, op: "set", path: [...area.path, key], value }];
  if (area) state.selected = { file: area.file, path: area.path };
  if (edits.length) await change(edits);
}

/** A hex at the end of the selected road; the last one again takes it back. @param {Point} at */
async function traced(at) {
  const [{ field } = { field: "" }] = opened().boards.trace;
  const spot = state.selected;
  const road = spot ? valueAt(spot.file, [...spot.path, field]) : undefined;
  if (!spot || !Array.isArray(road)) {
    tell("Road", "choose a road in the list first");
    return;
  }
  const hex = nearestHex(at);
  const path = [...spot.path, field];
  const back = road.at(-1) === hex && road.length > 2;
  await change([back ? { file: spot.file, op: "remove", path: [...path, road.length - 1] } : { file: spot.file, op: "insert", path: [...path, road.length], value: hex }]);
}

/**
 * Something was dropped elsewhere.
 * @param {Handle | undefined} handle
 * @param {Point | undefined} corner
 * @param {Point} to
 */
export async function drop(handle, corner, to) {
  if (handle) selectOf(handle);
  const edits = handle ? moved(handle, to) : corner ? bent(corner, to) : [];
  if (!edits.length || !(await change(edits))) return;
  if (!handle) return;
  const { file, path } = handle;
  const there = pointOf(handle.layer, /** @type {Table} */ (valueAt(file, path)));
  if (there) left({ handle, from: { x: handle.x, y: handle.y }, to: there, follow: handle.layer.drops.length ? joinedTo(handle) : [], revision: opened().status.revision });
}

const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-5, 0],
  ArrowRight: [5, 0],
  ArrowUp: [0, -5],
  ArrowDown: [0, 5],
});

/**
 * A key on a thing: the arrows move it, Enter takes it, Delete removes it.
 * @param {KeyboardEvent} event
 * @param {Handle | undefined} handle
 * @param {HTMLElement} element
 * @param {() => void} show
 */
export function keyed(event, handle, element, show) {
  const by = ARROWS[event.key];
  if (by) {
    event.preventDefault();
    const step = handle?.layer.cell ? 14 : 1;
    const at = handle ?? { x: Number(element.dataset.x), y: Number(element.dataset.y) };
    void drop(handle, handle ? undefined : at, { x: at.x + by[0] * step, y: at.y + by[1] * step });
  } else if (event.key === "Enter" && handle) {
    void act(handle, handle, show);
  } else if (event.key === "Delete" && handle && Object.keys(handle.layer.new).length) {
    state.selected = null;
    void change(removed(handle));
  }
}
