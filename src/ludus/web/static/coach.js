// The coach: while a player wants it, a choice that gives away much is held back for a second look, with
// the reason in words; and after others' turns it is said what they achieved. It looks at the choices as
// soon as they are there, so that a choice that is fine goes at once; none waits longer than LIMIT.

import { byId, create, createButton, find, on, post } from "./dom.js";
import { buttons } from "./choice-places.js";
import * as hints from "./hints.js";
import { inPast } from "./history.js";
import { active } from "./lesson.js";
import { explain } from "./recap.js";
import { bits } from "./sentence.js";
import { set, settings } from "./settings.js";

/** @import { Answer } from "./types.d.ts" */

/** How long, in ms, a choice waits for the coach at most. */
const LIMIT = 500;

/** The decision that was looked at last, and what came of it. */
let decision = "";
/** @type {Promise<Answer | null>} */
let look = Promise.resolve(null);
/**
 * Plays the choice that is held back.
 * @type {(() => void) | null}
 */
let anyway = null;

/** Whether the player wants to be coached, at a table where that is fair. */
function wanted() {
  const hint = find("hint");
  if (!hint || active() || inPast()) return false;
  return settings.coach === "always" || (settings.coach === "first" && hint.dataset.coach !== undefined);
}

/** @param {object} fields */
async function ask(fields) {
  const { ok, data } = await post(`${document.body.dataset.url}/coach`, fields);
  return ok ? data : null;
}

/**
 * What a promise brings, or null after some time.
 * @template T
 * @param {Promise<T>} promise
 * @param {number} until as performance.now() counts
 * @returns {Promise<T | null>}
 */
const within = (promise, until) =>
  Promise.race([promise, new Promise((done) => {
    setTimeout(() => done(null), Math.max(0, until - performance.now()));
  })]);

/** To be called after every patch: looks at a new decision, and forgets the old one. */
export function sync() {
  const { seat, decision: now = "" } = byId("choices").dataset;
  if (now === decision) return;
  decision = now;
  close();
  look = Promise.resolve(null);
  if (seat === undefined || buttons().length < 2 || !wanted()) return;
  look = ask({ seat: Number(seat) });
  look.then((answer) => {
    if (answer?.told?.length && now === decision) explain(answer.told);
  });
}

/**
 * Whether a choice may go; if it gives away much, the coach says why and keeps it.
 * @param {object} fields what is sent: an action or a gesture
 * @param {() => void} play sends it all the same
 */
export async function lets(fields, play) {
  close();
  if (!wanted()) return true;
  const until = performance.now() + LIMIT;
  const seen = await within(look, until);
  if (!seen) return true;
  const { seat, action, gesture, picks, target } = /** @type {Record<string, unknown>} */ (fields);
  if (action !== undefined && !seen.doubtful?.includes(String(action))) return true;
  const answer = await within(ask({ seat, action, gesture, picks, target }), until);
  if (!answer?.why?.length || answer.decision === undefined) return true;
  show(answer, play);
  return false;
}

/**
 * @param {Answer} answer
 * @param {() => void} play
 */
function show({ why = [], better }, play) {
  hints.clear();
  anyway = play;
  const head = create("div", "hint-head");
  head.append(create("h2", "", "Look again"), createButton("button quiet", "Stop coaching", () => {
    set({ coach: "never" });
    playAnyway();
  }));
  const said = create("p");
  said.append(...bits(why));
  const row = create("div", "row");
  const go = createButton("button primary", "Play it anyway", playAnyway);
  go.id = "play-anyway";
  row.append(go);
  if (better) row.append(createButton("button", "Show me", () => {
    anyway = null;
    hints.reveal(better);
  }));
  byId("hint-list").replaceChildren(head, said, row);
  go.focus();
}

function playAnyway() {
  const play = anyway;
  close();
  play?.();
}

/** True if something was held back. */
function close() {
  if (!anyway) return false;
  anyway = null;
  byId("hint-list").replaceChildren();
  return true;
}

/**
 * Escape takes the choice back. True if there was one.
 * @param {KeyboardEvent} event
 */
export const onKey = ({ key }) => key === "Escape" && close();

export function start() {
  on("click", "#ask-hint", close);
  document.addEventListener("settings", () => {
    decision = "";
    sync();
  });
  sync();
}
