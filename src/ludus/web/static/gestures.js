// Gestures: taking some things and putting them somewhere, as one request. What can be taken has
// steppers and switches in the action bar, and glows on the board; once something is taken, the
// places where it can go glow, with what it would mean beside them.

import { isPhone, showGoals } from "./camera.js";
import { all, byId, closest, find, first, on, targetOf, toast } from "./dom.js";
import { send } from "./choices.js";
import { startDragging } from "./gesture-drag.js";
import { keysFor } from "./gesture-keys.js";
import { weigh } from "./gesture-aims.js";
import { draw, drawLabels } from "./gesture-draw.js";
import {
  begin, goesSomewhere, offered, ofPieces, pickAt, picksOf, ready, resting, root, section, sections, state, targetAt, targets, total,
} from "./gesture-state.js";
import { openPage } from "./pages.js";
import { goNearer, shownViews, viewOf } from "./panzoom.js";
import { settings } from "./settings.js";

/** @import { Pick } from "./gesture-state.js" */

/** The decision and the gestures that the page offers for it. */
let question = "";
let pointer = "mouse";
/** Where the browser keeps what was taken last, as long as the tab is open: the table's own place. */
const KEPT = `ludus.taken:${location.pathname}`;
/**
 * What was taken last in each gesture, by its key.
 * @type {Map<string, Record<string, number>>}
 */
const before = new Map(Object.entries(JSON.parse(sessionStorage.getItem(KEPT) ?? "{}")));

// What is taken ------------------------------------------------------------------------------------

/** With something in the hand, what lies over the board to be read gives way: a click is meant for
 * what is below it. */
function clearBoard() {
  if (total()) document.dispatchEvent(new CustomEvent("taken"));
  // A single piece with one place to go to is on its way there: Enter or its button is enough.
  const [only, ...others] = targets();
  if (total() && only && !others.length && ofPieces()) state.aim = only.dataset.target ?? "";
}

/**
 * @param {Pick} pick
 * @param {number} count
 */
function take(pick, count) {
  state.taken.set(pick.key, Math.min(Math.max(0, count), pick.most));
  state.confirming = "";
  clearBoard();
  draw();
  weigh(draw);
}

/**
 * Takes all that stands at a place, or puts it back; another gesture's things begin that gesture.
 * @param {string} place
 */
function toggleAt(place) {
  const own = picksOf(section()).filter((pick) => pick.places.includes(place));
  if (!own.length) {
    const other = sections().find((part) => picksOf(part).some((pick) => pick.places.includes(place)));
    begin(other?.dataset.gesture ?? state.current);
    if (!total()) return toggleAt(place);
    clearBoard();
    weigh(draw);
    return draw();
  }
  if (section()?.dataset.counted !== undefined) {
    const count = (state.taken.get(own[0].key) ?? 0) + 1;
    return take(own[0], count > own[0].most ? 0 : count);
  }
  const whole = own.every((pick) => state.taken.get(pick.key) === pick.most);
  if (whole && ofPieces()) {
    begin(resting());
    return draw();
  }
  if (whole && !resting()) begin("");
  // A click on another stack means that one; each piece is added by itself.
  const swaps = section()?.dataset.swaps !== undefined && own[0].places[0] !== place;
  if (swaps && !own.some(({ key }) => state.taken.get(key))) state.taken.clear();
  if (section()) for (const pick of own) state.taken.set(pick.key, whole ? 0 : pick.most);
  state.confirming = "";
  clearBoard();
  weigh(draw);
  return draw();
}

/**
 * Takes what stands at a place, unless some of it is taken.
 * @param {string} place
 */
function takeAt(place) {
  const own = picksOf(section()).filter((pick) => pick.places.includes(place));
  if (!own.some((pick) => state.taken.get(pick.key))) toggleAt(place);
}

/** @param {string} place */
function aimAt(place) {
  if (state.aim === place) return;
  state.aim = place;
  draw();
}

// After every patch --------------------------------------------------------------------------------

/** To be called after every patch. */
export function sync() {
  const { seat, decision } = root().dataset;
  const now = [seat, decision, ...sections().map(({ dataset }) => dataset.gesture)].join("\n");
  if (now !== question || (state.current && !section())) {
    question = now;
    begin(resting());
    // A choice of the viewer's own put it into the hand.
    if (section()?.dataset.undoes !== undefined) clearBoard();
  }
  draw();
  drawAgain();
}

// Doing it -----------------------------------------------------------------------------------------

/** Sends the wish, if it is complete. */
async function submit() {
  const part = section();
  const aimed = targets().some(({ dataset }) => dataset.target === state.aim);
  if (!part || !ready() || (goesSomewhere() && !aimed)) return;
  const { url = "", seat, decision } = root().dataset;
  const picks = Object.fromEntries([...state.taken].filter(([, count]) => count > 0));
  before.set(state.current, picks);
  sessionStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(before)));
  const answer = await send(url, {
    seat: Number(seat), decision: Number(decision), gesture: state.current, picks, target: state.aim,
  });
  if (answer?.note) toast(answer.note);
}

/**
 * Goes to a target: at once, or after a second tap.
 * @param {string} place
 */
