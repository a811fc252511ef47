// The page in a browser: node --test tests (after `bash build.sh`).

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import AxeBuilder from "@axe-core/playwright";
import { decompress } from "fzstd";
import { DIST, GAME, IN_FIREFOX, WONGAR, bomb, browser, byKeyboard, byMouse, byTouch, drop, fillNumber, finish, inContext, open, review, saved, searched, site, stage, start, zstd } from "./site.mjs";

const DESKTOP = { viewport: { width: 1280, height: 800 } };
// Firefox has no phones to offer, but windows of their size.
const PHONE = {
  viewport: { width: 390, height: 844 }, ...(IN_FIREFOX ? {} : { hasTouch: true, isMobile: true, deviceScaleFactor: 2 }),
};

stage();

const inGerman = async (page) => {
  await page.click(".settings summary");
  await page.selectOption(".settings select >> nth=0", "de");
};

/** Saves the record of a finished game and lets the program check it. */
async function checkRecord(page) {
  const path = join(mkdtempSync(join(tmpdir(), "page-")), "record.jsonl");
  if (IN_FIREFOX) writeFileSync(path, await saved(page, "button.save"));
  else {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("button.save")]);
    await download.saveAs(path);
  }
  if (process.env.TOURNAMENT) {
    assert.match(execFileSync(process.env.TOURNAMENT, ["replay", path], { encoding: "utf8" }), /^1 records? ok/);
  }
  return path;
}

describe("a whole game", () => {
  test("by mouse, then its record, replayed and looked at", async () => {
    await inContext({ ...DESKTOP, acceptDownloads: true }, async (page) => {
      await start(page, { seats: ["human", "0"] });
      await finish(page, byMouse(page));
      assert.match(await page.textContent("main.game"), /Your rating: \d+, from 1 game\./);
      const path = await checkRecord(page);
      await page.click("button.review");
      await page.waitForSelector(".curve");
      await page.keyboard.press("End");
      const { result } = JSON.parse(readFileSync(path, "utf8"));
      const points = await page.locator(".seats .points").allTextContents();
      assert.deepEqual(points.map(Number), result.points);
      // Whoever closes the page without saving finds the game again.
      await page.goto(site.address);
      await page.click("button.look-last");
      await page.waitForSelector(".curve");
    });
  });

  test("by finger on a phone", async () => {
    await inContext({ ...PHONE, acceptDownloads: true }, async (page) => {
      await start(page, { seats: ["human", "0"], seed: "10", rules: { "turn-limit": "60" } });
      await finish(page, byTouch(page));
      await checkRecord(page);
    });
  });

  test("by keyboard alone", async () => {
    await inContext({ ...DESKTOP, acceptDownloads: true }, async (page) => {
      await start(page, { seats: ["human", "0"], seed: "8" });
      await finish(page, byKeyboard(page));
      await checkRecord(page);
    });
  });

  test("of Wongar on a phone, with hands hidden between two humans", async () => {
    await inContext({ ...PHONE, acceptDownloads: true }, async (page) => {
      await start(page, { game: "wongar", players: 3, seats: ["human", "human", "0"], seed: "9" });
      let passed = 0;
      const act = byKeyboard(page);
      for (let choices = 0; choices < 3000; choices++) {
        await page.waitForSelector("button.end-turn, .moves button, button.main", { timeout: 60_000 });
        if (await page.locator("button.review").count()) break;
        if (await page.locator("button.end-turn").count()) await page.click("button.end-turn");
        else if (await page.locator(".moves button").count()) await act(choices);
        else {
          // Between two humans no hand is on the screen.
          assert.equal(await page.locator(".hand").count(), 0);
          passed += 1;
          await page.click("button.main");
        }
      }
      assert.ok(passed > 5, `the device was passed ${passed} times`);
      await checkRecord(page);
    });
  });
});

for (const [game, decisions, locale] of [["tongiaki", 9, "en-GB"], ["tongiaki", 9, "de-DE"], ["wongar", 7, "en-GB"], ["wongar", 7, "de-DE"]]) {
  test(`the first game of ${game} teaches, in ${locale}`, async () => {
    await inContext({ ...(locale === "en-GB" ? DESKTOP : PHONE), locale, acceptDownloads: true }, async (page) => {
      await page.click(`button.learn.${game}`);
      await page.waitForSelector(".lesson");
      const sentences = new Set();
      const isOver = async () => /leave and start|verlasse das Spiel/.test(await page.textContent(".lesson"));
      while (!(await isOver())) {
        await page.waitForSelector("button.end-turn, .moves button, button.land");
        const note = await page.textContent(".lesson");
        if (await page.locator("button.end-turn").count()) {
          await page.click("button.end-turn");
          continue;
        }
        assert.equal(await page.locator("button.hint").count(), 0);
        if (await page.locator("button.land").count()) {
          await page.click("button.land");
        } else if (await page.locator(".spot:not(.chosen)").count()) {
          // The board is lit where a click leads on.
          assert.notEqual(await page.locator(".taught .spot").first().evaluate((spot) => getComputedStyle(spot).animationName), "none");
          await page.locator(".spot:not(.chosen)").last().dispatchEvent("click");
        } else {
          assert.equal(await page.locator(".moves button").count(), 1);
          await page.click(".moves button");
        }
        sentences.add(note);
      }
      assert.equal(sentences.size, decisions);
      assert.match(await page.textContent(".seats"), locale === "en-GB" ? /A \(you\)/ : /A \(du\)/);
      const points = await page.locator(".seats .points").allTextContents();
      assert.ok(points.every((other, seat) => seat === 0 || Number(points[0]) > Number(other)), `${points}`);
      // The game goes on as any other, and after a reload, too.
      await page.reload();
      await page.waitForSelector(".game");
      await page.waitForSelector(".lesson");
      await finish(page, byKeyboard(page));
      await checkRecord(page);
    });
  });
}

