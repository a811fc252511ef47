// Parts of the page that need no browser: node --test tests/units.test.mjs (after `npm ci`).

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { bomb, zstd } from "./site.mjs";

/** The modules of the page under test, in German: what is not translated shows. */
async function modules(names) {
  const out = join(mkdtempSync(join(tmpdir(), "page-")), "units.mjs");
  const lines = names.map((name) => `export * as ${name.split("/").pop()} from "./app/${name}";`);
  await build({
    stdin: { contents: lines.join("\n"), resolveDir: new URL("..", import.meta.url).pathname, loader: "ts" },
    bundle: true, format: "esm", outfile: out, logLevel: "warning", external: ["*/hidden_decks_web.js"],
    define: { navigator: '{"language":"de-DE"}' },
  });
  return import(pathToFileURL(out));
}

const { choose, curve, hint, links, names, numbers, puzzles, rating, save, say, section, texts } = await modules(
  ["choose", "curve", "hint", "links", "names", "numbers", "puzzles", "rating", "save", "say", "rules/section", "texts"]);
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
      for (const seat of [null, 2]) {
        assert.deepEqual(links.read(links.toStep(origin, 7, seat)), { origin, deck: null, step: 7, seat });
      }
    }
    const deck = { game: "wongar", players: "4", seed: "99", rules: { edition: "advanced" } };
    for (const one of [deck, { ...deck, duel: { seats: "h-1-1-4", points: 23 } }]) {
      assert.deepEqual(links.read(links.toDeck(one)), { origin: null, deck: one, step: null, seat: null });
    }
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
  const phrase = (key, values = {}) => ({ key, values, text: key });
  const open = phrase("wongar.open_card", { card: "four-rituals" });
  const places = [
    phrase("wongar.contents", { region: "kangaroo", parts: [phrase("wongar.stones", { kind: "lens", owners: [[0, 1], [2, 3]] }), open, phrase("wongar.face_down", { cards: 3 })] }),
    phrase("wongar.contents", { region: "north-east", parts: [phrase("wongar.no_open_card"), phrase("wongar.face_down", { cards: 1 })] }),
  ];

  test("German phrases agree in number and case, and tell as much as English ones", () => {
    const { phrase: say } = texts.LANGUAGES.de;
    for (const [key, values, sentence] of [
      ["tongiaki.hidden", { islands: 1, waters: 9 }, "noch verdeckt: 1 Insel, 9 Wasserplättchen"],
      ["tongiaki.seat", { parts: [phrase("tongiaki.islands", { islands: 2 }), phrase("tongiaki.supply", { ships: 1 })] }, "2 Inseln, 1 Schiff im Vorrat"],
      ["tongiaki.sail", { island: "Tonga", beach: 3, fleet: [[0, 2], [3, 1]] }, "Die Flotte fährt von Strand 3 von Tonga ab: 2 Schiffe von A, 1 von D."],
      ["tongiaki.land", { island: "Samoa", fleet: [[1, 1]] }, "Die Flotte landet auf Samoa: 1 Schiff von B."],
      ["tongiaki.expand", { p: 0, island: "Samoa", ships: 1, beaches: [2] }, "A vermehrt sich auf Samoa: 1 neues Schiff an Strand 2."],
      ["tongiaki.expand", { p: 0, island: "Samoa", ships: 2, beaches: [1, 3] }, "A vermehrt sich auf Samoa: 2 neue Schiffe an den Stränden 1 und 3."],
      ["tongiaki.beach", { beach: 1, ships: [0, 0, 1], free: 2 }, "Strand 1: A, A, B, 2 frei"],
      ["tongiaki.move_exit", { tile: 3, to: "northeast" }, "Das Plättchen im Nordosten von Wasserplättchen 3 anlegen"],
      ["tongiaki.move_spread", { island: "Rapa Nui", beaches: [1, 2, 3] }, "Neue Schiffe auf Rapa Nui setzen: Strände 1, 2 und 3"],
      ["wongar.move_settle", { kind: "cube", region: "north" }, "Einen Würfel ins Gebiet Norden setzen"],
      ["wongar.place", { p: 1, kind: "cube", region: "north" }, "B setzt einen Würfel ins Gebiet Norden."],
      ["wongar.remove", { p: 0, card: "double", stones: { kind: "lens", count: 2 }, owners: [1, 2] }, "A spielt eine Ritualkarte (Doppelkarte) und entfernt 2 Linsen von B und C."],
      ["wongar.move_in", { p: 0, card: "lens", stones: { kind: "lens", count: 1 }, regions: ["foot"] }, "A spielt eine Ritualkarte (Linse) und holt eine Linse herein aus dem Gebiet Fuß."],
      ["wongar.move_out", { p: 0, card: "double", stones: { kind: "lens", count: 2 }, regions: ["foot", "east"] }, "A spielt eine Ritualkarte (Doppelkarte) und bewegt 2 Linsen hinaus in die Gebiete Fuß und Osten."],
      ["wongar.penalty", { p: 2, points: 1, space: 4 }, "C bekommt einen Skorpion und verliert 1 Punkt. Der Skorpion rückt auf Feld 4 vor."],
      ["wongar.travel", { figure: "elder", region: "hands" }, "Der Älteste zieht ins Gebiet Hände."],
      ["poker.move_call", { chips: 1 }, "Mit 1 Chip mitgehen"],
      ["poker.move_raise", { by: 4, chips: 8 }, "Um 4 erhöhen (8 Chips zahlen)"],
    ]) assert.equal(say(phrase(key, values)), sentence);
    assert.equal(say(places[0]), "Känguru: Linsen: 1 von A, 3 von C; offene Karte: vier Ritualkarten; 3 Karten verdeckt");
    assert.equal(say(places[1]), "Nordosten: keine offene Karte; 1 Karte verdeckt");
  });

  test("sentences address the player that they are about", () => {
    const { en, de } = texts.LANGUAGES;
    for (const [key, values, sentence] of [
      ["tongiaki.king", { p: 1, island: "Samoa", points: 3 }, "Du gründest eine Königsinsel auf Samoa. Deren 3 Punkte gehören dir bis zum Ende des Spiels."],
      ["tongiaki.expand_from", { p: 0, island: "Tonga", beaches: [2], origin: "Samoa", beach: 1 }, "Du hast kein Schiff im Vorrat und vermehrst dich auf Tonga mit einem Schiff von Strand 1 von Samoa, jetzt an Strand 2."],
      ["wongar.penalty", { p: 2, points: 1, space: 4 }, "Du bekommst einen Skorpion und verlierst 1 Punkt. Der Skorpion rückt auf Feld 4 vor."],
      ["poker.fold", { p: 1 }, "Du passt."],
    ]) assert.equal(de.toYou(phrase(key, values)), sentence);
    const pass = { ...phrase("wongar.pass", { p: 0 }), text: "A passes.", you: "You pass." };
    assert.deepEqual([en.phrase(pass), en.toYou(pass), en.toYou(open)], ["A passes.", "You pass.", open.text]);
    assert.deepEqual([say.sayTo(pass, 0), say.sayTo(pass, 1), say.sayTo(pass, null)], ["Du passt.", "A passt.", "A passt."]);
  });

  test("a hint says why only if the chances speak for it", () => {
    const row = (move, visits, value) => ({ move, visits, value });
    const good = hint.hintOf({ move: "a", table: [row("b", 9, 0.2), row("c", 20, 0.1), row("a", 30, 0.4), row("d", 2, 0.3)] });
    assert.deepEqual(good.best.map(({ move }) => move), ["a", "c", "b"]);
    assert.match(hint.reason(good), /40\u00a0%.*20\u00a0%/);
    assert.equal(hint.reason(hint.hintOf({ move: "a", table: [row("a", 30, 0.36), row("b", 20, 0.39)] })), "");
    assert.equal(hint.reason(hint.hintOf({ move: "a", table: [row("a", 30, 0.36)] })), "");
  });

  test("challenges agree in number and have a minus sign", () => {
    const { en, de } = texts.LANGUAGES;
    assert.deepEqual([en, de].map(({ duelGoal }) => duelGoal(1, "Wongar").split(" in ")[0]), ["Beat 1 point", "Übertriff 1 Punkt"]);
    assert.equal(en.duelWon(-1, -2), "Challenge won: −1 point instead of −2.");
    assert.equal(de.duelLost(-2, 1), "Herausforderung verloren: −2 statt 1 Punkt.");
    assert.equal(de.duelTied(-2), "Gleichstand: beide −2 Punkte.");
  });

  test("numbers have a decimal comma in German and a point in English", () => {
    texts.speak("en");
    assert.deepEqual([numbers.percent(0.0071, 1), numbers.percent(0.5), numbers.decimal(1.25)], ["0.7%", "50%", "1.3"]);
    texts.speak("de");
    assert.deepEqual([numbers.percent(0.0071, 1), numbers.percent(0.5), numbers.decimal(1.25)], ["0,7\u00a0%", "50\u00a0%", "1,3"]);
    assert.deepEqual([numbers.signedPercent(-0.1), numbers.signedPercent(0.1)], ["−10\u00a0%", "+10\u00a0%"]);
    assert.deepEqual([texts.texts().turn(0), texts.texts().turn(3)], ["Beginn", "Zug 3"]);
  });

  test("the names of players break after marks only", () => {
    assert.deepEqual(names.breakable("B greedy:samples=1,nodes=2"), ["B greedy:", "samples=", "1,", "nodes=", "2"]);
  });

  test("the rules open at the section of the phase", () => {
    assert.equal(section.sectionAbout("tongiaki", "setup", "moor tonga:0"), "setup");
    assert.equal(section.sectionAbout("tongiaki", "landing", "moor tonga:0"), "landing");
    assert.equal(section.sectionAbout("tongiaki", "resettle", "moor tonga:0"), "resettle");
    assert.equal(section.sectionAbout("tongiaki", "turn", "enter tonga"), "enter");
    assert.equal(section.sectionAbout("wongar", "stones", "place A"), "stones");
  });

  test("the rules have the same sections in both languages", () => {
    const { en, de } = texts.LANGUAGES;
    const refused = { name: "game", cause: "chess", message: "there is no game 'chess'" };
    assert.equal(de.refused(refused), "Es gibt kein Spiel „chess“");
    assert.equal(en.refused(refused), "there is no game 'chess'");
    const lengths = ({ book }) => Object.entries(book).map(([game, sections]) => [game, Object.entries(sections).map(([id, { length }]) => [id, length])]);
    assert.deepEqual(lengths(de), lengths(en));
    assert.deepEqual(section.sections("tongiaki").slice(0, 2).map(({ id, numbers, title }) => [id, numbers, title]), [["aim", "T29–T30", "Ziel des Spiels"], ["setup", "T1–T5", "Spielaufbau"]]);
  });
});

