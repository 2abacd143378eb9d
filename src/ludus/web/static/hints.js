// Hints: what the strongest bot would choose, in three steps: a nudge says where to look, an idea what to
// go for, and the moves name them with everybody's chances. A hint plays nothing by itself.

import { all, byId, create, createButton, find, first, on, post, toastError } from "./dom.js";
import { highlight } from "./choice-places.js";
import { setLetters } from "./overlay.js";
import { bits } from "./sentence.js";

/** @import { HintChoice } from "./types.d.ts" */

const LETTERS = ["A", "B", "C"];
const LEVELS = ["nudge", "idea", "moves"];
/** @type {Record<string, string>} */
const WORDS = { nudge: "Nudge", idea: "Idea", moves: "Moves" };

let asking = false;
/** The number of the decision that the shown hint is about. */
let shownFor = "";
/** @type {HintChoice[]} */
let choices = [];
let level = "nudge";
/** Which of the moves the button plays. */
let picked = 0;

/** The seat and number of the open decision. */
const question = () => find("choices")?.dataset ?? {};

/** The places that the best move is about: where to look; else where the moves are. */
const area = () => {
  const about = (choices[0]?.area ?? []).filter(({ kind }) => kind === "place").map(({ ref }) => ref);
  return about.length ? about : choices.flatMap((choice) => choice.places);
};

/** @param {boolean} lit */
const lightAll = (lit) => highlight(area().join(" "), lit);

/** Takes away what is shown. */
export function clear() {
  lightAll(false);
  setLetters([]);
  shownFor = "";
  choices = [];
  find("hint-list")?.replaceChildren();
}

/** To be called after every patch: shows the button while there is a choice, removes an old hint. */
export function sync() {
  const button = find("ask-hint");
  if (!button) return;
  const { seat, decision } = question();
  button.hidden = seat === undefined;
  if (shownFor && decision !== shownFor) clear();
}

/** @param {number} share from 0 to 1 */
const percent = (share) => Math.round(share * 100);

/**
 * Everybody's chances as a bar in their colours; they add up to 100.
 * @param {number[]} chances
 */
function winBar(chances) {
  const bar = create("span", "win-bar");
  bar.setAttribute("aria-hidden", "true");
  chances.forEach((share, seat) => {
    const part = create("span", `seat-${seat % 6} w-${Math.max(1, percent(share))}`, share >= 0.08 ? String(percent(share)) : "");
    bar.append(part);
  });
  return bar;
}

/**
 * @param {HintChoice} choice
 * @param {number} index
 */
function move(choice, index) {
  const button = createButton("hint-choice", "");
  button.dataset.hint = choice.action;
  if (choices.length > 1) button.setAttribute("aria-pressed", String(index === picked));
  const sure = choice.chances.length > 0;
  button.append(create("span", "hint-letter", LETTERS[index]), create("span", "hint-label", choice.label));
  if (sure) button.append(winBar(choice.chances), create("span", "hint-share", `${percent(choice.worth)} %`));
  if (choice.goal.length || choice.why.length) {
    const why = create("span", "hint-why");
    if (choice.goal.length) why.append(choice.sure ? "You would " : "You could ", ...bits(choice.goal), ". ");
    why.append(...bits(choice.why));
    button.append(why);
  }
  const chance = sure ? `: your chance to win about ${percent(choice.worth)} percent` : "";
  button.setAttribute("aria-label", `${LETTERS[index]}, ${choice.label}${chance}`);
  const item = create("li");
  item.append(button);
  return item;
}

function nudge() {
  const [best] = choices;
  const text = create("p");
  if (best.area.length) text.append("Look at ", ...bits(best.area), ".");
  else text.append(choices.length > 1 ? "One of the places in the light is best." : "There is one good move here.");
  return text;
}

function idea() {
  const [best, next] = choices;
  const text = create("p");
  if (best.goal.length) text.append("Try to ", ...bits(best.goal), ". ");
  else if (best.why.length) text.append(...bits(best.why), ". ");
  if (next && best.chances.length) {
    const gap = percent(best.worth) - percent(next.worth);
    text.append(gap >= 2 ? `One move is ${gap} % better than anything else.` : "There is more than one good way.");
  }
  return text;
}

function moves() {
  const list = create("ol", "hint-moves");
  list.append(...choices.map(move));
  return list;
}

/** The button that plays the move that was looked at last. */
function playButton() {
  const row = create("div", "hint-foot");
  const play = createButton("button primary", `Play ${LETTERS[picked]}`);
  play.id = "play-hint";
  const [best, ...others] = choices.map(({ worth }) => percent(worth));
  const equal = others.length && others.every((each) => each === best);
  const note = equal ? "Equally good. The bars show everybody's chance to win." : "Your chance to win after it, and everybody's.";
  row.append(play, create("span", "hint-note", note));
  return row;
}

