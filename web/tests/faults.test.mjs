// Faults that people met: node --test tests/faults.test.mjs (after `bash build.sh`; the folder of another page in PAGE).

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import AxeBuilder from "@axe-core/playwright";
import { DIST, GAME, IN_FIREFOX, WONGAR, browser, byKeyboard, drop, finish, inContext, open, review, saved, searched, serve, site, stage, start } from "./site.mjs";

const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, ...(IN_FIREFOX ? {} : { hasTouch: true, isMobile: true }) };

stage();

const visit = (use, { part = "", ...options } = {}) => inContext({ ...DESKTOP, address: site.address + part, ...options }, use);

/** The centre of an element on the screen. */
async function centre(locator) {
  await locator.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await locator.boundingBox();
  return [x + width / 2, y + height / 2];
}

/** The centre of a place on the enlarged board that is in sight. */
const visibleSpot = (page) => page.locator(".spot").evaluateAll((spots) => {
  for (const spot of spots) {
    const { x, y, width, height } = spot.getBoundingClientRect();
    const at = [x + width / 2, y + height / 2];
    if (document.elementFromPoint(...at) === spot) return at;
  }
  return null;
});

/** Lines of the game log: one per move, and one for the start. */
const told = (page) => page.locator(".log li").count();

test("a double click plays one move", async () => {
  await visit(async (page) => {
    await start(page, { seats: ["human", "human"] });
    for (let choice = 0; choice < 16; choice++) {
      const lines = await told(page);
      const end = page.locator("button.end-turn");
      const isEnd = (await end.count()) > 0;
      const button = page.locator(".moves button");
      const at = await centre(isEnd ? end : button.nth(choice % (await button.count())));
      await page.mouse.click(...at);
      await page.waitForTimeout(90);
      // The second click of a double click, however late it comes on a busy machine.
      await page.mouse.down({ clickCount: 2 });
      await page.mouse.up({ clickCount: 2 });
      assert.equal(await told(page), lines + (isEnd ? 0 : 1), `choice ${choice}`);
      assert.equal(await page.locator("dialog").count(), 0);
      // Another decision at the same place is no double click.
      await page.waitForTimeout(350);
    }
  });
});

test("dragging the enlarged board plays no move, and a click still does", async () => {
  await visit(async (page) => {
    await start(page, { seats: ["human", "human"] });
    for (let press = 0; press < 2; press++) await page.keyboard.press("+");
    const view = () => page.getAttribute("svg.board", "viewBox");
    const [before, [x, y]] = [await view(), await visibleSpot(page)];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 25, y, { steps: 5 });
    await page.mouse.up();
    assert.equal(await told(page), 1);
    assert.notEqual(await view(), before);
    const [nowX, nowY] = await visibleSpot(page);
    await page.mouse.move(nowX, nowY);
    await page.mouse.down();
    await page.mouse.move(nowX + 2, nowY);
    await page.mouse.up();
    assert.equal(await told(page), 2);
  });
});

/** A copy of the page as a later release: its scripts have other contents, and other names where they contain a hash. */
function nextRelease() {
  const folder = mkdtempSync(join(tmpdir(), "release-"));
  cpSync(DIST, folder, { recursive: true });
  const [main] = readdirSync(folder).filter((file) => /^main.*js$/.test(file));
  const name = main.replace(/-\w+/, "-next");
  renameSync(join(folder, main), join(folder, name));
  const change = (file, to) => writeFileSync(join(folder, file), to(readFileSync(join(folder, file), "utf8")));
  change(name, (script) => `${script}\n;globalThis.isNext = true;`);
  change("index.html", (page) => page.replace(main, name));
  change("service.js", (worker) => worker.replace(/"[0-9a-f]{16}"/, '"next"').replaceAll(main, name));
  for (const file of readdirSync(folder)) if (file.startsWith("thinker")) change(file, () => "throw new Error('of another release');");
  return folder;
}

/** A server whose files browsers may keep for ten minutes, and that changes to the next release. */
async function releases() {
  const files = { folder: DIST };
  const next = nextRelease();
  const served = await serve(() => files.folder, {}, { "cache-control": "max-age=600" });
  return { ...served, release: () => { files.folder = next; } };
}

/** Waits until the browser has installed the worker of the next release. */
const installed = (page) => page.evaluate(async () => {
  const registration = await navigator.serviceWorker.ready;
  const found = new Promise((resolve) => registration.addEventListener("updatefound", resolve));
  await registration.update();
  await found;
  const worker = registration.installing ?? registration.waiting ?? registration.active;
  while (worker.state === "installing") await new Promise((later) => setTimeout(later, 20));
});

const WORKERS = { timeout: 60_000, skip: IN_FIREFOX && "Firefox starts no service workers under test" };

test("a new release replaces all files of the old one, whatever the browser kept", WORKERS, async () => {
  const host = await releases();
  const context = await browser.newContext(DESKTOP);
  const { page } = await open(context, host.address);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.evaluate(() => caches.open("another project").then((cache) => cache.put("/a", new Response("a"))));
  host.release();
  await installed(page);
  await page.reload();
  await page.waitForSelector("form.setup");
  await page.waitForFunction(() => globalThis.isNext === true);
  const names = await page.evaluate(() => caches.keys());
  assert.equal(names.length, 2, "the cache of the old release is gone");
  assert.ok(names.includes("another project"));
  await context.setOffline(true);
  await page.reload();
  await page.waitForSelector("form.setup");
  assert.ok(await page.evaluate(() => globalThis.isNext));
  await context.close();
  host.close();
});