test("at a table of their own, people enter the tiles that they draw", async () => {
  await inContext({ ...PHONE, acceptDownloads: true }, async (page) => {
    await page.selectOption("[name=deck]", "drawn");
    assert.equal(await page.locator(".seat-choices select >> visible=true").count(), 0);
    await page.click("button[type=submit]");
    const [entered, act] = [[], byKeyboard(page)];
    let isUndone = false;
    for (let choices = 0; choices < 3000; choices++) {
      await page.waitForSelector("button.end-turn, .moves button, button.main", { timeout: 60_000 });
      if (await page.locator("button.review").count()) break;
      const draws = page.locator("[data-draw]");
      if (await page.locator("button.end-turn").count()) await page.click("button.end-turn");
      else if ((await draws.count()) === 0) await act(choices);
      else {
        if (entered.length === 2 && !isUndone) {
          // A wrong move is taken back, and a reload asks again for it.
          isUndone = true;
          await page.click("button.take-back");
          assert.equal(await draws.count(), 0);
          await page.reload();
          await page.waitForSelector(".game");
          continue;
        }
        assert.equal(await draws.locator("svg path").first().count(), 1);
        const last = await draws.last().getAttribute("data-draw");
        assert.ok(!entered.includes(last));
        entered.push(last);
        await draws.last().click();
      }
    }
    const { deck } = JSON.parse(readFileSync(await checkRecord(page), "utf8").split("\n")[0]);
    assert.ok(entered.length > 5, `${entered.length} tiles were entered`);
    assert.deepEqual(deck.slice(0, entered.length), entered);
    // The form offers opponents again.
    await page.goto(site.address);
    assert.notEqual(await page.inputValue("[name=seat-1]"), "human");
  });
});

test("a turn can be taken back until it is ended", async () => {
  await inContext(DESKTOP, async (page) => {
    await start(page, { seats: ["human", "human"] });
    const moves = () => page.locator(".moves button").evaluateAll((list) => list.map(({ dataset }) => dataset.move));
    const first = await moves();
    await page.click(".moves button");
    await page.waitForSelector("button.end-turn");
    await page.click("button.take-back");
    assert.deepEqual(await moves(), first);
  });
});

test("what a human chose from leaves the screen before the opponents think", async () => {
  await inContext(DESKTOP, async (page) => {
    await start(page, { seats: ["human", "0"] });
    while (!(await page.locator("button.end-turn").count())) await page.click(".moves button");
    // Soon after the screen was drawn, as by a double click.
    const left = await page.evaluate(() => {
      document.querySelector("button.take-back").click();
      document.querySelector(".moves button").click();
      document.querySelector("button.end-turn")?.click();
      return document.querySelectorAll("button.end-turn, .moves button").length;
    });
    assert.equal(left, 0);
  });
});

test("a game is saved as an animation", async () => {
  await inContext({ ...DESKTOP, address: `${site.address}#record=game.jsonl&step=0` }, async (page) => {
    const last = Number((await page.textContent(".counter")).match(/\d+/g)[1]);
    const file = await saved(page, "button.animate");
    assert.ok(file.length < 1_000_000, `${file.length} bytes`);
    await page.goto(`data:image/svg+xml;base64,${Buffer.from(file).toString("base64")}`);
    const { frames, lost } = await page.evaluate(() => ({
      frames: document.querySelectorAll(".frame").length,
      lost: [...document.querySelectorAll("use")].filter((use) => document.querySelector(use.getAttribute("href")) === null).length,
    }));
    assert.deepEqual([frames, lost], [last + 1, 0]);
    const visible = () => page.evaluate(() => [...document.querySelectorAll(".frame")].flatMap((frame, step) =>
      (getComputedStyle(frame).visibility === "visible" ? [step] : [])));
    const [first] = await visible();
    await page.waitForFunction((before) => [...document.querySelectorAll(".frame")].some((frame, step) =>
      step > before && getComputedStyle(frame).visibility === "visible"), first);
    const [second, ...others] = await visible();
    assert.deepEqual([second > first, others], [true, []]);
  });
});

test("a game goes on after the page was closed", async () => {
  await inContext(DESKTOP, async (page) => {
    await start(page, { seats: ["human", "human"] });
    await page.click(".moves button");
    await page.click("button.end-turn");
    const board = await page.locator(".pieces").innerHTML();
    await page.reload();
    await page.waitForSelector(".game");
    assert.equal(await page.locator(".pieces").innerHTML(), board);
  });
});

test("a record is shown step by step, with mistakes", async () => {
  await inContext({ ...DESKTOP, address: `${site.address}#record=game.jsonl&step=12` }, async (page) => {
    await page.waitForSelector(".curve");
    assert.match(await page.textContent(".counter"), /^Step 12 /);
    await page.keyboard.press("ArrowRight");
    assert.match(await page.textContent(".counter"), /^Step 13 /);
    await page.keyboard.press("Home");
    assert.match(await page.textContent(".counter"), /^Step 0 /);
    await page.click("button.play-on");
    await page.click(".moves button");
    await page.waitForSelector("button.end-turn");
  });
});

