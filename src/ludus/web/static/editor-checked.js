// What is known of the item at hand: how it reads and looks, and what games with the pack have shown.

import { byId, create, toast } from "./dom.js";
import { cardOf, heights } from "./editor-card.js";
import { wordsOf } from "./editor-items.js";
import { checked, isChecked, problemsIn } from "./editor-marks.js";
import { kindOf, lineOf, titleOf } from "./editor-names.js";
import { playsOf } from "./editor-plays.js";
import { ask, changed, idOf, isTable, opened, state, valueAt } from "./editor-state.js";

/** @import { Checked, Count, Problem, Reply, Spot, Story } from "./editor-types.d.ts" */

/** How long, in ms, until it is asked again how far a check is. */
const PAUSE = 1000;
/** Used by fewer seats, a figure says little. */
const ENOUGH = 30;
/** So many points more than the next one is far. */
const FAR = 1.5;

/** @typedef {{ sign: "good" | "warn" | "bad" | "wait" | "open", words: string }} Row */

/** @type {{ of: string, story: Story | null }} */
const known = { of: "", story: null };

/**
 * What the file says of the item, once it is known.
 * @param {Spot} spot
 * @param {Story} story
 */
export function knowStory(spot, story) {
  known.of = `${spot.file} ${spot.path.join(".")}`;
  known.story = story;
  showChecked();
}

/** Shows the list for what is selected. */
export function showChecked() {
  const spot = state.selected;
  const rows = spot ? [...ownRows(spot), ...playedRows(spot)] : [];
  byId("checked").hidden = !rows.length;
  byId("checked-list").replaceChildren(...rows.map(rowElement));
  const latest = checked.latest;
  const stale = latest !== null && !isOf(latest);
  byId("checked-state").textContent = latest === null ? "not played yet" : stale ? "from before your last change" : "";
  byId("checked").classList.toggle("stale", stale);
}

const SIGNS = { good: "✓", warn: "!", bad: "✕", wait: "…", open: "–" };
const SAID = { good: "Good:", warn: "Look at this:", bad: "Wrong:", wait: "Going on:", open: "Not known:" };

/** @param {Row} row */
function rowElement({ sign, words }) {
  const line = create("li", "demand");
  const mark = create("span", `sign ${sign}`, SIGNS[sign]);
  mark.setAttribute("aria-hidden", "true");
  line.append(mark, create("span", "heard", `${SAID[sign]} `), create("span", "", words));
  return line;
}

/**
 * What is known at once.
 * @param {Spot} spot
 * @returns {Row[]}
 */
function ownRows(spot) {
  const item = typeof spot.path.at(-1) === "number";
  /** @type {Row[]} */
  const rows = [];
  const wrong = problemsIn(spot.file, spot.path).length;
  rows.push(wrong ? { sign: "bad", words: `${wrong} of its values ${wrong === 1 ? "is" : "are"} wrong, see above` } : { sign: "good", words: "every value can be read and carried out" });
  if (!item) return rows;
  const words = wordsOf(spot);
  if (words.length) rows.push(signsRow(words));
  if (cardOf(spot)) rows.push(fitsRow(spot));
  const story = known.of === `${spot.file} ${spot.path.join(".")}` ? known.story : null;
  if (story?.others) rows.push(othersRow(spot, story));
  return rows;
}

/**
 * Whether each sign in its texts becomes a symbol.
 * @param {Spot[]} words
 * @returns {Row}
 */
function signsRow(words) {
  const signs = Object.keys(opened().boards.signs);
  const wrong = words.flatMap(({ file, path }) => problemsIn(file, path));
  if (wrong.length) return { sign: "warn", words: "its words need a look, see above" };
  if (!signs.length) return { sign: "good", words: "it has all its words" };
  const texts = words.map(({ file, path }) => String(valueAt(file, path) ?? "")).join(" ");
  const loose = [...texts.matchAll(/(?<![\p{L}\d'’-])([b-hj-z]|[a-z]+\d+)(?![\p{L}\d'’-])/gu)].map((match) => match[1] ?? "");
  const unknown = [...new Set(loose.filter((one) => !signs.includes(one)))];
  return unknown.length ? { sign: "warn", words: `no symbol for ${unknown.join(", ")}` } : { sign: "good", words: "every icon letter is known" };
}

/**
 * Whether its card is no higher than others are.
 * @param {Spot} spot
 * @returns {Row}
 */
function fitsRow(spot) {
  const found = heights(spot);
  if (!found || !found.others) return { sign: "good", words: "the game draws it" };
  const more = found.own / found.others;
  return more > 1.05 ? { sign: "warn", words: `its text is longer than any other: the card is ${Math.round(100 * (more - 1))} % higher` } : { sign: "good", words: "text fits the card" };
}

/**
 * How many of the other items are as in the box.
 * @param {Spot} spot
 * @param {Story} story
 * @returns {Row}
 */
function othersRow(spot, { others, same }) {
  const many = `other ${others === 1 ? kindOf(spot).toLowerCase() : titleOf(spot.file, spot.path.slice(0, -1)).toLowerCase()}`;
  return same === others ? { sign: "good", words: `${others} ${many} unchanged` } : { sign: "open", words: `${others - same} of ${others} ${many} changed too` };
}

