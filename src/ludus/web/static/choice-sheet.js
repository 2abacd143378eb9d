// What the pointed or picked choice would do: in the action bar, on a phone in a sheet from below;
// as counts on the meters it changes; and as a numbered way over the board.

import { all, byId, create, createButton, get } from "./dom.js";
import { parseAll } from "./morph.js";
import { setPath } from "./overlay.js";

/** @import { PreviewAnswer } from "./types.d.ts" */

/**
 * The answers for the open decision, by action.
 * @type {Map<string, Promise<PreviewAnswer | null>>}
 */
const known = new Map();
/** The decision that they are for. */
let knownFor = "";

/**
 * Asks the server what a choice would do; each choice of a decision once.
 * @param {HTMLButtonElement} button
 */
export function ask(button) {
  const { seat = "", decision = "" } = byId("choices").dataset;
  const now = `${seat} ${decision}`;
  if (knownFor !== now) known.clear();
  knownFor = now;
  let answer = known.get(button.value);
  if (!answer) {
    const { url, as } = document.body.dataset;
    const query = new URLSearchParams({ decision, seat, action: button.value });
    if (as !== undefined) query.set("as", as);
    answer = get(`${url}/preview?${query}`);
    known.set(button.value, answer);
  }
  return answer;
}

/**
 * Shows what a choice would do.
 * @param {HTMLButtonElement} button
 * @param {PreviewAnswer | null} answer null as long as it is not known
 * @param {{ act: () => void, cancel: () => void } | null} picked what to do with one that is picked
 */
export function fill(button, answer, picked) {
  const sheet = byId("sheet");
  const words = create("div", "sheet-words");
  if (answer?.html) words.append(parseAll(answer.html));
  else words.append(create("strong", "preview-title", button.ariaLabel ?? ""));
  // On a phone there is no tip beside the place: how things would stand there is told here.
  if (answer?.tip) words.append(...parseAll(answer.tip).querySelectorAll(".tip-rows"));
  const buttons = create("div", "sheet-buttons");
  const verb = answer?.verb || (button.ariaLabel ?? "");
  if (picked) buttons.append(createButton("button sheet-cancel", "Cancel", picked.cancel));
  const confirm = createButton("button primary sheet-do", verb, picked?.act);
  if (!picked) confirm.tabIndex = -1;
  buttons.append(confirm);
  sheet.replaceChildren(words, buttons);
  sheet.classList.toggle("js-open", picked !== null);
  showChanges(answer?.changes ?? {});
  setPath(answer?.path ?? []);
}

/**
 * On a phone the sheet lies over the board: it goes to the other end of it rather than over the place
 * that it tells of, since the second tap may go there.
 * @param {Element | null} place
 */
export function keepClearOf(place) {
  const { classList } = byId("sheet");
  classList.remove("js-above");
  if (!place?.closest("#stage")) return;
  const covers = place.getBoundingClientRect().bottom > byId("sheet").getBoundingClientRect().top - 8;
  classList.toggle("js-above", covers);
}

/** Shows nothing. */
export function clear() {
  const sheet = byId("sheet");
  if (!sheet.childElementCount) return;
  sheet.replaceChildren();
  sheet.classList.remove("js-open");
  showChanges({});
  setPath([]);
}

/**
 * Puts on the viewer's meters by how much they would change.
 * @param {Record<string, number>} changes
 */
function showChanges(changes) {
  for (const old of all(".js-delta")) old.remove();
  for (const meter of all(".js-changed")) meter.classList.remove("js-changed");
  for (const [key, change] of Object.entries(changes)) {
    if (!change) continue;
    const own = `[data-meter="${CSS.escape(key)}"]`;
    const large = all(`#supply:not([hidden]) ${own}, #tracks:not([hidden]) ${own}`);
    // What is large beside the board is not told a second time in the panel.
    for (const meter of large.length ? large : all(`#panels .mine ${own}`)) {
      meter.classList.add("js-changed");
      meter.append(create("span", "delta js-delta", change > 0 ? `+${change}` : `\u2212${-change}`));
    }
  }
}
