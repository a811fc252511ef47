// Poker against the perfect opponent: node --test tests/poker.test.mjs (after `bash build.sh`).

import assert from "node:assert/strict";
import { test } from "node:test";
import { byKeyboard, byMouse, finish, inContext, stage, start } from "./site.mjs";

stage();

/** The markup of the game, with all attributes. */
const markup = (page) => page.evaluate(() => document.querySelector("main").outerHTML);

/** The names of the seats' cards, which the review shows. */
async function cards(page) {
  await page.click("button.review");
  return page.locator(".held .hand li").allTextContents();
}

const PERFECT = { "en-GB": "perfect", "de-DE": "perfekt" };

for (const [locale, perfect] of Object.entries(PERFECT)) {
  for (const [game, choose, size] of [["kuhn", byMouse, { width: 390, height: 844 }], ["leduc", byKeyboard, { width: 1280, height: 800 }]]) {
    test(`${game} hides the card of the opponent until the showdown (${locale})`, async () => {
      const ends = new Set();
      for (const seed of ["1", "2", "3"]) {
        await inContext({ locale, viewport: size }, async (page) => {
          await page.check(`input[name=game][value=${game}]`);
          assert.equal((await page.locator("select[name=seat-1] option").allTextContents()).at(-1), perfect);
          await start(page, { game, seats: ["human", "1"], seed });
          const [seen, act] = [[], choose(page)];
          await page.waitForSelector(".moves button");
          await page.click("button.look");
          await page.waitForSelector(".review");
          assert.equal(await page.locator("select[name=eyes]").inputValue(), "0");
          seen.push(await markup(page));
          await page.goBack();
          await page.waitForSelector(".game:not(.review)");
          await finish(page, async () => {
            seen.push(await markup(page));
            await act(Number(seed) + (await page.locator(".log li.own").count()));
          });
          const end = await markup(page);
          const [own, other] = await cards(page);
          const name = new RegExp(`\\b${other}\\b`);
          for (const html of seen) {
            assert.match(html, new RegExp(`\\b${own}\\b`));
            assert.doesNotMatch(html, name);
          }
          const isFolded = /folded|hat gepasst/.test(end);
          assert.equal(name.test(end), !isFolded);
          ends.add(isFolded);
          assert.equal(await page.locator("button.analyse").isVisible(), false);
        });
      }
      assert.equal(ends.size, 2, "a showdown and a fold");
    });
  }
}

test("a card in hand shows its suit as a sign", async () => {
  const signs = new Set();
  for (const seed of ["1", "2", "3", "4", "5"]) {
    await inContext({}, async (page) => {
      await start(page, { game: "leduc", seats: ["human", "1"], seed });
      const [words, sign] = await page.locator(".hand li").evaluate((card) => [card.textContent, getComputedStyle(card, "::before").content]);
      assert.equal(sign, words.endsWith("hearts") ? '"♥"' : '"♠"');
      signs.add(sign);
    });
  }
  assert.equal(signs.size, 2);
});

test("two people at one device see only their cards", async () => {
  await inContext({}, async (page) => {
    await start(page, { game: "kuhn", seats: ["human", "human"], seed: "3" });
    const CARD = /\b(?:jack|queen|king)\b/g;
    const seen = [];
    while ((await page.locator("button.review").count()) === 0) {
      assert.doesNotMatch(await markup(page), CARD);
      await page.click("button.main");
      seen.push(...new Set((await markup(page)).match(CARD)));
      await page.locator(".moves button").last().click();
      if (await page.locator("button.end-turn").count()) await page.click("button.end-turn");
    }
    assert.deepEqual(seen, await cards(page));
  });
});
