// The first screen: a new game, the last game, a record.

import { make } from "./dom";
import { Game, games, type GameInfo, type Rules } from "./engine";
import { levels } from "./levels";
import { openRules } from "./rules";
import { recall, remember } from "./store";
import { texts } from "./texts";

/** Who plays a seat: a human, or an agent of a level. */
export type Player = { kind: "human" } | { kind: "agent"; level: number };

export interface Plan {
  game: string;
  players: number;
  rules: Rules;
  seed: string;
  seats: Player[];
}

const label = (text: string, field: HTMLElement, help?: string): HTMLElement =>
  make("label", {}, make("span", {}, text), field, help ? make("small", {}, help) : null);

function options(select: HTMLSelectElement, choices: [string, string][], chosen?: string): void {
  select.replaceChildren(...choices.map(([value, text]) => make("option", { value, selected: value === chosen }, text)));
}

/** A seed that can be told on the phone. */
export const freshSeed = (): string => String(crypto.getRandomValues(new Uint32Array(1))[0] ?? 1);

/** The form for a new game. */
export function setupForm(start: (plan: Plan) => void): HTMLElement {
  const known = games();
  const last = JSON.parse(recall("plan") ?? "null") as Plan | null;
  const game = make("select", { name: "game" });
  options(game, known.map(({ name, title }) => [name, title]), last?.game);
  const players = make("select", { name: "players" });
  const rules = make("div", { class: "rules" });
  const seats = make("div", { class: "seat-choices" });
  const seed = make("input", { name: "seed", inputmode: "numeric", pattern: "[0-9]{1,18}", required: true, value: freshSeed() });
  const info = (): GameInfo => known.find(({ name }) => name === game.value) ?? (known[0] as GameInfo);

  function fill(): void {
    const { name, players: [least, most], rules: ruleOptions } = info();
    const counts = Array.from({ length: most - least + 1 }, (_, extra) => String(least + extra));
    options(players, counts.map((count) => [count, count]), String(last?.players));
    rules.replaceChildren(...ruleOptions.filter(({ words }) => words.length > 1).map(({ key, words }) => {
      const select = make("select", { name: `rule-${key}` });
      options(select, words.map((word) => [word, texts().editions[word] ?? word]), String(last?.rules[key]));
      return label(texts().rule[key] ?? key, select);
    }));
    fillSeats(name);
  }

  function fillSeats(name: string): void {
    const level = texts().levels;
    seats.replaceChildren(...Array.from({ length: Number(players.value) }, (_, seat) => {
      const select = make("select", { name: `seat-${seat}` });
      const before = last?.game === name ? last.seats[seat] : undefined;
      const chosen = before?.kind === "agent" ? String(before.level) : before?.kind ?? (seat === 0 ? "human" : "2");
      const agents = levels(name).map((_, number): [string, string] => [String(number), level[number] ?? String(number)]);
      options(select, [["human", texts().human], ...agents], chosen);
      return label(texts().seat("ABCDEF"[seat] ?? ""), select);
    }));
  }

  function rulesOf(): void {
    const one = Game.start(game.value, Number(players.value), {}, "1");
    openRules(one.table);
    one.free();
  }

  game.addEventListener("change", fill);
  players.addEventListener("change", () => fillSeats(game.value));
  fill();
  const submit = (event: Event): void => {
    event.preventDefault();
    const chosen: Rules = {};
    for (const select of rules.querySelectorAll("select")) chosen[select.name.slice(5)] = select.value;
    const who = [...seats.querySelectorAll("select")].map(({ value }): Player =>
      value === "human" ? { kind: "human" } : { kind: "agent", level: Number(value) });
    const plan = { game: game.value, players: who.length, rules: chosen, seed: seed.value, seats: who };
    remember("plan", JSON.stringify(plan));
    start(plan);
  };
  return make("form", { class: "setup", submit },
    make("h2", {}, texts().newGame),
    label(texts().game, game), label(texts().players, players), rules, seats,
    label(texts().seed, seed, texts().seedHelp),
    make("button", { type: "submit", class: "main" }, texts().start),
    make("button", { type: "button", class: "rules", click: rulesOf },
      texts().rules));
}