test("pages that are open while a release comes keep theirs", WORKERS, async () => {
  const host = await releases();
  const context = await browser.newContext(DESKTOP);
  const { page, troubles } = await open(context, host.address);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  const { page: other } = await open(context, host.address);
  host.release();
  await installed(page);
  await start(page, { seats: ["0", "human"] });
  await page.waitForSelector(".moves button");
  assert.deepEqual(troubles, []);
  await other.reload();
  await other.waitForSelector("form.setup");
  assert.equal(await other.evaluate(() => globalThis.isNext), undefined);
  await context.close();
  host.close();
});

/** Makes the first choice of the list, and ends the turn if it is complete. */
async function choose(page, place = 0) {
  await page.locator(".moves button").nth(place).click();
  const end = page.locator("button.end-turn");
  if (await end.count()) await end.click();
}

/** The pieces on the board, whether they are new or not. */
const board = async (page) => (await page.locator(".pieces").innerHTML()).replaceAll(/ class="(new)?"/g, "");

test("a new game leaves the unfinished ones in a list", async () => {
  await visit(async (page) => {
    await start(page, { seats: ["human", "human"] });
    await choose(page, 2);
    const first = await board(page);
    await page.click("button.leave");
    await start(page, { seats: ["human", "human"], seed: "8" });
    await choose(page, 3);
    const second = await board(page);
    assert.notEqual(second, first);
    await page.goto(site.address);
    await page.waitForSelector("button.resume");
    assert.equal(await page.locator("button.resume").count(), 2);
    for (const [number, picture] of [[0, second], [1, first]]) {
      await page.locator("button.resume").nth(number).click();
      await page.waitForSelector(".pieces");
      assert.equal(await board(page), picture);
      await page.goto(site.address);
      await page.waitForSelector("form.setup");
    }
    await page.locator("button.forget").first().click();
    await page.waitForTimeout(350);
    await page.locator("button.forget").click();
    await page.reload();
    await page.waitForSelector("form.setup");
    assert.equal(await page.locator("button.resume").count(), 0);
  });
});

test("each tab keeps its own game", async () => {
  await visit(async (page, context) => {
    await start(page, { seats: ["human", "human"] });
    await choose(page, 1);
    const { page: other } = await open(context, site.address);
    await start(other, { seats: ["human", "human"], seed: "8" });
    await choose(other, 2);
    await choose(page, 4);
    const [one, two] = [await board(page), await board(other)];
    for (const [tab, picture] of [[page, one], [other, two]]) {
      await tab.reload();
      await tab.waitForSelector(".game .pieces");
      assert.equal(await board(tab), picture);
    }
    // A game that another tab plays is not played twice.
    await page.click("button.leave");
    await page.locator("button.resume").first().click();
    await page.waitForFunction(() => document.querySelector(".notice")?.textContent);
    assert.match(await page.textContent(".notice"), /open in another tab/);
    assert.equal(await page.locator(".game").count(), 0);
  });
});

test("Back and Forward lead from screen to screen", async () => {
  await visit(async (page) => {
    await start(page, { seats: ["human", "human"] });
    await choose(page);
    const picture = await board(page);
    await page.goBack();
    await page.waitForSelector("form.setup");
    await page.goForward();
    await page.waitForSelector(".game");
    assert.equal(await board(page), picture);
    await page.goto(`${site.address}#record=game.jsonl&step=13`);
    await page.waitForSelector(".review");
    await page.click("button.play-on");
    await page.waitForSelector(".game:not(.review)");
    await page.goBack();
    await page.waitForSelector(".review");
    assert.match(await page.textContent(".counter"), /^Step 13 /);
    await page.goBack();
    await page.waitForSelector(".game:not(.review)");
    assert.equal(await board(page), picture);
    await page.goBack();
    await page.waitForSelector("form.setup");
  });
});

const inGerman = async (page) => {
  await page.click(".settings summary");
  await page.selectOption(".settings select >> nth=0", "de");
};
const again = async (page) => {
  await page.reload();
  await page.waitForSelector(".game");
};

for (const [what, act] of [["another language", inGerman], ["a reload", again]]) {
  test(`${what} in the middle of a turn changes nothing`, async () => {
    await visit(async (page) => {
      await start(page, { seats: ["human", "human"] });
      await page.locator(".moves button").nth(2).click();
      const picture = await board(page);
      await act(page);
      await page.waitForSelector("button.end-turn");
      assert.equal(await board(page), picture);
      await page.click("button.take-back");
      await page.waitForSelector(".moves button");
      assert.equal(await page.locator(".moves button").count(), 6);
      // In the middle of a turn of several choices.
      for (let turn = 0; turn < 4; turn++) await choose(page);
      await page.locator(".moves button").first().click();
      await page.waitForSelector(".moves button, button.end-turn");
      const moves = () => page.locator(".moves button").evaluateAll((list) => list.map(({ dataset }) => dataset.move));
      const before = await moves();
      await act(page);
      await page.waitForSelector(".moves button, button.end-turn");
      assert.deepEqual(await moves(), before);
      assert.ok(await page.locator("button.take-back").isEnabled());
    });
  });
}

