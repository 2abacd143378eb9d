// Where the callout of a lesson stands, and what dims the page round the places in the light.

import { union } from "./camera.js";
import { all, byId, first, shape } from "./dom.js";

/** @import { Rect } from "./types.d.ts" */

/** The room round a place in the light, and between it and the callout, in px. */
const MARGIN = 8;
const GAP = 22;
/** So much worse it is to cover what is in the light than to cover the prompt. */
const LIT_WEIGHT = 1000;
/** So much worse it is to cover what sends a move. */
const SENDS_WEIGHT = 50;
/** What sends the move that is made up below the board. */
const SENDS = ".gesture:not([hidden], .js-resting) [data-gesture-do]";

/** Phones have a fixed place for it. */
export const isSheet = () => matchMedia("(max-width: 699px) and (min-height: 501px)").matches;
export const isColumn = () => matchMedia("(max-height: 500px)").matches;

/**
 * @param {Element} element
 * @returns {Rect | null}
 */
function rectOf(element) {
  if (!element.checkVisibility()) return null;
  let { left, top, right, bottom } = element.getBoundingClientRect();
  // Of a place at the edge of the board's window, what can be seen.
  const room = element.closest(".scene, .trays, .moment, #panels, .supply, .tracks")?.getBoundingClientRect();
  if (room) {
    [left, top] = [Math.max(left, room.left), Math.max(top, room.top)];
    [right, bottom] = [Math.min(right, room.right), Math.min(bottom, room.bottom)];
  }
  if (right - left < 2 || bottom - top < 2) return null;
  return { left: left - MARGIN, top: top - MARGIN, right: right + MARGIN, bottom: bottom + MARGIN };
}

/**
 * @param {Element[]} elements
 * @returns {Rect[]}
 */
export const rectsOf = (elements) => elements.map(rectOf).filter((each) => each !== null);

/**
 * The same, those that overlap as one.
 * @param {Rect[]} rects
 * @returns {Rect[]}
 */
export function merged(rects) {
  /** @type {Rect[]} */
  let found = [];
  for (const each of rects) {
    const near = found.filter((other) => shared(each, other) > 0);
    found = [...found.filter((other) => !near.includes(other)), union([each, ...near])];
  }
  return found;
}

// Where the callout stands -------------------------------------------------------------------------

/**
 * How many square px two rectangles share.
 * @param {Rect} one
 * @param {Rect} other
 */
const shared = (one, other) =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

/**
 * @param {Rect} one
 * @param {Rect} other
 */
export const overlap = (one, other) => shared(one, other) > 0;

/**
 * Whether one lies over the greater part of the other.
 * @param {Rect} one
 * @param {Rect} other
 */
export const covers = (one, other) =>
  shared(one, other) > ((other.right - other.left) * (other.bottom - other.top)) / 2;

/** Whether something was taken that can be sent now. */
export const sends = () => first(`${SENDS}:not([disabled])`) !== null;

/**
 * The place of the callout: beside what is lit, never over it.
 * @param {HTMLElement} lesson
 * @param {Rect[]} lit
 * @param {Rect[]} read what else should stay in sight
 */
export function placeIt(lesson, lit, read) {
  const aside = innerWidth - lesson.offsetWidth;
  // What was taken is sent in the column: until then only what to do stays there.
  const strip = isColumn() && sends() && lit.length > 0 && lit.every((each) => each.right <= aside);
  lesson.classList.toggle("js-strip", strip);
  const [width, height] = [lesson.offsetWidth, lesson.offsetHeight];
  const [right, bottom] = [innerWidth - width - 12, innerHeight - height - 12];
  /** @type {[number, number][]} */
  const corners = strip ? [[aside, 0]] : isColumn() ? [[aside, 0], [0, 0]] : [[right, bottom], [12, bottom], [right, 52], [12, 52]];
  /** @type {[number, number][]} */
  let spots = corners;
  if (lit.length && !isColumn()) {
    const light = union(lit);
    const middle = Math.min(Math.max((light.top + light.bottom - height) / 2, 52), Math.max(52, bottom));
    const centre = Math.min(Math.max((light.left + light.right - width) / 2, 12), Math.max(12, right));
    spots = [
      [light.right + GAP, middle], [light.left - GAP - width, middle],
      [centre, light.bottom + GAP], [centre, light.top - GAP - height], ...corners,
    ];
  }
  const others = [...rectsOf([byId("prompt"), byId("choices")]), ...read];
  const sending = isColumn() ? [] : rectsOf(all(SENDS));
  const fits = spots.filter(([x, y]) => x >= 0 && y >= 0 && x + width <= innerWidth && y + height <= innerHeight);
  const costs = (fits.length ? fits : corners).map(([x, y]) => {
    const here = { left: x, top: y, right: x + width, bottom: y + height };
    const over = (/** @type {Rect[]} */ rects) => rects.reduce((sum, each) => sum + shared(here, each), 0);
    return { x, y, over: over(lit) * LIT_WEIGHT + over(sending) * SENDS_WEIGHT + over(others) };
  });
  const best = costs.reduce((one, other) => (other.over < one.over ? other : one));
  lesson.classList.toggle("js-docked", isColumn() && best.x > 0);
  lesson.style.left = `${Math.round(best.x)}px`;
  lesson.style.top = `${Math.round(best.y)}px`;
  lesson.style.bottom = "auto";
}

/**
 * Dims all but these places, and points from the callout to the first of them.
 * @param {Rect[]} lit
 * @param {Rect[]} read
 * @param {Rect} from
 */
export function drawShade(lit, read, from) {
  const shade = byId("lesson-shade", SVGElement);
  if (!lit.length && !read.length) {
    shade.replaceChildren();
    return;
  }
  const draw = (/** @type {Rect} */ { left, top, right, bottom }, /** @type {object} */ more) =>
    shape("rect", { x: left, y: top, width: right - left, height: bottom - top, rx: 8, ...more });
  const page = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const mask = shape("mask", { id: "lesson-mask", maskUnits: "userSpaceOnUse" });
  mask.append(draw(page, { fill: "#fff", rx: 0 }), ...[...lit, ...read].map((each) => draw(each, { fill: "#000" })));
  shade.replaceChildren(
    mask,
    draw(page, { class: "dark", mask: "url(#lesson-mask)", rx: 0 }),
    ...lit.map((each) => draw(each, { class: "ring" })),
    ...(lit.length ? pointer(from, lit[0]) : []),
  );
}

/**
 * @param {Rect} from
 * @param {Rect} to
 */
function pointer(from, to) {
  const near = (/** @type {number} */ at, /** @type {number} */ low, /** @type {number} */ high) => Math.min(Math.max(at, low), high);
  const [x, y] = [(to.left + to.right) / 2, (to.top + to.bottom) / 2];
  const [startX, startY] = [near(x, from.left, from.right), near(y, from.top, from.bottom)];
  const [endX, endY] = [near(startX, to.left, to.right), near(startY, to.top, to.bottom)];
  if (Math.hypot(endX - startX, endY - startY) < 12) return [];
  const turn = (Math.atan2(endY - startY, endX - startX) * 180) / Math.PI;
  return [
    shape("path", { class: "lead", d: `M${startX} ${startY}L${endX} ${endY}` }),
    shape("path", { class: "tip", d: "M0 0l-14-7v14z", transform: `translate(${endX} ${endY}) rotate(${turn})` }),
  ];
}
