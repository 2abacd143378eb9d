// What the file says of the item at hand, against the built-in one.

import { create } from "./dom.js";
import { knowStory } from "./editor-checked.js";
import { titleOf } from "./editor-names.js";
import { ask, opened, state } from "./editor-state.js";

/** @import { Reply, Story } from "./editor-types.d.ts" */

let asked = "";

/** Shows on which line the selected place stands, and how it differs from the built-in pack. */
export async function showStory() {
  const spot = state.selected;
  if (!spot || !spot.file.endsWith(".toml")) return;
  const key = `${opened().status.revision} ${spot.file} ${spot.path.join(".")}`;
  asked = key;
  const reply = /** @type {Reply<Story>} */ (await ask("story", { file: spot.file, path: spot.path }));
  const story = reply.result;
  if (asked !== key || !story) return;
  knowStory(spot, story);
  const where = document.getElementById("form-line");
  if (where) where.textContent = story.line ? `${spot.file}, line ${story.line}` : spot.file;
  const box = document.getElementById("story");
  if (!box || !spot.path.length) return;
  const head = create("div", "form-head below");
  const told = !story.known ? "not in the built-in pack" : story.differs ? `${story.differs} line${story.differs === 1 ? "" : "s"} differ${story.differs === 1 ? "s" : ""}` : "as it is there";
  head.append(create("h3", "", "File, against the built-in"), create("span", "quiet where", told));
  const text = create("pre", "file-text");
  text.tabIndex = 0;
  text.setAttribute("aria-label", `${titleOf(spot.file, spot.path)} in ${spot.file}`);
  for (const line of story.lines) {
    for (const piece of line) text.append(piece.kind ? create(piece.kind === "old" ? "del" : "ins", "", piece.text) : document.createTextNode(piece.text));
    text.append("\n");
  }
  box.replaceChildren(head, text);
  // A long item shows first what is not as it was.
  const first = text.querySelector("del, ins");
  if (first instanceof HTMLElement) text.scrollTop = Math.max(0, first.offsetTop - text.offsetTop - text.clientHeight / 3);
}
