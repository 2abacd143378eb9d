// How the game went, above the slider of the history, and what one move changed: chances to win once
// there is an analysis, points before.

import { all, byId, create, createButton, find, first, get, shape } from "./dom.js";

/** @import { CurveAnswer, TurningPoint } from "./types.d.ts" */

const WIDTH = 1000;
const HEIGHT = 100;

/** @type {CurveAnswer | null} */
let curve = null;
/** Up to which move it was asked for. */
let known = -1;

/**
 * The turning points that were found when it was asked for.
 * @type {TurningPoint[]}
 */
let before = [];
/** The position that is told of. */
let shown = -1;

/**
 * Fills the column beside a past position, and marks the move on the curve.
 * @param {number} at
 * @param {number} length
 * @param {TurningPoint[]} found
 */
export async function tell(at, length, found) {
  shown = at;
  // An analysis has come: then there are chances.
  if (found !== before) known = -1;
  before = found;
  showNote();
  showPoints(found, at);
  show(at, length);
  await load(length);
  if (shown === at) show(at, length);
}

/**
 * Draws it once the past is looked at, and again when the game has grown.
 * @param {number} length
 */
async function load(length) {
  if (known === length) return;
  known = length;
  /** @type {CurveAnswer | null} */
  const answer = await get(`${document.body.dataset.url}/curve`);
  if (!answer) known = -1;
  else if (answer.series.some((row) => row.some((value) => value !== row[0]))) {
    curve = answer;
    draw(answer);
  }
}

/**
 * @param {number} seat
 * @param {string} kind
 * @param {string} d
 */
const path = (seat, kind, d) => shape("path", { d, class: `${kind} seat-${seat % 6}` });

/** @param {CurveAnswer} answer */
function draw({ kind, moves, series }) {
  const last = Math.max(1, moves[moves.length - 1]);
  const xs = moves.map((move) => ((move / last) * WIDTH).toFixed(1));
  const drawn = shape("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: "none",
    role: "img",
    "aria-label": kind === "chances" ? "Chance to win over the game" : "Points over the game",
  });
  drawn.append(...(kind === "chances" ? areas(xs, series) : lines(xs, series)));
  byId("history-chart").classList.add("js-drawn");
  byId("history-chart").replaceChildren(drawn, create("span", "history-later"));
}

/**
 * One above the other, the first seat at the bottom.
 * @param {string[]} xs
 * @param {number[][]} series
 */
function areas(xs, series) {
  const sums = xs.map((_x, at) => series.reduce((sum, row) => sum + row[at], 0) || 1);
  let below = xs.map(() => HEIGHT);
  return series.map((row, seat) => {
    const above = row.map((value, at) => below[at] - (value / sums[at]) * HEIGHT);
    const upper = xs.map((x, at) => `${x} ${above[at].toFixed(1)}`);
    const lower = xs.map((x, at) => `${x} ${below[at].toFixed(1)}`).reverse();
    below = above;
    return path(seat, "curve-area", `M${upper.join("L")}L${lower.join("L")}Z`);
  });
}

/**
 * @param {string[]} xs
 * @param {number[][]} series
 */
function lines(xs, series) {
  const values = series.flat();
  const low = Math.min(0, ...values);
  const most = Math.max(1, ...values) - low;
  return series.map((row, seat) => {
    const ys = row.map((value) => (HEIGHT - 6 - ((value - low) / most) * (HEIGHT - 12)).toFixed(1));
    return path(seat, "curve-line", `M${xs[0]} ${ys[0]}${xs.map((x, at) => `H${x}V${ys[at]}`).join("")}`);
  });
}

/**
 * The values of all seats after so many moves.
 * @param {number} at
 */
function valuesAt(at) {
  if (!curve) return [];
  const index = curve.moves.findLastIndex((move) => move <= at);
  return curve.series.map((row) => row[Math.max(0, index)]);
}

/**
 * Marks the move on the curve, and says what it changed.
 * @param {number} at
 * @param {number} length
 */