// Games --------------------------------------------------------------------------------------------

/** @param {Checked} latest */
const isOf = (latest) => latest.revision === opened().status.revision;

/**
 * What a check has found out about it by playing.
 * @param {Spot} spot
 * @returns {Row[]}
 */
function playedRows(spot) {
  const latest = checked.latest;
  if (!latest) return [{ sign: "open", words: "not played with: press Check" }];
  const { state: at, bots, most, games, moves } = latest;
  if (at === "reading") return [{ sign: "wait", words: "it is read" }];
  if (at === "playing") return [{ sign: "wait", words: "it is played at random, to see what breaks" }];
  if (at === "failed") return [{ sign: "bad", words: "the check found what is wrong, see above" }];
  const old = isOf(latest) ? "good" : "open";
  /** @type {Row[]} */
  const rows = [{ sign: old, words: `${moves} moves in ${games} random games broke nothing` }];
  if (at === "bots") rows.push({ sign: "wait", words: `bots play: ${bots} of ${most} games` });
  else rows.push({ sign: old, words: `bots played ${bots} games to their end` });
  for (const { title, count } of figuresOf(spot)) rows.push(usedRow(title, count, at === "done", old));
  return rows;
}

/**
 * @param {string} title
 * @param {Count | undefined} count
 * @param {boolean} done
 * @param {"good" | "open"} good
 * @returns {Row}
 */
function usedRow(title, count, done, good) {
  if (!count?.could) return { sign: done ? "warn" : "wait", words: `${title}: it never came up` };
  if (!count.used) return { sign: done ? "warn" : "wait", words: `${title}: no bot did, of ${count.could} who could` };
  return { sign: good, words: `${title}: ${count.used} of ${count.could} who could` };
}

/**
 * How often bots used an item, in each way there is.
 * @param {Spot} spot
 * @returns {{ title: string, chance: boolean, count: Count | undefined }[]}
 */
export function figuresOf(spot) {
  const counts = checked.latest?.counts ?? [];
  const ways = playsOf(spot).filter(({ play }) => !play.of || hasWays(spot, play.of));
  return ways.map(({ number, play, item }) => ({ title: play.told || play.title.toLowerCase(), chance: play.chance, count: counts[number]?.[String(item)] }));
}

/**
 * @param {Spot} spot
 * @param {string} of
 */
function hasWays({ file, path }, of) {
  const list = valueAt(file, [...path, of]);
  return Array.isArray(list) && list.length > 0;
}

/** What bots gain by an item far more than by those beside it, as a warning. @returns {Problem[]} */
export function strongest() {
  const latest = checked.latest;
  if (!latest || latest.state !== "done" || !isOf(latest)) return [];
  return opened().boards.group.flatMap(({ list, by }) => {
    const [file = "", key = "", ...more] = list.split(" ");
    const items = more.length ? undefined : valueAt(file, [key]);
    if (!Array.isArray(items)) return [];
    const parts = new Map();
    items.forEach((item, number) => {
      const spot = { file, path: [key, number] };
      const counts = figuresOf(spot).filter(({ chance, count }) => !chance && count && count.used >= ENOUGH);
      const gains = counts.map(({ count }) => (count ? count.gain / count.used : 0));
      const part = isTable(item) ? String(item[by] ?? "") : "";
      if (gains.length) parts.set(part, [...(parts.get(part) ?? []), { spot, gain: Math.max(...gains) }]);
    });
    return [...parts.values()].flatMap((found) => {
      const [best, next] = [...found].sort((one, other) => other.gain - one.gain);
      if (!next || best.gain < next.gain + FAR || best.gain < 2 * next.gain) return [];
      const name = idOf(valueAt(best.spot.file, best.spot.path)) || lineOf(best.spot);
      const why = `${kindOf(best.spot).toLowerCase()} ${name}: strongest by far. Bots that used it had ${best.gain.toFixed(1)} points more than their table, next is ${lineOf(next.spot)} with ${next.gain.toFixed(1)}`;
      return [{ text: why, file, line: 0, path: best.spot.path, grave: false }];
    });
  });
}

let timer = 0;

/** Begins a check, which goes on while one edits. */
export async function check() {
  const reply = await ask("check");
  if (reply.error) {
    toast(reply.error, "bad", true);
    return;
  }
  checked.latest = { state: "reading", revision: opened().status.revision, said: "", games: 0, moves: 0, bots: 0, most: 0, counts: [], problems: [] };
  changed();
  follow();
}

/** Asks how far the check is, until it is done. */
export function follow() {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    const { result } = /** @type {Reply<Checked>} */ (await ask("checked"));
    if (!result) return;
    const before = checked.latest;
    checked.latest = { ...result, revision: result.revision || before?.revision || "" };
    const running = isRunning();
    if (before?.state !== result.state || !running) {
      checked.warnings = strongest();
      changed();
    } else {
      showChecked();
      document.dispatchEvent(new CustomEvent("pack-figures"));
    }
    if (running) follow();
    else if (before && before.state !== result.state && result.state === "done" && isChecked()) toast("It has everything the rulebook demands, and can be played with.", "good");
  }, PAUSE);
}

/** Whether a check goes on. */
export const isRunning = () => checked.latest !== null && !["done", "failed"].includes(checked.latest.state);
