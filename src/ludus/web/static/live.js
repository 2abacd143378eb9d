// The live stream of a page: an EventSource that reconnects for as long as the page is open.

import { find } from "./dom.js";

/** @import { Handlers, LobbyMessages, TableMessages } from "./types.d.ts" */

/** Milliseconds before the first and the later attempts to reconnect. */
const FIRST_RETRY = 1000;
const LONGEST_RETRY = 15000;

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
  }

  /** Connects. The first time only changes are sent, where there are any; later the whole page. */
  open() {
    this.close();
    if (this.ended) return;
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
