// The live stream of a page: one EventSource, opened again by itself for as long as the page lives.

import { byId } from "./dom.js";

const SOONEST = 1000;
const LATEST = 15000;

export class Live {
  /** `handlers` go by event name. */
  constructor(url, handlers) {
    this.url = url;
    this.handlers = handlers;
    this.wait = SOONEST;
    this.source = null;
    this.timer = 0;
    this.ended = false;
    addEventListener("online", () => this.open());
    addEventListener("offline", () => this.lost());
    addEventListener("pagehide", () => this.close());
    addEventListener("pageshow", (event) => event.persisted && this.open());
    this.open();
  }

  open() {
    this.close();
    if (this.ended) return;
    this.source = new EventSource(this.url);
    this.source.onopen = () => {
      this.wait = SOONEST;
      this.say("");
    };
    this.source.onerror = () => this.lost();
    for (const [name, act] of Object.entries(this.handlers)) {
      this.source.addEventListener(name, (event) => act(JSON.parse(event.data)));
    }
  }

  close() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  }

  /** Stops for good, and says why for as long as the page is open. */
  end(why) {
    this.ended = true;
    this.close();
    this.say(why);
  }

  lost() {
    this.close();
    if (this.ended) return;
    this.say("Connection lost; trying again …");
    this.timer = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 1.6, LATEST);
  }

  say(words) {
    const state = byId("link-state");
    if (!state) return;
    state.hidden = !words;
    state.textContent = words;
    document.body.classList.toggle("js-offline", Boolean(words));
  }
}