test("another language keeps the selection and the hint", async () => {
  await visit(async (page) => {
    await start(page, { seats: ["human", "human"] });
    await page.click("button.hint");
    await page.waitForSelector(".moves button.hinted");
    await inGerman(page);
    await page.waitForSelector(".moves button.hinted");
    assert.ok((await page.locator(".spot.hinted").count()) > 0);
  });
});

test("a landing is composed in any order, and lands at once", async () => {
  await visit(async (page) => {
    await page.click("button.play-on");
    await page.waitForSelector(".moves button");
    const status = () => page.textContent(".status");
    const offered = () => page.locator(".moves button").allTextContents();
    const lines = await told(page);
    assert.match(await status(), /Landing on Hawaii: B B D\. .* ship of B\.$/);
    assert.deepEqual(await offered(), [1, 2, 3].map((beach) => `Ship of B: beach ${beach} of Hawaii`));
    assert.equal(await page.locator(".spot").count(), 3);
    // The last ship first, at the last beach.
    await page.locator(".ships button").nth(1).click();
    assert.match(await status(), /ship of D\.$/);
    await page.locator(".moves button").nth(2).click();
    // The other beaches get one ship each: only one landing is left.
    assert.deepEqual(await page.locator(".placed li").allTextContents(), ["Ship of D: beach 3 of Hawaii", "Ship of B: beach 1 of Hawaii", "Ship of B: beach 2 of Hawaii"]);
    assert.equal(await told(page), lines, "nothing is played yet");
    await page.click("button.take-back");
    assert.equal((await offered()).length, 3);
    assert.equal(await page.locator(".placed li").count(), 0);
    await page.locator(".ships button").nth(0).click();
    await page.locator(".spot").nth(0).click();
    await page.locator(".ships button").nth(1).click();
    assert.deepEqual(await offered(), [2, 3].map((beach) => `Ship of D: beach ${beach} of Hawaii`));
    await inGerman(page);
    assert.deepEqual(await offered(), [2, 3].map((beach) => `Schiff von D: Strand ${beach} von Hawaii`));
    await page.locator(".moves button").nth(1).click();
    await page.click("button.land");
    await page.waitForFunction((before) => document.querySelectorAll(".log li").length > before, lines);
    assert.match(await page.textContent(".log"), /Die Flotte landet auf Hawaii: 2 Schiffe von B, 1 von D/);
    // The next fleet is composed as well.
    assert.match(await status(), /Landung auf Fidschi/);
  }, { part: "#record=game.jsonl&step=13" });
});

test("a landing that reveals nothing can be undone as a whole", async () => {
  await visit(async (page) => {
    await start(page, { seats: ["human", "human"], seed: "7" });
    for (let choice = 0; choice < 400; choice++) {
      if (await page.locator("button.review").count()) break;
      const land = page.locator("button.land");
      if (await land.count()) {
        const [lines, picture, before] = [await told(page), await board(page), await page.locator(".placed li").allTextContents()];
        await land.click();
        const undo = page.locator("button.take-back");
        if ((await undo.count()) && (await undo.isEnabled())) {
          await undo.click();
          assert.equal(await told(page), lines);
          assert.equal(await board(page), picture);
          assert.ok(before.length > 0);
          return;
        }
        continue;
      }
      const button = page.locator("button.end-turn, .moves button");
      await button.nth((7 * choice) % (await button.count())).click();
    }
    assert.fail("no landing could be undone");
  });
});

/** By how many pixels the page is wider than the window. */
const excess = async (page) => (await page.evaluate(() => document.documentElement.scrollWidth)) - page.viewportSize().width;

test("no screen scrolls sideways on a narrow phone", async () => {
  const narrow = { ...PHONE, viewport: { width: 320, height: 700 } };
  await visit(async (page) => {
    assert.ok((await excess(page)) <= 0, "the first screen");
    await page.click("form.setup button.rules");
    assert.ok((await excess(page)) <= 0, "the rules");
    await page.keyboard.press("Escape");
    await page.click(".settings summary");
    assert.ok((await excess(page)) <= 0, "the settings");
    await page.click(".settings summary");
    await start(page, { game: "wongar", players: 5, seats: ["human", "0", "0", "0", "0"] });
    await page.waitForSelector(".moves button");
    assert.ok((await excess(page)) <= 0, "a game");
  }, narrow);
  await visit(async (page) => {
    await page.selectOption("select[name=eyes]", "1");
    await page.selectOption("select[name=beliefs]", "believed");
    assert.ok((await excess(page)) <= 0, "the cards that a seat infers");
  }, { ...narrow, part: "#record=wongar.jsonl&step=40" });
});

test("Ctrl with + - 0 is left to the browser", async () => {
  await visit(async (page) => {
    await start(page, { seats: ["human", "human"] });
    const taken = await page.evaluate(() => ["+", "-", "0"].map((key) =>
      !document.body.dispatchEvent(new KeyboardEvent("keydown", { key, ctrlKey: true, bubbles: true, cancelable: true }))));
    assert.deepEqual(taken, [false, false, false]);
  });
});

test("a game that is resumed shows the end of its log", async () => {
  await visit(async (page) => {
    await page.click("button.play-on");
    await page.waitForSelector(".game:not(.review) .log li");
    await page.waitForFunction(() => {
      const { scrollHeight, scrollTop, clientHeight } = document.querySelector(".log");
      return scrollHeight > clientHeight && scrollHeight - scrollTop - clientHeight < 2;
    });
  }, { part: "#record=game.jsonl&step=100" });
});

