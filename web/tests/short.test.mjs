// A short pass over all screens: node --test tests/short.test.mjs (after `bash build.sh`; the folder of another page in PAGE).

import assert from "node:assert/strict";
import { test } from "node:test";
import AxeBuilder from "@axe-core/playwright";
import { WONGAR, byMouse, drop, inContext, site, stage, start } from "./site.mjs";


stage();

const visit = (part, use, options = {}) => inContext({ ...options, address: site.address + part }, async (page) => {
  await use(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  assert.deepEqual(violations.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id }) => id), []);
});

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
    await page.waitForSelector(".game");
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
    assert.match(await page.textContent(".notice"), /expected a field `game`/);
    await drop(page, "records.jsonl", Buffer.from(WONGAR));
    await page.selectOption("select[name=eyes]", "1");
    await page.selectOption("select[name=beliefs]", "believed");
    assert.ok((await page.locator(".beliefs td").count()) >= 20);
  });
});
