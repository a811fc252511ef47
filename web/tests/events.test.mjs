// What happens on the board, one event after the other, and the end of a game: node --test tests/events.test.mjs (after `bash build.sh`).

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import AxeBuilder from "@axe-core/playwright";
import { IN_FIREFOX, browser, byKeyboard, finish, inContext, open, site, stage, start } from "./site.mjs";

const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 } };

stage();

/** Opens the page at the usual speed, and plays the first game up to the choice of the fleet that sails. */
async function voyage(options, use) {
  const context = await browser.newContext({ ...DESKTOP, locale: "en-GB", ...options });
  const { page, troubles } = await open(context, site.address);
  await page.click("button.learn.tongiaki");
  await page.waitForSelector(".lesson");
  while (!/fleet of beach 5/.test(await page.textContent(".lesson"))) {
    await page.waitForSelector("button.end-turn, .moves button");
    await page.locator("button.end-turn, .moves button").first().click();
  }
  await page.waitForSelector(".moves button");
  // A click at the place of the last one within this time would be the second one of a double click.
  await page.waitForTimeout(350);
  await page.evaluate(() => {
    localStorage.setItem("hidden-decks.pace", "2");
    // The sentences in the order in which they are shown, with the pieces on the board and what moves then.
    window.seen = [];
    const status = document.querySelector(".status");
    new MutationObserver(() => window.seen.push({
      told: status.textContent, tiles: document.querySelectorAll(".pieces > g:not(:has(> use))").length,
      lost: document.querySelectorAll(".pieces .lost").length, isChoice: document.querySelector(".moves, .spot, button.take-back") !== null,
    })).observe(status, { childList: true, characterData: true, subtree: true });
  });
  await use(page);
  assert.deepEqual(troubles, []);
  await context.close();
}

const landing = (page) => page.waitForSelector(".placed", { state: "attached", timeout: 60_000 });

test("a voyage is shown event by event, while nobody can choose", async () => {
  await voyage({}, async (page) => {
    const lines = await page.locator(".log li").count();
    await page.click(".moves button");
    await page.waitForFunction(() => window.seen.some(({ lost }) => lost > 0));
    assert.equal(await page.locator(".log li").count(), lines, "the log does not tell the end before it is seen");
    await landing(page);
    const seen = await page.evaluate(() => window.seen);
    const told = seen.map(({ told }) => told.split(/[.:]/)[0]);
    const events = ["The fleet sails from beach 5 of Tonga", "Water tile 13 is drawn", "Water tile 11 is drawn", "The crossing fails", "The fleet sails from beach 3 of Tonga"];
    assert.deepEqual(told.slice(0, events.length), events);
    assert.ok(seen.slice(0, -1).every(({ isChoice }) => !isChoice), "no choice meanwhile");
    assert.deepEqual(seen.slice(0, 4).map(({ lost }) => lost), [0, 0, 0, 1]);
    assert.ok(seen[2].tiles > seen[1].tiles && seen[1].tiles > seen[0].tiles, "tile by tile");
    assert.equal(await page.locator(".pieces .lost").count(), 0);
    assert.equal(await page.locator(".log li").count(), lines + 1);
  });
});

test("a fleet follows the currents of the tiles", async () => {
  await voyage({}, async (page) => {
    await page.evaluate(() => {
      window.ways = [];
      const { animate } = Element.prototype;
      Element.prototype.animate = function (frames, options) {
        if (frames.length > 3) window.ways.push({ frames: frames.map(({ translate }) => translate), ships: this.querySelectorAll("use").length });
        return animate.call(this, frames, options);
      };
    });
    await page.click(".moves button");
    await landing(page);
    const ways = await page.evaluate(() => window.ways);
    assert.ok(ways.length >= 3);
    for (const { frames, ships } of ways) {
      assert.ok(ships >= 3);
      assert.equal(frames.at(-1).replaceAll("-", ""), "0.0px 0.0px", "it ends where the fleet is drawn");
      assert.notEqual(frames[0], frames.at(-1));
    }
  });
});

test("a click shows the end of a voyage at once", async () => {
  await voyage({}, async (page) => {
    await page.click(".moves button");
    await page.waitForFunction(() => window.seen.length === 1);
    await page.mouse.click(200, 400);
    await landing(page);
    assert.equal(await page.evaluate(() => window.seen.length), 2, "the first event, then the question");
  });
});

