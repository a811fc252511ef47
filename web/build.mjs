// Bundles the page: node build.mjs OUT PAGE. The engine lies in build/engine. PAGE is all of it in one file, for
// `tournament show --html --page`.

import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const [out = "dist", onePage = "build/page.html"] = process.argv.slice(2);
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
for (const file of ["index.html", "icon.svg"]) cpSync(file, `${out}/${file}`);
// Packed, whatever the server does. The name is none that servers unpack by themselves.
writeFileSync(`${out}/engine.bin`, gzipSync(readFileSync("build/engine/hidden_decks_web_bg.wasm"), { level: 9 }));

const common = { bundle: true, minify: true, target: "es2022", legalComments: "none", logLevel: "warning" };
await build({ ...common, entryPoints: ["app/main.ts"], format: "esm", outfile: `${out}/main.js`, define: { "import.meta.url": "location.href" } });
await build({ ...common, entryPoints: ["style.css"], outfile: `${out}/style.css` });
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

// One file may run no script but its own, and load nothing.
const read = (file) => readFileSync(`${out}/${file}`, "utf8");
const script = read("main.js").replaceAll("</script", "<\\/script");
const allowed = `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
const policy = `default-src 'none'; script-src ${allowed} 'wasm-unsafe-eval' blob:; worker-src blob:; `
  + "connect-src data:; style-src 'unsafe-inline'; img-src data:; base-uri 'none'";
const icon = `data:image/svg+xml;base64,${Buffer.from(read("icon.svg")).toString("base64")}`;
const held = (id, text) => `<script type="text/plain" id="${id}">${text}</script>\n`;
const parts = [
  [/(?<=Content-Security-Policy" content=")[^"]*/, policy],
  ["icon.svg", icon],
  ['<link rel="stylesheet" href="style.css">', `<style>${read("style.css")}</style>`],
  ['<script type="module" src="main.js"></script>\n', ""],
  ["</body>", "<!--record-->\n" + held("thinker", read("thinker.js").replaceAll("</script", "<\\/script"))
    + held("engine", readFileSync(`${out}/engine.bin`).toString("base64")) + `<script type="module">${script}</script>\n</body>`],
];
let page = read("index.html");
for (const [place, content] of parts) {
  if (page.search(place) < 0) throw new Error(`index.html has no ${place}`);
  page = page.replace(place, () => content);
}
writeFileSync(onePage, page);
