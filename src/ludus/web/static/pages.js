// The pages of a small screen: the board, one's own things, the players, the log and the past. The
// bar at the bottom goes from one to another; the board stays where it is below all of them.

import { all, byId, create, find, first, on } from "./dom.js";
import * as history from "./history.js";
import { showMover } from "./panels.js";

/** Pixels of a board's height below which a wide map leaves no room for a legend. */
const LOW = 520;

/** How many lines came while the log was not to be seen. */
let unread = 0;

/** The page that is shown. */
export const page = () => document.body.dataset.page ?? "board";

/** Whether there is but one column, with the bar of pages. */
const inPages = () => byId("tabs").checkVisibility();

/** @param {string} key */
export function openPage(key) {
  document.body.dataset.page = key;
  for (const tab of all("#tabs [data-page]")) {
    tab.setAttribute("aria-pressed", String(tab.dataset.page === key));
  }
  if (key === "log") setUnread(0);
  if (key === "players") showMover();
}

/** @param {number} count */
function setUnread(count) {
  unread = count;
  const badge = first("#page-log .count");
  if (!badge) return;
  badge.hidden = !count;
  badge.textContent = String(Math.min(count, 99));
}

/**
 * New lines were added to the log.
 * @param {number} lines
 */
export function countLines(lines) {
  if (page() !== "log") setUnread(unread + lines);
}

/**
 * A count of a panel in as little room as it can have.
 * @param {HTMLElement} meter
 */
function briefly(meter) {
  const brief = create("span", `strip-brief ${[...meter.classList].filter((name) => name.startsWith("seat-")).join(" ")}`);
  const icon = first(".ic", meter)?.cloneNode(true);
  if (icon) brief.append(icon);
  brief.append(meter.dataset.brief ?? "");
  return brief;
}

/** The players in a row, for screens that have no room for their panels. */
export function drawStrip() {
  const strip = byId("strip");
  if (!strip.checkVisibility()) return;
  strip.replaceChildren(
    ...all("#panels .panel").map((panel) => {
      const seat = create("div", "strip-seat");
      seat.classList.toggle("to-move", panel.classList.contains("to-move"));
      const name = create("span", "strip-name");
      const mark = first(".panel-head > .mark", panel)?.cloneNode(true);
      const words = panel.classList.contains("mine") ? "You" : first(".panel-name", panel)?.textContent;
      if (mark) name.append(mark);
      name.append(create("span", "strip-words", words ?? ""));
      const count = create("span", "strip-count");
      count.append(create("span", "", first(".score", panel)?.textContent ?? ""));
      const meter = /** @type {HTMLElement | undefined} */ (first(".meter", panel)?.cloneNode(true));
      meter?.removeAttribute("id");
      if (meter) count.append(meter);
      const brief = all("[data-brief]", panel).map(briefly);
      count.append(...brief);
      count.classList.toggle("js-brief", brief.length > 0);
      seat.append(name, count);
      return seat;
    }),
  );
  first(".strip-seat.to-move", strip)?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Whether the page was opened for what is asked, not by the visitor. */
let forQuestion = false;

/**
 * A new question: goes to the page with the cards that can be chosen, where no other place is in
 * sight, and back to the board after that.
 * @param {string[]} places what can be chosen, as ids of elements
 */
export function showPlaces(places) {
  const found = places.map((place) => find(place)).filter((each) => each !== null);
  const card = found.find((each) => each.closest("#tray"));
  // A lesson shows what it speaks of.
  if (first("#lesson:not([hidden])")) return;
  card?.scrollIntoView({ block: "nearest", inline: "nearest" });
  if (!inPages()) return;
  // What is counted out or carried is in a bar below the board.
  const cards = found.length > 0 && !first("#gesture [data-gesture]") && found.every((each) => each.closest("#common, #mine"));
  if (cards && page() === "board" && !found.some((each) => each.checkVisibility())) {
    openPage("mine");
    forQuestion = true;
  } else if (forQuestion && !cards) {
    openPage("board");
    forQuestion = false;
  }
}

/** Closes a page that lies over the board. True if one did. */
function closePage() {
  if (page() === "board" || !inPages()) return false;
  openPage("board");
  return true;
}

/** The legend, where it lies over the board until it is closed. True if it was open. */
function closeLegend() {
  const legend = byId("legend", HTMLDetailsElement);
  if (!legend.open || !inPages()) return false;
  legend.open = false;
  first("summary", legend)?.focus();
  return true;
}

/**
 * The key that closes a page. True if it did.
 * @param {KeyboardEvent} event
 */
export const onKey = ({ key }) => key === "Escape" && (closeLegend() || closePage());

export function start() {
  on("click", "#tabs [data-page]", (_event, tab) => {
    const key = tab.dataset.page ?? "board";
    // The board is the present one: from the past it is one tap away.
    if (key === "board") history.goLive();
    openPage(key === page() ? "board" : key);
  });
  // What was taken from one's own things is put down on the board.
  document.addEventListener("taken", () => {
    if (page() === "mine" && inPages()) openPage("board");
  });
  addEventListener("resize", drawStrip);
  openPage("board");
  drawStrip();
  // A legend has room beside a large board; on a map larger than its window, or as large as a low one,
  // it waits to be asked for.
  const full = first(".scene[data-minimap]") ?? (byId("stage").clientHeight < LOW && first(".scene.wide"));
  if (!inPages() && !full) byId("legend", HTMLDetailsElement).open = true;
  find("strip")?.addEventListener("click", () => openPage("players"));
}