test("people who want nothing to move see the end of a voyage at once", { skip: IN_FIREFOX && "Firefox does not take the wish under test" }, async () => {
  await voyage({ reducedMotion: "reduce" }, async (page) => {
    await page.click(".moves button");
    await landing(page);
    assert.equal(await page.evaluate(() => window.seen.length), 1);
    assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
  });
});

test("a person who leaves a voyage finds the game after it", async () => {
  await voyage({}, async (page) => {
    await page.click(".moves button");
    await page.waitForFunction(() => window.seen.length === 1);
    await page.click("button.leave");
    await page.click("button.resume");
    await landing(page);
    await page.waitForTimeout(300);
    assert.match(await page.textContent(".status"), /Landing on Tuvalu/);
  });
});

test("what the others moved stays marked until the own next move", async () => {
  await inContext(DESKTOP, async (page) => {
    await start(page, { players: 3, seats: ["human", "0", "0"] });
    const marks = page.locator(".recent > *");
    assert.equal(await marks.count(), 0);
    await page.locator(".moves button").first().click();
    await page.click("button.end-turn");
    await page.waitForSelector(".moves button");
    assert.equal(await marks.count(), 2, "a ship of each opponent");
    await page.locator(".moves button").nth(1).click();
    assert.equal(await marks.count(), 0);
    assert.ok((await page.locator(".pieces > g").count()) > 1);
  });
});

for (const [locale, texts] of [["en-GB", [/^Turning point: [+−-]\d+% for A \(you\) in turn \d+: /, /^Skill [+−-]?\d+%, luck [+−-]?\d+%$/, /^Best move: turn \d+: /, /^Worst move, \d+% lost: turn \d+: /]],
  ["de-DE", [/^Wendepunkt: [+−-]\d+\s% für A \(du\) in Zug \d+: /, /^Können [+−-]?\d+\s%, Glück [+−-]?\d+\s%$/, /^Bester Zug: Zug \d+: /, /^Schlechtester Zug, \d+\s% verloren: Zug \d+: /]]]) {
  test(`the end of a game tells its turning point, skill and luck, and the best and worst move, in ${locale}`, async () => {
    await inContext({ ...PHONE, locale }, async (page) => {
      await start(page, { seats: ["human", "0"], seed: "11", rules: { "turn-limit": "60" } });
      await finish(page, byKeyboard(page));
      await page.waitForSelector(".ending .worst", { timeout: 120_000 });
      const lines = await page.locator(".ending .turning, .ending p, .ending .best, .ending .worst").allTextContents();
      assert.equal(lines.length, texts.length);
      for (const [number, text] of texts.entries()) assert.match(lines[number], text);
      assert.deepEqual((await page.locator(".seats .rank").allTextContents()).sort(), ["1.", "2."]);
      const heights = await page.locator(".seats li").evaluateAll((all) => all.map((one) => [one.querySelector(".rank").textContent, one.offsetTop]));
      assert.deepEqual(heights.sort(([, one], [, other]) => one - other).map(([rank]) => rank), ["1.", "2."], "the winner stands above");
      assert.equal(await page.locator(".seats .winner").count(), 1);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
      const { violations } = await new AxeBuilder({ page }).analyze();
      assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`), []);
      await page.click(".ending .worst");
      await page.waitForSelector(".review");
      assert.doesNotMatch(await page.textContent(".counter"), /^\D*0 /);
    });
  });
}

test("a finished game is shared as a picture", { skip: IN_FIREFOX && "the test reads what Chromium downloads" }, async () => {
  await inContext({ ...DESKTOP, acceptDownloads: true }, async (page) => {
    await start(page, { seats: ["human", "0"], rules: { "turn-limit": "12" } });
    await finish(page, byKeyboard(page));
    await page.evaluate(() => { navigator.canShare = () => false; });
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("button.share-card")]);
    const png = readFileSync(await download.path());
    assert.equal(png.toString("latin1", 1, 4), "PNG");
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1200, 630]);
    assert.ok(png.length > 20_000, `${png.length} bytes`);
    // Where the device has programs to share with, they get the picture and the challenge.
    await page.evaluate(() => {
      navigator.canShare = () => true;
      navigator.share = async ({ files, text, url }) => { window.shared = { type: files[0].type, text, url }; };
    });
    await page.click("button.share-card");
    await page.waitForFunction(() => window.shared);
    const { type, text, url } = await page.evaluate(() => window.shared);
    assert.equal(type, "image/png");
    assert.match(text, /^Tongiaki\n.*win.*\nA: \d+\nB \(beginner\): \d+/);
    assert.match(url, /#deck=tongiaki&.*beat=/);
  });
});
