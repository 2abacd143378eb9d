// What the rulebook counts, against what the pack has.

import { byId, create } from "./dom.js";
import { isTable, itemsOf, opened, state } from "./editor-state.js";

/** @import { Demand } from "./editor-types.d.ts" */

/** Shows how many there are of everything that the box has a number of. */
export function showDemands() {
  const all = opened().boards.demand;
  const box = byId("demands");
  // What is about the file at hand comes first; a small screen has no room for all.
  const here = all.filter(({ list }) => list.split(" ")[0] === state.selected?.file);
  const rows = (here.length ? here : all).map((demand) => ({ demand, found: counted(demand) }));
  box.hidden = !rows.length;
  const right = rows.filter(({ demand, found }) => demand.count === found).length;
  byId("demand-count").textContent = `${right} of ${rows.length}`;
  byId("demand-list").replaceChildren(...rows.map(({ demand, found }) => row(demand, found)));
}

/**
 * @param {Demand} demand
 * @param {number} found
 */
function row({ title, count }, found) {
  const right = found === count;
  const line = create("li", right ? "demand" : "demand off");
  const sign = create("span", right ? "sign good" : "sign warn", right ? "✓" : "!");
  sign.setAttribute("aria-hidden", "true");
  line.append(sign, create("span", "", right ? `${count} ${title}` : `${found} of ${count} ${title}`));
  return line;
}

/** @param {Demand} demand */
function counted({ list, where, sum }) {
  const fitting = itemsOf(list).filter(({ item }) => Object.entries(where).every(([key, value]) => item[key] === value));
  if (!sum) return fitting.length;
  return fitting.reduce((total, { item }) => total + (isTable(item) ? Number(item[sum] ?? 0) : 0), 0);
}
