// Beside the board: tabs, log, chat, notes and rules.

import { all, byId, closest, create, createButton, find, first, on, post, toastError, words } from "./dom.js";
import { highlight } from "./choice-places.js";
import { tumble } from "./motion.js";
import { parse } from "./morph.js";
import { showTimes } from "./page.js";
import { openPage } from "./pages.js";
import * as sound from "./sound.js";

/** @import { ChatLine, LogLine } from "./types.d.ts" */

/** The tabs that stay at their last line. */
const FOLLOWED = ["log", "chat"];

/** @param {Element} box */
const atEnd = (box) => box.scrollHeight - box.scrollTop - box.clientHeight < 60;
/** @param {Element} box */
const toEnd = (box) => {
  box.scrollTop = box.scrollHeight;
};

/**
 * Keeps a pane at its last line, until the reader scrolls up, and again once they are back.
 * @param {string} key
 */
function startFollowing(key) {
  const box = byId(`pane-${key}`);
  let follow = true;
  let top = 0;
  box.addEventListener("scroll", () => {
    if (atEnd(box)) follow = true;
    else if (box.scrollTop < top) follow = false;
    top = box.scrollTop;
  });
  const watch = new ResizeObserver(() => follow && toEnd(box));
  watch.observe(box);
  watch.observe(byId(key));
}

// Tabs ---------------------------------------------------------------------------------------------

/** @param {Element} tab */
const isOpen = (tab) => tab.getAttribute("aria-selected") === "true";

/**
 * Shows or hides the dot that marks a tab with something new.
 * @param {Element} tab
 * @param {boolean} shown
 */
function setDot(tab, shown) {
  const dot = first(".dot", tab);
  if (dot) dot.hidden = !shown;
}

/** @param {string} key */
function openTab(key, focus = false) {
  for (const tab of all("#pane-tabs [role=tab]")) {
    const chosen = tab.id === `tab-${key}`;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    byId(tab.getAttribute("aria-controls") ?? "").hidden = !chosen;
    if (chosen) setDot(tab, false);
  }
  openPage("log");
  if (FOLLOWED.includes(key)) toEnd(byId(`pane-${key}`));
  if (key === "rules") loadRules();
  if (focus) find(key === "chat" ? "chat-text" : `tab-${key}`)?.focus();
}

function startTabs() {
  const tabs = all("#pane-tabs [role=tab]");
  on("click", "#pane-tabs [role=tab]", (_event, tab) => openTab(tab.id.slice(4)));
  byId("pane-tabs").addEventListener("keydown", (event) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const now = tabs.findIndex((tab) => tab === document.activeElement);
    const next = tabs.at((now + step) % tabs.length);
    if (!next) return;
    openTab(next.id.slice(4));
    next.focus();
  });
}

// Log and chat -------------------------------------------------------------------------------------

/**
 * Adds lines to a list.
 * @param {string} key
 * @param {{ html: string }[]} lines
 */
function append(key, lines) {
  const list = byId(key);
  const added = [];
  for (const { html } of lines) {
    const line = parse(html);
    if (!line) continue;
    const old = line.id && find(line.id);
    if (old) old.replaceWith(line);
    else list.append(line);
    added.push(line);
  }
  return added;
}

/** @param {LogLine[]} lines */
export function addToLog(lines) {
  const added = append("log", lines);
  for (const line of added) tumble(line);
  for (const name of new Set(lines.map((line) => line.sound))) sound.play(name);
  offerUndo();
  return added;
}

/** @param {ChatLine[]} lines */
export function addToChat(lines) {
  const added = append("chat", lines);
  showTimes();
  const tab = byId("tab-chat");
  if (!isOpen(tab)) setDot(tab, true);
  const room = find("waiting-chat");
  if (room && !chatInRoom()) setDot(room, true);
  if (added.length) sound.play("chat");
}

/** Scrolls log and chat to their last lines. */
export function scrollToEnd() {
  for (const key of FOLLOWED) toEnd(byId(`pane-${key}`));
}

/** What was told unit by unit, one right after the other, stands in one paragraph; the same sentence
 * again stands there once, with how often it was told.
 */
function joinSteps() {
  /** @type {HTMLElement | null} */
  let said = null;
  let times = 1;
  for (const line of all("#log .line[data-step]")) {
    const before = line.previousElementSibling;
    const goesOn = before instanceof HTMLElement && before.dataset.step === line.dataset.step;
    line.classList.toggle("js-goes-on", goesOn);
    line.classList.toggle("js-run", goesOn);
    if (goesOn) before.classList.add("js-run");
    const again = goesOn && first("p", line)?.isEqualNode(said && first("p", said)) === true;
    line.classList.toggle("js-again", again);
    times = again ? times + 1 : 1;
    if (!again) said = line;
    if (said) tellTimes(said, times);
  }
}

