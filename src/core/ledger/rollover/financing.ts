/**
 * Financing: the cost or income of holding a trade overnight. DAILY charges whole days at 17:00 New
 * York. SECOND_BY_SECOND accrues by the second and is settled at 17:00 and at a close. Only the
 * transactions of the modes by instrument show the rate. Of pairs, gold and silver units are charged, of
 * all others their value at mid prices. Source: v20 semantics 5.7, 5.9 (100000 x -0.0055 / 365 = -1.50684931506849).
 */

import { ensureDefined } from '../../base/assert.js';
import { byCodeUnit } from '../../base/by-code-unit.js';
import {
  type Decimal,
  formatFixed,
  formatMoney,
  MONEY_DIGITS,
  roundMoney,
  ZERO,
} from '../../base/decimal.js';
import {
  type ConversionFactors,
  convert,
  FACTOR_DIGITS,
  printedFactors,
  printedFactorText,
} from '../../market/conversion.js';
import {
  daysChargedOn,
  financingCurrency,
  isFinancedByValue,
} from '../../market/financing-terms.js';
import { baseCurrency, type Instrument } from '../../market/instrument.js';
import { tradingDate } from '../../time/calendar.js';
import { type Instant, instant, parseInstant } from '../../time/instant.js';
import type { AccountState, TradeRecord } from '../account.js';
import { isBySecond, showsRate } from '../account-config.js';
import type { AccountInMarket } from '../margin-room.js';
import type { ClosePart } from '../netting.js';
import type {
  DailyFinancingBody,
  FinancingConversionFactors,
  OpenTradeFinancing,
  PositionFinancing,
} from '../transaction.js';
import type { AccountMarket } from '../valuation.js';
import { type BaseFinancing, homeText, keptDaily, rateOf } from './kept-financing.js';

const MICROS_PER_YEAR = '31536000000000';

/** Base-currency financing of a trade by the second, up to `time`. */
function accrued(
  state: AccountState,
  trade: TradeRecord,
  instrument: Instrument,
  time: number,
): BaseFinancing {
  const base = accruedFinancing(state, { trade, units: trade.currentUnits }, instrument, time);
  return { base, text: formatFixed(base, FACTOR_DIGITS) };
}

/**
 * Base-currency financing by the second that closing `part` settles; the sign of its units is not
 * looked at.
 * @param time - microseconds.  @returns zero in the other modes.
 */
export function accruedFinancing(
  state: AccountState,
  { trade, units }: ClosePart,
  instrument: Instrument,
  time: number,
): Decimal {
  if (!isBySecond(state.config.financing)) return ZERO;
  const since = ensureDefined(parseInstant(trade.financedUntil), 'financing start').at;
  return units
    .abs()
    .times(rateOf(trade, instrument, tradingDate(instant(time))))
    .times(time - since)
    .div(MICROS_PER_YEAR);
}

/**
 * The rate of a settlement at `time`, as a close of `trade` shows it; undefined in all modes but that of
 * an instrument by the second.
 */
export function settledRate(
  { config }: AccountState,
  trade: TradeRecord,
  instrument: Instrument,
  time: number,
): string | undefined {
  if (!isBySecond(config.financing) || !showsRate(config.financing)) return undefined;
  return rateOf(trade, instrument, tradingDate(instant(time)));
}

/**
 * What is turned into home currency of an amount in base currency: the amount itself, or its value in
 * quote currency at the mid price where value is charged.
 */
export function chargedAmount(
  { quotes }: AccountMarket,
  instrument: Instrument,
  base: Decimal,
): Decimal {
  if (!isFinancedByValue(instrument)) return base;
  return base.times(quotes.midPrice(quotes.mustSlot(instrument.name)));
}

/** What `accruedFinancing` gives in home currency, as the balance takes it; zero while there is no conversion. */
export function settledFinancing(
  { state, market }: AccountInMarket,
  part: ClosePart,
  time: number,
): Decimal {
  const { quotes, conversion } = market;
  const instrument = quotes.instrument(quotes.mustSlot(part.trade.instrument));
  const factors = conversion.factors(financingCurrency(instrument));
  if (factors === undefined) return ZERO;
  const base = accruedFinancing(state, part, instrument, time);
  const due = chargedAmount(market, instrument, base);
  return roundMoney(convert(due, due.gte(0) ? factors.gain : factors.loss));
}

/**
 * The DAILY_FINANCING of the rollover at `time`; undefined when nothing is due: no open trade, no
 * financing mode, or a day without charge.
 */
