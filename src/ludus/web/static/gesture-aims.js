// Targets whose meaning depends on how many are taken: the server is asked again, and what it says
// stands on the targets' buttons, from where the board and the action bar have it.

import { first, get } from "./dom.js";
import { parseAll } from "./morph.js";
import { picksOf, root, section, state, targets } from "./gesture-state.js";

/** @import { AimsAnswer } from "./types.d.ts" */

/** How long, in ms, a hand rests before the server is asked. */
const REST = 120;

/**
 * The answers for the open decision, by what is taken.
 * @type {Map<string, Promise<AimsAnswer | null>>}
 */
const known = new Map();
let knownFor = "";
let timer = 0;

/**
 * Asks what the targets mean for what is taken now, and shows it; `draw` draws it once it is there.
 * @param {() => void} draw
 */
export function weigh(draw) {
  clearTimeout(timer);
  const part = section();
  if (part?.dataset.weighs === undefined) return;
  const { gesture = "" } = part.dataset;
  const picks = picksOf(part).map(({ key }) => `${key}:${state.taken.get(key) ?? 0}`).join(",");
  // As it came with the page; nothing to ask until something else is taken.
  const started = picksOf(part).every(({ key, start }) => (state.taken.get(key) ?? 0) === start);
  if (started && part.dataset.weighed === undefined) return;
  timer = setTimeout(async () => {
    const answer = await ask(gesture, picks);
    if (!answer || section() !== part) return;
    part.dataset.weighed = picks;
    for (const target of targets()) fill(target, answer[target.dataset.target ?? ""]);
    draw();
  }, REST);
}

/**
 * @param {string} gesture
 * @param {string} picks
 */
function ask(gesture, picks) {
  const { seat = "", decision = "" } = root().dataset;
  const now = `${seat} ${decision}`;
  if (knownFor !== now) known.clear();
  knownFor = now;
  const key = `${gesture} ${picks}`;
  let answer = known.get(key);
  if (!answer) {
    const { url, as } = document.body.dataset;
    const query = new URLSearchParams({ decision, seat, gesture, picks });
    if (as !== undefined) query.set("as", as);
    answer = get(`${url}/aims?${query}`);
    known.set(key, answer);
  }
  return answer;
}

/**
 * @param {HTMLElement} target
 * @param {AimsAnswer[string] | undefined} told
 */
function fill(target, told) {
  if (!told) return;
  first(".target-note", target)?.replaceChildren(parseAll(told.note));
  target.querySelector("template")?.content.replaceChildren(parseAll(told.chips));
  target.className = `target-button tone-${told.tone}`;
  target.dataset.tone = told.tone === "plain" ? "" : told.tone;
}
