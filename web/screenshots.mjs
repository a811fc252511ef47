// Pictures of all screens for the guide, each on a desktop and a phone, light and dark: node screenshots.mjs [NAME...]
// (after `bash build.sh`). PNG goes to target/pictures, to be looked at; WebP, a fifth as large, to docs/pictures.
// The name `moving` makes docs/pictures/page-moving.webp, the moving picture of the README.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { drop, launch, open, serve, start } from "./tests/site.mjs";

const PICTURES = new URL("../docs/pictures/", import.meta.url).pathname;
const SHARP = new URL("../target/pictures/", import.meta.url).pathname;
const GAME = readFileSync(`${PICTURES}game.jsonl`, "utf8");
const WONGAR = readFileSync(new URL("../engine/games/wongar/data/example.jsonl", import.meta.url), "utf8");
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

/** What differs between pictures, as parts of an animation: where it lies, how long it is shown, and its bytes as WebP. */
const animated = (page, shots) => page.evaluate(async ([shots, quality]) => {
  const parts = [];
  let before;
  for (const { base64, milliseconds } of shots) {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]));
    const { width, height } = image;
    const whole = new OffscreenCanvas(width, height).getContext("2d", { alpha: false, willReadFrequently: true });
    whole.drawImage(image, 0, 0);
    const pixels = new Uint32Array(whole.getImageData(0, 0, width, height).data.buffer);
    let [left, top, right, bottom] = before ? [width, height, 0, 0] : [0, 0, width, height];
    for (let place = 0; before && place < pixels.length; place++) {
      if (pixels[place] === before[place]) continue;
      const [x, y] = [place % width, Math.floor(place / width)];
      [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
    }
    before = pixels;
    if (right <= left) {
      parts.at(-1).milliseconds += milliseconds;
      continue;
    }
    // Frames begin at even places.
    [left, top] = [left - (left % 2), top - (top % 2)];
    const part = new OffscreenCanvas(right - left, bottom - top);
    part.getContext("2d", { alpha: false }).drawImage(image, -left, -top);
    const bytes = new Uint8Array(await (await part.convertToBlob({ type: "image/webp", quality })).arrayBuffer());
    parts.push({ left, top, width: right - left, height: bottom - top, milliseconds, bytes: [...bytes] });
  }
  return parts;
}, [shots, 0.7]);

/** A number in so many bytes, the lowest first. */
const number = (value, size) => Buffer.from(Array.from({ length: size }, (_, place) => (value >>> (8 * place)) & 255));
const chunk = (name, ...parts) => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(name), number(content.length, 4), content, Buffer.alloc(content.length % 2)]);
};

/** The chunks of a WebP that hold its pixels, without those that describe it. */
function pixels(bytes) {
  const kept = [];
  for (let place = 12; place < bytes.length;) {
    const end = place + 8 + bytes.readUInt32LE(place + 4);
    if (["ALPH", "VP8 ", "VP8L"].includes(bytes.toString("latin1", place, place + 4))) kept.push(bytes.subarray(place, end + (end % 2)));
    place = end + (end % 2);
  }
  return Buffer.concat(kept);
}

/** An animated WebP that repeats for ever. */
function webp(width, height, parts) {
  const frames = parts.map((part) => {
    return chunk("ANMF", number(part.left / 2, 3), number(part.top / 2, 3), number(part.width - 1, 3),
      number(part.height - 1, 3), number(part.milliseconds, 3), number(2, 1), pixels(Buffer.from(part.bytes)));
  });
  const size = Buffer.concat([number(width - 1, 3), number(height - 1, 3)]);
  const body = Buffer.concat([
    Buffer.from("WEBP"), chunk("VP8X", number(2, 4), size), chunk("ANIM", number(0xffffffff, 4), number(0, 2)), ...frames,
  ]);
  return Buffer.concat([Buffer.from("RIFF"), number(body.length, 4), body]);
}

/** Fleets sail, the strong agent gives a hint, and the review shows a blunder. */
async function moving(browser, address) {
  const viewport = { width: 1080, height: 680 };
  const context = await browser.newContext({ viewport, locale: "en-GB", colorScheme: "light" });
  const { page } = await open(context, `${address}#record=short.jsonl&step=74`);
  const shots = [];
  const shoot = async (milliseconds) => shots.push({ base64: (await page.screenshot()).toString("base64"), milliseconds });
  /** Stops all that moves at this time. */
  const freeze = (time) => page.evaluate((time) => {
    for (const animation of document.getAnimations()) {
      animation.pause();
      animation.currentTime = time;
    }
  }, time);
  const settle = async () => {
    await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
    await page.waitForTimeout(100);
  };
  await page.waitForSelector(".steps button");
  await settle();
  await shoot(1500);
  for (let step = 75; step <= 83; step++) {
    await page.keyboard.press("ArrowRight");
    await freeze(170);
    await page.waitForTimeout(100);
    await shoot(100);
    for (const time of [280, 390]) {
      await freeze(time);
      await shoot(100);
    }
    await settle();
    await shoot(450);
  }
  while (!(await page.locator(".counter").textContent()).startsWith("Step 104 ")) await page.keyboard.press("ArrowRight");
  await page.waitForTimeout(700);
  await page.click("button.play-on");
  await page.waitForSelector(".moves button");
  await settle();
  await page.evaluate(() => scrollTo(0, 0));
  await shoot(900);
  await page.click("button.hint");
  await page.waitForSelector(".moves button.hinted", { timeout: 300_000 });
  await settle();
  await shoot(2200);
  await page.goto(`${address}#record=short.jsonl&step=104`);
  await page.reload();
  await page.waitForSelector("button.analyse");
  await page.click("button.analyse");
  await page.waitForSelector(".mistakes button.blunder", { timeout: 600_000 });
  await page.waitForFunction(() => !document.querySelector("button.analyse:disabled"), undefined, { timeout: 600_000 });
  await to(".curve")(page);
  await settle();
  await shoot(1400);
  await page.locator(".mistakes button.blunder").first().click();
  await to(".curve")(page);
  await settle();
  await shoot(3000);
  const parts = await animated(page, shots);
  writeFileSync(`${PICTURES}page-moving.webp`, webp(viewport.width, viewport.height, parts));
  await context.close();
}

mkdirSync(SHARP, { recursive: true });
const browser = await launch();
const site = await serve(process.env.PAGE ?? new URL("dist", import.meta.url).pathname, {
  "game.jsonl": GAME, "wongar.jsonl": WONGAR,
  // Names that fit in a line.
  "short.jsonl": GAME.replaceAll("greedy:samples=1", "greedy"),
});
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
if (chosen.length === 0 || chosen.includes("moving")) await moving(browser, site.address);
await browser.close();
site.close();
