// "Try it": a position of a real game in which the item can be used, before and after, by the rules themselves.

import { create, createButton } from "./dom.js";
import { playsOf } from "./editor-plays.js";
import { said } from "./editor-names.js";
import { ask, isTable, opened, state, valueAt } from "./editor-state.js";
import { symbol } from "./editor-symbols.js";
import { parseAll } from "./morph.js";

/** @import { Altered, Reply, Seen, Spot, Tried } from "./editor-types.d.ts" */

/** How often it is asked again for a position, which takes about a second each time. */
const MOST = 15;
/** How long, in ms, nothing must change before it is tried anew. */
const PAUSE = 250;
/** Changes that are shown; the rest stands in what is told. */
const FEW = 6;
/** How much of a picture is shown at least, however little of it changed. */
const NEAREST = 0.45;

/** @typedef {{ title: string, play: number, item: number, way: number }} Way */

/** What was chosen: the way to use the item, which position, and whether the picture is from before. */
const chosen = { of: "", way: 0, position: 0, before: false, open: false };

/** What was shown last, and the part of its picture. @type {{ key: string, tried: Tried | null, part: [number, number, number, number] | null }} */
const last = { key: "", tried: null, part: null };
let timer = 0;

/**
 * The ways to try an item.
 * @param {Spot} spot
 * @returns {Way[]}
 */
function waysOf(spot) {
  const item = valueAt(spot.file, spot.path);
  return playsOf(spot).flatMap(({ number, play, item: which }) => {
    if (!play.of) return [{ title: play.title, play: number, item: which, way: 0 }];
    const list = isTable(item) ? item[play.of] : undefined;
    return Array.from({ length: Array.isArray(list) ? list.length : 0 }, (_, way) => ({ title: `${play.title} ${way + 1}`, play: number, item: which, way }));
  });
}

/**
 * The panel for an item; nothing where the game knows no way to use it.
 * @param {Spot} spot
 * @returns {HTMLElement[]}
 */
export function tryPanel(spot) {
  const ways = waysOf(spot);
  if (!ways.length) return [];
  const of = `${spot.file} ${spot.path.join(".")}`;
  if (chosen.of !== of) Object.assign(chosen, { of, way: 0, position: 0, before: false });
  chosen.way = Math.min(chosen.way, ways.length - 1);
  const panel = create("details", "try-panel");
  panel.id = "try-panel";
  // A board has its picture already: there it is tried when asked for.
  panel.open = chosen.open || document.body.classList.contains("by-forms");
  const body = create("div", "try-body");
  body.setAttribute("aria-live", "polite");
  const head = create("summary");
  head.append(create("h2", "", "Try it"));
  panel.append(head, body, controls(ways, body));
  panel.addEventListener("toggle", () => {
    chosen.open = panel.open;
    if (panel.open) look(ways, body);
  });
  if (panel.open) look(ways, body);
  return [panel];
}

/**
 * Which way of it, and another position.
 * @param {Way[]} ways
 * @param {HTMLElement} body
 */
function controls(ways, body) {
  const row = create("div", "try-row");
  if (ways.length > 1) {
    const group = create("div", "segments");
    group.setAttribute("role", "radiogroup");
    group.setAttribute("aria-label", "Which way to use it");
    ways.forEach(({ title }, number) => {
      const label = create("label");
      const input = create("input");
      input.type = "radio";
      input.name = "try-way";
      input.checked = number === chosen.way;
      input.addEventListener("change", () => {
        Object.assign(chosen, { way: number, before: false });
        look(ways, body);
      });
      label.append(input, create("span", "", title));
      group.append(label);
    });
    row.append(group);
  } else row.append(create("span", "quiet", ways[0]?.title ?? ""));
  row.append(createButton("button small", "Another position", () => {
    Object.assign(chosen, { position: chosen.position + 1, before: false });
    look(ways, body);
  }));
  return row;
}

/**
 * Tries it, unless it was just so: first what is known is shown.
 * @param {Way[]} ways
 * @param {HTMLElement} body
 */
function look(ways, body) {
  const way = ways[chosen.way];
  if (!way) return;
  const wish = { play: way.play, item: way.item, way: way.way, position: chosen.position };
  const key = JSON.stringify([opened().status.revision, state.board, wish]);
  if (last.key === key && last.tried) {
    show(body, last.tried);
    return;
  }
  // The picture of before the change stays until there is another, a little paler.
  if (last.tried && last.key.includes(JSON.stringify(wish))) show(body, last.tried);
  body.classList.add("waiting");
  clearTimeout(timer);
  timer = setTimeout(() => void search(key, wish, body), PAUSE);
}

/**
 * @param {string} key
 * @param {object} wish
 * @param {HTMLElement} body
 */
async function search(key, wish, body) {
  for (let turn = 0; turn < MOST; turn += 1) {
    const reply = /** @type {Reply<{ tried: Tried | null, games: number }>} */ (await ask("trial", { board: state.board, wish }));
    if (!body.isConnected || !key.startsWith(JSON.stringify(opened().status.revision), 1)) return;
    const { tried, games = 0 } = reply.result ?? {};
    if (tried) {
      Object.assign(last, { key, tried });
      show(body, tried);
      return;
    }
    const words = reply.error ?? (turn + 1 < MOST ? `Looking for a game in which it can be used: ${games} so far.` : `In ${games} games it could never be used this way.`);
    body.replaceChildren(create("p", "note", words));
    document.getElementById("try-story")?.replaceChildren();
    body.classList.toggle("waiting", !reply.error && turn + 1 < MOST);
    if (reply.error) return;
  }
}

