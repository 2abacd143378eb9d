// The drawn positions of worked examples: fetched when they come into sight, cut to the places that
// their notes speak of, with the notes' numbers at these places. Each stands in a shadow root, since
// its ids are those of any board.

import { boxOf, shape } from "./dom.js";
import { parseAll } from "./morph.js";

/** The least part of the picture's width that is shown, and what is left free round the places. */
const LEAST = 0.34;
const ROOM = 1.7;
/** The radius of a number, by the width of what is shown, and the least in pixels. */
const BADGE = 0.022;
const LEAST_BADGE = 11;

/** @import { Box } from "./types.d.ts" */

/**
 * The part of a picture round some boxes, in the picture's own proportions.
 * @param {Box[]} boxes
 * @param {DOMRect} whole
 */
function cut(boxes, whole) {
  const ratio = whole.width / whole.height;
  const left = Math.min(...boxes.map(({ x }) => x));
  const top = Math.min(...boxes.map(({ y }) => y));
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  const wanted = Math.max(whole.width * LEAST, (right - left) * ROOM, (bottom - top) * ROOM * ratio);
  const width = Math.min(whole.width, wanted);
  const height = width / ratio;
  /** @type {(middle: number, size: number, start: number, length: number) => number} */
  const within = (middle, size, start, length) =>
    Math.min(Math.max(middle - size / 2, start), start + length - size);
  return {
    x: within((left + right) / 2, width, whole.x, whole.width),
    y: within((top + bottom) / 2, height, whole.y, whole.height),
    width,
    height,
  };
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
  const words = shape("text", {
    x, y: y + r * 0.42, "text-anchor": "middle", "font-size": r * 1.25, "font-weight": 700,
    "font-family": "'Source Sans 3', sans-serif",
  });
  // The styles of the game's pictures must not colour it.
  words.style.fill = "#fffaf0";
  words.textContent = String(number);
  const group = shape("g", { class: "badge", "data-number": number });
  group.append(
    shape("circle", { cx: x, cy: y, r, fill: "#6b2a4a", stroke: "#fffaf0", "stroke-width": r * 0.16 }),
    words,
  );
  return group;
}

/** @param {HTMLElement} host */
async function draw(host) {
  const { position, sheet, whole: uncut } = host.dataset;
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
  svg.setAttribute("aria-hidden", "true");
  for (const each of svg.querySelectorAll("[tabindex]")) each.removeAttribute("tabindex");
  await styled;
  await new Promise((done) => {
    requestAnimationFrame(done);
  });
  const notes = [...(host.parentElement?.querySelectorAll("[data-note]") ?? [])];
  const numbers = [...(host.parentElement?.querySelectorAll(".example-notes > li") ?? [])];
  const places = notes.flatMap((note) => {
    const element = root.getElementById(note.getAttribute("data-note") ?? "");
    const box = element && boxOf(svg, element);
    return box ? [{ box, number: numbers.indexOf(note) + 1 }] : [];
  });
  if (!places.length) return;
  const { x, y, width, height } = svg.viewBox.baseVal;
  const all = new DOMRect(x, y, width, height);
  const shown = uncut === undefined ? cut(places.map(({ box }) => box), all) : all;
  svg.setAttribute("viewBox", `${shown.x} ${shown.y} ${shown.width} ${shown.height}`);
  for (const { box, number } of places) svg.append(badge(box, shown, number, host.clientWidth));
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
