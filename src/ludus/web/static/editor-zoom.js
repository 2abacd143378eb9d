// How much of the board is seen: what the table shows first, or as much as one likes.

import { byId, createButton } from "./dom.js";

const MOST = 6;
/** A board opens no nearer than this: its author wants to see what is round it. */
const NEAREST = 2;

export class Focus {
  zoom = 1;
  /** The board that was shown last: another one is shown from its own focus. */
  board = "";
  /** @type {[number, number, number, number] | null} */
  part = null;
  /** Whether the focus is what is shown; then it stays in view when the room for it changes. */
  fitted = false;
  /** @type {ResizeObserver | null} */
  watch = null;

  /**
   * A picture is there: of another board, its focus comes into view.
   * @param {string} board
   * @param {[number, number, number, number] | null} part
   */
  shown(board, part) {
    this.part = part;
    if (!this.watch) {
      this.watch = new ResizeObserver(() => this.fitted && this.near());
      // Scroll bars that come and go are no change of it.
      this.watch.observe(byId("stage"), { box: "border-box" });
    }
    if (board !== this.board) this.near();
    else this.redrawn();
    this.board = board;
  }

  /** The same board was drawn anew: as much of it is seen as before. */
  redrawn() {
    const { fitted } = this;
    this.set(this.zoom);
    this.fitted = fitted;
  }

  /** Shows the part where the game is played. */
  near() {
    const overlay = document.getElementById("overlay");
    const stage = byId("stage");
    if (!(overlay instanceof SVGSVGElement) || !this.part) {
      this.set(1);
      return;
    }
    const { x, y, width, height } = overlay.viewBox.baseVal;
    const [left, top, wide, high] = this.part;
    const whole = Math.min(stage.clientWidth / width, stage.clientHeight / height);
    const scale = Math.min(stage.clientWidth / wide, stage.clientHeight / high);
    this.set(Math.min(NEAREST, scale / whole));
    const matrix = overlay.getScreenCTM();
    if (!matrix) return;
    const middle = new DOMPoint(Math.max(x, left) + wide / 2, Math.max(y, top) + high / 2).matrixTransform(matrix);
    const frame = stage.getBoundingClientRect();
    stage.scrollLeft += middle.x - frame.left - stage.clientWidth / 2;
    stage.scrollTop += middle.y - frame.top - stage.clientHeight / 2;
    this.fitted = true;
  }

  /**
   * Brings a thing into view that lies beyond an edge.
   * @param {Element | null} element
   */
  reveal(element) {
    if (!element) return;
    const stage = byId("stage");
    const [frame, own] = [stage.getBoundingClientRect(), element.getBoundingClientRect()];
    const over = own.left < frame.left || own.right > frame.right || own.top < frame.top || own.bottom > frame.bottom;
    if (!over) return;
    stage.scrollLeft += (own.left + own.right) / 2 - (frame.left + frame.right) / 2;
    stage.scrollTop += (own.top + own.bottom) / 2 - (frame.top + frame.bottom) / 2;
  }

  /** @param {number} zoom */
  set(zoom) {
    this.fitted = false;
    this.zoom = Math.min(MOST, Math.max(1, zoom));
    byId("board").style.setProperty("--zoom", String(this.zoom));
  }

  /** The buttons for it. */
  buttons() {
    const made = /** @type {[string, string, () => void][]} */ ([
      ["−", "Zoom out", () => this.set(this.zoom / 1.5)],
      ["Fit", "Show the whole board", () => this.set(1)],
      ["+", "Zoom in", () => this.set(this.zoom * 1.5)],
    ]);
    return made.map(([words, label, act]) => {
      const button = createButton("button square", words, act);
      button.setAttribute("aria-label", label);
      return button;
    });
  }
}
