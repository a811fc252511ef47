// Entry point of the page: header, screens, addresses, and drag and drop.

import { setModule } from "./brain";
import { engine, record as heldRecord } from "./bundle";
import { ignoreDoubleClicks } from "./clicks";
import { make } from "./dom";
import { load as loadModule } from "./engine";
import type { GameName } from "./engine-keys";
import { fileList } from "./file-list";
import { header } from "./header";
import { claim, freshKey, gameOnScreen, type Kept } from "./kept";
import { lesson } from "./lesson";
import { read, toStep, type Deck, type Origin } from "./links";
import { PlayScreen, type Playing } from "./play";
import { paint } from "./preferences";
import { ReviewScreen, type View } from "./review";
import type { Source } from "./protocol";
import { firstGame, grant, home as homeScreen, type Wishes } from "./home";
import { puzzles, puzzleScreen } from "./puzzle-screen";
import type { Puzzle } from "./puzzles";
import { retryScreen, type Mistakes } from "./retry";
import { enter, here, onMove, type Again, type Place, type Shown } from "./router";
import { records } from "./save";
import { unpacked } from "./share";
import { recallObject, remember } from "./store";
import { language, texts } from "./texts";

const root = document.body;
const notice = make("p", { class: "notice", role: "alert" });
root.querySelector("main")?.before(notice);

let open: Shown | null = null;
/** The game that this tab has claimed, and how to release it. */
let claimed: { key: string; release: () => void } | null = null;

function complain(error: unknown): void {
  notice.textContent = `${texts().trouble}: ${texts().refused(error instanceof Error ? error : new Error(String(error)))}`;
  notice.scrollIntoView({ block: "nearest" });
}

/** Runs an action, or shows its error and keeps the current screen. Returns whether it succeeded. */
function attempt(act: () => void): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (open === null) home();
    complain(error);
    return false;
  }
}

/** Replaces the current screen, below the header of the page, and enters the new one into the history. */
function showScreen(next: Shown, address: string, place: Place, ...screen: Node[]): void {
  const left = open?.end();
  open = next;
  remember("open", next.key ?? null, "sessionStorage");
  if (claimed !== null && claimed.key !== next.key) {
    claimed.release();
    claimed = null;
  }
  enter(left, address, place);
  notice.textContent = "";
  document.title = next.title === undefined ? texts().title : `${next.title} – ${texts().title}`;
  root.replaceChildren(header(() => open?.retell(here())), notice, ...screen);
  scrollTo(0, 0);
}

/** The address of screens that no link leads to. */
const plain = (): string => location.pathname + location.search;

/** Shows a screen, or why it cannot be made; `again` returns how to show the screen as it is then. Returns whether it is shown. */
function present<S extends { element: HTMLElement; title: string; end: () => void }>(made: () => S, again: (screen: S) => Again, address: string, place: Place): boolean {
  return attempt(() => {
    const screen = made();
    const end = (): Again => {
      screen.end();
      return again(screen);
    };
    showScreen({ title: screen.title, end, retell: (place) => again(screen)(place) }, address, place, screen.element);
  });
}

/** Shows a game to play, stored under a key; `from` is the review that it branches off. */
function play(key: string, state: Playing, from: View | null, place: Place): boolean {
  return attempt(() => {
    const screen: PlayScreen = new PlayScreen(key, state, {
      leave: () => (from === null ? home() : review(from)),
      review: (view) => review(view),
      again: (kept) => begin(kept),
    });
    const end = (): Again => {
      const { now } = screen;
      screen.end();
      return resuming(key, { ...now, holder: null }, from);
    };
    showScreen({ key, title: screen.title, end, retell: (place) => play(key, screen.now, from, place) }, plain(), place, screen.element);
  });
}

// The functions that show a screen again are made outside of it, because a function keeps everything that was in sight where it was made.

const resuming = (key: string, kept: Playing, from: View | null): Again => (place) => void resume(key, recallObject<Kept>(key) ?? kept, from, place);
const reviewing = (view: View): Again => (place) => review(view, place);
const retrying = (mistakes: Mistakes, from: View): Again => (place) => retry(mistakes, from, place);
const puzzling = (game: GameName, all: Puzzle[], daysAgo: number): Again => (place) => puzzle(game, all, daysAgo, place);

