// The words on the page, in both languages: node --test tests/words.test.mjs (after `bash build.sh`).

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { byKeyboard, finish, inContext, site, stage, start } from "./site.mjs";


/** Names from files and code that no text for people contains. */
const RAW = /water-\d|Water \d|four-rituals|\b(?:north|south)-(?:east|west)\b|\bdutch\b|brettspielwelt|(?:tongiaki|wongar|poker)\.\w|give-back|play-double|undefined|NaN|\[object/;
/** English words that German has not. */
const ENGLISH = /\b(?:the|of|with|ships?|islands?|beach(?:es)?|stones?|cards?|round|worth|face down|lens(?:es)?|cubes?|elder|north|east|passes|scores|under way|chips paid|checks|folds|king|queen|jack)\b/i;
/** German numbers that disagree with their nouns. */
const DISAGREES = /\b1 (?:Chips|Schiffe|Inseln|Punkte|Karten|Ritualkarten|Königsinseln|neue Schiffe)\b|\b(?:0|[2-9]|1\d) (?:Chip|Schiff|Insel|Punkt|Karte|Ritualkarte|Königsinsel)\b/;

stage();

const inLanguage = (locale, use, address = site.address) => inContext({ viewport: { width: 1280, height: 800 }, locale, address }, use);

/** All text on the screen, with the text that screen readers say instead of pictures. */
const onScreen = (page) => page.evaluate(() => {
  const labels = [...document.querySelectorAll("[aria-label]")].map((element) => element.getAttribute("aria-label"));
  return [...labels, ...[...document.querySelectorAll("p, li, button, text, title, strong, small, h2, h3, option")].map(({ textContent }) => textContent)].join("\n");
});

function check(words, locale) {
  const lines = words.split("\n");
  for (const line of lines) {
    assert.doesNotMatch(line, RAW);
    if (locale === "de-DE") {
      assert.doesNotMatch(line, ENGLISH);
      assert.doesNotMatch(line, DISAGREES);
    }
  }
}

for (const locale of ["en-GB", "de-DE"]) {
  describe(locale, () => {
    test("every edition has a name", async () => {
      await inLanguage(locale, async (page) => {
        for (const game of ["tongiaki", "wongar"]) {
          await page.check(`input[name=game][value=${game}]`);
          const options = await page.locator("select[name=rule-edition] option").evaluateAll((all) => all.map(({ value, textContent }) => [value, textContent]));
          assert.ok(options.length > 1);
          for (const [value, name] of options) {
            assert.notEqual(name, value);
            assert.match(name, /^[A-Z]/);
          }
        }
        check(await onScreen(page), locale);
      });
    });

    test("the first decision opens the rules of the setup", async () => {
      await inLanguage(locale, async (page) => {
        await start(page, { seats: ["human", "human"] });
        assert.match(await page.textContent(".acts button.rules"), locale === "de-DE" ? /Spielaufbau \(T1–T5\)/ : /Setup \(T1–T5\)/);
        await page.click(".acts button.rules");
        assert.equal(await page.evaluate(() => document.activeElement.id), "rule-setup");
        check(await onScreen(page), locale);
      });
    });

    for (const [game, players, rules] of [["tongiaki", 2, {}], ["wongar", 3, { edition: "advanced" }], ["kuhn", 2, {}], ["leduc", 2, {}]]) {
      test(`a whole game of ${game} has no word of the code on the screen`, async () => {
        await inLanguage(locale, async (page) => {
          await start(page, { game, players, rules, seats: ["human", ...Array(players - 1).fill("0")], seed: "5" });
          const act = byKeyboard(page);
          await finish(page, async (choices) => {
            if (choices % 5 === 0) check(await onScreen(page), locale);
            await act(choices);
          });
          const words = await onScreen(page);
          check(words, locale);
          const own = await page.locator(".log li.own:not(.quiet) p").allTextContents();
          assert.ok(own.some((line) => line.startsWith(locale === "de-DE" ? "Du " : "You ")));
          for (const line of own) assert.doesNotMatch(line, locale === "de-DE" ? /^A |^Du (?!setzt |passt)\S+(?<!s)t / : /^A (?!ceremony |card is )|^You (?!pass)\S+s /);
          if (game === "tongiaki") assert.match(words, locale === "de-DE" ? /ab: \d+ Schiffe? von [AB]/ : /sails from beach \d of [A-Z][\w ]+: \d+ ships? of [AB]/);
          else if (game !== "wongar") assert.match(words, locale === "de-DE" ? /[AB]: \S+, \d+ Chips? gezahlt/ : /[AB]: [\w ]+, \d+ chips? paid/);
          else assert.match(words, locale === "de-DE" ? /und bekommt \d+ Punkte\./ : /and scores \d+ points\./);
          await page.click("button.review");
          await page.waitForSelector(".curve");
          check(await onScreen(page), locale);
        });
      });
    }
  });
}

test("German numbers have a decimal comma, and percentages a space", async () => {
  await inLanguage("de-DE", async (page) => {
    await page.waitForSelector(".curve");
    assert.deepEqual(await page.locator(".controls option").allTextContents(), ["0,5×", "1×", "2×", "5×"]);
    const ticks = await page.locator(".curve text").allTextContents();
    assert.ok(ticks.some((tick) => /^\d+\u00a0%$/.test(tick)), ticks.join(" "));
  }, `${site.address}#record=game.jsonl&step=20`);
});
