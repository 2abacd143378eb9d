// Sounds, made by a few oscillators and a little noise instead of files.

import { settings } from "./settings.js";

/**
 * A note: kind, pitch in Hz, start in s, length in s, volume, pitch at the end.
 * @typedef {["noise" | OscillatorType, number, number, number, number, number?]} Note
 */

/** @type {Note[]} */
const KNOCK = [["noise", 900, 0, 0.05, 0.5], ["sine", 170, 0, 0.09, 0.5, 90]];

/** @type {Record<string, Note[]>} */
const SOUNDS = {
  place: KNOCK,
  roll: [0, 0.07, 0.13, 0.21, 0.26].map((at, i) => ["noise", 1500 + 300 * (i % 3), at, 0.04, 0.45]),
  displace: [["noise", 500, 0, 0.12, 0.3], ["sine", 240, 0, 0.16, 0.3, 120]],
  legion: [["triangle", 98, 0, 0.28, 0.6], ["triangle", 147, 0.1, 0.3, 0.45]],
  capture: [["triangle", 294, 0, 0.2, 0.4], ["triangle", 440, 0.12, 0.3, 0.4]],
  card: [["noise", 2600, 0, 0.09, 0.25]],
  coin: [["sine", 1760, 0, 0.12, 0.2], ["sine", 2640, 0.04, 0.18, 0.15]],
  build: [["noise", 700, 0, 0.06, 0.5], ["noise", 600, 0.14, 0.06, 0.5]],
  fight: [["noise", 3200, 0, 0.08, 0.4], ["square", 880, 0, 0.05, 0.08, 600]],
  loss: [["triangle", 220, 0, 0.25, 0.4, 165]],
  turn: [["sine", 660, 0, 0.5, 0.3], ["sine", 990, 0.02, 0.6, 0.16]],
  chat: [["sine", 780, 0, 0.08, 0.18]],
  end: [262, 330, 392, 523].map((pitch, i) => ["triangle", pitch, i * 0.13, 0.45, 0.35]),
  error: [["square", 140, 0, 0.12, 0.1, 110]],
};

/** @type {{ context: AudioContext, noise: AudioBuffer } | null} */
let audio = null;

function open() {
  const context = new AudioContext();
  const noise = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const data = noise.getChannelData(0);
  for (let i = 0; i < data.length; i += 1) data[i] = Math.random() * 2 - 1;
  return { context, noise };
}

/**
 * Plays a sound; one without a name is silent, an unknown one is a knock. In a hidden page only the
 * sound of the visitor's turn is played.
 * @param {string} name
 */
export function play(name) {
  if (!name || !settings.sound || (document.hidden && name !== "turn")) return;
  // A browser lets a page play sounds only after the visitor has used it.
  if (!navigator.userActivation?.hasBeenActive) return;
  audio ??= open();
  if (audio.context.state === "suspended") audio.context.resume();
  if (audio.context.state !== "running") return;
  for (const note of SOUNDS[name] ?? KNOCK) playNote(audio, note);
}

/**
 * @param {{ context: AudioContext, noise: AudioBuffer }} audio
 * @param {Note} note
 */
function playNote({ context, noise }, [kind, pitch, start, length, volume, lastPitch = pitch]) {
  const at = context.currentTime + start;
  const gain = context.createGain();
  gain.gain.setValueAtTime(volume * 0.35, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(context.destination);
  let source;
  if (kind === "noise") {
    source = context.createBufferSource();
    source.buffer = noise;
    const filter = context.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.value = pitch;
    source.connect(filter).connect(gain);
  } else {
    source = context.createOscillator();
    source.type = kind;
    source.frequency.setValueAtTime(pitch, at);
    source.frequency.exponentialRampToValueAtTime(lastPitch, at + length);
    source.connect(gain);
  }
  source.start(at);
  source.stop(at + length + 0.02);
}

/**
 * A notice of the system, if the page is out of sight and the visitor wants one.
 * @param {string} title
 */
export function notifyTurn(title) {
  if (!document.hidden || !settings.notify || window.Notification?.permission !== "granted") return;
  const notice = new Notification("Your turn", { body: title, tag: document.body.dataset.url });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}
