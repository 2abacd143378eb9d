// What is wrong with the pack, with a way to each place; checks, and the comparison with the built-in pack.

import { byId, create, createButton, toast } from "./dom.js";
import { isRunning } from "./editor-checked.js";
import { isChecked, isUpToDate, mark, problems } from "./editor-marks.js";
import { lineOf, titleOf } from "./editor-names.js";
import { groups } from "./editor-list.js";
import { placeOfProblem } from "./editor-places.js";
import { writeAll } from "./editor-words.js";
import { ask, change, idOf, opened, select, shapeAt, state, valueAt } from "./editor-state.js";

/** @import { Problem, Way } from "./editor-types.d.ts" */

/** Shows the list of problems. */
export function showProblems() {
  const all = problems();
  const grave = all.filter((one) => one.grave).length;
  const mild = all.length - grave;
  byId("problem-count").textContent = all.length ? `${counted(grave, "error")}, ${counted(mild, "warning")}` : "";
  const none = isChecked() ? "It was played with, and nothing is wrong." : "None found. Check plays some games with it.";
  const items = all.map((problem, number) => problemElement(problem, number + 1));
  byId("problems").replaceChildren(...(items.length ? items : [create("p", "quiet", none)]));
  const button = document.getElementById("try");
  if (button instanceof HTMLButtonElement) button.disabled = grave > 0;
  showButton(grave, mild);
  const running = isRunning();
  byId("check", HTMLButtonElement).disabled = running && isUpToDate();
  byId("check").textContent = running ? (isUpToDate() ? "Checking…" : "Check again") : "Check";
}

/**
 * @param {number} count
 * @param {string} word
 */
const counted = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

/**
 * The button in the bar: how many there are of each kind.
 * @param {number} grave
 * @param {number} mild
 */
function showButton(grave, mild) {
  const button = byId("problems-next", HTMLButtonElement);
  button.disabled = !grave && !mild;
  const signs = [grave ? create("span", "count bad", String(grave)) : "", mild ? create("span", "count warn", String(mild)) : ""];
  button.replaceChildren(...signs.filter(Boolean), create("span", "", grave || mild ? "Problems" : "No problems"));
  button.setAttribute("aria-label", grave || mild ? `Problems: ${counted(grave, "error")}, ${counted(mild, "warning")}; go to the next` : "No problems");
}

/** The problem that the button leads to next. */
let next = 0;

/** Goes from one problem to the next. */
export function goOn() {
  const all = problems();
  const problem = all[next % all.length];
  next = all.length ? (next + 1) % all.length : 0;
  if (problem) goTo(problem);
}

/**
 * @param {Problem} problem
 * @param {number} number
 */
function problemElement(problem, number) {
  const card = create("div", problem.grave ? "problem grave" : "problem");
  card.append(mark(problem, number));
  const words = create("div", "problem-words");
  const head = subject(problem);
  if (head) words.append(create("strong", "", head));
  words.append(create("span", "", told(problem)));
  const where = [problem.file, problem.line ? `line ${problem.line}` : ""].filter(Boolean).join(", ");
  if (where) words.append(create("small", "quiet", where));
  card.append(words, ...mends(problem));
  if (problem.file) {
    const go = createButton("button small", "Go", () => goTo(problem));
    go.setAttribute("aria-label", `Go to problem ${number}`);
    card.append(go);
  }
  return card;
}

/** What a problem is about, by name. @param {Problem} problem */
function subject({ file, path }) {
  const item = file in opened().schema ? shown(file, path) : [];
  if (!item.some((step) => typeof step === "number")) return path.length ? titleOf(file, path.slice(0, 1)) : "";
  return lineOf({ file, path: item });
}

/** What is wrong with it, without the name that stands above. @param {Problem} problem */
function told({ file, path, text }) {
  const id = file in opened().schema ? idOf(valueAt(file, shown(file, path))) : "";
  const at = id ? text.indexOf(` ${id}`) : -1;
  const colon = text.indexOf(": ");
  const rest = at >= 0 && at < colon ? text.slice(at + id.length + 1).replace(/^[,:] /, "") : text;
  return rest.replaceAll("`", "").replace(/^./, (letter) => letter.toUpperCase());
}

/** Opens the form of a place, with the focus in the field. @param {Problem} problem */
function goTo(problem) {
  const { file, path } = problem;
  const lines = groups().flatMap(({ items }) => items);
  const place = file in opened().schema ? { file, path: shown(file, path) } : placeOfProblem(problem, lines);
  if (!place) return;
  select(place.file, place.path);
  const field = document.getElementById(`field:${file}:${path.join(".")}`);
  const first = field ?? byId("form").querySelector("[data-field]");
  if (first instanceof HTMLElement) first.focus();
}

/**
 * The innermost item or table on a way that has a form of its own.
 * @param {string} file
 * @param {Way} path
 */
function shown(file, path) {
  /** @type {Way} */
  let best = path.slice(0, 1);
  if (shapeAt(file, best).t !== "struct") best = [];
  path.forEach((step, at) => {
    const here = path.slice(0, at + 1);
    if (typeof step === "number" && idOf(valueAt(file, here)) && here.length <= 4) best = here;
    else if (typeof step === "number" && at === 1) best = here;
  });
  return best;
}

/** A button that solves what can be solved at once: words that are missing, or say what was. @param {Problem} problem */
function mends({ text, file, path }) {
  const missing = /write '([\w.-]+)' in words\.toml/.exec(text)?.[1];
  const stale = text.includes("described by the words of the game") && path.length > 1;
  const id = idOf(valueAt(file, path.slice(0, 2)));
  if (stale && id) return [createButton("button small", "Fix", () => void rewrite(id))];
  if (!missing) return [];
  const name = lineOf({ file, path: path.slice(0, 2) });
  return [createButton("button small", "Add the words", () => void change([{ file: "words.toml", op: "set", path: missing.split("."), value: name || "?" }]))];
}

/**
 * Writes the words of an item from what it does.
 * @param {string} id
 */
async function rewrite(id) {
  for (const family of Object.keys(/** @type {object} */ (valueAt("words.toml", []) ?? {}))) {
    if (await writeAll(`${family}.${id}.`)) return;
  }
  toast("This game has no words of its own for it: say it in words.toml.", "bad");
}

/** Shows how the pack differs from the built-in one. */
export async function compare() {
  const reply = await ask("compare");
  const files = Object.entries(/** @type {Record<string, string[]>} */ (reply.result ?? {}));
  const parts = files.flatMap(([file, text]) => {
    const block = create("pre", "difference");
    for (const line of text) {
      const kind = line.startsWith("+") ? "plus" : line.startsWith("-") ? "minus" : line.startsWith("@@") ? "at" : "";
      block.append(create("span", kind, `${line}\n`));
    }
    return [create("h3", "", `${file}: ${text.filter((line) => /^[+]/.test(line)).length} lines differ`), block];
  });
  byId("compare-heading").textContent = "Against the built-in pack";
  byId("compare-text").replaceChildren(...(parts.length ? parts : [create("p", "", "Everything is as in the built-in pack.")]));
  byId("compare-dialog", HTMLDialogElement).showModal();
}

/** Opens a table with the pack. */
export async function tryIt() {
  const button = byId("try", HTMLButtonElement);
  button.disabled = true;
  button.textContent = "Checking…";
  const reply = await ask("try");
  button.textContent = "Try it at a table";
  button.disabled = false;
  if (reply.error) toast(reply.error, "bad", true);
  else location.assign(String(reply.result));
  state.tool = "move";
}
