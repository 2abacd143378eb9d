// Runs before the page is painted, so that the page never appears in the wrong theme. Settings are
// kept in the browser; `settings.js` changes them.
(() => {
  /** @type {{ theme?: string, motion?: boolean }} */
  let stored = {};
  try {
    stored = JSON.parse(localStorage.getItem("ludus.settings") ?? "{}");
  } catch {
    // Without storage the defaults are used.
  }
  const root = document.documentElement;
  const theme = stored.theme ?? "";
  root.dataset.theme = ["light", "dark"].includes(theme) ? theme : "system";
  if (stored.motion === false) root.dataset.motion = "off";
  root.classList.add("js");
})();
