// Bundles the page: node build.mjs OUT. The engine lies in build/engine.

import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { build } from "esbuild";

const out = process.argv[2] ?? "dist";
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
for (const file of ["index.html", "style.css", "icon.svg"]) cpSync(file, `${out}/${file}`);
cpSync("build/engine/hidden_decks_web_bg.wasm", `${out}/engine.wasm`);

const common = { bundle: true, minify: true, target: "es2022", legalComments: "none", logLevel: "warning" };
await build({ ...common, entryPoints: ["app/main.ts"], format: "esm", outfile: `${out}/main.js`, define: { "import.meta.url": "location.href" } });
await build({ ...common, entryPoints: ["app/thinker.ts"], format: "iife", outfile: `${out}/thinker.js`, define: { "import.meta.url": "location.href" } });

// The service worker keeps exactly these files; another content is another version.
const files = readdirSync(out).sort();
const hash = createHash("sha256");
for (const file of files) hash.update(readFileSync(`${out}/${file}`));
await build({
  ...common, entryPoints: ["app/service.ts"], format: "iife", outfile: `${out}/service.js`,
  define: { VERSION: JSON.stringify(hash.digest("hex").slice(0, 16)), FILES: JSON.stringify(["./", ...files]) },
});
const size = readdirSync(out).reduce((sum, file) => sum + statSync(`${out}/${file}`).size, 0);
console.log(`${out}: ${(size / 1024).toFixed(0)} kB`);
