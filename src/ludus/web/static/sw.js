// The service worker: shows push messages while no page is open, and opens their table.

const worker = /** @type {import("./types.js").PushWorker} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", () => worker.skipWaiting());

worker.addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data.json();
  event.waitUntil(worker.registration.showNotification(title, { body, tag, data: { url } }));
});

/**
 * Goes to a page that is open already, or opens one.
 * @param {string} url
 */
async function open(url) {
  const pages = await worker.clients.matchAll({ type: "window" });
  const there = pages.find((page) => page.url.split(/[?#]/)[0] === url);
  if (there) await there.focus();
  else await worker.clients.openWindow(url);
}

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});
