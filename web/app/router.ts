// The screens of the page as entries of the browser's history, so that Back and Forward lead from screen to screen.

/** Shows a screen again at its place in the history. It holds what the screen showed, but not the screen with its elements. */
export type Again = (place: Place) => void;

/** A screen: how to close it, which returns how to show it again. */
export interface Shown {
  end: () => Again;
  /** Title in the browser's list of tabs; that of the page if missing. */
  title?: string;
  /** Shows it again in another language, with everything that was selected. */
  retell: Again;
  /** The stored game that it has open. */
  key?: string;
}

/** A place in the history to show a screen at; null for a new one after the current one. */
export type Place = number | null;

/** The screens left so far, by place; the state of each entry of the history is its place. */
const visited: (Again | undefined)[] = [];
let current = typeof history.state === "number" ? history.state : 0;
/** Whether the page has shown a screen, which makes the next one a new entry. */
let isFirst = true;

export const here = (): number => current;

/** Enters a screen into the history, after the one on the screen, if there is one. */
export function enter(before: Again | undefined, address: string, place: Place): void {
  visited[current] = before;
  const isNew = place === null && !isFirst;
  isFirst = false;
  current = isNew ? current + 1 : place ?? current;
  if (isNew) visited.length = current;
  if (isNew) history.pushState(current, "", address);
  else history.replaceState(current, "", address);
}

/** Changes the address of the current screen. */
export const readdress = (address: string): void => history.replaceState(history.state, "", address);

/** Shows the screen of this visit that the person goes to, and calls `follow` with the place of any other address. */
export function onMove(follow: (place: number) => void): void {
  addEventListener("popstate", (event) => {
    const { state } = event as PopStateEvent;
    // A link to another part of the page has made a new entry.
    const place = typeof state === "number" ? state : current + 1;
    if (typeof state !== "number") visited.length = place;
    const to = visited[place];
    if (to === undefined) follow(place);
    else to(place);
  });
}
