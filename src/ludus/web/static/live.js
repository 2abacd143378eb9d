// The live stream of a page: an EventSource that reconnects for as long as the page is open.

import { find } from "./dom.js";
import { share } from "./tabs.js";

/** @import { Handlers, LobbyMessages, TableMessages } from "./types.d.ts" */

/** Milliseconds before the first and the later attempts to reconnect. */
const FIRST_RETRY = 1000;
const LONGEST_RETRY = 15000;
/** Milliseconds between two looks at the table while other tabs have the connections. */
const LOOK_AGAIN = 60000;

export class Live {
  /**
   * @param {string} url
   * @param {Handlers<TableMessages> | Handlers<LobbyMessages>} handlers
   */
  constructor(url, handlers) {
    this.url = url;
    this.handlers = handlers;
    this.wait = FIRST_RETRY;
    /** @type {EventSource | null} */
    this.source = null;
    this.timer = 0;
    this.ended = false;
    /** Whether the connection is left to other tabs. */
    this.paused = false;
    addEventListener("online", () => this.open());
    addEventListener("offline", () => this.lost());
    addEventListener("pagehide", () => this.close());
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted) this.open();
    });
    this.open();
    // That was what the page has; whatever comes after it may have been missed.
    const later = new URL(url, location.href);
    later.searchParams.delete("since");
    this.url = later.href;
    share(() => this.pause(), () => this.resume());
  }

  /** Connects. The first time only changes are sent, where there are any; later the whole page. */
  open() {
    this.close();
    if (!this.ended && !this.paused) this.connect();
  }

  connect() {
    this.source = new EventSource(this.url);
    this.source.onopen = () => {
      this.wait = FIRST_RETRY;
      this.showStatus("");
    };
    this.source.onerror = () => this.lost();
    for (const [name, handle] of Object.entries(this.handlers)) {
      this.source.addEventListener(name, ({ data }) => handle(JSON.parse(data)));
    }
  }

  /** Leaves the connection to other tabs, and looks now and then for what is new. */
  pause() {
    this.paused = true;
    this.close();
    if (this.ended) return;
    this.showStatus("Updates are paused: too many tabs of this site are open. Click to resume.");
    this.timer = setTimeout(() => {
      this.connect();
      this.source?.addEventListener("patch", () => this.pause());
    }, LOOK_AGAIN);
  }

  resume() {
    this.paused = false;
    this.open();
  }

  close() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  }

  /**
   * Disconnects for good.
   * @param {string} why shown for as long as the page is open
   */
  end(why) {
    this.ended = true;
    this.close();
    this.showStatus(why);
  }

  lost() {
    this.close();
    if (this.ended) return;
    if (this.paused) {
      this.pause();
      return;
    }
    this.showStatus("Connection lost. Reconnecting …");
    this.timer = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 1.6, LONGEST_RETRY);
  }

  /** @param {string} text empty if all is well */
  showStatus(text) {
    const status = find("link-state");
    if (!status) return;
    status.hidden = !text;
    status.textContent = text;
    document.body.classList.toggle("js-offline", Boolean(text));
  }
}
