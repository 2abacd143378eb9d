// What a visitor likes: theme, sound, motion and so on. Kept in this browser only.

import { byId, toast } from "./dom.js";

const KEY = "ludus.settings";
const touch = matchMedia("(pointer: coarse)").matches;
const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
const DEFAULTS = {
  theme: "system",
  sound: true,
  motion: true,
  confirm: touch,
  notify: false,
  keys: true,
};

function load() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings = load();

/** Whether things may move: the visitor wants it, and so does their system. */
export const moving = () => settings.motion && !calm;

function keep() {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Without storage the settings last as long as the page.
  }
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  if (settings.motion) delete root.dataset.motion;
  else root.dataset.motion = "off";
}

async function mayNotify() {
  if (!("Notification" in window)) {
    toast("This browser knows no notices.");
    return false;
  }
  const answer = await Notification.requestPermission();
  if (answer !== "granted") toast("The browser does not allow notices for this page.");
  return answer === "granted";
}

export function start() {
  const form = byId("settings-form");
  for (const [name, value] of Object.entries(settings)) {
    const field = form.elements[name];
    if (!field) continue;
    if (typeof value === "boolean") field.checked = value;
    else field.value = value;
  }
  form.addEventListener("change", async (event) => {
    const { name, type, checked, value } = event.target;
    settings[name] = type === "checkbox" ? checked : value;
    if (name === "notify" && checked) {
      settings.notify = await mayNotify();
      event.target.checked = settings.notify;
    }
    keep();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
}
