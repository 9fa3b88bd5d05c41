/** The text of a decimal that a table stores as a whole number. */

/** @param scale - digits after the point. */
export function decimalText(value: bigint, scale: number): string {
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const cut = digits.length - scale;
  const point = scale === 0 ? '' : `.${digits.slice(cut)}`;
  return `${value < 0n ? '-' : ''}${digits.slice(0, cut)}${point}`;
}