test("labels that would lie on each other are moved apart, within the picture", () => {
  assert.deepEqual(curve.apart([10, 50, 90], 12, 0, 100), [10, 50, 90]);
  assert.deepEqual(curve.apart([100, 99, 98], 12, 0, 100), [100, 88, 76]);
  assert.deepEqual(curve.apart([0, 0, 0], 12, 0, 100), [0, 12, 24]);
});

describe("puzzles", () => {
  const files = readdirSync(new URL("../puzzles", import.meta.url)).map((file) => readFileSync(new URL(`../puzzles/${file}`, import.meta.url), "utf8"));

  test("files have distinct puzzles and at most 300 kB", () => {
    assert.equal(files.length, 2);
    assert.ok(files.join("").length <= 300_000);
    for (const file of files) {
      const all = puzzles.parsed(file);
      assert.equal(new Set(all.map(({ code }) => code)).size, all.length);
      assert.ok(all.every(({ code, lead, rating }) => links.ofCoded(code) !== null && lead >= 0.1 && lead <= 1 && rating >= 800 && rating <= 1800));
    }
  });

  test("every day has another puzzle until all were shown", () => {
    for (const file of files) {
      const { length } = puzzles.parsed(file);
      const days = Array.from({ length }, (_, day) => puzzles.indexOn(20_784 + day, length));
      assert.equal(new Set(days).size, length);
    }
  });

  test("a day ends at midnight where the person is", () => {
    assert.equal(puzzles.dayOf(new Date(2026, 10, 27, 0, 1)), puzzles.dayOf(new Date(2026, 10, 27, 23, 59)));
    assert.equal(puzzles.dayOf(new Date(2026, 10, 28, 0, 1)), puzzles.dayOf(new Date(2026, 10, 27, 23, 59)) + 1);
  });

  test("only the first try at a puzzle changes the rating", () => {
    const [puzzle, start] = [{ code: "game.2.abc", lead: 0.2, rating: 1200 }, { rating: 1200, streak: 0, day: 0, seen: [] }];
    const won = puzzles.rated(start, puzzle, true);
    assert.deepEqual([won.rating, won.seen.length], [1216, 1]);
    assert.equal(puzzles.rated(start, puzzle, false).rating, 1184);
    assert.equal(puzzles.rated(won, puzzle, false), won);
    assert.ok(puzzles.rated(start, { ...puzzle, rating: 1800 }, true).rating > 1230);
  });

  test("a streak grows by one a day and begins again after a gap", () => {
    const start = { rating: 1200, streak: 0, day: 0, seen: [] };
    const first = puzzles.continued(start, 100);
    assert.equal(puzzles.continued(first, 100), first);
    assert.deepEqual([first.streak, puzzles.continued(first, 101).streak, puzzles.continued(first, 102).streak], [1, 2, 1]);
  });
});

describe("the person's rating", () => {
  const fresh = { value: 1200, games: 0, last: "" };
  const known = { value: 1500, games: 50, last: "" };

  test("does not change on average against equals", () => {
    const won = rating.after(known, [1500], [1, 2], "a");
    const lost = rating.after(known, [1500], [2, 1], "a");
    assert.ok(won.value > 1500);
    assert.equal(won.value + lost.value, 3000);
    assert.deepEqual(rating.after(known, [1500], [1, 1], "a"), { value: 1500, games: 51, last: "a" });
  });

  test("compares the person with each opponent, and begins with larger steps", () => {
    const between = rating.after(known, [1500, 1500], [2, 1, 3], "a");
    assert.equal(between.value, 1500);
    const [early, late] = [fresh, { ...fresh, games: 50 }].map((before) => rating.after(before, [1200], [1, 2], "a").value - 1200);
    assert.ok(early > 2 * late && late > 0);
  });
});
