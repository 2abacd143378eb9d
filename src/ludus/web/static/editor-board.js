// The board beside the form: the game's own picture, with handles over it for what can be taken.

import { byId, closest, create, createButton, shape, typing } from "./dom.js";
import { act, drop, joinTo, keyed, point, tools } from "./editor-tools.js";
import { along, begin, brushing, drawing, finish } from "./editor-brush.js";
import { carrying, handKey, hideHand, showHand, trail } from "./editor-hand.js";
import { Focus } from "./editor-zoom.js";
import { handles, lines, placeOf } from "./editor-gestures.js";
import { problemsIn } from "./editor-marks.js";
import { ask, idOf, isAt, itemsOf, opened, select, state, valueAt } from "./editor-state.js";
import { seatMarks } from "./editor-symbols.js";
import { parseAll } from "./morph.js";

/** @import { Drawn, Handle, Point } from "./editor-types.d.ts" */

/** What the picture was made of, so that it is asked for only when something changed. */
let shown = "";
let asked = "";
const focus = new Focus();
/** What was brought into view last, so that one can look elsewhere. */
let revealed = "";

/** Shows the board of the pack as it is now. */
export async function showBoard() {
  const key = `${opened().status.revision} ${state.board} ${state.pieces}`;
  showTools();
  showHandles();
  showHand();
  const chosen = JSON.stringify(state.selected);
  if (chosen !== revealed) focus.reveal(document.querySelector("#overlay .chosen"));
  revealed = chosen;
  if (key === shown) byId("board-note").hidden = true;
  if (key === shown || key === asked) return;
  asked = key;
  const reply = await ask("draw", { board: state.board, pieces: state.pieces });
  if (asked !== key) return;
  asked = "";
  const drawn = /** @type {Drawn | undefined} */ (reply.result);
  const note = byId("board-note");
  note.hidden = !reply.error;
  note.textContent = reply.error ? `The board is shown as it was: ${reply.error}` : "";
  if (!drawn) return;
  const first = !shown;
  shown = key;
  style(drawn.css);
  const box = byId("board");
  box.replaceChildren(parseAll(drawn.svg));
  const picture = box.querySelector("svg");
  picture?.setAttribute("id", "picture");
  picture?.setAttribute("aria-label", drawn.words.slice(0, 2000));
  const overlay = shape("svg", { id: "overlay", viewBox: picture?.getAttribute("viewBox") ?? "0 0 100 100", role: "group" });
  overlay.setAttribute("aria-label", "What can be taken on the board");
  box.append(overlay);
  focus.shown(state.board, drawn.focus);
  showHandles();
  if (first) focus.reveal(document.querySelector("#overlay .chosen"));
}

let styles = "";

/** @param {string} css */
function style(css) {
  if (css === styles) return;
  styles = css;
  byId("face-css", HTMLLinkElement).href = `./face.css?${css.length}-${Date.now()}`;
}

/** The tabs of the boards, and the tools. */
function showTools() {
  const boards = opened().boards.board;
  const row = boards.map((board) => {
    const tab = createButton("tool tab", board.title, () => {
      state.board = board.key;
      select(state.selected?.file ?? "pack.toml", state.selected?.path ?? []);
    });
    tab.setAttribute("aria-pressed", String(state.board === board.key));
    return tab;
  });
  const kept = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.tool : undefined;
  byId("tools").replaceChildren(...(boards.length > 1 ? row : []), ...tools(showHandles), withPieces());
  if (kept) document.querySelector(`[data-tool="${CSS.escape(kept)}"]`)?.dispatchEvent(new Event("refocus"));
}

/** Shows the board as it looks in play. */
function withPieces() {
  const button = createButton("tool end", "", () => {
    state.pieces = !state.pieces;
    void showBoard();
  });
  button.setAttribute("aria-pressed", String(state.pieces));
  button.setAttribute("aria-label", "With pieces");
  button.dataset.tool = "pieces";
  button.append(create("span", "quiet", "see it with"), ...seatMarks(3), create("span", "", "pieces"));
  return button;
}

/** @type {Map<Element, Handle>} */
const taken = new Map();

