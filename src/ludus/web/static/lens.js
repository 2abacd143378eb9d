// Another player's picture, enlarged over the board: by a pointer that rests on their panel, by a click
// or a tap on it. It goes when the pointer does, unless it was clicked or pinned.

import { all, byId, closest, create, createButton, find, first, on, shape } from "./dom.js";

/** How long, in ms, a pointer rests on a panel until the lens opens, and is away until it closes. */
const REST = 450;
const LINGER = 220;

/** The seat that is looked at; empty if the lens is closed. */
let seat = "";
let pinned = false;
let timer = 0;
/**
 * What each player had when one last looked: counts by key, and the marks in their pictures.
 * @type {Map<string, { counts: Map<string, number>, marks: Set<string> }>}
 */
const seen = new Map();
/** How many marks are new in the picture that is shown. */
let fresh = 0;

const lens = () => byId("lens");
const panel = () => find(`panel-${seat}`);

/**
 * The pictures of a player, as the buttons that lead to them; none where the panel itself has the
 * picture, and a click on it shows it large.
 * @param {string} of
 */
const picturesOf = (of) =>
  first(`#panel-${of} .panel-scene`) ? [] : all(`#scene-tabs .scene-tab[data-owner="${of}"]:not([hidden])`);

/**
 * Looks at a player, if they have a picture.
 * @param {string} of
 * @param {boolean} pin
 */
function open(of, pin) {
  if (!picturesOf(of).length) return;
  if (of === seat) pinned ||= pin;
  else {
    close();
    seat = of;
    pinned = pin;
    draw();
  }
  lens().classList.toggle("js-pinned", pinned);
}

/** True if it was open. */
function close() {
  clearTimeout(timer);
  const theirs = panel();
  theirs?.classList.remove("js-in-lens");
  if (!seat) return false;
  if (theirs) seen.set(seat, { counts: countsOf(theirs), marks: new Set(marksOf(seat).flatMap(partsOf)) });
  seat = "";
  lens().hidden = true;
  lens().replaceChildren();
  return true;
}

function draw() {
  const [tab] = picturesOf(seat);
  const picture = first(`#scene-${tab?.dataset.scene} .world > svg`);
  if (!tab || !picture) return;
  panel()?.classList.add("js-in-lens");
  const body = create("div", "lens-body");
  const frame = create("div", "lens-picture");
  frame.tabIndex = 0;
  const copy = copyOf(picture);
  ringWhatIsNew(copy);
  frame.append(copy);
  body.append(frame, create("div", "lens-side"));
  lens().className = `lens seat-${Number(seat) % 6}`;
  lens().replaceChildren(head(tab, frame), body);
  lens().hidden = false;
  sync();
}

/** @param {Element} picture */
function copyOf(picture) {
  const box = picture.getAttribute("viewBox") ?? "0 0 1 1";
  const [x, y, width, height] = box.split(" ");
  const copy = shape("svg", {
    viewBox: box,
    class: picture.getAttribute("class") ?? "",
    role: "img",
    "aria-label": first(".panel-name", panel() ?? undefined)?.textContent ?? "",
  });
  copy.classList.toggle("js-wide", Number(width) > 1.3 * Number(height));
  copy.append(shape("use", { x, y, width, height, href: `#${picture.id}` }));
  return copy;
}

/**
 * The paths of a player's picture that hold its marks, a part of the path for each.
 * @param {string} of
 */
const marksOf = (of) => picturesOf(of).flatMap((tab) => all(`#scene-${tab.dataset.scene} [data-marks]`));

/**
 * The parts of such a path, each with its path before it: two pictures may have marks at one place.
 * @param {Element} path
 */
const partsOf = (path) => (path.getAttribute("d") ?? "").split(/(?=M)/).map((part) => `${path.id} ${part}`);

/**
 * Rings the marks that were not there when one last looked.
 * @param {Element} copy
 */
function ringWhatIsNew(copy) {
  fresh = 0;
  const before = seen.get(seat)?.marks;
  if (!before) return;
  for (const path of marksOf(seat)) {
    const parts = partsOf(path).filter((part) => !before.has(part));
    if (!parts.length) continue;
    fresh += parts.length;
    const transform = path.parentElement?.getAttribute("transform") ?? "";
    const d = parts.map((part) => part.slice(path.id.length + 1)).join("");
    copy.append(shape("path", { class: "lens-new", transform, d }));
  }
}

/**
 * Who it is, the parts of the picture, and the buttons.
 * @param {HTMLElement} tab
 * @param {HTMLElement} frame
 */
function head(tab, frame) {
  const row = create("header", "lens-head");
  const mark = first(".panel-head > .mark", panel() ?? undefined)?.cloneNode(true);
  if (mark) row.append(mark);
  row.append(create("strong", "", first(".panel-name", panel() ?? undefined)?.textContent ?? ""));
  row.append(create("span", "lens-note", first(".panel-who .quiet:not(.you)", panel() ?? undefined)?.textContent?.trim() ?? ""));
  const parts = create("span", "lens-parts");
  for (const part of all(`#scene-tabs .section-tab[data-of="${tab.dataset.scene}"]`)) {
    const name = first(".tab-name", part)?.textContent ?? "";
    parts.append(createButton("button quiet", name, () => goTo(frame, part.dataset.box ?? "")));
  }
  const pin = createButton("button lens-pin", "Pin", () => open(seat, true));
  pin.append(create("kbd", "", "P"));
  const done = createButton("button", "Close", close);
  done.append(create("kbd", "", "Esc"));
  row.append(parts, pin, done);
  return row;
}