/** @type {Record<string, () => HTMLElement>} */
const BODIES = { nudge, idea, moves };

function levelSwitch() {
  const group = create("div", "hint-levels");
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", "How much to tell");
  for (const key of LEVELS) {
    const button = createButton("", WORDS[key]);
    button.dataset.hintLevel = key;
    button.setAttribute("aria-pressed", String(key === level));
    group.append(button);
  }
  return group;
}

function show() {
  const several = choices[0]?.chances.length || choices.length > 1;
  const head = create("div", "hint-head");
  const close = createButton("button quiet square", "\u00d7");
  close.id = "close-hint";
  close.ariaLabel = "Close";
  head.append(create("h2", "", "Hint"), ...(several ? [levelSwitch()] : []), close);
  const said = [head, several ? BODIES[level]() : moves()];
  if (level === "moves" && choices[0]?.chances.length) {
    said.push(playButton());
  }
  byId("hint-list").replaceChildren(...said);
  lightAll(level === "nudge");
  setLetters(
    level === "moves"
      ? choices.map((choice, index) => ({ places: choice.places, letter: LETTERS[index] }))
      : [],
  );
}

/**
 * Shows one move, without others to choose from.
 * @param {HintChoice} choice
 */
export function reveal(choice) {
  clear();
  shownFor = question().decision ?? "";
  choices = [choice];
  picked = 0;
  level = "moves";
  show();
  first("[data-hint]")?.focus();
}

async function ask() {
  const { seat, decision } = question();
  if (asking || seat === undefined) return;
  asking = true;
  const button = byId("ask-hint");
  button.setAttribute("aria-busy", "true");
  clear();
  byId("hint-list").append(create("p", "", "Thinking …"));
  shownFor = decision ?? "";
  const outcome = await post(`${document.body.dataset.url}/hint`, { seat: Number(seat) });
  asking = false;
  button.removeAttribute("aria-busy");
  // Nobody waits any more, or for something else.
  if (!shownFor || question().decision !== decision) clear();
  else if (outcome.ok && outcome.data.choices?.length) {
    choices = outcome.data.choices;
    picked = 0;
    show();
  } else {
    clear();
    if (!outcome.ok) toastError(outcome);
  }
}

/** @param {HTMLElement} button */
const choiceOf = (button) => find(`choice-${button.dataset.hint}`);

/**
 * Takes the player to the choice itself, on the board or among the buttons.
 * @param {HTMLElement} button
 */
function focusChoice(button) {
  const choice = choiceOf(button);
  if (!choice) return;
  const list = choice.closest("#choice-list");
  if (list && !choice.checkVisibility()) first("[data-toggles=choice-list]")?.click();
  choice.focus();
}

/**
 * The keys of hints. True if the key was one.
 * @param {KeyboardEvent} event
 */
export function onKey(event) {
  if (event.key === "Escape" && shownFor) {
    clear();
    return true;
  }
  const button = find("ask-hint");
  if (event.key !== "h" || !button || button.hidden) return false;
  // Asked again, a hint says more.
  if (choices.length && level !== "moves") {
    level = LEVELS[LEVELS.indexOf(level) + 1];
    show();
  } else if (choices.length < 2) {
    level = "nudge";
    ask();
  }
  return true;
}

export function start() {
  if (!find("ask-hint")) return;
  on("click", "#ask-hint", () => {
    level = "nudge";
    ask();
  });
  on("click", "#close-hint", () => {
    clear();
    byId("ask-hint").focus();
  });
  on("click", "[data-hint-level]", (_event, button) => {
    level = button.dataset.hintLevel ?? "nudge";
    show();
    first(`[data-hint-level=${level}]`)?.focus();
  });
  on("click", "[data-hint]", (_event, button) => {
    picked = choices.findIndex(({ action }) => action === button.dataset.hint);
    for (const each of all("[data-hint][aria-pressed]")) each.setAttribute("aria-pressed", String(each === button));
    const play = find("play-hint");
    if (play) play.textContent = `Play ${LETTERS[picked]}`;
    focusChoice(button);
  });
  on("click", "#play-hint", () => find(`choice-${choices[picked]?.action}`)?.click());
  /** @param {boolean} lit */
  const light = (lit) => (/** @type {Event} */ _event, /** @type {HTMLElement} */ button) =>
    highlight(choiceOf(button)?.dataset.places, lit);
  on("mouseover", "[data-hint]", light(true));
  on("focusin", "[data-hint]", light(true));
  on("mouseout", "[data-hint]", light(false));
  on("focusout", "[data-hint]", light(false));
  sync();
}
