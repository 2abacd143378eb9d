// Choosing: by mouse, by touch, by number, by list. Every choice is a button in #choices; this
// module ties those buttons to the places on the board that stand for them.

import { all, bits, byId, get, on, post, toast } from "./dom.js";
import { inPast } from "./history.js";
import { shownViews, viewOf } from "./panzoom.js";
import { settings } from "./settings.js";
import * as sound from "./sound.js";
import { turnTo } from "./turns.js";

const NEAR = { touch: 26, pen: 16, mouse: 8 };
const WAIT_FOR_DIGIT = 700;
const HOLD = 450;
const MANY = 4;
const SHORTEST = 5000;
const PER_LETTER = 120;

let byPlace = new Map();
let picked = null;
let shown = null;
let digits = "";
let timer = 0;
let reading = 0;
let holding = 0;
let rested = false;
let pointer = "mouse";
let asked = null;
let onStale = () => {};

const buttons = () => all("#choices .choice-button");
/** The choice with a number; the bar has those without a place first, whatever their numbers. */
const numbered = (digits) => buttons().find((button) => button.dataset.number === digits);
const question = () => {
  const { seat, decision } = byId("choices").dataset;
  return [seat, decision, ...buttons().map((button) => button.value)].join("\n");
};
const scopeOf = (place) => document.getElementById(place)?.closest(".scene");

/** Ties buttons and places together; to be called after every patch. True for a new question. */
export function sync() {
  byPlace = new Map();
  for (const button of buttons()) {
    for (const place of (button.dataset.places ?? "").split(" ").filter(Boolean)) {
      byPlace.set(place, [...(byPlace.get(place) ?? []), button]);
    }
  }
  const now = question();
  const anew = now !== asked;
  if (!anew) keepOpen();
  else {
    asked = now;
    // A number begun for one question must not be ended in the next.
    digits = "";
    clearTimeout(timer);
    letGo();
    closeList();
    busy(false);
  }
  drawNumbers();
  return anew;
}

/** The same question as before a patch: what was open for it stays open. */
function keepOpen() {
  const gone = [...(shown ?? []), ...(picked ? [picked] : [])].some((button) => !button.isConnected);
  if (gone) letGo();
  if (byId("choice-list")?.classList.contains("js-open")) openList();
}

// Where on the board -------------------------------------------------------------------------------

function placeAt(target) {
  for (let node = target; node && !node.matches?.(".world"); node = node.parentElement) {
    if (node.id && byPlace.has(node.id)) return node.id;
  }
  return null;
}

/** The choice nearest to a point, for fingers that miss small places. */
function placeNear(scene, x, y) {
  let best = null;
  let least = NEAR[pointer] ?? NEAR.mouse;
  for (const place of byPlace.keys()) {
    const element = document.getElementById(place);
    if (!element || !scene.contains(element)) continue;
    const box = element.getBoundingClientRect();
    if (!box.width) continue;
    const dx = Math.max(box.left - x, 0, x - box.right);
    const dy = Math.max(box.top - y, 0, y - box.bottom);
    const distance = Math.hypot(dx, dy);
    if (distance < least) [best, least] = [place, distance];
  }
  return best;
}

/** The choices at a place, and those of whatever it covers where the pointer is. */
function optionsUnder(place, x, y) {
  const found = new Set(byPlace.get(place));
  for (const element of document.elementsFromPoint(x, y)) {
    for (const button of byPlace.get(placeAt(element)) ?? []) found.add(button);
  }
  return [...found];
}

function onClick(event) {
  const scene = event.target.closest(".scene");
  // The second half of a double click is not meant for what the first one brought up.
  if (!scene || viewOf(scene)?.dragged || (event.detail > 1 && !picked)) return;
  if (event.target.closest("[data-turns]")) return;
  const place = placeAt(event.target) ?? placeNear(scene, event.clientX, event.clientY);
  if (!place) {
    letGo();
    tell(event.target.closest("[id]"));
    return;
  }
  const options = byPlace.get(place);
  if (options.length > 1) choose(optionsUnder(place, event.clientX, event.clientY), place);
  else if (needsConfirming(options[0])) pick(options[0], place);
  else act(options[0]);
}

const needsConfirming = (button) =>
  (settings.confirm || pointer === "touch") && picked !== button;

