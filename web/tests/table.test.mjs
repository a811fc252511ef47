// People at a table, with names, unfinished games, keys and small screens: node --test tests/table.test.mjs (after `bash build.sh`).

import assert from "node:assert/strict";
import { test } from "node:test";
import { byKeyboard, finish, inContext, searched, site, stage, start } from "./site.mjs";

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
    await searched(page);
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

test("waves lie within their tiles", async () => {
  for (const step of [0, 60, 150]) {
    await inContext({ ...DESKTOP, address: `${site.address}#record=game.jsonl&step=${step}` }, async (page) => {
      const { waves, outside } = await page.evaluate(() => {
        const tiles = [...document.querySelectorAll(".pieces > g")].filter(({ firstElementChild }) => /^M[^A-Za-z]*z$/.test(firstElementChild?.getAttribute("d") ?? ""));
        const parts = tiles.flatMap((tile) => [...tile.querySelectorAll('path[stroke="#fff"][stroke-linecap="round"]')].map((wave) => {
          const box = wave.getBBox();
          const corners = [[box.x, box.y], [box.x + box.width, box.y], [box.x, box.y + box.height], [box.x + box.width, box.y + box.height]];
          return corners.every(([x, y]) => tile.firstElementChild.isPointInFill(new DOMPoint(x, y)));
        }));
        return { waves: parts.length, outside: parts.filter((isWithin) => !isWithin).length };
      });
      assert.equal(waves > 0, step > 0, "Tonga has none");
      assert.equal(outside, 0, `step ${step}`);
    });
  }
});

for (const [width, height] of [[390, 844], [700, 900], [1280, 800]]) {
  test(`rows of seats have no hole and ratings are centred, ${width} pixels wide`, async () => {
    await inContext({ viewport: { width, height }, locale: "en-GB" }, async (page) => {
      assert.equal(await page.textContent(".card .pictured + small"), "", "before the first puzzle, there is no rating");
      if (width === 1280) assert.equal(new Set(await page.locator(".card .acts button").evaluateAll((all) => all.map((one) => one.offsetTop))).size, 1);
      await page.evaluate(() => localStorage.setItem("hidden-decks.puzzles.tongiaki", '{"seen":["a"]}'));
      await page.reload();
      await page.waitForSelector("form.setup");
      /** The rows of what lies in a box, each with the free space at its end, in pixels. */
      const ends = (box) => page.evaluate((box) => {
        const around = document.querySelector(box).getBoundingClientRect();
        const rows = new Map();
        for (const { top, right } of [...document.querySelector(box).children].map((one) => one.getBoundingClientRect())) rows.set(Math.round(top), Math.max(rows.get(Math.round(top)) ?? 0, right));
        return [...rows.values()].map((right) => Math.round(around.right - right));
      }, box);
      for (const players of ["2", "3", "4", "5", "6"]) {
        await page.selectOption("select[name=players]", players);
        assert.deepEqual([...new Set(await ends(".seat-choices"))], [0], `${players} players`);
      }
      // The middle of the words, which a box around them does not tell.
      const off = await page.evaluate(() => {
        const small = document.querySelector(".card .pictured + small");
        const range = document.createRange();
        range.selectNodeContents(small);
        const [words, card] = [range.getBoundingClientRect(), small.parentElement.getBoundingClientRect()];
        return Math.abs(words.x + words.width / 2 - card.x - card.width / 2);
      });
      assert.ok(off < 2, `${off} pixels off the middle`);
      const size = (place) => page.locator(place).first().evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
      const sizes = [await size(".pitch h2"), await size(".card h2"), await size("main p:not(.lead)")];
      assert.deepEqual(sizes, [...sizes].sort((one, other) => other - one));
      assert.equal(new Set(sizes).size, 3, "each level of headings has a size of its own");
      await page.selectOption("select[name=players]", "3");
      await page.click("form.setup button[type=submit]");
      await page.waitForSelector(".seats");
      assert.deepEqual([...new Set(await ends(".seats"))], [0]);
    });
  });
}

