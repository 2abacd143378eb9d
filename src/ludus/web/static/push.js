// Push messages: asks the browser for them, and tells the server where they go.

import { all, create, post, toast, toastError } from "./dom.js";

/** Whether this browser can show messages while no page is open. */
const can = () => isSecureContext && "serviceWorker" in navigator && "PushManager" in window;

/**
 * A key as browsers want it.
 * @param {ArrayBuffer | null} key
 */
function inText(key) {
  const text = btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0))));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * The browser's subscription to messages of this server.
 * @param {string} url where the server says its key; the service worker is one level above
 */
async function subscription(url) {
  const worker = new URL("../sw.js", new URL(url, location.href));
  const registration = await navigator.serviceWorker.register(worker);
  await navigator.serviceWorker.ready;
  const answer = await fetch(url, { headers: { Accept: "application/json" } });
  const { key } = await answer.json();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** @param {HTMLFormElement} form */
async function turnOn(form) {
  if ((await Notification.requestPermission()) !== "granted") {
    toast("The browser does not allow messages of this site.");
    return;
  }
  const url = form.getAttribute("action") ?? "";
  let found;
  try {
    found = await subscription(url);
  } catch {
    toast("This browser's push service cannot be reached.");
    return;
  }
  const outcome = await post(url, {
    endpoint: found.endpoint,
    p256dh: inText(found.getKey("p256dh")),
    auth: inText(found.getKey("auth")),
  });
  if (outcome.ok) location.reload();
  else toastError(outcome);
}

export function start() {
  for (const form of /** @type {HTMLFormElement[]} */ (all("form[data-push]"))) {
    if (!can()) {
      form.replaceChildren(create("p", "quiet", "This browser has no messages for closed pages, or the address is not https."));
      continue;
    }
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      event.stopPropagation();
      turnOn(form);
    });
  }
}
