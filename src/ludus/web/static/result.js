// The end of a game: closing and opening it again, and the turning points once they are found.

import { byId, find, get, on, post, toastError } from "./dom.js";
import { parseAll } from "./morph.js";
import { set as setPoints } from "./turning-points.js";

/** @import { TurningAnswer } from "./types.d.ts" */

/** How often, in ms, a running analysis is asked for. */
const EVERY = 1500;

let timer = 0;
/** Whether the visitor wants to see the board. */
let closed = false;

const shown = () => {
  const result = find("result");
  return result?.classList.contains("result") && !result.classList.contains("js-folded") ? result : null;
};

/** Shows the board instead. */
export function close() {
  if (!shown()) return false;
  closed = true;
  byId("result").classList.add("js-folded");
  // Not on a button: the arrow keys go through the game.
  byId("prompt").focus({ preventScroll: true });
  return true;
}

function open() {
  closed = false;
  byId("result").classList.remove("js-folded");
  byId("result").focus();
}

/** Fetches what there is of the analysis, until it is all there. */
async function load() {
  const part = find("turning");
  if (!part) return;
  /** @type {TurningAnswer | null} */
  const answer = await get(part.dataset.src ?? "");
  if (!answer?.html) return;
  part.replaceChildren(parseAll(answer.html));
  clearTimeout(timer);
  if (answer.ended) {
    // Loaded with the first turning points only, as a first visit is to be small.
    const { drawAll } = await import("./mini-board.js");
    drawAll(part);
    setPoints(answer.points);
  } else timer = setTimeout(load, EVERY);
}

/** @param {HTMLFormElement} form */
async function ask(form) {
  const outcome = await post(form.getAttribute("action") ?? "", {});
  if (outcome.ok) load();
  else toastError(outcome);
}

/** To be called after every patch: a closed result stays closed, and there may be an analysis. */
export function sync() {
  if (closed) find("result")?.classList.add("js-folded");
  const part = find("turning");
  if (!part || part.dataset.asked) return;
  part.dataset.asked = "yes";
  load();
}

/**
 * The key that closes the result. True if it did.
 * @param {KeyboardEvent} event
 */
export const onKey = ({ key }) => key === "Escape" && close();

/** @param {() => void} replay plays the game back from its start */
export function start(replay) {
  on("click", "[data-folds=result]", close);
  on("click", "#open-result", open);
  on("click", "[data-replay]", () => {
    close();
    replay();
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.closest("#turning") === null) return;
    if (!form.action.endsWith("/analysis")) return;
    event.preventDefault();
    ask(form);
  });
  sync();
}
