// Protection against double clicks: the second click would select what has just appeared under the pointer.

const CONTROLS = "button, .spot";
/** Two clicks within this time and distance are a double click, in milliseconds and pixels. */
const [QUICK, NEAR] = [300, 16];

/** Ignores the second click of a double click, unless it is on the control of the first one. Keys are not affected. */
export function ignoreDoubleClicks(): void {
  let before: { time: number; x: number; y: number; control: Element } | null = null;
  document.addEventListener("click", (event) => {
    const { detail, timeStamp: time, clientX: x, clientY: y, target } = event;
    const control = target instanceof Element ? target.closest(CONTROLS) : null;
    if (detail === 0 || control === null) return;
    const isSecond = before !== null && Math.hypot(x - before.x, y - before.y) < NEAR && (detail > 1 || time - before.time < QUICK);
    if (!isSecond || control === before?.control) before = { time, x, y, control };
    else {
      event.preventDefault();
      event.stopPropagation();
    }
  }, { capture: true });
}
