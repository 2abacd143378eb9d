// The words of cards as the game would write them, from what the cards do.

import { create, createButton, toast } from "./dom.js";
import { ask, change, opened, valueAt } from "./editor-state.js";

/** @import { Edit, Reply, Spot } from "./editor-types.d.ts" */

/** @type {{ of: string, said: Record<string, string> }} */
const written = { of: "", said: {} };
/** Whether the game writes words at all; known after the first answer. */
let writes = true;

async function fetchWords() {
  const revision = opened().status.revision;
  if (written.of === revision || !writes) return written.said;
  const reply = /** @type {Reply<Record<string, string>>} */ (await ask("words"));
  if (!reply.result) return {};
  written.of = revision;
  written.said = reply.result;
  writes = Object.keys(reply.result).length > 0;
  return written.said;
}

/**
 * A button that writes the words of an item from its effects; hidden where the game has none for it.
 * @param {Spot[]} places
 */
export function writeButton(places) {
  const box = create("div", "write-words");
  box.hidden = true;
  const keys = places.map(({ path }) => path.join("."));
  void fetchWords().then((said) => {
    if (!keys.some((key) => said[key])) return;
    const same = keys.every((key, at) => !said[key] || said[key] === valueAt("words.toml", places[at]?.path ?? []));
    const button = createButton("button small", "Write the words from the effects", () => void write(places));
    button.disabled = same;
    button.dataset.field = "write-words";
    box.append(button);
    if (same) box.append(create("span", "quiet", "They say what it does."));
    box.hidden = false;
  });
  return box;
}

/** @param {Spot[]} places */
async function write(places) {
  const said = await fetchWords();
  /** @type {Edit[]} */
  const edits = places.flatMap(({ file, path }) => {
    const text = said[path.join(".")];
    return text && text !== valueAt(file, path) ? [{ file, op: "set", path, value: text }] : [];
  });
  if (edits.length && (await change(edits))) toast("Written. Undo brings back what was there.", "good");
}

/**
 * The keys below an item for which the game has words, whether they are in the pack or not.
 * @param {string} start such as `card.contio.`
 */
export async function writeAll(start) {
  const said = await fetchWords();
  const keys = Object.keys(said).filter((key) => key.startsWith(start));
  await write(keys.map((key) => ({ file: "words.toml", path: key.split(".") })));
  return keys.length;
}
