// Small boards: the picture of a past position in a frame of its own, cut to the places that matter,
// with two of them marked. The picture stands in a shadow root, since its ids are those of the board.

import { boxOf, shape, words } from "./dom.js";
import { parseAll } from "./morph.js";

/** The least part of the picture's width that is shown. */
const LEAST = 0.4;
/** Width by height of the frame. */
const RATIO = 2;

/** Names that would be drawn smaller than this, in px, are left out; numerals are not. */
const READABLE = 9;
const NUMERAL = 3;

const COLOURS = { good: "#2f7563", bad: "#a02e22", next: "#5d5346" };

/** @import { Box } from "./types.d.ts" */

/**
 * The part of the picture to show: all boxes in its middle, in the frame's proportions.
 * @param {Box[]} boxes
 * @param {DOMRect} whole
 */
function cut(boxes, whole) {
  const left = Math.min(...boxes.map(({ x }) => x));
  const top = Math.min(...boxes.map(({ y }) => y));
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  const width = Math.min(
    whole.width,
    Math.max(whole.width * LEAST, (right - left) * 1.5, (bottom - top) * 1.5 * RATIO),
  );
  const height = width / RATIO;
  const x = Math.min(Math.max((left + right - width) / 2, whole.x), whole.x + whole.width - width);
  const y = (top + bottom - height) / 2;
  return { x, y, width, height };
}

/**
 * A ring round a place: whole with a tick for what was good, broken with a cross for what was not, and
 * broken without a sign for what would only have been next.
 * @param {Box} box
 * @param {number} unit
 * @param {"good" | "bad" | "next"} tone
 */
function ring(box, unit, tone) {
  const good = tone === "good";
  const group = shape("g", {});
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const r = Math.max(box.width, box.height) / 2 + unit * 0.018;
  const colour = COLOURS[tone];
  const w = unit * 0.012;
  group.append(
    shape("circle", { cx: x, cy: y, r, fill: "none", stroke: "#fffaf0", "stroke-width": w * 2 }),
    shape("circle", {
      cx: x, cy: y, r, fill: "none", stroke: colour, "stroke-width": w,
      "stroke-dasharray": good ? "none" : `${w * 2.4} ${w * 1.4}`,
    }),
  );
  if (tone === "next") return group;
  const [bx, by, s] = [x + r * 0.8, y - r * 0.8, unit * 0.03];
  const d = good
    ? `M${bx - s * 0.45} ${by}l${s * 0.35} ${s * 0.35}l${s * 0.6} ${-s * 0.7}`
    : `M${bx - s * 0.4} ${by - s * 0.4}l${s * 0.8} ${s * 0.8}m0 ${-s * 0.8}l${-s * 0.8} ${s * 0.8}`;
  group.append(
    shape("circle", { cx: bx, cy: by, r: s, fill: colour, stroke: "#fffaf0", "stroke-width": w * 0.6 }),
    shape("path", { d, fill: "none", stroke: "#fffaf0", "stroke-width": w * 0.8, "stroke-linecap": "round" }),
  );
  return group;
}

/**
 * Cuts a picture to two choices and rings their places.
 * @param {SVGSVGElement} svg
 * @param {Box[]} made
 * @param {Box[]} other
 * @param {boolean} find whether the choice that was made was the good one
 */
function mark(svg, made, other, find) {
  const whole = svg.viewBox.baseVal;
  const shown = cut([...made, ...other], new DOMRect(whole.x, whole.y, whole.width, whole.height));
  for (const box of other) svg.append(ring(box, shown.width, find ? "next" : "good"));
  for (const box of made) svg.append(ring(box, shown.width, find ? "good" : "bad"));
  svg.setAttribute("viewBox", `${shown.x} ${shown.y} ${shown.width} ${shown.height}`);
}

/**
 * Leaves out the names that nobody could read.
 * @param {SVGSVGElement} svg
 */
function leaveOut(svg) {
  for (const text of svg.querySelectorAll("text")) {
    const drawn = text.getScreenCTM();
    if (!drawn) continue;
    const size = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(drawn.a, drawn.b);
    if (size < READABLE && (text.textContent ?? "").trim().length > NUMERAL) text.remove();
  }
}

/**
 * Draws one small board.
 * @param {HTMLElement} host
 */
async function draw(host) {
  const { picture, sheet, made, other, kind } = host.dataset;
  const answer = await fetch(picture ?? "").catch(() => null);
  if (!answer?.ok) return;
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const drawn = parseAll(await answer.text());
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = sheet ?? "";
  const styled = new Promise((done) => {
    if (!sheet) done(null);
    link.onload = link.onerror = done;
  });
  root.replaceChildren(link, drawn);
  const svg = root.querySelector("svg");
  if (!svg) return;
  svg.setAttribute("width", "100%");
  svg.setAttribute("height", "100%");
  svg.setAttribute("preserveAspectRatio", "xMidYMid slice");
  await new Promise((done) => {
    requestAnimationFrame(done);
  });
  /** @param {string | undefined} ids */
  const boxes = (ids) =>
    words(ids)
      .map((id) => root.getElementById(id))
      .filter((element) => element !== null)
      .map((element) => boxOf(svg, element))
      .filter((box) => box !== null);
  const [first, second] = [boxes(made), boxes(other)];
  if (first.length || second.length) mark(svg, first, second, kind === "find");
  await styled;
  leaveOut(svg);
}

/**
 * Draws all small boards below an element.
 * @param {Element} root
 */
export function drawAll(root) {
  for (const host of root.querySelectorAll("[data-picture]")) draw(/** @type {HTMLElement} */ (host));
}