test("a record in one file with the page", { skip: !process.env.TOURNAMENT && "TOURNAMENT names no program" }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "page-"));
  const here = (path) => new URL(`../${path}`, import.meta.url).pathname;
  const program = (...words) => execFileSync(process.env.TOURNAMENT, words, { cwd: folder, stdio: "ignore" });
  program("analyse", here("../docs/pictures/game.jsonl"), "--agent", "halving:iterations=8", "--out", "annotated.jsonl");
  program("show", "annotated.jsonl", "--html", "one.html", "--page", here("build/page.html"), "--turn", "2");
  await inContext({ ...DESKTOP, address: `file://${folder}/one.html` }, async (page) => {
    assert.doesNotMatch(await page.textContent(".counter"), /^Step 0 /);
    assert.ok((await page.locator(".mistakes button").count()) > 0, "the record tells of mistakes");
    await page.locator(".mistakes button").first().click();
    assert.ok((await page.locator("table.thoughts .played").count()) <= 1);
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await page.click("button.play-on");
    await page.waitForSelector(".moves button, button.end-turn");
  });
});

test("a replay file shows a game with its hands, luck and mistakes, without the engine", { skip: !process.env.TOURNAMENT && "TOURNAMENT names no program" }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "replay-"));
  const here = (path) => new URL(`../${path}`, import.meta.url).pathname;
  const program = (...words) => execFileSync(process.env.TOURNAMENT, words, { cwd: folder, stdio: "ignore" });
  program("analyse", here("../engine/games/wongar/data/example.jsonl"), "--agent", "halving:iterations=8", "--out", "annotated.jsonl");
  program("show", "annotated.jsonl", "--html", "game.html");
  await inContext({ ...DESKTOP, address: `file://${folder}/game.html` }, async (page) => {
    const pictures = new Set();
    for (let step = 0; step < 30; step++) {
      assert.match(await page.textContent(".counter"), new RegExp(`^\\D*${step} `));
      assert.notEqual(await page.textContent(".told"), "");
      pictures.add(await page.innerHTML(".board"));
      await page.keyboard.press("ArrowRight");
    }
    assert.ok(pictures.size > 15, `${pictures.size} pictures of 30 steps`);
    await page.locator(".mistakes button").first().click();
    assert.equal(await page.locator("ul.hand").count(), 4);
    assert.ok((await page.locator("table.thoughts tbody tr").count()) > 0);
    assert.equal(await page.locator("table.quality tbody tr").count(), 4);
    assert.ok((await page.locator("svg.curve").count()) >= 2);
    assert.equal(await page.locator(".play-on:visible, .analyse:visible, .leave, .retry, select[name=eyes], table.thoughts button").count(), 0);
    const { violations } = await new AxeBuilder({ page }).analyze();
    assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes[0].html]), []);
    await page.click(".settings summary");
    await page.selectOption(".settings select >> nth=0", "de");
    assert.match(await page.textContent(".counter"), /^Schritt/);
  });
});

test("hidden hands are shown as all see them, as a seat sees them, and as it may believe", async () => {
  await inContext({ ...DESKTOP, address: `${site.address}#record=wongar.jsonl&step=1` }, async (page) => {
    const lines = async () => (await page.locator(".steps button").allTextContents()).join("\n");
    assert.equal(await page.locator("ul.hand").count(), 4);
    assert.match(await lines(), /A gets a ritual card: /);
    await page.selectOption("select[name=eyes]", "1");
    assert.equal(await page.locator("ul.hand").count(), 1);
    assert.equal(await page.locator(".held p.hand").filter({ hasText: /face down$/ }).count(), 3);
    assert.match(await lines(), /B gets a ritual card: /);
    assert.doesNotMatch(await lines(), /[ACD] gets a ritual card: (?!scorpion)/);
    await page.selectOption("select[name=beliefs]", "believed");
    const shares = await page.locator(".beliefs tbody tr").evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll("td")].map((cell) => Number(/^(\d+)%/.exec(cell.textContent)[1]))));
    assert.ok(shares.length >= 4, "every kind of card has a row");
    // The own hand is known for sure, the others' are not.
    assert.ok(shares.every((row) => row[1] === 0 || row[1] === 100));
    assert.ok(shares.some((row) => row[0] > 0 && row[0] < 100));
  });
});

test("a review lists what chance gave to each seat, and hides what a seat did not see", async () => {
  const share = (text) => Number(text.replace("%", "").replace("−", "-"));
  await inContext({ ...DESKTOP, address: `${site.address}#record=game.jsonl&step=60` }, async (page) => {
    await page.waitForSelector(".draws");
    const totals = await page.locator("table.luck >> nth=0 >> css=tbody tr").evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll("td")].map(({ textContent }) => textContent)));
    const draws = await page.locator(".draws tbody tr").evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll("td")].map(({ textContent }) => textContent)));
    assert.ok(draws.length > 20);
    for (const [seat, [result, luck, without]] of totals.entries()) {
      const sum = draws.reduce((sum, row) => sum + share(row[seat]), 0);
      assert.ok(Math.abs(sum - share(luck)) < 0.05 * (draws.length + 1));
      assert.ok(Math.abs(share(result) - share(luck) - share(without)) < 0.2);
    }
    assert.equal(await page.locator(".curve").count(), 3);
    await page.locator(".draws button").nth(3).click();
    assert.ok((await page.textContent(".told")).includes(await page.locator(".draws button").nth(3).textContent()));
  });
  await inContext({ ...DESKTOP, address: `${site.address}#record=wongar.jsonl&step=1` }, async (page) => {
    await page.waitForSelector(".draws");
    assert.match(await page.textContent(".draws"), /A gets a ritual card: /);
    await page.selectOption("select[name=eyes]", "1");
    assert.doesNotMatch(await page.textContent(".draws"), /[ACD] gets a ritual card: (?!scorpion)/);
  });
});

