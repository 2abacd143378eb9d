// Where the game itself speaks of an item: rules, lessons, examples and tests that name it.

import { byId, create } from "./dom.js";
import { lineOf } from "./editor-names.js";
import { ask, idOf } from "./editor-state.js";

/** @import { Mention, Reply, Spot, Table } from "./editor-types.d.ts" */
/** @import { Use } from "./editor-uses.js" */

const KINDS = { clause: "a rule of the game", lesson: "a lesson speaks of it", example: "an example speaks of it", aid: "the player aid", test: "tests that name it" };
const ICONS = { clause: "tablet", lesson: "learn", example: "board", aid: "tablet", test: "check" };

/** What is known of who names an item, by its id and name. @type {Map<string, Mention[]>} */
const told = new Map();

/**
 * Rules, lessons, examples and tests that name it; they are fetched once.
 * @param {Spot} spot
 * @param {Table} item
 * @param {() => void} show to be called when they are there
 * @returns {Use[]}
 */
export function mentionsOf(spot, item, show) {
  const id = idOf(item);
  const name = lineOf(spot);
  const key = `${id}|${name}`;
  const found = told.get(key);
  if (!found && id) {
    told.set(key, []);
    void ask("mentions", { data: id, name }).then((/** @type {Reply<Mention[]>} */ reply) => {
      told.set(key, reply.result ?? []);
      show();
    });
  }
  return (found ?? []).map(({ kind, title, text, count }) => ({ spot: null, icon: ICONS[kind], title, text: kind === "clause" ? text : KINDS[kind], share: count ? String(count) : "", act: () => showMention(title, text) }));
}

/**
 * @param {string} title
 * @param {string} text
 */
function showMention(title, text) {
  byId("compare-heading").textContent = title;
  byId("compare-text").replaceChildren(...text.split("\n").map((line) => create("p", "", line)));
  byId("compare-dialog", HTMLDialogElement).showModal();
}
