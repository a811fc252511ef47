// Numbers in the language of the page.

import { language } from "./texts";

export const percent = (share: number, decimals = 0): string => share.toLocaleString(language(), {
  style: "percent", minimumFractionDigits: decimals, maximumFractionDigits: decimals,
});

/** A change of a share, with its sign. */
export const signedPercent = (share: number, decimals = 0): string => share.toLocaleString(language(), {
  style: "percent", minimumFractionDigits: decimals, maximumFractionDigits: decimals, signDisplay: "exceptZero",
});

export const decimal = (value: number, decimals = 1): string => value.toLocaleString(language(), {
  minimumFractionDigits: decimals, maximumFractionDigits: decimals,
});