/**
 * @param {HTMLElement} body
 * @param {Tried} tried
 */
function show(body, tried) {
  body.classList.remove("waiting");
  const { before, after, pieces, counts, told, turn, moves } = tried;
  const board = create("div", "try-board");
  const put = () => board.replaceChildren(picture(chosen.before ? before : after));
  put();
  const button = createButton("button small try-turn", "", () => {
    chosen.before = !chosen.before;
    name();
    put();
  });
  const name = () => {
    button.textContent = chosen.before ? "Before" : "After";
    button.setAttribute("aria-label", chosen.before ? "It shows the position before; show it after" : "It shows the position after; show it before");
  };
  name();
  board.dataset.moves = String(moves);
  const frame = create("div", "try-frame");
  frame.append(board, button);
  const pairs = create("div", "try-pairs");
  pairs.append(...pieces.slice(0, FEW).map(pair), ...counts.slice(0, Math.max(2, FEW - pieces.length)).map(count));
  if (!pieces.length && !counts.length) pairs.append(create("span", "quiet", "No die and no figure is another at once."));
  body.replaceChildren(frame, pairs, create("p", "quiet try-where", `${turn ? `${turn}, ` : ""}after ${moves} moves of a game between bots`));
  nearer(board, before, after);
  document.getElementById("try-story")?.replaceChildren(...storyOf(told));
}

/** What the game's log says of it. @param {string[]} told */
function storyOf(told) {
  if (!told.length) return [];
  const list = create("ul", "try-told");
  for (const line of told) {
    const item = create("li");
    item.append(parseAll(line));
    list.append(item);
  }
  return [create("h2", "", "What happens"), list];
}

/**
 * A picture; both of a pair show the same part of it.
 * @param {Seen} seen
 */
function picture({ svg, focus }) {
  const drawn = parseAll(svg);
  const part = last.part ?? focus;
  if (part) drawn.querySelector("svg")?.setAttribute("viewBox", part.join(" "));
  return drawn;
}

/**
 * Goes nearer to what is not the same in two pictures.
 * @param {HTMLElement} board
 * @param {Seen} before
 * @param {Seen} after
 */
function nearer(board, before, after) {
  last.part = null;
  const spots = [];
  for (const [own, other] of /** @type {const} */ ([[before, after], [after, before]])) {
    board.replaceChildren(picture(own));
    const root = board.querySelector("svg");
    const matrix = root?.getScreenCTM()?.inverse();
    const twin = create("div");
    twin.append(parseAll(other.svg));
    const there = new Map([...twin.querySelectorAll("[id]")].map((element) => [named(element), plainOf(element)]));
    const changed = [...board.querySelectorAll("svg [id]")].filter((element) => there.get(named(element)) !== plainOf(element));
    // The innermost ones: what holds them differs as well.
    for (const element of changed.filter((one) => !changed.some((each) => each !== one && one.contains(each)))) {
      const box = element.getBoundingClientRect();
      if (matrix && box.width && box.height) spots.push(new DOMPoint(box.left, box.top).matrixTransform(matrix), new DOMPoint(box.right, box.bottom).matrixTransform(matrix));
    }
  }
  const all = after.focus ?? before.focus;
  if (spots.length && all) last.part = roundAll(spots, all, board);
  board.replaceChildren(picture(chosen.before ? before : after));
}

/** The name of an element without what tells two pictures apart. @param {Element} element */
const named = (element) => element.id.replace(/^(was|is)-/, "");

/** What an element is, without what tells two pictures apart. @param {Element} element */
const plainOf = (element) => new XMLSerializer().serializeToString(element).replace(/(id="|href="#|url\(#)(was|is)-/g, "$1");

/**
 * The part of a picture that has all of these points with room about them, in the shape of its frame.
 * @param {DOMPoint[]} spots
 * @param {[number, number, number, number]} all
 * @param {HTMLElement} board
 * @returns {[number, number, number, number]}
 */
function roundAll(spots, [, , width, height], board) {
  const xs = spots.map(({ x }) => x);
  const ys = spots.map(({ y }) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const shape = board.clientWidth / Math.max(1, board.clientHeight);
  const high = Math.max((bottom - top) * 1.3, ((right - left) * 1.2) / shape, Math.min(height, width / shape) * NEAREST);
  return [(left + right - high * shape) / 2, (top + bottom - high) / 2, high * shape, high];
}

/** A piece before and after. @param {Altered} piece */
function pair({ label, icon, now, before, after }) {
  const box = create("span", "try-pair");
  box.setAttribute("role", "img");
  box.setAttribute("aria-label", `${label}: ${before || "nothing"} to ${after || "lost"}`);
  box.append(icon ? symbol(icon) : create("i", "", "∅"), create("b", "", "→"), now ? symbol(now) : create("i", "", "✕"));
  return box;
}

/** A figure before and after. @param {Altered} figure */
function count({ label, icon, before, after }) {
  const box = create("span", "try-count");
  if (icon) box.append(symbol(icon));
  box.append(create("span", "", said(label)), create("b", "", `${before} → ${after}`));
  return box;
}
