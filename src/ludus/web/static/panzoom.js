// Pan and zoom of a picture by wheel, drag, pinch, buttons and keys. The picture lies in `.world`,
// sized by its viewBox, and is moved by a transform; nothing else on the page knows about it.

import { all, on } from "./dom.js";

const MOST = 6;
const STEP = 1.3;
const SLACK = 6;
const CLOSER = 1.3;
const TALLER = 1.6;
const SMALL = 820;
const GAP = 8;

const tables = new Map();

export const viewOf = (scene) => tables.get(scene.id);

/** Takes charge of all pictures on the page; to be called again after they changed. */
export function attach() {
  for (const scene of all(".scene")) {
    let view = tables.get(scene.id);
    if (!view || view.scene !== scene) {
      view?.stop();
      view = new View(scene);
      tables.set(scene.id, view);
    }
    view.measure();
  }
}

export function shownViews() {
  return all(".scene")
    .map((scene) => tables.get(scene.id))
    .filter((view) => view && view.scene.clientWidth > 0);
}

class View {
  constructor(scene) {
    this.scene = scene;
    this.pointers = new Map();
    this.fitted = true;
    /** Whether the visitor has moved it since it was last put somewhere by itself. */
    this.byHand = false;
    this.dragged = false;
    this.size = { width: 0, height: 0 };
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    this.observer = new ResizeObserver(() => (this.fitted ? this.begin() : this.show()));
    this.observer.observe(scene);
    scene.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    scene.addEventListener("pointerdown", (event) => this.onDown(event));
    scene.addEventListener("pointermove", (event) => this.onMove(event));
    for (const type of ["pointerup", "pointercancel"]) {
      scene.addEventListener(type, (event) => this.onUp(event));
    }
    scene.addEventListener("dragstart", (event) => event.preventDefault());
  }

  stop() {
    this.observer.disconnect();
  }

  get world() {
    return this.scene.querySelector(".world");
  }

  /** Reads the picture's size; a picture of another size is fitted anew. */
  measure() {
    const svg = this.world?.querySelector("svg");
    if (!svg) return;
    const box = svg.viewBox.baseVal;
    if (box.width === this.size.width && box.height === this.size.height) return;
    this.size = { width: box.width, height: box.height };
    this.world.style.width = `${box.width}px`;
    this.world.style.height = `${box.height}px`;
    this.scene.style.backgroundColor = svg.dataset.ground ?? "";
    this.begin();
  }

  /** The first sight of a picture: all of it; on a small screen one of several at its full width. */
  begin() {
    this.byHand = false;
    const broad = this.scene.clientWidth / this.size.width;
    const tall = broad > this.fitScale && broad < this.fitScale * TALLER;
    if (!tall || innerWidth > SMALL || !this.scene.closest(".several")) {
      this.fit();
      return;
    }
    this.fitted = true;
    this.scale = broad;
    this.x = this.y = 0;
    this.show();
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
    this.show(animate);
  }

  /** Shows a part of the picture, in its own coordinates, not larger than `scale`. */
  frame({ x, y, width, height }, scale, animate = true) {
    const room = { width: this.scene.clientWidth, height: this.scene.clientHeight };
    const wanted = Math.min(room.width / (width + 80), room.height / (height + 80), scale);
    this.scale = Math.max(wanted, this.fitScale);
    // A tall picture is first read at its full width: a little nearer would only cut off its edges.
    const broad = room.width / this.size.width;
    if (broad > this.fitScale && this.scale < broad * CLOSER) this.scale = broad;
    this.x = room.width / 2 - (x + width / 2) * this.scale;
    this.y = room.height / 2 - (y + height / 2) * this.scale;
    // What is too high for the screen is read from its top.
    if (height * this.scale > room.height) this.y = (GAP - y) * this.scale;
    if (this.scale === broad && (y + height) * broad <= room.height) this.y = 0;
    this.fitted = this.scale === this.fitScale;
    this.byHand = false;
    this.show(animate);
  }

