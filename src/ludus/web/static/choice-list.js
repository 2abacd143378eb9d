// The list of all choices that can be opened in the bar.

import { find, first } from "./dom.js";

const toggleButton = () => first("[data-toggles=choice-list]");

export const listOpen = () => find("choice-list")?.classList.contains("js-open") ?? false;

export function toggleList() {
  if (listOpen()) closeList();
  else {
    openList();
    find("choice-list")?.querySelector("button")?.focus();
  }
}

export function openList() {
  setOpen(true);
}

/** Focus in the list returns to the button that opens it. */
export function closeList() {
  const hadFocus = find("choice-list")?.contains(document.activeElement);
  setOpen(false);
  if (hadFocus) toggleButton()?.focus();
}

/** One thing at a time: a menu that is opened closes the list. */
export function start() {
  document.addEventListener("toggle", ({ target }) => {
    if (target instanceof HTMLDetailsElement && target.open && target.matches(".menu")) closeList();
  }, true);
}

/** @param {boolean} open */
function setOpen(open) {
  const list = find("choice-list");
  if (!list) return;
  list.classList.toggle("js-open", open);
  for (const button of list.querySelectorAll("button")) button.tabIndex = open ? 0 : -1;
  toggleButton()?.setAttribute("aria-expanded", String(open));
}
