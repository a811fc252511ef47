// The invitation of the first screen. The build writes it into index.html in every language, so that it is there before the engine.

import type { GameName } from "./engine-keys";
import type { Texts } from "./texts/en";

/** What a button of the invitation starts. */
export type Wish = "play" | "learn" | "puzzle";

/** The invitation as HTML without anything from outside. The places for pictures are filled once the engine is there. */
export function invitation({ about, invite, learnGame, puzzleOfDay }: Texts): string {
  const button = (wish: Wish, game: GameName, words: string, kind = ""): string =>
    `<button type="button" class="${kind}${wish} ${game}" data-wish="${wish} ${game}">${words}</button>`;
  const pictured = (game: GameName, words: string): string =>
    `${button("puzzle", game, `<span class="view" data-view="puzzle ${game}"></span>${words}`, "pictured ")}<small></small>`;
  return `<div class="pitch"><h2>Tongiaki</h2><p class="lead">${about.tongiaki}</p>
<p class="acts">${button("play", "tongiaki", invite.play("Tongiaki"), "main ")}${button("learn", "tongiaki", invite.learn)}</p>
<small>${invite.free}</small></div>
<section class="card">${pictured("tongiaki", puzzleOfDay("Tongiaki"))}</section>
<section class="card"><span class="view" data-view="board wongar"></span><h2>Wongar</h2><p>${about.wongar}</p>
<p class="acts">${button("play", "wongar", invite.play("Wongar"))}${button("learn", "wongar", learnGame("Wongar"))}${button("puzzle", "wongar", puzzleOfDay("Wongar"))}<small></small></p></section>`;
}
