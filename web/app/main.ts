// Entry point of the page: header, screens, addresses, and drag and drop.

import { setModule } from "./brain";
import { engine, record as heldRecord } from "./bundle";
import { ignoreDoubleClicks } from "./clicks";
import { draw, make } from "./dom";
import { load } from "./engine";
import { read, unpack, type Deck, type Origin } from "./links";
import { PlayScreen, planned, type Kept } from "./play";
import { ReviewScreen, type View } from "./review";
import { records } from "./save";
import { paint, settings } from "./settings";
import { setupForm } from "./setup";
import { recall, recallObject, remember } from "./store";
import { language, texts } from "./texts";

const root = document.body;
const notice = make("p", { class: "notice", role: "alert" });

/** The current screen: how to close it, and how to show it again after a change of language. */
interface Shown {
  end: () => void;
  again: () => void;
}

let shown: Shown = { end: () => undefined, again: () => home() };

function complain(error: unknown): void {
  notice.textContent = `${texts().trouble}: ${texts().refused(error instanceof Error ? error.message : String(error))}`;
  notice.scrollIntoView({ block: "nearest" });
}

/** Runs an action, or shows its error and keeps the current screen. Returns whether it succeeded. */
function attempt(act: () => void): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (root.querySelector("main") === null) home();
    complain(error);
    return false;
  }
}

/** Replaces the current screen, below the header of the page. */
function showScreen(next: Shown, ...screen: Node[]): void {
  shown.end();
  shown = next;
  notice.textContent = "";
  root.replaceChildren(head(), notice, ...screen);
  scrollTo(0, 0);
}

/** The island tile of the page's icon. */
const emblem = (): SVGSVGElement => draw("svg", { viewBox: "0 0 32 32", width: 28, height: 28, "aria-hidden": "true" },
  draw("path", { d: "M9 4h14l7 12-7 12H9L2 16z", fill: "#cfe8f3", stroke: "#00507f", "stroke-width": 2 }),
  draw("circle", { cx: 16, cy: 16, r: 6.5, fill: "#b5d6a0", stroke: "#c9a227", "stroke-width": 2 }));

function head(): HTMLElement {
  return make("header", {}, make("h1", {}, emblem(), texts().title),
    settings(() => {
      document.documentElement.lang = language();
      const { again } = shown;
      again();
    }));
}

/** Shows a game to play; `from` is the review that it branches off. */
function play(kept: Kept, from: View | null = null): boolean {
  return attempt(() => {
    const screen: PlayScreen = new PlayScreen(kept, {
      leave: () => (from === null ? home() : review(from)),
      review: (line) => review({ line, step: 0, origin: null }),
    });
    showScreen({ end: () => screen.end(), again: () => play(screen.now, from) }, screen.element);
  });
}

function review({ line, step, origin }: View): boolean {
  return attempt(() => {
    const screen: ReviewScreen = new ReviewScreen(line, step, origin, { leave: () => home(), play });
    showScreen({ end: () => screen.end(), again: () => review(screen.view) }, screen.element);
  });
}

async function open(file: Blob): Promise<void> {
  try {
    choose(await records(file));
  } catch (error) {
    complain(error);
  }
}

/** Reviews the only game of a file, or asks for its number. */
function choose(lines: string[]): void {
  const view = (line = ""): boolean => review({ line, step: 0, origin: null });
  if (lines.length === 1) return void view(lines[0]);
  const number = make("input", { type: "number", name: "line", min: "1", max: String(lines.length), value: "1", required: true });
  const submit = (event: Event): void => {
    event.preventDefault();
    view(lines[Number(number.value) - 1]);
  };
  showScreen({ end: () => undefined, again: () => choose(lines) }, make("main", { class: "home" }, make("form", { class: "setup", submit },
    make("label", {}, make("span", {}, texts().whichGame(lines.length)), number),
    make("button", { type: "submit", class: "main" }, texts().openRecord),
    make("button", { type: "button", class: "leave", click: () => home() }, texts().leave))));
}

function home(deck: Deck | null = null): void {
  history.replaceState(null, "", location.pathname + location.search);
  const file = make("input", { type: "file", accept: ".jsonl,.zst", change: () => {
    const chosen = file.files?.[0];
    if (chosen) void open(chosen);
  } });
  const [kept, branch, last] = [recallObject<Kept>("game"), recallObject<Kept>("branch"), recall("last")];
  const goOn = (words: string, name: string, act: () => void): HTMLElement => make("button", { type: "button", class: name, click: act }, words);
  showScreen({ end: () => undefined, again: () => home(deck) }, make("main", { class: "home" },
    make("p", { class: "lead" }, texts().lead),
    kept === null && branch === null && last === null ? null : make("p", { class: "acts again" },
      kept === null ? null : goOn(texts().resume, "main resume", () => resume(kept)),
      branch === null ? null : goOn(texts().resumeBranch, "resume-branch", () => resume(branch)),
      last === null ? null : goOn(texts().lastGame, "look-last", () => review({ line: last, step: 0, origin: null }))),
    setupForm(deck, (plan) => play(planned(plan))),
    make("section", { class: "setup" }, make("h2", {}, texts().openRecord),
      make("label", {}, make("span", {}, texts().openRecordHelp), file))));
}

/** Resumes a stored game. Deletes it if it is damaged, so that it is not offered again. */
function resume(kept: Kept): void {
  if (!play(kept)) remember(kept.source?.record === undefined ? "game" : "branch", null);
}

/** Loads the record that an address refers to. */
async function fetched(origin: Origin): Promise<string> {
  if ("packed" in origin) {
    return unpack(origin.packed).catch(() => { throw new Error(texts().damagedLink); });
  }
  const address = new URL(origin.record, location.href);
  if (address.origin !== location.origin) throw new Error(texts().otherSite);
  const response = await fetch(address);
  if (!response.ok) throw new Error(texts().noFile(origin.record));
  const lines = await records(await response.blob());
  const line = lines[origin.line - 1];
  if (line === undefined) throw new Error(texts().noLine(origin.line, lines.length));
  return line;
}

/** Shows the embedded record, or the record or deck in the address. */
async function follow(): Promise<void> {
  const { origin, deck, step } = read(location.hash);
  const held = heldRecord();
  try {
    if (held !== null) review({ line: held.line, step: step ?? held.step, origin: null });
    else if (origin === null) home(deck);
    else review({ line: await fetched(origin), step: step ?? 0, origin });
  } catch (error) {
    if (root.querySelector("main") === null) home();
    complain(error);
  }
}

async function begin(): Promise<void> {
  paint();
  ignoreDoubleClicks();
  document.documentElement.lang = language();
  const bytes = await engine();
  setModule(bytes);
  await load(bytes);
  await follow();
  addEventListener("hashchange", () => void follow());
  root.addEventListener("dragover", (event) => event.preventDefault());
  root.addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) void open(file);
  });
  if ("serviceWorker" in navigator && location.protocol.startsWith("http")) void navigator.serviceWorker.register("service.js").catch(() => undefined);
}

void begin().catch(complain);