// Showing what a choice would do -------------------------------------------------------------------

function light(button, lit) {
  const places = `${button.dataset.places ?? ""} ${button.dataset.lights ?? ""}`.split(" ");
  for (const place of places.filter(Boolean)) {
    document.getElementById(place)?.classList.toggle("js-lit", lit);
  }
}

export function lightPlaces(places, lit) {
  for (const place of places.split(" ").filter(Boolean)) {
    document.getElementById(place)?.classList.toggle("js-lit", lit);
  }
}

/** Puts the tip beside a place, inside of the board, where it covers the fewest other choices. */
function putTip(anchor) {
  const tip = byId("tip");
  const stage = byId("stage").getBoundingClientRect();
  const box = anchor.getBoundingClientRect();
  tip.hidden = false;
  tip.style.left = tip.style.top = "0";
  const { offsetWidth: width, offsetHeight: height } = tip;
  const within = (value, most) => Math.min(Math.max(8, value), Math.max(8, most - 8));
  const x = within(box.left - stage.left + box.width / 2 - width / 2, stage.width - width);
  const y = within(box.top - stage.top + box.height / 2 - height / 2, stage.height - height);
  const sides = [
    [box.right - stage.left + 12, y],
    [box.left - stage.left - width - 12, y],
    [x, box.bottom - stage.top + 10],
    [x, box.top - stage.top - height - 10],
  ].filter(([left, top]) =>
    // What stands above the board, in the bar, has the tip right below it.
    box.bottom > stage.top && left >= 8 && left + width <= stage.width - 8 && top >= 8 && top + height <= stage.height - 8);
  const others = otherBoxes(anchor);
  const covered = ([left, top]) => others.filter((other) =>
    other.left - stage.left < left + width && other.right - stage.left > left &&
    other.top - stage.top < top + height && other.bottom - stage.top > top).length;
  let [best] = sides;
  for (const side of sides) if (covered(side) < covered(best)) best = side;
  [tip.style.left, tip.style.top] = (best ?? [x, y]).map((value) => `${value}px`);
}

/** Where the other places are that can be chosen. */
function otherBoxes(anchor) {
  const elements = [...byPlace.keys()].map((place) => document.getElementById(place));
  return elements
    .filter((element) => element && element !== anchor && !anchor.contains(element))
    .map((element) => element.getBoundingClientRect());
}

function words(button) {
  const label = document.createElement("strong");
  label.textContent = button.querySelector(".choice-label").textContent;
  const hint = button.querySelector(".choice-hint");
  const copy = document.createElement("span");
  if (hint) copy.append(...[...hint.cloneNode(true).childNodes]);
  return hint ? [label, copy] : [label];
}

/** Lights up what choices speak of; with an anchor, says beside it what they will do. */
function show(options, anchor) {
  hide();
  shown = options;
  const tip = byId("tip");
  tip.className = "tip";
  tip.replaceChildren(
    ...options.map((button) => {
      const row = document.createElement("p");
      // A long list must not cover the board; what each one does stands in the menu.
      row.append(...words(button).slice(0, options.length > MANY ? 1 : 2));
      return row;
    }),
  );
  for (const button of options) light(button, true);
  if (anchor) putTip(anchor);
}

function hide() {
  for (const button of shown ?? []) light(button, false);
  shown = null;
  byId("tip").hidden = true;
}

/** Lets go of whatever was picked or shown. What held the focus in it gives it back. */
export function letGo() {
  const held = [byId("chooser"), byId("tip")].some((each) => each.contains(document.activeElement));
  hide();
  for (const element of all(".js-picked")) element.classList.remove("js-picked");
  for (const element of all(".js-lit")) element.classList.remove("js-lit");
  picked = null;
  byId("chooser").hidden = true;
  // A browser drops the focus of what is hidden, sooner or later: it must not be there by then.
  if (held) byId("prompt").focus({ preventScroll: true });
}

