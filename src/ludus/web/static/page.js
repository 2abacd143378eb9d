// What every page does: dialogs, copying, forms that are sent in the background, relative times.

import { all, byId, closest, create, createButton, first, on, post, toast, toastError } from "./dom.js";
import * as settings from "./settings.js";

/**
 * Up to so many seconds a time is told in a unit of so many seconds.
 * @type {[number, number, Intl.RelativeTimeFormatUnit][]}
 */
const UNITS = [
  [60, 1, "second"],
  [3600, 60, "minute"],
  [86400, 3600, "hour"],
  [604800, 86400, "day"],
];

/** Shows times as in `5 minutes ago`, those of last week and before as a date. */
export function showTimes() {
  const relative = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
  for (const time of /** @type {HTMLTimeElement[]} */ (all("time[data-at]"))) {
    const date = new Date(Number(time.dataset.at));
    const seconds = (date.getTime() - Date.now()) / 1000;
    const [, unit = 0, name = "day"] = UNITS.find(([limit]) => Math.abs(seconds) < limit) ?? [];
    time.textContent = unit
      ? relative.format(Math.round(seconds / unit), name)
      : date.toLocaleDateString(undefined, { dateStyle: "medium" });
    time.dateTime = date.toISOString();
    time.title = date.toLocaleString();
  }
}

/** Host names that no other computer can reach this one by. */
const ONLY_HERE = /^(localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/;

/**
 * An address of the server in full.
 * @param {string} address
 */
const complete = (address) => new URL(address, location.href).href;

/** @param {HTMLElement} button */
async function copy(button) {
  const field = byId(button.dataset.copies ?? "", HTMLInputElement);
  field.value = complete(field.value);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy");
  }
  toast("Copied.");
}

/**
 * Hands an address to another program of the visitor's, as phones do.
 * @param {HTMLElement} button
 */
async function share(button) {
  const field = byId(button.dataset.shares ?? "", HTMLInputElement);
  try {
    await navigator.share({ title: document.title, url: complete(field.value) });
  } catch {
    // They thought better of it.
  }
}

/** Shows addresses with the server's name before them; a stream knows it not. */
export function completeAddresses() {
  for (const field of /** @type {HTMLInputElement[]} */ (all("input[data-address]"))) {
    field.value = complete(field.value);
  }
}

/**
 * Shows an address that was just made, ready to copy.
 * @param {HTMLElement} into
 * @param {string} url
 */
function showAddress(into, url) {
  const field = create("input");
  field.readOnly = true;
  field.value = complete(url);
  field.id = `${into.id}-field`;
  field.setAttribute("aria-label", "The link");
  const button = createButton("button", "Copy");
  button.dataset.copies = field.id;
  const row = create("div", "joined");
  row.append(field, button);
  into.replaceChildren(row);
  field.select();
}

/**
 * Sends a `data-live` form in the background; the live stream brings what changes by it.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
async function send(form, submitter) {
  if (form.classList.contains("js-busy")) return;
  if (form.dataset.confirm && !(await confirmed(form.dataset.confirm))) return;
  const fields = Object.fromEntries(new FormData(form, submitter));
  form.classList.add("js-busy");
  // Cleared before the answer, so that what is typed meanwhile stays; restored if it fails.
  if (form.dataset.live === "reset") form.reset();
  const outcome = await post(form.getAttribute("action") ?? "", fields);
  form.classList.remove("js-busy");
  if (!outcome.ok) {
    if (form.dataset.live === "reset") restore(form, fields);
    toastError(outcome);
    return;
  }
  const { url } = outcome.data;
  form.dispatchEvent(new CustomEvent("sent", { bubbles: true, detail: outcome.data }));
  if (!url) return;
  if (form.dataset.into) showAddress(byId(form.dataset.into), url);
  else if (form.dataset.goes !== undefined) location.assign(url);
}

/**
 * @param {HTMLFormElement} form
 * @param {Record<string, FormDataEntryValue>} fields
 */
function restore(form, fields) {
  for (const [name, value] of Object.entries(fields)) {
    const field = form.elements.namedItem(name);
    if (field && "value" in field && !field.value) field.value = String(value);
  }
}

/** Milliseconds after which a form that opens another page can be sent again. */
const RESEND_AFTER = 10000;

/**
 * Lets a form that opens another page be sent once, however often it is clicked.
 * @param {SubmitEvent} event
 * @param {HTMLFormElement} form
 */
function sendOnce(event, form) {
  if (event.defaultPrevented || form.method !== "post") return;
  if (form.classList.contains("js-busy")) {
    event.preventDefault();
    return;
  }
  form.classList.add("js-busy");
  setTimeout(() => form.classList.remove("js-busy"), RESEND_AFTER);
}

/**
 * Asks before something that cannot be undone.
 * @param {string} question
 * @returns {Promise<boolean>}
 */
function confirmed(question) {
  const box = create("dialog", "confirm");
  const text = create("p", "", question);
  text.id = "confirm-words";
  box.setAttribute("aria-labelledby", text.id);
  const row = create("form", "row end");
  row.method = "dialog";
  for (const [value, label, kind] of [["no", "Cancel", ""], ["yes", "Yes", "primary"]]) {
    const button = create("button", `button ${kind}`, label);
    button.value = value;
    row.append(button);
  }
  box.append(text, row);
  document.body.append(box);
  box.showModal();
  return new Promise((resolve) => {
    box.addEventListener("close", () => {
      box.remove();
      resolve(box.returnValue === "yes");
    });
  });
}

function startDialogs() {
  /** @param {string | undefined} id */
  const dialog = (id) => byId(id ?? "", HTMLDialogElement);
  on("click", "[data-opens]", (_event, button) => dialog(button.dataset.opens).showModal());
  on("click", "[data-closes]", (_event, button) => dialog(button.dataset.closes).close());
  // A click on the backdrop closes a dialog.
  document.addEventListener("click", ({ target }) => {
    if (target instanceof HTMLDialogElement) target.close();
  });
  // Notices outlast the dialog they were shown in.
  document.addEventListener("close", ({ target }) => {
    const toasts = byId("toasts");
    if (target instanceof Element && target.contains(toasts)) document.body.append(toasts);
  }, true);
}

function startMenus() {
  document.addEventListener("click", (event) => {
    const inside = closest(event, "details.menu");
    for (const menu of /** @type {HTMLDetailsElement[]} */ (all("details.menu[open]"))) {
      if (menu !== inside) menu.open = false;
    }
  });
  // Before anything else takes the key: one thing is closed at a time.
  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && first("details.menu[open]");
    if (!menu) return;
    event.stopImmediatePropagation();
    menu.removeAttribute("open");
    first("summary", menu)?.focus();
  }, true);
}

function startForms() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    if (form.dataset.live === undefined) {
      sendOnce(event, form);
      return;
    }
    event.preventDefault();
    send(form, event.submitter);
  });
  // The browser may show the page again as it was left: its forms can be sent again.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    for (const form of all("form.js-busy")) form.classList.remove("js-busy");
  });
}

function start() {
  settings.start();
  // Most pages do without it.
  if (first("form[data-push]")) import("./push.js").then((push) => push.start());
  document.documentElement.classList.toggle("js-only-here", ONLY_HERE.test(location.hostname));
  startDialogs();
  startMenus();
  startForms();
  on("click", "[data-copies]", (_event, button) => copy(button));
  on("click", "[data-shares]", (_event, button) => share(button));
  document.documentElement.classList.toggle("js-can-share", "share" in navigator);
  completeAddresses();
  showTimes();
  setInterval(showTimes, 30000);
}

start();
