// Small helpers that all modules share: finding, sending, saying.

export const byId = (id) => document.getElementById(id);
export const all = (selector, root = document) => [...root.querySelectorAll(selector)];

/** Calls `act(event, element)` for events at elements that match, now and later. */
export function on(type, selector, act, root = document) {
  root.addEventListener(type, (event) => {
    const found = event.target instanceof Element && event.target.closest(selector);
    if (found) act(event, found);
  });
}

/** So long, in ms, an answer may take: a connection that broke without a word never gives one. */
const PATIENCE = 30000;

/** Sends fields as JSON. Gives `{ok, status, data}`; a lost network is status 0, never an exception. */
export async function post(url, fields) {
  try {
    const answer = await fetch(url, {
      method: "POST",
      signal: AbortSignal.timeout(PATIENCE),
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(fields),
    });
    const text = await answer.text();
    let data = {};
    try {
      data = text ? JSON.parse(text) : {};
    } catch {
      data = { error: `The server answered ${answer.status}.` };
    }
    return { ok: answer.ok, status: answer.status, data };
  } catch {
    return { ok: false, status: 0, data: { error: "No connection to the server; try again." } };
  }
}

export async function get(url) {
  try {
    const answer = await fetch(url, { headers: { Accept: "application/json" } });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/** Says something in passing, at the edge of the page; in front of the dialog that is open. What
 * must not be missed is `lasting`: it stays until it is closed. */
export function toast(text, kind = "", lasting = false) {
  const front = all("dialog[open]").at(-1) ?? document.body;
  if (byId("toasts").parentElement !== front) front.append(byId("toasts"));
  const line = document.createElement("p");
  line.className = `toast ${kind}`;
  line.textContent = text;
  byId("toasts").append(line);
  if (!lasting) {
    setTimeout(() => line.remove(), 6000);
    return;
  }
  const close = document.createElement("button");
  close.type = "button";
  close.className = "button dark";
  close.textContent = "Close";
  close.addEventListener("click", () => line.remove());
  line.append(close);
}

/** A sentence's bits, as the server sends them in JSON, as nodes. */
export function bits(sentence) {
  return sentence.map(({ kind, text, ref }) => {
    const node = document.createElement("span");
    node.textContent = text;
    if (kind === "seat") node.className = `who seat-${Number(ref) % 6}`;
    if (kind === "die") node.className = "die";
    if (kind === "place") node.className = "place";
    return node;
  });
}

/** Whether a key press belongs to a field that is being written in. */
export function typing(event) {
  const target = event.target;
  return (
    target instanceof Element &&
    target.matches("input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select")
  );
}