test("a link leads others to the same step of the same game", async () => {
  await inContext({ ...DESKTOP, address: `${site.address}#record=game.jsonl&step=12` }, async (page) => {
    await page.keyboard.press("ArrowRight");
    await page.waitForURL(/record=game.jsonl&step=13$/);
    await page.goto(site.address);
    await page.waitForSelector("form.setup");
    await drop(page, "records.jsonl", Buffer.from(GAME));
    await page.waitForSelector(".curve");
    await page.locator(".steps button").nth(20).click();
    await page.click("button.link");
    await page.waitForURL(/packed=.*&step=20$/);
    const [address, told] = [page.url(), await page.textContent(".told")];
    assert.ok(address.length < 8000, `the link has ${address.length} letters`);
    await page.click("button.qr");
    assert.equal(await page.locator("dialog.qr a").getAttribute("href"), address);
    // A finder pattern is in three corners: seven dark modules in a row at the top left.
    assert.match(await page.locator("dialog.qr path").getAttribute("d"), /^(?:M[0-6] 0h1v1h-1z){7}M(?!7 0)/);
    await page.click("dialog.qr button.close");
    await inContext({ ...DESKTOP, address }, async (other) => {
      await other.waitForSelector(".curve");
      assert.equal(await other.textContent(".told"), told);
    });
    // Another link in the same tab is followed, too; one that was cut is told.
    await page.goto(address.slice(0, address.length / 2));
    await page.waitForFunction(() => document.querySelector(".notice")?.textContent);
    assert.match(await page.textContent(".notice"), /link is damaged/);
  });
});

test("a link challenges others to beat the points on the same deck", async () => {
  await inContext(DESKTOP, async (page, context) => {
    await start(page, { players: 3, seats: ["0", "human", "1"], rules: { "turn-limit": "20" } });
    await page.waitForSelector(".moves button");
    const board = (on) => on.textContent(".words");
    const first = await board(page);
    await finish(page, byKeyboard(page));
    const points = await page.locator(".seats .points").nth(1).textContent();
    assert.doesNotMatch(await page.textContent(".status"), /Challenge/);
    // Not every browser lets a test read the clipboard.
    await page.evaluate(() => {
      navigator.clipboard.writeText = async (text) => void (window.copied = text);
    });
    await page.click("button.duel");
    await page.waitForFunction(() => document.querySelector(".status").textContent.includes("Copied"));
    const address = await page.evaluate(() => window.copied);
    assert.match(address, new RegExp(`seats=0-h-1&beat=${points}(&|$)`));
    const { page: other } = await open(context, address);
    assert.match(await other.textContent(".duel"), new RegExp(`Beat ${points} points in Tongiaki`));
    await other.click("button.accept");
    await other.waitForSelector(".moves button");
    assert.equal(await board(other), first);
    await finish(other, byKeyboard(other));
    assert.match(await other.textContent(".status"), new RegExp(`Challenge (tied|won|lost): \\d+ points (each|instead of ${points})\\.`));
    for (const damaged of ["0-h", "0-h-9", "h-h-1"]) {
      const { page: third } = await open(context, address.replace("0-h-1", damaged));
      assert.equal(await third.locator(".duel").count(), 0, damaged);
    }
  });
});

test("a link to a deck fills the form", async () => {
  await inContext({ ...DESKTOP, address: `${site.address}#deck=wongar&players=4&seed=99&rule-edition=advanced` }, async (page) => {
    assert.ok(await page.isChecked("input[name=game][value=wongar]"));
    assert.deepEqual(await Promise.all(["players", "rule-edition", "seed"].map((name) => page.inputValue(`[name=${name}]`))), ["4", "advanced", "99"]);
  });
});

test("files dropped on the page are opened, compressed ones too, and bad ones disturb no game", async () => {
  await inContext(DESKTOP, async (page) => {
    await start(page, { seats: ["human", "human"] });
    await page.click(".moves button");
    await page.click("button.end-turn");
    const board = await page.locator(".pieces").innerHTML();
    await drop(page, "records.jsonl", Buffer.from("{"));
    await page.waitForFunction(() => document.querySelector(".notice")?.textContent);
    assert.equal(await page.locator(".pieces").innerHTML(), board);
    await page.click(".moves button");
    await drop(page, "records.jsonl.zst", zstd(GAME));
    await page.waitForSelector(".curve");
    await page.click("button.leave");
    await drop(page, "records.jsonl.zst", zstd(`${GAME.trim()}\n${WONGAR}`));
    await fillNumber(page.locator("input[name=line]"), "2");
    await page.click("button[type=submit]");
    await page.waitForSelector("select[name=eyes]");
  });
});

test("what the browser kept is damaged: the page says so and goes on", async () => {
  await inContext(DESKTOP, async (page) => {
    await page.evaluate(() => {
      for (const key of ["game", "plan"]) localStorage.setItem(`hidden-decks.${key}`, "{");
      localStorage.setItem("hidden-decks.branch", '{"source":{"game":"chess"}}');
      localStorage.setItem("hidden-decks.finished", '{"one":{"source":{"game":"chess"},"at":0},"other":5,"third":null}');
      localStorage.setItem("hidden-decks.last", "no record");
    });
    await page.reload();
    await page.waitForSelector("form.setup");
    assert.equal(await page.locator("button.resume").count(), 0);
    for (const name of ["resume-branch", "look-last"]) {
      await page.click(`button.${name}`);
      await page.waitForFunction(() => document.querySelector(".notice")?.textContent);
      assert.match(await page.textContent(".notice"), /did not work/);
      await page.evaluate(() => { document.querySelector(".notice").textContent = ""; });
    }
  });
});

test("a game goes on in another language", async () => {
  await inContext(DESKTOP, async (page) => {
    await start(page, { seats: ["human", "human"] });
    const count = await page.locator(".moves button").count();
    await inGerman(page);
    assert.match(await page.textContent(".moves button"), /Anlegen an Strand/);
    assert.equal(await page.locator(".moves button").count(), count);
    await drop(page, "leer.jsonl", Buffer.from(""));
    await page.waitForFunction(() => document.querySelector(".notice")?.textContent);
    assert.match(await page.textContent(".notice"), /Das ging nicht: Die Datei ist leer/);
  });
});

