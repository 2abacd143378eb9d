// What every page does: dialogs, copying, forms that send themselves, times in words.

import { all, byId, on, post, toast } from "./dom.js";
import * as settings from "./settings.js";

const AGES = [
  [60, 1, "second"],
  [3600, 60, "minute"],
  [86400, 3600, "hour"],
  [604800, 86400, "day"],
];

/** Writes out times in the reader's own language: `5 minutes ago`, later the date. */
export function tellTimes(root = document) {
  const words = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
  for (const time of all("time[data-at]", root)) {
    const date = new Date(Number(time.dataset.at));
    const seconds = (date.getTime() - Date.now()) / 1000;
    const [, unit, name] = AGES.find(([limit]) => Math.abs(seconds) < limit) ?? [];
    time.textContent = unit
      ? words.format(Math.round(seconds / unit), name)
      : date.toLocaleDateString(undefined, { dateStyle: "medium" });
    time.dateTime = date.toISOString();
    time.title = date.toLocaleString();
  }
}

/** Names of a computer that only it has for itself. */
const ONLY_HERE = /^(localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/;

/** An address as the server names it, complete with this server's own. */
const complete = (address) => new URL(address, location.href).href;

async function copy(button) {
  const field = byId(button.dataset.copies);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy");
  }
  toast("Copied.");
}

/** Shows an address that was just made, ready to copy. */
function showAddress(into, url) {
  const field = document.createElement("input");
  field.readOnly = true;
  field.value = complete(url);
  field.id = `${into.id}-field`;
  field.setAttribute("aria-label", "The link");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.textContent = "Copy";
  button.dataset.copies = field.id;
  const row = document.createElement("div");
  row.className = "joined";
  row.append(field, button);
  into.replaceChildren(row);
  field.select();
}

/** Sends a `data-live` form in the background; the live stream shows what came of it. */
async function send(form, submitter) {
  if (form.classList.contains("js-busy")) return;
  if (form.dataset.confirm && !(await confirmed(form.dataset.confirm))) return;
  const fields = Object.fromEntries(new FormData(form, submitter));
  form.classList.add("js-busy");
  // Emptied at once, so that what is written meanwhile is not lost; what was not sent comes back.
  if (form.dataset.live === "reset") form.reset();
  const { ok, data } = await post(form.getAttribute("action"), fields);
  form.classList.remove("js-busy");
  if (!ok) {
    if (form.dataset.live === "reset") putBack(form, fields);
    toast(data.error ?? "That did not work.", "bad");
    return;
  }
  form.dispatchEvent(new CustomEvent("sent", { bubbles: true, detail: data }));
  if (!data.url) return;
  if (form.dataset.into) showAddress(byId(form.dataset.into), data.url);
  else if (form.dataset.goes !== undefined) location.assign(data.url);
}

function putBack(form, fields) {
  for (const [name, value] of Object.entries(fields)) {
    const field = form.elements[name];
    if (field && !field.value) field.value = value;
  }
}

/** So long, in ms, a form that opens another page waits before it can be sent again. */
const ON_ITS_WAY = 10000;

/** A form that opens another page is sent once, however often it is clicked meanwhile. */
function sendOnce(event) {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  if (form.classList.contains("js-busy")) {
    event.preventDefault();
    return;
  }
  form.classList.add("js-busy");
  setTimeout(() => form.classList.remove("js-busy"), ON_ITS_WAY);
}

/** Asks before something that cannot be undone. */
export function confirmed(words) {
  const box = document.createElement("dialog");
  const text = document.createElement("p");
  text.textContent = words;
  text.id = "confirm-words";
  box.setAttribute("aria-labelledby", "confirm-words");
  const row = document.createElement("form");
  row.method = "dialog";
  row.className = "row end";
  for (const [value, label, kind] of [["no", "Cancel", ""], ["yes", "Yes", "primary"]]) {
    const button = document.createElement("button");
    button.value = value;
    button.textContent = label;
    button.className = `button ${kind}`;
    row.append(button);
  }
  box.className = "confirm";
  box.append(text, row);
  document.body.append(box);
  box.showModal();
  return new Promise((settle) => {
    box.addEventListener("close", () => {
      box.remove();
      settle(box.returnValue === "yes");
    });
  });
}

export function start() {
  settings.start();
  document.documentElement.classList.toggle("js-only-here", ONLY_HERE.test(location.hostname));
  on("click", "[data-opens]", (_event, button) => byId(button.dataset.opens).showModal());
  on("click", "[data-closes]", (_event, button) => byId(button.dataset.closes).close());
  on("click", "[data-copies]", (_event, button) => copy(button));
  // A click beside a dialog's sheet closes it.
  on("click", "dialog", (event, box) => event.target === box && box.close());
  on("click", "body", (event) => {
    for (const menu of all("details.menu[open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });
  document.addEventListener("submit", (event) => {
    if (event.target.dataset.live === undefined) {
      sendOnce(event);
      return;
    }
    event.preventDefault();
    send(event.target, event.submitter);
  });
  // Back in a page that was kept as it was: its forms can be sent again.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    for (const form of all("form.js-busy")) form.classList.remove("js-busy");
  });
  // What is said in a dialog outlasts it.
  document.addEventListener("close", ({ target }) => {
    if (target.contains(byId("toasts"))) document.body.append(byId("toasts"));
  }, true);
  for (const field of all("input[data-address]")) field.value = complete(field.value);
  tellTimes();
  setInterval(tellTimes, 30000);
}

start();
