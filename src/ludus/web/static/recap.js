// "Since your last turn": what others did, as numbered steps over the edge of the board when it is the
// viewer's turn again. The numbers are those of the arrows. It never stands in the way: it fades where
// the pointer is over something that can be chosen, and a click goes there.

import { all, byId, closest, create, createButton, first } from "./dom.js";
import { placeAt, places } from "./choice-places.js";
import { arrowsOf, sinceLastTurn, sync as drawArrows } from "./following.js";
import { inPast } from "./history.js";
import { again, motionsOf } from "./motion.js";
import { setArrows } from "./overlay.js";
import { bits } from "./sentence.js";
import { animated, settings } from "./settings.js";

/** @import { Bit } from "./types.d.ts" */

/** A single step needs no telling. */
const LEAST = 2;
/** How long, in ms, it stays, in all and for each step. */
const STAYS = 6000;
const STAYS_STEP = 1500;
/** How long, in ms, a step takes when it is played again. */
const BEAT = 950;

/**
 * What the coach says of it.
 * @type {Bit[][]}
 */
let meant = [];
/** The lines that are told, by their ids; empty when it is closed. */
let told = "";
/** Those that were closed by the viewer. */
let closed = "";
let timer = 0;
let replayTimer = 0;

const box = () => byId("recap");
const isOpen = () => !box().hidden;

/** @param {HTMLElement[]} lines */
const idsOf = (lines) => lines.map((line) => line.id).join(" ");

/** Whether there is somebody to follow, and one viewer who does. */
const follows = () =>
  !inPast() && all("#panels .panel").length > 1 && all("#panels .panel.mine").length === 1 &&
  byId("moment").hidden && byId("choices").dataset.seat !== undefined;

/**
 * One step: its number, and the line without it.
 * @param {HTMLElement} line
 * @param {number} index
 */
function stepOf(line, index) {
  const step = create("li", "recap-step");
  const words = create("span", "recap-words");
  const copy = first("p", line)?.cloneNode(true);
  if (copy instanceof Element) {
    first(".line-number", copy)?.remove();
    words.append(...copy.childNodes);
  }
  const number = create("b", `line-number seat-${Number(line.dataset.seat ?? 5) % 6}`, String(index + 1));
  step.append(number, words);
  return step;
}

/** @param {HTMLElement[]} lines */
function draw(lines) {
  const head = create("div", "recap-head");
  head.append(create("h2", "", "Since your last turn"), create("span", "quiet", lines.length === 1 ? "1 step" : `${lines.length} steps`));
  const play = createButton("button primary", "Replay", replay);
  play.append(create("kbd", "", "V"));
  const done = createButton("button", "Got it", dismiss);
  done.append(create("kbd", "", "Esc"));
  head.append(play, done);
  for (const key of all("kbd", head)) key.ariaHidden = "true";
  const list = create("ol", "recap-steps");
  list.append(...lines.map(stepOf));
  const bar = create("div", "recap-bar");
  bar.append(create("i"));
  box().replaceChildren(head, list, meaning(), bar);
}

/** What the others have achieved, as the coach says it. */
function meaning() {
  const list = create("div", "recap-meaning");
  if (meant.length) list.append(create("h3", "", "What it means"));
  list.append(...meant.map((sentence) => {
    const line = create("p");
    line.append(...bits(sentence));
    return line;
  }));
  return list;
}

/**
 * Adds what others have achieved since the viewer's last turn.
 * @param {Bit[][]} sentences
 */
export function explain(sentences) {
  meant = sentences;
  if (isOpen() && told) open(sinceLastTurn());
  else if (sentences.length && follows() && idsOf(sinceLastTurn()) !== closed) open(sinceLastTurn());
}

/**
 * How many places that can be chosen lie below an element.
 * @param {Element} element
 */
function covered(element) {
  const mine = element.getBoundingClientRect();
  return places().filter((place) => {
    const other = document.getElementById(place)?.getBoundingClientRect();
    return other?.width && other.left < mine.right && other.right > mine.left &&
      other.top < mine.bottom && other.bottom > mine.top;
  }).length;
}

/** @param {boolean} below */
function put(below) {
  box().classList.toggle("js-below", below);
  box().classList.toggle("js-above", !below);
}

/**
 * Goes to the edge of the board where it lies over the fewest places that can be chosen. A click on
 * its buttons cannot go through to a place: where they would cover one, it does not stay, and the
 * arrows and the log tell the same. False if there is no room for it.
 */
