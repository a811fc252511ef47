// The first screen, before and after the engine is there: node --test tests/first.test.mjs (after `bash build.sh`).

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import AxeBuilder from "@axe-core/playwright";
import { DIST, IN_FIREFOX, browser, inContext, open, site, stage } from "./site.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, ...(IN_FIREFOX ? {} : { hasTouch: true, isMobile: true }) };

stage();

/** Opens the page without some of its files; `give` lets them come. */
async function without(pattern, options, use) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  let give = () => undefined;
  const given = new Promise((resolve) => { give = resolve; });
  await page.route(pattern, async (route) => {
    await given;
    await route.continue().catch(() => undefined);
  });
  await page.goto(site.address, { waitUntil: "commit" });
  await use(page, give);
  give();
  await context.close();
}

for (const [locale, play, lang] of [["en-GB", "Play Tongiaki", "en"], ["de-DE", "Tongiaki spielen", "de"]]) {
  test(`the first screen needs nothing but itself, in ${locale}`, async () => {
    await without(/\.(js|bin|svg|webmanifest)$/, { ...PHONE, locale }, async (page) => {
      const button = page.getByRole("button", { name: play, exact: true });
      await button.waitFor();
      assert.equal(await page.getAttribute("html", "lang"), lang);
      const { y, height } = await button.boundingBox();
      assert.ok(y + height < 844, `the button ends at ${y + height} pixels`);
      assert.equal(await page.locator("[data-wish=\"learn tongiaki\"]:visible").count(), 1, "in one language");
      assert.ok((await page.locator(".sea svg path").count()) > 20, "the board is there");
    });
  });
}

test("a click before the engine is there is remembered and carried out", async () => {
  await without(/engine-.*\.bin$/, {}, async (page, give) => {
    await page.click("[data-wish=\"learn tongiaki\"]:visible");
    await page.click("[data-wish=\"play tongiaki\"]:visible");
    assert.equal(await page.locator("[aria-busy=true]:visible").count(), 1, "the last click counts");
    assert.equal(await page.locator(".game").count(), 0);
    give();
    await page.waitForSelector(".game .moves button");
    assert.match(await page.textContent(".seats"), /A \(you\).*B \(easy\)/);
    assert.equal(await page.locator(".lesson").count(), 0);
    await page.goBack();
    await page.waitForSelector("form.setup");
  });
});

test("an engine that cannot be loaded is told of", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.route(/engine-.*\.bin$/, (route) => route.fulfill({ status: 404 }));
  await page.goto(site.address);
  await page.waitForFunction(() => document.querySelector(".notice")?.textContent);
  assert.match(await page.textContent(".notice"), /^That did not work: file not found: engine/);
  assert.ok(await page.isVisible(".notice"));
  await context.close();
});

test("one click starts a game, a lesson or the puzzle of the day, which has its picture", async () => {
  for (const [wish, found] of [["play tongiaki", "B (easy)"], ["play wongar", "C (easy)"], ["learn tongiaki", "B (beginner)"], ["learn wongar", "C (beginner)"]]) {
    await inContext(PHONE, async (page) => {
      await page.click(`[data-wish="${wish}"]`);
      await page.waitForSelector(".game");
      assert.ok((await page.textContent(".seats")).includes(found), wish);
    });
  }
  await inContext(PHONE, async (page) => {
    await page.waitForSelector("[data-view=\"puzzle tongiaki\"] svg path", { state: "attached" });
    const shown = await page.locator("[data-view=\"puzzle tongiaki\"] svg > :not(defs)").count();
    await page.click("[data-wish=\"puzzle tongiaki\"]");
    await page.waitForSelector(".retry .moves button");
    assert.ok(shown > 0);
  });
});

test("the form for other games can be closed, and a link to a deck opens it", async () => {
  await inContext({}, async (page, context) => {
    await page.click(".custom > summary");
    assert.equal(await page.isVisible("form.setup"), false);
    await page.reload();
    await page.waitForSelector(".custom");
    assert.equal(await page.isVisible("form.setup"), false);
    const { page: other } = await open(context, `${site.address}#deck=wongar&players=4&seed=99`);
    assert.ok(await other.isVisible("form.setup"));
  });
});

test("German and codes come when they are needed", async () => {
  const context = await browser.newContext({ locale: "en-GB" });
  const page = await context.newPage();
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname.slice(1)));
  await page.goto(`${site.address}#record=game.jsonl&step=3`);
  await page.waitForSelector(".review");
  const scripts = () => asked.filter((name) => name.endsWith(".js") && !/^(main|chunk|service)/.test(name)).length;
  assert.equal(scripts(), 0);
  await page.click("button.qr");
  await page.waitForSelector("dialog.qr path");
  assert.equal(scripts(), 1);
  await page.keyboard.press("Escape");
  await page.click(".settings summary");
  await page.selectOption(".settings select >> nth=0", "de");
  await page.waitForFunction(() => /^Schritt/.test(document.querySelector(".counter").textContent));
  assert.equal(scripts(), 2);
  await context.close();
  // The words of the first screen are in the page, all others in a file of the language.
  const main = readdirSync(DIST).filter((file) => /^main.*js$/.test(file)).map((file) => readFileSync(join(DIST, file), "utf8")).join();
  assert.doesNotMatch(main, /Spiel starten/);
});

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing on the first screen, ${colorScheme}`, async () => {
    for (const options of [PHONE, { viewport: { width: 1280, height: 800 } }]) {
      await inContext({ ...options, colorScheme }, async (page) => {
        const { violations } = await new AxeBuilder({ page }).analyze();
        assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`), []);
      });
      await without(/engine-.*\.bin$/, { ...options, colorScheme }, async (page) => {
        await page.waitForSelector(".welcome");
        const { violations } = await new AxeBuilder({ page }).analyze();
        assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`), []);
      });
    }
  });
}
