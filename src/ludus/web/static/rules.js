// The rules page: contents that follow the reader, search, drawn positions, and the clause that the
// address names.

import { all, byId, find, first, typing } from "./dom.js";
import "./page.js";
import { drawPositions } from "./positions.js";

/** How many places a search lists, and letters that it needs. */
const MOST = 30;
const LEAST = 2;
/** Letters that are shown before and after what was found. */
const BEFORE = 30;
const AFTER = 90;

/** Opens the fold that a clause is in and shows it. */
function showClause() {
  const clause = location.hash.length > 1 && find(decodeURIComponent(location.hash.slice(1)));
  if (!clause) return;
  const fold = clause.closest("details");
  if (!fold) return;
  fold.open = true;
  clause.scrollIntoView({ block: "center" });
}

// Contents -----------------------------------------------------------------------------------------

/** Marks the chapter that is being read. */
function startFollowing() {
  const links = new Map(
    all(".rules-contents a").map((link) => [link.getAttribute("href")?.slice(1) ?? "", link]),
  );
  const headings = all("#rules-text h2[id]");
  let shown = "";
  const follow = () => {
    const line = innerHeight / 3;
    const read = headings.filter((heading) => heading.getBoundingClientRect().top < line).at(-1);
    const id = read?.id ?? "";
    if (id === shown) return;
    links.get(shown)?.removeAttribute("aria-current");
    shown = id;
    const link = links.get(id);
    link?.setAttribute("aria-current", "location");
    link?.scrollIntoView({ block: "nearest" });
  };
  addEventListener("scroll", follow, { passive: true });
  follow();
}

/** On a narrow screen the contents open when asked for, and close when something was chosen. */
function startFold() {
  const fold = first(".rules-fold");
  const narrow = matchMedia("(max-width: 900px)");
  const fit = () => fold?.toggleAttribute("open", !narrow.matches);
  narrow.addEventListener("change", fit);
  fit();
  fold?.addEventListener("click", (event) => {
    if (narrow.matches && event.target instanceof Element && event.target.closest("a")) {
      fold.removeAttribute("open");
    }
  });
}

// Search -------------------------------------------------------------------------------------------

/** @typedef {{ element: HTMLElement, text: string, small: string, chapter: string }} Passage */

/**
 * Everything that can be found, in the order of the page.
 * @returns {Passage[]}
 */
const passages = () =>
  all("#rules-text .prose :is(p, li, tr, h3), #rules-text :is(.example h3, .example-notes span, .clause-list > li)").map(
    (element) => {
      const text = (element.textContent ?? "").replace(/§/g, "").replace(/\s+/g, " ").trim();
      const chapter = element.closest(".chapter")?.querySelector("h2")?.textContent ?? "";
      return { element, text, small: text.toLowerCase(), chapter };
    },
  );

/**
 * One passage in the list, with the part of it that was found.
 * @param {Passage} passage
 * @param {string} wanted
 */
function entry({ element, text, small, chapter }, wanted) {
  const at = small.indexOf(wanted);
  const start = Math.max(0, at - BEFORE);
  const button = document.createElement("button");
  const where = document.createElement("small");
  const mark = document.createElement("mark");
  where.textContent = chapter;
  mark.textContent = text.slice(at, at + wanted.length);
  button.type = "button";
  button.append(
    where,
    `${start ? "…" : ""}${text.slice(start, at)}`, mark, text.slice(at + wanted.length, at + AFTER),
  );
  button.addEventListener("click", () => goTo(element));
  const item = document.createElement("li");
  item.append(button);
  return item;
}

/** @param {HTMLElement} element */
function goTo(element) {
  element.closest("details")?.setAttribute("open", "");
  element.scrollIntoView({ block: "center" });
  element.classList.add("js-found");
  setTimeout(() => element.classList.remove("js-found"), 2500);
}

function startSearch() {
  const field = byId("rules-search", HTMLInputElement);
  const list = byId("rules-found");
  /** @type {Passage[] | null} */
  let index = null;
  field.addEventListener("input", () => {
    const wanted = field.value.trim().toLowerCase();
    list.hidden = wanted.length < LEAST;
    if (list.hidden) return;
    index ??= passages();
    const found = index.filter(({ small }) => small.includes(wanted));
    const items = found.slice(0, MOST).map((passage) => entry(passage, wanted));
    if (found.length !== items.length || !found.length) {
      const rest = document.createElement("li");
      rest.className = "quiet";
      rest.textContent = found.length ? `and ${found.length - items.length} more` : "Nothing found.";
      items.push(rest);
    }
    list.replaceChildren(...items);
  });
  addEventListener("keydown", (event) => {
    if (event.key === "/" && !typing(event)) {
      event.preventDefault();
      field.focus();
    }
    if (event.key === "Escape" && document.activeElement === field) {
      field.value = "";
      list.hidden = true;
    }
  });
}

addEventListener("hashchange", showClause);
startFold();
startFollowing();
startSearch();
drawPositions(document);
showClause();
