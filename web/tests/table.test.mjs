// People at a table, with names, unfinished games, keys and small screens: node --test tests/table.test.mjs (after `bash build.sh`).

import assert from "node:assert/strict";
import { test } from "node:test";
import { byKeyboard, inContext, site, stage, start } from "./site.mjs";

stage();

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, locale: "en-GB" };
const DESKTOP = { viewport: { width: 1280, height: 800 }, locale: "en-GB" };

/** Makes so many choices. */
async function choose(page, count, act = byKeyboard(page)) {
  for (let choice = 0; choice < count; choice++) {
    await page.waitForSelector("button.end-turn, .moves button");
    if (await page.locator("button.end-turn").count()) await page.click("button.end-turn");
    else await act(choice);
  }
  await page.waitForSelector("button.end-turn, .moves button");
}

/** The points of places, as shares of the visible part of the board, and the radius of the first one in pixels. */
const places = (page) => page.evaluate(() => {
  const box = document.querySelector("svg.board").getBoundingClientRect();
  const spots = [...document.querySelectorAll(".spot")].map((spot) => spot.getBoundingClientRect());
  return { shares: spots.flatMap(({ x, y, width, height }) => [(x + width / 2 - box.x) / box.width, (y + height / 2 - box.y) / box.height]), width: spots[0]?.width };
});

test("people have names, which the page uses and keeps", async () => {
  await inContext(DESKTOP, async (page) => {
    await page.selectOption("select[name=players]", "3");
    assert.equal(await page.isVisible("[name=name-1]"), false, "an agent needs no name");
    await page.selectOption("select[name=seat-1]", "human");
    await page.fill("[name=name-0]", "Ånna");
    await page.fill("[name=name-1]", "<b>Bert</b>");
    await page.click("button[type=submit]");
    await page.waitForSelector(".game");
    assert.deepEqual(await page.locator(".seats strong").allTextContents(), ["A (Ånna)", "B (<b>Bert</b>)", "C (easy)"]);
    assert.match(await page.textContent(".status"), /^A \(Ånna\), it’s your turn/);
    await choose(page, 2);
    await page.click("button.leave");
    assert.match(await page.textContent(".kept span"), /^Tongiaki, A \(Ånna\) 0, B \(<b>Bert<\/b>\) 0, C \(easy\) 0, /);
    assert.equal(await page.inputValue("[name=name-1]"), "<b>Bert</b>");
  });
});

test("people at a table of their own have names, too, and find a tile by its name", async () => {
  await inContext(PHONE, async (page) => {
    await page.selectOption("[name=deck]", "drawn");
    await page.fill("[name=name-1]", "Bert");
    await page.click("button[type=submit]");
    await page.waitForSelector(".game");
    assert.deepEqual(await page.locator(".seats strong").allTextContents(), ["A", "B (Bert)"]);
    for (let choice = 0; choice < 60 && (await page.locator("[data-draw]").count()) === 0; choice++) {
      if (await page.locator("button.end-turn").count()) await page.click("button.end-turn");
      else await byKeyboard(page)(choice);
    }
    const tiles = page.locator("[data-draw] >> visible=true");
    assert.equal(await tiles.count(), 31);
    await page.fill("[name=draw]", "fIJ");
    assert.equal(await tiles.count(), 1);
    await tiles.first().click();
    await page.waitForFunction(() => document.querySelector("[data-draw]") === null);
  });
});

for (const [locale, turn] of [["en-GB", /, turn 1, /], ["de-DE", /, Zug 1, /]]) {
  test(`an unfinished game is told by its players, points and turn, in ${locale}`, async () => {
    await inContext({ ...DESKTOP, locale }, async (page) => {
      await start(page, { players: 2, seats: ["human", "0"] });
      await choose(page, 24);
      const points = await page.locator(".seats .points").allTextContents();
      const names = await page.locator(".seats strong").allTextContents();
      await page.click("button.leave");
      const told = await page.textContent(".kept span");
      assert.ok(told.startsWith(`Tongiaki, ${names.map((name, seat) => `${name} ${points[seat]}`).join(", ")}, `), told);
      assert.match(told, new RegExp(turn.source.replace("1", "\\d+")));
    });
  });
}

test("a reload goes on with the game on the screen, and the address leads to the first screen", async () => {
  await inContext(DESKTOP, async (page) => {
    await start(page, { seats: ["human", "human"] });
    await choose(page, 1);
    await page.reload();
    await page.waitForSelector(".game");
    await page.click("button.leave");
    await page.waitForSelector("button.resume");
    await page.reload();
    await page.waitForSelector("form.setup");
    await page.click("button.resume");
    await page.goto(site.address);
    await page.waitForSelector("form.setup");
    assert.ok(await page.isVisible(".welcome button.main"));
    await page.goto(`${site.address}#record=game.jsonl`);
    await page.waitForSelector(".review");
    await page.click("button.leave");
    assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector(".welcome")).visibility), "visible");
  });
});

