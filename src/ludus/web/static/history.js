// Going through the game: slider, keys, log lines. The past is fetched part by part; the present
// comes from the live stream, which is asked for everything again on the way back.

import { all, byId, get, on, toast } from "./dom.js";
import { moving } from "./settings.js";

const BEAT = 900;

let apply = () => {};
let resume = () => {};
let wanted = null;
let fetching = false;
let beat = 0;
let past = false;
let length = 0;

export const inPast = () => past;

/** What the page says of the position shown: `at`, `length` and whether it is `live`. */
const where = () => byId("history-where").dataset;

const position = () => wanted ?? Number(where().at);

/** The game has grown (or shrunk, by undo) while the past is being looked at. */
export function grow(now) {
  length = now;
  if (!past) return;
  where().length = now;
  byId("history-slider").max = now;
}

/** Shows the position after move `at`; the last one is the live game. */
export async function go(at) {
  const target = Math.min(Math.max(0, at), length);
  if (target === length) {
    toPresent();
    return;
  }
  past = true;
  document.body.classList.add("js-past");
  wanted = target;
  mark(target);
  if (fetching) return;
  fetching = true;
  // While one answer is on its way the slider may move on; only the latest wish is asked for.
  while (wanted !== null && past) {
    const asked = wanted;
    const { url, as } = document.body.dataset;
    const viewpoint = as === undefined ? "" : `?as=${as}`;
    const answer = await get(`${url}/history/${asked}${viewpoint}`);
    if (!past) break;
    if (!answer) {
      toast("That position could not be fetched.", "bad");
      wanted = null;
      break;
    }
    apply(answer);
    byId("history-slider").value = asked;
    if (wanted === asked) wanted = null;
  }
  fetching = false;
}

export function toPresent() {
  stop();
  wanted = null;
  if (!past) return;
  past = false;
  document.body.classList.remove("js-past");
  mark(length);
  resume();
}

function mark(at) {
  byId("history-slider").value = at;
  for (const line of all("#log .js-here")) line.classList.remove("js-here");
  if (at < length) {
    const lines = all("#log .line").filter((line) => Number(line.dataset.number) <= at);
    lines.at(-1)?.classList.add("js-here");
    lines.at(-1)?.scrollIntoView({ block: "nearest" });
  }
}

function stop() {
  clearInterval(beat);
  beat = 0;
  byId("history").classList.remove("js-playing");
}

function play() {
  if (beat) {
    stop();
    return;
  }
  if (position() >= length) go(0);
  byId("history").classList.add("js-playing");
  beat = setInterval(() => {
    if (position() + 1 >= length) toPresent();
    else go(position() + 1);
  }, moving() ? BEAT : BEAT * 1.5);
}

const STEPS = {
  first: () => go(0),
  back: () => go(position() - 1),
  forward: () => go(position() + 1),
  last: () => toPresent(),
};

function step(what) {
  if (what === "play") play();
  else {
    stop();
    STEPS[what]();
  }
}

export function onKey(event) {
  const keys = {
    ArrowLeft: "back",
    ArrowRight: "forward",
    Home: "first",
    End: "last",
    " ": "play",
  };
  const what = !event.shiftKey && keys[event.key];
  if (!what || event.target.closest?.("button, summary, a, [role=tab]")) return false;
  // Whoever plays and hits the long key did not mean to leave the game for its first move.
  if (what === "play" && !beat && !past && !byId("result").classList.contains("result")) return false;
  step(what);
  return true;
}

/** `show` puts a fetched position on the page, `live` brings back the present one. */
export function start(show, live) {
  apply = show;
  resume = live;
  length = Number(where().length);
  past = where().live === "no";
  document.body.classList.toggle("js-past", past);
  on("click", "[data-step]", (_event, button) => step(button.dataset.step));
  on("input", "#history-slider", (_event, slider) => {
    stop();
    go(Number(slider.value));
  });
  on("click", "#log .line", (event, line) => {
    if (!event.target.closest("a, button") && !getSelection().toString()) {
      go(Number(line.dataset.number));
    }
  });
}
