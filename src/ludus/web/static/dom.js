// Helpers that all modules share: finding and making elements, requests, notices.

/** @import { Box, Outcome } from "./types.d.ts" */

/**
 * The element with this id, or null. With a `type`, another kind of element is an error.
 * @template {Element} [T=HTMLElement]
 * @param {string} id
 * @param {new () => T} [type]
 * @returns {T | null}
 */
export function find(id, type) {
  const found = document.getElementById(id);
  if (found && type && !(found instanceof type)) throw new TypeError(`#${id} is no ${type.name}`);
  return /** @type {T | null} */ (/** @type {unknown} */ (found));
}

/**
 * The element with this id, which the page always has.
 * @template {Element} [T=HTMLElement]
 * @param {string} id
 * @param {new () => T} [type]
 * @returns {T}
 */
export function byId(id, type) {
  const found = find(id, type);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * All elements that match. Those of a drawing have `dataset`, `classList` and `getBoundingClientRect`
 * as HTML elements do; only those may be used where a selector can match both.
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {HTMLElement[]}
 */
export const all = (selector, root = document) => [
  .../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(selector)),
];

/**
 * The first element that matches, or null.
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {HTMLElement | null}
 */
export const first = (selector, root = document) => root.querySelector(selector);

/**
 * The words of a space-separated attribute.
 * @param {string | undefined} list
 */
export const words = (list) => (list ?? "").split(" ").filter(Boolean);

/**
 * A new element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {string} [className]
 * @param {string} [text]
 * @returns {HTMLElementTagNameMap[K]}
 */
export function create(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text) element.textContent = text;
  return element;
}

/**
 * A new button that is not part of a form.
 * @param {string} className
 * @param {string} text
 * @param {() => void} [act] called on a click
 */
export function createButton(className, text, act) {
  const button = create("button", className, text);
  button.type = "button";
  if (act) button.addEventListener("click", act);
  return button;
}

/**
 * The element that an event happened at; the body for events of the document itself.
 * @param {Event} event
 * @returns {Element}
 */
export const targetOf = ({ target }) => (target instanceof Element ? target : document.body);

/**
 * The element that matches, at or above the one that an event happened at.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export const closest = (event, selector) => targetOf(event).closest(selector);

/**
 * Calls `act(event, element)` for events at elements that match, also those added later.
 * @template {keyof DocumentEventMap} K
 * @param {K} type
 * @param {string} selector
 * @param {(event: DocumentEventMap[K], element: HTMLElement) => void} act
 */
export function on(type, selector, act) {
  document.addEventListener(type, (event) => {
    const found = closest(event, selector);
    if (found) act(event, found);
  });
}

/** How long, in ms, to wait for an answer: a connection that broke silently never brings one. */
const ANSWER_TIMEOUT = 30000;

/**
 * Sends fields as JSON. Never throws.
 * @param {string} url
 * @param {object} fields
 * @returns {Promise<Outcome>}
 */
export async function post(url, fields) {
  try {
    const answer = await fetch(url, {
      method: "POST",
      signal: AbortSignal.timeout(ANSWER_TIMEOUT),
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(fields),
    });
    const text = await answer.text();
    let data;
    try {
      data = text ? JSON.parse(text) : {};
    } catch {
      data = { error: `The server answered ${answer.status}.` };
    }
    return { ok: answer.ok, status: answer.status, data };
  } catch {
    return { ok: false, status: 0, data: { error: "No connection to the server. Please try again." } };
  }
}

/**
 * Fetches JSON; null if that fails.
 * @template T
 * @param {string} url
 * @returns {Promise<T | null>}
 */
export async function get(url) {
  try {
    const answer = await fetch(url, {
      signal: AbortSignal.timeout(ANSWER_TIMEOUT),
      headers: { Accept: "application/json" },
    });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/**
 * Shows a short notice, in front of the dialog that is open.
 * @param {string} text
 * @param {string} [kind] a further class
 * @param {boolean} [lasting] whether it stays until it is closed
 */
export function toast(text, kind = "", lasting = false) {
  const toasts = byId("toasts");
  const front = all("dialog[open]").at(-1) ?? document.body;
  if (toasts.parentElement !== front) front.append(toasts);
  const line = create("p", `toast ${kind}`, text);
  toasts.append(line);
  if (lasting) line.append(createButton("button dark", "Close", () => line.remove()));
  else setTimeout(() => line.remove(), 6000);
}

/**
 * Shows why a request failed.
 * @param {Outcome} outcome
 */
export const toastError = ({ data }) => toast(data.error ?? "That did not work.", "bad");

/**
 * Whether a key press belongs to a text field or a select.
 * @param {Event} event
 */
export const typing = (event) =>
  targetOf(event).matches(
    "input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select",
  );

const SVG = "http://www.w3.org/2000/svg";

/**
 * Makes an element of a picture.
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 */
export function shape(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/**
 * The box of an element in the units of its picture.
 * @param {SVGSVGElement} svg
 * @param {Element} element
 * @returns {Box | null} null if it is not shown
 */
export function boxOf(svg, element) {
  const matrix = svg.getScreenCTM()?.inverse();
  const box = element.getBoundingClientRect();
  if (!matrix || !box.width) return null;
  const a = new DOMPoint(box.left, box.top).matrixTransform(matrix);
  const b = new DOMPoint(box.right, box.bottom).matrixTransform(matrix);
  return { x: a.x, y: a.y, width: b.x - a.x, height: b.y - a.y };
}