test("what is no move does not look like one", async () => {
  await inContext(DESKTOP, async (page) => {
    await start(page, { seats: ["human", "human"] });
    const look = (place) => page.locator(place).first().evaluate((one) => {
      const { backgroundColor, borderTopColor } = getComputedStyle(one);
      return [backgroundColor, borderTopColor];
    });
    const clear = "rgba(0, 0, 0, 0)";
    for (const act of ["button.look", "button.link"]) assert.deepEqual(await look(act), [clear, clear], act);
    for (const colour of await look(".moves button")) assert.notEqual(colour, clear);
    const [act, move] = [await page.locator("button.look").boundingBox(), await page.locator(".moves button").first().boundingBox()];
    assert.ok(act.y > move.y, "it stands below the moves");
  });
});

test("a finished game is kept with its result, accuracy and luck, and the rating after each game", { timeout: 300_000 }, async () => {
  await inContext(DESKTOP, async (page) => {
    assert.equal(await page.locator(".finished").count(), 0);
    for (const seed of ["11", "12"]) {
      await start(page, { seats: ["human", "0"], seed, rules: { "turn-limit": "40" } });
      await finish(page, byKeyboard(page));
      await page.waitForSelector(".ending .worst", { timeout: 120_000 });
      await page.waitForSelector(".skill-bar");
      await page.click("button.leave");
    }
    const lines = page.locator(".finished li");
    assert.equal(await lines.count(), 2);
    assert.match(await lines.first().locator("span").textContent(), /^Tongiaki: 1\. .*\d+, 2\. .*\d+$/);
    assert.match(await lines.first().locator("small").textContent(), /^Accuracy \d+%, Luck [+−-]?\d+%, \d+ \w+ \d{4}$/);
    assert.equal((await page.locator(".finished .curve .line").getAttribute("points")).split(" ").length, 4);
    await page.click("button.look-last");
    await page.waitForSelector(".review");
    await page.goBack();
    await page.reload();
    await page.waitForSelector(".finished");
    assert.equal(await lines.count(), 2);
  });
});

test("a hint compares the best moves, and the end of a game shows the board at its turning point", { timeout: 300_000 }, async () => {
  await inContext(DESKTOP, async (page) => {
    await start(page, { seats: ["human", "0"], seed: "11", rules: { "turn-limit": "40" } });
    await choose(page, 12);
    while (await page.locator("button.end-turn").count()) await choose(page, 1);
    await page.click("button.hint");
    await page.waitForSelector(".advice li");
    const chances = (await page.locator(".advice b").allTextContents()).map(Number.parseFloat);
    assert.ok(chances.length >= 2 && chances.length <= 3);
    assert.equal(await page.locator(".advice span").first().textContent(), await page.locator(".moves .hinted").textContent());
    await page.locator(".moves .hinted").click();
    assert.equal(await page.locator(".advice li").count(), 0);
    await finish(page, byKeyboard(page));
    assert.ok((await page.locator(".turning .view svg path").count()) > 5);
  });
});

test("mistakes are listed by seat, the person's first, and are visited in both directions", { timeout: 300_000 }, async () => {
  await inContext(DESKTOP, async (page) => {
    await start(page, { seats: ["0", "human"], seed: "11", rules: { "turn-limit": "40" } });
    await finish(page, byKeyboard(page));
    await page.click("button.review");
    await page.click("button.analyse");
    // The first results come before the search has ended.
    await page.waitForFunction(() => document.querySelector(".mistakes button") && document.querySelector("button.analyse").textContent === "Stop", undefined, { timeout: 120_000 });
    await searched(page);
    assert.match(await page.locator(".of-seat h3").first().textContent(), /^B/);
    for (const [number, letter] of (await page.locator(".of-seat h3").allTextContents()).map((name) => name[0]).entries()) {
      const lines = await page.locator(".of-seat").nth(number).locator(".mistakes button").allTextContents();
      assert.ok(lines.length > 0 && lines.every((line) => line.startsWith(`${letter}: `)), letter);
      const steps = await page.locator(".of-seat").nth(number).locator("[data-step]").evaluateAll((all) => all.map(({ dataset }) => Number(dataset.step)));
      assert.deepEqual(steps, [...steps].sort((one, other) => one - other));
    }
    await page.keyboard.press("Home");
    const counter = () => page.textContent(".counter");
    await page.click("button.next-mistake");
    const first = await counter();
    await page.click("button.next-mistake");
    assert.notEqual(await counter(), first);
    await page.click("button.previous-mistake");
    assert.equal(await counter(), first);
  });
});

