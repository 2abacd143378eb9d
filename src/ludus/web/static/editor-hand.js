// What the hand did last: the bar below the board, what follows on the map, and the choice of a kind of line.

import { byId, create, createButton, shape } from "./dom.js";
import { problemsIn, reasonOf } from "./editor-marks.js";
import { placeOf } from "./editor-gestures.js";
import { opened, ordered } from "./editor-state.js";

/** @import { Handle, Point, Table } from "./editor-types.d.ts" */

/** @typedef {{ handle: Handle, from: Point, to: Point, follow: Handle[], revision: string }} Move */

/** @type {Move | null} */
let last = null;

/** Hides the bar; what was done stays. */
export function hideHand() {
  last = null;
  byId("hand").hidden = true;
  document.getElementById("kinds")?.remove();
  document.dispatchEvent(new CustomEvent("hand-left"));
}

/**
 * Says what the hand does.
 * @param {string} name
 * @param {string} words
 */
export function tell(name, words) {
  const bar = byId("hand");
  bar.hidden = false;
  bar.replaceChildren(create("strong", "", name), create("span", "", words));
}

/** @param {Point} at */
const where = ({ x, y }) => `${Math.round(x)}, ${Math.round(y)}`;

/**
 * What the hand carries, and where it is.
 * @param {string} name
 * @param {Point} from
 * @param {Point} to
 */
export function carrying(name, from, to) {
  tell(name, `${where(from)} → ${where(to)}`);
  byId("hand").append(create("kbd", "", "Esc"), create("span", "quiet", "puts it back"));
}

/**
 * Something was put elsewhere: it is saved, and can be put back.
 * @param {Move} move
 */
export function left(move) {
  last = move;
  showHand();
  document.dispatchEvent(new CustomEvent("hand-left"));
}

/** Shows what came of the last move, until it is left or taken back. */
export function showHand() {
  if (!last) return;
  // After another change "Back" would take back that one.
  if (opened().status.revision !== last.revision) {
    hideHand();
    return;
  }
  const { handle, from, to, follow } = last;
  const bar = byId("hand");
  const place = placeOf(handle);
  const [wrong] = [...problemsIn(place.file, place.path), ...problemsIn(handle.file, handle.path)];
  const parts = [create("strong", "", handle.name.replaceAll("_", " ")), create("span", "hand-chip", `${where(from)} → ${where(to)}`)];
  const link = opened().boards.link.find(({ between }) => between === handle.layer.key);
  if (follow.length && link) parts.push(create("span", "hand-chip", `${follow.length} ${link.title.toLowerCase()}${follow.length === 1 ? " follows" : "s follow"}`));
  if (wrong) parts.push(create("span", wrong.problem.grave ? "hand-chip bad" : "hand-chip warn", `${wrong.number} ${reasonOf(wrong.problem)}`));
  const back = createButton("button hand-back", "Back", takeBack);
  back.prepend(cap("Esc"));
  const stay = createButton("button hand-leave", "Leave it here", hideHand);
  stay.append(cap("Enter"));
  bar.hidden = false;
  bar.replaceChildren(...parts, back, stay);
}

/** @param {string} key */
function cap(key) {
  const element = create("kbd", "", key);
  element.setAttribute("aria-hidden", "true");
  return element;
}

/** Puts it back where it was. */
function takeBack() {
  hideHand();
  void ordered("undo", () => ({}));
}

/**
 * A key while the bar is there. True if it was meant for the bar.
 * @param {string} key
 */
export function handKey(key) {
  if (!last) return false;
  if (key === "Escape") takeBack();
  else if (key === "Enter") hideHand();
  else return false;
  return true;
}

/**
 * Where the thing was, the way it took, and the lines that follow it.
 * @param {number} size
 */
export function trail(size) {
  if (!last) return [];
  const { from, to, follow, handle } = last;
  const ghost = shape("circle", { cx: from.x, cy: from.y, r: size * 1.9, class: "ghost" });
  const way = shape("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: "carried", "stroke-width": size / 2.6 });
  const lines = follow.map((other) => shape("line", { x1: other.x, y1: other.y, x2: to.x, y2: to.y, class: "follows", "stroke-width": size / 2 }));
  const r = size * (handle.layer.selected ? 1.2 : 2.4);
  const square = shape("rect", { x: to.x - r, y: to.y - r, width: 2 * r, height: 2 * r, class: "taken" });
  return [...lines, way, ghost, square];
}

/**
 * Asks which kind of line joins two things, between them on the board.
 * @param {Handle} from
 * @param {Handle} to
 * @param {{ title: string, set: Table }[]} kinds
 * @param {(kind: Table) => Promise<boolean>} act
 */
export function askKind(from, to, kinds, act) {
  document.getElementById("kinds")?.remove();
  const box = create("div", "kinds");
  box.id = "kinds";
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", `Join ${from.name} and ${to.name}`);
  box.append(create("span", "", "Join"));
  for (const { title, set } of kinds) {
    box.append(createButton("button small", title, () => {
      box.remove();
      void act(set);
    }));
  }
  const no = createButton("button small", "✕", () => box.remove());
  no.setAttribute("aria-label", "Do not join them");
  box.append(no);
  const overlay = document.getElementById("overlay");
  const matrix = overlay instanceof SVGSVGElement ? overlay.getScreenCTM() : null;
  const stage = byId("stage");
  const frame = stage.getBoundingClientRect();
  const middle = new DOMPoint((from.x + to.x) / 2, (from.y + to.y) / 2).matrixTransform(matrix ?? undefined);
  stage.append(box);
  const aside = Math.min(Math.max(8, middle.x - frame.left - box.offsetWidth / 2), Math.max(8, frame.width - box.offsetWidth - 8));
  box.style.left = `${aside + stage.scrollLeft}px`;
  box.style.top = `${Math.max(8, middle.y - frame.top + 14) + stage.scrollTop}px`;
  box.querySelector("button")?.focus();
}
