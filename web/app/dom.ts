// Helpers that create elements. Text from outside becomes text nodes, never HTML.

type Child = Node | string | null | undefined | false;

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | boolean | ((event: Event) => void)> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (typeof value === "boolean") element.toggleAttribute(key, value);
    else element.setAttribute(key, value);
  }
  element.append(...children.filter((child): child is Node | string => Boolean(child) || child === ""));
  return element;
}

/** A choice of one of several values, with its label. */
export function choice(label: string, options: [value: string, words: string][], chosen: string, choose: (value: string) => void, name = ""): HTMLElement {
  const select = make("select", { name, change: () => choose(select.value) },
    ...options.map(([value, words]) => make("option", { value, selected: value === chosen }, words)));
  return make("label", {}, make("span", {}, label), select);
}

const SVG = "http://www.w3.org/2000/svg";

export function draw<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | number>,
  ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** The attributes of a picture that says something, or only decorates. */
export const meaning = (words?: string): Record<string, string> => (words === undefined ? { "aria-hidden": "true" } : { role: "img", "aria-label": words });

/** Draws a seat's token: its shape and letter in its colour. */
export function token(letter: string): SVGSVGElement {
  const use = draw("use", { href: `#seat-${letter}` });
  return draw("svg", { viewBox: "-13 -13 26 26", class: "token", "aria-hidden": "true" }, use);
}

/** Shapes of the icons, which no font needs to have. */
const ICONS = {
  first: "M4 4h2.5v12H4zM16 4v12l-8.5-6z", last: "M13.5 4H16v12h-2.5zM4 4v12l8.5-6z",
  back: "M13 3l-7 7 7 7 1.6-1.6L9.2 10l5.4-5.4z", forward: "M7 3l7 7-7 7-1.6-1.6L10.8 10 5.4 4.6z",
  play: "M5 3v14l12-7z", pause: "M5 4h3.5v12H5zM11.5 4H15v12h-3.5z", whole: "M3 3h6v2H5v4H3zM11 3h6v6h-2V5h-4zM3 11h2v4h4v2H3zM15 11h2v6h-6v-2h4z",
  sound: "M2 7h4l5-4.5v15L6 13H2zM13 6.2c2.6 1.6 2.6 6 0 7.6v-2c1-1 1-2.6 0-3.6zM13 2.5c7 2.5 7 12.5 0 15v-1.9c4.7-2.2 4.7-9 0-11.2z",
  settings: "M3 4.5h14v2H3zM3 9h14v2H3zM3 13.5h14v2H3zM6 3h3v5H6zM11 7.5h3v5h-3zM6 12h3v5H6z",
};

export const icon = (name: keyof typeof ICONS): SVGSVGElement =>
  draw("svg", { viewBox: "0 0 20 20", class: "icon", "aria-hidden": "true" }, draw("path", { d: ICONS[name] }));

/** Key that identifies an element after the screen is rebuilt. */
const mark = (element: Element): string =>
  [element.tagName, element.className, element.getAttribute("aria-label"), element.getAttribute("name")].join("|");

/** Returns a function that replaces the content of a panel when its screen has been drawn anew, and gives the focus back: to the same
 * control, to the board if it was there, else to the first move. */
export function keepFocus(screen: HTMLElement, panel: HTMLElement): (parts: (Node | null)[]) => void {
  const focused = screen.contains(document.activeElement) ? document.activeElement : null;
  const onBoard = focused?.matches(".spot") === true;
  return (parts) => {
    panel.replaceChildren(...parts.filter((part): part is Node => part !== null));
    if (focused === null || (document.activeElement !== panel && screen.contains(document.activeElement))) return;
    const controls = [...panel.querySelectorAll<HTMLElement>("button:not(:disabled), input, select, [tabindex]")];
    const same = onBoard ? screen.querySelector<SVGElement>(".spot") : controls.find((control) => mark(control) === mark(focused));
    (same ?? panel.querySelector<HTMLElement>("button.main, .moves button") ?? panel).focus({ preventScroll: true });
  };
}

/** Scrolls a list, but not the page, so that an entry is in sight. */
export function reveal(entry: HTMLElement | null): void {
  const list = entry?.closest("ul");
  if (entry && list) list.scrollTop += entry.getBoundingClientRect().top - list.getBoundingClientRect().top;
}

/** A collapsible section that stays open or closed when its content is replaced. */
export interface Fold {
  element: HTMLDetailsElement;
  fill: (...content: Child[]) => void;
}

export function fold(title: string, isOpen = true, ...first: Child[]): Fold {
  const content = make("div", { class: "content" }, ...first);
  const element = make("details", { open: isOpen }, make("summary", {}, title), content);
  return { element, fill: (...parts) => content.replaceChildren(...parts.filter((part): part is Node | string => Boolean(part))) };
}
