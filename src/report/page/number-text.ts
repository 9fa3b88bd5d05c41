/**
 * Numbers as the tables of the page tell them: thousands apart, a decimal point, a true minus.
 */

const MOST_DIGITS = 6;

/** How numbers of `digits` decimals are told; of as many as they have when it is undefined. */
export function numberTexts(digits?: number): (value: number) => string {
  const format = new Intl.NumberFormat('en', {
    minimumFractionDigits: digits ?? 0,
    maximumFractionDigits: digits ?? MOST_DIGITS,
  });
  return value => format.format(value).replaceAll(',', '\u202f').replace('-', '−');
}