test("a phone shows the opponents' latest moves above the board", async () => {
  await visit(async (page) => {
    await start(page, { players: 3, seats: ["human", "0", "0"] });
    await page.locator(".moves button").first().click();
    await page.click("button.end-turn");
    await page.waitForSelector(".moves button");
    const last = await page.locator(".log li").last().textContent();
    const line = page.locator(".ticker p").last();
    assert.equal(await line.textContent(), last);
    const { y, height } = await line.boundingBox();
    const frame = await page.locator(".ticker").boundingBox();
    assert.ok(y >= frame.y && y + height <= frame.y + frame.height && frame.y + frame.height <= 844);
  }, PHONE);
});

test("the keyboard keeps its place while opponents think", async () => {
  await visit(async (page) => {
    await page.evaluate(() => localStorage.setItem("hidden-decks.pace", "1"));
    await start(page, { seats: ["human", "0"] });
    await page.locator(".moves button").first().focus();
    let thoughts = 0;
    for (let choice = 0; choice < 8; choice++) {
      await page.keyboard.press("Enter");
      const inGame = () => page.evaluate(() => document.activeElement?.closest(".game") !== null);
      assert.ok(await inGame(), `after choice ${choice}`);
      thoughts += await page.locator(".moves button, button.main").count() === 0 ? 1 : 0;
      await page.waitForSelector(".moves button, button.main");
      assert.ok(await page.evaluate(() => document.activeElement?.matches(".moves button, button.main")), `before choice ${choice + 1}`);
    }
    assert.ok(thoughts > 0, "an opponent thought");
    // On the board, too.
    while ((await page.locator(".spot").count()) === 0) {
      await page.keyboard.press("Enter");
      await page.waitForSelector(".moves button, button.main");
    }
    await page.locator(".spot").first().focus();
    await page.keyboard.press("Enter");
    assert.ok(await page.evaluate(() => document.activeElement?.closest(".game") !== null));
  });
});

test("a link with a bad rule shows the field that is wrong", async () => {
  await visit(async (page) => {
    await page.click("button[type=submit]");
    assert.ok(await page.locator("[name=rule-turn-limit]").isVisible());
    assert.equal(await page.evaluate(() => document.activeElement.name), "rule-turn-limit");
  }, { part: "#deck=tongiaki&players=2&seed=5&rule-turn-limit=-5" });
});

test("the controls of a review are drawn, not letters of a font", async () => {
  await visit(async (page) => {
    const controls = await page.locator(".controls button, .tools button, .settings summary").evaluateAll((all) =>
      all.map((button) => [button.textContent, button.querySelectorAll("svg").length]));
    assert.ok(controls.length > 6);
    for (const [text, drawings] of controls) {
      assert.match(text, /^[\w+−]*$/);
      assert.ok(drawings === 1 || /^[+−]$/.test(text));
    }
    const shape = (name) => page.locator(`.controls button[aria-label="${name}"] path`).getAttribute("d");
    assert.notEqual(await shape("Autoplay"), await shape("Next step"));
  }, { part: "#record=game.jsonl&step=13" });
});

test("the wheel enlarges the board with Ctrl only, and by as much as it turns", async () => {
  await visit(async (page) => {
    const width = async () => Number((await page.getAttribute("svg.board", "viewBox")).split(" ")[2]);
    const turn = (deltaX, deltaY, ctrlKey) => page.evaluate(([deltaX, deltaY, ctrlKey]) => {
      const wheel = new WheelEvent("wheel", { deltaX, deltaY, ctrlKey, clientX: 300, clientY: 400, bubbles: true, cancelable: true });
      return document.querySelector("svg.board").dispatchEvent(wheel);
    }, [deltaX, deltaY, ctrlKey]);
    const whole = await width();
    assert.ok(await turn(0, -100, false), "the page may scroll");
    assert.equal(await width(), whole);
    assert.ok(!(await turn(0, -100, true)));
    const enlarged = await width();
    assert.ok(enlarged < whole);
    await turn(50, 0, true);
    await turn(50, 0, false);
    assert.equal(await width(), enlarged);
    await turn(0, -1, true);
    assert.ok((await width()) > 0.98 * enlarged, "a small step of a trackpad");
  }, { part: "#record=game.jsonl&step=100" });
});

/** The address that the review on the screen gives to a step, and what happened there. */
async function linked(page) {
  await page.locator(".steps button").nth(40).click();
  const words = await page.textContent(".told");
  await page.click("button.link");
  await page.waitForURL(/packed=.*&step=40$/);
  return { address: page.url(), words };
}

async function checkLink(page, context, most) {
  const { address, words } = await linked(page);
  const length = address.length - site.address.length;
  assert.ok(length < most, `${length} characters`);
  const { page: other } = await open(context, address);
  await other.waitForSelector(".review");
  assert.equal(await other.textContent(".told"), words);
}

test("a link to a step is short", async () => {
  await visit(async (page, context) => {
    // Its seed does not determine the deck.
    await drop(page, "records.jsonl", Buffer.from(GAME));
    await page.waitForSelector(".review");
    await checkLink(page, context, 140);
    await page.click("button.leave");
    await start(page, { game: "wongar", players: 4, seats: ["0", "0", "0", "0"] });
    await page.click("button.review", { timeout: 60_000 });
    await page.waitForSelector(".review");
    await checkLink(page, context, 260);
  });
});

