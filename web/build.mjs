// Bundles the page: node build.mjs OUT PAGE REPLAY. The engine lies in build/engine. PAGE is all of it in one file, for
// `tournament show --html --page`, and REPLAY shows one game without the engine, for `tournament show --html`.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { build } from "esbuild";

const [out = "dist", onePage = "build/page.html", replay = "../tournament/src/render/replay.html"] = process.argv.slice(2);
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

/** The step of the game whose board the first screen shows. */
const STEP = 60;
/** The number of puzzles in a file. */
const EACH = 50;

/** Writes a file whose name contains a hash of its content, so that files of two releases cannot be mixed. Returns the name. */
function put(name, kind, content) {
  const file = `${name}-${createHash("sha256").update(content).digest("hex").slice(0, 10)}.${kind}`;
  writeFileSync(`${out}/${file}`, content);
  return file;
}
const common = { bundle: true, minify: true, target: "es2022", legalComments: "none", logLevel: "warning", write: false };
async function bundled(entry, options = {}) {
  const { outputFiles: [{ text }] } = await build({ ...common, entryPoints: [entry], ...options });
  return text;
}
/** Bundles a module into files of its own for what is loaded when needed. Returns the names of its file and of those that it cannot do without. */
async function divided(entry, options) {
  const { outputFiles, metafile } = await build({
    ...common, entryPoints: [entry], splitting: true, outdir: out, entryNames: "[name]-[hash]", chunkNames: "[name]-[hash]", metafile: true, ...options,
  });
  for (const { path, contents } of outputFiles) writeFileSync(path, contents);
  const [[main, { imports }]] = Object.entries(metafile.outputs).filter(([, { entryPoint }]) => entryPoint === entry);
  return [main, ...imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => path)].map((path) => basename(path));
}

/** The board of the first screen, by the engine: a step of a game in the documentation. */
async function board() {
  const { default: init, Game } = await import("./build/engine/hidden_decks_web.js");
  await init({ module_or_path: readFileSync("build/engine/hidden_decks_web_bg.wasm") });
  const game = Game.fromRecord(readFileSync("../docs/pictures/game.jsonl", "utf8"));
  const [{ definitions }, { view, pieces }] = [game.table(), game.scene(STEP)].map((text) => JSON.parse(text));
  return `<svg viewBox="${view}" preserveAspectRatio="xMidYMid slice" aria-hidden="true" font-family="sans-serif"><defs>${definitions}</defs>${pieces.join("")}</svg>`;
}

/** What the first screen says before the engine is there, in every language. */
async function welcome() {
  const contents = ["welcome", "texts/en", "texts/de"].map((name) => `export * from "./app/${name}";`).join("\n");
  const script = await bundled(undefined, { entryPoints: undefined, stdin: { contents, resolveDir: "." }, format: "esm" });
  const { invitation, en, de } = await import(`data:text/javascript,${encodeURIComponent(script)}`);
  const words = Object.entries({ en, de }).map(([lang, texts]) => `<div class="invitation" lang="${lang}">${invitation(texts)}</div>`);
  return `<header><h1><img src="icon.svg" alt="" width="28" height="28">${en.title}</h1></header><main class="home"><section class="welcome"><div class="sea">${await board()}</div>${words.join("\n")}</section></main>`;
}

/** Writes a file packed, whatever the server does. The name is none that servers unpack by themselves. */
const packed = (name, input) => put(name, "bin", execFileSync("zstd", ["--ultra", "-22", "--quiet", "--stdout"], { input, maxBuffer: 2 ** 26 }));
const engine = packed("engine", readFileSync("build/engine/hidden_decks_web_bg.wasm"));
const here = { "import.meta.url": "location.href" };
const thinker = await bundled("app/thinker.ts", { format: "iife", define: here });
// The first screen shows one puzzle, and loads only the file that it is in.
const puzzles = Object.fromEntries(readdirSync("puzzles").map((name) => {
  const [[game], lines] = [name.split("."), readFileSync(`puzzles/${name}`, "utf8").trim().split("\n")];
  const files = Array.from({ length: Math.ceil(lines.length / EACH) }, (_, part) => packed(`puzzles-${game}`, lines.slice(part * EACH, (part + 1) * EACH).join("\n")));
  return [game, { files, each: EACH, count: lines.length }];
}));
const page = { format: "esm", define: { ...here, ENGINE: JSON.stringify(engine), THINKER: JSON.stringify(thinker), PUZZLES: JSON.stringify(puzzles) } };
const script = await bundled("app/main.ts", page);
const [main, ...parts] = await divided("app/main.ts", page);
const style = await bundled("style.css");
const frame = readFileSync("index.html", "utf8");
/** A script in the page, and the source with which a policy allows it. */
const inline = (script) => [script.replaceAll("</script", "<\\/script"), `'sha256-${createHash("sha256").update(script.replaceAll("</script", "<\\/script")).digest("base64")}'`];

