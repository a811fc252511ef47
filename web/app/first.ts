// Runs before the page is drawn: sets language and appearance, and remembers a click on the first screen until the page can carry it out.

import { gameOnScreen } from "./kept";
import { paint, preferred } from "./preferences";

const root = document.documentElement;
root.lang = preferred();
paint();
// Other screens than the first one wait for the engine.
root.classList.toggle("elsewhere", gameOnScreen() !== null || /[#&](?:record|packed)=/.test(location.hash));
root.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>("[data-wish]") : null;
  if (button?.dataset.wish === undefined || root.classList.contains("ready")) return;
  root.dataset.wish = button.dataset.wish;
  for (const other of document.querySelectorAll("[data-wish]")) other.setAttribute("aria-busy", String(other === button));
});
