// Sentences as the server sends them in parts: text, players, dice, places and symbols of the game.

import { create } from "./dom.js";

/** @import { Bit } from "./types.d.ts" */

const SVG = "http://www.w3.org/2000/svg";

/** @param {Bit} bit */
function symbol({ text, ref }) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "ic");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", text);
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#i-${ref}`);
  svg.append(use);
  return svg;
}

/** @param {Bit} bit */
function place({ text, ref }) {
  const element = create("span", "place", text);
  element.dataset.place = ref;
  return element;
}

/** @type {Record<string, (bit: Bit) => Node | string>} */
const KINDS = {
  seat: ({ text, ref }) => create("span", `who seat-${Number(ref) % 6}`, text),
  die: ({ text }) => create("span", "die", text),
  strong: ({ text }) => create("strong", "", text),
  icon: symbol,
  place,
};

/** What belongs to the symbol or the die before it, and so never begins a line. */
const TIED = /^(?:[,.;:)!?]+|\s?(?:\d+ )?: \d+)/u;
const DRAWN = ["die", "icon"];

/**
 * The parts of a sentence as nodes.
 * @param {Bit[]} parts
 */
export function bits(parts) {
  /** @type {(Node | string)[]} */
  const said = [];
  parts.forEach((bit, index) => {
    const [tied = ""] = DRAWN.includes(parts[index - 1]?.kind) && !KINDS[bit.kind] ? TIED.exec(bit.text) ?? [] : [];
    if (tied) {
      const both = create("span", "tied");
      both.append(said.pop() ?? "", tied);
      said.push(both, bit.text.slice(tied.length));
    } else said.push(KINDS[bit.kind]?.(bit) ?? bit.text);
  });
  return said;
}
