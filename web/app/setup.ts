// The form that starts a new game.

import { copy } from "./clipboard";
import { choice, draw, make, token } from "./dom";
import { Game, games, type GameInfo, type RuleOption, type Rules, type Table } from "./engine";
import { EASY, isSolved, levelName, levels } from "./levels";
import { toDeck, type Deck } from "./links";
import { freshSeed } from "./kept";
import { LETTERS } from "./names";
import { LEGEND, picture, sceneOf } from "./picture";
import type { Plan, Player } from "./plan";
import { levelRatings, ratingWords } from "./rating";
import { openRules } from "./rules";
import { recallObject, remember } from "./store";
import { texts } from "./texts";

const label = (text: Node | string, field: HTMLElement, help?: string): HTMLElement =>
  make("label", {}, make("span", {}, text), field, help ? make("small", {}, help) : null);

function options(select: HTMLSelectElement, choices: [string, string][], chosen?: string): void {
  select.replaceChildren(...choices.map(([value, text]) => make("option", { value, selected: value === chosen }, text)));
}

/** What is needed of a game at its start. */
function ofStart<Found>(game: string, players: number, find: (start: Game) => Found): Found {
  const start = Game.start(game, players, {}, "1");
  const found = find(start);
  start.free();
  return found;
}

const tableOf = (game: string, players: number): Table => ofStart(game, players, ({ table }) => table);

/** The board at the start of a game. */
export const openingScene = (game: string): SVGSVGElement =>
  ofStart(game, games().find(({ name }) => name === game)?.players[0] ?? 2, (start) => sceneOf(start, 0));

/** Preview of a game: tiles for Tongiaki, otherwise the board at the start. */
const pictures = ({ name, players: [least] }: GameInfo): SVGSVGElement[] =>
  (name === "tongiaki" ? tableOf(name, least).legend.slice(1).map(([svg]) => picture(svg, LEGEND)) : [openingScene(name)]);

/** Option for a game, with its preview. */
function gameCard(info: GameInfo, isChosen: boolean, choose: () => void): HTMLElement {
  const { name, title } = info;
  return make("label", { class: "game-card" },
    make("input", { type: "radio", name: "game", value: name, checked: isChosen, change: choose }),
    make("span", { class: "pictures" }, ...pictures(info)),
    make("strong", {}, title), make("small", {}, texts().about[name]));
}

/** Field for a rule option: a list of words, or a number. */
function ruleField({ key, words, default: usual, range }: RuleOption, chosen: string | number | undefined): HTMLElement | null {
  const title = texts().rule[key];
  if (words.length > 1) return choice(title, words.map((word) => [word, texts().editions[word]]), String(chosen), () => undefined, `rule-${key}`);
  if (typeof usual !== "number" || !range) return null;
  const [min, max] = [String(range[0]), String(range[1])];
  return label(title, make("input", { name: `rule-${key}`, type: "number", min, max, required: true, value: String(chosen ?? usual) }));
}

