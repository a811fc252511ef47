// The screen that lists the games of a file with several records.

import { make } from "./dom";
import { games } from "./engine";
import { LETTERS } from "./names";
import { attempt } from "./store";
import { texts } from "./texts";

/** Most rows on the screen; the filter finds the others. */
const MOST = 200;

/** The part of a record that the list shows. */
interface Entry {
  game?: string;
  agents?: unknown[];
  result?: { points?: unknown[] };
}

const listed = (values: unknown): unknown[] => (Array.isArray(values) ? values : []);

/** The title, the players and the points in a line; a damaged one has none. */
function summary(text: string): string[] {
  // The review explains the damage.
  const entry = attempt(() => JSON.parse(text) as Entry | null, null);
  const title = games().find(({ name }) => name === entry?.game)?.title ?? "?";
  const players = listed(entry?.agents).map((agent, seat) => `${LETTERS[seat] ?? "?"} ${String(agent).slice(0, 80)}`).join(", ");
  return [title, players, listed(entry?.result?.points).map(String).join(" : ")];
}

/** The list, with a field for the number of a game and one that filters the rows. */
export function fileList(lines: string[], open: (line: string) => void, leave: () => void): HTMLElement {
  const rows = lines.map((text, place): [number, string[]] => [place + 1, summary(text)]);
  const number = make("input", { type: "number", name: "line", min: "1", max: String(lines.length), value: "1", required: true });
  const filter = make("input", { type: "search", name: "filter", input: () => fill() });
  const body = make("tbody", {});
  const count = make("p", { class: "facts", role: "status" });
  const show = (line: number): void => {
    const text = lines[line - 1];
    if (text !== undefined) open(text);
  };
  function fill(): void {
    const words = filter.value.toLowerCase().split(/\s+/);
    const fitting = rows.filter(([, cells]) => words.every((word) => cells.join(" ").toLowerCase().includes(word)));
    count.textContent = texts().gamesShown(Math.min(MOST, fitting.length), fitting.length);
    body.replaceChildren(...fitting.slice(0, MOST).map(([line, cells]) => make("tr", {},
      make("td", {}, make("button", { type: "button", "aria-label": texts().openGame(line), click: () => show(line) }, String(line))),
      ...cells.map((cell) => make("td", {}, cell)))));
  }
  fill();
  const submit = (event: Event): void => {
    event.preventDefault();
    show(Number(number.value));
  };
  const head = ["№", texts().game, texts().players, texts().points].map((words) => make("th", { scope: "col" }, words));
  return make("main", { class: "home" },
    make("form", { class: "setup", submit },
      make("label", {}, make("span", {}, texts().whichGame(lines.length)), number),
      make("p", { class: "acts" }, make("button", { type: "submit", class: "main" }, texts().openRecord),
        make("button", { type: "button", class: "leave", click: leave }, texts().leave))),
    make("section", { class: "setup" },
      make("label", {}, make("span", {}, texts().filter), filter), count,
      make("table", { class: "file" }, make("thead", {}, make("tr", {}, ...head)), body)));
}