test("an unfinished game is reviewed and shared, and a finished one played again", async () => {
  await visit(async (page, context) => {
    await context.grantPermissions(IN_FIREFOX ? [] : ["clipboard-read", "clipboard-write"]);
    await start(page, { players: 3, seats: ["human", "0", "0"], rules: { "turn-limit": "12" } });
    await page.locator(".moves button").first().click();
    await page.click("button.end-turn");
    await page.waitForSelector(".moves button");
    const picture = await board(page);
    await page.click("button.link");
    await page.waitForFunction(() => /Copied|blocked/.test(document.querySelector(".status").textContent));
    const address = IN_FIREFOX ? page.url() : await page.evaluate(() => navigator.clipboard.readText());
    await page.click("button.look");
    await page.waitForSelector(".review");
    assert.equal(await board(page), picture);
    assert.match(await page.textContent(".seats"), /B \(beginner\)/);
    await page.goBack();
    await page.waitForSelector(".game:not(.review)");
    const { page: other } = await open(context, address);
    await other.waitForSelector(".review");
    assert.equal(await board(other), picture);
    await other.click("button.play-on");
    await other.waitForSelector(".moves button");
    await other.close();
    await finish(page, byKeyboard(page));
    // A click at the place of the last one within this time would be the second one of a double click.
    await page.waitForTimeout(350);
    await page.click("button.again");
    await page.waitForSelector(".moves button");
    assert.equal(await told(page), 1);
    assert.match(await page.textContent(".seats"), /C \(beginner\)/);
  });
});

test("a link to an unfinished game shows no hand that the person does not see", async () => {
  await visit(async (page, context) => {
    await context.grantPermissions(IN_FIREFOX ? [] : ["clipboard-read", "clipboard-write"]);
    await start(page, { game: "wongar", players: 3, seats: ["human", "0", "0"] });
    await page.waitForSelector(".moves button");
    await page.click("button.link");
    await page.waitForFunction(() => /Copied|blocked/.test(document.querySelector(".status").textContent));
    const address = IN_FIREFOX ? page.url() : await page.evaluate(() => navigator.clipboard.readText());
    const { page: other } = await open(context, address);
    assert.equal(await other.inputValue("select[name=eyes]"), "0");
    await other.close();
    await page.click("button.leave");
    await start(page, { game: "wongar", players: 3, seats: ["human", "human", "0"] });
    await page.waitForSelector("button.leave");
    assert.equal(await page.locator("button.link, button.look").count(), 0);
  });
});

for (const [name, size] of [["desktop", DESKTOP], ["phone", PHONE]]) {
  test(`the button that finds mistakes is in sight on a ${name}`, async () => {
    await visit(async (page) => {
      const { y, height } = await page.locator("button.analyse").boundingBox();
      assert.ok(y + height <= size.viewport.height, `${y + height} of ${size.viewport.height} pixels`);
    }, { ...size, part: "#record=game.jsonl&step=60" });
  });
}

test("the search for mistakes is stopped, marks the steps, and is kept", async () => {
  await visit(async (page) => {
    await start(page, { seats: ["0", "0"], seed: "11", rules: { "turn-limit": "80" } });
    await review(page);
    const analyse = page.locator("button.analyse");
    await analyse.click();
    await page.waitForFunction(() => /^Analysing/.test(document.querySelector(".status").textContent));
    assert.equal(await analyse.textContent(), "Stop");
    await page.waitForFunction(() => Number(/\d+/.exec(document.querySelector(".status").textContent)?.[0]) > 3);
    await analyse.click();
    await page.waitForFunction(() => document.querySelector("button.analyse").textContent === "Find mistakes");
    await page.waitForTimeout(500);
    assert.equal(await page.textContent(".status"), "");
    assert.equal(await page.locator("table.quality tbody tr").count(), 2, "the decisions searched so far are judged");
    await analyse.click();
    await page.waitForFunction(() => document.querySelector("button.analyse").textContent === "Find mistakes", undefined, { timeout: 120_000 });
    const marks = await page.locator(".steps .sign").count();
    const mistakes = await page.locator(".mistakes button").count();
    assert.ok(mistakes > 0);
    assert.equal(marks, mistakes);
    await page.click("button.leave");
    await page.click("button.look-last");
    await page.waitForSelector(".curve");
    assert.equal(await page.locator(".mistakes button").count(), mistakes);
    const record = JSON.parse(await saved(page, "button.save"));
    const notes = record.events.flatMap(({ search }) => (search === undefined ? [] : [search]));
    assert.ok(notes.length > 10 && notes.every(({ agent, moves, lost }) => agent === "mcts" && moves.every(({ visits }) => visits > 0) && (lost ?? 0) >= 0), JSON.stringify(notes.slice(0, 3)));
    assert.ok(notes.some(({ verdict }) => verdict !== undefined));
    await page.reload();
    await page.click("button.look-last");
    await page.waitForSelector(".curve");
    assert.equal(await page.locator(".mistakes button").count(), mistakes);
  });
});

test("a file of many games lists them with players and points", async () => {
  await visit(async (page) => {
    const other = GAME.trim().replaceAll("greedy:samples=1", "mcts");
    const lines = [...Array(250).fill(GAME.trim()), WONGAR.trim().split("\n")[0], other, "{"];
    await drop(page, "records.jsonl", Buffer.from(lines.join("\n")));
    await page.waitForSelector("table.file");
    assert.equal(await page.textContent(".facts"), "The first 200 of 253 games");
    const { result } = JSON.parse(GAME);
    assert.match(await page.locator("table.file tbody tr").first().textContent(), new RegExp(`1Tongiaki.*A greedy:samples=1.*${result.points.join(" : ")}`));
    await page.fill("input[name=filter]", "mcts");
    assert.equal(await page.textContent(".facts"), "1 game");
    await page.fill("input[name=filter]", "wongar");
    await page.click("table.file tbody button");
    await page.waitForSelector("select[name=eyes]");
    await page.goBack();
    await page.waitForSelector("table.file");
  });
});