test("a hint is marked on the board and in the list; a card in hand lists its moves", async () => {
  await inContext(DESKTOP, async (page) => {
    await start(page, { seats: ["human", "human"] });
    await page.click("button.hint");
    await page.waitForSelector(".moves button.hinted", { timeout: 60_000 });
    assert.ok((await page.locator(".spot.hinted").count()) > 0);
    await page.click("button.leave");
    await start(page, { game: "wongar", players: 3, seats: ["human", "human", "human"], seed: "3" });
    for (let choices = 0; choices < 400 && (await page.locator(".hand button").count()) === 0; choices++) {
      const next = page.locator("button.main, .moves button").first();
      await next.click();
    }
    const card = await page.locator(".hand button").first().textContent();
    await page.locator(".hand button").first().click();
    const moves = await page.locator(".moves button").allTextContents();
    assert.ok(moves.length > 0 && moves.every((move) => move.includes(card)), `${card}: ${moves}`);
  });
});

test("moves can be heard when sounds are on", { skip: IN_FIREFOX && "without a device, Firefox plays no sounds" }, async () => {
  await inContext(DESKTOP, async (page) => {
    await page.evaluate(() => {
      window.heard = 0;
      for (const kind of [AudioBufferSourceNode, OscillatorNode]) {
        const { start } = kind.prototype;
        kind.prototype.start = function (...when) {
          window.heard++;
          start.apply(this, when);
        };
      }
    });
    const heard = () => page.evaluate(() => window.heard);
    await start(page, { seats: ["human", "human"], rules: { "turn-limit": "4" } });
    await byKeyboard(page)(0);
    assert.equal(await heard(), 0);
    await page.click("button.sound");
    assert.equal(await page.getAttribute("button.sound", "aria-pressed"), "true");
    await finish(page, byKeyboard(page));
    assert.ok((await heard()) >= 10, "moves, tiles and the chord at the end");
  });
});

test("keys enlarge and move the board", async () => {
  await inContext({ ...DESKTOP, address: `${site.address}#record=game.jsonl&step=100` }, async (page) => {
    const view = async () => (await page.getAttribute("svg.board", "viewBox")).split(" ").map(Number);
    const whole = await view();
    await page.keyboard.press("+");
    const larger = await view();
    assert.ok(larger[2] < whole[2]);
    await page.keyboard.press("Shift+ArrowLeft");
    assert.ok((await view())[0] < larger[0]);
    assert.match(await page.textContent(".counter"), /^Step 100 /);
    await page.keyboard.press("0");
    assert.deepEqual(await view(), whole);
  });
});

test("the board is told in words", async () => {
  await inContext({ ...DESKTOP, address: `${site.address}#record=game.jsonl&step=60` }, async (page) => {
    const words = await page.locator(".words li").allTextContents();
    assert.match(words.join("\n"), /^Tonga, worth 0: beach 1: /m);
    assert.match(words.join("\n"), /^Hawaii, worth 5/m);
  });
});

test("the moves of a record are listed in words", async () => {
  await inContext({ ...DESKTOP, address: `${site.address}#record=game.jsonl&step=3` }, async (page) => {
    await page.waitForSelector(".steps [aria-current]");
    const steps = await page.locator(".steps button").allTextContents();
    const last = Number(/of (\d+)/.exec(await page.textContent(".counter"))[1]);
    assert.equal(steps.length, last + 1);
    assert.ok(steps.every((words) => words.length > 0));
    await page.locator(".steps button").nth(40).click();
    assert.match(await page.textContent(".counter"), /^Step 40 /);
    assert.equal(await page.textContent(".told"), steps[40]);
  });
});

test("the rules are at hand, at the section about the decision", async () => {
  for (const [locale, title] of [["en-GB", /Expand/], ["de-DE", /Vermehren/]]) {
    await inContext({ ...DESKTOP, locale }, async (page) => {
      await page.click("form.setup button.rules");
      assert.match(await page.textContent("dialog.rules"), title);
      assert.ok((await page.locator("dialog.rules section").count()) >= 9);
      const { violations } = await new AxeBuilder({ page }).include("dialog.rules").analyze();
      assert.deepEqual(violations.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id }) => id), []);
      await page.keyboard.press("Escape");
      assert.equal(await page.locator("dialog").count(), 0);
      for (const [game, players, section] of [["tongiaki", 2, "rule-setup"], ["wongar", 3, "rule-round"]]) {
        await start(page, { game, players, seats: Array(players).fill("human") });
        if (game === "wongar") await page.click("button.main");
        await page.click(".acts button.rules");
        assert.equal(await page.evaluate(() => document.activeElement.id), section);
        await page.click("dialog.rules button.close");
        await page.click("text=/^(Leave|Verlassen)$/");
      }
    });
  }
});

test("the search finds mistakes", async () => {
  await inContext({ ...DESKTOP, acceptDownloads: true }, async (page) => {
    await start(page, { seats: ["0", "0"], seed: "11", rules: { "turn-limit": "40" } });
    await review(page);
    await page.click("button.analyse");
    await searched(page);
    await page.locator(".mistakes button").first().click();
    assert.ok((await page.locator(".thoughts tbody tr").count()) > 1);
    assert.equal(await page.locator(".thoughts tr.played").count() <= 1, true);
    // What if: another move is played on, then back to where it branched off.
    const counter = await page.textContent(".counter");
    await page.locator(".thoughts tbody tr:not(.played) button").first().click();
    await page.waitForSelector(".game:not(.review)");
    await page.click("button.leave");
    assert.equal(await page.textContent(".counter"), counter);
  });
});