/** The first of two taps: shows the choice, with a button to do it and one to drop it. */
function pick(button, place) {
  letGo();
  picked = button;
  show([button], null);
  const tip = byId("tip");
  tip.classList.add("docked");
  tip.style.left = tip.style.top = "";
  tip.hidden = false;
  const row = document.createElement("div");
  row.className = "row";
  const yes = document.createElement("button");
  yes.className = "button gold";
  yes.textContent = "Do it";
  yes.addEventListener("click", () => act(button));
  const no = document.createElement("button");
  no.className = "button dark";
  no.textContent = "Cancel";
  no.addEventListener("click", letGo);
  row.append(yes, no);
  tip.append(row);
  const element = place && document.getElementById(place);
  if (!element) return;
  element.classList.add("js-picked");
  // The sheet must not cover the place, for the second tap may go there.
  const stage = byId("stage").getBoundingClientRect();
  const covered = element.getBoundingClientRect().bottom > stage.bottom - tip.offsetHeight - 8;
  tip.classList.toggle("above", covered);
}

/** Several choices at one place: a small menu. */
function choose(options, place) {
  letGo();
  const menu = byId("chooser");
  menu.replaceChildren(
    ...options.map((button) => {
      const entry = document.createElement("button");
      entry.type = "button";
      entry.className = "button";
      entry.setAttribute("role", "menuitem");
      entry.append(...words(button));
      entry.addEventListener("click", () => act(button));
      entry.addEventListener("pointerenter", () => light(button, true));
      entry.addEventListener("pointerleave", () => light(button, false));
      return entry;
    }),
  );
  menu.hidden = false;
  const anchor = document.getElementById(place).getBoundingClientRect();
  const stage = byId("stage").getBoundingClientRect();
  const x = anchor.left - stage.left + anchor.width / 2 - menu.offsetWidth / 2;
  const below = anchor.bottom - stage.top + 8;
  const y = below + menu.offsetHeight < stage.height - 8 ? below : anchor.top - stage.top - menu.offsetHeight - 8;
  menu.style.left = `${Math.min(Math.max(8, x), Math.max(8, stage.width - menu.offsetWidth - 8))}px`;
  menu.style.top = `${Math.max(8, y)}px`;
  document.getElementById(place).classList.add("js-picked");
  menu.querySelector("button").focus({ preventScroll: true });
}

/** Says what lies where the visitor looks and why nothing can be done there, if the game knows. */
async function tell(element) {
  if (!element?.closest(".world svg") || element instanceof SVGSVGElement) return;
  const { url, as } = document.body.dataset;
  const viewpoint = as === undefined ? "" : `&as=${as}`;
  // A piece is named after the place it stands on.
  const place = encodeURIComponent(element.id.replace(/-piece$/, ""));
  // The game speaks of the position as it is now; in an older one there is the title alone.
  const answer = inPast() ? null : await get(`${url}/why?place=${place}${viewpoint}`);
  const title = element.closest(":has(> title)")?.querySelector(":scope > title").textContent;
  if (!answer?.why?.length && !title) return;
  const tip = byId("tip");
  tip.className = "tip why";
  tip.replaceChildren(...(answer?.why?.length ? bits(answer.why) : [title]));
  putTip(element);
  clearTimeout(reading);
  const time = Math.max(SHORTEST, tip.textContent.length * PER_LETTER);
  reading = setTimeout(() => tip.classList.contains("why") && (tip.hidden = true), time);
}

// Doing it -----------------------------------------------------------------------------------------

function busy(is) {
  byId("choices").classList.toggle("js-busy", is);
  byId("stage").classList.toggle("js-busy", is);
}

export async function act(button) {
  const form = byId("choices");
  if (form.classList.contains("js-busy") || !button?.isConnected) return;
  letGo();
  busy(true);
  const { ok, status, data } = await post(form.getAttribute("action"), {
    seat: Number(form.dataset.seat),
    decision: Number(form.dataset.decision),
    action: button.value,
  });
  if (ok) return;
  busy(false);
  sound.play("error");
  toast(data.error ?? "That did not work.", "bad");
  if (status === 409) onStale(data);
}

// Keys ---------------------------------------------------------------------------------------------

/** A number typed: lit at once, done when no longer number can be meant, or on Enter. */
function onDigit(digit) {
  clearTimeout(timer);
  const count = buttons().length;
  digits = Number(digits + digit) <= count ? digits + digit : digit;
  const button = numbered(digits);
  document.body.classList.add("js-keys");
  if (!button) {
    digits = "";
    return;
  }
  const place = button.dataset.places?.split(" ")[0];
  const anchor = place && document.getElementById(place);
  reveal(button);
  show([button], anchor || button);
  if (Number(digits) * 10 > count) finishDigits();
  else timer = setTimeout(finishDigits, WAIT_FOR_DIGIT);
}

