// The player aid over the table: fetched once, the first time that it is asked for.

import { fit } from "./aid-fit.js";
import { byId, find, on } from "./dom.js";
import { drawPositions } from "./positions.js";

/** So much of the window's height the dialog has at most. */
const MOST = 0.98;

/** Shows the aid; the list of keys where a game has none. */
export async function openAid() {
  const here = find("aid-here");
  const shown = here && (here.childElementCount > 0 || (await load(here)));
  byId(shown ? "aid-dialog" : "keys", HTMLDialogElement).showModal();
  if (shown) fill();
}

/** As large as the dialog allows. */
function fill() {
  const dialog = byId("aid-dialog");
  const aid = find("aid");
  if (aid) fit(aid, () => dialog.scrollHeight <= dialog.clientHeight && dialog.offsetHeight < innerHeight * MOST);
}

/** @param {HTMLElement} here */
async function load(here) {
  const answer = await fetch(here.dataset.src ?? "").catch(() => null);
  if (!answer?.ok) return false;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const aid = page.getElementById("aid");
  if (!aid) return false;
  here.replaceChildren(document.adoptNode(aid));
  drawPositions(here);
  return true;
}

/** The same key again, in the open aid, leads to the list of keys. */
export function start() {
  find("aid-dialog")?.addEventListener("keydown", (event) => {
    if (event.key !== "?") return;
    event.preventDefault();
    event.stopPropagation();
    showKeys();
  });
  on("click", "[data-aid]", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    openAid();
  });
  on("click", "#aid-keys", showKeys);
  addEventListener("resize", () => {
    if (byId("aid-dialog", HTMLDialogElement).open) fill();
  });
}

function showKeys() {
  byId("aid-dialog", HTMLDialogElement).close();
  byId("keys", HTMLDialogElement).showModal();
}
