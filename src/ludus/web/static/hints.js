// The hint: asks what the strongest bot would choose, and points at it. Nothing is played by it.

import { byId, on, post, toast } from "./dom.js";
import { lightPlaces } from "./choices.js";

let asking = false;
/** The decision that the shown hint is about. */
let shown = "";

const question = () => byId("choices")?.dataset ?? {};

function clear() {
  shown = "";
  byId("hint-list")?.replaceChildren();
}

/** After every patch: the button is there while there is something to choose, old hints go. */
export function sync() {
  const button = byId("ask-hint");
  if (!button) return;
  const { seat, decision } = question();
  button.hidden = seat === undefined;
  if (shown && decision !== shown) clear();
}

function row({ action, label, worth }) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "hint-choice";
  button.dataset.hint = action;
  const share = document.createElement("span");
  share.className = "hint-share";
  share.textContent = `${Math.round(worth * 100)} %`;
  const words = document.createElement("span");
  words.textContent = label;
  button.append(share, words);
  button.setAttribute("aria-label", `${label}: chance to win about ${Math.round(worth * 100)} percent`);
  item.append(button);
  return item;
}

function show(choices) {
  const title = document.createElement("p");
  title.className = "hint-title";
  title.textContent = "The strongest bot would choose:";
  const list = document.createElement("ol");
  list.append(...choices.map(row));
  const close = document.createElement("button");
  close.type = "button";
  close.className = "button quiet";
  close.id = "close-hint";
  close.textContent = "Close";
  byId("hint-list").replaceChildren(title, list, close);
}

async function ask() {
  const { seat, decision } = question();
  if (asking || seat === undefined) return;
  asking = true;
  const button = byId("ask-hint");
  button.setAttribute("aria-busy", "true");
  clear();
  byId("hint-list").append("Thinking …");
  shown = decision;
  const { ok, data } = await post(`${document.body.dataset.url}/hint`, { seat: Number(seat) });
  asking = false;
  button.removeAttribute("aria-busy");
  if (question().decision !== decision) clear();
  else if (ok) show(data.choices);
  else {
    clear();
    toast(data.error, "bad");
  }
}

const choiceOf = (button) => byId(`choice-${button.dataset.hint}`);
const placesOf = (button) => choiceOf(button)?.dataset.places ?? "";

/** Takes the player to the choice itself, on the board or among the buttons. */
function point(button) {
  const choice = choiceOf(button);
  if (!choice) return;
  const list = choice.closest("#choice-list");
  if (list && !choice.checkVisibility()) document.querySelector("[data-toggles=choice-list]")?.click();
  choice.focus();
}

export function onKey(event) {
  if (event.key === "Escape" && shown) {
    clear();
    return true;
  }
  if (event.key !== "h" || !byId("ask-hint") || byId("ask-hint").hidden) return false;
  ask();
  return true;
}

export function start() {
  if (!byId("ask-hint")) return;
  on("click", "#ask-hint", ask);
  on("click", "#close-hint", () => {
    clear();
    byId("ask-hint").focus();
  });
  on("click", "[data-hint]", (_event, button) => point(button));
  for (const [type, lit] of [["mouseover", true], ["mouseout", false], ["focusin", true], ["focusout", false]]) {
    on(type, "[data-hint]", (_event, button) => lightPlaces(placesOf(button), lit));
  }
  sync();
}
