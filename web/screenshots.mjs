// Pictures of all screens for the guide: node screenshots.mjs (after `bash build.sh`).

import { readFileSync } from "node:fs";
import { launch, open, serve, start } from "./tests/site.mjs";

const PICTURES = new URL("../docs/pictures/", import.meta.url).pathname;
const GAME = readFileSync(`${PICTURES}game.jsonl`, "utf8");
const SIZES = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};

const browser = await launch();
const site = await serve(new URL("dist", import.meta.url).pathname, { "game.jsonl": GAME });

/** Takes a picture of a screen on one kind of device. */
async function picture(name, size, colorScheme, go, address = site.address) {
  const context = await browser.newContext({ ...SIZES[size], colorScheme, reducedMotion: "reduce" });
  const { page } = await open(context, address);
  await go(page);
  await page.screenshot({ path: `${PICTURES}page-${name}-${size}-${colorScheme}.png`, scale: "css" });
  await context.close();
}

/** Plays some moves of a list, then waits for the next decision. */
const moves = (count) => async (page) => {
  for (let choice = 0; choice < count; choice++) {
    await page.waitForSelector("button.end-turn, .moves button, button.main");
    if (await page.locator("button.end-turn").count()) await page.click("button.end-turn");
    else if (await page.locator(".moves button").count()) {
      const buttons = page.locator(".moves button");
      await buttons.nth((3 * choice) % (await buttons.count())).click();
    } else await page.click("button.main");
  }
  await page.waitForSelector(".moves button");
};

const tongiaki = async (page) => {
  await start(page, { players: 3, seats: ["human", "2", "2"], seed: "12" });
  await moves(14)(page);
};
const wongar = async (page) => {
  await start(page, { game: "wongar", players: 3, seats: ["human", "1", "1"], seed: "12" });
  await moves(8)(page);
};
const handOver = async (page) => {
  await start(page, { game: "wongar", players: 3, seats: ["human", "human", "1"], seed: "12" });
};
const review = async (page) => {
  await page.click("button.analyse");
  await page.waitForSelector(".mistakes button", { timeout: 180_000 });
  await page.locator(".mistakes button").first().click();
  await page.locator(".curve").first().scrollIntoViewIfNeeded();
};
const rules = async (page) => page.click("form.setup button.rules");

const nothing = async () => undefined;
await picture("start", "desktop", "light", nothing);
await picture("start", "phone", "dark", nothing);
await picture("tongiaki", "desktop", "light", tongiaki);
await picture("tongiaki", "phone", "dark", tongiaki);
await picture("wongar", "desktop", "dark", wongar);
await picture("wongar", "phone", "light", wongar);
await picture("pass", "phone", "light", handOver);
await picture("rules", "desktop", "dark", rules);
await picture("rules", "phone", "light", rules);
await picture("review", "desktop", "light", review, `${site.address}#record=game.jsonl`);
await picture("review", "phone", "dark", review, `${site.address}#record=game.jsonl`);
await browser.close();
site.close();