/**
 * How often a sentence was told, behind it.
 * @param {HTMLElement} line
 * @param {number} times
 */
function tellTimes(line, times) {
  first(":scope > .times", line)?.remove();
  if (times > 1) line.append(create("b", "times", ` \u00d7${times}`));
}

/** Puts "undo to here" beside the lines that can be undone; the server names their moves. A patch
 * may have brought lines anew: steps are joined again too.
 */
export function offerUndo() {
  joinSteps();
  const { moves, seat } = byId("undo").dataset;
  const undoable = new Set(words(moves));
  for (const old of all("#log .undo-here")) old.remove();
  for (const line of all("#log .line")) {
    const number = line.dataset.number ?? "";
    // Only the first line of each move gets a button.
    if (!undoable.delete(number)) continue;
    line.append(createButton("undo-here", "undo to here", () => undoTo(Number(seat), Number(number))));
  }
}

/**
 * @param {number} seat
 * @param {number} to
 */
async function undoTo(seat, to) {
  const outcome = await post(`${document.body.dataset.url}/undo`, { seat, to });
  if (!outcome.ok) toastError(outcome);
}

/** Lights up the places that the log line under the pointer speaks of. */
function startLog() {
  /** @param {boolean} lit */
  const light = (lit) => (/** @type {PointerEvent} */ event) => {
    const line = closest(event, "#log .line");
    if (!line) return;
    for (const place of all("[data-place]", line)) highlight(place.dataset.place, lit);
  };
  byId("side").addEventListener("pointerover", light(true));
  byId("side").addEventListener("pointerout", light(false));
}

// Notes and rules ----------------------------------------------------------------------------------

function startNotes() {
  const form = find("notes-form", HTMLFormElement);
  if (!form) return;
  let timer = 0;
  const saved = byId("notes-saved");
  const text = byId("notes-text", HTMLTextAreaElement);
  const save = async () => {
    const { ok } = await post(form.getAttribute("action") ?? "", { text: text.value });
    saved.textContent = ok ? "Saved." : "Not saved.";
  };
  form.addEventListener("sent", () => {
    saved.textContent = "Saved.";
  });
  text.addEventListener("input", () => {
    saved.textContent = "";
    clearTimeout(timer);
    timer = setTimeout(save, 1200);
  });
}

/** Fetches the rules page once and shows its text here. */
async function loadRules() {
  const here = byId("rules-here");
  if (here.childElementCount) return;
  const answer = await fetch(here.dataset.src ?? "").catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const text = page.getElementById("rules-text");
  if (!text) return;
  here.replaceChildren(document.adoptNode(text));
  // Loaded with the rules only, as a first visit is to be small.
  const { drawPositions } = await import("./positions.js");
  drawPositions(here);
}

/** @param {string} id */
async function openClause(id) {
  openTab("rules");
  await loadRules();
  const clause = find(id);
  if (!clause) return;
  clause.closest("details")?.setAttribute("open", "");
  clause.scrollIntoView({ block: "center" });
  clause.classList.add("js-found");
  setTimeout(() => clause.classList.remove("js-found"), 2500);
}

const chatInRoom = () => document.body.classList.contains("js-waiting-chat");

/**
 * Opens or closes the chat over the waiting room. True if there is a waiting room and it changed.
 * @param {boolean} open
 */
function showChatInRoom(open) {
  const button = find("waiting-chat");
  if (!button || open === chatInRoom()) return false;
  document.body.classList.toggle("js-waiting-chat", open);
  setDot(button, false);
  openTab("chat", open);
  // The game begins with its board.
  openPage("board");
  if (!open) button.focus();
  return true;
}

/** @type {Record<string, string>} */
const KEYS = { l: "log", c: "chat", n: "notes", g: "rules" };

/**
 * Keys that open a tab. True if the key was one.
 * @param {KeyboardEvent} event
 */
export function onKey(event) {
  if (event.key === "Escape") return showChatInRoom(false);
  const key = KEYS[event.key.toLowerCase()];
  if (!key) return false;
  openTab(key, true);
  return true;
}

export function start() {
  FOLLOWED.forEach(startFollowing);
  startTabs();
  startLog();
  startNotes();
  on("click", "a[data-clause]", (event, link) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    openClause(link.dataset.clause ?? "");
  });
  on("click", "#waiting-chat", () => void showChatInRoom(!chatInRoom()));
  offerUndo();
  scrollToEnd();
}
