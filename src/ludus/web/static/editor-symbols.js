// The game's symbols, which the sprite of the cards brings, and the page's own icons.

import { create, shape } from "./dom.js";

/** What the page's components name symbols by. */
const PREFIX = "i-";

/**
 * A symbol of the game.
 * @param {string} key
 */
export function symbol(key) {
  const sign = shape("svg", { class: "ic", "aria-hidden": "true" });
  sign.append(shape("use", { href: `#${PREFIX}${key}` }));
  return sign;
}

/**
 * One of the page's own icons, in the file from which the page has the others.
 * @param {string} name
 */
export function lineIcon(name) {
  const icon = document.querySelector("#saved .icon")?.cloneNode(true);
  const use = icon instanceof SVGElement ? icon.querySelector("use") : null;
  use?.setAttribute("href", (use.getAttribute("href") ?? "").replace("#check", `#${name}`));
  return icon instanceof Element ? icon : create("i");
}

/** The shapes of the first seats, in their colours. @param {number} count */
export const seatMarks = (count) =>
  Array.from({ length: count }, (_, seat) => {
    const mark = lineIcon(`seat-${seat}`);
    mark.classList.add("mark", `seat-${seat}`);
    return mark;
  });
