// The page: its frame, its screens, and what comes in by drag and drop.

import { setModule } from "./brain";
import { engine, record as heldRecord } from "./bundle";
import { make } from "./dom";
import { load } from "./engine";
import { PlayScreen, planned, type Kept } from "./play";
import { ReviewScreen } from "./review";
import { records } from "./save";
import { setupForm } from "./setup";
import { recall, remember } from "./store";
import { LANGUAGES, language, speak, texts } from "./texts";

const root = document.body;
const notice = make("p", { class: "notice", role: "alert" });

function complain(error: unknown): void {
  notice.textContent = `${texts().trouble}: ${error instanceof Error ? error.message : String(error)}`;
}

/** Shows a screen, with the head of the page above. */
function showScreen(...screen: Node[]): void {
  notice.textContent = "";
  root.replaceChildren(head(), notice, ...screen);
}

function head(): HTMLElement {
  const tongue = make("select", { "aria-label": texts().languageLabel, change: (event) => {
    speak((event.target as HTMLSelectElement).value);
    document.documentElement.lang = language();
    home();
  } }, ...Object.entries(LANGUAGES).map(([key, { language: name }]) => make("option", { value: key, selected: key === language() }, name)));
  const looks: [string, string][] = [["", texts().system], ["light", texts().light], ["dark", texts().dark]];
  const look = make("select", { "aria-label": texts().appearance, change: (event) => {
    remember("look", (event.target as HTMLSelectElement).value);
    paint();
  } }, ...looks.map(([key, name]) => make("option", { value: key, selected: key === (recall("look") ?? "") }, name)));
  return make("header", {}, make("h1", {}, texts().title), tongue, look);
}

function paint(): void {
  document.documentElement.dataset.look = recall("look") ?? "";
}

function play(kept: Kept): void {
  try {
    showScreen(new PlayScreen(kept, home, (record) => review(record, 0)).element);
  } catch (error) {
    complain(error);
  }
}

function review(line: string, step: number): void {
  try {
    showScreen(new ReviewScreen(line, step, home, play).element);
  } catch (error) {
    complain(error);
  }
}

async function open(file: Blob): Promise<void> {
  try {
    const lines = await records(file);
    if (lines.length === 1) return review(lines[0] ?? "", 0);
    const number = make("input", { type: "number", min: "1", max: String(lines.length), value: "1" });
    const go = (event: Event): void => {
      event.preventDefault();
      review(lines[Number(number.value) - 1] ?? "", 0);
    };
    showScreen(make("main", {}, make("form", { class: "setup", submit: go },
      make("label", {}, make("span", {}, texts().whichGame(lines.length)), number),
      make("button", { type: "submit", class: "main" }, texts().openRecord))));
  } catch (error) {
    complain(error);
  }
}

function home(): void {
  history.replaceState(null, "", location.pathname);
  const kept = JSON.parse(recall("game") ?? "null") as Kept | null;
  const file = make("input", { type: "file", accept: ".jsonl,.zst", change: (event) => {
    const chosen = (event.target as HTMLInputElement).files?.[0];
    if (chosen) void open(chosen);
  } });
  showScreen(make("main", { class: "home" },
    make("p", { class: "lead" }, texts().lead),
    kept === null ? null : make("p", {}, make("button", { type: "button", class: "main resume", click: () => play(kept) }, texts().resume)),
    setupForm((plan) => play(planned(plan))),
    make("section", { class: "setup" }, make("h2", {}, texts().openRecord),
      make("label", {}, make("span", {}, texts().openRecordHelp), file))));
}

/** Shows the record in the page, or follows the address: `#record=` with a file beside the page, and `#step=`. */
async function follow(): Promise<boolean> {
  const parts = new URLSearchParams(location.hash.slice(1));
  const held = heldRecord();
  if (held !== null) {
    review(held.line, Number(parts.get("step") ?? held.step));
    return true;
  }
  const record = parts.get("record");
  if (record === null) return false;
  const address = new URL(record, location.href);
  if (address.origin !== location.origin) throw new Error("#record= names a file beside this page only");
  const response = await fetch(address);
  if (!response.ok) throw new Error(`there is no file ${record}`);
  const lines = await records(await response.blob());
  review(lines[Number(parts.get("line") ?? 1) - 1] ?? "", Number(parts.get("step") ?? 0));
  return true;
}

async function begin(): Promise<void> {
  paint();
  document.documentElement.lang = language();
  const bytes = await engine();
  setModule(bytes);
  await load(bytes);
  if (!(await follow().catch((error: unknown) => { home(); complain(error); return true; }))) home();
  root.addEventListener("dragover", (event) => event.preventDefault());
  root.addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) void open(file);
  });
  if ("serviceWorker" in navigator && location.protocol.startsWith("http")) void navigator.serviceWorker.register("service.js").catch(() => undefined);
}

void begin().catch(complain);
