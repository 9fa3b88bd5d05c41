/**
 * The forms of texts beyond the patterns of the schemas: how many digits an amount, a price or a
 * factor is written with. Source: v20 semantics 2.3.
 */

import { MONEY_DIGITS } from '../../../core/base/decimal.js';
import { FACTOR_DIGITS } from '../../../core/market/conversion.js';
import { instrumentTable } from '../../../core/market/instrument-table.js';

/** What is known where a text stands. */
export interface Setting {
  /** The instrument of the nearest object around it that names one. */
  readonly instrument?: string;
  /** Whether it stands in the transaction of a refusal, which repeats the text of the client. */
  readonly isGiven: boolean;
}

const PERCENT_DIGITS = 5;
const TRIMMED_FACTOR_DIGITS = 12;

/** The form of a text that a key has, whatever its schema says. */
type KeyForm = (text: string, precision: number | undefined) => string | undefined;

const percent: KeyForm = text => exactly(text, PERCENT_DIGITS);
const cost: KeyForm = text => (text === '0' ? undefined : exactly(text, FACTOR_DIGITS));
const trimmedFactor: KeyForm = text =>
  decimalsOf(text) <= TRIMMED_FACTOR_DIGITS && !/\.\d*0$/.test(text)
    ? undefined
    : `at most ${TRIMMED_FACTOR_DIGITS} decimals, without zeros at the end`;

const KEY_FORMS: Readonly<Record<string, KeyForm>> = {
  marginCloseoutPercent: percent,
  marginCallPercent: percent,
  baseFinancing: cost,
  quoteFinancing: cost,
  plHomeConversionCost: cost,
  homeConversionCost: cost,
  baseHomeConversionCost: cost,
  quotePL: (text, precision) =>
    text === '0' || precision === undefined ? undefined : exactly(text, precision),
  gainQuoteHomeConversionFactor: trimmedFactor,
  lossQuoteHomeConversionFactor: trimmedFactor,
  units: text =>
    /^-?\d+(\.\d*[1-9])?$/.test(text) || /^(ALL|NONE)$/.test(text)
      ? undefined
      : 'units without zeros after the point',
  // In the body of an account, `dividendAdjustment` is "0" without decimals (semantics 9.1).
  dividendAdjustment: text => (text === '0' ? undefined : exactly(text, MONEY_DIGITS)),
};

/**
 * What the text of a field should look like; undefined when it does.
 * @param name - the published name of its format: `AccountUnits`, `PriceValue`.
 */
export function formFault(
  key: string,
  name: string,
  text: string,
  { instrument, isGiven }: Setting,
): string | undefined {
  if (isGiven) return undefined;
  const precision =
    instrument === undefined ? undefined : instrumentTable().get(instrument)?.displayPrecision;
  const ofKey = Object.hasOwn(KEY_FORMS, key) ? KEY_FORMS[key] : undefined;
  if (ofKey !== undefined) return ofKey(text, precision);
  if (name === 'AccountUnits') return exactly(text, MONEY_DIGITS);
  if (name === 'PriceValue' && precision !== undefined) return exactly(text, precision);
  return undefined;
}

function exactly(text: string, digits: number): string | undefined {
  return decimalsOf(text) === digits ? undefined : `${digits} decimals`;
}

function decimalsOf(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}
