// A visitor's settings: theme, sound, motion and so on. Kept in this browser only.

import { byId, toast } from "./dom.js";

/** @import { Settings } from "./types.d.ts" */

const KEY = "ludus.settings";
const touch = matchMedia("(pointer: coarse)").matches;
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @type {Settings} */
const DEFAULTS = {
  theme: "system",
  sound: true,
  motion: true,
  confirm: touch,
  notify: false,
  keys: true,
  bots: "quick",
  auto: true,
  follow: true,
  recap: true,
  coach: "first",
};

/** @returns {Settings} */
function load() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings = load();

/** Whether animations are on, in these settings and in the visitor's system. */
export const animated = () => settings.motion && !reducedMotion;

function save() {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Without storage the settings last as long as the page.
  }
  document.dispatchEvent(new CustomEvent("settings"));
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  if (settings.motion) delete root.dataset.motion;
  else root.dataset.motion = "off";
}

/**
 * Changes a setting from elsewhere on the page.
 * @param {Partial<Settings>} change
 */
export function set(change) {
  Object.assign(settings, change);
  fill(byId("settings-form", HTMLFormElement));
  save();
}

/** Asks the browser whether the page may show notifications. */
async function mayNotify() {
  if (!("Notification" in window)) {
    toast("This browser does not support notifications.");
    return false;
  }
  const permission = await Notification.requestPermission();
  if (permission !== "granted") toast("The browser does not allow notifications for this page.");
  return permission === "granted";
}

/** @param {HTMLFormElement} form */
function fill(form) {
  for (const [name, value] of Object.entries(settings)) {
    const field = form.elements.namedItem(name);
    if (field instanceof RadioNodeList) field.value = String(value);
    else if (field instanceof HTMLInputElement) field.checked = Boolean(value);
  }
}

export function start() {
  const form = byId("settings-form", HTMLFormElement);
  fill(form);
  form.addEventListener("change", async ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    const { name, type, checked, value } = target;
    Object.assign(settings, { [name]: type === "checkbox" ? checked : value });
    if (name === "notify" && checked) {
      settings.notify = await mayNotify();
      target.checked = settings.notify;
    }
    save();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
}