/** The handles of everything that can be taken, and the lines between them. */
function showHandles() {
  const overlay = document.getElementById("overlay");
  if (!(overlay instanceof SVGSVGElement)) return;
  const kept = document.activeElement?.getAttribute("data-handle");
  const all = handles();
  const size = overlay.viewBox.baseVal.width / 100;
  taken.clear();
  const parts = [beyond(overlay.viewBox.baseVal), ...joins(all, size), ...corners(size), ...trail(size)];
  for (const handle of all) {
    const chosen = isChosen(handle);
    const dot = shape("circle", { cx: handle.x, cy: handle.y, r: size * (handle.layer.selected ? 0.8 : 1.6), tabindex: 0, role: "button", class: chosen ? "handle chosen" : "handle" });
    dot.setAttribute("aria-label", `${handle.layer.title}: ${handle.name}`);
    dot.setAttribute("data-handle", `${handle.layer.key} ${handle.path.join(".")}`);
    dot.append(title(handle.name));
    taken.set(dot, handle);
    parts.push(dot);
  }
  overlay.replaceChildren(...parts, ...all.flatMap((handle) => badge(handle, size)));
  if (kept) overlay.querySelector(`[data-handle="${CSS.escape(kept)}"]`)?.dispatchEvent(new FocusEvent("refocus"));
  if (kept) /** @type {SVGElement | null} */ (overlay.querySelector(`[data-handle="${CSS.escape(kept)}"]`))?.focus({ preventScroll: true });
}

/**
 * What lies beyond the board, where its sea and land only go on to fill a window.
 * @param {DOMRect} board
 */
function beyond({ x, y, width, height }) {
  const far = 4 * Math.max(width, height);
  const round = `M${x - far} ${y - far}h${width + 2 * far}v${height + 2 * far}h${-width - 2 * far}z`;
  return shape("path", { class: "beyond", "fill-rule": "evenodd", d: `${round}M${x} ${y}h${width}v${height}h${-width}z` });
}

/**
 * The number of the first problem of a thing, beside it.
 * @param {Handle} handle
 * @param {number} size
 */
function badge(handle, size) {
  const place = placeOf(handle);
  const [first] = [...problemsIn(place.file, place.path), ...problemsIn(handle.file, handle.path)];
  if (!first || handle.layer.selected) return [];
  const { problem, number } = first;
  const [x, y, r] = [handle.x - size * 2.6, handle.y - size * 2.2, size * 1.1];
  const sides = problem.grave ? 8 : 3;
  const turn = problem.grave ? Math.PI / 8 : -Math.PI / 2;
  const points = Array.from({ length: sides }, (_, at) => turn + (at * 2 * Math.PI) / sides).map((angle) => `${x + r * Math.cos(angle)},${y + r * Math.sin(angle)}`);
  const sign = shape("g", { class: problem.grave ? "badge bad" : "badge warn" });
  const words = shape("text", { x, y: y + r * 0.38, "font-size": r * 1.1, "text-anchor": "middle" });
  words.textContent = String(number);
  sign.append(shape("polygon", { points: points.join(" ") }), words, title(problem.text));
  return [sign];
}

/** @param {string} words */
function title(words) {
  const element = shape("title", {});
  element.textContent = words;
  return element;
}

/** @param {Handle} handle */
function isChosen({ file, path, item }) {
  const chosen = state.selected;
  if (isAt(chosen, file, path)) return true;
  const value = chosen ? valueAt(chosen.file, chosen.path) : undefined;
  return idOf(item) !== "" && idOf(value) === idOf(item) && String(chosen?.path.at(-2)) === String(path.at(-2));
}

/**
 * While things are joined, the lines between them.
 * @param {Handle[]} all
 * @param {number} size
 */
