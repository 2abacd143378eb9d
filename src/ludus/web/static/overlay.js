// What is drawn over the board: the numbered way of a choice, and arrows of the latest moves. It has
// no part in the pictures, and follows them when they are moved.

import { all, byId, find, shape } from "./dom.js";

/** @import { Point } from "./types.d.ts" */

/**
 * The middle of a place, how far what stands there reaches from it, and which share of an arrow
 * it takes at most.
 * @typedef {Point & { reach: number, share?: number }} Spot
 */

/**
 * An arrow: the ids of the places where it starts (empty for none) and ends, its number, and the
 * seat whose colour it has.
 * @typedef {{ start: string, end: string, number: number, seat: string }} Arrow
 */

/** The radius of a number, in px. */
const DISC = 11;
/** How far, in px, an arrow stays away from the middle of its places, at least and at most. */
const GAP = 16;
const FAR = 40;

/** @type {string[]} */
let path = [];
/** Whether the way is that of something in the hand. */
let carried = false;
/** @type {Arrow[]} */
let arrows = [];
/** @type {{ places: string[], letter: string }[]} */
let letters = [];
/** @type {DOMRect[]} what discs keep clear of, while all is drawn */
let taken = [];

/**
 * Shows the way of a choice: its places numbered and joined. What is carried along it shows no numbers.
 * @param {string[]} places
 * @param {boolean} inHand
 */
export function setPath(places, inHand = false) {
  if (!path.length && !places.length) return;
  path = places;
  carried = inHand;
  draw();
}

/**
 * Letters beside places, for the moves of a hint.
 * @param {{ places: string[], letter: string }[]} named
 */
export function setLetters(named) {
  if (!letters.length && !named.length) return;
  letters = named;
  draw();
}

/** The places that the moves of a hint are about. */
export const lettered = () => letters.flatMap(({ places }) => places);

/** @param {Arrow[]} latest */
export function setArrows(latest) {
  if (!arrows.length && !latest.length) return;
  arrows = latest;
  draw();
}

/**
 * The middle of a place on the stage; null if it is not to be seen.
 * @param {string} id
 * @returns {Spot | null}
 */
export function middle(id) {
  const place = id ? find(id) : null;
  // Of a large place, such as a land, another element may mark the middle.
  const element = find(place?.dataset.middle ?? "") ?? place;
  if (!element?.closest("#stage .scene:not(.js-away)")) return null;
  const box = element.getBoundingClientRect();
  const stage = byId("stage").getBoundingClientRect();
  if (!box.width && !box.height) return null;
  // On a field stands a piece of about its size, which arrows do not cover.
  const field = element.querySelector(":scope > .cell");
  const reach = field ? Math.min(FAR, 0.42 * Math.min(box.width, box.height)) : GAP;
  return { x: box.left + box.width / 2 - stage.left, y: box.top + box.height / 2 - stage.top, reach };
}

/**
 * A number in a disc.
 * @param {Point} at
 * @param {number | string} number
 * @param {string} kind
 */
function disc({ x, y }, number, kind) {
  const group = shape("g", { class: kind });
  const text = shape("text", { x, y, class: "way-number" });
  text.textContent = String(number);
  group.append(shape("circle", { cx: x, cy: y, r: DISC, class: "way-disc" }), text);
  return group;
}

/**
 * A curve between two points that stays away from both, with the place for its number.
 * @param {Spot} from
 * @param {Spot} to
 */
function curve(from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const [leave, reach] = [from, to].map((spot) => Math.max(GAP, spot.reach))
    .map((gap, end) => Math.min(gap, length * (gap > GAP ? [from, to][end].share ?? 0.34 : 0.25)));
  const bend = Math.min(length * 0.18, 60);
  const a = { x: from.x + ux * leave, y: from.y + uy * leave };
  const b = { x: to.x - ux * reach, y: to.y - uy * reach };
  const control = { x: (a.x + b.x) / 2 - uy * bend, y: (a.y + b.y) / 2 + ux * bend };
  const d = `M${a.x} ${a.y}Q${control.x} ${control.y} ${b.x} ${b.y}`;
  const at = { x: (a.x + 2 * control.x + b.x) / 4, y: (a.y + 2 * control.y + b.y) / 4 };
  const angle = (Math.atan2(b.y - control.y, b.x - control.x) * 180) / Math.PI;
  return { d, at, end: b, angle };
}

