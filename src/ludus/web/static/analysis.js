// The page of an analysis: while it is being made, looks how far it is.

import { byId, get } from "./dom.js";
import "./page.js";

const EVERY = 1000;

async function look() {
  const answer = await get(`${document.body.dataset.url}/analysis/progress`);
  if (answer?.ended) {
    location.reload();
    return;
  }
  if (answer) byId("progress").value = answer.done;
  setTimeout(look, EVERY);
}

if (document.body.dataset.waiting !== undefined) look();
