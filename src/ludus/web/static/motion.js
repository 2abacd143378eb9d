// Nothing jumps: pieces glide from where they stood, those that leave fly home, dice tumble.
// All of it is over within 400 ms and never in the way of the next click.

import { all } from "./dom.js";
import { moving } from "./settings.js";

const LENGTH = 340;
const EASE = "cubic-bezier(.3, .1, .2, 1)";

/** The element for a place; a supply that is not drawn stands in its player's panel. */
function placeOf(id) {
  const found = document.getElementById(id);
  if (found) return found;
  const seat = /-(\d+)$/.exec(id)?.[1];
  return seat ? document.querySelector(`#panel-${seat} .mark`) : null;
}

/** What stands on a place: the element that is named after it, or marked as a piece. */
const pieceAt = (place) =>
  document.getElementById(`${place?.id}-piece`) ?? place?.querySelector?.(".piece") ?? null;
const centre = (box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });
const isShown = (box) => box.width > 0 && box.height > 0;

/** Looks at the board before it changes. Gives a function to call once it has. */
export function watch(motions) {
  if (!moving() || document.hidden) return () => {};
  const before = new Map();
  for (const piece of all(".world .piece[id]")) before.set(piece.id, piece.getBoundingClientRect());
  const flights = motions.map(({ start, end }) => {
    const from = placeOf(start);
    const piece = pieceAt(from);
    const box = (piece ?? from)?.getBoundingClientRect();
    return { start, end, box, ghost: piece && isShown(box) ? ghostOf(piece, box) : null };
  });
  return () => {
    const flown = new Set();
    for (const flight of flights) fly(flight, flown);
    for (const [id, box] of before) {
      const piece = document.getElementById(id);
      if (piece && !flown.has(piece)) glide(piece, box);
    }
  };
}

function fly({ end, box, ghost }, flown) {
  const target = placeOf(end);
  const piece = pieceAt(target);
  if (!box || !isShown(box) || !target) return;
  if (piece && !flown.has(piece)) {
    flown.add(piece);
    glide(piece, box);
  } else if (ghost) {
    sendHome(ghost, box, target.getBoundingClientRect());
  }
}

/** Lets a piece come from where it was. `translate` adds to whatever transform it has. */
function glide(piece, from) {
  const a = centre(from);
  const b = centre(piece.getBoundingClientRect());
  const [dx, dy] = [a.x - b.x, a.y - b.y];
  if (Math.hypot(dx, dy) < 2) return;
  let shift = `${dx}px ${dy}px`;
  const matrix = piece.parentNode.getScreenCTM?.();
  if (matrix) {
    const { a: p, b: q, c: r, d: s } = matrix.inverse();
    shift = `${p * dx + r * dy}px ${q * dx + s * dy}px`;
  }
  piece.animate({ translate: [shift, "0px 0px"] }, { duration: LENGTH, easing: EASE });
}

/** A picture of a piece that is about to leave the board, laid over the page. */
function ghostOf(piece, box) {
  if (!(piece instanceof SVGGraphicsElement)) return null;
  const own = piece.getBBox();
  const copy = piece.cloneNode(true);
  for (const element of [copy, ...copy.querySelectorAll("[id]")]) element.removeAttribute("id");
  copy.removeAttribute("transform");
  const frame = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  frame.setAttribute("viewBox", `${own.x} ${own.y} ${own.width} ${own.height}`);
  // The picture's own class brings its colours along.
  frame.setAttribute("class", `${piece.ownerSVGElement.getAttribute("class") ?? ""} ghost`);
  frame.setAttribute("aria-hidden", "true");
  frame.style.left = `${box.left}px`;
  frame.style.top = `${box.top}px`;
  frame.style.width = `${box.width}px`;
  frame.style.height = `${box.height}px`;
  frame.append(copy);
  return frame;
}

function sendHome(ghost, from, to) {
  const a = centre(from);
  const b = centre(to);
  document.body.append(ghost);
  ghost.animate(
    { translate: ["0px 0px", `${b.x - a.x}px ${b.y - a.y}px`], opacity: [1, 1, 0.2], scale: [1, 0.7] },
    { duration: LENGTH, easing: EASE },
  ).finished.finally(() => ghost.remove());
}

/** Dice that were just thrown tumble, one after the other. */
export function tumble(root) {
  if (!moving() || document.hidden) return;
  all(".die", root).forEach((die, index) => {
    die.animate(
      { rotate: ["-320deg", "0deg"], scale: [0.4, 1.15, 1], opacity: [0, 1, 1] },
      { duration: 300, delay: index * 70, easing: EASE, fill: "backwards" },
    );
  });
}