test("mistakes are played again until the move is good", async () => {
  await inContext(DESKTOP, async (page) => {
    await start(page, { seats: ["0", "0"], seed: "11", rules: { "turn-limit": "40" } });
    await review(page);
    await page.click("button.analyse");
    await searched(page);
    const [counter, mistakes] = [await page.textContent(".counter"), await page.locator(".mistakes button:not(.brilliant)").allTextContents()];
    const letter = /from (.)’s/.exec(await page.locator("button.retry").first().textContent())[1];
    const own = mistakes.filter((words) => words.startsWith(letter)).length;
    await page.locator("button.retry").first().click();
    await page.waitForSelector(".retry .moves button");
    const { violations } = await new AxeBuilder({ page }).analyze();
    assert.deepEqual(violations.map(({ id }) => id), []);
    const status = () => page.textContent(".status");
    for (let mistake = 1; mistake <= own; mistake++) {
      assert.match(await page.textContent(".counter"), new RegExp(`^Mistake ${mistake} of ${own}, (?:start|turn \\d+)$`));
      const [, lost, played] = /^The move played lost ([\d.]+)% of the chance to win: (.*)\. Find/.exec(await status());
      assert.ok(Number(lost) >= 5);
      const board = await page.textContent(".words");
      // The same mistake again, unless the search did not try the move.
      await page.locator(".moves button").getByText(played, { exact: true }).click();
      assert.match(await status(), new RegExp(`^(Not good enough|The search did not try this move): ${played}`));
      assert.equal(await page.textContent(".words"), board, "the move is taken back");
      await page.click("button.solve");
      await page.waitForTimeout(350);
      await page.click(".moves button.hinted");
      assert.match(await status(), /^Good: /);
      assert.equal(await page.locator(".moves button, .spot").count(), 0);
      if (mistake < own) await page.click("button.next");
    }
    assert.equal(await page.locator("button.next").count(), 0);
    await inGerman(page);
    await page.waitForSelector("button.solve");
    await page.click("button.leave");
    await page.waitForSelector(".review");
    assert.equal(await page.locator(".mistakes button:not(.brilliant)").count(), mistakes.length);
    assert.equal(/\d+/.exec(await page.textContent(".counter"))[0], /\d+/.exec(counter)[0]);
  });
});

test("the puzzle of the day is solved, rated once and continues a streak", async () => {
  for (const game of ["tongiaki", "wongar"]) {
    await inContext(DESKTOP, async (page) => {
      const standing = (at) => page.locator(at).textContent();
      assert.equal(await standing(`button.puzzle.${game} + small`), "");
      await page.click(`button.puzzle.${game}`);
      await page.waitForSelector(".retry .moves button");
      assert.match(await page.textContent(".counter"), /^Puzzle of \w+ \d+, rating [\d,]+$/);
      assert.match(await page.textContent(".status"), /^You are [A-F]\. Only one move is good: find it\.$/);
      assert.ok((await page.locator(".moves button").count()) > 2);
      const { violations } = await new AxeBuilder({ page }).analyze();
      assert.deepEqual(violations.map(({ id }) => id), []);
      // All moves in turn until one is good.
      for (let tries = 0; (await page.locator(".moves button").count()) > 0; tries++) {
        const move = page.locator(".moves button").nth(tries);
        const words = await move.textContent();
        await move.click();
        const status = await page.textContent(".status");
        assert.ok(status === `Not this move: ${words}. Try again.` || status.startsWith(`Solved: ${words}. It is better than every other move by `), status);
        await page.waitForTimeout(350);
      }
      const first = /rating: ([\d,]+)\. Days in a row: 1\.$/.exec(await standing(".standing"))[1];
      assert.notEqual(first, "1200");
      // A puzzle of an earlier day whose solution is shown counts as not solved.
      await page.click("button.next");
      await page.click("button.solve");
      await page.waitForTimeout(350);
      await page.click(".moves button.hinted");
      assert.match(await page.textContent(".status"), /^Solved: /);
      await inGerman(page);
      await page.waitForSelector("button.solve");
      assert.match(await page.textContent(".counter"), /^Aufgabe vom /);
      await page.click("button.leave");
      const [, second] = /^Deine Wertung: (\d+)\. Tage in Folge: 1\.$/.exec(await standing(`button.puzzle.${game} + small`));
      assert.ok(Number(second) < Number(first));
      await page.click(`button.puzzle.${game}`);
      await page.waitForSelector(".retry .moves button");
    });
  }
});

test("a puzzle that loads late does not replace a game", async () => {
  await inContext(DESKTOP, async (page) => {
    await page.evaluate(() => {
      const load = fetch;
      globalThis.fetch = async (...request) => {
        await new Promise((resolve) => { globalThis.answer = resolve; });
        return load(...request);
      };
    });
    await page.click("button.puzzle.wongar");
    await page.click("button.learn.tongiaki");
    await page.waitForSelector("main.game");
    await page.evaluate(() => globalThis.answer());
    await page.waitForTimeout(500);
    assert.equal(await page.locator("main.retry").count(), 0);
  });
});

test("the page works without a network after its first visit", async () => {
  await inContext(DESKTOP, async (page, context) => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await page.waitForSelector("form.setup");
    await context.setOffline(true);
    await page.reload();
    await page.waitForSelector("form.setup");
    await start(page, { seats: ["human", "0"] });
    await page.waitForSelector(".moves button");
  });
});

