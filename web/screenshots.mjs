// Pictures for the guide: node screenshots.mjs [NAME...] (after `bash build.sh`; needs the Debian package webp). The name `moving`
// makes docs/pictures/page-moving.webp, the moving picture of the README.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { byKeyboard, finish, launch, open, searched, serve, start } from "./tests/site.mjs";

const PICTURES = new URL("../docs/pictures/", import.meta.url).pathname;
const SHARP = new URL("../target/pictures/", import.meta.url).pathname;
const GAME = readFileSync(`${PICTURES}game.jsonl`, "utf8");
const WONGAR = readFileSync(new URL("../engine/games/wongar/data/example.jsonl", import.meta.url), "utf8");
const DESKTOP = { viewport: { width: 1280, height: 800 }, locale: "en-GB", colorScheme: "light" };

const SCREENS = {
  tongiaki: { go: async (page) => {
    await start(page, { players: 3, seats: ["human", "2", "2"], seed: "12" });
    for (let choice = 0; choice < 22; choice++) {
      await page.waitForSelector("button.end-turn, .moves button");
      if (await page.locator("button.end-turn").count()) await page.click("button.end-turn");
      else await byKeyboard(page)(choice);
    }
    await page.locator("button.hint:not(:disabled)").press("h", { timeout: 8000 });
    await page.waitForSelector(".moves button.hinted");
  } },
  review: { hash: "#record=game.jsonl", go: async (page) => {
    await page.click("button.analyse");
    await searched(page);
    await page.locator(".mistakes button.mistake").first().click();
  } },
  hands: { hash: "#record=wongar.jsonl&step=90", go: async (page) => {
    await page.selectOption("select[name=eyes]", "1");
    await page.selectOption("select[name=beliefs]", "believed");
  } },
};

/** Three scenes: two fleets of the lesson sail, one is lost and one finds an island; a hint; and the end of a game. */
async function moving(browser, address) {
  const context = await browser.newContext({ ...DESKTOP, viewport: { width: 1080, height: 680 } });
  const { page } = await open(context, address, "2");
  const shots = [];
  const shoot = async (pause) => {
    shots.push(["-d", String(Math.round(pause)), `${SHARP}moving-${shots.length}.png`]);
    await page.screenshot({ path: shots.at(-1)[2] });
  };
  await page.click("button.learn.tongiaki");
  while (!/fleet of beach 5/.test(await page.textContent(".lesson"))) {
    await page.locator("button.end-turn, .moves button").first().click();
    // A second click at the same place would be one of a double click.
    await page.waitForTimeout(350);
    await page.waitForSelector("button.end-turn, .moves button");
  }
  await page.click(".moves button");
  for (let before = performance.now(); (await page.locator(".placed").count()) === 0 || shots.length < 30; before = performance.now()) await shoot(performance.now() - before);
  await shoot(2500);
  await page.evaluate(() => localStorage.setItem("hidden-decks.pace", "0"));
  await page.click("button.leave");
  await start(page, { players: 2, seats: ["human", "1"], seed: "12", rules: { "turn-limit": "60" } });
  let choices = 0;
  await finish(page, async (choice) => {
    // A hint about a landing begins it anew.
    if (await page.locator(".placed").count()) return byKeyboard(page)(choice);
    if (choices++ === 16) await shoot(1200);
    await page.click("button.hint");
    await page.waitForSelector(".moves button.hinted");
    if (choices === 17) await shoot(3500);
    await page.click(".moves button.hinted");
  });
  await page.waitForSelector(".ending .best-worst .best, .ending .best-worst .worst");
  await shoot(4500);
  execFileSync("img2webp", ["-loop", "0", "-lossy", "-q", "55", ...shots.flat(), "-o", `${PICTURES}page-moving.webp`]);
  await context.close();
}

mkdirSync(SHARP, { recursive: true });
const browser = await launch();
const site = await serve(process.env.PAGE ?? new URL("dist", import.meta.url).pathname, { "game.jsonl": GAME, "wongar.jsonl": WONGAR });
const chosen = process.argv.slice(2);
const isChosen = (name) => chosen.length === 0 || chosen.includes(name);
for (const [name, { go, hash = "" }] of Object.entries(SCREENS).filter(([name]) => isChosen(name))) {
  const context = await browser.newContext({ ...DESKTOP, reducedMotion: "reduce" });
  const { page } = await open(context, site.address + hash);
  await go(page);
  const file = `page-${name}-desktop-light`;
  await page.screenshot({ path: `${SHARP}${file}.png` });
  execFileSync("cwebp", ["-quiet", "-q", "85", `${SHARP}${file}.png`, "-o", `${PICTURES}${file}.webp`]);
  await context.close();
}
if (isChosen("moving")) await moving(browser, site.address);
await browser.close();
site.close();