  zoom(factor, at = null) {
    this.byHand = true;
    const centre = at ?? { x: this.scene.clientWidth / 2, y: this.scene.clientHeight / 2 };
    const low = this.fitScale;
    const scale = Math.min(Math.max(this.scale * factor, low), Math.max(low * MOST, 2));
    this.x = centre.x - ((centre.x - this.x) * scale) / this.scale;
    this.y = centre.y - ((centre.y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.fitted = scale <= low * 1.001;
    if (this.fitted) this.fit(at === null);
    else this.show(at === null);
  }

  pan(dx, dy, animate = false) {
    this.byHand = true;
    this.x += dx;
    this.y += dy;
    this.show(animate);
  }

  show(animate = false) {
    const { world, scene } = this;
    if (!world) return;
    this.x = within(this.x, scene.clientWidth, this.size.width * this.scale);
    this.y = within(this.y, scene.clientHeight, this.size.height * this.scale);
    world.classList.toggle("js-eased", animate);
    world.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    scene.classList.toggle("js-zoomed", !this.fitted);
    scene.dispatchEvent(new CustomEvent("viewmoved", { bubbles: true }));
  }

  onWheel(event) {
    event.preventDefault();
    const box = this.scene.getBoundingClientRect();
    const at = { x: event.clientX - box.left, y: event.clientY - box.top };
    const lines = event.deltaMode === 1 ? 30 : 1;
    this.zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0015)), at);
  }

  onDown(event) {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size === 1) {
      this.dragged = false;
      this.start = { x: event.clientX, y: event.clientY };
    }
  }

  onMove(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    if (this.pointers.size === 1) {
      const far = Math.hypot(now.x - this.start.x, now.y - this.start.y) > SLACK;
      if (!this.dragged && !far) return;
      if (!this.dragged) {
        this.dragged = true;
        this.scene.setPointerCapture(event.pointerId);
        this.scene.classList.add("js-dragging");
      }
      this.pan(now.x - before.x, now.y - before.y);
    } else if (this.pointers.size === 2) {
      this.dragged = true;
      this.pinch(event.pointerId, before, now);
    }
    this.pointers.set(event.pointerId, now);
  }

  pinch(id, before, now) {
    const [other] = [...this.pointers].filter(([key]) => key !== id).map(([, point]) => point);
    const box = this.scene.getBoundingClientRect();
    const old = Math.hypot(before.x - other.x, before.y - other.y);
    const next = Math.hypot(now.x - other.x, now.y - other.y);
    this.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    if (old > 0) {
      const middle = { x: (now.x + other.x) / 2 - box.left, y: (now.y + other.y) / 2 - box.top };
      this.zoom(next / old, middle);
    }
  }

  onUp(event) {
    this.pointers.delete(event.pointerId);
    this.scene.classList.remove("js-dragging");
  }
}

/** Keeps a picture in sight: centred where it fits, else without a gap at its edges. */
function within(offset, room, size) {
  if (size <= room) return (room - size) / 2;
  return Math.min(0, Math.max(room - size, offset));
}

const MOVES = {
  in: (view) => view.zoom(STEP),
  out: (view) => view.zoom(1 / STEP),
  fit: (view) => view.fit(true),
};

export function start() {
  attach();
  on("click", "[data-zoom]", (_event, button) => {
    for (const view of shownViews()) MOVES[button.dataset.zoom](view);
  });
}

const ARROWS = { ArrowLeft: [90, 0], ArrowRight: [-90, 0], ArrowUp: [0, 90], ArrowDown: [0, -90] };

/** Keys of the board. True if the key was one. */
export function onKey(event) {
  const views = shownViews();
  if (event.shiftKey && ARROWS[event.key]) {
    for (const view of views) view.pan(...ARROWS[event.key], true);
    return true;
  }
  const what = { "+": "in", "=": "in", "-": "out", "−": "out", f: "fit", F: "fit" }[event.key];
  if (!what) return false;
  for (const view of views) MOVES[what](view);
  return true;
}
