// Animations: pieces glide from where they were, pieces that leave the board fly off, dice tumble.
// Each is over within 400 ms and never blocks the next click.

import { all, find, first, words } from "./dom.js";
import { animated } from "./settings.js";

/** @import { Motion } from "./types.d.ts" */

/**
 * A piece's way to its new place: where it was, and a picture of it if it leaves the board.
 * @typedef {{ end: string, box: DOMRect | undefined, ghost: SVGSVGElement | null }} Flight
 */

const DURATION = 340;
const EASING = "cubic-bezier(.3, .1, .2, 1)";

/**
 * The motions that a line of the log keeps.
 * @param {string | undefined} list
 * @returns {Motion[]}
 */
export const motionsOf = (list) =>
  words(list).map((each) => {
    const [from, to] = each.split(">");
    return { start: from, end: to };
  });

/**
 * The element for a place; a supply that is not drawn is represented by its player's panel.
 * @param {string} id
 */
function placeOf(id) {
  const found = find(id);
  if (found) return found;
  const seat = /-(\d+)$/.exec(id)?.[1];
  return seat ? first(`#panel-${seat} .mark`) : null;
}

/**
 * The piece at a place: the element that is named after it, or marked as a piece.
 * @param {Element | null} place
 */
const pieceAt = (place) => place && (find(`${place.id}-piece`) ?? first(".piece", place));

/** @param {DOMRect} box */
const centre = (box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });

/** @param {DOMRect | undefined} box */
const isShown = (box) => box !== undefined && box.width > 0 && box.height > 0;

/**
 * Notes where everything is before the board changes. Gives a function that starts the animations
 * once it has changed.
 * @param {Motion[]} motions
 */
export function watch(motions) {
  if (!animated() || document.hidden) return () => {};
  const before = new Map();
  for (const piece of all(".world .piece[id]")) before.set(piece.id, piece.getBoundingClientRect());
  const flights = motions.map(({ start, end }) => {
    const from = placeOf(start);
    const piece = pieceAt(from);
    const box = (piece ?? from)?.getBoundingClientRect();
    return { end, box, ghost: piece && box && isShown(box) ? ghostOf(piece, box) : null };
  });
  return () => {
    /** @type {Set<Element>} */
    const flown = new Set();
    for (const flight of flights) fly(flight, flown);
    for (const [id, box] of before) {
      const piece = find(id);
      if (piece && !flown.has(piece)) glide(piece, box);
    }
  };
}

/**
 * @param {Flight} flight
 * @param {Set<Element>} flown pieces that are animated already
 */
function fly({ end, box, ghost }, flown) {
  const target = placeOf(end);
  const piece = pieceAt(target);
  if (!box || !isShown(box) || !target) return;
  if (piece && !flown.has(piece)) {
    flown.add(piece);
    glide(piece, box);
  } else if (ghost) {
    flyOff(ghost, box, target.getBoundingClientRect());
  }
}

/**
 * Animates a piece from where it was. `translate` adds to any transform that it has.
 * @param {Element} piece
 * @param {DOMRect} from
 * @param {number} [duration] in ms
 */
function glide(piece, from, duration = DURATION) {
  const a = centre(from);
  const b = centre(piece.getBoundingClientRect());
  const [dx, dy] = [a.x - b.x, a.y - b.y];
  if (Math.hypot(dx, dy) < 2) return;
  let shift = `${dx}px ${dy}px`;
  const parent = piece.parentNode;
  const matrix = parent instanceof SVGGraphicsElement ? parent.getScreenCTM() : null;
  if (matrix) {
    const { a: p, b: q, c: r, d: s } = matrix.inverse();
    shift = `${p * dx + r * dy}px ${q * dx + s * dy}px`;
  }
  piece.animate({ translate: [shift, "0px 0px"] }, { duration, easing: EASING });
}

/**
 * A picture of a piece that may leave the board, to be laid over the page.
 * @param {Element} piece
 * @param {DOMRect} box
 */
function ghostOf(piece, box) {
  if (!(piece instanceof SVGGraphicsElement)) return null;
  const own = piece.getBBox();
  const copy = /** @type {SVGGraphicsElement} */ (piece.cloneNode(true));
  for (const element of [copy, ...copy.querySelectorAll("[id]")]) element.removeAttribute("id");
  copy.removeAttribute("transform");
  const frame = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  frame.setAttribute("viewBox", `${own.x} ${own.y} ${own.width} ${own.height}`);
  // The colours come with the class of the picture.
  frame.setAttribute("class", `${piece.ownerSVGElement?.getAttribute("class") ?? ""} ghost`);
  frame.setAttribute("aria-hidden", "true");
  frame.style.left = `${box.left}px`;
  frame.style.top = `${box.top}px`;
  frame.style.width = `${box.width}px`;
  frame.style.height = `${box.height}px`;
  frame.append(copy);
  return frame;
}

/**
 * @param {SVGSVGElement} ghost
 * @param {DOMRect} from
 * @param {DOMRect} to
 */
function flyOff(ghost, from, to) {
  const a = centre(from);
  const b = centre(to);
  document.body.append(ghost);
  ghost.animate(
    { translate: ["0px 0px", `${b.x - a.x}px ${b.y - a.y}px`], opacity: [1, 1, 0.2], scale: [1, 0.7] },
    { duration: DURATION, easing: EASING },
  ).finished.finally(() => ghost.remove());
}

/**
 * Lets pieces come to where they stand once more, from where they came.
 * @param {Motion[]} motions
 */
export function again(motions) {
  if (!animated() || document.hidden) return;
  for (const { start, end } of motions) {
    const piece = pieceAt(placeOf(end));
    const from = placeOf(start)?.getBoundingClientRect();
    if (piece && from && isShown(from)) glide(piece, from, DURATION * 2);
  }
}

/**
 * Dice that were just rolled tumble, one after the other. They are seen all the while.
 * @param {ParentNode} root
 */
export function tumble(root) {
  if (!animated() || document.hidden) return;
  all(".die", root).forEach((die, index) => {
    die.animate(
      { rotate: ["-320deg", "0deg"], scale: [0.75, 1.15, 1] },
      { duration: 300, delay: index * 70, easing: EASING, fill: "backwards" },
    );
  });
}
