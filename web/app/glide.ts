// Ships and stones that move: each goes from where one like it was to where it is now.

export interface Token {
  element: SVGUseElement;
  like: string;
  x: number;
  y: number;
}

const MILLISECONDS = 500;

/** The pieces of seats in a picture of the engine, which puts each in its place by a translation. */
export function tokens(picture: SVGElement): Token[] {
  return [...picture.querySelectorAll("use")].flatMap((element): Token[] => {
    const [, x, y] = /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec(element.getAttribute("transform") ?? "") ?? [];
    return x === undefined || y === undefined ? [] : [{ element, like: element.getAttribute("href") ?? "", x: Number(x), y: Number(y) }];
  });
}

/** Lets what appeared come from the nearest place where something like it went away. */
export function glide(before: Token[], after: Token[]): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const key = ({ like, x, y }: Token): string => `${like} ${x} ${y}`;
  const [there, here] = [new Set(before.map(key)), new Set(after.map(key))];
  const gone = before.filter((token) => !here.has(key(token)));
  for (const token of after.filter((one) => !there.has(key(one)))) {
    const far = (from: Token): number => Math.hypot(from.x - token.x, from.y - token.y);
    const from = gone.filter(({ like }) => like === token.like).sort((one, other) => far(one) - far(other))[0];
    if (from === undefined) continue;
    gone.splice(gone.indexOf(from), 1);
    token.element.closest(".new")?.classList.remove("new");
    token.element.animate(
      [{ translate: `${from.x - token.x}px ${from.y - token.y}px` }, { translate: "0 0" }],
      { duration: MILLISECONDS, easing: "ease-in-out" },
    );
  }
}
