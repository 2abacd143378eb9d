// The editor of a content pack: what it holds on the left, how it looks in the middle, forms on the right.

import { byId, create, createButton, toast, typing } from "./dom.js";
import { cardOf, fetchCards, showCards } from "./editor-card.js";
import { check, follow, showChecked } from "./editor-checked.js";
import { listen, showBoard } from "./editor-board.js";
import { showForm } from "./editor-form.js";
import { groups, showList } from "./editor-list.js";
import { showDemands } from "./editor-demands.js";
import { titleOf } from "./editor-names.js";
import { showStory } from "./editor-story.js";
import { showUses } from "./editor-uses.js";
import { compare, goOn, showProblems, tryIt } from "./editor-problems.js";
import { ask, changed, opened, ordered, select, state, taken, watch } from "./editor-state.js";
import { handles, placeOf } from "./editor-gestures.js";
import { choose } from "./editor-tools.js";

/** @import { Opened, Reply, Spot, Status } from "./editor-types.d.ts" */

/** Keys for the tools of the board. */
const KEYS = /** @type {Record<string, string>} */ ({ m: "move", j: "join", delete: "remove", n: "add", p: "paint", b: "border", r: "trace" });

function showBar() {
  const { status } = opened();
  const info = /** @type {Record<string, string>} */ (status.values["pack.toml"] ?? {});
  byId("pack-title").textContent = info.title ?? document.body.dataset.pack ?? "";
  const spot = state.selected;
  const path = spot ? spot.path.slice(0, typeof spot.path.at(-1) === "number" ? -1 : undefined) : [];
  const part = spot ? titleOf(spot.file, path).toLowerCase() : "";
  byId("pack-line").textContent = [info.name, `for ${opened().title}`, part].filter(Boolean).join(" · ");
  byId("undo", HTMLButtonElement).disabled = !status.can_undo;
  byId("redo", HTMLButtonElement).disabled = !status.can_redo;
  document.body.classList.toggle("by-forms", byForms());
  showSaved();
}

/** Whether nothing can be taken on the board. @returns {boolean} */
function byForms() {
  return !opened().boards.layer.length && !opened().boards.hexes;
}

function showSaved() {
  const at = Number(document.body.dataset.savedAt ?? 0);
  const seconds = Math.round((Date.now() - at) / 1000);
  const ago = seconds < 2 ? "saved" : seconds < 90 ? `saved ${seconds} s ago` : `saved ${Math.round(seconds / 60)} min ago`;
  byId("saved-words").textContent = at ? ago : "saves as you type";
}

/** The folder was changed by somebody else: the reader chooses which state goes on. */
function conflict() {
  const box = create("div", "conflict");
  const done = (/** @type {string} */ order) => async () => {
    box.remove();
    taken(/** @type {Reply<Status>} */ (await ask(order)));
  };
  box.append(
    create("p", "", "These files were changed elsewhere meanwhile. Your last change was not saved."),
    createButton("button primary", "Show what is there now", done("reload")),
    createButton("button", "Put back what this page shows", done("keep")),
  );
  byId("problems-box").prepend(box);
}

/** @param {File} file */
async function importFile(file) {
  const address = `./import?revision=${opened().status.revision}`;
  try {
    const answer = await fetch(address, { method: "POST", body: file });
    if (taken(await answer.json())) toast("Imported. Undo brings back what was there.", "good");
  } catch {
    toast("The file could not be sent.", "bad");
  }
}

function wire() {
  const order = (/** @type {string} */ name) => () => void ordered(name, () => ({}));
  byId("undo").addEventListener("click", order("undo"));
  byId("redo").addEventListener("click", order("redo"));
  byId("check").addEventListener("click", () => void check());
  byId("problems-next").addEventListener("click", goOn);
  byId("compare").addEventListener("click", () => void compare());
  byId("compare-close").addEventListener("click", () => byId("compare-dialog", HTMLDialogElement).close());
  document.getElementById("try")?.addEventListener("click", () => void tryIt());
  byId("find").addEventListener("input", showList);
  const file = byId("import-file", HTMLInputElement);
  byId("import").addEventListener("click", () => file.click());
  file.addEventListener("change", () => file.files?.[0] && void importFile(file.files[0]));
  document.addEventListener("pack-conflict", conflict);
  // Figures come while bots play: whoever is in the list is not disturbed.
  document.addEventListener("pack-figures", () => byId("uses-list").contains(document.activeElement) || showUses());
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey) {
      const redo = event.key === "y" || (event.key === "Z" && event.shiftKey);
      if (!redo && event.key !== "z") return;
      event.preventDefault();
      if (document.activeElement instanceof HTMLElement && typing(event)) document.activeElement.blur();
      order(redo ? "redo" : "undo")();
    } else if (!typing(event) && !event.altKey && !(event.key === "Delete" && document.activeElement?.closest(".handle"))) keyed(event.key.toLowerCase());
  });
  setInterval(showSaved, 5000);
}

/** @param {string} key */
function keyed(key) {
  const tool = KEYS[key];
  const there = tool ? document.querySelector(`[data-tool="${tool}"], [data-tool^="${tool} "]`) : null;
  if (there instanceof HTMLElement) choose(there.dataset.tool ?? "move", () => void showBoard());
  if (key === "g") document.querySelector("[data-tool=snap]")?.dispatchEvent(new MouseEvent("click"));
}

/** The first thing on the board that the rules know of. @returns {Spot | undefined} */
function firstOnBoard() {
  return handles().map(placeOf).find(({ file }) => file !== "drawing.toml");
}

async function start() {
  let reply = /** @type {Reply<Opened>} */ (await ask("open"));
  // A server that is only starting may drop the first request.
  if (!reply.result) reply = /** @type {Reply<Opened>} */ (await ask("open"));
  if (!reply.result) {
    byId("form").replaceChildren(create("p", "note bad", reply.error ?? "The pack could not be opened."));
    return;
  }
  state.opened = reply.result;
  state.board = reply.result.boards.board[0]?.key ?? "";
  const items = groups().flatMap((group) => group.items);
  // The symbols of the game stand in the lists too.
  await fetchCards();
  // A game of cards opens with a card, one with a board with something on it.
  const first = (byForms() ? items.find((spot) => cardOf(spot)) : firstOnBoard()) ?? items[0];
  watch(showBar);
  watch(showList);
  watch(showForm);
  watch(showProblems);
  watch(showUses);
  watch(showDemands);
  watch(() => void showStory());
  watch(() => void showBoard());
  watch(() => void showCards().then(showChecked));
  wire();
  listen();
  byId("uses", HTMLDetailsElement).open = byForms();
  if (first) select(first.file, first.path);
  else changed();
  // What was checked before this page was opened.
  follow();
  document.body.dataset.ready = "yes";
}

void start();
