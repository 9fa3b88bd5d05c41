/**
 * What the size, the stop and the profit of the ticket come to: units, a stop and a profit as v20 takes them, and
 * what is wrong with each. A stop in pips or money is sent as a distance, which v20 measures from the
 * price of the fill; a profit is always sent as a price. Pure. Source: v20 semantics 3.1.
 */

import {
  type Decimal,
  decimal,
  formatFixed,
  formatMoney,
  formatUnits,
} from '../../../core/base/decimal.js';
import { money } from '../../parts/format.js';
import {
  distanceOf,
  type LevelBasis,
  type LevelKind,
  type LevelUnit,
  moneyOf,
  priceAt,
  ratioOf,
  shownAs,
  type TypedLevel,
} from './levels.js';
import { readNumber } from './read-number.js';
import { isRisk, type RiskBasis, type SizeUnit, sizeAs, type TypedSize, unitsOf } from './size.js';

/** The three fields that are always in view, as they were typed. */
export interface TypedTerms {
  readonly size: TypedSize;
  readonly stop: TypedLevel;
  readonly profit: TypedLevel;
}

/** What the terms are worked out from; levels without a ground stay what they are. */
export interface TermsBasis {
  /** Undefined while no price, or no price of the entry, is known. */
  readonly levels: LevelBasis | undefined;
  readonly nav: Decimal;
  /** Decimals of units, and of a price. */
  readonly unitDigits: number;
  readonly priceDigits: number;
}

/** A field of the terms. */
export type TermName = keyof TypedTerms;

/** What the terms come to. */
export interface OrderTerms {
  /** Units without a sign. */
  readonly units: string | undefined;
  /** The stop as it is sent: one of the two. */
  readonly stop: { readonly price?: string; readonly distance?: string };
  /** The prices of the levels, for the eye and the chart. */
  readonly stopPrice: string | undefined;
  readonly profitPrice: string | undefined;
  /** How often the risk is gained. */
  readonly ratio: string | undefined;
  readonly errors: Partial<Readonly<Record<TermName, string>>>;
  /** What is doubtful of a stop that is none of the errors: the order may be sent in spite of it. */
  readonly stopWarning: string | undefined;
  /** The terms in other units, for a field whose unit changes. */
  readonly inUnit: {
    readonly size: (by: SizeUnit) => string | undefined;
    readonly stop: (by: LevelUnit) => string | undefined;
    readonly profit: (by: LevelUnit) => string | undefined;
  };
}

/** Works the terms out. */
export function orderTerms(typed: TypedTerms, ground: TermsBasis): OrderTerms {
  const read = readTerms(typed, ground);
  const { levels } = ground;
  // Money of a stop needs the units, and a risk needs the stop: only one of them may lead.
  const plainUnits = isRisk(typed.size.by) ? undefined : sized(read, ground, undefined);
  const stop = farOf('stop', read, levels, { units: plainUnits });
  const units = plainUnits ?? sized(read, ground, stop);
  const profit = farOf('profit', read, levels, { units, stop });
  const beside = { units, stop };
  const risk = riskGround(ground, stop);
  return {
    units: units && formatUnits(units),
    stop: sentStop(typed.stop.by, read.values.stop, stop, ground),
    stopPrice: levelPrice('stop', read, stop, levels),
    profitPrice: levelPrice('profit', read, profit, levels),
    ratio: profit !== undefined && stop?.gt(0) ? ratioOf(profit, stop) : undefined,
    stopWarning: tooMuchRisk(units, risk),
    errors: { ...missing(typed, read, { units, stop, profit }, ground), ...read.errors },
    inUnit: {
      size: by => (units === undefined ? undefined : sizeAs(by, units, risk)),
      stop: by =>
        levels && stop ? shownAs(by, 'stop', stop, { ...levels, ...beside }) : undefined,
      profit: by =>
        levels && profit ? shownAs(by, 'profit', profit, { ...levels, ...beside }) : undefined,
    },
  };
}

/** The terms that are numbers, by their names, and what is wrong with the others. */
interface ReadTerms {
  readonly typed: TypedTerms;
  readonly values: Partial<Readonly<Record<TermName, string>>>;
  readonly errors: Partial<Readonly<Record<TermName, string>>>;
}

function readTerms(typed: TypedTerms, ground: TermsBasis): ReadTerms {
  const values: Partial<Record<TermName, string>> = {};
  const errors: Partial<Record<TermName, string>> = {};
  for (const name of ['size', 'stop', 'profit'] as const) {
    const { by, text } = typed[name];
    if (text.trim() === '') continue;
    const reading = readNumber(text, by === 'units' && ground.unitDigits === 0);
    const error = 'error' in reading ? reading.error : wrongNumber(by, reading.text, ground);
    if (error === undefined && 'text' in reading) values[name] = reading.text;
    else if (error !== undefined) errors[name] = error;
  }
  return { typed, values, errors };
}

/** What is wrong with a number by itself. */
function wrongNumber(
  by: SizeUnit | LevelUnit,
  text: string,
  { unitDigits, priceDigits, levels }: TermsBasis,
): string | undefined {
  const value = decimal(text);
  if (!value.gt(0)) return 'Must be above zero';
  if (by === 'units') return tooExact(value, unitDigits);
  if (by === 'lots') return tooExact(value.times(100_000), unitDigits) && 'Not a whole size';
  if (by === 'price') return tooExact(value, priceDigits);
  if (by !== 'pips' || levels === undefined) return undefined;
  const most = priceDigits - levels.pip.decimalPlaces();
  return tooExact(value, Math.max(0, most));
}

