// A short pass over all screens: node --test tests/short.test.mjs (after `bash build.sh`; the folder of another page in PAGE).

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import AxeBuilder from "@axe-core/playwright";
import { DIST, byMouse, drop, launch, open, serve, start } from "./site.mjs";

const GAME = readFileSync(new URL("../../docs/pictures/game.jsonl", import.meta.url), "utf8");
const WONGAR = readFileSync(new URL("../../engine/src/games/wongar/data/example.jsonl", import.meta.url), "utf8");

let browser, site;
before(async () => {
  browser = await launch();
  site = await serve(DIST, { "game.jsonl": GAME, "wongar.jsonl": WONGAR });
});
after(async () => {
  await browser.close();
  site.close();
});

async function visit(part, use, options = {}) {
  const context = await browser.newContext(options);
  const { page, troubles } = await open(context, site.address + part);
  await use(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  assert.deepEqual(violations.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id }) => id), []);
  assert.deepEqual(troubles, []);
  await context.close();
}

test("a game is played by mouse, its turn taken back, and it goes on after the page was closed", async () => {
  await visit("", async (page) => {
    await start(page, { seats: ["human", "0"] });
    const moves = () => page.locator(".moves button").evaluateAll((list) => list.map(({ dataset }) => dataset.move));
    await page.waitForSelector(".moves button");
    const first = await moves();
    await byMouse(page)(0);
    await page.waitForSelector("button.end-turn");
    await page.click("button.take-back");
    assert.deepEqual(await moves(), first);
    for (let choice = 0; choice < 12 || (await page.locator("button.end-turn").count()); choice++) {
      await page.waitForSelector("button.end-turn, .moves button");
      if (await page.locator("button.end-turn").count()) await page.click("button.end-turn");
      else await byMouse(page)(choice);
    }
    await page.waitForSelector(".moves button");
    const points = await page.locator(".seats").textContent();
    await page.reload();
    await page.click("button.resume");
    assert.equal(await page.locator(".seats").textContent(), points);
  });
});

test("hands are hidden between two people, on a phone in German", async () => {
  await visit("", async (page) => {
    await start(page, { game: "wongar", players: 3, seats: ["human", "human", "0"] });
    assert.equal(await page.locator(".hand").count(), 0);
    assert.match(await page.textContent(".status"), /Gib das Gerät an/);
    await page.click("button.main");
    await page.waitForSelector(".hand");
    await page.click(".acts button.rules");
    await page.waitForSelector("dialog.rules");
  }, { viewport: { width: 390, height: 844 }, locale: "de-DE", colorScheme: "dark" });
});

test("records are looked at, with all eyes and with those of a seat; damaged ones are told", async () => {
  await visit("#record=game.jsonl&step=12", async (page) => {
    assert.match(await page.textContent(".counter"), /^Step 12 /);
    await page.keyboard.press("ArrowRight");
    assert.match(await page.textContent(".counter"), /^Step 13 /);
    await drop(page, "records.jsonl", Buffer.from("{}"));
    await page.waitForFunction(() => document.querySelector(".notice")?.textContent);
    assert.match(await page.textContent(".notice"), /field game is missing/);
    await drop(page, "records.jsonl", Buffer.from(WONGAR));
    await page.selectOption("select[name=eyes]", "1");
    await page.selectOption("select[name=beliefs]", "believed");
    assert.ok((await page.locator(".beliefs td").count()) >= 20);
  });
});
