// The game's symbols, which the sprite of the cards brings.

import { shape } from "./dom.js";

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
