// The player aid over the table: fetched once, the first time that it is asked for.

import { byId, find, on } from "./dom.js";

/** Shows the aid; the list of keys where a game has none. */
export async function openAid() {
  const here = find("aid-here");
  const shown = here && (here.childElementCount > 0 || (await load(here)));
  byId(shown ? "aid-dialog" : "keys", HTMLDialogElement).showModal();
}

/** @param {HTMLElement} here */
async function load(here) {
  const answer = await fetch(here.dataset.src ?? "").catch(() => null);
  if (!answer?.ok) return false;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const aid = page.getElementById("aid");
  if (aid) here.replaceChildren(document.adoptNode(aid));
  return aid !== null;
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
}

function showKeys() {
  byId("aid-dialog", HTMLDialogElement).close();
  byId("keys", HTMLDialogElement).showModal();
}
