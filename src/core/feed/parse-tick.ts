/**
 * The rules of one tick row: text in, integers out, or the rule that the text breaks. Pure; knows
 * no file and no layout. Invariant: an accepted value is an integer within its bounds, never NaN.
 * Source: docs/reference/tick-files.md 3; invariant F11.
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

/**
 * The rule that a row breaks. The reader adds the place. Where it helps, the rule ends in ", was
 * ...".
 */
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

/** A volume in units that is not a whole number. A depth is never rounded silently. */
export class FractionFault extends RowFault {}

/** The hint for a file whose volumes seem to be in millions. */
export const VOLUME_HINT =
  'write volumes: millions (--volumes millions) if they are in millions, otherwise volumes: units';

/** A price with more decimals than these was a float or is damaged; no market quotes so many. */
const NOISE_DECIMALS = 9;
const ROUND_HINT = '; round: true (--round) rounds such prices';

/**
 * The points of a decimal price, 1 to 2^31 - 1.
 * @param precision - displayPrecision, 0 to 8.
 * @param snap - rounds digits beyond the precision to the nearest point instead of refusing them,
 * for sources that print float noise.
 * @throws RowFault when the text is not a plain positive decimal that fits.
 */
export function parsePrice(text: string, precision: number, field: string, snap = false): number {
  const points = parseDecimal(text, precision, field, snap);
  if (points === 0) throw new RowFault(field, `must be above zero, was ${text}`);
  if (points > MAXIMUM_POINTS) throw new RowFault(field, `is too large, was ${text}`);
  return points;
}

/**
 * The units of a volume: a whole number, or millions with decimals, which are rounded to whole
 * units.
 * @param scale - 1 for units, 1000000 for millions.
 * @throws RowFault when the text is not a volume; FractionFault when units have a fraction.
 */
export function parseVolume(text: string, scale: 1 | 1_000_000, field: string): number {
  const volume = parseDecimal(text, scale === 1 ? 0 : 6, field, true);
  if (scale === 1 && FRACTION.test(text)) {
    throw new FractionFault(field, `must be whole units, was ${text}; ${VOLUME_HINT}`);
  }
  if (volume > MAXIMUM_VOLUME) throw new RowFault(field, `is too large, was ${text}`);
  return volume;
}

/**
 * Refuses a crossed quote. Equal prices are allowed: they are a market without spread.
 * @throws RowFault
 */
export function checkSpread(bid: number, ask: number, bidText: string, askText: string): void {
  if (bid > ask) throw new RowFault('bid', `must not be above ask, was ${bidText} over ${askText}`);
}

/** The points of both prices of a quote. @param precision - displayPrecision, 0 to 8. @throws RowFault */
export function parseQuote(bidText: string, askText: string, precision: number) {
  const bid = parsePrice(bidText, precision, 'bid');
  const ask = parsePrice(askText, precision, 'ask');
  checkSpread(bid, ask, bidText, askText);
  return { bid, ask };
}

/** The text for a message: shortened, with control characters made visible. */
export function shown(text: string): string {
  return JSON.stringify(text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}...` : text);
}

/**
 * An unsigned decimal as an integer of 10^-digits, read digit by digit. An exponent, sign, space,
 * separator or letter is refused. A result above 2^53 is inexact; every caller refuses it.
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
    const hint = decimals > NOISE_DECIMALS && isNoise(text, digits) ? ROUND_HINT : '';
    throw new RowFault(field, `has more than ${digits} decimals, was ${text}${hint}`);
  }
  return roundUp ? value + 1 : value;
}

/** A float of 32 bits is at most this part of its value, 2^-24, away from the decimal it stands for. */
const FLOAT_STEPS = 16_777_216n;

/** Whether a decimal with more than `digits` decimals is that of a float that stands for one with `digits`. */
function isNoise(text: string, digits: number): boolean {
  const [whole = '', decimals = ''] = text.split('.');
  const value = BigInt(whole + decimals);
  const point = BigInt(`1${'0'.repeat(decimals.length - digits)}`);
  const above = value % point;
  const away = above * 2n > point ? point - above : above;
  return away * FLOAT_STEPS <= value;
}

function notPlain(field: string, text: string): RowFault {
  return new RowFault(field, `must be a plain decimal number, was ${shown(text)}`);
}