test("the page can be installed, and each screen has a title and sound headings", async () => {
  await visit(async (page) => {
    const manifest = await page.evaluate(async () => (await fetch(document.querySelector("link[rel=manifest]").href)).json());
    assert.equal(manifest.display, "standalone");
    for (const { src, sizes, type } of manifest.icons) {
      const icon = await page.evaluate(async (src) => {
        const image = new Image();
        image.src = src;
        await image.decode();
        return `${image.naturalWidth}x${image.naturalHeight}`;
      }, src);
      assert.ok(type === "image/svg+xml" || icon === sizes, `${src}: ${icon}`);
    }
    assert.deepEqual(manifest.icons.map(({ sizes }) => sizes), ["any", "192x192", "512x512"]);
    const titles = [await page.title()];
    await start(page, { seats: ["human", "human"] });
    titles.push(await page.title());
    const headings = async () => {
      const { violations } = await new AxeBuilder({ page }).withRules(["heading-order", "page-has-heading-one", "empty-heading"]).analyze();
      assert.deepEqual(violations.map(({ id }) => id), []);
    };
    await headings();
    await page.goto(`${site.address}#record=game.jsonl&step=13`);
    await page.waitForSelector(".review");
    titles.push(await page.title());
    await headings();
    assert.deepEqual(titles, ["Hidden Decks", "Tongiaki – Hidden Decks", "Tongiaki: review – Hidden Decks"]);
  });
});

test("a place on the board is numbered as in its move, and lights up with it", async () => {
  await visit(async (page) => {
    await start(page, { seats: ["human", "0"] });
    const moves = await page.locator(".moves button").allTextContents();
    const numbers = await page.locator(".spot-text").allTextContents();
    assert.deepEqual(moves.map((move) => /beach (\d)/.exec(move)[1]), numbers);
    await page.locator(".moves button").nth(2).hover();
    assert.match(await page.locator(".spot.pointed").getAttribute("aria-label"), /beach 3 of Tonga/);
    await page.locator(".moves button").nth(4).focus();
    assert.match(await page.locator(".spot.pointed").last().getAttribute("aria-label"), /beach 5 of Tonga/);
    const [width, stroke] = await page.locator(".spot").first().evaluate((spot) => [spot.getBoundingClientRect().width, getComputedStyle(spot).vectorEffect]);
    assert.ok(width < 80, `${width} pixels`);
    assert.equal(stroke, "non-scaling-stroke");
  });
});

test("a person who plays alone is called you", async () => {
  await visit(async (page) => {
    await start(page, { seats: ["human", "0"] });
    assert.match(await page.textContent(".seats"), /A \(you\)/);
    assert.match(await page.textContent(".status"), /^It’s your turn\./);
    await page.click("button.leave");
    await start(page, { seats: ["human", "human"] });
    assert.match(await page.textContent(".status"), /^A, it’s your turn\./);
  });
});

for (const [game, players] of [["tongiaki", 4], ["wongar", 3]]) {
  test(`places do not cover the names and values of ${game}`, async () => {
    await visit(async (page) => {
      await start(page, { game, players, seats: ["human", ...Array(players - 1).fill("0")], seed: "5" });
      let checked = 0;
      const act = byKeyboard(page);
      for (let choice = 0; choice < 40; choice++) {
        await page.waitForSelector("button.end-turn, .moves button, button.review");
        if (await page.locator("button.review").count()) break;
        if (await page.locator("button.end-turn").count()) {
          await page.click("button.end-turn");
          continue;
        }
        const [covered, all] = await page.evaluate(() => {
          const boxes = [...document.querySelectorAll(".spot")].filter((spot) => getComputedStyle(spot).fill !== "none").map((spot) => spot.getBoundingClientRect());
          const texts = [...document.querySelectorAll(".pieces text")];
          const found = texts.filter((text) => {
            const { x, y, width, height } = text.getBoundingClientRect();
            const isIn = (box) => Math.hypot(box.x + box.width / 2 - x - width / 2, box.y + box.height / 2 - y - height / 2) < box.width / 2;
            return boxes.some(isIn);
          });
          return [found.map(({ textContent }) => textContent), texts.length];
        });
        assert.deepEqual(covered, [], `choice ${choice}`);
        checked += all;
        await act(choice);
      }
      assert.ok(checked > 100);
    });
  });
}