/**
 * Scrolls to a part of the picture.
 * @param {HTMLElement} frame
 * @param {string} box
 */
function goTo(frame, box) {
  const copy = first("svg", frame);
  const [x, y] = box.split(" ").map(Number);
  const [left, top, width] = (copy?.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
  const scale = (copy?.getBoundingClientRect().width ?? 0) / width;
  frame.scrollTo({ left: (x - left) * scale - 8, top: (y - top) * scale - 8, behavior: "smooth" });
}

/** After a change: their counts beside the picture, and how far they are from one's own. */
export function sync() {
  const side = first("#lens .lens-side");
  const theirs = panel();
  if (!side || !theirs) return;
  theirs.classList.add("js-in-lens");
  const own = first("#panels .panel.mine");
  const score = create("p", "lens-score", first(".score", theirs)?.textContent ?? "");
  score.append(create("small", "", first(".score-unit", theirs)?.textContent ?? ""));
  if (own) score.append(difference(first(".score", theirs), first(".score", own)));
  const rows = all(".meters", theirs).map((row) => {
    const copy = /** @type {HTMLElement} */ (row.cloneNode(true));
    for (const meter of all("[id]", copy)) meter.removeAttribute("id");
    for (const meter of all(".meter", copy)) {
      const mine = own && first(`.meter[data-meter="${meter.dataset.meter}"] b`, own);
      if (mine) meter.append(difference(first("b", meter), mine));
    }
    return copy;
  });
  side.replaceChildren(create("h3", "", "Now, and against you"), score, ...rows, ...changes(theirs));
}

/** @param {Element} theirs */
const metersOf = (theirs) => all(".meter[data-meter]", theirs);

/** @param {Element | null} meter */
const countOf = (meter) => Number(first("b", meter ?? undefined)?.textContent);

/** @param {Element} theirs */
const countsOf = (theirs) =>
  new Map(metersOf(theirs).map((meter) => [meter.dataset.meter ?? "", countOf(meter)]));

/**
 * What has changed since one last looked, as counts with the difference.
 * @param {Element} theirs
 */
function changes(theirs) {
  const before = seen.get(seat)?.counts;
  if (!before) return [];
  const row = create("div", "meters");
  for (const meter of metersOf(theirs)) {
    const by = countOf(meter) - (before.get(meter.dataset.meter ?? "") ?? countOf(meter));
    if (!by) continue;
    const copy = /** @type {HTMLElement} */ (meter.cloneNode(true));
    copy.removeAttribute("id");
    copy.append(create("i", "lens-by", signed(by)));
    row.append(copy);
  }
  const said = [create("h3", "", "Since you last looked")];
  if (fresh) said.push(create("p", "quiet", `New ${fresh === 1 ? "mark is" : "marks are"} ringed: ${fresh}.`));
  if (row.childElementCount) said.push(row);
  return said.length > 1 ? said : [...said, create("p", "quiet", "Nothing has changed.")];
}

/** @param {number} by */
const signed = (by) => (by > 0 ? `+${by}` : `\u2212${-by}`);

/**
 * @param {Element | null} theirs
 * @param {Element | null} mine
 */
function difference(theirs, mine) {
  const by = Number(theirs?.textContent) - Number(mine?.textContent);
  return create("i", "lens-by", by ? signed(by) : "");
}

/**
 * Escape closes it, P keeps it. True if the key did something.
 * @param {KeyboardEvent} event
 */
export function onKey({ key }) {
  if (!seat) return false;
  if (key === "Escape") return close();
  if (key.toLowerCase() !== "p") return false;
  open(seat, true);
  return true;
}

/** What has an answer of its own in a panel. */
const OWN = "a, button, form, summary, [data-about]";

export function start() {
  document.addEventListener("pointerover", (event) => {
    // A lesson says where to look; its callout may have stood below the pointer a moment ago.
    if (event.pointerType === "touch" || first("#lesson:not([hidden])")) return;
    const over = closest(event, "#panels .panel, #lens, #scene-tabs [data-owner]");
    clearTimeout(timer);
    if (over?.id === "lens") return;
    const of = over?.dataset.owner ?? over?.dataset.seat ?? "";
    if (of && of !== seat) timer = setTimeout(open, REST, of, false);
    else if (!over && seat && !pinned) timer = setTimeout(close, LINGER);
  });
  on("click", "#panels .panel", (event, chosen) => {
    if (!closest(event, OWN)) open(chosen.dataset.seat ?? "", true);
  });
  // What is done at the table goes on below it.
  on("click", "#tabs, #choices, #scene-tabs", () => void close());
}
