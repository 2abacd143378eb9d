// What fingers and the mouse do to a picture: drag, pinch, swipe.

/** @import { Point } from "./types.d.ts" */
/** @import { View } from "./view.js" */

/** Pixels that a pointer may move before it drags. */
const DRAG_SLACK = 6;
/** How far, in px, a finger goes to swipe. */
const SWIPE = 70;

export class Hand {
  /** @param {View} view */
  constructor(view) {
    this.view = view;
    /** @type {Map<number, Point>} where each finger is */
    this.pointers = new Map();
    this.dragged = false;
    this.dragStart = { x: 0, y: 0 };
  }

  /** @param {PointerEvent} event */
  onDown(event) {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size === 1) {
      this.dragged = false;
      this.dragStart = { x: event.clientX, y: event.clientY };
    }
  }

  /** @param {PointerEvent} event */
  onMove(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    if (this.pointers.size === 1) {
      const far = Math.hypot(now.x - this.dragStart.x, now.y - this.dragStart.y) > DRAG_SLACK;
      if (!this.dragged && !far) return;
      if (!this.dragged) {
        this.dragged = true;
        this.view.scene.setPointerCapture(event.pointerId);
        this.view.scene.classList.add("js-dragging");
      }
      this.view.pan(now.x - before.x, now.y - before.y);
    } else if (this.pointers.size === 2) {
      this.dragged = true;
      this.pinch(event.pointerId, before, now);
    }
    this.pointers.set(event.pointerId, now);
  }

  /**
   * @param {number} id
   * @param {Point} before
   * @param {Point} now
   */
  pinch(id, before, now) {
    const [other] = [...this.pointers].filter(([key]) => key !== id).map(([, point]) => point);
    const box = this.view.scene.getBoundingClientRect();
    const old = Math.hypot(before.x - other.x, before.y - other.y);
    const next = Math.hypot(now.x - other.x, now.y - other.y);
    this.view.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    if (old > 0) {
      const middle = { x: (now.x + other.x) / 2 - box.left, y: (now.y + other.y) / 2 - box.top };
      this.view.zoom(next / old, middle);
    }
  }

  /** @param {PointerEvent} event */
  onUp(event) {
    const swiped = event.clientX - this.dragStart.x;
    const alone = this.pointers.size === 1 && event.pointerType === "touch" && this.dragged;
    // A finger cannot move a picture that is as wide as its window: it goes to the next one.
    const broad = this.view.size.width * this.view.scale <= this.view.scene.clientWidth + 1;
    if (alone && broad && Math.abs(swiped) > SWIPE) {
      const detail = swiped < 0 ? 1 : -1;
      this.view.scene.dispatchEvent(new CustomEvent("swiped", { bubbles: true, detail }));
    }
    this.pointers.delete(event.pointerId);
    this.view.scene.classList.remove("js-dragging");
  }
}
