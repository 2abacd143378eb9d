// What a thing is: a card beside it, for everything at the table. A pointer that rests on a thing, a
// click on one that cannot be chosen, a long press and the key `?` ask for it. The game tells what is its
// own; the page tells of the rest in its own words: `data-tells`, and what buttons are called.

import { choiceWords, controlAt, ownWords } from "./about-words.js";
import { all, byId, closest, find, get, targetOf } from "./dom.js";
import { elementOf, placeAt, placeOf as placeOfChoice } from "./choice-places.js";
import { inPast } from "./history.js";
import { parseAll } from "./morph.js";

/** @import { AboutAnswer, Point } from "./types.d.ts" */

/** How long, in ms, a pointer rests on a thing, and a finger, until the thing is explained. */
const REST = 600;
const LONG_PRESS = 500;
/** Pixels between the card and its thing, and to the edge of the window. */
const GAP = 18;
const EDGE = 8;

/**
 * The thing that the card tells of.
 * @type {Element | null}
 */
let thing = null;
let pinned = false;
/** Whether it was asked for by resting alone: then it goes when the pointer does. */
let resting = false;
let timer = 0;
/** Whether the last press was a long one; the click that ends it does nothing else. */
let longPressed = false;
/** Whether the pointer has not moved since it pressed: what comes to lie below it was not asked about. */
let still = false;

const card = () => byId("explain");
const aboutOpen = () => !card().hidden;
export const wasLongPress = () => longPressed;

/**
 * The thing at an element that can be explained: what names its own place, or is one in a picture.
 * @param {Element} element
 */
function thingAt(element) {
  const named = element.closest("[data-about], [data-tells]");
  if (named) return named;
  const drawn = element.closest(".world svg [id]");
  return drawn && !/-part-\d+$/.test(drawn.id) ? drawn : null;
}

/**
 * A piece is named after its place.
 * @param {Element} element
 */
const placeOf = (element) =>
  element.getAttribute("data-about") ?? element.id.replace(/-piece$/, "");

/** @param {Element} element */
const titleOf = (element) =>
  element.closest(":has(> title)")?.querySelector(":scope > title")?.textContent ?? "";

/**
 * Tells of a focused or pressed thing that the game knows nothing of. True if it is one.
 * @param {Element | null} element
 */
function explainControl(element) {
  const choice = element?.closest(".choice-button");
  const place = choice instanceof HTMLElement ? elementOf(placeOfChoice(choice)) : null;
  const found = choice ?? (element && controlAt(element));
  if (!found) return false;
  if (place) explain(place);
  else tell(found, choice ? choiceWords(choice) : ownWords(found));
  return true;
}

/**
 * Puts plain words beside a thing.
 * @param {Element} element
 * @param {(string | Node)[]} said
 */
function tell(element, said) {
  close();
  thing = element;
  card().replaceChildren(...said);
  card().classList.add("plain");
  putBeside(element);
}

/**
 * Explains a thing, if there is anything to say of it.
 * @param {Element | null} element
 * @param {boolean} [byResting]
 */
export async function explain(element, byResting = false) {
  const found = element && thingAt(element);
  if (!found || (pinned && byResting)) return;
  if (found.hasAttribute("data-tells")) {
    tell(found, ownWords(found));
    resting = byResting;
    return;
  }
  const { url, as } = document.body.dataset;
  const query = new URLSearchParams({ place: placeOf(found) });
  if (as !== undefined) query.set("as", as);
  if (inPast()) query.set("at", byId("history-where").dataset.at ?? "0");
  /** @type {AboutAnswer | null} */
  const answer = await get(`${url}/about?${query}`);
  if (!found.isConnected || (byResting && !found.matches(":hover"))) return;
  const title = titleOf(found);
  if (!answer?.html && !title) {
    // Of a count on a card the game may have nothing to say, but of the card.
    const around = found.parentElement?.closest("[data-about], [data-tells]");
    if (around) explain(around, byResting);
    return;
  }
  close();
  thing = found;
  resting = byResting;
  card().replaceChildren(answer?.html ? parseAll(answer.html) : title);
  card().classList.toggle("plain", !answer?.html);
  for (const id of answer?.rings ?? []) find(id)?.classList.add("js-ring");
  putBeside(found);
}

/** Closes the card unless it is pinned: only one thing at a time is told of. */
export function giveWay() {
  if (!pinned) close();
}

/** Closes the card. True if it was open. */
export function close() {
  clearTimeout(timer);
  if (!aboutOpen()) return false;
  card().hidden = true;
  card().classList.remove("js-pinned");
  byId("leader").setAttribute("hidden", "");
  for (const ringed of all(".js-ring")) ringed.classList.remove("js-ring");
  thing = null;
  pinned = resting = false;
  return true;
}

/**
 * Puts the card beside its thing, never over it, with a line between the two.
 * @param {Element} element
 */
