// Numbers with the typographic minus sign.

export const signed = (value: number | string): string => String(value).replace("-", "−");
