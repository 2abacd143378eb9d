// Pan and zoom of one scene by wheel, drag and pinch. Its picture lies in `.world`, has the size of
// its viewBox and is moved by a transform.

import { costsLittle, isPhone, keepEdge, middleOf, NEAR, shotOf, TOP_GAP, within } from "./camera.js";
import { first } from "./dom.js";
import { Hand } from "./view-hand.js";

/** @import { Point } from "./types.d.ts" */
/** @typedef {Point & { width: number, height: number }} Part */

const MOST_ZOOM = 6;
/** A zoom less than this above the full width is not worth the edges that it cuts off. */
const LEAST_ZOOM = 1.3;
/** A picture at most this much taller than the screen is first shown at its full width. */
const TALLEST = 1.6;
/** Screens up to this many px wide are small. */
const SMALL_SCREEN = 820;
/** Screens of which one side is at most this many px show only a part of a wide picture. */
const FOCUSED = 600;
/** A wide picture of which all is in sight can be read from this scale on. */
const LEAST_WHOLE = 0.45;
/** Pixels between what was lifted and what would have covered it. */
const LIFT_GAP = 12;

export class View {
  /** @param {HTMLElement} scene */
  constructor(scene) {
    this.scene = scene;
    this.hand = new Hand(this);
    this.fitted = true;
    /** Whether the visitor has moved it since the page last did. */
    this.byHand = false;
    /** @type {string | undefined} the part that the game asked for last */
    this.followed = this.asked.focus;
    /** Whether the page has zoomed in on what could be chosen. */
    this.framed = false;
    /** @type {Part | null} where the action was, while nobody asks for another part */
    this.kept = null;
    this.size = { width: 0, height: 0 };
    /** How many px at the lower edge lie below something else. */
    this.covered = 0;
    /** How many px it went up for that, and aside for where a hand can go. */
    this.lifted = this.aside = 0;
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    this.observer = new ResizeObserver(() => (this.fitted ? this.begin() : this.draw()));
    this.observer.observe(scene);
    scene.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    scene.addEventListener("pointerdown", (event) => this.hand.onDown(event));
    scene.addEventListener("pointermove", (event) => this.hand.onMove(event));
    scene.addEventListener("pointerup", (event) => this.hand.onUp(event));
    scene.addEventListener("pointercancel", (event) => this.hand.onUp(event));
    scene.addEventListener("dragstart", (event) => event.preventDefault());
  }

  get dragged() {
    return this.hand.dragged;
  }

  stop() {
    this.observer.disconnect();
  }

  get world() {
    return first(".world", this.scene);
  }

  /** What the game wants to be seen: `focus` and `reach`. */
  get asked() {
    return first(".focus", this.scene)?.dataset ?? {};
  }

  get svg() {
    return this.world?.querySelector("svg") ?? null;
  }

  /** Reads the picture's size; a picture of another size is fitted again. */
  measure() {
    const { world, svg } = this;
    if (!world || !svg) return;
    const box = svg.viewBox.baseVal;
    if (box.width === this.size.width && box.height === this.size.height) {
      keepEdge(this);
      this.follow();
      return;
    }
    this.size = { width: box.width, height: box.height };
    world.style.width = `${box.width}px`;
    world.style.height = `${box.height}px`;
    this.scene.style.backgroundColor = svg.dataset.ground ?? "";
    this.begin();
  }

  /** Glides to where the action is now, unless the visitor has gone elsewhere. */
  follow() {
    const { focus } = this.asked;
    if (focus === this.followed) return;
    this.followed = focus;
    this.kept = this.focus ?? this.kept;
    if (this.byHand || !this.focus) return;
    this.show(this.focus, true, false);
    this.fitted = true;
  }

  /** Where the game says that the action is, in the picture's own coordinates. */
  get focus() {
    const { wide } = this.scene.dataset;
    // A desk shows all of a picture that is wide enough for it and can be read then.
    const desk = wide && Math.min(innerWidth, innerHeight) > FOCUSED;
    if (desk && this.fitScale >= LEAST_WHOLE) return null;
    // On a phone the parts of a picture are gone to one by one.
    if (isPhone() && first(`#scene-tabs .section-tab[data-of="${this.scene.dataset.key}"]`)) return null;
    const sides = (this.asked.focus ?? "").split(" ").map(Number);
    if (sides.length !== 4) return null;
    const around = (this.asked.reach ?? "").split(" ").map(Number);
    const [x, y, width, height] = around.length === 4 && innerWidth > innerHeight && costsLittle(sides, around, this.room) ? around : sides;
    // In a window that is low for it, a desk shows its full width.
    return desk ? { x: 0, y: y + height / 2, width: this.size.width, height: 1 } : { x, y, width, height };
  }

  /**
   * Shows where the action is, else the whole picture; on a small screen, one of several at its
   * full width.
   */
  begin() {
    this.byHand = this.framed = false;
    // While others act nothing is asked, and the part that was shown stays.
    const focus = this.focus ?? this.kept;
    this.kept = focus;
    if (focus) {
      this.show(focus, false, false);
      this.fitted = true;
      return;
    }
    const broad = this.scene.clientWidth / this.size.width;
    const tall = broad > this.fitScale && broad < this.fitScale * TALLEST;
    if (!tall || innerWidth > SMALL_SCREEN || !this.scene.closest(".several")) {
      this.fit();
      return;
    }
    this.fitted = true;
    this.scale = broad;
    this.x = this.y = 0;
    this.draw();
  }

