// What the page itself says of a thing, in its own words: `data-tells`, what buttons are called, and what
// a choice does.

import { create } from "./dom.js";

/**
 * A thing to press, other than a choice: what it does is its title, or else its name.
 * @param {Element} element
 */
export const controlAt = (element) => element.closest("button:not(.choice-button), a[href], summary, input[aria-label]");

/**
 * What the page itself says of a thing.
 * @param {Element} element
 */
export function ownWords(element) {
  const told = element.getAttribute("data-tells") ?? element.getAttribute("title");
  return [told || element.getAttribute("aria-label") || (element.textContent ?? "")];
}

/**
 * What a choice is and does.
 * @param {Element} button
 */
export function choiceWords(button) {
  const [name, does] = [".choice-label", ".choice-hint"].map((part) => button.querySelector(part)?.cloneNode(true));
  const label = create("strong");
  label.append(...(name?.childNodes ?? []));
  return does ? [label, " ", ...does.childNodes] : [label];
}