test("a phone shows the part of a large board that is decided on, and all of it on request", async () => {
  await inContext({ ...PHONE, address: `${site.address}#record=game.jsonl&step=150` }, async (page) => {
    const width = async () => Number((await page.getAttribute("svg.board", "viewBox")).split(" ")[2]);
    const whole = await width();
    await page.click("button.play-on");
    await page.waitForSelector(".game:not(.review) .moves button");
    assert.ok((await width()) < whole / 1.4, `${await width()} of ${whole}`);
    const { shares } = await places(page);
    assert.ok(shares.length > 0 && shares.every((share) => share > 0 && share < 1), shares.join(" "));
    await page.locator(".tools button").last().click();
    assert.ok((await width()) >= whole);
    // Not before the next decision.
    await page.click("button.hint");
    await page.waitForSelector(".moves .hinted");
    assert.ok((await width()) >= whole);
  });
  await inContext({ ...DESKTOP, address: `${site.address}#record=game.jsonl&step=150` }, async (page) => {
    const whole = await page.getAttribute("svg.board", "viewBox");
    await page.click("button.play-on");
    await page.waitForSelector(".game:not(.review) .moves button");
    assert.equal(await page.getAttribute("svg.board", "viewBox"), whole);
  });
});

test("keys ask for a hint, undo, and end the turn", async () => {
  await inContext(DESKTOP, async (page) => {
    await start(page, { seats: ["human", "human"] });
    await page.keyboard.press("h");
    await page.waitForSelector(".moves .hinted");
    await page.locator(".moves button").first().click();
    await page.waitForSelector("button.end-turn");
    await page.keyboard.press("u");
    await page.waitForSelector(".moves button");
    await page.keyboard.press("e");
    await page.locator(".moves button").first().press("Enter");
    await page.keyboard.press("e");
    assert.match(await page.textContent(".status"), /^B, /);
    assert.match(await page.textContent(".keys"), /Hhint/);
  });
});

test("a seat is told once what chance gave it in a step", async () => {
  await inContext({ ...DESKTOP, address: `${site.address}#record=wongar.jsonl&step=0` }, async (page) => {
    const rows = page.locator(".draws tbody tr");
    await rows.first().waitFor();
    const sums = () => rows.evaluateAll((list) => list.reduce((sums, { cells }) =>
      [...cells].slice(1).map(({ textContent }, seat) => (sums[seat] ?? 0) + Number(textContent.replace("−", "-").replace("%", ""))), []));
    const [count, before] = [await rows.count(), await sums()];
    await page.selectOption("select[name=eyes]", "1");
    assert.ok((await rows.count()) < count);
    const steps = [];
    for (let row = 0; row < (await rows.count()); row++) {
      await rows.nth(row).locator("button").press("Enter");
      steps.push(await page.textContent(".counter"));
    }
    assert.equal(new Set(steps).size, steps.length);
    for (const [seat, sum] of (await sums()).entries()) assert.ok(Math.abs(sum - before[seat]) < 3, `${sum} ${before[seat]}`);
  });
});

test("mistakes lose as much in the list as when they are played again", { timeout: 300_000 }, async () => {
  await inContext({ ...DESKTOP, address: `${site.address}#record=game.jsonl` }, async (page) => {
    await page.click("button.analyse");
    await page.waitForSelector(".mistakes button", { timeout: 240_000 });
    // A name breaks at its spaces only.
    const broken = await page.evaluate(() => [...document.querySelectorAll(".quality tbody th")].flatMap(({ firstChild }) =>
      [...firstChild.data.matchAll(/[^\s:=,]+/g)].filter(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(firstChild, index);
        range.setEnd(firstChild, index + word.length);
        return range.getClientRects().length > 1;
      })));
    assert.deepEqual(broken, []);
    for (const cells of await page.locator(".quality tbody tr").evaluateAll((rows) => rows.map(({ cells }) => [...cells].map(({ textContent }) => textContent)))) {
      assert.equal(cells[1] === "–", cells[3] === "0", cells.join(" "));
    }
    const losses = (await page.locator(".mistakes button").allTextContents()).map((text) => /^(.): .*?, (\d+\.\d%) lost/.exec(text)).filter(Boolean);
    const [, who, lost] = losses[0];
    await page.click(`button.retry >> text=${who}’s`);
    await page.waitForSelector(".retry .moves button");
    assert.ok((await page.textContent(".status")).includes(lost), `${lost}: ${await page.textContent(".status")}`);
  });
});

test("islands have their names in each language", async () => {
  for (const [locale, name] of [["en-GB", "Fiji"], ["de-DE", "Fidschi"]]) {
    await inContext({ ...DESKTOP, locale, address: `${site.address}#record=game.jsonl&step=150` }, async (page) => {
      const names = await page.locator(".pieces text").allTextContents();
      assert.ok(names.some((one) => one.startsWith(name)), names.join());
      assert.ok((await page.textContent(".words")).includes(name));
    });
  }
});
