// Changes an element on the page into one that the server sent, and keeps every element that stays
// the same: elements are matched by id wherever they moved, else by order and name. So focus,
// scroll, hover and running transitions survive, and pieces can be animated.
//
// An element with `data-same` is only the name of one that is on the page and stays as it is.
//
// What belongs to the scripts is left alone: `style`, classes that start with `js-`, whether a
// dialog or details is open, the field that is being edited, and everything below `data-keep`.

/**
 * What is known of a change: the elements on the page by id, and the ids that the new tree has.
 * @typedef {{ known: Map<string, Element>, wanted: Set<string> }} Context
 */

const OPENABLE = new Set(["DIALOG", "DETAILS"]);

/**
 * Parses one element.
 * @param {string} html
 * @param {Element | null} [like] an element that stands where it goes: tells whether it is SVG
 * @returns {Element | null}
 */
export function parse(html, like = null) {
  const frame = document.createElement("template");
  const inSvg = like instanceof SVGElement && !(like instanceof SVGSVGElement);
  frame.innerHTML = inSvg ? `<svg xmlns="http://www.w3.org/2000/svg">${html}</svg>` : html;
  const root = frame.content.firstElementChild;
  return inSvg ? (root?.firstElementChild ?? null) : root;
}

/**
 * Parses what the server drew as several elements.
 * @param {string} html
 */
export function parseAll(html) {
  const frame = document.createElement("template");
  frame.innerHTML = html;
  return frame.content;
}

/**
 * Changes the element with this id into `html`. False if there is none.
 * @param {string} id
 * @param {string} html
 */
export function patch(id, html) {
  const old = document.getElementById(id);
  if (!old) return false;
  const next = parse(html, old);
  if (next) morph(old, next);
  return true;
}

/**
 * @param {Element} from on the page
 * @param {Element} to
 */
export function morph(from, to) {
  if (from.nodeName !== to.nodeName) {
    from.replaceWith(to);
    return;
  }
  const known = new Map();
  // Several pictures may define the same shapes in `defs`: those never move.
  for (const element of from.querySelectorAll("[id]:not(defs *)")) known.set(element.id, element);
  const wanted = new Set();
  for (const element of to.querySelectorAll("[id]")) wanted.add(element.id);
  morphNode(from, to, { known, wanted });
}

/**
 * @param {Node} from
 * @param {Node} to of the same kind and name
 * @param {Context} context
 */
function morphNode(from, to, context) {
  if (!(from instanceof Element && to instanceof Element)) {
    if (from.nodeValue !== to.nodeValue) from.nodeValue = to.nodeValue;
    return;
  }
  if (to.hasAttribute("data-same") || from.hasAttribute("data-keep") || same(from, to)) return;
  fillTemplate(from, to);
  copyAttributes(from, to);
  copyChildren(from, to, context);
  copyValue(from, to);
}

/**
 * Whether nothing has to be done. Nodes count as equal whatever their templates hold.
 * @param {Element} from
 * @param {Element} to
 */
function same(from, to) {
  return from.isEqualNode(to) && to.nodeName !== "TEMPLATE" && !to.querySelector("template");
}

/**
 * What a template holds are not its children.
 * @param {Node} from
 * @param {Node} to
 */
function fillTemplate(from, to) {
  if (!(from instanceof HTMLTemplateElement && to instanceof HTMLTemplateElement)) return;
  from.content.replaceChildren(...to.content.cloneNode(true).childNodes);
}

/**
 * @param {Element} from
 * @param {Element} to
 */
function copyAttributes(from, to) {
  const ours = [...from.classList].filter((name) => name.startsWith("js-"));
  for (const { name, value } of [...to.attributes]) {
    const kept = name === "class" && ours.length ? `${value} ${ours.join(" ")}` : value;
    if (from.getAttribute(name) !== kept) from.setAttribute(name, kept);
  }
  for (const { name } of [...from.attributes]) {
    if (to.hasAttribute(name) || name === "style") continue;
    if (name === "open" && OPENABLE.has(from.nodeName)) continue;
    if (name === "class" && ours.length) from.setAttribute("class", ours.join(" "));
    else from.removeAttribute(name);
  }
}

/**
 * @param {Element} from
 * @param {Element} to
 */
function copyValue(from, to) {
  const value = to.getAttribute("value");
  if (!(from instanceof HTMLInputElement) || from === document.activeElement || value === null) return;
  if (from.value !== value) from.value = value;
}

/**
 * @param {Node} from
 * @param {Node} to
 * @param {Context} context
 */
function copyChildren(from, to, context) {
  /** @type {ChildNode | null} */
  let last = null;
  // Looked up again each time: a child may have moved into another element meanwhile.
  const following = () => (last ? last.nextSibling : from.firstChild);
  for (const next of [...to.childNodes]) {
    const match = counterpart(following(), next, from, context);
    if (match) {
      if (match !== following()) move(from, match, following());
      last = match;
      morphNode(match, next, context);
    } else {
      // A new element, filled child by child, so that elements that move into it are kept.
      last = from.insertBefore(/** @type {ChildNode} */ (next.cloneNode(false)), following());
      fillTemplate(last, next);
      if (next.hasChildNodes()) copyChildren(last, next, context);
    }
  }
  for (let rest = following(); rest; rest = following()) rest.remove();
}

/** @param {Node} node */
const idOf = (node) => (node instanceof Element ? node.id : "");

/**
 * The node on the page that becomes `next`, if there is one.
 * @param {ChildNode | null} cursor where to look for nodes without an id
 * @param {Node} next
 * @param {Node} parent
 * @param {Context} context
 * @returns {ChildNode | null}
 */
function counterpart(cursor, next, parent, { known, wanted }) {
  const id = idOf(next);
  if (id) {
    const found = known.get(id);
    if (!found || found.nodeName !== next.nodeName || found.contains(parent)) return null;
    known.delete(id);
    return found;
  }
  for (let node = cursor; node; node = node.nextSibling) {
    if (node.nodeType === next.nodeType && node.nodeName === next.nodeName) {
      if (!wanted.has(idOf(node))) return node;
    }
  }
  return null;
}

/**
 * Moves a node, keeping its state where the browser can.
 * @param {Node} parent
 * @param {ChildNode} node
 * @param {ChildNode | null} before
 */
function move(parent, node, before) {
  if (parent instanceof Element && "moveBefore" in parent && node.isConnected && parent.isConnected) {
    try {
      parent.moveBefore(node, before);
      return;
    } catch {
      // Not movable that way (it comes from another document): insert it.
    }
  }
  parent.insertBefore(node, before);
}
