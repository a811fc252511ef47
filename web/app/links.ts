// The part of the address after `#`: a record file, a packed record or a deck, and a step.

/** Limit on the size of an unpacked record; the page writes no longer ones. */
const LARGEST = 4 * 1024 * 1024;

/** Source of a reviewed game in the address: a line of a file, or the coded game or compressed record. */
export type Origin = { record: string; line: number } | { packed: string };

export interface Deck {
  game: string;
  players: string;
  seed: string;
  rules: Record<string, string>;
  /** A challenge: who takes each seat, as `h` or a level with `-` between them, the points to beat, and the name of the challenger. */
  duel?: { seats: string; points: number; by?: string };
}

export interface Wish {
  origin: Origin | null;
  deck: Deck | null;
  step: number | null;
  /** The seat as which a review is viewed; otherwise it shows all hands. */
  seat: number | null;
}

const whole = (text: string | null, otherwise: number): number => {
  const number = Number(text ?? otherwise);
  return Number.isSafeInteger(number) && number >= 0 ? number : otherwise;
};

/** Parses the part of an address after `#`. */
export function read(hash: string): Wish {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const [record, packed, game] = [parts.get("record"), parts.get("packed"), parts.get("deck")];
  const [seats, points, by] = [parts.get("seats"), parts.get("beat"), parts.get("by")?.slice(0, 20)];
  const duel = seats === null || points === null ? {} : { duel: { seats, points: whole(points.replace("-", ""), 0) * (points.startsWith("-") ? -1 : 1), ...(by && { by }) } };
  const rules = [...parts].filter(([key]) => key.startsWith("rule-")).map(([key, value]) => [key.slice(5), value]);
  return {
    origin: record !== null ? { record, line: whole(parts.get("line"), 1) } : packed !== null ? { packed } : null,
    deck: game === null ? null
      : { game, players: parts.get("players") ?? "", seed: parts.get("seed") ?? "", rules: Object.fromEntries(rules) as Record<string, string>, ...duel },
    step: parts.has("step") ? whole(parts.get("step"), 0) : null,
    seat: parts.has("seat") ? whole(parts.get("seat"), 0) : null,
  };
}

/** Returns the part of an address after `#` that links to a step, as a seat sees it or with all hands. */
export function toStep(origin: Origin | null, step: number, seat: number | null): string {
  const parts = new URLSearchParams();
  if (origin !== null && "record" in origin) {
    parts.set("record", origin.record);
    if (origin.line !== 1) parts.set("line", String(origin.line));
  }
  if (origin !== null && "packed" in origin) parts.set("packed", origin.packed);
  parts.set("step", String(step));
  if (seat !== null) parts.set("seat", String(seat));
  return `#${parts}`;
}

/** Returns the part of an address after `#` that links to a deck. */
export function toDeck({ game, players, seed, rules, duel }: Deck): string {
  const parts = new URLSearchParams({ deck: game, players, seed, ...(duel === undefined ? {} : { seats: duel.seats, beat: String(duel.points), ...(duel.by && { by: duel.by }) }) });
  for (const [key, value] of Object.entries(rules)) parts.set(`rule-${key}`, value);
  return `#${parts}`;
}

/** A game as a short text: its name, players, unusual rules and code, with points between them. */
export interface Coded {
  game: string;
  players: number;
  rules: Record<string, string | number>;
  code: string;
}

/** Writes a coded game; undefined if a rule has a value that does not fit. */
export function toCoded({ game, players, rules, code }: Coded, usual: (key: string) => unknown): string | undefined {
  const unusual = Object.entries(rules).filter(([key, value]) => String(value) !== String(usual(key)));
  const parts = [game, String(players), ...unusual.flat().map(String), code];
  return parts.every((part) => /^[\w-]+$/.test(part)) ? parts.join(".") : undefined;
}

/** Reads a coded game; null for a compressed record. */
export function ofCoded(text: string): Coded | null {
  const [game = "", players, ...parts] = text.split(".");
  const code = parts.pop();
  if (code === undefined) return null;
  const rules = Object.fromEntries(parts.flatMap((key, place) => (place % 2 === 0 ? [[key, parts[place + 1] ?? ""]] : []))) as Record<string, string>;
  return { game, players: Number(players), rules, code };
}

const through = (bytes: BlobPart, transform: CompressionStream | DecompressionStream): ReadableStream<Uint8Array> =>
  new Blob([bytes]).stream().pipeThrough(transform as ReadableWritablePair<Uint8Array, Uint8Array>);

/** Compresses a record and encodes it in base64url. */
export async function pack(line: string): Promise<string> {
  const bytes = new Uint8Array(await new Response(through(line, new CompressionStream("deflate-raw"))).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Decodes a packed record; fails if it unpacks to more than `LARGEST` bytes. */
export async function unpack(letters: string): Promise<string> {
  const text = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const reader = through(bytes, new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let [line, size] = ["", 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return line + decoder.decode();
    size += value.length;
    if (size > LARGEST) throw new Error("too long");
    line += decoder.decode(value, { stream: true });
  }
}
