// Bundles the page: node build.mjs OUT PAGE REPLAY. The engine lies in build/engine. PAGE is all of it in one file, for
// `tournament show --html --page`, and REPLAY shows one game without the engine, for `tournament show --html`.

import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const [out = "dist", onePage = "build/page.html", replay = "../tournament/src/render/replay.html"] = process.argv.slice(2);
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

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

/** Writes a file packed, whatever the server does. The name is none that servers unpack by themselves. */
const packed = (name, file) => put(name, "bin", gzipSync(readFileSync(file), { level: 9 }));
const engine = packed("engine", "build/engine/hidden_decks_web_bg.wasm");
const here = { "import.meta.url": "location.href" };
const thinker = await bundled("app/thinker.ts", { format: "iife", define: here });
const puzzles = Object.fromEntries(readdirSync("puzzles").map((file) => {
  const [game] = file.split(".");
  return [game, packed(`puzzles-${game}`, `puzzles/${file}`)];
}));
const script = await bundled("app/main.ts", {
  format: "esm", define: { ...here, ENGINE: JSON.stringify(engine), THINKER: JSON.stringify(thinker), PUZZLES: JSON.stringify(puzzles) },
});
const style = await bundled("style.css");
const frame = readFileSync("index.html", "utf8");
const linked = frame.replace("preview.jpg", `${process.env.SITE ?? ""}preview.jpg`);
// The engine loads beside the script.
const early = `<link rel="preload" href="${engine}" as="fetch" crossorigin>\n<script`;
writeFileSync(`${out}/index.html`, linked.replace("<script", early).replace("style.css", put("style", "css", style)).replace("main.js", put("main", "js", script)));
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
  const inline = script.replaceAll("</script", "<\\/script");
  const allowed = `'sha256-${createHash("sha256").update(inline).digest("base64")}'`;
  const policy = `default-src 'none'; script-src ${allowed}${scripts}; ${others}style-src 'unsafe-inline'; img-src data:; base-uri 'none'`;
  const parts = [
    [/<meta property="og:image".*\n/, ""],
    [/<link rel="apple-touch-icon".*\n<link rel="manifest".*\n/, ""],
    [/(?<=Content-Security-Policy" content=")[^"]*/, policy],
    ["icon.svg", `data:image/svg+xml;base64,${readFileSync("icon.svg", "base64")}`],
    ['<link rel="stylesheet" href="style.css">', `<style>${style}</style>`],
    ['<script type="module" src="main.js"></script>\n', ""],
    ["</body>", `<!--record-->\n${held}<script type="module">${inline}</script>\n</body>`],
  ];
  let page = frame;
  for (const [place, content] of parts) {
    if (page.search(place) < 0) throw new Error(`index.html has no ${place}`);
    page = page.replace(place, () => content);
  }
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