/**
 * A dotted line with a head.
 * @param {Spot} from
 * @param {Spot} to
 * @param {string} kind
 */
function line(from, to, kind) {
  const { d, at, end, angle } = curve(from, to);
  const group = shape("g", { class: kind });
  const head = shape("path", {
    d: "M-9 -7L5 0L-9 7Z", class: "way-head", transform: `translate(${end.x} ${end.y}) rotate(${angle})`,
  });
  group.append(shape("path", { d, class: "way-case" }), shape("path", { d, class: "way-line" }), head);
  return { group, at };
}

/** @param {Arrow} arrow */
function drawArrow(arrow) {
  const { number } = arrow;
  const kind = `way seat-${Number(arrow.seat) % 6}`;
  const [from, to] = [middle(arrow.start), middle(arrow.end)];
  if (!to) return [];
  if (!from) return [disc(freeSpot({ x: to.x + 14, y: to.y - 14 }), number, kind)];
  const { group, at } = line(from, to, kind);
  return [group, disc(freeSpot(at), number, kind)];
}

/** The way of a choice. Places that have signs of their own tell how far it is: they get no numbers. */
function drawPath() {
  const signed = path.some((id) => find(id)?.matches(".signed"));
  const points = path.map(middle).filter((point) => point !== null)
    .map((point, index, { length }) => {
      if (length < 3) return point;
      // On the way there is nothing to keep clear of; so the first leg begins outside the force.
      if (!index) return { ...point, share: 0.52 };
      return index < length - 1 ? { ...point, reach: GAP } : point;
    });
  const kind = carried ? "way of-choice of-hand" : "way of-choice";
  const lines = points.slice(1).map((to, index) => line(points[index], to, kind).group);
  if (signed || carried) return lines;
  return [
    ...lines,
    ...points.map(({ x, y }, index) =>
      disc(freeSpot({ x: x + 12, y: y - 12 }), index + 1, "way of-choice")),
  ];
}

/** @param {{ places: string[], letter: string }} named */
function drawLetter({ places, letter }) {
  const at = places.map(middle).find((point) => point !== null);
  return at ? [disc(freeSpot({ x: at.x, y: at.y - 24 }), letter, "way of-hint")] : [];
}

/**
 * Where words and numbers are that no disc may cover: those of the shown pictures.
 * @returns {DOMRect[]}
 */
function writtenOn() {
  const { left, top } = byId("stage").getBoundingClientRect();
  return all("#stage .scene:not(.js-away) svg text").map((text) => {
    const box = text.getBoundingClientRect();
    return new DOMRect(box.left - left, box.top - top, box.width, box.height);
  });
}

/**
 * A place for a disc near a point, free of words and of other discs.
 * @param {Point} near
 * @returns {Point}
 */
function freeSpot({ x, y }) {
  for (const far of [0, 14, 22, 30, 40]) {
    for (let turn = 0; turn < (far ? 12 : 1); turn += 1) {
      const angle = (turn * Math.PI) / 6 - Math.PI / 4;
      const spot = { x: x + far * Math.cos(angle), y: y + far * Math.sin(angle) };
      if (!taken.some((box) => covers(box, spot))) {
        taken.push(new DOMRect(spot.x - DISC, spot.y - DISC, 2 * DISC, 2 * DISC));
        return spot;
      }
    }
  }
  return { x, y };
}

/**
 * @param {DOMRect} box
 * @param {Point} spot
 */
const covers = ({ left, right, top, bottom }, { x, y }) =>
  x + DISC > left && x - DISC < right && y + DISC > top && y - DISC < bottom;

/** Draws all of it again, where things are now. */
export function draw() {
  const room = byId("overlay");
  room.replaceChildren();
  if (!path.length && !arrows.length && !letters.length) return;
  taken = writtenOn();
  const svg = shape("svg", { width: "100%", height: "100%" });
  // The way of a choice matters more than what went before: arrows fade meanwhile.
  const before = shape("g", { class: path.length ? "ways faded" : "ways" });
  before.append(...arrows.flatMap(drawArrow));
  svg.append(before, ...drawPath(), ...letters.flatMap(drawLetter));
  room.append(svg);
}

export function start() {
  byId("stage").addEventListener("viewmoved", draw);
  addEventListener("resize", draw);
}