/** Replaces parts of the frame, all of which it must have. */
const filled = (parts) => parts.reduce((page, [place, content]) => {
  if (page.search(place) < 0) throw new Error(`index.html has no ${place}`);
  return page.replace(place, () => content);
}, frame);
const styled = ['<link rel="stylesheet" href="style.css">', `<style>${style}</style>`];
const [first, isAllowed] = inline(await bundled("app/first.ts", { format: "iife" }));
// What the first screen needs is in the page; the engine loads after it.
const early = [...parts.map((part) => `<link rel="modulepreload" href="${part}">`), `<link rel="preload" href="${engine}" as="fetch" crossorigin fetchpriority="low">`];
writeFileSync(`${out}/index.html`, filled([
  ["preview.jpg", `${process.env.SITE ?? ""}preview.jpg`], styled, ["script-src 'self'", `script-src 'self' ${isAllowed}`],
  ['<script type="module" src="main.js"></script>', [`<script>${first}</script>`, `<script type="module" src="${main}"></script>`, ...early].join("\n")],
  ["<p>Loading …</p>", await welcome()],
]));
for (const file of ["icon.svg", "icon-192.png", "icon-512.png", "manifest.webmanifest"]) cpSync(file, `${out}/${file}`);

// The service worker keeps exactly these files; another content is another version.
const files = readdirSync(out).sort();
const hash = createHash("sha256");
for (const file of files) hash.update(readFileSync(`${out}/${file}`));
writeFileSync(`${out}/service.js`, await bundled("app/service.ts", {
  format: "iife", define: { VERSION: JSON.stringify(hash.digest("hex").slice(0, 16)), FILES: JSON.stringify(["./", ...files]) },
}));
// Only sites that show links need the preview. They need its whole address, which SITE gives.
cpSync("preview.jpg", `${out}/preview.jpg`);
const size = readdirSync(out).reduce((sum, file) => sum + statSync(`${out}/${file}`).size, 0);
console.log(`${out}: ${(size / 1024).toFixed(0)} kB`);

/** Writes a page in one file, which may run no script but its own and load nothing, except for what it is allowed to. */
function putOne(file, script, held, scripts = "", others = "") {
  const [content, allowed] = inline(script);
  const policy = `default-src 'none'; script-src ${allowed}${scripts}; ${others}style-src 'unsafe-inline'; img-src data:; base-uri 'none'`;
  const parts = [
    [/<meta property="og:image".*\n/, ""],
    [/<link rel="apple-touch-icon".*\n<link rel="manifest".*\n/, ""],
    [/(?<=Content-Security-Policy" content=")[^"]*/, policy],
    ["icon.svg", `data:image/svg+xml;base64,${readFileSync("icon.svg", "base64")}`],
    styled,
    ['<script type="module" src="main.js"></script>\n', ""],
    ["</body>", `<!--record-->\n${held}<script type="module">${content}</script>\n</body>`],
  ];
  const page = filled(parts);
  // A file with another time would be compiled again.
  if (!existsSync(file) || readFileSync(file, "utf8") !== page) writeFileSync(file, page);
}
putOne(onePage, script, `<script type="text/plain" id="engine">${readFileSync(`${out}/${engine}`, "base64")}</script>\n`,
  " 'wasm-unsafe-eval' blob:", "worker-src blob:; connect-src data:; ");
const withoutEngine = {
  name: "without-engine",
  setup: ({ onResolve }) => onResolve({ filter: /hidden_decks_web\.js$/ }, () => ({ path: resolve("app/recorded.ts") })),
};
putOne(replay, await bundled("app/replay.ts", {
  format: "esm", define: { ...here, ENGINE: "null", THINKER: '""', PUZZLES: "{}" }, plugins: [withoutEngine],
}), "");
