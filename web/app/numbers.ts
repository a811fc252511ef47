// Numbers in the language of the page.

import { language } from "./texts";
import { signed } from "./texts/signed";

export const decimal = (value: number, decimals = 1, how: Intl.NumberFormatOptions = {}): string =>
  value.toLocaleString(language(), { minimumFractionDigits: decimals, maximumFractionDigits: decimals, ...how });

export const percent = (share: number, decimals = 0): string => decimal(share, decimals, { style: "percent" });

/** A change of a share, with its sign. */
export const signedPercent = (share: number, decimals = 0): string => signed(decimal(share, decimals, { style: "percent", signDisplay: "exceptZero" }));
