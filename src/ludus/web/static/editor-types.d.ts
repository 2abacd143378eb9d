// What the editor of packs is sent, as its scripts see it: `web/editor/worker.py` makes it.

export type Step = string | number;
export type Way = Step[];
/** A value of a content file. */
export type Value = string | number | boolean | Value[] | { [key: string]: Value } | undefined;
export type Table = { [key: string]: Value };

export interface Field {
  name: string;
  type: Shape;
  needed: boolean;
  hint: string;
  default?: Value;
}

/** A type, as `web/editor/schema.py` describes it. */
export interface Shape {
  t: "struct" | "ref" | "union" | "choice" | "map" | "tuple" | "list" | "bool" | "int" | "float" | "none" | "text";
  to?: string;
  fields?: Field[];
  /** Of a struct that is one of several: the key that tells which, and its value. */
  tag?: { key: string; is: string } | null;
  /** Whether it is written as a list. */
  row?: boolean;
  of?: Shape | Shape[] | Value[];
  key?: Shape;
  value?: Shape;
  least?: number | null;
  most?: number | null;
}

export interface Problem {
  text: string;
  file: string;
  line: number;
  path: Way;
  grave: boolean;
}

export interface Status {
  revision: string;
  values: Record<string, Value>;
  own: string[];
  problems: Problem[];
  can_undo: boolean;
  can_redo: boolean;
}

export interface Board {
  key: string;
  title: string;
}

export interface Layer {
  key: string;
  title: string;
  list: string;
  point: string[];
  cell: string;
  name: string;
  beside: string;
  drops: string[];
  new: Table;
  new_beside: Table;
  selected: boolean;
  boards: string[];
}

export interface Link {
  key: string;
  title: string;
  list: string;
  between: string;
  ends: [string, string];
  new: Table;
  kinds: { title: string; set: Table }[];
  drawn: string;
  count: string;
  numerals: string[];
}

/** How a list is called and how its lines look. */
export interface Group {
  list: string;
  title: string;
  one: string;
  sign: string;
  icon: string;
  by: string;
  parts: Record<string, string>;
  icons: Record<string, string>;
  sum: string;
}

/** How many there are of something in the box. */
export interface Demand {
  title: string;
  list: string;
  count: number;
  where: Table;
  sum: string;
}

/** Values that go together, by the words on their buttons. */
export interface Preset {
  title: string;
  list: string;
  values: Record<string, Table>;
}

/** A choice of the game by which an item is used. */
export interface Play {
  list: string;
  verb: string;
  title: string;
  of: string;
  told: string;
  only: Table;
  where: Table;
  per: number;
  chance: boolean;
}

/** What works on items of a kind without naming them. */
export interface Touch {
  list: string;
  says: string;
  by: Record<string, string>;
  where: Table;
  has: string[];
}

/** How a key or a value is shown. */
export interface Shown {
  title: string;
  icon: string;
  tone: string;
}

/** How often bots used an item. */
export interface Count {
  could: number;
  used: number;
  gain: number;
}

/** How far a check is, and what it has found. */
export interface Checked {
  state: "reading" | "playing" | "bots" | "done" | "failed";
  revision: string;
  said: string;
  games: number;
  moves: number;
  bots: number;
  most: number;
  counts: Record<string, Count>[];
  problems: Problem[];
}

/** Something that shows another face or figure than before. */
export interface Altered {
  label: string;
  icon: string;
  now: string;
  before: string;
  after: string;
}

export interface Seen {
  svg: string;
  focus: [number, number, number, number] | null;
}

/** What an item does in a position of a game. */
export interface Tried {
  before: Seen;
  after: Seen;
  pieces: Altered[];
  counts: Altered[];
  told: string[];
  turn: string;
  moves: number;
}

/** A place of the game itself that names an item. */
export interface Mention {
  kind: "clause" | "lesson" | "example" | "aid" | "test";
  title: string;
  text: string;
  count: number;
}

/** What a file says at a place: pieces of its lines, with what the built-in file says there. */
export interface Story {
  line: number;
  lines: { text: string; kind: "" | "old" | "new" }[][];
  differs: number;
  known: boolean;
  others: number;
  same: number;
}

export interface Drawn {
  svg: string;
  css: string;
  words: string;
  focus: [number, number, number, number] | null;
}

export interface Boards {
  board: Board[];
  layer: Layer[];
  link: Link[];
  paint: { title: string; list: string; outline: string; fields: string[] }[];
  outline: { list: string; field: string; shared: string }[];
  hexes: { grid: string; letters: string; size: string } | null;
  trace: { list: string; field: string }[];
  group: Group[];
  demand: Demand[];
  preset: Preset[];
  play: Play[];
  touch: Touch[];
  keys: Record<string, Shown>;
  values: Record<string, Record<string, Shown>>;
  sets: string[];
  signs: Record<string, string>;
  titles: Record<string, string>;
}

export interface Opened {
  game: string;
  title: string;
  schema: Record<string, Shape>;
  boards: Boards;
  status: Status;
}

export interface Edit {
  file: string;
  op: "set" | "insert" | "remove" | "move";
  path: Way;
  value?: Value;
  to?: number;
}

/** A place of the pack: a file and the way to something in it. */
export interface Spot {
  file: string;
  path: Way;
}

/** Something found by a way of `editor.toml`. */
export interface Found extends Spot {
  item: Table;
}

export interface Reply<T> {
  error?: string;
  conflict?: boolean;
  stale?: boolean;
  result?: T;
}

/** A thing on the board that can be taken. */
export interface Handle extends Found {
  layer: Layer;
  name: string;
  x: number;
  y: number;
  /** Which of two points of one item it is. */
  part?: Way;
}

export interface Point {
  x: number;
  y: number;
}
