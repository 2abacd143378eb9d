// The problems of a pack by number, and the marks that show a number where its place is shown.

import { create } from "./dom.js";
import { opened } from "./editor-state.js";

/** @import { Problem, Way } from "./editor-types.d.ts" */

/** What the last check found by playing; forgotten with the next change. */
export const checked = /** @type {{ revision: string, problems: Problem[] }} */ ({ revision: "", problems: [] });

/** Whether the pack was checked as it is now. */
export const isChecked = () => checked.revision === opened().status.revision;

/** Everything that is known to be wrong, what must be solved first. @returns {Problem[]} */
export function problems() {
  const all = [...opened().status.problems, ...(isChecked() ? checked.problems : [])];
  return [...all.filter((one) => one.grave), ...all.filter((one) => !one.grave)];
}

/**
 * The problems at a place or inside of it, with their numbers.
 * @param {string} file
 * @param {Way} path
 * @returns {{ problem: Problem, number: number }[]}
 */
export function problemsIn(file, path) {
  return problems().flatMap((problem, at) =>
    problem.file === file && path.every((step, depth) => problem.path[depth] === step) ? [{ problem, number: at + 1 }] : [],
  );
}

/**
 * The mark of a place: the number of its first problem; null if nothing is wrong there.
 * @param {string} file
 * @param {Way} path
 */
export function markOf(file, path) {
  const [first] = problemsIn(file, path);
  return first ? mark(first.problem, first.number) : null;
}

/**
 * What is wrong, for a place that says itself which one it is: without the items that it is in.
 * @param {Problem} problem
 */
export const reasonOf = ({ text }) => text.replace(/^[\w ]+(?:, [^,:]+)*: /, "").replaceAll("`", "");

/**
 * A number in the shape of its kind: an octagon must be solved, a triangle is to be looked at.
 * @param {Problem} problem
 * @param {number} number
 */
export function mark(problem, number) {
  const sign = create("span", problem.grave ? "count bad" : "count warn", String(number));
  sign.title = problem.text;
  return sign;
}
