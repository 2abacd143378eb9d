// Makes an element on the page like a new one sent by the server, and keeps every element that
// stays the same thing: elements are matched by id wherever they went, else by order and name.
// So focus, scroll, hover and running transitions survive, and pieces can glide.
//
// An element with `data-same` is only the name of one that is on the page and stays as it is.
//
// What scripts own is left alone: `style`, classes that start with `js-`, whether a dialog or
// details is open, the field that is being written in, and everything below `data-keep`.

const OPENABLE = new Set(["DIALOG", "DETAILS"]);

/** Parses one element; `like` tells whether it belongs into an SVG. */
export function parse(html, like = null) {
  const frame = document.createElement("template");
  const inSvg = like instanceof SVGElement && !(like instanceof SVGSVGElement);
  frame.innerHTML = inSvg ? `<svg xmlns="http://www.w3.org/2000/svg">${html}</svg>` : html;
  const root = frame.content.firstElementChild;
  return inSvg ? root?.firstElementChild : root;
}

/** Puts `html` where the element with this id is. False if there is none. */
export function patch(id, html) {
  const old = document.getElementById(id);
  if (!old) return false;
  const next = parse(html, old);
  if (next) morph(old, next);
  return true;
}

export function morph(from, to) {
  if (from.nodeName !== to.nodeName) {
    from.replaceWith(to);
    return;
  }
  const known = new Map();
  // Several pictures may bring the same shapes; those are not things that go anywhere.
  for (const element of from.querySelectorAll("[id]:not(defs *)")) known.set(element.id, element);
  const wanted = new Set();
  for (const element of to.querySelectorAll("[id]")) wanted.add(element.id);
  become(from, to, { known, wanted });
}

function become(from, to, context) {
  if (from.nodeType !== Node.ELEMENT_NODE) {
    if (from.data !== to.data) from.data = to.data;
    return;
  }
  if (to.hasAttribute("data-same") || from.hasAttribute("data-keep") || from.isEqualNode(to)) return;
  copyAttributes(from, to);
  copyChildren(from, to, context);
  copyValue(from, to);
}

function copyAttributes(from, to) {
  const mine = [...from.classList].filter((name) => name.startsWith("js-"));
  for (const { name, value } of [...to.attributes]) {
    const kept = name === "class" && mine.length ? `${value} ${mine.join(" ")}` : value;
    if (from.getAttribute(name) !== kept) from.setAttribute(name, kept);
  }
  for (const { name } of [...from.attributes]) {
    if (to.hasAttribute(name) || name === "style") continue;
    if (name === "open" && OPENABLE.has(from.nodeName)) continue;
    if (name === "class" && mine.length) from.setAttribute("class", mine.join(" "));
    else from.removeAttribute(name);
  }
}

function copyValue(from, to) {
  if (from === document.activeElement || !("value" in from) || !to.hasAttribute("value")) return;
  if (from.nodeName === "INPUT" && from.value !== to.getAttribute("value")) {
    from.value = to.getAttribute("value");
  }
}

function copyChildren(from, to, context) {
  // What follows is looked up anew each time: a child may move away into another one's new shell.
  let last = null;
  const following = () => (last ? last.nextSibling : from.firstChild);
  for (const next of [...to.childNodes]) {
    const match = counterpart(following(), next, from, context);
    if (match) {
      if (match !== following()) put(from, match, following());
      last = match;
      become(match, next, context);
    } else {
      // A new shell, filled child by child, so that what moves into it stays itself.
      last = from.insertBefore(next.cloneNode(false), following());
      if (next.hasChildNodes()) copyChildren(last, next, context);
    }
  }
  while (following()) following().remove();
}

function counterpart(cursor, next, parent, { known, wanted }) {
  if (next.id) {
    const found = known.get(next.id);
    if (!found || found.nodeName !== next.nodeName || found.contains(parent)) return null;
    known.delete(next.id);
    return found;
  }
  for (let node = cursor; node; node = node.nextSibling) {
    if (node.nodeType === next.nodeType && node.nodeName === next.nodeName) {
      if (!node.id || !wanted.has(node.id)) return node;
    }
  }
  return null;
}

/** Moves a node without losing its state, where the browser can. */
function put(parent, node, before) {
  if (parent.moveBefore && node.isConnected && parent.isConnected) {
    try {
      parent.moveBefore(node, before);
      return;
    } catch {
      // Not movable that way (it comes from another document): insert it.
    }
  }
  parent.insertBefore(node, before);
}
