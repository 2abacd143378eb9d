// The tip: a small box beside a place that tells what its choices do. What one choice would do is
// told in the action bar as well.

import { giveWay } from "./about.js";
import { all, byId, create } from "./dom.js";
import { highlightChoice, places } from "./choice-places.js";
import * as sheet from "./choice-sheet.js";
import { parseAll } from "./morph.js";

/** With more choices than this the tip shows their labels only: it must not cover the board. */
const MANY = 4;
/** Pixels between the tip and the edge of the stage. */
const MARGIN = 8;
/** To cover what the tip speaks of is as bad as to cover so many places that can be chosen. */
const SPOKEN_OF = 5;
/** How many pixels the tip may stay away from its place: farther only to cover less. */
const GAPS = [11, 40, 80];
/** How long, in ms, a pointer rests before the server is asked. */
const REST = 80;

/**
 * The choices that the tip tells of, or that are lit without a tip.
 * @type {HTMLButtonElement[]}
 */
let shown = [];
let timer = 0;

export const shownOptions = () => shown;

/**
 * A choice's label, and its hint if it has one.
 * @param {HTMLElement} button
 * @returns {HTMLElement[]}
 */
export function describe(button) {
  const label = create("strong");
  label.append(...(button.querySelector(".choice-label")?.cloneNode(true).childNodes ?? []));
  const hint = button.querySelector(".choice-hint");
  if (!hint) return [label];
  const copy = create("span");
  copy.append(...hint.cloneNode(true).childNodes);
  return [label, copy];
}

/**
 * Lights up what choices are about and tells what they do; with an anchor, also beside it.
 * @param {HTMLButtonElement[]} options
 * @param {Element | null} anchor
 * @param {{ act: () => void, cancel: () => void } | null} [picked] set for a choice that is picked
 */
export function show(options, anchor, picked = null) {
  hide();
  giveWay();
  shown = options;
  for (const button of options) highlightChoice(button, true);
  const [only, ...others] = options;
  if (others.length) listAll(options, anchor);
  else if (only) {
    if (picked) {
      sheet.fill(only, null, picked);
      sheet.keepClearOf(anchor);
    }
    timer = setTimeout(() => tell(only, anchor, picked), picked ? 0 : REST);
  }
}

/**
 * @param {HTMLButtonElement[]} options
 * @param {Element | null} anchor
 */
function listAll(options, anchor) {
  const tip = byId("tip");
  tip.replaceChildren(
    ...options.map((button) => {
      const row = create("p");
      row.append(...describe(button).slice(0, options.length > MANY ? 1 : 2));
      return row;
    }),
  );
  if (anchor) putBeside(anchor);
}

/**
 * @param {HTMLButtonElement} button
 * @param {Element | null} anchor
 * @param {{ act: () => void, cancel: () => void } | null} picked
 */
async function tell(button, anchor, picked) {
  const answer = await sheet.ask(button);
  if (shown.length !== 1 || shown[0] !== button || !button.isConnected) return;
  sheet.fill(button, answer, picked);
  if (picked) sheet.keepClearOf(anchor);
  const tip = byId("tip");
  if (answer?.tip) tip.replaceChildren(parseAll(answer.tip));
  else if (!answer?.html) {
    const row = create("p");
    row.append(...describe(button));
    tip.replaceChildren(row);
  } else return;
  if (anchor?.isConnected) putBeside(anchor);
}

export function hide() {
  clearTimeout(timer);
  for (const button of shown) highlightChoice(button, false);
  shown = [];
  byId("tip").hidden = true;
  sheet.clear();
}

/**
 * Puts the tip beside an element, inside the stage, where it covers the fewest other choices.
 * @param {Element} anchor
 */
function putBeside(anchor) {
  const tip = byId("tip");
  const stage = byId("stage").getBoundingClientRect();
  const box = anchor.getBoundingClientRect();
  tip.hidden = false;
  tip.style.left = tip.style.top = "0";
  const { offsetWidth: width, offsetHeight: height } = tip;
  const x = within(box.left - stage.left + box.width / 2 - width / 2, stage.width - width);
  const y = within(box.top - stage.top + box.height / 2 - height / 2, stage.height - height);
  const around = GAPS.flatMap((gap) => {
    const [right, left] = [box.right - stage.left + gap, box.left - stage.left - width - gap];
    const [below, above] = [box.bottom - stage.top + gap, box.top - stage.top - height - gap];
    return /** @type {[number, number][]} */ ([
      [right, y], [left, y], [x, below], [x, above],
      [right, below], [right, above], [left, below], [left, above],
    ]);
  });
  // For a thing outside of the stage, the tip goes to the nearest edge of it.
  const outside = box.bottom <= stage.top || box.top >= stage.bottom || box.right <= stage.left;
  const sides = around.filter(([left, top]) =>
    !outside && left >= MARGIN && left + width <= stage.width - MARGIN &&
    top >= MARGIN && top + height <= stage.height - MARGIN);
  const over = (/** @type {[number, number]} */ [left, top], /** @type {DOMRect} */ other) =>
    other.left - stage.left < left + width && other.right - stage.left > left &&
    other.top - stage.top < top + height && other.bottom - stage.top > top;
  const others = otherBoxes(anchor);
  const spokenOf = all(".world .js-lit").filter((each) => !anchor.contains(each)).map((each) => each.getBoundingClientRect());
  const covered = (/** @type {[number, number]} */ side) =>
    others.filter((other) => over(side, other)).length + SPOKEN_OF * spokenOf.filter((other) => over(side, other)).length;
  let [best = /** @type {[number, number]} */ ([x, y])] = sides;
  for (const side of sides) if (covered(side) < covered(best)) best = side;
  tip.style.left = `${best[0]}px`;
  tip.style.top = `${best[1]}px`;
}

/**
 * @param {number} value
 * @param {number} most
 */
const within = (value, most) => Math.min(Math.max(MARGIN, value), Math.max(MARGIN, most - MARGIN));

/**
 * Where the other places are that can be chosen.
 * @param {Element} anchor
 */
function otherBoxes(anchor) {
  return places()
    .map((place) => document.getElementById(place))
    .filter((element) => element !== null)
    .filter((element) => element !== anchor && !anchor.contains(element))
    .map((element) => element.getBoundingClientRect());
}
