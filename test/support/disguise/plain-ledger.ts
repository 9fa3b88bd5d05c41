/**
 * The ledger of a disguised run as the plain market would have it: times, names, and amounts that have a
 * scale, by the keys of transactions. Written apart from the code that disguises.
 */

import { decimal } from '../../../src/core/base/decimal.js';
import type { DisguiseParts } from '../../../src/data/storage/scenario/disguise/disguise.js';

type Amount = { readonly times: number; readonly over: number };

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{9})?Z$/;
/** Linked orders of strategies are named after the instant. */
const LINKED = /^oco-(\d{16})-/;
const UNIX_TIME = /^\d{9,10}\.\d{9}$/;
const NUMBER = /^-?\d+(\.\d+)?$/;
const WEEK_MS = 7 * 24 * 3_600_000;

const PRICES = new Set([
  'price',
  'priceBound',
  'distance',
  'fullVWAP',
  'averagePrice',
  'closeoutBid',
  'closeoutAsk',
  'trailingStopValue',
  'guaranteedExecutionPremium',
]);
const UNITS = new Set([
  'units',
  'requestedUnits',
  'initialUnits',
  'currentUnits',
  'closedUnits',
  'liquidity',
  'longUnits',
  'shortUnits',
]);
/** Amounts in the quote currency, and those in the base currency. */
const OF_QUOTE = new Set([
  'quotePL',
  'quoteGuaranteedExecutionFee',
  'quoteFinancing',
  'quoteDividendAdjustment',
]);
const OF_BASE = new Set(['baseFinancing']);
/** What converts one unit of a currency into home currency. */
const OF_UNIT = new Map([
  ['gainQuoteHomeConversionFactor', 'quote'],
  ['lossQuoteHomeConversionFactor', 'quote'],
  ['gainQuoteHome', 'quote'],
  ['lossQuoteHome', 'quote'],
  ['gainBaseHome', 'base'],
  ['lossBaseHome', 'base'],
] as const);
/** Decimals of a text. */
const digitsOf = (text: string) => (text.split('.')[1] ?? '').length;
/** Digits of what is rounded in a currency that has a scale. */
const SAME = 1e-9;

/** The ledger, line by line, as objects with plain times and names; numbers as they are. */
export function plainLedger(ledger: readonly object[], { weeks, currencies }: DisguiseParts) {
  const plainOf = new Map([...currencies].map(([plain, shown]) => [shown, plain]));
  const currency = (name: string) => plainOf.get(name) ?? name;
  const value = (given: unknown): unknown => {
    if (Array.isArray(given)) return given.map(value);
    if (typeof given === 'object' && given !== null) {
      return Object.fromEntries(Object.entries(given).map(([key, each]) => [key, value(each)]));
    }
    if (typeof given !== 'string') return given;
    if (TIME.test(given)) {
      const day = new Date(Date.parse(given.slice(0, 10)) - weeks * WEEK_MS);
      return day.toISOString().slice(0, 10) + given.slice(10);
    }
    const [, linked] = LINKED.exec(given) ?? [];
    if (linked !== undefined) {
      return given.replace(linked, String(Number(linked) - weeks * WEEK_MS * 1_000));
    }
    if (UNIX_TIME.test(given)) {
      const [seconds = '', fraction] = given.split('.');
      return `${Number(seconds) - weeks * 7 * 86_400}.${fraction}`;
    }
    if (/^[A-Z0-9]{3,6}_[A-Z]{3}$/.test(given)) return given.split('_').map(currency).join('_');
    return /^[A-Z]{3}$/.test(given) ? currency(given) : given;
  };
  return JSON.parse(JSON.stringify(ledger)).map(value) as object[];
}

/**
 * The places at which the scaled ledger, with plain times and names, is not that of the plain market; each
 * number is first brought back to its plain scale.
 * @param first - the instrument that is meant where a transaction names none.
 */
export function unlikeAt(
  plain: readonly object[],
  scaled: readonly object[],
  amounts: DisguiseParts['amounts'],
  first: string,
): string[] {
  const found: string[] = [];
  /** The instrument of each trade, which has the id of the fill that opened it. */
  const pairOf = new Map<string, string>();
  const amountOf = (name: string | undefined): Amount =>
    amounts.get(name ?? '') ?? { times: 1, over: 1 };
  const compare = (one: unknown, other: unknown, place: string, pair: string) => {
    if (typeof one === 'object' && one !== null && typeof other === 'object' && other !== null) {
      const { instrument, tradeID } = one as { instrument?: string; tradeID?: string };
      const own = instrument ?? pairOf.get(tradeID ?? '') ?? pair;
      if (instrument !== undefined) pairOf.set(Reflect.get(one, 'id'), instrument);
      const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
      for (const key of keys) {
        compare(Reflect.get(one, key), Reflect.get(other, key), `${place}.${key}`, own);
      }
      return;
    }
    if (one === other) return;
    const [above = '', last = ''] = place.split('.').slice(-2);
    const key = last === 'factor' ? above : last;
    const isNumber = [one, other].every(each => typeof each === 'string' && NUMBER.test(each));
    if (
      !isNumber ||
      !isSameNumber(key, [String(one), String(other)], pair.split('_').map(amountOf))
    ) {
      found.push(`${place}: ${String(one)} ${String(other)}`);
    }
  };
  for (const [at, one] of plain.entries()) compare(one, scaled[at], `[${at}]`, first);
  if (plain.length !== scaled.length)
    found.push(`${plain.length} and ${scaled.length} transactions`);
  return found;
}

/** Whether the second number is the first one at its scale. @param pair - of base and quote currency. */
function isSameNumber(
  key: string,
  [one, other]: readonly [string, string],
  pair: readonly Amount[],
): boolean {
  const [base, quote] = pair as [Amount, Amount | undefined];
  const of = quote ?? base;
  const back = decimal(other);
  const by = (times: number, over: number) => back.times(times).div(over);
  const isExact = (value: ReturnType<typeof by>) => value.eq(one);
  // With a power of ten a price has fewer digits, and an amount beside it as many.
  const isRounded = (value: ReturnType<typeof by>, text: string, scaledText: string) =>
    value
      .minus(text)
      .abs()
      .lte(`${'0.'.padEnd(digitsOf(scaledText) + 1, '0')}5`);
  const isNear = (value: ReturnType<typeof by>) =>
    value.minus(one).abs().lte(decimal(one).abs().times(SAME).plus('0.0000000001'));
  if (PRICES.has(key)) return isExact(by(base.times * of.over, base.over * of.times));
  if (UNITS.has(key)) return isExact(by(base.over, base.times));
  if (OF_QUOTE.has(key)) return isRounded(by(of.over, of.times), one, other);
  if (OF_BASE.has(key)) return isNear(by(base.over, base.times));
  const unit = OF_UNIT.get(key as never);
  if (unit === 'quote') return isNear(by(of.times, of.over));
  return unit === 'base' && isNear(by(base.times, base.over));
}
