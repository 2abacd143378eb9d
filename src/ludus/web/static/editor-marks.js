// The problems of a pack by number, and the marks that show a number where its place is shown.

import { create } from "./dom.js";
import { opened } from "./editor-state.js";

/** @import { Checked, Problem, Way } from "./editor-types.d.ts" */

/** What the last check has found, and what its figures warn of; problems of a state that is no more are forgotten. */
export const checked = /** @type {{ latest: Checked | null, warnings: Problem[] }} */ ({ latest: null, warnings: [] });

/** Whether what the last check says is about the pack as it is now. */
export const isUpToDate = () => checked.latest?.revision === opened().status.revision;

/** Whether the pack was played with as it is now, and nothing was found. */
export const isChecked = () => isUpToDate() && ["bots", "done"].includes(checked.latest?.state ?? "");

/** What a check has found that is not known without. */
function found() {
  if (!isUpToDate() || !checked.latest) return [];
  const known = opened().status.problems;
  return [...checked.latest.problems.filter((one) => !known.some((each) => each.text === one.text)), ...checked.warnings];
}

/** Everything that is known to be wrong, what must be solved first. @returns {Problem[]} */
export function problems() {
  const all = [...opened().status.problems, ...found()];
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