test("a fleet under way covers no names and values", async () => {
  await visit(async (page) => {
    const last = Number(/of (\d+)/.exec(await page.textContent(".counter"))[1]);
    let fleets = 0;
    for (let step = 0; step <= last; step++) {
      const [found, covered] = await page.evaluate(() => {
        const pieces = [...document.querySelectorAll(".pieces > g")];
        const shields = pieces.filter((piece) => piece.matches(":has(> rect):has(> use)"));
        const boxes = shields.map((shield) => shield.querySelector("rect").getBoundingClientRect());
        const texts = pieces.filter((piece) => !shields.includes(piece)).flatMap((piece) => [...piece.querySelectorAll("text")]);
        const isIn = (box, { x, y, width, height }) => {
          // The letters of a text do not fill its box.
          const [middle, half] = [y + 0.55 * height, 0.35 * height];
          return box.x < x + width && x < box.right && box.y < middle + half && middle - half < box.bottom;
        };
        return [boxes.length, texts.filter((text) => boxes.some((box) => isIn(box, text.getBoundingClientRect()))).map(({ textContent }) => textContent)];
      });
      assert.deepEqual(covered, [], `step ${step}`);
      fleets += found;
      await page.keyboard.press("ArrowRight");
    }
    assert.ok(fleets > 20, `${fleets} fleets`);
  }, { part: "#record=game.jsonl&step=0" });
});

test("the replay file counts the steps of the page", { skip: !process.env.TOURNAMENT && "TOURNAMENT names no program" }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "replay-"));
  const records = new URL("../../docs/pictures/game.jsonl", import.meta.url).pathname;
  execFileSync(process.env.TOURNAMENT, ["show", records, "--html", join(folder, "game.html")], { stdio: "ignore" });
  const seen = (page) => page.evaluate(() => [".counter", ".told", ".seats", ".steps"].map((part) => document.querySelector(part).textContent));
  let inFile;
  await visit(async (page) => (inFile = await seen(page)), { address: `file://${folder}/game.html#step=60` });
  assert.match(inFile[0], /^Step 60 of 2/);
  await visit(async (page) => assert.deepEqual(await seen(page), inFile), { part: "#record=game.jsonl&step=60" });
});

test("a hint that was asked before a move was taken back appears at no other position", async () => {
  await visit(async (page) => {
    await start(page, { seats: ["human", "human"], seed: "7" });
    for (let choice = 0; choice < 4; choice++) await choose(page, choice);
    // The turn begins with a choice that can be taken back, and that is not all of it.
    await page.locator(".moves button").first().click();
    await page.waitForSelector(".moves button");
    await page.evaluate(() => {
      document.querySelector("button.hint").click();
      document.querySelector("button.take-back").click();
      document.querySelector(".moves li:last-child button").click();
    });
    const status = await page.textContent(".status");
    await page.waitForTimeout(4000);
    assert.equal(await page.textContent(".status"), status);
    assert.equal(await page.locator(".hinted").count(), 0);
  });
});

test("a hint says why, and its move is in sight in the list", async () => {
  await visit(async (page) => {
    let reasons = 0;
    for (let step = 13; step < 160; step += 29) {
      await page.goto(`${site.address}#record=game.jsonl&step=${step}`);
      await page.waitForSelector(".review");
      await page.click("button.play-on");
      await page.waitForSelector(".moves button");
      if ((await page.locator("button.hint").count()) === 0) continue;
      await page.click("button.hint");
      const hinted = page.locator(".moves button.hinted");
      await hinted.waitFor();
      const [list, line] = [await page.locator("ul.moves").boundingBox(), await hinted.boundingBox()];
      assert.ok(line.y >= list.y - 1 && line.y + line.height <= list.y + list.height + 1, `step ${step}`);
      reasons += Number(/^Hint: .*\. Chance to win: \d+%, with the next best move \d+%$/.test(await page.textContent(".status")));
      await page.waitForTimeout(350);
    }
    assert.ok(reasons >= 2, `${reasons} reasons`);
  });
});

test("what was taken back leaves the line above the board, too", async () => {
  await visit(async (page) => {
    await start(page, { seats: ["human", "human"] });
    const before = await page.textContent(".ticker");
    await page.locator(".moves button").first().click();
    assert.notEqual(await page.textContent(".ticker"), before);
    await page.click("button.take-back");
    assert.equal(await page.textContent(".ticker"), before);
  }, PHONE);
});

test("while a turn can be taken back, it is not yet the turn of the next seat", async () => {
  await visit(async (page) => {
    await start(page, { seats: ["human", "human"] });
    await page.locator(".moves button").first().click();
    await page.waitForSelector("button.end-turn");
    assert.match(await page.textContent(".seats .next"), /^A/);
    await page.click("button.end-turn");
    assert.match(await page.textContent(".seats .next"), /^B/);
  });
});

test("a chosen place has no colour of a seat, and shows the ship that comes there", async () => {
  await visit(async (page) => {
    await page.click("button.play-on");
    await page.locator(".moves button").first().click();
    const [fill, seats] = await page.evaluate(() => [
      getComputedStyle(document.querySelector(".spot.chosen")).fill,
      [..."ABCDEF"].map((letter) => document.querySelector(`#seat-${letter} [fill]`)).filter(Boolean).map((shape) => getComputedStyle(shape).fill),
    ]);
    assert.equal(seats.length, 4);
    assert.ok(!seats.includes(fill), fill);
    assert.equal(await page.locator(".ghost[href='#ship-B']").count(), 1);
  }, { part: "#record=game.jsonl&step=13" });
});

