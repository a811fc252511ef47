// Parts of the page that need no browser: node --test tests/units.test.mjs (after `npm ci`).

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { bomb, zstd } from "./site.mjs";

/** The modules of the page under test, in German: what is not translated shows. */
async function modules(names) {
  const out = join(mkdtempSync(join(tmpdir(), "page-")), "units.mjs");
  const lines = names.map((name) => `export * as ${name} from "./app/${name}";`);
  await build({
    stdin: { contents: lines.join("\n"), resolveDir: new URL("..", import.meta.url).pathname, loader: "ts" },
    bundle: true, format: "esm", outfile: out, logLevel: "warning", external: ["*/hidden_decks_web.js"],
    define: { navigator: '{"language":"de-DE"}' },
  });
  return import(pathToFileURL(out));
}

const { choose, curve, links, save, say, texts } = await modules(["choose", "curve", "links", "save", "say", "texts"]);
const GAME = readFileSync(new URL("../../docs/pictures/game.jsonl", import.meta.url), "utf8").trim();

describe("choosing by places", () => {
  const offers = [{ move: "a", places: [[0, 0]] }, { move: "b", places: [[0, 0], [9, 0]] }, { move: "c", places: [] }];

  test("nothing chosen leaves all moves and all places", () => {
    const { fitting, complete, open } = choose.consider(offers, []);
    assert.deepEqual([fitting.length, complete.length, open.length], [3, 0, 2]);
  });

  test("a place leaves the moves that name it", () => {
    const { fitting, complete, open } = choose.consider(offers, [[0, 0]]);
    assert.deepEqual([fitting.map(({ move }) => move), complete.map(({ move }) => move), open], [["a", "b"], ["a"], [[9, 0]]]);
  });

  test("the same place twice is no place", () => {
    assert.deepEqual(choose.toggled(choose.toggled([], [1, 1]), [1, 1]), []);
  });
});

describe("addresses", () => {
  test("a step of a file, of a packed record, and a deck come back as they went out", () => {
    for (const origin of [{ record: "a&b/c.jsonl", line: 3 }, { record: "one.jsonl", line: 1 }, { packed: "ab-_9" }, null]) {
      assert.deepEqual(links.read(links.toStep(origin, 7)), { origin, deck: null, step: 7 });
    }
    const deck = { game: "wongar", players: "4", seed: "99", rules: { edition: "advanced" } };
    assert.deepEqual(links.read(links.toDeck(deck)), { origin: null, deck, step: null });
  });

  test("what is no number is no step", () => {
    for (const step of ["-1", "x", "1.5", "1e99"]) assert.equal(links.read(`#record=a&step=${step}`).step, 0);
  });

  test("a record is packed into fewer letters, and comes back", async () => {
    const letters = await links.pack(GAME);
    assert.match(letters, /^[\w-]+$/);
    assert.ok(letters.length < GAME.length / 2, `${letters.length} letters`);
    assert.equal(await links.unpack(letters), GAME);
    await assert.rejects(links.unpack(letters.slice(0, letters.length / 2)));
    await assert.rejects(links.unpack("%"));
  });

  test("a short link cannot fill the memory", async () => {
    await assert.rejects(links.unpack(await links.pack("x".repeat(5_000_000))), /too long/);
  });
});

describe("files", () => {
  const blob = (bytes) => new Blob([bytes]);

  test("lines are read, plain and compressed, without empty ones", async () => {
    assert.deepEqual(await save.records(blob("a\n\nb\n")), ["a", "b"]);
    assert.deepEqual(await save.records(blob(zstd(`${GAME}\n`))), [GAME]);
  });

  test("bad ones are refused in a sentence of the language", async () => {
    await assert.rejects(save.records(blob("\n")), /Die Datei ist leer/);
    await assert.rejects(save.records(blob(new Uint8Array([255, 254, 0]))), /keine Textdatei/);
    await assert.rejects(save.records(blob(zstd(GAME).subarray(0, 5000))), /beschädigt/);
    await assert.rejects(save.records(blob(bomb(70e6))), /mehr als 64 MB/);
    await assert.rejects(save.records({ size: 70e6 }), /67 MB/);
  });
});

describe("words", () => {
  const places = ["kangaroo: lens A 1; open card: four-rituals; 3 face down", "north-east: no open card; 14 face down"];

  test("letters of regions become their names, and what is taken is named", () => {
    assert.deepEqual(say.named("take A", places), ["take", "kangaroo", "four-rituals"]);
    assert.deepEqual(say.named("take B", places), ["take", "north-east"]);
    assert.deepEqual(say.named("settle cube B", places), ["settle", "cube", "north-east"]);
    assert.deepEqual(say.named("spread tonga:0+1", []), ["spread", "tonga:0+1"]);
  });

  test("every move that a game can have is said in both languages", () => {
    const moves = ["expand tonga", "found tonga", "enter tonga", "resettle", "spread tonga:0+1", "moor tonga:0", "emigrate tonga", "sail tonga>1",
      "give-back 0", "attach tonga", "exit water-03>2", "take tonga:1", "settle cube A", "take A", "own elder", "place A", "draw", "triple lens",
      "choose lens+cube", "travel A", "pass", "play lens out", "play-double cube in", "from 1", "via A"];
    for (const language of ["en", "de"]) {
      texts.speak(language);
      const words = texts.texts();
      for (const move of moves) {
        const said = words.say(say.named(move, places));
        assert.notEqual(said, move);
        assert.doesNotMatch(said, /undefined|NaN|\?/, move);
      }
    }
    texts.speak("de");
  });

  test("every edition of the games has a name in both languages", () => {
    for (const { editions } of Object.values(texts.LANGUAGES)) {
      assert.deepEqual(Object.keys(editions), ["schmidt", "dutch", "brettspielwelt", "hungarian", "base", "advanced"]);
    }
  });

  test("German tells the board without English words", () => {
    const { fact, refused, book } = texts.LANGUAGES.de;
    const told = [...places, "Hawaii, worth 5: beach 1: A, B, 1 free; beach 2: 3 free", "Samoa, worth 5, king island of C", "7 of water",
      "under way: 2 of A, 1 of B", "north: lens A 1, B 2; cube C 1; ancestor; elder; open card: both; 9 face down"];
    for (const line of told) assert.doesNotMatch(fact(line), /worth|beach|free|water|king|open|card|down|under|lens|cube|elder|north|both|\bof\b/, fact(line));
    assert.equal(refused("there is no game 'chess'"), "Es gibt kein Spiel „chess“");
    for (const [game, sections] of Object.entries(texts.LANGUAGES.en.book)) {
      const numbers = (language) => language[game].map(({ id, numbers: own, text }) => [id, own, text.length]);
      assert.deepEqual(numbers(book), numbers(texts.LANGUAGES.en.book), `${game}: ${sections.length} sections`);
    }
  });
});

test("labels that would lie on each other are moved apart, within the picture", () => {
  assert.deepEqual(curve.apart([10, 50, 90], 12, 0, 100), [10, 50, 90]);
  assert.deepEqual(curve.apart([100, 99, 98], 12, 0, 100), [100, 88, 76]);
  assert.deepEqual(curve.apart([0, 0, 0], 12, 0, 100), [0, 12, 24]);
});