export function dailyFinancing(
  state: AccountState,
  market: AccountMarket,
  time: Instant,
): DailyFinancingBody | undefined {
  if (state.config.financing === 'NO_FINANCING' || state.openTrades.size === 0) return undefined;
  const day = tradingDate(time);
  const positions: PositionFinancing[] = [];
  for (const name of tradedNames(state)) {
    const instrument = market.quotes.instrument(market.quotes.mustSlot(name));
    const factors = market.conversion.factors(financingCurrency(instrument));
    const days = daysChargedOn(instrument, day);
    const due = isBySecond(state.config.financing) || days > 0;
    if (factors === undefined || !due) continue;
    positions.push(positionFinancing(state, market, { instrument, factors, day, days, time }));
  }
  if (positions.length === 0) return undefined;
  const financing = totalText(positions, 'financing', MONEY_DIGITS);
  return {
    type: 'DAILY_FINANCING',
    financing,
    accountBalance: formatMoney(state.balance.plus(financing)),
    accountFinancingMode: state.config.financing,
    positionFinancings: positions,
    baseHomeConversionCost: totalText(tradesOf(positions), 'baseHomeConversionCost', FACTOR_DIGITS),
    homeConversionCost: totalText(positions, 'homeConversionCost', FACTOR_DIGITS),
  };
}

/** What is charged for the trades of all positions; mostly there is one position. */
function tradesOf(positions: readonly PositionFinancing[]): readonly OpenTradeFinancing[] {
  const [first] = positions;
  return positions.length === 1 && first !== undefined
    ? first.openTradeFinancings
    : positions.flatMap(({ openTradeFinancings }) => openTradeFinancings);
}

/** The instruments of the open trades, each once, in order. */
function tradedNames({ openTrades }: AccountState): readonly string[] {
  const names: string[] = [];
  for (const { instrument } of openTrades.values()) {
    if (!names.includes(instrument)) names.push(instrument);
  }
  return names.length > 1 ? names.sort(byCodeUnit) : names;
}

/** The text of the sum of a field, with `digits` decimals. For one entry that is its own text. */
function totalText<Key extends string>(
  entries: readonly Readonly<Partial<Record<Key, string>>>[],
  key: Key,
  digits: number,
): string {
  const [first] = entries;
  if (first?.[key] !== undefined && entries.length === 1) return first[key];
  let total: Decimal = ZERO;
  for (const entry of entries) total = total.plus(entry[key] ?? ZERO);
  return formatFixed(total, digits);
}

/** What is charged for a position at a rollover. */
interface Charge {
  readonly instrument: Instrument;
  /** From the currency that is charged to home currency. */
  readonly factors: ConversionFactors;
  /** The day of trading that ends, and the whole days that it counts for the mode that charges those. */
  readonly day: number;
  readonly days: number;
  /** The instant of the rollover, microseconds. */
  readonly time: number;
}

function positionFinancing(
  state: AccountState,
  market: AccountMarket,
  charge: Charge,
): PositionFinancing {
  const { instrument } = charge;
  const entries: OpenTradeFinancing[] = [];
  for (const trade of state.openTrades.values()) {
    if (trade.instrument === instrument.name)
      entries.push(tradeFinancing(state, market, charge, trade));
  }
  const byValue = isFinancedByValue(instrument);
  return {
    instrument: instrument.name,
    financing: totalText(entries, 'financing', MONEY_DIGITS),
    baseFinancing: totalText(entries, 'baseFinancing', FACTOR_DIGITS),
    ...(byValue && { quoteFinancing: totalText(entries, 'quoteFinancing', FACTOR_DIGITS) }),
    accountFinancingMode: state.config.financing,
    homeConversionFactors: factorsOf(market, charge),
    openTradeFinancings: entries,
    homeConversionCost: totalText(entries, 'homeConversionCost', FACTOR_DIGITS),
  };
}

function tradeFinancing(
  state: AccountState,
  market: AccountMarket,
  { instrument, factors, day, days, time }: Charge,
  trade: TradeRecord,
): OpenTradeFinancing {
  const financing = isBySecond(state.config.financing)
    ? accrued(state, trade, instrument, time)
    : keptDaily(trade, instrument, { day, days });
  const byValue = isFinancedByValue(instrument);
  const charged = chargedAmount(market, instrument, financing.base);
  const cost = formatFixed(market.conversion.markupCost(charged, factors), FACTOR_DIGITS);
  return {
    tradeID: String(trade.id),
    financing: homeText(financing, charged, factors),
    baseFinancing: financing.text,
    ...(byValue && { quoteFinancing: formatFixed(charged, FACTOR_DIGITS) }),
    ...(showsRate(state.config.financing) && { financingRate: rateOf(trade, instrument, day) }),
    baseHomeConversionCost: byValue ? formatFixed(ZERO, FACTOR_DIGITS) : cost,
    homeConversionCost: cost,
  };
}

/** The factors that a position shows: all of them where value is charged, those of the base currency otherwise. */
function factorsOf(
  { conversion }: AccountMarket,
  { instrument, factors }: Charge,
): FinancingConversionFactors {
  if (isFinancedByValue(instrument)) {
    const base = ensureDefined(
      conversion.factors(baseCurrency(instrument)),
      'conversion of a base',
    );
    return printedFactors(factors, base);
  }
  return {
    gainQuoteHome: null,
    lossQuoteHome: null,
    gainBaseHome: { factor: printedFactorText(factors, 'gain') },
    lossBaseHome: { factor: printedFactorText(factors, 'loss') },
  };
}
