// Moments worth stopping for. That of the open decision comes with the page (#moment); one that
// happened is kept with its line of the log, shown when it comes (#told) and opened again from there.

import { byId, closest, first, on } from "./dom.js";
import { animated, settings } from "./settings.js";

/** How long, in ms, a moment stays that nobody has to answer. */
const STAYS = { instant: 4000, quick: 8000, calm: 14000 };

/** The key of the open decision's moment that was closed. */
let closed = "";
/** The key of the open decision's moment that was there last. */
let shown = "";
let timer = 0;

const told = () => byId("told");

/** To be called after every patch: a new moment opens, a closed one stays closed. */
export function sync() {
  const moment = byId("moment");
  const { moment: key = "" } = moment.dataset;
  if (key !== closed) closed = "";
  moment.classList.toggle("js-folded", closed !== "");
  moment.classList.toggle("js-unfolded", key !== "" && closed === "");
  // What has to be answered takes the place of what was told before.
  if (key && key !== shown) closeTold();
  shown = key;
}

/**
 * Shows the moment of a line.
 * @param {Element | null | undefined} line
 */
export function open(line) {
  const kept = line?.querySelector("template");
  if (!kept) return false;
  clearTimeout(timer);
  told().replaceChildren(kept.content.cloneNode(true));
  told().classList.remove("js-high");
  told().hidden = false;
  told().classList.add("js-shown");
  return true;
}

/**
 * New lines have come: shows the last moment among them for a while.
 * @param {Element[]} lines
 */
export function follow(lines) {
  const line = lines.filter((each) => each.querySelector("template")).at(-1);
  // What has to be answered is on the page already.
  if (!line || !byId("moment").hidden || !open(line)) return;
  // A battle is read at one's own pace.
  if (first("[data-stays]", told())) return;
  const stays = STAYS[/** @type {keyof typeof STAYS} */ (settings.bots)] ?? STAYS.quick;
  timer = setTimeout(() => !told().matches(":hover, :focus-within") && close(), stays);
}

/** Closes what was told. True if anything was. */
export function closeTold() {
  clearTimeout(timer);
  if (told().hidden) return false;
  told().hidden = true;
  told().classList.remove("js-shown");
  told().replaceChildren();
  return true;
}

/** Closes what is open. True if anything was. */
export function close() {
  if (closeTold()) return true;
  const moment = byId("moment");
  if (moment.hidden || moment.classList.contains("js-folded")) return false;
  closed = moment.dataset.moment ?? "";
  moment.classList.replace("js-unfolded", "js-folded");
  return true;
}

/**
 * @param {KeyboardEvent} event
 */
export const onKey = ({ key }) => key === "Escape" && close();

export function start() {
  on("click", "[data-close-moment]", close);
  on("click", "[data-open-moment]", (event) => open(closest(event, ".line")));
  // What happened is clicked away anywhere on it.
  told().addEventListener("click", (event) => {
    if (!closest(event, "a, button, summary")) close();
  });
  document.addEventListener("taken", closeTold);
  // A click beside it puts it away as well; the decision's own buttons are elsewhere.
  byId("stage").addEventListener("click", (event) => {
    if (!closest(event, ".moment") && animated()) close();
  });
  sync();
}
