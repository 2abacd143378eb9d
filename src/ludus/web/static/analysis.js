// The page of an analysis: while it is being made, asks for its progress.

import { byId, get } from "./dom.js";
import "./page.js";
import { drawAll } from "./mini-board.js";

/** @import { ProgressAnswer } from "./types.d.ts" */

/** Milliseconds between two requests. */
const INTERVAL = 1000;

async function showProgress() {
  /** @type {ProgressAnswer | null} */
  const answer = await get(`${document.body.dataset.url}/analysis/progress`);
  if (answer?.ended) {
    location.reload();
    return;
  }
  if (answer) byId("progress", HTMLProgressElement).value = answer.done;
  setTimeout(showProgress, INTERVAL);
}

if (document.body.dataset.waiting !== undefined) showProgress();

drawAll(document.body);