/** The form. `offered` is the deck in the address; `start` receives the choices. */
export function setupForm(offered: Deck | null, start: (plan: Plan) => void): HTMLElement {
  const known = games();
  const last = recallObject<Plan>("plan");
  let game = known.find(({ name }) => name === (offered?.game ?? last?.game)) ?? (known[0] as GameInfo);
  const players = make("select", { name: "players", change: () => fillSeats() });
  const rules = make("div", { class: "rules" });
  const more = make("div", { class: "rules" });
  const seats = make("div", { class: "seat-choices" });
  const deck = make("select", { name: "deck", change: () => fillSeats() });
  options(deck, [["dealt", texts().dealt], ["drawn", texts().drawn]]);
  const deckField = label(texts().drawing, deck, texts().deckHelp);
  const own = make("small", { class: "own-rating" });
  const definitions = draw("defs", {});
  const isSeed = offered !== null && /^[0-9]{1,18}$/.test(offered.seed);
  const seed = make("input", { name: "seed", inputmode: "numeric", pattern: "[0-9]{1,18}", required: true, value: isSeed ? offered.seed : freshSeed() });

  const chosenRules = (): Record<string, string> => Object.fromEntries(
    [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[name^=rule-]")].map(({ name, value }) => [name.slice(5), value]));

  function fill(): void {
    const { name, players: [least, most], rules: ruleOptions } = game;
    const counts = Array.from({ length: most - least + 1 }, (_, extra) => String(least + extra));
    options(players, counts.map((count) => [count, count]), offered?.players ?? String(last?.players));
    const before: Rules = offered?.rules ?? (last?.game === name ? last.rules : {});
    const fields = (areWords: boolean): HTMLElement[] => ruleOptions.filter(({ words }) => (words.length > 1) === areWords)
      .flatMap((rule) => ruleField(rule, before?.[rule.key]) ?? []);
    rules.replaceChildren(...fields(true));
    const numbers = fields(false);
    more.replaceChildren(...numbers.length === 0 ? [] : [make("details", {}, make("summary", {}, texts().moreOptions), ...numbers)]);
    const { definitions: shapes, isOpen } = tableOf(name, most);
    definitions.innerHTML = shapes;
    // Hands are no secret from a page on which people enter them.
    deckField.hidden = !isOpen;
    fillSeats();
  }

  const isAdvice = (): boolean => !deckField.hidden && deck.value === "drawn";

  function fillSeats(): void {
    own.hidden = seedField.hidden = isAdvice();
    const rated = levelRatings(game.name, Number(players.value));
    own.textContent = isSolved(game.name) ? texts().perfectHelp : ratingWords(game.name, Number(players.value));
    seats.replaceChildren(...Array.from({ length: Number(players.value) }, (_, seat) => {
      const select = make("select", { name: `seat-${seat}`, hidden: isAdvice(), change: () => { name.hidden = select.value !== "human"; } });
      const before = last?.game === game.name ? last.seats?.[seat] : undefined;
      const chosen = before?.kind === "agent" ? String(before.level) : before?.kind ?? (seat === 0 ? "human" : String(EASY));
      const agents = levels(game.name).map((_, number): [string, string] => {
        const [name, value] = [levelName(game.name, number), rated?.[number]];
        return [String(number), value === undefined ? name : `${name} (${value})`];
      });
      options(select, [["human", texts().human], ...agents], chosen);
      const letter = LETTERS[seat] ?? "";
      const known = before?.kind === "human" ? before.name ?? "" : "";
      const name = make("input", { name: `name-${seat}`, maxlength: "20", autocomplete: "off", placeholder: texts().playerName, "aria-label": texts().nameOf(letter), value: known, hidden: chosen !== "human" && !isAdvice() });
      return label(make("span", { class: "seat-title" }, token(letter), texts().seat(letter)), make("div", { class: "who" }, select, name));
    }));
  }

  function submit(event: Event): void {
    event.preventDefault();
    const names = [...seats.querySelectorAll("input")].map(({ value }) => value.trim());
    const human = (seat: number): Player => ({ kind: "human", name: names[seat] });
    const who = [...seats.querySelectorAll("select")].map(({ value }, seat): Player => (value === "human" ? human(seat) : { kind: "agent", level: Number(value) }));
    const plan = { game: game.name, players: who.length, rules: chosenRules(), seed: seed.value, seats: who, isAdvice: isAdvice() };
    remember("plan", JSON.stringify(plan));
    start(plan.isAdvice ? { ...plan, seats: who.map((_, seat) => human(seat)) } : plan);
  }

  async function share(event: Event): Promise<void> {
    const button = event.currentTarget as HTMLElement;
    const hash = toDeck({ game: game.name, players: players.value, seed: seed.value, rules: chosenRules() });
    button.textContent = await copy(new URL(hash, location.href).href);
  }

  const seedField = label(texts().seed, seed, texts().seedHelp);
  // A field that the browser complains about must be in sight.
  const reveal = ({ target }: Event): void => {
    const folded = target instanceof Element ? target.closest("details") : null;
    if (folded !== null) folded.open = true;
  };
  const form = make("form", { class: "setup", submit },
    draw("svg", { width: 0, height: 0, class: "hidden", "aria-hidden": "true" }, definitions),
    make("h2", { class: "hidden" }, texts().newGame),
    make("fieldset", { class: "games" }, make("legend", {}, texts().game), ...known.map((one) => gameCard(one, one === game, () => {
      game = one;
      fill();
    }))),
    make("div", { class: "row" }, label(texts().players, players), rules), deckField, seats, own, seedField, more,
    make("button", { type: "submit", class: "main" }, texts().start),
    make("p", { class: "acts" },
      make("button", { type: "button", class: "rules", click: () => openRules(tableOf(game.name, game.players[1])) }, texts().rules),
      make("button", { type: "button", class: "share", click: (event) => void share(event) }, texts().shareDeck)));
  form.addEventListener("invalid", reveal, { capture: true });
  fill();
  return form;
}
