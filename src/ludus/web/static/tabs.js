// Which tabs of a browser have a stream. A browser opens at most six connections to a server by
// HTTP/1.1, for all its tabs together: if streams took them all, moves would wait for ever. So tabs
// tell each other when they are used, and the one that was not used for longest lets go of its stream.

/** How many tabs may have a stream: the other connections are for requests. */
const MOST = 4;

/** @typedef {{ tab: string, used: boolean }} TabMessage */

const tab = `${Date.now()}-${Math.random()}`;

/** The tabs that were used since this one was. */
const later = new Set();
/** @type {BroadcastChannel | null} */
let channel = null;
let paused = false;

/** @param {boolean} used whether this tab is in use now; else it is closed */
function tell(used) {
  /** @type {TabMessage} */
  const message = { tab, used };
  channel?.postMessage(message);
}

/**
 * Shares the connections of this browser with its other tabs.
 * @param {() => void} pause called when others need the connection of this tab
 * @param {() => void} resume called when it can have one again
 */
export function share(pause, resume) {
  const settle = () => {
    const crowded = later.size >= MOST;
    if (crowded === paused) return;
    paused = crowded;
    if (crowded) pause();
    else resume();
  };
  const use = () => {
    later.clear();
    tell(true);
    settle();
  };
  const open = () => {
    channel = new BroadcastChannel("ludus-streams");
    channel.onmessage = (/** @type {MessageEvent<TabMessage>} */ { data }) => {
      if (data.used) later.add(data.tab);
      else later.delete(data.tab);
      settle();
    };
    use();
  };
  open();
  addEventListener("focus", use);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) use();
  });
  for (const type of ["pointerdown", "keydown"]) {
    document.addEventListener(type, () => {
      if (paused) use();
    }, true);
  }
  addEventListener("pagehide", () => {
    tell(false);
    channel?.close();
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) open();
  });
}
