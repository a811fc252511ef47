// WebAssembly against the native program, on the same decisions: node benches/webassembly.mjs (after `bash build.sh`).

import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { decompress } from "fzstd";
import init, { Game } from "../build/engine/hidden_decks_web.js";

const levels = JSON.parse(readFileSync(new URL("../../agents/anygame/src/levels.json", import.meta.url), "utf8")).levels;
const STRONGEST = levels.tongiaki.at(-1);
// With the network that the page has.
const SEARCH = "mcts:evaluation=net:iterations=400";
const CASES = [
  ["tongiaki", 2, SEARCH, 100], ["tongiaki", 4, SEARCH, 40],
  ["wongar", 3, "mcts:evaluation=net", 60], ["wongar", 5, "mcts:evaluation=net", 60],
  // The strongest levels of the page.
  ["tongiaki", 2, STRONGEST, 60], ["tongiaki", 4, STRONGEST, 30], ["tongiaki", 6, STRONGEST, 20],
];
const ROUNDS = 5;
const ROOT = new URL("../..", import.meta.url);

const engine = readdirSync(new URL("../dist", import.meta.url)).find((file) => file.startsWith("engine"));
await init({ module_or_path: decompress(readFileSync(new URL(`../dist/${engine}`, import.meta.url))) });
const cargo = ["run", "--release", "--quiet", "--locked", "-p", "hidden-decks-web", "--example", "think", "--"];

/** Times the decisions here; the longest one, too. */
function here(game, players, spec, decisions) {
  const played = new Game(game, players, "{}", 5n);
  let longest = 0;
  const begin = performance.now();
  for (let step = 0; step < decisions; step++) {
    const before = performance.now();
    played.play(JSON.parse(played.think(step, spec, BigInt(step))).move);
    longest = Math.max(longest, performance.now() - before);
  }
  return { all: performance.now() - begin, longest };
}

const median = (numbers) => numbers.sort((one, other) => one - other)[Math.floor(numbers.length / 2)];
execFileSync("cargo", [...cargo, "wongar", "3", "random", "1"], { cwd: ROOT });
console.log("game players agent | WebAssembly ms | native ms | speed of native | longest decision ms");
for (const one of CASES) {
  // A browser compiles for speed what has run for a while, so the first round does not count.
  here(...one);
  const times = Array.from({ length: ROUNDS }, () => {
    const native = Number(execFileSync("cargo", [...cargo, ...one.map(String)], { cwd: ROOT, encoding: "utf8" }));
    return { native, ...here(...one) };
  });
  const [wasm, native] = [median(times.map(({ all }) => all)), median(times.map(({ native }) => native))];
  const longest = median(times.map(({ longest }) => longest));
  console.log(`${one.slice(0, 3).join(" ")} | ${wasm.toFixed(0)} | ${native.toFixed(0)} | ${(native / wasm).toFixed(2)} | ${longest.toFixed(0)}`);
}
