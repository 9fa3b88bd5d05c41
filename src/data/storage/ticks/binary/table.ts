/**
 * A table of columns with types, as Feather and Parquet files hold it, read as the CSV that it would
 * be: each cell becomes the text that the same value has in a text file, so that the rules of rows,
 * of mappings and of bars are the same for both. Knows no file format.
 */

/** A table that is read part by part. */
export interface BinaryTable {
  readonly names: readonly string[];
  /** The parts of the table, in order. @param wanted - names of the columns that are needed. */
  parts(wanted: ReadonlySet<string>): AsyncIterable<TablePart> | Iterable<TablePart>;
}

/** Consecutive rows of a table. */
export interface TablePart {
  readonly length: number;
  /** The text of a cell of this part, empty for a missing value. @param row - from 0. */
  readonly columns: ReadonlyMap<string, (row: number) => string>;
  /** Columns whose values can be read as they are stored, which takes a tenth of the time. */
  readonly stored?: ReadonlyMap<string, StoredColumn>;
}

/** A column of 64-bit floats, or of instants, in which no value is missing. */
export type StoredColumn =
  | { readonly kind: 'float'; readonly values: Float64Array }
  | {
      readonly kind: 'instant';
      /** Whole numbers of 64 bits since 1970, each as its lower and its upper half. */
      readonly halves: Int32Array;
      readonly unit: 's' | 'ms' | 'us' | 'ns';
    };

/** Thrown for a file that is no sound table; the message is a rule. */
export class TableFault extends Error {}

const NANOS_PER_DAY = 86_400_000_000_000n;
const MILLIS_PER_DAY = 86_400_000;
const NANO_DIGITS = 9;
const MICRO_DIGITS = 6;
/** Days from year 1 to year 9999 around 1970: what a text of four digits of year can hold. */
const FIRST_DAY = -719_162n;
const LAST_DAY = 2_932_896n;

/**
 * The text of a time stamp: RFC 3339 with the zone Z, or without a zone where the column has none.
 * @param nanos - since 1970-01-01T00:00.
 */
export function timeText(nanos: bigint, hasZone: boolean): string {
  const rest = ((nanos % NANOS_PER_DAY) + NANOS_PER_DAY) % NANOS_PER_DAY;
  const days = (nanos - rest) / NANOS_PER_DAY;
  if (days < FIRST_DAY || days > LAST_DAY) return `${nanos} ns`;
  const millis = Number(days) * MILLIS_PER_DAY + Number(rest / 1_000_000n);
  const seconds = new Date(millis).toISOString().slice(0, 19);
  const fraction = String(rest % 1_000_000_000n).padStart(NANO_DIGITS, '0');
  const digits = fraction.endsWith('000') ? fraction.slice(0, MICRO_DIGITS) : fraction;
  return `${seconds}.${digits}${hasZone ? 'Z' : ''}`;
}

/** Distance from a decimal, in units of its last place, that the arithmetic of floats explains. */
const NOISE = 0.000_001;

/**
 * The text of a float. A float that stands for a decimal of `precision` places becomes that decimal:
 * a 64-bit one within a millionth of the last place, a 32-bit one when it is the float nearest to
 * the decimal. Any other becomes its own shortest decimal, which the rules of rows refuse where a
 * price needs fewer places. No price is computed with floats: they are only compared.
 * @param isSingle - whether the column holds 32-bit floats.
 */
export function floatText(value: number, precision: number, isSingle: boolean): string {
  if (!Number.isFinite(value)) return '';
  const text = value.toFixed(precision);
  const decimal = Number(text);
  const isThat = isSingle
    ? Math.fround(decimal) === value
    : Math.abs(decimal - value) * 10 ** precision < NOISE;
  if (isThat) return text;
  return isSingle ? shortestSingle(value) : String(value);
}

const LEAST_DIGITS = 6;
const MOST_DIGITS = 9;

/** The shortest decimal whose nearest 32-bit float is `value`. */
function shortestSingle(value: number): string {
  for (let digits = LEAST_DIGITS; digits < MOST_DIGITS; digits++) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === value) return String(Number(text));
  }
  return String(Number(value.toPrecision(MOST_DIGITS)));
}

const HALF_FRACTION = 1024;

/** The float of 16 bits: a sign, 5 bits of exponent, 10 of fraction. */
export function halfFloat(bits: number): number {
  const sign = bits >> 15 === 0 ? 1 : -1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  const power = exponent === 0 ? 1 : exponent;
  const whole = exponent === 0 ? 0 : HALF_FRACTION;
  return (sign * (whole + fraction) * 2 ** (power - 15)) / HALF_FRACTION;
}
