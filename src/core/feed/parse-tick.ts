/**
 * Rules of one tick row: text in, integers out, or the rule that the text breaks. Pure; knows no
 * file and no layout. Invariant: what passes is a whole number within its bounds, never NaN.
 * Source: docs/tick-files.md 3; invariant F11.
 */

const LONGEST_NUMBER = 24;
const MAXIMUM_POINTS = 2_147_483_647;
const MAXIMUM_VOLUME = 9_007_199_254_740_991;
const LONGEST_SHOWN = 40;
const ZERO = 48;
const FIVE = 53;
const NINE = 57;
const DOT = 46;
const FRACTION = /\.0*[1-9]/;

/** A rule that a row breaks; the reader adds the place. `rule` ends in ", was ..." where it helps. */
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

/** A volume in units that is none: a depth is kept as it is or not at all. */
export class FractionFault extends RowFault {}

/** What to say of a file whose volumes seem to be in millions. */
export const VOLUME_HINT =
  'if volumes are in millions say volumes: millions (--volumes millions), else volumes: units';

/**
 * Points of a decimal price, 1 to 2^31 - 1. @param snap - rounds digits beyond the precision to
 * the nearest point (sources that print float noise) instead of refusing them.
 * @throws RowFault unless the text is a plain positive decimal that fits.
 */
export function parsePrice(text: string, precision: number, field: string, snap = false): number {
  const points = parseDecimal(text, precision, field, snap);
  if (points === 0) throw new RowFault(field, `must be above zero, was ${text}`);
  if (points > MAXIMUM_POINTS) throw new RowFault(field, `is too large, was ${text}`);
  return points;
}

/**
 * Units of a volume: a whole number, or millions with decimals, rounded to whole units.
 * @param scale - 1 for units, 1000000 for millions. @throws RowFault; FractionFault for part of a unit
 */
export function parseVolume(text: string, scale: 1 | 1_000_000, field: string): number {
  const volume = parseDecimal(text, scale === 1 ? 0 : 6, field, true);
  if (scale === 1 && FRACTION.test(text)) {
    throw new FractionFault(field, `must be whole units, was ${text}; ${VOLUME_HINT}`);
  }
  if (volume > MAXIMUM_VOLUME) throw new RowFault(field, `is too large, was ${text}`);
  return volume;
}

/** Refuses a crossed quote; equal prices are a market without a spread. @throws RowFault */
export function checkSpread(bid: number, ask: number, bidText: string, askText: string): void {
  if (bid > ask) throw new RowFault('bid', `must not be above ask, was ${bidText} over ${askText}`);
}

/** Text for a message: cut, and with control characters made visible. */
export function shown(text: string): string {
  return JSON.stringify(text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}...` : text);
}

/**
 * An unsigned decimal as an integer of 10^-digits, read digit by digit: no exponent, sign, blank,
 * separator or letter passes. Above 2^53 the result is inexact, which every caller refuses.
 */
function parseDecimal(text: string, digits: number, field: string, snap: boolean): number {
  const { length } = text;
  if (length === 0) throw new RowFault(field, 'must be a number, was empty');
  if (length > LONGEST_NUMBER) throw notPlain(field, text);
  let value = 0;
  let decimals = -1;
  let roundUp = false;
  let excess = false;
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index);
    if (code === DOT && decimals < 0 && index > 0 && index < length - 1) {
      decimals = 0;
      continue;
    }
    if (code < ZERO || code > NINE) throw notPlain(field, text);
    if (decimals >= digits) {
      if (decimals === digits) roundUp = code >= FIVE;
      if (code !== ZERO) excess = true;
      decimals += 1;
      continue;
    }
    value = value * 10 + (code - ZERO);
    if (decimals >= 0) decimals += 1;
  }
  for (let missing = Math.max(decimals, 0); missing < digits; missing++) value *= 10;
  if (excess && !snap) {
    throw new RowFault(field, `has more than ${digits} decimals, was ${text}`);
  }
  return roundUp ? value + 1 : value;
}

function notPlain(field: string, text: string): RowFault {
  return new RowFault(field, `must be a plain decimal number, was ${shown(text)}`);
}