function joins(all, size) {
  if (state.tool !== "join") return [];
  return opened().boards.link.flatMap((link) => {
    const of = new Map(all.filter(({ layer }) => layer.key === link.between).map((handle) => [handle.name, handle]));
    return lines(link).flatMap(({ item }) => {
      const [a, b] = link.ends.map((end) => of.get(String(item[end])));
      return a && b ? [shape("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: "join", "stroke-width": size / 3 })] : [];
    });
  });
}

/**
 * While borders are drawn, the points of the one that is selected.
 * @param {number} size
 */
function corners(size) {
  if (state.tool !== "border") return [];
  const chosen = state.selected ? idOf(valueAt(state.selected.file, state.selected.path)) : "";
  return opened().boards.outline.flatMap(({ list, field }) =>
    itemsOf(list).filter(({ item }) => idOf(item) === chosen).flatMap(({ item }) => {
      const points = /** @type {[number, number][]} */ (Array.isArray(item[field]) ? item[field] : []);
      return points.map(([x, y]) => shape("rect", { x: x - size / 4, y: y - size / 4, width: size / 2, height: size / 2, class: "corner", "data-x": x, "data-y": y, tabindex: 0, role: "button", "aria-label": `Point ${x}, ${y}` }));
    }),
  );
}

// The hand ----------------------------------------------------------------------------------------

/** @type {{ element: Element, handle?: Handle, corner?: Point, from: Point, to: Point, far: boolean } | null} */
let held = null;

/** Lets things on the board be taken. */
export function listen() {
  const stage = byId("stage");
  byId("zooms").append(...focus.buttons());
  document.addEventListener("hand-left", showHandles);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && drawing()) void finish(false);
    else if (!held && !typing(event) && handKey(event.key)) event.preventDefault();
  });
  stage.addEventListener("pointerdown", (event) => {
    const overlay = closest(event, "#overlay") ?? closest(event, "#board");
    if (!overlay || event.button) return;
    const at = point(event);
    if (at && brushing()) {
      event.preventDefault();
      stage.setPointerCapture(event.pointerId);
      begin(at);
      return;
    }
    const element = closest(event, ".handle, .corner");
    if (!element) {
      if (at) void act(at, undefined, showHandles);
      return;
    }
    event.preventDefault();
    element.focus();
    const { x, y } = element.dataset;
    held = { element, handle: taken.get(element), corner: x === undefined ? undefined : { x: Number(x), y: Number(y) }, from: at ?? { x: 0, y: 0 }, to: at ?? { x: 0, y: 0 }, far: false };
    stage.setPointerCapture(event.pointerId);
  });
  stage.addEventListener("pointermove", (event) => {
    const there = drawing() && point(event);
    if (there) along(there);
    const at = held && point(event);
    if (!held || !at || state.tool === "remove") return;
    if (state.tool === "join") {
      held.to = at;
      held.far ||= Math.hypot(at.x - held.from.x, at.y - held.from.y) > 12;
      return;
    }
    held.to = snapped(at);
    held.far ||= Math.hypot(at.x - held.from.x, at.y - held.from.y) > 3;
    if (held.far) follow(held.element, held.to);
    carrying(held.handle?.name ?? "Border", held.from, held.to);
  });
  stage.addEventListener("pointerup", () => {
    if (drawing()) void finish(true);
    const now = held;
    held = null;
    if (!now) return;
    hideHand();
    if (now.far && state.tool === "join") {
      const other = now.handle && nearest(now.to, now.handle);
      if (now.handle && other) void joinTo(now.handle, other);
    } else if (now.far) void drop(now.handle, now.corner, now.to);
    else if (now.handle) void act(now.from, now.handle, showHandles);
  });
  stage.addEventListener("keydown", (event) => {
    const element = closest(event, ".handle, .corner");
    if (event.key === "Escape" && held) {
      held = null;
      hideHand();
      showHandles();
    } else if (element) keyed(event, taken.get(element), element, showHandles);
  });
}

/** @param {Point} at */
const snapped = (at) => (state.snap ? { x: Math.round(at.x / 5) * 5, y: Math.round(at.y / 5) * 5 } : at);

/**
 * @param {Element} element
 * @param {Point} at
 */
function follow(element, at) {
  const [x, y] = element.classList.contains("corner") ? ["x", "y"] : ["cx", "cy"];
  element.setAttribute(x, String(at.x));
  element.setAttribute(y, String(at.y));
}

/**
 * The thing of the same layer that a line was dragged to.
 * @param {Point} at
 * @param {Handle} from
 */
function nearest(at, from) {
  const overlay = document.getElementById("overlay");
  const reach = overlay instanceof SVGSVGElement ? overlay.viewBox.baseVal.width / 25 : 0;
  const near = handles()
    .filter((other) => other.layer.key === from.layer.key && other.name !== from.name)
    .map((other) => ({ other, far: Math.hypot(other.x - at.x, other.y - at.y) }))
    .sort((one, other) => one.far - other.far)[0];
  return near && near.far < reach ? near.other : undefined;
}
