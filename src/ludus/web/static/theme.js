// Runs before the page is painted, so that the chosen theme never flashes. Settings live in the
// browser alone; `settings.js` changes them.
(() => {
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("ludus.settings") ?? "{}");
  } catch {
    // Without storage the defaults do.
  }
  const root = document.documentElement;
  root.dataset.theme = ["light", "dark"].includes(kept.theme) ? kept.theme : "system";
  if (kept.motion === false) root.dataset.motion = "off";
  root.classList.add("js");
})();