function goTo(place) {
  aimAt(place);
  if ((settings.confirm || pointer === "touch") && state.confirming !== place) {
    state.confirming = place;
    return;
  }
  submit();
}

/** Puts everything back. True if anything was taken. */
function drop() {
  const taken = [...state.taken.values()].join();
  const aimed = state.aim !== "";
  const open = state.current;
  begin(ofPieces() ? resting() : resting() && state.current);
  draw();
  return aimed || open !== state.current || taken !== [...state.taken.values()].join();
}

/** Gives the gesture up: what it took is put back, then the choice that began it is taken back. */
function giveUp() {
  const undo = first("#undo button:not(:disabled)");
  const undoes = section()?.dataset.undoes !== undefined && undo !== null;
  if (!drop() && undoes) undo.click();
}

/** @param {Record<string, number>} picks */
function takeThese(picks) {
  for (const pick of picksOf(section())) state.taken.set(pick.key, Math.min(picks[pick.key] ?? 0, pick.most));
  draw();
  weigh(draw);
}

/** The button for what was taken last is there if any of it can be taken again. */
function drawAgain() {
  const last = before.get(state.current) ?? {};
  const some = picksOf(section()).some(({ key }) => last[key]);
  for (const button of all("[data-again]", section() ?? undefined)) button.hidden = !some;
}

/** With nothing in the hand, what was pointed at is left by pointing elsewhere. */
function leave() {
  if (!total() && state.aim && !state.confirming) aimAt("");
}

/** @param {MouseEvent} event */
function onBoard(event) {
  if (!offered()) return;
  const target = targetAt(targetOf(event));
  const place = target || pickAt(targetOf(event));
  if (!place) {
    state.confirming = "";
    leave();
  }
  if (!place || event.detail > 1) return;
  event.stopPropagation();
  const scene = closest(event, ".scene");
  if (scene && (viewOf(scene)?.dragged || goNearer(scene, event.clientX, event.clientY))) return;
  if (target) goTo(target);
  else {
    toggleAt(place);
    requestAnimationFrame(() => requestAnimationFrame(bringGoals));
  }
  // What was taken from one's cards is counted out below the board.
  if (!root().checkVisibility()) openPage("board");
}

/** On a phone where what was taken can go comes into sight, once the sheet has its height. */
function bringGoals() {
  if (!isPhone() || !ready()) return;
  const boxes = (/** @type {string} */ kind, /** @type {Element} */ scene) =>
    all(kind, scene).map((each) => (find(each.dataset.middle ?? "") ?? each).getBoundingClientRect());
  for (const view of shownViews()) showGoals(view, boxes(".js-taken", view.scene), boxes(".js-target", view.scene));
}

/** @param {PointerEvent} event */
function onOver(event) {
  if (!offered()) return;
  const target = targetAt(targetOf(event));
  if (event.pointerType === "mouse" && !target) leave();
  if (!target && !pickAt(targetOf(event))) return;
  event.stopPropagation();
  if (target && event.pointerType === "mouse") aimAt(target);
}

/**
 * @param {HTMLElement} button
 */
function onStep(button) {
  const { pickKey } = button.dataset;
  const pick = picksOf(section()).find(({ element, key }) => element.contains(button) || key === pickKey);
  if (!pick) return;
  const count = state.taken.get(pick.key) ?? 0;
  const { pickBy } = button.dataset;
  if (!pickBy) take(pick, count ? 0 : 1);
  else take(pick, pickBy === "all" ? pick.most : count + (pickBy === "more" ? 1 : -1));
}

/** True if the key was one for gestures. */
export const onKey = keysFor({ drop, take, toggleAt, submit });

export function start() {
  document.addEventListener("pointerdown", ({ pointerType }) => {
    pointer = pointerType;
  }, true);
  for (const id of ["stage", "supply", "common", "offer", "tray"]) {
    byId(id).addEventListener("click", onBoard, true);
    byId(id).addEventListener("pointerover", onOver, true);
  }
  on("click", "[data-pick-by], button[data-pick]", (_event, button) => onStep(button));
  on("click", "[data-gesture-tab]", (_event, tab) => {
    begin(tab.dataset.gestureTab ?? "");
    draw();
    requestAnimationFrame(() => requestAnimationFrame(bringGoals));
  });
  on("click", "[data-shortcut]", (_event, button) => {
    takeThese(JSON.parse(button.dataset.shortcut ?? "{}"));
  });
  on("click", "[data-gesture-now]", async (_event, button) => {
    begin(button.dataset.gestureNow ?? "");
    await submit();
    if (section()?.dataset.atOnce !== undefined) begin(resting());
    draw();
  });
  on("click", "[data-again]", () => takeThese(before.get(state.current) ?? {}));
  on("click", "[data-target]", (_event, button) => {
    state.aim = button.dataset.target ?? "";
    submit();
  });
  on("focusin", "[data-target]", (_event, button) => aimAt(button.dataset.target ?? ""));
  on("click", "[data-gesture-do]", submit);
  on("click", "[data-gesture-drop]", giveUp);
  byId("stage").addEventListener("viewmoved", drawLabels);
  addEventListener("resize", drawLabels);
  startDragging({ take: takeAt, aim: aimAt, act: submit });
  sync();
}