test("what is wrong with a file is told in a sentence, and nothing is run", async () => {
  const record = JSON.parse(GAME.split("\n")[0]);
  const labelled = { ...record, agents: ["<img src=x onerror=alert(1)>", "\u202egnp.exe", ...record.agents.slice(2)] };
  const cases = [
    ["", /the file is empty/],
    ["{", /the record/],
    ["{}", /expected a field `game`/],
    ['{"game":"chess"}', /no game 'chess'/],
    ['{"schema":1,"game":"go","players":2,"seed":"1","agents":["a","b"],"deck":[0,1],"events":[],"result":{}}', /no game 'go'/],
    [Buffer.from([0xff, 0xfe, 0x00]), /not a text file/],
    [zstd(GAME).subarray(0, 5000), /damaged/],
    [bomb(70e6), /more than 64 MB/],
    [JSON.stringify({ ...record, result: { ...record.result, points: record.result.points.map(() => 0) } }), /result/],
  ];
  await inContext(DESKTOP, async (page) => {
    for (const [content, sentence] of cases) {
      await page.setInputFiles("input[type=file]", { name: "records.jsonl", mimeType: "text/plain", buffer: Buffer.from(content) });
      await page.waitForFunction(() => document.querySelector(".notice")?.textContent);
      assert.match(await page.textContent(".notice"), sentence);
      await page.evaluate(() => { document.querySelector(".notice").textContent = ""; });
    }
    const huge = join(mkdtempSync(join(tmpdir(), "page-")), "huge.jsonl");
    writeFileSync(huge, "{");
    truncateSync(huge, 70e6);
    await page.setInputFiles("input[type=file]", huge);
    await page.waitForFunction(() => document.querySelector(".notice")?.textContent);
    assert.match(await page.textContent(".notice"), /has 67 MB; the limit is 64 MB/);
    await page.setInputFiles("input[type=file]", { name: "records.jsonl", mimeType: "text/plain", buffer: Buffer.from(JSON.stringify(labelled)) });
    await page.waitForSelector(".curve");
    assert.equal(await page.locator("img").count(), 0);
    assert.match(await page.textContent(".seats"), /<img src=x/);
  });
});

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing serious, ${colorScheme}`, async () => {
    const addresses = [site.address, `${site.address}#record=game.jsonl`, `${site.address}#record=wongar.jsonl&step=40`];
    for (const [address, size] of addresses.flatMap((one) => [[one, DESKTOP], [one, PHONE]])) {
      await inContext({ ...size, colorScheme, address }, async (page) => {
        const check = async () => {
          const { violations } = await new AxeBuilder({ page }).analyze();
          const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
          assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`), []);
        };
        await check();
        if (await page.locator("select[name=eyes]").count()) {
          await page.selectOption("select[name=eyes]", "1");
          await page.selectOption("select[name=beliefs]", "believed");
          await check();
        }
        if (await page.locator("form.setup button[type=submit]").count()) {
          await page.click(".settings summary");
          await check();
          await page.click(".settings summary");
          await start(page, { seats: ["human", "human"] });
          await check();
          await page.click("button.leave");
          await start(page, { game: "wongar", players: 3, seats: ["human", "human", "0"] });
          await check();
          await page.click("button.leave");
          await start(page, { game: "wongar", players: 3, seats: ["human", "0", "0"] });
          await page.waitForSelector(".moves button");
          await check();
        }
      });
    }
  });
}

test("German has its own words", async () => {
  await inContext({ ...DESKTOP, locale: "de-DE" }, async (page) => {
    assert.equal(await page.getAttribute("html", "lang"), "de");
    await start(page, { seats: ["human", "human"] });
    assert.match(await page.textContent(".moves button"), /Anlegen an Strand/);
    await page.click("text=Verlassen");
    await start(page, { game: "wongar", players: 3, seats: ["human", "human", "human"] });
    await page.click("button.main");
    const words = `${await page.textContent("svg.board .pieces")} ${await page.textContent(".panel")}`;
    assert.match(words, /Känguru/);
    assert.doesNotMatch(words, /open card|face down|ritual card|boomerang|scorpion on|north/);
  });
});

test("a slow device is soon ready", { skip: IN_FIREFOX && "Firefox does not slow down" }, async (t) => {
  const times = [];
  for (let trial = 0; trial < 3; trial++) {
    const context = await browser.newContext(DESKTOP);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    const begin = performance.now();
    await page.goto(site.address);
    await page.waitForSelector("form.setup button[type=submit]");
    times.push(Math.round(performance.now() - begin));
    await page.click("button[type=submit]");
    await page.waitForSelector(".game");
    await context.close();
  }
  t.diagnostic(`ready after ${times.sort((one, other) => one - other)[1]} ms with the processor slowed down four times`);
});

test("the page is small", () => {
  const size = readdirSync(DIST).reduce((sum, file) => sum + statSync(join(DIST, file)).size, 0);
  assert.ok(size <= 1.5e6, `${size} bytes`);
});

/** The module that the page runs. */
async function engine() {
  const { default: init, Game } = await import("../build/engine/hidden_decks_web.js");
  await init({ module_or_path: decompress(readFileSync(join(DIST, readdirSync(DIST).find((file) => /^engine.*bin$/.test(file))))) });
  return Game;
}

test("the module thinks as the program does, to the last digit", async () => {
  const Game = await engine();
  for (const { game, players, spec, thoughts } of JSON.parse(readFileSync(new URL("thoughts.json", import.meta.url), "utf8"))) {
    const played = new Game(game, players, "{}", 5n);
    for (const [step, thought] of thoughts.entries()) {
      assert.deepEqual(JSON.parse(played.think(step, spec, BigInt(step))), thought, `${game}, step ${step}`);
      played.play(thought.move);
    }
  }
});

const PROGRAM = { skip: !process.env.TOURNAMENT && "TOURNAMENT names no program" };

/** The number of games in which page and program must agree on the luck; more with AGREE. */
const AGREE = Number(process.env.AGREE ?? 4);
/** Limit on the games whose decisions are judged, which takes longer. */
const JUDGED = 100;

/** What the program finds in recorded games: the luck by game and seat, the records, and the first ones with the results of a search. */
function judged(folder, game) {
  const search = game === "tongiaki" ? "mcts:evaluation=net:iterations=8:plans=4" : "mcts:evaluation=net:iterations=16";
  const program = (...words) => execFileSync(process.env.TOURNAMENT, [...words, "--quiet"], { cwd: folder, encoding: "utf8" });
  const seats = game === "tongiaki" ? ["--agents", "greedy=greedy:samples=1,random"] : ["--game", "wongar", "--players", "3", "--agents", "greedy=greedy:samples=1,random,lucky=random"];
  program(...seats, "--games", String(AGREE), "--records", "--out", game);
  const records = `${game}/records.jsonl.zst`;
  program("luck", records, "--out", `${game}-luck`);
  const [head, ...rows] = readFileSync(join(folder, `${game}-luck/luck.csv`), "utf8").trim().split("\n").map((line) => line.split(","));
  const [number, seat, share] = ["game", "seat", "win_share_luck"].map((name) => head.indexOf(name));
  const luck = new Map(rows.map((row) => [`${row[number]}.${row[seat]}`, Number(row[share])]));
  const plain = Buffer.from(decompress(readFileSync(join(folder, records)))).toString().trim().split("\n");
  writeFileSync(join(folder, "first.jsonl"), plain.slice(0, JUDGED).join("\n"));
  program("analyse", "first.jsonl", "--agent", search, "--out", `${game}.jsonl`);
  const lines = readFileSync(join(folder, `${game}.jsonl`), "utf8").trim().split("\n");
  return { luck, lines: [...lines, ...plain.slice(JUDGED)] };
}

/** The mean of an agent's luck, and its standard error. The games of a block have the same deck, so their means are the sample. */
function meanLuck(games, blockSize) {
  const blocks = Array.from({ length: games.length / blockSize }, (_, block) => games.slice(block * blockSize, (block + 1) * blockSize).reduce((sum, luck) => sum + luck, 0) / blockSize);
  const mean = blocks.reduce((sum, luck) => sum + luck, 0) / blocks.length;
  return { mean, error: Math.sqrt(blocks.reduce((sum, luck) => sum + (luck - mean) ** 2, 0) / (blocks.length - 1) / blocks.length) };
}

const near = (one, other, what) => assert.ok(Math.abs(one - other) < 1e-9, `${what}: ${one} and ${other}`);

for (const name of ["tongiaki", "wongar"]) {
  test(`page and program agree on luck and losses in ${name}`, PROGRAM, async (context) => {
    const Game = await engine();
    const { luck, lines } = judged(mkdtempSync(join(tmpdir(), "judged-")), name);
    assert.ok(lines.length >= AGREE);
    let [draws, losses] = [0, 0];
    const ofGreedy = [];
    for (const [number, line] of lines.entries()) {
      const game = Game.fromRecord(line);
      const { agents } = JSON.parse(line);
      const found = JSON.parse(game.luck());
      for (const seat of agents.keys()) {
        near(found.luck[seat], luck.get(`${number}.${seat}`), `luck of seat ${seat} in game ${number}`);
        near(found.withoutLuck[seat], found.results[seat] - found.luck[seat], "without luck");
        near(found.luck[seat], found.draws.reduce((sum, draw) => sum + draw.luck[seat], 0), "sum of draws");
        near(found.luck[seat], found.byStep.at(-1)[seat], "luck at the end");
      }
      assert.equal(found.byStep.length, game.last() + 1);
      draws += found.draws.length;
      ofGreedy.push(found.luck[agents.indexOf("greedy")]);
      if (number >= JUDGED) {
        game.free();
        continue;
      }
      const steps = Array.from({ length: game.last() + 1 }, (_, step) => JSON.parse(game.step(step, "all")));
      const searched = [...steps.entries()].filter(([, { search }]) => search);
      const verdicts = JSON.parse(game.judge(JSON.stringify(searched.map(([step, { search }]) => ({ step: step - 1, table: search.table, glance: null })))));
      const judgements = searched.map(([step, { seat, move, search }]) => {
        // The loss of a move that the search did not try follows from the next decision, which may have no event that keeps its search.
        if (search.table.some((row) => row.move === move)) {
          near(verdicts[step - 1].lost, search.lost, `loss at step ${step}`);
          near(verdicts[step - 1].at_stake, search.at_stake, `stake at step ${step}`);
          losses += 1;
        }
        return { seat, lost: search.lost, at_stake: search.at_stake };
      });
      const mean = (losses) => losses.reduce((sum, { lost }) => sum + lost, 0) / losses.length;
      for (const [seat, { meanLoss, accuracy, critical, criticalLoss }] of JSON.parse(game.quality(JSON.stringify(judgements))).entries()) {
        const own = judgements.filter((one) => one.seat === seat && one.lost !== null);
        const important = own.filter(({ at_stake: atStake }) => atStake >= 0.05);
        near(meanLoss, mean(own), "mean loss");
        near(accuracy, 1 - mean(own) / mean(own.map(({ at_stake: lost }) => ({ lost }))), "accuracy");
        assert.equal(critical, important.length);
        if (critical > 0) near(criticalLoss, mean(important), "mean loss of critical decisions");
      }
    }
    assert.ok(losses > 100, `${losses} losses`);
    assert.ok(draws > 50, `${draws} chance events`);
    const { mean, error } = meanLuck(ofGreedy, JSON.parse(lines[0]).agents.length);
    context.diagnostic(`${lines.length} games, ${draws} chance events, ${losses} losses; mean luck ${mean.toFixed(5)}, standard error ${error.toFixed(5)}`);
    if (AGREE > 100) assert.ok(Math.abs(mean) < 2 * error, `mean luck ${mean} +- ${error}`);
  });
}
