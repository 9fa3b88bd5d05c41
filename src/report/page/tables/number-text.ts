/**
 * Numbers as shown in the page's tables: separated thousands, a decimal point, a true minus sign.
 */

const MOST_DIGITS = 6;

/** A formatter for `digits` decimals; when undefined, each number keeps the decimals it has. */
export function numberTexts(digits?: number): (value: number) => string {
  const format = new Intl.NumberFormat('en', {
    minimumFractionDigits: digits ?? 0,
    maximumFractionDigits: digits ?? MOST_DIGITS,
  });
  return value => format.format(value).replaceAll(',', '\u202f').replace('-', '−');
}
