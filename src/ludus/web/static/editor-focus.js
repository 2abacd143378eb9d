// Where the reader is in a form that is made anew: the field, what was typed in it, and the caret.

import { byId, find } from "./dom.js";

/** @returns {{ id: string, text: string | null, start: number | null, end: number | null } | null} */
export function focused() {
  const at = document.activeElement;
  if (!(at instanceof HTMLElement) || !at.dataset.field || !byId("form").contains(at)) return null;
  const typing = at instanceof HTMLTextAreaElement || (at instanceof HTMLInputElement && at.type === "text");
  const text = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement ? at.value : null;
  return { id: at.dataset.field, text, start: typing ? at.selectionStart : null, end: typing ? at.selectionEnd : null };
}

/** @param {ReturnType<typeof focused>} kept */
export function restore(kept) {
  const found = kept && (find(kept.id) ?? document.querySelector(`[data-field="${CSS.escape(kept.id)}"]`));
  if (!(found instanceof HTMLElement)) return;
  found.focus({ preventScroll: true });
  const typing = found instanceof HTMLTextAreaElement || (found instanceof HTMLInputElement && found.type === "text");
  if (!typing) return;
  // What was typed while the answer was on its way is kept.
  if (kept?.text !== null && kept && found.value !== kept.text) {
    found.value = kept.text;
    found.dispatchEvent(new Event("input"));
  }
  found.setSelectionRange(kept?.start ?? null, kept?.end ?? null);
}
