// Entry point of the page that replays one game without an engine; `tournament show --html` embeds the game.

import { record } from "./bundle";
import { header } from "./header";
import { read } from "./links";
import { line } from "./recorded";
import { ReviewScreen, type View } from "./review";
import { paint } from "./preferences";
import { language, texts } from "./texts";

let open: ReviewScreen | null = null;

function show(view: View): void {
  open?.end();
  const screen: ReviewScreen = new ReviewScreen(view, null);
  open = screen;
  document.title = `${screen.title} – ${texts().title}`;
  document.body.replaceChildren(header(() => show(screen.view)), screen.element);
}

paint();
document.documentElement.lang = language();
show({ of: line, step: read(location.hash).step ?? record()?.step ?? 0, origin: null });
addEventListener("hashchange", () => open?.steps.go(read(location.hash).step ?? 0));