function tooExact(value: Decimal, decimals: number): string | undefined {
  if (value.decimalPlaces() <= decimals) return undefined;
  return decimals === 0 ? 'No decimals here' : `At most ${decimals} decimals`;
}

function riskGround({ levels, nav }: TermsBasis, stop: Decimal | undefined): RiskBasis {
  const isKnown = levels !== undefined && stop !== undefined;
  const lossOfUnit = isKnown ? moneyOf('stop', stop, levels, decimal(1)) : undefined;
  return { nav, lossOfUnit };
}

/** A loss at the stop that is more than the account has: most often a stop that was mistyped. */
function tooMuchRisk(
  units: Decimal | undefined,
  { nav, lossOfUnit }: RiskBasis,
): string | undefined {
  // A net asset value that is not known yet is 0.
  if (units === undefined || lossOfUnit === undefined || !nav.gt(0)) return undefined;
  const risk = units.times(lossOfUnit);
  if (!risk.gt(nav)) return undefined;
  const [lost, held] = [risk, nav].map(amount => money(formatMoney(amount)));
  return `The stop risks ${lost}, more than the net asset value, ${held}`;
}

/** The units, above zero. */
function sized(
  { typed, values }: ReadTerms,
  ground: TermsBasis,
  stop: Decimal | undefined,
): Decimal | undefined {
  if (values.size === undefined) return undefined;
  const size = { by: typed.size.by, text: values.size };
  const units = unitsOf(size, riskGround(ground, stop), ground.unitDigits);
  return units?.gt(0) ? units : undefined;
}

function farOf(
  kind: LevelKind,
  { typed, values }: ReadTerms,
  ground: LevelBasis | undefined,
  beside: { readonly units?: Decimal | undefined; readonly stop?: Decimal | undefined },
): Decimal | undefined {
  const text = values[kind];
  if (text === undefined || ground === undefined) return undefined;
  return distanceOf(kind, { by: typed[kind].by, text }, ground, beside);
}

/** The stop of the request: a price that was typed, or a distance. */
function sentStop(
  by: LevelUnit,
  text: string | undefined,
  far: Decimal | undefined,
  { priceDigits }: TermsBasis,
): OrderTerms['stop'] {
  if (text === undefined) return {};
  if (by === 'price') return { price: text };
  return far?.gt(0) ? { distance: formatFixed(far, priceDigits) } : {};
}

/** A price that was typed stays as it was typed. */
function levelPrice(
  kind: LevelKind,
  { typed, values }: ReadTerms,
  far: Decimal | undefined,
  ground: LevelBasis | undefined,
): string | undefined {
  if (typed[kind].by === 'price') return values[kind];
  return far?.gt(0) && ground !== undefined ? priceAt(kind, far, ground) : undefined;
}

interface ComputedTerms {
  readonly units: Decimal | undefined;
  readonly stop: Decimal | undefined;
  readonly profit: Decimal | undefined;
}

/** The message at a field whose value cannot be worked out. */
function missing(
  { size, stop: typedStop, profit: typedProfit }: TypedTerms,
  { values }: ReadTerms,
  { units, stop, profit }: ComputedTerms,
  { levels }: TermsBasis,
): OrderTerms['errors'] {
  const errors: { [Name in TermName]?: string | undefined } = {};
  if (values.size === undefined && size.text.trim() === '') errors.size = 'Size is missing';
  if (values.size !== undefined && units === undefined)
    Object.assign(errors, noUnits(values.stop === undefined, levels));
  if (values.stop !== undefined) errors.stop = wrongLevel('stop', typedStop.by, stop, levels);
  if (values.profit !== undefined)
    errors.profit = wrongLevel('profit', typedProfit.by, profit, levels);
  return Object.fromEntries(Object.entries(errors).filter(([, text]) => text !== undefined));
}

/** Why a risk comes to no units, at the field in which it is mended. */
function noUnits(isWithoutStop: boolean, levels: LevelBasis | undefined): OrderTerms['errors'] {
  if (levels === undefined) return { size: 'A risk needs a price of the market' };
  return isWithoutStop
    ? { stop: 'A risk needs a stop' }
    : { size: 'The risk is less than the smallest size' };
}

/** A level on the wrong side of the entry, or one that needs what is missing. */
function wrongLevel(
  kind: LevelKind,
  by: LevelUnit,
  far: Decimal | undefined,
  levels: LevelBasis | undefined,
): string | undefined {
  if (far === undefined) {
    if (by === 'price') return undefined;
    if (levels === undefined) return 'Needs a price of the market; give a price';
    return by === 'R' ? 'R needs a stop' : 'Money needs a size';
  }
  if (far.gt(0)) return undefined;
  if (by !== 'price') return 'Too near: less than the smallest step of the price';
  const isBelow = levels?.isBuy === (kind === 'stop');
  return `Must be ${isBelow ? 'below' : 'above'} the entry, ${levels && formatFixed(levels.entry, levels.digits)}`;
}
