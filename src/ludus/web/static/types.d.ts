// What the server sends to the pages, as the scripts see it. `docs/pages.md` describes the events,
// `docs/addresses.md` the addresses.

/** An element of the page, by its id, as HTML. */
export interface Part {
  id: string;
  html: string;
}

/** A piece moves from one place (element id) to another. */
export interface Motion {
  start: string;
  end: string;
}

export interface LogLine {
  id: string;
  html: string;
  /** The number of the move it tells of. */
  number: number;
  motions: Motion[];
  /** The name of a sound, or empty. */
  sound: string;
}

export interface ChatLine {
  html: string;
}

export interface Clock {
  seat: number;
  /** In ms since 1970; counts while the clock runs. */
  deadline: number;
  /** In ms; counts while it stands. */
  left: number;
  running: boolean;
}

/** Event `told`: new log lines. It comes before the `patch` of the same move. */
export interface LogMessage {
  lines: LogLine[];
}

/** Event `patch`, and the answer to a request for a past position. */
export interface PatchMessage {
  /** How many moves were made. */
  position: number;
  title: string;
  /** Whether this viewer has to choose. */
  turn: boolean;
  /** The number of the open decision, by seat. */
  decision: Record<string, number>;
  /** Whether these are all parts of the page. */
  full: boolean;
  parts: Part[];
}

/** Event `clock`: everybody's time. */
export interface ClockMessage {
  /** The server's time, in ms since 1970. */
  now: number;
  clocks: Clock[];
}

/** Event `chat`: new lines of chat. */
export interface ChatMessage {
  lines: ChatLine[];
}

/** Event `gone`: the stream ends for good. */
export interface GoneMessage {
  why: string;
}

/** The events of a table's stream. */
export interface TableMessages {
  told: LogMessage;
  patch: PatchMessage;
  clock: ClockMessage;
  chat: ChatMessage;
  gone: GoneMessage;
}

/** The events of the lobby's stream. */
export interface LobbyMessages {
  patch: { parts: Part[] };
}

/** A function for each event of a stream. */
export type Handlers<Messages> = { [Name in keyof Messages]: (message: Messages[Name]) => void };

/** A choice that a hint names: its chance to win from 0 to 1, everybody's chances after it, what it
 * does, where it is, what it is good for ("lead at Segontium") at once or later, and what that is about. */
export interface HintChoice {
  action: string;
  label: string;
  worth: number;
  chances: number[];
  why: Bit[];
  places: string[];
  goal: Bit[];
  sure: boolean;
  area: Bit[];
}

/** What a POST is answered with: an error, an address, a hint, or for a choice that came too late
 * the present position. */
export interface Answer extends Partial<PatchMessage> {
  error?: string;
  url?: string;
  choices?: HintChoice[];
  /** From the coach: choices that give away much, what others have achieved, why to look again at a
   * choice, and a better one. */
  doubtful?: string[];
  told?: Bit[][];
  why?: Bit[];
  better?: HintChoice;
  /** Why a gesture ended early, in words. */
  note?: string;
}

/** A box in the units of a picture. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The outcome of a request. A lost connection has status 0. */
export interface Outcome {
  ok: boolean;
  status: number;
  data: Answer;
}

/** A part of a sentence. `ref` is a seat number, a die face or the id of a place. */
export interface Bit {
  kind: string;
  text: string;
  ref: string;
}

/** What a choice would do: HTML for the action bar and for a tip beside the place, which may be
 * empty; by how much meters change, by key; the places it reaches, in order. */
export interface PreviewAnswer {
  html: string;
  tip: string;
  verb: string;
  changes: Record<string, number>;
  path: string[];
}

/** What the targets of a gesture mean for what is taken, by place. */
export type AimsAnswer = Record<string, { note: string; chips: string; tone: string }>;

/** What a thing is, as HTML, and the places that belong to it; empty where there is nothing to say. */
export interface AboutAnswer {
  html: string;
  rings: string[];
}

/** A move at which a game turned, whose it was, and by how much it changed that seat's chance. */
export interface TurningPoint {
  number: number;
  seat: number;
  swing: number;
}

/** What the analysis of a game says of its turning points. */
export interface TurningAnswer {
  html: string;
  ended: boolean;
  points: TurningPoint[];
}

/** How a game went: for each seat a value after so many moves as `moves` says. */
export interface CurveAnswer {
  kind: "chances" | "points";
  moves: number[];
  series: number[][];
}

/** How far the analysis of a game is. */
export interface ProgressAnswer {
  done: number;
  ended: boolean;
}

/** What a visitor has set, kept in the browser. */
export interface Settings {
  theme: string;
  sound: boolean;
  motion: boolean;
  confirm: boolean;
  notify: boolean;
  keys: boolean;
  /** How fast others' moves are shown: `instant`, `quick` or `calm`. */
  bots: string;
  /** Whether the page takes the only option by itself. */
  auto: boolean;
  /** Whether the camera goes along with others' moves. */
  follow: boolean;
  /** Whether it is told what others did since one's last turn. */
  recap: boolean;
  /** When the coach speaks against bots: `first` (in first games), `always` or `never`. */
  coach: string;
}

/** Makes a choice. */
export type Act = (button: HTMLButtonElement) => void;

export interface Point {
  x: number;
  y: number;
}

export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** An event that a service worker stays awake for. */
export interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

/** What `sw.js` uses of a service worker's surroundings. */
export interface PushWorker {
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(options: { type: string }): Promise<{ url: string; focus(): Promise<unknown> }[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install", act: (event: WorkerEvent) => void): void;
  addEventListener(type: "push", act: (event: WorkerEvent & { data: { json(): PushMessage } }) => void): void;
  addEventListener(type: "notificationclick", act: (event: WorkerEvent & { notification: Notification }) => void): void;
}

/** What a push message says. Of several with the same `tag` a device shows the last. */
export interface PushMessage {
  title: string;
  body: string;
  url: string;
  tag: string;
}