test("places for ships lie on free moorings, far enough from each other for a finger", async () => {
  await visit(async (page) => {
    const last = Number(/of (\d+)/.exec(await page.textContent(".counter"))[1]);
    let places = 0;
    for (let step = 0; step < last; step += 7) {
      await page.goto(`${site.address}#record=game.jsonl&step=${step}`);
      await page.waitForFunction((step) => document.querySelector(".review .counter")?.textContent.startsWith(`Step ${step} `), step);
      await page.click("button.play-on");
      await page.waitForSelector(".game:not(.review) .moves button");
      const [covered, count] = await page.evaluate(() => {
        const points = (selector, read) => [...document.querySelectorAll(selector)].map(read);
        const spots = points("circle.spot", (spot) => ({ x: Number(spot.getAttribute("cx")), y: Number(spot.getAttribute("cy")), label: spot.dataset.label }))
          .filter(({ label }) => /beach/.test(label) && !/Take/.test(label));
        const ships = points(".pieces > g:not(:has(> rect)) > use", (ship) => /translate\(([-\d.]+) ([-\d.]+)/.exec(ship.getAttribute("transform"))).map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
        const near = (one, other) => Math.hypot(one.x - other.x, one.y - other.y) < 6;
        return [spots.filter((spot) => ships.some((ship) => near(spot, ship)) || spots.some((other) => other !== spot && near(spot, other))).map(({ label }) => label), spots.length];
      });
      assert.deepEqual(covered, [], `step ${step}`);
      places += count;
      await page.waitForTimeout(350);
    }
    assert.ok(places > 40, `${places} places`);
  }, { part: "#record=game.jsonl&step=0" });
});

test("a click leaves no square around a place", async () => {
  await visit(async (page) => {
    await start(page, { seats: ["human", "human"] });
    const spot = page.locator(".spot").first();
    await page.mouse.click(...await centre(spot));
    await page.click("button.end-turn");
    for (const one of await page.locator(".spot").all()) {
      await one.focus();
      assert.equal(await one.evaluate((element) => getComputedStyle(element).outlineStyle), "none");
    }
  });
});

test("the tables of a review fit on phones, and tell of the move that was played", { timeout: 300_000 }, async () => {
  await visit(async (page) => {
    await page.click("button.analyse");
    await searched(page);
    for (const [width, height] of [[320, 700], [360, 740], [390, 844], [412, 915], [667, 375]]) {
      await page.setViewportSize({ width, height });
      assert.ok((await excess(page)) <= 0, `${width}: ${await excess(page)}`);
    }
    const mistakes = await page.locator(".mistakes button").count();
    for (let number = 0; number < mistakes; number++) {
      await page.locator(".mistakes button").nth(number).click();
      assert.equal(await page.locator(".thoughts tr.played").count(), 1, `mistake ${number}`);
      const visits = (await page.locator(".thoughts tr:not(.played) td:nth-child(2)").allTextContents()).map(Number);
      assert.deepEqual(visits, [...visits].sort((one, other) => other - one));
      assert.ok((await page.locator(".recent .mark").count()) > 0, "the move is marked on the board");
      assert.equal(await page.evaluate(() => {
        const names = [...document.querySelectorAll(".pieces text")].filter(({ dataset: { phrase } }) => phrase?.includes("tongiaki.tile")).map((one) => one.getBoundingClientRect());
        const marks = [...document.querySelectorAll(".recent .mark")].map((one) => one.getBoundingClientRect());
        return names.some((name) => marks.some((mark) => mark.left < name.right && mark.right > name.left && mark.top < name.bottom - 2 && mark.bottom - 2 > name.top));
      }), false, "no mark covers the name of an island");
      const { y } = await page.locator(".counter").boundingBox();
      assert.ok(y >= -1 && y < 375, `the step is in sight: ${y}`);
      await page.waitForTimeout(350);
    }
    await page.click("button.next-mistake");
  }, { ...PHONE, locale: "de-DE", part: "#record=game.jsonl&step=60" });
});

test("inferred cards fit on a phone held sideways", async () => {
  for (const [width, height] of [[640, 400], [667, 375], [700, 460]]) {
    await visit(async (page) => {
      await page.selectOption("select[name=eyes]", "1");
      await page.selectOption("select[name=beliefs]", "believed");
      assert.ok((await excess(page)) <= 0, `${width}: ${await excess(page)}`);
    }, { viewport: { width, height }, part: "#record=wongar.jsonl&step=40" });
  }
});

test("screens that were left do not fill the memory", { skip: IN_FIREFOX && "Firefox does not tell" }, async () => {
  await visit(async (page, context) => {
    const session = await context.newCDPSession(page);
    const nodes = async () => {
      await page.waitForTimeout(300);
      await session.send("HeapProfiler.collectGarbage");
      const { metrics } = await session.send("Performance.getMetrics");
      return metrics.find(({ name }) => name === "Nodes").value;
    };
    await session.send("Performance.enable");
    await page.selectOption("select[name=seat-0]", "0");
    await page.click("form.setup details summary");
    await page.fill("[name=rule-turn-limit]", "30");
    const counts = [];
    for (let game = 0; game < 4; game++) {
      await page.click("button[type=submit]");
      await page.click("button.review", { timeout: 60_000 });
      // A handle of an element, as `waitForSelector` returns, would keep its screen.
      await page.locator(".draws").waitFor();
      await page.click("button.leave");
      await page.locator("form.setup").waitFor();
      counts.push(await nodes());
    }
    assert.ok(counts[3] - counts[1] < 1000, counts.join(" "));
    await page.goBack();
    await page.waitForSelector(".review");
  });
});

test("dates are those of the person's region", async () => {
  await visit(async (page) => {
    await start(page, { seats: ["human", "human"] });
    await choose(page);
    await page.click("button.leave");
    assert.match(await page.textContent(".kept span"), /\d{1,2} \w{3,4} 20\d\d/);
  }, { locale: "en-GB" });
});
