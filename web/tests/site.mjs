// What the tests share: a file server for the page, a browser, and ways to play.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { after, before } from "node:test";
import { chromium, firefox } from "playwright-core";

const TYPES = {
  ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png", ".webmanifest": "application/manifest+json",
};

/** The folder of the page that is tested. */
export const DIST = process.env.PAGE ?? new URL("../dist", import.meta.url).pathname;

/** Serves the built page, and `extra` files by name; `folder` may be a function. Returns the address. */
export async function serve(folder, extra = {}, headers = {}) {
  const root = typeof folder === "function" ? folder : () => folder;
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, "http://host").pathname);
    try {
      const content = extra[path.slice(1)] ?? (await readFile(join(root(), path === "/" ? "index.html" : path)));
      response.writeHead(200, { ...headers, "content-type": TYPES[extname(path) || ".html"] ?? "application/octet-stream" });
      response.end(content);
    } catch {
      response.writeHead(404);
      response.end();
    }
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return { address: `http://localhost:${server.address().port}/`, close: () => server.close() };
}

/** Whether the tests run in the Firefox of the system, by WebDriver BiDi, instead of Chromium. */
export const IN_FIREFOX = process.env.BROWSER === "firefox";

export const launch = () => IN_FIREFOX
  ? firefox.launch({ channel: "moz-firefox", executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr" })
  : chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });

export const GAME = readFileSync(new URL("../../docs/pictures/game.jsonl", import.meta.url), "utf8");
export const WONGAR = readFileSync(new URL("../../engine/games/wongar/data/example.jsonl", import.meta.url), "utf8");

/** The browser, and the page with two records, while the tests of a file run. */
export let browser, site;

/** Starts the browser and serves the page for all tests of a file. */
export function stage() {
  before(async () => {
    browser = await launch();
    site = await serve(DIST, { "game.jsonl": GAME, "wongar.jsonl": WONGAR });
  });
  after(async () => {
    await browser.close();
    site.close();
  });
}

/** Opens an address, by default the page, in a fresh context with these options; fails if anything goes wrong in it. */
export async function inContext({ address = site.address, ...options }, use) {
  const context = await browser.newContext(options);
  try {
    const { page, troubles } = await open(context, address);
    await use(page, context);
    assert.deepEqual(troubles, []);
  } finally {
    await context.close();
  }
}

/** A page that remembers what went wrong in it. */
export async function open(context, address, pace = "0") {
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const troubles = [];
  // Opponents move at once, unless a test says otherwise.
  await page.addInitScript((pace) => {
    try {
      localStorage.setItem("hidden-decks.pace", pace);
    } catch {
      // Not every address has a store.
    }
  }, pace);
  page.on("pageerror", (error) => troubles.push(error.message));
  page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
  await page.goto(address);
  await page.waitForSelector(".game, form.setup");
  return { page, troubles };
}

/** Fills in a number anew: Firefox adds to the one that is there. */
export async function fillNumber(field, value) {
  await field.fill("");
  await field.fill(value);
}

/** Fills the form: `seats` are values such as "human" and "0". */
export async function start(page, { game = "tongiaki", players = 2, seed = "7", seats, rules = {} }) {
  await page.check(`input[name=game][value=${game}]`);
  await page.selectOption("select[name=players]", String(players));
  for (const [key, value] of Object.entries(rules)) {
    const field = page.locator(`[name=rule-${key}]`);
    if ((await field.evaluate(({ tagName }) => tagName)) === "SELECT") await field.selectOption(value);
    else {
      await page.click("form.setup details summary");
      await fillNumber(field, value);
    }
  }
  for (const [seat, who] of seats.entries()) await page.selectOption(`select[name=seat-${seat}]`, who);
  await page.fill("input[name=seed]", seed);
  await page.click("button[type=submit]");
  await page.waitForSelector(".game");
}

