// A lesson at the table: the callout stands beside the places that it speaks of, the rest is dimmed,
// and a move that is not asked for is answered with words instead of being played.

import { elementOf } from "./choice-places.js";
import { reveal } from "./choice-zoom.js";
import { all, byId, find, first, on, words } from "./dom.js";
import { closeTold } from "./moments.js";
import { openPage, page } from "./pages.js";

/** @import { Rect } from "./types.d.ts" */

// Only a table with a lesson loads what draws it.
const drawing = first("#lesson:not([hidden])") ? await import("./lesson-callout.js") : null;
const { covers, drawShade, isSheet, merged, overlap, placeIt, rectsOf, sends } =
  /** @type {typeof import("./lesson-callout.js")} */ (drawing ?? {});
const { canBeRead, frame, goNearer, makeRoom } =
  /** @type {typeof import("./lesson-sight.js")} */ (drawing ? await import("./lesson-sight.js") : {});

/** How often, in ms, the callout looks where its places are: boards glide and pages change. */
const LOOK_EVERY = 120;
/** So often a step brings its places into sight: the board may glide elsewhere after a move. */
const TRIES = 8;
/** What opens above the board is read, so it is not dimmed. */
const READ_TOO = "#gesture:not([hidden]):not(.js-resting), #told, #moment:not(.js-folded), #chooser, #tip, .sheet.js-open, #explain, #choice-list:popover-open";

/** The step that was shown last. */
let step = "";
/** Whether what was taken lies below the board. */
let below = "";
/** What was drawn last, to be drawn again only if it differs. */
let drawn = "";
/** How often what the step speaks of is still brought into sight. Once it was seen, the player moves the board. */
let tries = 0;
/** Whether the focus is in the callout, or was in a part of it that is gone. */
let hasFocus = false;

const box = () => find("lesson");

/** Whether a lesson goes on at this table. */
export const active = () => {
  const lesson = box();
  return lesson !== null && !lesson.hidden && lesson.dataset.lessonStep !== "end";
};

// What is asked ------------------------------------------------------------------------------------

/**
 * Whether a choice may be made; if not, the callout says why.
 * @param {HTMLButtonElement} button
 */
export function allows(button) {
  const lesson = box();
  if (!lesson || !active() || lesson.dataset.moving) return true;
  const asked = words(lesson.dataset.asked);
  if (asked.includes(button.value)) return true;
  say(asked.length ? (lesson.dataset.otherwise ?? "") : "Read this first, then press Next.");
  return false;
}

/** @param {string} text */
function say(text) {
  const note = byId("lesson-note");
  note.textContent = text;
  note.classList.remove("js-again");
  note.getBoundingClientRect();
  note.classList.toggle("js-again", text !== "");
  fold(false);
}

/**
 * Why a move was not made, such as one with several pieces. True if a lesson says it.
 * @param {string} why
 */
export function refused(why) {
  if (!active()) return false;
  say(why);
  return true;
}

/** The buttons of the choices that are asked for. */
const askedButtons = () => {
  const asked = words(box()?.dataset.asked);
  return /** @type {HTMLButtonElement[]} */ (all("#choices .choice-button")).filter((each) => asked.includes(each.value));
};

/** Goes to the place that is asked for, for those who use keys. */
function goToPlace() {
  const [button] = askedButtons();
  if (!button) return;
  reveal(button);
  const place = words(button.dataset.places).map(elementOf).find((each) => each?.matches("[tabindex]"));
  /** @type {HTMLElement} */ (place ?? button).focus();
}

// What is in the light -----------------------------------------------------------------------------

/** @returns {Element[]} */
const litElements = () =>
  words(box()?.dataset.lit).map((id) => elementOf(id)).filter((each) => each !== null);

/** Brings what the step speaks of into sight: its page, its picture, its part of the picture. */
function bringIntoSight() {
  const lit = litElements();
  // On a phone one's hand lies over the board while a step speaks of it.
  first(".with-lesson")?.classList.toggle("lesson-hand", lit.some((each) => each.closest("#mine")));
  const inMine = lit.some((each) => each.closest("#mine, #common, #tray"));
  const inPlayers = lit.some((each) => each.closest("#side"));
  if (lit.length && byId("tabs").parentElement && innerWidth < 1180) {
    const wanted = inMine && !lit.some((each) => each.checkVisibility()) ? "mine" : inPlayers ? "players" : "board";
    if (wanted !== page()) openPage(wanted);
  }
  const [button] = askedButtons();
  if (button) reveal(button);
  // The callout of a phone lies over the lower part of a page.
  lit.find((each) => each.closest("#mine, #common, #tray"))?.scrollIntoView({ block: isSheet() ? "start" : "nearest", inline: "nearest" });
  if (!lit.some((each) => each.closest(".scene"))) goNearer();
  if (!lit.length) return;
  // A battle may be longer than its window.
  lit.find((each) => each.closest(".moment"))?.scrollIntoView({ block: "center" });
  // Cards and counts may lie beyond the end of their row.
  for (const each of lit) if (!each.closest(".scene, .moment")) each.scrollIntoView({ block: "nearest", inline: "center" });
  // None of this may move the page itself, which has a row of pixels to spare.
  scrollTo(0, 0);
  const scenes = new Set(lit.map((each) => /** @type {HTMLElement | null} */ (each.closest(".scene"))));
  for (const scene of scenes) if (scene) frame(scene, lit.filter((each) => scene.contains(each)));
}

