// Beside the board: tabs, log, chat, notes and rules.

import { all, byId, on, post, toast } from "./dom.js";
import { lightPlaces } from "./choices.js";
import { tumble } from "./motion.js";
import { parse } from "./morph.js";
import * as sound from "./sound.js";
import { tellTimes } from "./page.js";

const FOLLOWED = ["log", "chat"];

const atEnd = (box) => box.scrollHeight - box.scrollTop - box.clientHeight < 60;
const toEnd = (box) => {
  box.scrollTop = box.scrollHeight;
};

/** Keeps a pane at its last line, until the reader scrolls up, and again once they are back. */
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

export function openTab(key, focus = false) {
  for (const tab of all("#tabs [role=tab]")) {
    const chosen = tab.id === `tab-${key}`;
    tab.setAttribute("aria-selected", chosen);
    tab.tabIndex = chosen ? 0 : -1;
    byId(tab.getAttribute("aria-controls")).hidden = !chosen;
    if (chosen) tab.querySelector(".dot").hidden = true;
  }
  document.body.classList.add("js-sheet");
  if (key === "log" || key === "chat") toEnd(byId(`pane-${key}`));
  if (key === "rules") loadRules();
  if (focus) byId(key === "chat" ? "chat-text" : `tab-${key}`)?.focus();
}

function startTabs() {
  const tabs = all("#tabs [role=tab]");
  on("click", "#tabs [role=tab]", (_event, tab) => {
    const open = tab.getAttribute("aria-selected") === "true";
    // On a phone the same tab again folds the sheet away.
    if (open && document.body.classList.contains("js-sheet")) {
      document.body.classList.remove("js-sheet");
    } else openTab(tab.id.slice(4));
  });
  byId("tabs").addEventListener("keydown", (event) => {
    const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    const next = tabs.at((tabs.indexOf(document.activeElement) + move) % tabs.length);
    openTab(next.id.slice(4));
    next.focus();
  });
}

function mark(key) {
  const tab = byId(`tab-${key}`);
  if (tab.getAttribute("aria-selected") !== "true") tab.querySelector(".dot").hidden = false;
}

// Panels -------------------------------------------------------------------------------------------

let mover = "";

/** Where the players stand in a strip, brings whoever is to move next into sight. Who looks at others
 * meanwhile is left alone. */
export function followMover() {
  const panel = document.querySelector("#panels .panel.to-move");
  if (!panel || panel.id === mover) return;
  mover = panel.id;
  intoSight(panel);
  const viewpoint = document.querySelector("#panels .viewpoint[aria-current]");
  if (viewpoint) intoSight(viewpoint);
}

function intoSight(element) {
  const strip = element.parentElement;
  const [room, box] = [strip.getBoundingClientRect(), element.getBoundingClientRect()];
  strip.scrollLeft += missing(box.left - room.left, box.right - room.right);
  strip.scrollTop += missing(box.top - room.top, box.bottom - room.bottom);
}

/** How far to scroll for something that begins and ends so far after its frame does. */
const missing = (start, end) => (start < 0 ? start - 8 : end > 0 ? Math.min(start, end + 8) : 0);

// Log and chat -------------------------------------------------------------------------------------

/** Puts new lines at the end of a list. */
function append(key, lines) {
  const list = byId(key);
  const added = [];
  for (const { html } of lines) {
    const line = parse(html);
    const old = line.id && byId(line.id);
    if (old) old.replaceWith(line);
    else list.append(line);
    added.push(line);
  }
  return added;
}

export function tell(lines) {
  for (const line of append("log", lines)) tumble(line);
  for (const name of new Set(lines.map(({ sound: name }) => name))) sound.play(name);
  offerUndo();
}

export function say(lines) {
  const added = append("chat", lines);
  tellTimes();
  mark("chat");
  if (added.length) sound.play("chat");
}

export function settle() {
  for (const key of FOLLOWED) toEnd(byId(`pane-${key}`));
}

/** Puts "undo to here" beside the lines that can be undone; the server names their moves. */
export function offerUndo() {
  const { moves = "", seat } = byId("undo").dataset;
  const free = new Set(moves.split(" ").filter(Boolean));
  for (const old of all("#log .undo-here")) old.remove();
  const done = new Set();
  for (const line of all("#log .line")) {
    const number = line.dataset.number;
    if (!free.has(number) || done.has(number)) continue;
    done.add(number);
    const button = document.createElement("button");
    button.type = "button";
    button.className = "undo-here";
    button.textContent = "undo to here";
    button.addEventListener("click", () => undoTo(Number(seat), Number(number)));
    line.append(button);
  }
}

async function undoTo(seat, to) {
  const { ok, data } = await post(`${document.body.dataset.url}/undo`, { seat, to });
  if (!ok) toast(data.error ?? "That did not work.", "bad");
}

function startLog() {
  const light = (event, lit) => {
    for (const place of all("[data-place]", event.target.closest?.("#log .line") ?? null)) {
      lightPlaces(place.dataset.place, lit);
    }
  };
  const log = byId("side");
  log.addEventListener("pointerover", (event) => event.target.closest("#log .line") && light(event, true));
  log.addEventListener("pointerout", (event) => event.target.closest("#log .line") && light(event, false));
}

// Notes and rules ----------------------------------------------------------------------------------

function startNotes() {
  const form = byId("notes-form");
  if (!form) return;
  let timer = 0;
  const saved = byId("notes-saved");
  const save = async () => {
    const { ok } = await post(form.getAttribute("action"), { text: byId("notes-text").value });
    saved.textContent = ok ? "Saved." : "Not saved.";
  };
  form.addEventListener("sent", () => {
    saved.textContent = "Saved.";
  });
  byId("notes-text").addEventListener("input", () => {
    saved.textContent = "";
    clearTimeout(timer);
    timer = setTimeout(save, 1200);
  });
}

/** Fetches the rules page once and shows its text here. */
async function loadRules() {
  const here = byId("rules-here");
  if (here.childElementCount) return;
  const answer = await fetch(here.dataset.src).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const text = page.getElementById("rules-text");
  if (text) here.replaceChildren(document.adoptNode(text));
}

async function openClause(id) {
  openTab("rules");
  await loadRules();
  const clause = byId(id);
  if (!clause) return;
  clause.closest("details")?.setAttribute("open", "");
  clause.scrollIntoView({ block: "center" });
  clause.classList.add("js-found");
  setTimeout(() => clause.classList.remove("js-found"), 2500);
}

const KEYS = { l: "log", c: "chat", n: "notes", g: "rules" };

export function onKey(event) {
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
    openClause(link.dataset.clause);
  });
  document.body.classList.remove("js-sheet");
  followMover();
  settle();
  offerUndo();
}
