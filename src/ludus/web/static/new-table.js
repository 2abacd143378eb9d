// The form for a new table: what was chosen is said beside it.

import { all, byId, create, words } from "./dom.js";
import "./page.js";

const form = byId("new-table", HTMLFormElement);

/**
 * The value of a field; of radio buttons, the checked one's.
 * @param {string} name
 */
function value(name) {
  const field = form.elements.namedItem(name);
  return field && "value" in field ? field.value : "";
}

/**
 * A line of the summary.
 * @param {(Element | null | undefined)[]} pictures
 * @param {string} text
 * @param {boolean} [quiet]
 */
function line(pictures, text, quiet = false) {
  const item = create("li", quiet ? "quiet" : "");
  for (const picture of pictures) if (picture) item.append(picture.cloneNode(true));
  item.append(create("span", "", text));
  return item;
}

/**
 * The line of a seat.
 * @param {HTMLElement} row
 * @param {number} seat
 */
function seatLine(row, seat) {
  const mark = row.querySelector(".mark");
  const kind = value(`seat.${seat}`);
  if (kind === "open") return line([mark], "open, by link", true);
  if (kind === "bot") {
    const bot = row.querySelector(`[name="level.${seat}"]:checked`);
    const name = bot instanceof HTMLElement ? (bot.dataset.name ?? "") : "";
    const likes = row.querySelector(".personality");
    const who = likes instanceof HTMLSelectElement && value(`level.${seat}`) !== "master" ? likes.value : "";
    return line([mark, bot?.parentElement?.querySelector(".bot-face")], who ? `${name}, ${who}` : name);
  }
  return line([mark], value(`name.${seat}`) || first(row) || "You");
}

/**
 * The visitor's own name, which stands at the first seat.
 * @param {HTMLElement} row
 */
const first = (row) => row.querySelector("span.seat-me")?.textContent;

/** Shows what goes with the number of players, and the summary. */
function refresh() {
  const rows = all("[data-seat-row]", form);
  const count = Number(value("count")) || rows.length;
  const seats = rows.slice(0, count);
  for (const row of all("[data-seats]", form)) {
    row.hidden = !words(row.dataset.seats).includes(String(count));
    if (row instanceof HTMLFieldSetElement) row.disabled = row.hidden;
  }
  const friends = seats.some((_row, seat) => value(`seat.${seat}`) === "open");
  const others = seats.slice(1);
  const bots = others.length > 0 && others.every((_row, seat) => value(`seat.${seat + 1}`) === "bot");
  propose(bots);
  form.classList.toggle("js-friends", friends);
  const clock = form.querySelector("[name=pace]:checked + .clock-card");
  const pace = value("pace") === "none" ? "no clock" : (clock?.querySelector("small")?.textContent ?? "");
  const lines = seats.map(seatLine);
  lines.push(line([clock?.querySelector(".icon")], pace, true));
  const listed = form.querySelector("[name=private]:checked") ? "private" : "listed in the lobby";
  lines.push(line([form.querySelector(".switch > .icon")], listed, true));
  byId("summary").replaceChildren(...lines);
  showRulings(bots);
}

/** The options that the visitor has chosen. */
const settled = new Set();

/**
 * What is usual depends on who plays: against bots alone some games propose something else.
 * @param {boolean} bots
 */
function propose(bots) {
  for (const option of all(".options fieldset[data-with-bots]", form)) {
    const { withBots = "", usual = "" } = option.dataset;
    const wanted = bots ? withBots : usual;
    for (const input of /** @type {HTMLInputElement[]} */ (all("input", option))) {
      if (!settled.has(input.name)) input.checked = input.value === wanted;
    }
  }
}

/**
 * Says beside the folded rulings how many differ from the usual ones.
 * @param {boolean} bots
 */
function showRulings(bots) {
  const rulings = all(".rulings fieldset", form);
  const changed = rulings.filter((ruling) => {
    const chosen = ruling.querySelector(":checked");
    return chosen instanceof HTMLInputElement && chosen.value !== ((bots && ruling.dataset.withBots) || ruling.dataset.usual);
  });
  const place = document.getElementById("rulings-changed");
  if (place) place.textContent = changed.length ? `${changed.length} changed` : "as usual";
}

form.addEventListener("input", ({ target }) => {
  if (target instanceof HTMLInputElement && target.closest(".options")) settled.add(target.name);
  refresh();
});
form.addEventListener("change", refresh);
refresh();