function show(at, length) {
  byId("history-chart").style.setProperty("--at", String(at / Math.max(1, length)));
  const old = valuesAt(at - 1);
  const after = valuesAt(at);
  showValue(at ? old : after, after);
  const card = find("past-change");
  if (!card) return;
  card.hidden = !after.length || at === 0;
  if (card.hidden || !curve) return;
  const rows = curve.kind === "chances" ? [bar("before", old), bar("after", after)] : points(old, after);
  card.replaceChildren(create("h3", "", curve.kind === "chances" ? "Chance to win" : "Points"), ...rows);
}

/**
 * What the move changed for the viewer, beside the slider of a phone.
 * @param {number[]} old
 * @param {number[]} after
 */
function showValue(old, after) {
  const seat = Number(first("#panels .panel.mine")?.dataset.seat ?? 0);
  const sign = first(`#panel-${seat} .panel-head > .mark`)?.cloneNode(true);
  const [was, is] = [old[seat], after[seat]];
  const value = byId("past-value");
  value.classList.toggle("worse", is < was);
  value.classList.toggle("better", is > was);
  if (is === undefined) value.replaceChildren();
  else value.replaceChildren(...(sign ? [sign] : []), was === is ? String(is) : `${was} \u2192 ${is}`);
}

/**
 * @param {string} words
 * @param {number[]} shares
 */
function bar(words, shares) {
  const row = create("div", "past-bar");
  const whole = create("span", "past-shares");
  whole.append(
    ...shares.map((share, seat) => {
      const part = create("span", `seat-${seat % 6}`, share >= 12 ? String(share) : "");
      part.style.flexGrow = String(Math.max(share, 1));
      return part;
    }),
  );
  row.append(create("span", "quiet", words), whole);
  return row;
}

/**
 * @param {number[]} old
 * @param {number[]} after
 */
function points(old, after) {
  return after.map((value, seat) => {
    const row = create("div", "past-score");
    const sign = first(`#panel-${seat} .panel-head > .mark`)?.cloneNode(true);
    const name = first(`#panel-${seat} .panel-name`)?.textContent ?? "";
    const changed = value !== old[seat];
    row.append(create("span", "", name), create("b", "", changed ? `${old[seat]} \u2192 ${value}` : String(value)));
    if (sign) row.prepend(sign);
    row.classList.toggle("changed", changed);
    return row;
  });
}

/** One's own notes, which nobody else sees. */
function showNote() {
  const card = find("past-note");
  if (!card) return;
  const text = find("notes-text", HTMLTextAreaElement)?.value.trim() ?? "";
  card.hidden = !text;
  const words = create("p", "", text);
  const head = create("h3", "", "Your note");
  head.append(create("small", "", "only you see it"));
  card.replaceChildren(head, words);
}

/**
 * The turning points as a list; each leads to its move.
 * @param {TurningPoint[]} found
 * @param {number} at
 */
function showPoints(found, at) {
  const card = find("past-points");
  if (!card) return;
  card.hidden = !found.length;
  const head = create("h3", "", "Turning points");
  head.append(create("small", "", String(found.length)));
  card.replaceChildren(head, ...found.map((point) => pointRow(point, at)));
}

/**
 * What the log says of a move, with its symbols; of one that it tells together with the next, what
 * it says of both.
 * @param {number} number
 */
function wordsOf(number) {
  const later = all("#log .line").filter((line) => first("p", line) && Number(line.dataset.number) >= number);
  const told = Number(later[0]?.dataset.number);
  return later.filter((line) => Number(line.dataset.number) === told).flatMap((line) => {
    const copy = first("p", line)?.cloneNode(true);
    if (!(copy instanceof Element)) return [];
    first(".line-number", copy)?.remove();
    return [...copy.childNodes, " "];
  });
}

/**
 * @param {TurningPoint} point
 * @param {number} at
 */
function pointRow({ number, seat, swing }, at) {
  const row = createButton("past-point", "");
  row.dataset.number = String(number);
  row.classList.toggle("now", number === at);
  const sign = first(`#panel-${seat} .panel-head > .mark`)?.cloneNode(true);
  const told = create("span", "past-point-words");
  const words = create("span");
  words.append(...wordsOf(number));
  told.append(create("strong", "", `Move ${number}`), words);
  const change = Math.round(swing * 100);
  row.append(told, create("b", change < 0 ? "bad" : "good", `${change < 0 ? "\u2212" : "+"}${Math.abs(change)}`));
  if (sign) row.prepend(sign);
  return row;
}
