// Pictures of all screens for the guide, each on a desktop and a phone, light and dark: node screenshots.mjs [NAME...]
// (after `bash build.sh`). PNG goes to target/pictures, to be looked at; WebP, a fifth as large, to docs/pictures.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { drop, launch, open, serve, start } from "./tests/site.mjs";

const PICTURES = new URL("../docs/pictures/", import.meta.url).pathname;
const SHARP = new URL("../target/pictures/", import.meta.url).pathname;
const GAME = readFileSync(`${PICTURES}game.jsonl`, "utf8");
const WONGAR = readFileSync(new URL("../engine/src/games/wongar/data/example.jsonl", import.meta.url), "utf8");
const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const QUALITY = 0.85;

/** Plays some moves of a list, then waits for the next decision. */
async function play(page, count) {
  for (let choice = 0; choice < count; choice++) {
    await page.waitForSelector("button.end-turn, .moves button, button.main");
    if (await page.locator("button.end-turn").count()) await page.click("button.end-turn");
    else if (await page.locator(".moves button").count()) {
      const buttons = page.locator(".moves button");
      await buttons.nth((3 * choice) % (await buttons.count())).click();
    } else await page.click("button.main");
  }
  await page.waitForSelector(".moves button");
}

/** Brings what a screen is about into sight. */
const to = (selector) => (page) => page.locator(selector).first().evaluate((element) => {
  element.scrollIntoView({ block: "start" });
  if (innerWidth < 600) scrollBy(0, -0.55 * innerHeight);
});

const SCREENS = {
  start: { go: async () => undefined },
  tongiaki: { go: async (page) => {
    await start(page, { players: 3, seats: ["human", "2", "2"], seed: "12" });
    await play(page, 14);
    await page.click("button.hint");
    await page.waitForSelector(".moves button.hinted");
  } },
  wongar: { go: async (page) => {
    await start(page, { game: "wongar", players: 3, seats: ["human", "1", "1"], seed: "12" });
    await play(page, 8);
  } },
  german: { locale: "de-DE", go: async (page) => {
    await start(page, { game: "wongar", players: 4, seats: ["human", "1", "1", "1"], seed: "5", rules: { edition: "advanced" } });
    await play(page, 40);
    await page.click(".settings summary");
  } },
  pass: { go: (page) => start(page, { game: "wongar", players: 3, seats: ["human", "human", "1"], seed: "12" }) },
  end: { go: async (page) => {
    await start(page, { seats: ["0", "0"], seed: "11", rules: { "turn-limit": "40" } });
    await page.waitForSelector("button.review", { timeout: 300_000 });
  } },
  rules: { go: async (page) => {
    await page.click("form.setup button.rules");
    await page.click("dialog.rules nav button >> nth=3");
  } },
  review: { hash: "#record=game.jsonl", go: async (page) => {
    await page.click("button.analyse");
    await page.waitForSelector(".mistakes button", { timeout: 300_000 });
    await page.locator(".mistakes button.mistake").first().click();
  }, frame: to(".curve") },
  hands: { hash: "#record=wongar.jsonl&step=90", go: async (page) => {
    await page.selectOption("select[name=eyes]", "1");
    await page.selectOption("select[name=beliefs]", "believed");
  }, frame: to("select[name=eyes]") },
  several: { go: (page) => drop(page, "records.jsonl", Buffer.from(`${GAME.trim()}\n${WONGAR}`)) },
  refused: { go: (page) => drop(page, "records.jsonl", Buffer.from('{"game":"chess"}')) },
};

/** Makes a picture small, by the browser itself. */
const packed = (page, png) => page.evaluate(async ([base64, quality]) => {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes]));
  const canvas = new OffscreenCanvas(image.width, image.height);
  canvas.getContext("2d").drawImage(image, 0, 0);
  const blob = await canvas.convertToBlob({ type: "image/webp", quality });
  return [...new Uint8Array(await blob.arrayBuffer())];
}, [png.toString("base64"), QUALITY]);

mkdirSync(SHARP, { recursive: true });
const browser = await launch();
const site = await serve(process.env.PAGE ?? new URL("dist", import.meta.url).pathname, { "game.jsonl": GAME, "wongar.jsonl": WONGAR });
const chosen = process.argv.slice(2);
for (const [name, { go, hash = "", locale = "en-GB", frame }] of Object.entries(SCREENS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const context = await browser.newContext({ viewport: SIZES.desktop, locale, reducedMotion: "reduce" });
  const { page } = await open(context, site.address + hash);
  await go(page);
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await page.evaluate(() => scrollTo(0, 0));
    await frame?.(page);
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      const png = await page.screenshot({ path: `${SHARP}page-${name}-${size}-${colorScheme}.png` });
      writeFileSync(`${PICTURES}page-${name}-${size}-${colorScheme}.webp`, Buffer.from(await packed(page, png)));
    }
  }
  await context.close();
}
await browser.close();
site.close();
