// The drawn positions of worked examples: fetched when they come into sight, cut to the places that
// their notes speak of, with the notes' numbers at these places. A sheet with panels is cut to whole
// panels, or in a row to what lies from its name to these places. Each stands in a shadow root, since
// its ids are those of any board.

import { boxOf, shape, words } from "./dom.js";
import { parseAll } from "./morph.js";

/** The least part of the picture's width that is shown, and what is left free round the places. */
const LEAST = 0.34;
const ROOM = 1.7;
/** A panel is shown whole if it is no wider than this, and a row has its notes below if it is wider: by
 * the picture's width. */
const PANEL = 0.45;
const BROAD = 0.56;
/** A part that begins this near to the edge is shown from there on: names stand at the edge. */
const EDGE = 0.2;
/** Less room than this, in pixels, is too little for a whole row. */
const NARROW = 420;
/** A row is shown over its whole width if that is more than so many times its height. */
const ROW = 6;
/** What is left free round panels, and right of a place in a row, in units of the picture. */
const MARGIN = 8;
const BESIDE = 30;
/** How much larger than its own size a part is drawn at most. */
const SCALE = 1.25;
/** The radius of a number, by the width of what is shown, and the least in pixels. */
const BADGE = 0.022;
const LEAST_BADGE = 11;

/** @import { Box } from "./types.d.ts" */

/**
 * The part of a picture round some boxes, in the picture's own proportions. A strip along an edge is
 * shown as far as the others reach.
 * @param {Box[]} boxes
 * @param {DOMRect} whole
 */
function cut(boxes, whole) {
  const ratio = whole.width / whole.height;
  const small = boxes.filter(({ width }) => width < whole.width / 2);
  const high = hull(boxes);
  const wide = small.length ? hull(small) : { x: whole.x + whole.width / 2, width: 0 };
  const all = { ...high, x: wide.x, width: wide.width };
  const wanted = Math.max(whole.width * LEAST, all.width * ROOM, all.height * ROOM * ratio);
  const width = Math.min(whole.width, wanted);
  const height = width / ratio;
  /** @type {(middle: number, size: number, start: number, length: number) => number} */
  const within = (middle, size, start, length) =>
    Math.min(Math.max(middle - size / 2, start), start + length - size);
  return {
    x: within(all.x + all.width / 2, width, whole.x, whole.width),
    y: within(all.y + all.height / 2, height, whole.y, whole.height),
    width,
    height,
  };
}

/**
 * The box around some boxes.
 * @param {Box[]} boxes
 * @returns {Box}
 */
function hull(boxes) {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - y;
  return { x, y, width, height };
}

/**
 * The smallest panel that a place lies in, unless that is a row over the whole sheet.
 * @param {Box} place
 * @param {Box[]} panels
 * @param {DOMRect} whole
 */
function panelOf(place, panels, whole) {
  const [x, y] = [place.x + place.width / 2, place.y + place.height / 2];
  return panels
    .filter((box) => box.x < x && x < box.x + box.width && box.y < y && y < box.y + box.height)
    .filter(({ width }) => width <= whole.width * PANEL)
    .sort((one, other) => one.width - other.width)[0];
}

/**
 * The part of a sheet that an example shows: the panels of its places, or its rows from their names to
 * these places.
 * @param {Box[]} places
 * @param {Box[]} panels
 * @param {Box} part
 * @param {DOMRect} whole
 * @param {boolean} narrow whether there is room for a part of a row only
 */
function partOf(places, panels, part, whole, narrow) {
  const found = places.flatMap((place) => panelOf(place, panels, whole) ?? []);
  if (places.length && found.length === places.length) {
    const { x, y, width, height } = hull(found);
    return { x: x - MARGIN, y: y - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN };
  }
  const { y, height } = part;
  const broad = whole.width * BROAD;
  const near = places.length > 0 && hull(places).x + hull(places).width + BESIDE - whole.x < broad;
  if (narrow && places.length && !near) {
    const { x, width } = hull(places);
    const shown = Math.max(part.width, width + 2 * BESIDE);
    const start = Math.min(x + width / 2 - shown / 2, whole.x + whole.width - shown);
    return { x: start, y, width: shown, height };
  }
  if (height * ROW < whole.width && !narrow) return { x: whole.x, y, width: whole.width, height };
  const reach = Math.max(...places.map((box) => box.x + box.width + BESIDE), -Infinity);
  const x = part.x - whole.x < whole.width * EDGE || near ? whole.x : part.x;
  const right = Math.min(Math.max(x + part.width, reach), whole.x + whole.width);
  return { x, y, width: right - x, height };
}

/**
 * A number at the corner of a place, inside of what is shown.
 * @param {Box} place
 * @param {Box} shown
 * @param {number} number
 * @param {number} pixels the width of the picture on the page
 */
