// The pack that is edited: its values, its schema, what is selected, and the requests that change it.

import { toast } from "./dom.js";

/** @import { Edit, Found, Opened, Reply, Shape, Spot, Status, Step, Table, Value, Way } from "./editor-types.d.ts" */

/** What an item of a list may be called by, the best first. */
const NAMES = ["id", "key", "name", "hex", "text", "numeral", "roll", "type", "colour", "kind"];

/** @type {{ opened: Opened | null, board: string, selected: Spot | null, tool: string, snap: boolean, pieces: boolean, brush: [string, Value] | null }} */
export const state = { opened: null, board: "", selected: null, tool: "move", snap: true, pieces: false, brush: null };

/** @type {(() => void)[]} */
const watchers = [];

/**
 * Calls `act` whenever the pack or the selection has changed.
 * @param {() => void} act
 */
export const watch = (act) => watchers.push(act);

/** Shows everything anew. */
export const changed = () => watchers.forEach((act) => act());

/** @returns {Opened} */
export function opened() {
  if (!state.opened) throw new Error("the pack is not open yet");
  return state.opened;
}

/**
 * Asks the server. Never throws.
 * @template T
 * @param {string} order
 * @param {object} [fields]
 * @returns {Promise<Reply<T>>}
 */
export async function ask(order, fields = {}) {
  try {
    const answer = await fetch(`./${order}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(fields),
    });
    return await answer.json();
  } catch {
    return { error: "No connection to the editor. Is it still running? What was saved is kept." };
  }
}

/** The requests that change something go one after the other. */
let queue = Promise.resolve(true);

/**
 * Changes the pack as one step. False if nothing was changed; then it was said why.
 * @param {Edit[]} edits
 * @returns {Promise<boolean>}
 */
export const change = (edits) => ordered("change", () => ({ edits }));

/**
 * An order that changes the pack, after those before it.
 * @param {string} order
 * @param {() => object} fields
 * @returns {Promise<boolean>}
 */
export function ordered(order, fields) {
  queue = queue.then(async () => {
    document.body.dataset.saving = "yes";
    const reply = /** @type {Reply<Status>} */ (
      await ask(order, { revision: opened().status.revision, ...fields() })
    );
    delete document.body.dataset.saving;
    return taken(reply);
  });
  return queue;
}

/**
 * Shows what came of a change.
 * @param {Reply<Status>} reply
 * @returns {boolean}
 */
export function taken(reply) {
  if (reply.conflict) document.dispatchEvent(new CustomEvent("pack-conflict"));
  else if (reply.error) toast(reply.error, "bad", reply.error.length > 90);
  if (reply.result) {
    const known = opened().status.values;
    const all = reply.stale ? reply.result.values : { ...known, ...reply.result.values };
    opened().status = { ...reply.result, values: all };
    document.body.dataset.savedAt = String(Date.now());
  }
  changed();
  return !reply.error;
}

/**
 * What stands at a place.
 * @param {string} file
 * @param {Way} path
 * @returns {Value}
 */
export function valueAt(file, path) {
  /** @type {Value} */
  let here = opened().status.values[file];
  for (const step of path) here = inside(here, step);
  return here;
}

/**
 * @param {Value} holder
 * @param {Step} step
 * @returns {Value}
 */
function inside(holder, step) {
  if (Array.isArray(holder)) return typeof step === "number" ? holder[step] : undefined;
  return isTable(holder) ? holder[String(step)] : undefined;
}

/**
 * @param {Value} value
 * @returns {value is Table}
 */
export const isTable = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * A type without the name that stands for it.
 * @param {Shape | undefined} shape
 * @returns {Shape}
 */
export function plain(shape) {
  if (shape?.t !== "ref") return shape ?? { t: "text" };
  const named = /** @type {Record<string, Shape>} */ (/** @type {unknown} */ (opened().schema[""]));
  return plain(named[shape.to ?? ""]);
}

/**
 * The type of a place; of several that are possible, the one that the value has.
 * @param {string} file
 * @param {Way} path
 * @returns {Shape}
 */
export function shapeAt(file, path) {
  let shape = plain(opened().schema[file]);
  path.forEach((step, depth) => {
    shape = plain(within(fitting(shape, valueAt(file, path.slice(0, depth))), step));
  });
  return shape;
}

/**
 * @param {Shape} shape
 * @param {Step} step
 * @returns {Shape | undefined}
 */
function within(shape, step) {
  if (shape.t === "struct") {
    if (typeof step === "number") return shape.fields?.[step]?.type;
    return shape.fields?.find((field) => field.name === step)?.type;
  }
  if (shape.t === "tuple") return /** @type {Shape[]} */ (shape.of)[Number(step)];
  if (shape.t === "list") return /** @type {Shape} */ (shape.of);
  return shape.t === "map" ? shape.value : undefined;
}

/**
 * Of several types, the one that a value has.
 * @param {Shape} shape
 * @param {Value} value
 * @returns {Shape}
 */
export function fitting(shape, value) {
  if (shape.t !== "union") return shape;
  const kinds = /** @type {Shape[]} */ (shape.of).map(plain);
  const tagged = kinds.find((kind) => kind.tag && isTable(value) && value[kind.tag.key] === kind.tag.is);
  if (tagged) return tagged;
  if (Array.isArray(value)) return kinds.find((kind) => kind.t === "list" || kind.t === "tuple") ?? kinds[0];
  return kinds.find((kind) => kind.t !== "none") ?? kinds[0];
}

/**
 * What an item is called.
 * @param {Value} item
 * @param {number} [number] its place in the list
 */
export function nameOf(item, number) {
  if (isTable(item)) {
    if (typeof item.name === "string" && item.name) return item.name;
    if (typeof item.a === "string" && typeof item.b === "string") return `${item.a} – ${item.b}`;
    for (const key of NAMES) {
      const value = item[key];
      if (typeof value === "string" || typeof value === "number") return String(value);
    }
  }
  if (Array.isArray(item) && typeof item[0] === "string") return item[0];
  return number === undefined ? "" : String(number + 1);
}

/**
 * By what an item is found in other files.
 * @param {Value} item
 * @returns {string}
 */
export function idOf(item) {
  if (!isTable(item)) return "";
  const found = item.id ?? item.key ?? item.name;
  return typeof found === "string" ? found : "";
}

/**
 * What a way of `editor.toml` leads to: each item of the list at its end.
 * @param {string} way such as `maps.toml side[key=$board] fort`
 * @returns {Found[]}
 */
export function itemsOf(way) {
  return placesOf(way).flatMap(({ file, path }) => {
    const list = valueAt(file, path);
    return Array.isArray(list)
      ? list.flatMap((item, number) => (isTable(item) ? [{ file, path: [...path, number], item }] : []))
      : [];
  });
}

/**
 * The places that a way leads to.
 * @param {string} way
 * @returns {Spot[]}
 */
export function placesOf(way) {
  const [file = "", ...steps] = way.split(" ");
  /** @type {Way[]} */
  let paths = [[]];
  for (const step of steps) {
    const [, name = "", key = "", wanted = ""] = /^([^[]+)(?:\[(\w+)=([^\]]+)\])?$/.exec(step) ?? [];
    paths = paths.flatMap((path) => {
      const here = valueAt(file, path);
      if (name === "*") return Array.isArray(here) ? here.map((_, number) => [...path, number]) : [];
      if (!key) return [[...path, name]];
      const list = isTable(here) ? here[name] : undefined;
      const right = wanted === "$board" ? state.board : wanted;
      const found = Array.isArray(list) ? list.findIndex((item) => isTable(item) && item[key] === right) : -1;
      return found < 0 ? [] : [[...path, name, found]];
    });
  }
  return paths.map((path) => ({ file, path }));
}

/**
 * Selects a place and shows it.
 * @param {string} file
 * @param {Way} path
 */
export function select(file, path) {
  state.selected = { file, path };
  changed();
}

/**
 * @param {Spot | null} spot
 * @param {string} file
 * @param {Way} path
 */
export const isAt = (spot, file, path) =>
  spot?.file === file && spot.path.length === path.length && spot.path.every((step, at) => step === path[at]);