function putBeside(element) {
  const box = element.getBoundingClientRect();
  const { style } = card();
  card().hidden = false;
  style.left = style.top = "0";
  const { offsetWidth: width, offsetHeight: height } = card();
  const x = within(box.left + box.width / 2 - width / 2, innerWidth - width);
  const y = below(element, within(box.top + box.height / 2 - height / 2, innerHeight - height));
  const sides = [
    { room: innerWidth - box.right - width, at: { x: box.right + GAP, y } },
    { room: box.left - width, at: { x: box.left - width - GAP, y } },
    { room: innerHeight - box.bottom - height, at: { x, y: box.bottom + GAP } },
    { room: box.top - height, at: { x, y: box.top - height - GAP } },
  ];
  const fits = sides.find(({ room }) => room >= GAP + EDGE);
  const [best] = fits ? [fits] : sides.sort((one, other) => other.room - one.room);
  const at = {
    x: within(best.at.x, innerWidth - width),
    y: below(element, within(best.at.y, innerHeight - height)),
  };
  style.left = `${at.x}px`;
  style.top = `${at.y}px`;
  drawLeader(box, { left: at.x, top: at.y, right: at.x + width, bottom: at.y + height });
}

/**
 * A card about something on the board leaves the row of the prompt and its buttons free.
 * @param {Element} element
 * @param {number} top
 */
function below(element, top) {
  const row = byId("prompt").getBoundingClientRect();
  return element.closest("#stage") && row.bottom < innerHeight / 3 ? Math.max(top, row.bottom + EDGE) : top;
}

/**
 * @param {number} value
 * @param {number} most
 */
const within = (value, most) => Math.min(Math.max(EDGE, value), Math.max(EDGE, most - EDGE));

/**
 * A line from a thing to its card, by the shortest way.
 * @param {DOMRect} box
 * @param {{ left: number, top: number, right: number, bottom: number }} to
 */
function drawLeader(box, to) {
  /** @type {(point: Point, rect: { left: number, top: number, right: number, bottom: number }) => Point} */
  const nearest = ({ x, y }, rect) => ({
    x: Math.min(Math.max(x, rect.left), rect.right),
    y: Math.min(Math.max(y, rect.top), rect.bottom),
  });
  const end = nearest({ x: box.left + box.width / 2, y: box.top + box.height / 2 }, to);
  const from = nearest(end, box);
  const line = byId("leader", SVGSVGElement);
  line.removeAttribute("hidden");
  line.querySelector("path")?.setAttribute("d", `M${from.x} ${from.y}L${end.x} ${end.y}`);
}

/** Whether the pointer may explain a thing by resting on it: what can be chosen has its preview, but
 * what a hand can take has none. */
const canRest = (/** @type {Element} */ element) =>
  thingAt(element) !== null && (!placeAt(element) || element.closest(".js-pick") !== null) && !element.closest("#explain, #tip, dialog");

/**
 * Keys of the card. True if the key was one.
 * @param {KeyboardEvent} event
 */
export function onKey(event) {
  if (event.key === "Escape") return close();
  if (event.key.toLowerCase() === "p" && aboutOpen()) {
    pinned = !pinned;
    card().classList.toggle("js-pinned", pinned);
    return true;
  }
  if (event.key !== "?") return false;
  const focused = document.activeElement;
  // A button that was clicked has the focus too, but nobody went to it by key to ask.
  if (!focused || !thingAt(focused)) return explainControl(focused?.matches(":focus-visible") ? focused : null);
  explain(focused);
  return true;
}

/** @param {Element} target what the pointer is on */
function rest(target) {
  if (canRest(target)) timer = setTimeout(() => isAimed(target) || explain(target, true), REST);
}

/**
 * Whether what was taken is aimed at the place: what would happen there is told already.
 * @param {Element} element
 */
function isAimed(element) {
  const aim = document.querySelector(".js-aim");
  const middle = aim instanceof SVGElement ? aim.dataset.middle : "";
  return Boolean(aim?.contains(element) || (middle && element.closest(`[id="${middle}"]`)));
}

export function start() {
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    const target = targetOf(event);
    clearTimeout(timer);
    if (resting && !pinned && thing && !thing.contains(target) && !closest(event, "#explain")) close();
    if (!still) rest(target);
  }, true);
  let press = 0;
  document.addEventListener("pointerdown", (event) => {
    still = true;
    clearTimeout(timer);
    clearTimeout(press);
    longPressed = false;
    const target = targetOf(event);
    if (!closest(event, "#explain") && !pinned) close();
    const [known, control] = [thingAt(target), controlAt(target)];
    if (event.pointerType === "mouse" || !(known ?? control)) return;
    press = setTimeout(() => {
      longPressed = true;
      if (known) explain(target);
      else explainControl(control);
    }, LONG_PRESS);
  });
  // A button that was read was not pressed.
  document.addEventListener("click", (event) => {
    if (!longPressed || !controlAt(targetOf(event))) return;
    longPressed = false;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, () => clearTimeout(press));
  }
  document.addEventListener("pointermove", (event) => {
    const moved = Math.hypot(event.movementX, event.movementY);
    if (moved > 4) clearTimeout(press);
    if (!still || !moved || event.pointerType !== "mouse" || event.buttons) return;
    still = false;
    rest(targetOf(event));
  });
  byId("stage").addEventListener("viewmoved", giveWay);
}