function badge(place, shown, number, pixels) {
  const r = shown.width * Math.max(BADGE, LEAST_BADGE / pixels);
  const x = Math.min(Math.max(place.x + place.width + r / 2, shown.x + r), shown.x + shown.width - r);
  const y = Math.min(Math.max(place.y - r / 2, shown.y + r), shown.y + shown.height - r);
  const text = shape("text", {
    x, y: y + r * 0.42, "text-anchor": "middle", "font-size": r * 1.25, "font-weight": 700,
    "font-family": "'Source Sans 3', sans-serif",
  });
  // The styles of the game's pictures must not colour it.
  text.style.fill = "#fffaf0";
  text.textContent = String(number);
  const group = shape("g", { class: "badge", "data-number": number });
  group.append(
    shape("circle", { cx: x, cy: y, r, fill: "#6b2a4a", stroke: "#fffaf0", "stroke-width": r * 0.16 }),
    text,
  );
  return group;
}

/**
 * The part of a sheet, at a size at which it stands beside or above its notes.
 * @param {HTMLElement} host
 * @param {SVGSVGElement} svg
 * @param {Box[]} boxes
 * @param {DOMRect} whole
 */
function framed(host, svg, boxes, whole) {
  const [x = 0, y = 0, width = 0, height = 0] = (host.dataset.part ?? "").split(" ").map(Number);
  const panels = [...svg.querySelectorAll(".panel")].flatMap((panel) => boxOf(svg, panel) ?? []);
  const narrow = host.clientWidth < NARROW;
  const shown = partOf(boxes, panels, { x, y, width, height }, whole, narrow);
  host.parentElement?.classList.toggle("broad", shown.width > whole.width * BROAD);
  Object.assign(svg.style, { display: "block", margin: "auto", maxWidth: `${shown.width * SCALE}px` });
  return shown;
}

/**
 * Cuts a picture to some of its places.
 * @param {ShadowRoot} root
 * @param {SVGSVGElement} svg
 * @param {string[]} ids
 * @param {number} room what is shown round them
 */
function showOnly(root, svg, ids, room) {
  const boxes = ids.flatMap((id) => {
    const element = root.getElementById(id);
    return (element && boxOf(svg, element)) ?? [];
  });
  if (!boxes.length) return;
  const { x, y, width, height } = hull(boxes);
  svg.setAttribute("viewBox", `${x - room} ${y - room} ${width + 2 * room} ${height + 2 * room}`);
  svg.removeAttribute("width");
  Object.assign(svg.style, { display: "block", height: "100%", maxWidth: "100%" });
}

/** @param {HTMLElement} host */
async function draw(host) {
  const { position, sheet, part, around } = host.dataset;
  const answer = await fetch(position ?? "").catch(() => null);
  if (!answer?.ok) return;
  const root = host.attachShadow({ mode: "open" });
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = sheet ?? "";
  const styled = new Promise((done) => {
    link.onload = link.onerror = done;
  });
  root.replaceChildren(link, parseAll(await answer.text()));
  const svg = root.querySelector("svg");
  if (!svg) return;
  svg.setAttribute("width", "100%");
  svg.style.overflow = "hidden";
  svg.setAttribute("aria-hidden", "true");
  for (const each of svg.querySelectorAll("[tabindex]")) each.removeAttribute("tabindex");
  await styled;
  await new Promise((done) => {
    requestAnimationFrame(done);
  });
  if (host.dataset.close) {
    showOnly(root, svg, words(host.dataset.close), Number(host.dataset.room));
    return;
  }
  const notes = [...(host.parentElement?.querySelectorAll("[data-note]") ?? [])];
  const numbers = [...(host.parentElement?.querySelectorAll(".example-notes > li") ?? [])];
  const places = notes.flatMap((note) => {
    const element = root.getElementById(note.getAttribute("data-note") ?? "");
    const box = element && boxOf(svg, element);
    return box ? [{ box, number: numbers.indexOf(note) + 1 }] : [];
  });
  const others = words(around).flatMap((id) => {
    const element = root.getElementById(id);
    return (element && boxOf(svg, element)) ?? [];
  });
  const boxes = [...places.map(({ box }) => box), ...others];
  if (!boxes.length && !part) return;
  const { x, y, width, height } = svg.viewBox.baseVal;
  const all = new DOMRect(x, y, width, height);
  const shown = part ? framed(host, svg, boxes, all) : cut(boxes, all);
  svg.setAttribute("viewBox", `${shown.x} ${shown.y} ${shown.width} ${shown.height}`);
  for (const { box, number } of places) svg.append(badge(box, shown, number, svg.clientWidth));
}

/**
 * Draws the positions below an element as they come into sight.
 * @param {ParentNode} root
 */
export function drawPositions(root) {
  const watch = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      watch.unobserve(target);
      draw(/** @type {HTMLElement} */ (target));
    }
  }, { rootMargin: "400px" });
  for (const host of root.querySelectorAll("[data-position]")) watch.observe(host);
}