function finishDigits() {
  clearTimeout(timer);
  const button = numbered(digits);
  digits = "";
  if (button) act(button);
}

export function onKey(event) {
  if (/^[0-9]$/.test(event.key) && (digits || event.key !== "0") && buttons().length) {
    onDigit(event.key);
    return true;
  }
  if (event.key === "Enter" && digits) {
    finishDigits();
    return true;
  }
  if (event.key === "Escape") {
    digits = "";
    clearTimeout(timer);
    const open = !byId("chooser").hidden || picked || shown;
    letGo();
    closeList();
    return Boolean(open);
  }
  if (event.key === "k" || event.key === "K") {
    toggleList();
    return true;
  }
  // A place on the board that has the focus is a button too.
  if ((event.key === "Enter" || event.key === " ") && event.target.closest?.(".world")) {
    const place = placeAt(event.target);
    const options = place && byPlace.get(place);
    if (!options) return false;
    if (options.length > 1) choose(options, place);
    else act(options[0]);
    return true;
  }
  return false;
}

/** Brings the picture of a choice to the front, where there are several. */
export function reveal(button) {
  const place = button.dataset.places?.split(" ")[0];
  const scene = place && scopeOf(place);
  if (scene && scene.clientWidth === 0) {
    byId(`scene-tab-${scene.dataset.key}`)?.click();
  }
  if (scene) turnTo(document.getElementById(place));
}

// The list -----------------------------------------------------------------------------------------

function toggleList() {
  const list = byId("choice-list");
  if (!list) return;
  if (list.classList.contains("js-open")) closeList();
  else {
    openList();
    list.querySelector("button")?.focus();
  }
}

function openList() {
  const list = byId("choice-list");
  list.classList.add("js-open");
  setTabs(list, 0);
  document.querySelector("[data-toggles=choice-list]")?.setAttribute("aria-expanded", "true");
}

function closeList() {
  const list = byId("choice-list");
  if (!list) return;
  const had = list.contains(document.activeElement);
  list.classList.remove("js-open");
  setTabs(list, -1);
  const toggle = document.querySelector("[data-toggles=choice-list]");
  toggle?.setAttribute("aria-expanded", "false");
  if (had) toggle?.focus();
}

const setTabs = (list, value) => {
  for (const button of all("button", list)) button.tabIndex = value;
};

/** Numbers beside the places, once somebody plays by keys. */
function drawNumbers() {
  for (const old of all(".number-marks")) old.remove();
  if (!document.body.classList.contains("js-keys")) return;
  for (const view of shownViews()) {
    const layer = document.createElement("div");
    layer.className = "number-marks";
    layer.setAttribute("aria-hidden", "true");
    view.scene.append(layer);
  }
  placeNumbers();
}

function placeNumbers() {
  for (const layer of all(".number-marks")) {
    const room = layer.getBoundingClientRect();
    layer.replaceChildren();
    for (const [place, options] of byPlace) {
      const element = document.getElementById(place);
      if (!element || !layer.parentElement.contains(element)) continue;
      const box = element.getBoundingClientRect();
      if (!box.width) continue;
      const mark = document.createElement("kbd");
      mark.textContent = options.map((button) => button.dataset.number).join(" ");
      mark.style.left = `${box.right - room.left - 6}px`;
      mark.style.top = `${box.top - room.top - 6}px`;
      layer.append(mark);
    }
  }
}

