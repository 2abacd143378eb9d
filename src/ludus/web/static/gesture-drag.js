// Drag and drop for gestures: what stands at a place is taken by pulling at it, and put down where it
// is let go.

import { closest, create, targetOf } from "./dom.js";
import { pickAt, targetAt } from "./gesture-state.js";
import { viewOf } from "./panzoom.js";

/** Pixels that a pointer may move before it drags. */
const SLACK = 8;

/**
 * The place that the pointer went down on.
 * @type {{ id: number, x: number, y: number, place: string } | null}
 */
let grip = null;
/**
 * What follows the pointer while something is dragged.
 * @type {HTMLElement | null}
 */
let hand = null;
/** Whether the last press was a drag; the click that ends it does nothing else. */
let dragged = false;

/**
 * What a hand does: takes what stands at a place, aims at another, and puts it down there.
 * @type {{ take: (place: string) => void, aim: (place: string) => void, act: () => void }}
 */
let hands = { take() {}, aim() {}, act() {} };

/** @param {PointerEvent} event */
function onDown(event) {
  dragged = false;
  const place = event.button ? "" : pickAt(targetOf(event));
  grip = place ? { id: event.pointerId, x: event.clientX, y: event.clientY, place } : null;
}

/** @param {PointerEvent} event */
function onMove(event) {
  if (!grip || event.pointerId !== grip.id) return;
  const { clientX: x, clientY: y } = event;
  const scene = closest(event, ".scene");
  // The picture stays where it is meanwhile.
  if (scene) viewOf(scene)?.hand.pointers.delete(grip.id);
  if (!hand) {
    if (Math.hypot(x - grip.x, y - grip.y) < SLACK) return;
    hands.take(grip.place);
    hand = create("div", "gesture-hand");
    document.body.append(hand);
    dragged = true;
  }
  hand.style.left = `${x}px`;
  hand.style.top = `${y}px`;
  hands.aim(targetAt(document.elementFromPoint(x, y)));
}

/** @param {PointerEvent} event */
function onUp({ type, pointerId, clientX: x, clientY: y }) {
  if (!grip || pointerId !== grip.id) return;
  grip = null;
  if (!hand) return;
  hand.remove();
  hand = null;
  const target = type === "pointerup" ? targetAt(document.elementFromPoint(x, y)) : "";
  if (!target) return;
  hands.aim(target);
  hands.act();
}

/** @param {{ take: (place: string) => void, aim: (place: string) => void, act: () => void }} does */
export function startDragging(does) {
  hands = does;
  document.addEventListener("pointerdown", onDown, true);
  document.addEventListener("pointermove", onMove, true);
  document.addEventListener("pointerup", onUp, true);
  document.addEventListener("pointercancel", onUp, true);
  document.addEventListener("click", (event) => {
    if (!dragged) return;
    dragged = false;
    event.stopPropagation();
    event.preventDefault();
  }, true);
}