/**
 * What was told moves away from what is in the light, to the upper edge; where it lies over it there too, it goes.
 * @param {Rect[]} lit
 */
function clear(lit) {
  const [told] = rectsOf(all("#told:not([hidden])"));
  if (!told || !lit.some((each) => overlap(each, told))) return;
  if (byId("told").classList.contains("js-high")) closeTold();
  else byId("told").classList.add("js-high");
}

/**
 * What is lit, but for what lies below the sheet of a choice; the small map makes room for it.
 * @returns {Rect[]}
 */
function litRects() {
  const sheets = rectsOf(all(".sheet.js-open"));
  const lit = rectsOf(litElements()).filter((each) => !sheets.some((sheet) => covers(sheet, each)));
  for (const map of all(".minimap")) {
    map.classList.toggle("js-away", rectsOf([map]).some((each) => lit.some((place) => overlap(each, place))));
  }
  return merged(lit);
}

/** Brings places that are still out of sight, too small or below the callout into it, now that the page stands still. */
function seek() {
  const lesson = box();
  const places = litElements();
  if (!tries || !lesson || lesson.dataset.moving || lesson.classList.contains("js-folded")) return;
  tries -= 1;
  if (rectsOf(places).length !== places.length || !canBeRead()) bringIntoSight();
  else if (!makeRoom(places, lesson.getBoundingClientRect())) tries = 0;
}

/** Looks where everything is, and draws what has moved. */
function look() {
  const lesson = box();
  if (!lesson || lesson.hidden || !find("lesson-shade")) return;
  const gesture = isSheet() && first("#gesture:not(.js-resting):not([hidden])")?.checkVisibility() ? "gesture" : "";
  if (gesture !== below) {
    // What is taken is shown below the board, which has less room then.
    below = gesture;
    if (!lesson.dataset.moving) bringIntoSight();
  }
  const lit = lesson.classList.contains("js-folded") ? [] : litRects();
  clear(lit);
  const read = rectsOf(all(page() === "board" && lit.length ? READ_TOO : ".sheet.js-open"));
  const now = JSON.stringify([lit, read, lesson.offsetHeight, innerWidth, innerHeight, lesson.dataset.lessonStep, sends()]);
  if (now === drawn) {
    seek();
    return;
  }
  drawn = now;
  // While the others move it stays where it is.
  if (!isSheet() && !(lesson.dataset.moving && lesson.style.top)) placeIt(lesson, lit, read);
  const place = lesson.getBoundingClientRect();
  // Where there is no other room for the callout, what was told makes some; it is looked at again then.
  if (!isSheet() && rectsOf(all("#told:not([hidden])")).some((told) => overlap(told, place))) {
    byId("told").classList.add("js-high");
  }
  drawShade(lit, read, place);
}

// Going on -----------------------------------------------------------------------------------------

/** @param {boolean} folded */
function fold(folded) {
  box()?.classList.toggle("js-folded", folded);
  first(".with-lesson")?.classList.toggle("lesson-folded", folded);
  find("lesson-fold")?.setAttribute("aria-expanded", String(!folded));
}

/** To be called after every patch. */
export function sync() {
  const lesson = box();
  if (!lesson || lesson.hidden) return;
  const now = `${lesson.dataset.lessonStep}${lesson.dataset.moving ?? ""}`;
  if (now === step) return;
  const opened = step !== "";
  step = now;
  tries = TRIES;
  byId("lesson-note").textContent = "";
  fold(false);
  if (!lesson.dataset.moving) bringIntoSight();
  // Once the page has put the focus elsewhere, for what had it is gone.
  if (opened && hasFocus) queueMicrotask(() => byId("lesson-heading").focus({ preventScroll: true }));
  look();
}

/**
 * Escape folds the callout and opens it again. True if it did.
 * @param {KeyboardEvent} event
 */
export function onKey({ key }) {
  if (key !== "Escape" || !active()) return false;
  fold(!box()?.classList.contains("js-folded"));
  return true;
}

export function start() {
  if (!box() || box()?.hidden) return;
  on("click", "#lesson-show", goToPlace);
  // What happened in the last step has been read.
  on("click", "#lesson-form button[type=submit]", () => closeTold());
  on("click", "#lesson-fold", () => fold(!box()?.classList.contains("js-folded")));
  on("click", "#lesson-play-on", () => {
    box()?.setAttribute("hidden", "");
    // From here on it is a table like any other.
    first(".with-lesson")?.classList.remove("with-lesson", "lesson-folded");
    for (const link of all("a[data-afterwards]")) {
      link.textContent = "How to play";
      link.removeAttribute("title");
      link.setAttribute("href", link.dataset.afterwards ?? "");
    }
  });
  document.addEventListener("focusin", ({ target }) => {
    hasFocus = target instanceof Node && (box()?.contains(target) ?? false);
  });
  setInterval(look, LOOK_EVERY);
  addEventListener("resize", look);
  sync();
  if (!first("#lesson :focus")) byId("lesson-heading").focus({ preventScroll: true });
}