function placeIt() {
  const edges = [false, true].map((below) => {
    put(below);
    const taken = all("button", box()).some((button) => covered(button) > 0);
    return { below, taken, over: covered(box()) };
  });
  const [best] = edges.filter(({ taken }) => !taken).sort((one, other) => one.over - other.over);
  if (best) put(best.below);
  return best !== undefined;
}

/** @param {HTMLElement[]} lines */
function open(lines) {
  told = idsOf(lines);
  draw(lines);
  box().hidden = false;
  box().classList.add("js-shown");
  // A row that is to be moved can be moved by keys too.
  for (const list of all(".recap-steps", box())) if (list.scrollWidth > list.clientWidth) list.tabIndex = 0;
  if (!placeIt()) {
    close();
    return;
  }
  clearTimeout(timer);
  timer = setTimeout(() => !box().contains(document.activeElement) && close(), STAYS + STAYS_STEP * lines.length);
}

/** True if it was open. */
function close() {
  clearTimeout(timer);
  stopReplay();
  if (!isOpen()) return false;
  box().hidden = true;
  box().classList.remove("js-shown");
  box().replaceChildren();
  told = "";
  meant = [];
  return true;
}

/** The viewer has seen it. */
function dismiss() {
  closed = told;
  return close();
}

/** It is the viewer's turn again: tells what happened, if it was more than one thing. */
export function tell() {
  const lines = sinceLastTurn();
  if (first("#lesson:not([hidden])") || !settings.recap || lines.length < LEAST || !follows() || idsOf(lines) === closed) return;
  if (byId("told").hidden) open(lines);
  else {
    // One thing at a time: first the battle that is being told.
    clearTimeout(timer);
    timer = setTimeout(tell, BEAT);
  }
}

/** To be called after every patch: closes when the viewer has done something, or others go on. */
export function sync() {
  if (!isOpen()) return;
  if (!follows() || idsOf(sinceLastTurn()) !== told || !placeIt()) close();
}

// Again --------------------------------------------------------------------------------------------

function stopReplay() {
  if (!replayTimer) return;
  clearTimeout(replayTimer);
  replayTimer = 0;
  drawArrows();
}

/** Plays the steps again, one after the other, with their arrows. */
function replay() {
  const lines = sinceLastTurn();
  clearTimeout(timer);
  clearTimeout(replayTimer);
  if (!isOpen()) open(lines);
  clearTimeout(timer);
  // Without room for the steps, the arrows and the pieces tell them.
  playStep(lines, 0);
}

/**
 * @param {HTMLElement[]} lines
 * @param {number} index
 */
function playStep(lines, index) {
  all(".recap-step", box()).forEach((step, number) => step.classList.toggle("now", number === index));
  first(".recap-step.now", box())?.scrollIntoView({ block: "nearest", inline: "nearest" });
  const bar = first(".recap-bar i", box());
  if (bar) bar.style.width = `${(100 * Math.min(index + 1, lines.length)) / lines.length}%`;
  if (index === lines.length) {
    stopReplay();
    return;
  }
  setArrows(arrowsOf(lines.slice(0, index + 1)));
  again(motionsOf(lines[index].dataset.motions));
  replayTimer = setTimeout(() => playStep(lines, index + 1), animated() ? BEAT : BEAT * 1.5);
}

/**
 * The keys: V tells it again and plays it, Escape closes it. True if the key was one.
 * @param {KeyboardEvent} event
 */
export function onKey({ key }) {
  if (key === "Escape") return dismiss();
  if (key.toLowerCase() !== "v" || !follows() || !sinceLastTurn().length) return false;
  replay();
  return true;
}

/**
 * What can be chosen below a point of it.
 * @param {MouseEvent} event
 */
const below = ({ clientX: x, clientY: y }) =>
  document.elementsFromPoint(x, y).find((element) => element.closest(".world") && placeAt(element));

export function start() {
  box().addEventListener("pointermove", (event) => {
    box().classList.toggle("js-aside", !closest(event, "button") && below(event) !== undefined);
  });
  document.addEventListener("taken", dismiss);
  box().addEventListener("pointerleave", () => box().classList.remove("js-aside"));
  box().addEventListener("click", (event) => {
    if (closest(event, "button")) return;
    const { clientX, clientY } = event;
    const place = below(event);
    dismiss();
    place?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, clientX, clientY }));
  });
  tell();
}
