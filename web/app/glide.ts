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

/** The seats' pieces in a picture. */
export const tokens = (picture: SVGElement): Token[] => [...picture.querySelectorAll("use")].map((element) => {
  const { e: x = 0, f: y = 0 } = element.transform.baseVal[0]?.matrix ?? {};
  return { element, like: element.getAttribute("href") ?? "", x, y };
});

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
