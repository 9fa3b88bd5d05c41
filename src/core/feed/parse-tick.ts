/**
 * Rules of one tick row: text in, integers out, or the rule that the text breaks. Pure; knows no
 * file. Source: design section 4; bad inputs F11.
 */

const DIGITS = /^\d+$/;
const LONGEST_NUMBER = 24;
const MAXIMUM_POINTS = 2_147_483_647;
const MAXIMUM_VOLUME = 9_007_199_254_740_991;

/** A rule that a row breaks; the reader adds the place. */
export class RowFault extends Error {
  override readonly name = 'RowFault';
  readonly field: string;
  readonly rule: string;

  constructor(field: string, rule: string) {
    super(`${field}: ${rule}`);
    this.field = field;
    this.rule = rule;
  }
}

/**
 * Points of a decimal price. @param snap - rounds digits beyond the precision (sources that print
 * float noise) instead of refusing them.
 * @throws RowFault unless the text is a plain positive decimal that fits.
 */
export function parsePrice(text: string, precision: number, field: string, snap = false): number {
  const points = parseDecimal(text, precision, field, snap);
  if (points === 0) throw new RowFault(field, `must be above zero, was ${text}`);
  if (points > MAXIMUM_POINTS) throw new RowFault(field, `is too large, was ${text}`);
  return points;
}

/** Units of a volume: a plain decimal times `scale` (1 for units, 1000000 for millions). */
export function parseVolume(text: string, scale: 1 | 1_000_000, field: string): number {
  const volume = parseDecimal(text, scale === 1 ? 0 : 6, field, true);
  if (volume > MAXIMUM_VOLUME) throw new RowFault(field, `is too large, was ${text}`);
  return volume;
}

/** Refuses a crossed quote; equal prices are a market without a spread. */
export function checkSpread(bid: number, ask: number, bidText: string, askText: string): void {
  if (bid > ask) throw new RowFault('bid', `must not be above ask, was ${bidText} over ${askText}`);
}

/** An unsigned decimal as an integer of 10^-digits; no exponent, sign, blank or separator. */
function parseDecimal(text: string, digits: number, field: string, snap: boolean): number {
  if (text.length === 0) throw new RowFault(field, 'must be a number, was empty');
  const dot = text.indexOf('.');
  const whole = dot < 0 ? text : text.slice(0, dot);
  const fraction = dot < 0 ? '' : text.slice(dot + 1);
  const plain = DIGITS.test(whole) && (dot < 0 || DIGITS.test(fraction));
  if (!plain || text.length > LONGEST_NUMBER) {
    throw new RowFault(field, `must be a plain decimal number, was ${shown(text)}`);
  }
  const kept = fraction.slice(0, digits).padEnd(digits, '0');
  const rest = fraction.slice(digits);
  const value = Number(whole + kept);
  if (/^0*$/.test(rest)) return value;
  if (!snap) {
    throw new RowFault(field, `has more than ${digits} decimals, was ${text}`);
  }
  return value + (rest.charCodeAt(0) >= FIVE ? 1 : 0);
}

const FIVE = 53;

/** Text for a message: cut and with control characters made visible. */
export function shown(text: string): string {
  const cut = text.length > 40 ? `${text.slice(0, 40)}...` : text;
  return JSON.stringify(cut);
}
