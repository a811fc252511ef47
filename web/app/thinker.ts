// Worker that runs the agents, so that the page stays responsive.

import { type Game, load } from "./engine";
import { made, type Answer, type Question, type Source } from "./protocol";

let ready: Promise<void> | null = null;
let game: Game | null = null;
let known: { key: string; moves: string[] } = { key: "", moves: [] };

/** Key of the parts of a source that stay the same during a game. */
const keyOf = ({ record, code, base, game, players, rules, seed }: Source): string =>
  JSON.stringify([record, code, base, game, players, rules, seed]);

/** Brings the worker's game to the page's position, from its last one if possible. */
function follow(source: Source): Game {
  const key = keyOf(source);
  const goesOn = game !== null && known.key === key && known.moves.every((move, number) => move === source.moves[number]);
  if (!goesOn || game === null) {
    game?.free();
    game = made({ ...source, moves: [] });
    known = { key, moves: [] };
  }
  for (const move of source.moves.slice(known.moves.length)) {
    game.play(move);
    known.moves.push(move);
  }
  return game;
}

self.onmessage = async ({ data }: MessageEvent<Question & { module?: Uint8Array<ArrayBuffer> }>) => {
  let answer: Answer;
  try {
    ready ??= load(data.module ?? new Uint8Array());
    await ready;
    const [game, { search }] = [follow(data.source), data];
    answer = { id: data.id, found: search === undefined ? game.luck() : game.think(search.step, search.spec, search.seed) };
  } catch (error) {
    game = null;
    answer = { id: data.id, error: String(error instanceof Error ? error.message : error) };
  }
  self.postMessage(answer);
};