/** On a small screen, brings the choices near enough to be touched. */
export function comeNear() {
  if ((innerWidth > 820 && innerHeight > 480) || byPlace.size === 0) return;
  for (const view of shownViews()) {
    const svg = view.world.querySelector("svg");
    const room = view.scene.getBoundingClientRect();
    let some = false;
    let every = true;
    let frame = null;
    let small = Infinity;
    for (const place of byPlace.keys()) {
      const element = document.getElementById(place);
      if (!element || !svg.contains(element)) continue;
      const box = element.getBoundingClientRect();
      if (!box.width) continue;
      small = Math.min(small, Math.max(box.width, box.height) / view.scale);
      frame = union(frame, box);
      const inSight = box.left >= room.left - 1 && box.right <= room.right + 1 &&
        box.top >= room.top - 1 && box.bottom <= room.bottom + 1;
      some ||= inSight;
      every &&= inSight;
    }
    // What turns a pattern, and what else belongs to the choices, stays in sight with them.
    for (const element of frame ? all("[data-turns], [data-beside]", svg) : []) {
      const box = element.getBoundingClientRect();
      if (box.width) frame = union(frame, box);
    }
    // Who has gone near to something that can be chosen stays there.
    const near = view.byHand ? some : every && small * view.scale >= 40;
    if (!frame || (near && !view.fitted)) continue;
    const world = view.world.getBoundingClientRect();
    const local = {
      x: (frame.left - world.left) / view.scale,
      y: (frame.top - world.top) / view.scale,
      width: (frame.right - frame.left) / view.scale,
      height: (frame.bottom - frame.top) / view.scale,
    };
    view.frame(local, Math.max(44 / small, 1));
  }
}

function union(frame, box) {
  if (!frame) return { left: box.left, top: box.top, right: box.right, bottom: box.bottom };
  return {
    left: Math.min(frame.left, box.left),
    top: Math.min(frame.top, box.top),
    right: Math.max(frame.right, box.right),
    bottom: Math.max(frame.bottom, box.bottom),
  };
}

/** A finger that rests on a button in the bar asks what it does, and does not press it. */
function heedHolding(bar) {
  bar.addEventListener("pointerdown", (event) => {
    const button = event.target.closest(".choice-button");
    rested = false;
    clearTimeout(holding);
    if (!button || button.closest("#choice-list") || event.pointerType === "mouse") return;
    holding = setTimeout(() => {
      if (!button.isConnected) return;
      rested = true;
      reveal(button);
      pick(button, button.dataset.places?.split(" ")[0]);
    }, HOLD);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
    bar.addEventListener(end, () => clearTimeout(holding));
  }
  bar.addEventListener("contextmenu", (event) => rested && event.preventDefault());
}

export function start(whenStale) {
  onStale = whenStale;
  const stage = byId("stage");
  document.addEventListener("pointerdown", (event) => {
    pointer = event.pointerType;
    if (document.body.classList.contains("js-keys")) {
      document.body.classList.remove("js-keys");
      drawNumbers();
    }
  }, true);
  document.addEventListener("keydown", (event) => {
    if (["Tab", "k", "K"].includes(event.key) || /^[0-9]$/.test(event.key)) {
      if (!document.body.classList.contains("js-keys")) {
        document.body.classList.add("js-keys");
        drawNumbers();
      }
    }
  }, true);
  stage.addEventListener("click", onClick);
  on("click", "[data-scene]", () => letGo());
  stage.addEventListener("viewmoved", () => {
    placeNumbers();
    if (!picked) hide();
  });
  stage.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse" || picked) return;
    const place = placeAt(event.target);
    if (place) show(byPlace.get(place), document.getElementById(place));
    else if (shown) hide();
  });
  stage.addEventListener("pointerleave", () => !picked && hide());
  stage.addEventListener("focusin", (event) => {
    const place = event.target.closest(".world") && placeAt(event.target);
    if (!event.target.matches(":focus-visible")) return;
    if (place) show(byPlace.get(place), document.getElementById(place));
    else if (event.target.id) tell(event.target);
  });
  const bar = byId("bar");
  const lookAt = (event) => {
    const button = event.target.closest(".choice-button");
    if (!button) return;
    reveal(button);
    // The open list says itself what a choice will do; so does a button that has no more to say.
    const silent = button.closest("#choice-list") || !button.querySelector(".choice-hint");
    show([button], silent ? null : button);
  };
  bar.addEventListener("pointerover", (event) => event.pointerType === "mouse" && lookAt(event));
  bar.addEventListener("pointerout", () => !picked && hide());
  bar.addEventListener("focusin", (event) => event.target.matches(":focus-visible") && lookAt(event));
  bar.addEventListener("focusout", () => !picked && hide());
  bar.addEventListener("click", (event) => {
    if (event.detail > 1 || (rested && event.detail)) event.preventDefault();
    else if (event.target.closest("[data-toggles=choice-list]")) toggleList();
  });
  heedHolding(bar);
  bar.addEventListener("submit", (event) => {
    if (event.target.id !== "choices") return;
    event.preventDefault();
    act(event.submitter);
  });
  sync();
}