/** Resumes a stored game, unless another tab has it open. Deletes it if it is damaged, so that it is not offered again. */
async function resume(key: string, kept: Kept, from: View | null = null, place: Place = null): Promise<void> {
  const release = claimed?.key === key ? claimed.release : await claim(key);
  if (release === null) {
    if (place !== null || open === null) home(null, place);
    return complain(new Error(texts().openElsewhere));
  }
  if (!play(key, kept, from, place)) {
    remember(key, null);
    return release();
  }
  claimed = { key, release };
}

/** Starts a game or a variation. */
function begin(kept: Kept, from: View | null = null): void {
  void resume(freshKey(from !== null), kept, from);
}

const review = (view: View, place: Place = null): boolean => present(
  () => new ReviewScreen(view, { leave: () => home(), play: begin, retry: (mistakes, from) => retry(mistakes, from) }),
  (screen) => reviewing(screen.view), toStep(view.origin, view.step, view.seat ?? null), place);

const retry = (mistakes: Mistakes, from: View, place: Place = null): boolean => present(
  () => retryScreen(mistakes, () => review(from)), ({ at }) => retrying({ ...mistakes, at }, from), plain(), place);

/** Shows the puzzle of the day, or of so many days ago. */
const puzzle = (game: GameName, all: Puzzle[], daysAgo: number, place: Place = null): boolean => present(
  () => puzzleScreen(game, all, daysAgo, () => home()), ({ at }) => puzzling(game, all, at), plain(), place);

/** Loads the puzzles of a game, and shows the one of today unless the person has left the screen in the meantime. */
function puzzleOfToday(game: GameName): void {
  const screen = open;
  puzzles(game).then((all) => open === screen && puzzle(game, all, 0)).catch(complain);
}

const openFile = (file: Blob): Promise<void> => records(file).then((lines) => choose(lines)).catch(complain);

/** Reviews the only game of a file, or lists its games. */
function choose(lines: string[], place: Place = null): void {
  const view = (of: string): boolean => review({ of, step: 0, origin: null });
  const [only, ...others] = lines;
  if (only !== undefined && others.length === 0) view(only);
  else {
    const again: Again = (place) => choose(lines, place);
    showScreen({ end: () => again, retell: again, title: texts().openRecord }, plain(), place, fileList(lines, view, () => home()));
  }
}

/** Starts what a button of the first screen is for. */
const wishes: Wishes = {
  play: (game) => begin(firstGame(game)),
  learn: (game) => begin(lesson(game) ?? firstGame(game)),
  puzzle: puzzleOfToday,
};

function home(deck: Deck | null = null, place: Place = null): void {
  const again: Again = (place) => home(deck, place);
  showScreen({ end: () => again, retell: again }, plain(), place, homeScreen(deck, wishes, {
    begin, resume: (key, kept) => void resume(key, kept), open: (file) => void openFile(file), review,
  }));
}

/** Loads the record that an address refers to. */
async function fetched(origin: Origin): Promise<string | Source> {
  if ("packed" in origin) {
    return unpacked(origin.packed).catch(() => { throw new Error(texts().damagedLink); });
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
async function follow(place: Place): Promise<void> {
  const { origin, deck, step, seat } = read(location.hash);
  const held = heldRecord();
  try {
    if (held !== null) review({ of: held.line, step: step ?? held.step, origin: null, seat }, place);
    else if (origin === null) home(deck, place);
    else review({ of: await fetched(origin), step: step ?? 0, origin, seat }, place);
  } catch (error) {
    if (open === null) home(null, place);
    complain(error);
  }
}

async function load(): Promise<void> {
  paint();
  ignoreDoubleClicks();
  document.documentElement.lang = language();
  const bytes = await engine();
  setModule(bytes);
  await loadModule(bytes);
  const key = gameOnScreen();
  const kept = key === null ? null : recallObject<Kept>(key);
  // After a reload, the game on the screen goes on.
  await (key === null || kept === null ? follow(null) : resume(key, kept));
  const { dataset: { wish }, classList } = document.documentElement;
  classList.add("ready");
  // The person has not waited for the engine.
  if (wish !== undefined) grant(wish, wishes);
  onMove((place) => void follow(place));
  root.addEventListener("dragover", (event) => event.preventDefault());
  root.addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) void openFile(file);
  });
  if ("serviceWorker" in navigator && location.protocol.startsWith("http")) void navigator.serviceWorker.register("service.js").catch(() => undefined);
}

void load().catch(complain);