/** Plays until the game is over; `act` makes one choice of whoever sits at the page. Returns the number of choices. */
export async function finish(page, act) {
  for (let choices = 0; choices < 3000; choices++) {
    await page.waitForSelector("button.end-turn, .moves button, button.review, button.main", { timeout: 60_000 });
    if (await page.locator("button.review").count()) return choices;
    if (await page.locator("button.end-turn").count()) await page.click("button.end-turn");
    else if (await page.locator(".moves button").count()) await act(choices);
    else await page.click("button.main");
  }
  throw new Error("the game does not end");
}

/** Reviews a game when it is over. A click at once at the place of the button would be the second one of a double click. */
export async function review(page) {
  await page.click("button.review", { timeout: 180_000 });
  await page.waitForTimeout(350);
}

/** Waits until the search for mistakes, which shows them as it finds them, has come to its end. */
export const searched = (page, timeout = 240_000) =>
  page.waitForFunction(() => !/^(Stop|Anhalten)$/.test(document.querySelector("button.analyse").textContent), undefined, { timeout });

/** What a button offers for download, where the browser does not tell of downloads. */
export const saved = (page, button) => page.evaluate((selector) => new Promise((resolve) => {
  const create = URL.createObjectURL;
  URL.createObjectURL = (blob) => {
    blob.text().then(resolve);
    return create.call(URL, blob);
  };
  document.querySelector(selector).click();
}), button);

/** Chooses by mouse: a place on the board if there is one, else from the list. */
export const byMouse = (page) => async (choices) => {
  const spots = page.locator(".spot:not(.chosen)");
  const count = await spots.count();
  const button = page.locator(".moves button");
  if (count === 0 || (await page.locator(".spot.chosen").count()) > 2) {
    await button.nth(choices % (await button.count())).click();
    return;
  }
  const spot = spots.nth((7 * choices) % count);
  const box = await spot.boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
};

/** Chooses by finger, where the browser has fingers: a place on the board if there is one, else from the list. */
export const byTouch = (page) => async (choices) => {
  const tap = (target) => (IN_FIREFOX ? target.click() : target.tap());
  const spots = page.locator(".spot:not(.chosen)");
  const count = await spots.count();
  const button = page.locator(".moves button");
  const isList = count === 0 || (await page.locator(".spot.chosen").count()) > 2;
  await tap(isList ? button.nth(choices % (await button.count())) : spots.nth((5 * choices) % count));
};

/** Drops a file on the page. */
export const drop = (page, name, bytes) => page.evaluate(([name, bytes]) => {
  const data = new DataTransfer();
  data.items.add(new File([new Uint8Array(bytes)], name));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
}, [name, [...bytes]]);

/** A frame of zstd in blocks of one kind: 0 as they are, 1 so many times the byte given. */
function frame(kind, blocks) {
  const parts = [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58])];
  for (const [place, { size, bytes }] of blocks.entries()) {
    const head = (place === blocks.length - 1 ? 1 : 0) | (kind << 1) | (size << 3);
    parts.push(Buffer.from([head & 255, (head >> 8) & 255, head >> 16]), bytes);
  }
  return Buffer.concat(parts);
}

const BLOCK = 100_000;

/** Text as a file of zstd, not made smaller. */
export function zstd(text) {
  const bytes = Buffer.from(text);
  const count = Math.ceil(bytes.length / BLOCK);
  const blocks = Array.from({ length: count }, (_, place) => bytes.subarray(place * BLOCK, (place + 1) * BLOCK));
  return frame(0, blocks.map((block) => ({ size: block.length, bytes: block })));
}

/** A small file of zstd that unpacks to so many bytes. */
export const bomb = (size) => frame(1, Array.from({ length: Math.ceil(size / BLOCK) }, () => ({ size: BLOCK, bytes: Buffer.from("x") })));

/** Chooses by keyboard alone. */
export const byKeyboard = (page) => async (choices) => {
  const buttons = page.locator(".moves button");
  await buttons.nth((5 * choices) % (await buttons.count())).focus();
  await page.keyboard.press("Enter");
};
