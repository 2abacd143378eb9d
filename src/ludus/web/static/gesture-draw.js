// How a gesture looks: counts and buttons in the action bar, places and words on the board.

import { all, byId, create, createButton, find, first, words } from "./dom.js";
import { elementOf } from "./choice-places.js";
import {
  goesSomewhere, idle, limit, offered, picksOf, ready, resting, root, section, sections, state, targets, total,
} from "./gesture-state.js";
import { middle, setPath } from "./overlay.js";

/** With more targets than this, their words are shown one at a time. */
const MANY = 16;
/** Words beside places that are smaller than this, in px, could cover each other. */
const LEAST = 44;
/** Beside places smaller than this they would. */
const TINY = 26;

/** Pixels between the callout and the edges of the stage. */
const MARGIN = 10;

/** @import { Pick } from "./gesture-state.js" */

export function draw() {
  const shown = offered() && !idle();
  root().hidden = !shown;
  root().classList.toggle("js-shown", shown);
  root().classList.toggle("js-resting", offered() && !section());
  root().classList.toggle("js-one-open", section() !== null && !resting());
  for (const part of sections()) {
    part.hidden = part.dataset.gesture !== state.current;
    part.classList.toggle("js-shown", !part.hidden);
  }
  for (const tab of all("[data-gesture-tab]")) {
    tab.setAttribute("aria-pressed", String(tab.dataset.gestureTab === state.current));
  }
  for (const pick of picksOf(section())) drawPick(pick, state.taken.get(pick.key) ?? 0);
  drawButtons();
  drawPlaces();
  drawLabels();
  drawCallout();
}

/**
 * @param {Pick} pick
 * @param {number} count
 */
function drawPick({ element, most }, count) {
  if (element.matches("button")) {
    element.setAttribute("aria-pressed", String(count > 0));
    return;
  }
  const shown = first(".pick-count", element);
  if (shown) shown.textContent = String(count);
  for (const button of /** @type {HTMLButtonElement[]} */ (all("[data-pick-by]", element))) {
    button.disabled = button.dataset.pickBy === "less" ? count === 0 : count === most;
  }
  element.classList.toggle("js-none", count === 0);
}

function drawButtons() {
  const part = section();
  root().classList.remove("js-can-do");
  if (!part) return;
  const target = targets().find(({ dataset }) => dataset.target === state.aim);
  const aimed = first(".gesture-aim", part);
  const { does } = target?.dataset ?? {};
  // What the button does says where it goes; beside it stand chances alone.
  const told = target ? all(does ? ".target-note" : ":scope > span", target) : [];
  aimed?.replaceChildren(...(does && !target?.dataset.tone ? [] : told).map((node) => node.cloneNode(true)));
  const verb = first(".gesture-verb", part);
  if (verb) verb.textContent = does ?? part.dataset.verb ?? "";
  const chips = target?.querySelector("template")?.content.cloneNode(true);
  first(".gesture-chips", part)?.replaceChildren(...(chips ? [chips] : []));
  part.classList.toggle("js-ready", ready());
  part.classList.toggle("js-aimed", target !== undefined);
  const act = first("[data-gesture-do]", part);
  const open = ready() && (!goesSomewhere() || target !== undefined);
  const count = first(".gesture-count", part);
  const whole = limit() || picksOf(part).reduce((sum, pick) => sum + pick.most, 0);
  if (count) count.textContent = whole ? `${total()} of ${whole}` : "";
  const sum = first(".gesture-sum b", part);
  if (sum) sum.textContent = String(picksOf(part).reduce((before, { key, weight = 0 }) => before + weight * (state.taken.get(key) ?? 0), 0));
  if (act instanceof HTMLButtonElement) act.disabled = !open;
  root().classList.toggle("js-can-do", open);
  setPath(target ? words(target.dataset.path) : [], true);
}

/** What the target that is aimed at would bring, beside it on the board. */
function drawCallout() {
  const tip = byId("tip");
  const target = ready() ? targets().find(({ dataset }) => dataset.target === state.aim) : undefined;
  const rows = target?.querySelector("template")?.content;
  const place = elementOf(state.aim);
  if (section()?.dataset.weighs === undefined || !rows?.childElementCount || !place) {
    if (tip.dataset.of === "gesture") tip.hidden = true;
    delete tip.dataset.of;
    return;
  }
  const list = create("ul", "tip-rows");
  list.append(rows.cloneNode(true));
  const name = target?.dataset.does ?? first(".target-label", target)?.textContent ?? "";
  tip.replaceChildren(create("h4", "", name), list);
  tip.dataset.of = "gesture";
  tip.hidden = false;
  putInCorner(tip, find(place.dataset.middle ?? "") ?? place);
}

/** To cover what is taken or where it goes is as bad as to cover so many other targets. */
const SPOKEN_OF = 100;

/**
 * Puts the tip where it covers neither what is taken nor where it goes: into an upper corner, the one
 * with fewer of the other targets.
 * @param {HTMLElement} tip
 * @param {Element} place
 */