  /**
   * A part of the picture at its full width, from the top if it is too tall for the window.
   * @param {number} y
   * @param {number} height
   */
  bandOf(y, height) {
    const { width } = this.size;
    return { x: 0, y, width, height: Math.min(height, (this.room.height * width) / this.room.width) };
  }

  /** The part of the window that can be seen. */
  get room() {
    return { width: this.scene.clientWidth, height: this.scene.clientHeight - this.covered };
  }

  get fitScale() {
    const { clientWidth, clientHeight } = this.scene;
    return Math.min(clientWidth / this.size.width, clientHeight / this.size.height) || 1;
  }

  fit(animate = false) {
    this.fitted = true;
    this.scale = this.fitScale;
    this.x = (this.scene.clientWidth - this.size.width * this.scale) / 2;
    this.y = (this.scene.clientHeight - this.size.height * this.scale) / 2;
    this.draw(animate);
  }

  /**
   * Fills the window with a part of the picture, as far as it can without cutting it.
   * @param {Part} part in the picture's own coordinates
   * @param {boolean} animate
   * @param {boolean} byHand whether the visitor asked for it
   * @param {boolean} [close] whether it has to be readable on a phone, though some of it is cut
   */
  show(part, animate, byHand, close = false) {
    Object.assign(this, shotOf(middleOf(part, this.room, this.scene), this.room, this.fitScale, close));
    this.fitted = this.scale === this.fitScale;
    this.byHand = byHand;
    this.draw(animate);
  }

  /**
   * Moves the picture by itself.
   * @param {number} dx
   * @param {number} dy
   */
  glide(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.draw(true);
  }

  /**
   * Something lies over the lower edge now, or no longer: what it would cover goes above it, as far
   * as nothing leaves the window for that; and back down once nothing lies there.
   * @param {DOMRect[]} places in the browser's window
   */
  lift(places) {
    const { lifted, aside } = this;
    const { top, bottom } = this.scene.getBoundingClientRect();
    const edge = bottom - this.covered;
    const inSight = places.filter((box) => box.height && box.top > top && box.top < bottom);
    const below = Math.max(0, ...inSight.map((box) => Math.min(box.bottom + LIFT_GAP, bottom) - edge));
    const above = Math.min(...inSight.map((box) => box.top)) - top;
    const by = this.covered ? Math.min(below, Math.max(0, above - LIFT_GAP)) : -lifted;
    this.glide(this.covered ? 0 : -aside, -by);
    this.lifted = lifted + by;
    this.aside = this.covered ? aside : 0;
  }

  /**
   * Shows a part of the picture.
   * @param {Part} part in the picture's own coordinates
   * @param {number} scale the largest scale
   */
  frame({ x, y, width, height }, scale) {
    const { room } = this;
    const wanted = Math.min(room.width / (width + 80), room.height / (height + 80), scale);
    this.scale = Math.max(wanted, this.fitScale);
    const broad = room.width / this.size.width;
    if (broad > this.fitScale && this.scale < broad * LEAST_ZOOM) this.scale = broad;
    this.x = room.width / 2 - (x + width / 2) * this.scale;
    this.y = room.height / 2 - (y + height / 2) * this.scale;
    // A part that is too tall for the screen is read from its top.
    if (height * this.scale > room.height) this.y = (TOP_GAP - y) * this.scale;
    if (this.scale === broad && (y + height) * broad <= room.height) this.y = 0;
    this.fitted = this.scale === this.fitScale;
    this.byHand = false;
    this.framed = true;
    this.draw(true);
  }

  /** What could be chosen is gone: goes back to where it was before the page zoomed in on it. */
  unframe() {
    if (!this.framed || this.byHand) return;
    this.framed = false;
    if (this.kept) this.show(this.kept, true, false);
    else this.fit(true);
  }

  /**
   * @param {number} factor
   * @param {Point | null} [at] what stays where it is, in the scene; default: its centre
   */
  zoom(factor, at = null) {
    this.byHand = true;
    const centre = at ?? { x: this.scene.clientWidth / 2, y: this.scene.clientHeight / 2 };
    const low = this.fitScale;
    const scale = Math.min(Math.max(this.scale * factor, low), Math.max(low * MOST_ZOOM, 2));
    this.x = centre.x - ((centre.x - this.x) * scale) / this.scale;
    this.y = centre.y - ((centre.y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.fitted = scale <= low * 1.001;
    if (this.fitted) this.fit(at === null);
    else this.draw(at === null);
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy, animate = false) {
    this.byHand = true;
    this.x += dx;
    this.y += dy;
    this.draw(animate);
  }

  draw(animate = false) {
    const { world, scene } = this;
    // It goes back to no place that somebody has left since.
    this.lifted = this.aside = 0;
    if (!world) return;
    this.x = within(this.x, scene.clientWidth, this.size.width * this.scale);
    this.y = within(this.y, this.room.height, this.size.height * this.scale);
    world.classList.toggle("js-eased", animate);
    world.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    keepEdge(this);
    scene.classList.toggle("js-zoomed", !this.fitted);
    scene.classList.toggle("js-near", this.byHand && this.scale >= NEAR);
    scene.dispatchEvent(new CustomEvent("viewmoved", { bubbles: true }));
  }

  /** @param {WheelEvent} event */
  onWheel(event) {
    event.preventDefault();
    const box = this.scene.getBoundingClientRect();
    const at = { x: event.clientX - box.left, y: event.clientY - box.top };
    const lines = event.deltaMode === 1 ? 30 : 1;
    this.zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0015)), at);
  }
}