test("a puzzle plays on after its solution", { timeout: 120_000 }, async () => {
  await inContext(DESKTOP, async (page) => {
    await page.click("[data-wish=\"puzzle tongiaki\"]");
    await page.click("button.solve");
    const words = await page.textContent(".words");
    await page.click(".moves .hinted");
    await page.waitForFunction(() => document.querySelectorAll(".follow-up li").length === 4, undefined, { timeout: 60_000 });
    assert.match(await page.textContent(".status"), /^Solved: /);
    assert.notEqual(await page.textContent(".words"), words);
    await page.click("button.next");
    assert.equal(await page.locator(".follow-up li").count(), 0);
    await page.waitForSelector(".moves button");
  });
});

test("a phone shows nothing that it has no use for", async () => {
  await inContext({ ...PHONE, isMobile: true }, async (page) => {
    await start(page, { seats: ["human", "0"] });
    const clear = () => page.locator(".ticker").evaluate((one) => getComputedStyle(one).backgroundColor === "rgba(0, 0, 0, 0)");
    assert.equal(await clear(), true, "before anything has happened");
    assert.equal(await page.isVisible(".keys"), false);
    assert.equal(await page.locator("summary", { hasText: "Keyboard" }).isVisible(), false);
    await page.locator(".moves button").first().click();
    assert.equal(await clear(), false);
    const off = await page.evaluate(() => {
      const [line, box] = [".ticker p", ".ticker"].map((place) => document.querySelector(place).getBoundingClientRect());
      return Math.abs(line.y + line.height / 2 - box.y - box.height / 2);
    });
    assert.ok(off < 2, `${off} pixels off the middle`);
  });
});

test("a challenge names its challenger", async () => {
  const link = `${site.address}#deck=tongiaki&players=2&seed=7&seats=h-1&beat=21`;
  await inContext({ ...DESKTOP, address: `${link}&by=%3Cb%3EAnna` }, async (page) => {
    assert.equal(await page.textContent(".duel h2"), "Challenge by <b>Anna");
    assert.ok((await page.locator(".duel .view svg path").count()) > 0);
    const [view, words] = [await page.locator(".duel .view").boundingBox(), await page.locator(".duel p").first().boundingBox()];
    assert.ok(view.x + view.width < words.x && view.width < 2 * view.height, "the whole island, beside the words");
    await page.fill("[name=name-0]", "Bert");
    await page.click("form.setup button[type=submit]");
    await page.goBack();
    await page.click("[data-wish=\"play tongiaki\"]");
    assert.match(await page.textContent(".seats"), /A \(Bert, you\)/);
  });
  await inContext({ ...DESKTOP, address: link }, async (page) => assert.equal(await page.textContent(".duel h2"), "Challenge"));
});

test("a ritual card is chosen on the board, in the region of its ceremony", { timeout: 120_000 }, async () => {
  await inContext(DESKTOP, async (page) => {
    await page.click("[data-wish=\"learn wongar\"]");
    for (let choice = 0; choice < 40 && !/Play your double/.test(await page.textContent(".lesson")); choice++) {
      await page.waitForSelector("button.end-turn, .moves button");
      await page.locator("button.end-turn, .moves button").first().click();
      await page.waitForTimeout(350);
    }
    const ring = await page.locator('.pieces rect[stroke="#b3005e"]').boundingBox();
    const spot = await page.locator(".spot").boundingBox();
    assert.ok(spot.x > ring.x && spot.x < ring.x + ring.width && spot.y > ring.y && spot.y < ring.y + ring.height);
    await page.locator(".spot").click();
    await page.waitForFunction(() => /Pass to end/.test(document.querySelector(".lesson").textContent));
  });
});