function putInCorner(tip, place) {
  const stage = byId("stage").getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = tip;
  const boxes = (/** @type {Element[]} */ elements) => elements.map((each) => each.getBoundingClientRect());
  const spokenOf = boxes([place, ...all(".js-taken")]);
  const others = boxes(all("#labels .place-label"));
  const cost = (/** @type {number} */ left) => {
    const covers = (/** @type {DOMRect} */ box) => box.right > stage.left + left - MARGIN &&
      box.left < stage.left + left + width + MARGIN && box.top < stage.top + height + 2 * MARGIN;
    return SPOKEN_OF * spokenOf.filter(covers).length + others.filter(covers).length;
  };
  const right = stage.width - width - MARGIN;
  tip.style.top = `${MARGIN}px`;
  tip.style.left = `${cost(MARGIN) < cost(right) ? MARGIN : right}px`;
}

/** What can be taken, what is taken, and where it can go. */
function drawPlaces() {
  for (const old of all(".js-pick, .js-taken, .js-target, .js-aim")) {
    old.classList.remove("js-pick", "js-taken", "js-target", "js-aim");
  }
  for (const part of sections()) {
    for (const { key, places } of picksOf(part)) {
      const some = part.dataset.gesture === state.current && (state.taken.get(key) ?? 0) > 0;
      for (const place of places) {
        elementOf(place)?.classList.add("js-pick");
        if (some) elementOf(place)?.classList.add("js-taken");
      }
    }
  }
  // A picture may have drawn beforehand how each gesture would leave it.
  for (const ghost of all("#stage [data-gesture-of]")) {
    ghost.classList.toggle("js-now", ready() && ghost.dataset.gestureOf === state.current);
  }
  if (!ready()) return;
  for (const { dataset: { target = "" } } of targets()) {
    elementOf(target)?.classList.add("js-target");
    elementOf(target)?.classList.toggle("js-aim", target === state.aim);
  }
}

/** How far, in parts of its height, a piece on a field reaches down from the middle. */
const PIECE = 0.37;

/**
 * How far below the middle of a place its words stand: under what stands there, else on the spot.
 * @param {HTMLElement | null} place
 */
function below(place) {
  const field = place?.querySelector(":scope > .cell")?.getBoundingClientRect();
  if (field && field.height > LEAST) return PIECE * field.height;
  const spot = find(place?.dataset.middle ?? "");
  return spot && spot.getBoundingClientRect().height < LEAST / 4 ? -12 : 18;
}

/** Plus and minus beside the places of what is counted. */
function counters() {
  const part = section();
  if (part?.dataset.counted === undefined) return [];
  /** @type {Map<string, number>} */
  const rows = new Map();
  return picksOf(part).flatMap(({ key, most, places: [place] }) => {
    const at = place ? middle(place) : null;
    if (!at) return [];
    const row = rows.get(place) ?? 0;
    rows.set(place, row + 1);
    const count = state.taken.get(key) ?? 0;
    const stepper = create("span", count ? "place-stepper" : "place-stepper js-none");
    stepper.append(
      stepButton(key, "less", "\u2212", count === 0), create("b", "", String(count)),
      stepButton(key, "more", "+", count === most),
    );
    stepper.style.left = `${at.x}px`;
    stepper.style.top = `${at.y + 20 + 36 * row}px`;
    return [stepper];
  });
}

/**
 * A button on the board for one more or less; the bar has the same for keys and screen readers.
 * @param {string} key
 * @param {string} by
 * @param {string} sign
 * @param {boolean} disabled
 */
function stepButton(key, by, sign, disabled) {
  const button = createButton("", sign);
  button.dataset.pickBy = by;
  button.dataset.pickKey = key;
  button.disabled = disabled;
  button.tabIndex = -1;
  return button;
}

/**
 * @param {DOMRect} one
 * @param {DOMRect} other
 */
const meet = (one, other) =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;

/** The words of a small place are left out where they would cover those of another. */
function leaveOut() {
  for (const small of all("#labels > .js-small")) {
    const box = small.getBoundingClientRect();
    if (all("#labels > *").some((each) => each !== small && meet(each.getBoundingClientRect(), box))) small.remove();
  }
}

/** So much, in px, words may reach into the line of a name, which its letters leave free. */
const LEADING = 4;

/** Names on the map give way to what stands beside the targets. */
function giveWay() {
  const labels = all("#labels > *").map((label) => label.getBoundingClientRect())
    .map(({ x, y, width, height }) => new DOMRect(x, y + LEADING, width, height - 2 * LEADING));
  for (const name of all("#stage .scene:not(.js-away) [data-gives-way]")) {
    const box = name.getBoundingClientRect();
    name.classList.toggle("js-under", labels.some((label) => meet(label, box)));
  }
}

/** What each target means, beside it. */
export function drawLabels() {
  const open = ready() && section() ? targets() : [];
  // Where there are many, only the one that is pointed at has words: they must not cover the board.
  const shown = open.length > MANY ? open.filter(({ dataset }) => dataset.target === state.aim) : open;
  byId("labels").replaceChildren(
    ...counters(),
    ...shown.flatMap((target) => {
      const at = middle(target.dataset.target ?? "");
      const note = first(".target-note", target);
      const place = elementOf(target.dataset.target ?? "");
      // What has signs on it explains itself.
      if (place?.matches(".signed")) return [];
      const wide = place?.getBoundingClientRect().width ?? LEAST;
      if (!at || !note || wide < TINY) return [];
      const label = create("span", `place-label tone-${target.dataset.tone || "plain"}`);
      label.append(...note.cloneNode(true).childNodes);
      label.style.left = `${at.x}px`;
      label.style.top = `${at.y + below(place)}px`;
      label.classList.toggle("js-small", wide < LEAST);
      return [label];
    }),
  );
  leaveOut();
  giveWay();
}

