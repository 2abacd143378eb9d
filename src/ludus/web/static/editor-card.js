// The card of what is selected, as the table shows it, and what it does in a game.

import { byId, create } from "./dom.js";
import { tryPanel } from "./editor-try.js";
import { ask, idOf, isTable, opened, state, valueAt } from "./editor-state.js";
import { parseAll } from "./morph.js";

/** @import { Reply, Spot } from "./editor-types.d.ts" */

/** What is known of them; `old`: the pack cannot be opened now, these are from before. @type {{ of: string, html: Record<string, string>, old: boolean }} */
const cards = { of: "", html: {}, old: false };

/** Asks for the cards of the pack as it is now. */
export async function fetchCards() {
  const revision = opened().status.revision;
  if (cards.of === revision) return;
  cards.of = revision;
  const reply = /** @type {Reply<Record<string, string>>} */ (await ask("cards", { board: state.board }));
  cards.old = !reply.result;
  if (!reply.result) return;
  cards.html = reply.result;
  byId("sprite").replaceChildren(parseAll(reply.result[""] ?? ""));
}

/** Shows the card of what is selected, large and as it lies in the hand, and tries it. */
export async function showCards() {
  await fetchCards();
  const html = state.selected ? cardOf(state.selected) : "";
  const box = byId("cards-view");
  box.hidden = !html;
  document.body.classList.toggle("has-card", Boolean(html));
  if (!html || !state.selected) {
    box.replaceChildren();
    return;
  }
  const large = create("div", "enlarged");
  const story = create("div", "try-story");
  story.id = "try-story";
  large.append(create("h2", "", cards.old ? "Card, as before" : "Live card"), parseAll(html), story);
  const beside = create("div", "beside-card");
  const small = create("div", "in-hand");
  small.append(create("h2", "", "In the hand"), parseAll(html.replace(/ id="[^"]*"/, "")));
  beside.append(small, ...tryPanel(state.selected));
  box.replaceChildren(large, beside);
}

/**
 * The card of an item as HTML; empty where the game prints none.
 * @param {Spot} spot
 * @returns {string}
 */
export function cardOf(spot) {
  const value = valueAt(spot.file, spot.path);
  if (!isTable(value)) return "";
  const byPlace = `${spot.file}:${spot.path.join(".")}`;
  return cards.html[byPlace] ?? cards.html[`${spot.file}:${idOf(value)}`] ?? "";
}

/**
 * How high cards of a list are in the hand, in px: that of one item, and the highest of the others.
 * @param {Spot} spot
 * @returns {{ own: number, others: number } | null}
 */
export function heights(spot) {
  const list = spot.path.slice(0, -1);
  const items = valueAt(spot.file, list);
  const hand = document.querySelector(".in-hand");
  if (!Array.isArray(items) || !hand) return null;
  const box = create("div", "in-hand measured");
  box.setAttribute("aria-hidden", "true");
  box.inert = true;
  const drawn = items.map((_, number) => {
    const html = cardOf({ file: spot.file, path: [...list, number] }).replace(/ id="[^"]*"/, "");
    const holder = create("div");
    if (html) holder.append(parseAll(html));
    box.append(holder);
    return holder;
  });
  hand.append(box);
  const found = drawn.map((holder) => holder.getBoundingClientRect().height);
  box.remove();
  const at = Number(spot.path.at(-1));
  return found[at] ? { own: found[at], others: Math.max(0, ...found.filter((_, number) => number !== at)) } : null;
}
