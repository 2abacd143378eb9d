// The tip: a small box beside a place that tells what its choices do, or why there are none.

import { bits, byId, create, get } from "./dom.js";
import { highlightChoice, places } from "./choice-places.js";
import { inPast } from "./history.js";

/** @import { WhyAnswer } from "./types.d.ts" */

/** With more choices than this the tip shows their labels only: it must not cover the board. */
const MANY = 4;
/** How long, in ms, an explanation stays: at least, and for each letter. */
const SHORTEST = 5000;
const PER_LETTER = 120;
/** Pixels between the tip and the edge of the stage. */
const MARGIN = 8;

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
  const label = create("strong", "", button.querySelector(".choice-label")?.textContent ?? "");
  const hint = button.querySelector(".choice-hint");
  if (!hint) return [label];
  const copy = create("span");
  copy.append(...hint.cloneNode(true).childNodes);
  return [label, copy];
}

/**
 * Lights up what choices are about; with an anchor, tells beside it what they do.
 * @param {HTMLButtonElement[]} options
 * @param {Element | null} anchor
 */
export function show(options, anchor) {
  hide();
  shown = options;
  const tip = byId("tip");
  tip.className = "tip";
  tip.replaceChildren(
    ...options.map((button) => {
      const row = create("p");
      row.append(...describe(button).slice(0, options.length > MANY ? 1 : 2));
      return row;
    }),
  );
  for (const button of options) highlightChoice(button, true);
  if (anchor) putBeside(anchor);
}

export function hide() {
  for (const button of shown) highlightChoice(button, false);
  shown = [];
  byId("tip").hidden = true;
}

/**
 * Tells what an element is and why nothing can be done there, if the game has an answer.
 * @param {Element | null} element
 */
export async function explain(element) {
  if (!element?.closest(".world svg") || element instanceof SVGSVGElement) return;
  const { url, as } = document.body.dataset;
  const viewpoint = as === undefined ? "" : `&as=${as}`;
  // A piece is named after its place.
  const place = encodeURIComponent(element.id.replace(/-piece$/, ""));
  // The server answers for the present position; in a past one there is the title only.
  /** @type {WhyAnswer | null} */
  const answer = inPast() ? null : await get(`${url}/why?place=${place}${viewpoint}`);
  const why = answer?.why ?? [];
  const title = element.closest(":has(> title)")?.querySelector(":scope > title")?.textContent;
  if (!why.length && !title) return;
  const tip = byId("tip");
  tip.className = "tip why";
  tip.replaceChildren(...(why.length ? bits(why) : [title ?? ""]));
  putBeside(element);
  clearTimeout(timer);
  const time = Math.max(SHORTEST, tip.textContent.length * PER_LETTER);
  timer = setTimeout(() => {
    if (tip.classList.contains("why")) tip.hidden = true;
  }, time);
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
  /** @type {[number, number][]} */
  const around = [
    [box.right - stage.left + 12, y],
    [box.left - stage.left - width - 12, y],
    [x, box.bottom - stage.top + 10],
    [x, box.top - stage.top - height - 10],
  ];
  // For a button in the bar above the stage, the tip goes directly below it.
  const below = box.bottom <= stage.top;
  const sides = around.filter(([left, top]) =>
    !below && left >= MARGIN && left + width <= stage.width - MARGIN &&
    top >= MARGIN && top + height <= stage.height - MARGIN);
  const others = otherBoxes(anchor);
  const covered = (/** @type {[number, number]} */ [left, top]) => others.filter((other) =>
    other.left - stage.left < left + width && other.right - stage.left > left &&
    other.top - stage.top < top + height && other.bottom - stage.top > top).length;
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
