// Where a picture stands in its window, so that a part of it is shown.

/** @import { Point, Rect } from "./types.d.ts" */

/** @typedef {{ width: number, height: number }} Size */

export const TOP_GAP = 8;
/** Whoever has come as near as this, in px for a unit of the picture, reads small print. */
export const NEAR = 1.6;
/** Screens of which one side is at most this many px are phones. */
const PHONE = 500;
export const isPhone = () => Math.min(innerWidth, innerHeight) <= PHONE;
/** The scale at which everything in a picture can be read. */
const READABLE = 1;

/**
 * @param {Rect[]} rects
 * @returns {Rect}
 */
export const union = (rects) => ({
  left: Math.min(...rects.map((each) => each.left)),
  top: Math.min(...rects.map((each) => each.top)),
  right: Math.max(...rects.map((each) => each.right)),
  bottom: Math.max(...rects.map((each) => each.bottom)),
});

/**
 * The scale of a picture as it is seen now: it may still be on its way to another.
 * @param {Element} world
 * @param {Size} size
 */
export const scaleNow = (world, size) => world.getBoundingClientRect().width / size.width;

/**
 * What lies in the window as a part of a picture, wherever that is on its way.
 * @param {Element} world
 * @param {Size} size
 * @param {Rect[]} boxes
 * @returns {Point & Size}
 */
export function partOf(world, size, boxes) {
  const light = union(boxes);
  const { left, top } = world.getBoundingClientRect();
  const scale = scaleNow(world, size);
  return {
    x: (light.left - left) / scale,
    y: (light.top - top) / scale,
    width: (light.right - light.left) / scale,
    height: (light.bottom - light.top) / scale,
  };
}

/**
 * The middle of a part of a picture that would have to be shown too small, else all of it.
 * @param {Point & Size} part
 * @param {Size} room
 * @param {HTMLElement} scene
 */
export function middleOf(part, room, scene) {
  const least = Number(scene.dataset.least ?? 0);
  if (!least) return part;
  const [width, height] = [Math.min(part.width, room.width / least), Math.min(part.height, room.height / least)];
  return { x: part.x + (part.width - width) / 2, y: part.y + (part.height - height) / 2, width, height };
}

/**
 * The scale and place at which a part of a picture fills its window.
 * @param {Point & Size} part in the picture's own coordinates
 * @param {Size} room
 * @param {number} least the scale at which the whole picture is shown
 * @param {boolean} close whether a broad part fills the height on a phone: the rest of it is a swipe away
 */
export function shotOf({ x, y, width, height }, room, least, close) {
  const [broad, high] = [room.width / width, room.height / height];
  const near = close && isPhone() ? Math.min(READABLE, Math.max(broad, high)) : 0;
  const scale = Math.max(Math.min(broad, high) || 1, near, least);
  return {
    scale,
    x: width * scale > room.width ? -x * scale : room.width / 2 - (x + width / 2) * scale,
    // A part that is too tall for the window is read from its top.
    y: height * scale > room.height ? (TOP_GAP - y) * scale : room.height / 2 - (y + height / 2) * scale,
  };
}

/** A part with what stands round it is shown if it is drawn at least this large, measured by itself. */
const LITTLE = 0.92;

/**
 * Whether a larger part is drawn nearly as large as the one inside of it.
 * @param {number[]} inner x, y, width and height
 * @param {number[]} outer
 * @param {Size} room
 */
export function costsLittle(inner, outer, room) {
  const [small, large] = [inner, outer].map(([, , width, height]) => Math.min(room.width / width, room.height / height));
  return large >= LITTLE * small;
}

/**
 * Keeps a picture on the screen: centred where it fits, else without a gap at its edges.
 * @param {number} offset
 * @param {number} room
 * @param {number} size
 */
export function within(offset, room, size) {
  if (size <= room) return (room - size) / 2;
  return Math.min(0, Math.max(room - size, offset));
}

/**
 * What a picture has at its left edge, such as the icons of its rows, stays in sight; names that it
 * would half cover do not.
 * @param {{ svg: SVGElement | null, x: number, scale: number }} view
 */
export function keepEdge({ svg, x, scale }) {
  /** @type {SVGElement | null | undefined} */
  const edge = svg?.querySelector("[data-edge]");
  /** @type {SVGElement | null | undefined} */
  const names = svg?.querySelector("[data-edge-names]");
  if (!edge || !names) return;
  const gone = Math.max(0, -x / scale - Number(edge.dataset.edge));
  edge.style.transform = `translateX(${gone}px)`;
  edge.style.visibility = gone ? "visible" : "hidden";
  names.style.visibility = gone ? "hidden" : "visible";
}

/** Pixels between what is shown and the edge of the window. */
const EDGE = 44;

/**
 * How far a stretch has to move into a window; where both cannot be in sight, what is held comes first.
 * @param {number[]} held from where to where
 * @param {number[]} whole the same with all that it could go to
 * @param {number} room
 */
function shift([start, end], [from, to], room) {
  if (to - from > room - 2 * EDGE) {
    const middle = room / 2 - (from + to) / 2;
    return Math.min(Math.max(middle, EDGE - start), room - EDGE - end);
  }
  return Math.max(EDGE - from, 0) || Math.min(room - EDGE - to, 0);
}

/**
 * On a phone, glides to where what is in the hand can go.
 * @param {import("./view.js").View} view
 * @param {DOMRect[]} held
 * @param {DOMRect[]} goals
 */
export function showGoals(view, held, goals) {
  if (!held.length || !goals.length) return;
  const { left, top } = view.scene.getBoundingClientRect();
  const { width, height } = view.room;
  const across = (/** @type {DOMRect[]} */ all) => [Math.min(...all.map((box) => box.left)) - left, Math.max(...all.map((box) => box.right)) - left];
  const down = (/** @type {DOMRect[]} */ all) => [Math.min(...all.map((box) => box.top)) - top, Math.max(...all.map((box) => box.bottom)) - top];
  const [x, y] = [shift(across(held), across([...held, ...goals]), width), shift(down(held), down([...held, ...goals]), height)];
  if (!x && !y) return;
  const { lifted, aside, x: before, y: above } = view;
  view.glide(x, y);
  // Put away again, it goes back.
  view.lifted = lifted - (view.y - above);
  view.aside = aside + (view.x - before);
}
