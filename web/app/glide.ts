// Animation of moving ships and stones between two pictures of the board.

/** Whether the person does not want anything to move. */
export const isStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

export interface Token {
  element: SVGUseElement;
  like: string;
  x: number;
  y: number;
}

const MILLISECONDS = 500;

/** The seats' pieces in a picture, with the positions from their `translate` transforms. */
export function tokens(picture: SVGElement): Token[] {
  return [...picture.querySelectorAll("use")].flatMap((element): Token[] => {
    const [, x, y] = /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec(element.getAttribute("transform") ?? "") ?? [];
    return x === undefined || y === undefined ? [] : [{ element, like: element.getAttribute("href") ?? "", x: Number(x), y: Number(y) }];
  });
}

/** The kind and the place of a piece, as text. */
export const place = ({ like, x, y }: Token): string => `${like} ${x} ${y}`;

/** Animates each new piece from the nearest position where a piece of the same kind disappeared. */
export function glide(before: Token[], after: Token[]): void {
  if (isStill()) return;
  const [there, here] = [new Set(before.map(place)), new Set(after.map(place))];
  const gone = before.filter((token) => !here.has(place(token)));
  for (const token of after.filter((one) => !there.has(place(one)))) {
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
