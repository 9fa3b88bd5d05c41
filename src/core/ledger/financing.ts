/**
 * Financing: the cost or income of holding a trade overnight. DAILY charges whole days at 17:00 New
 * York. SECOND_BY_SECOND accrues by the second and is settled at 17:00 and at a close. The
 * transactions of these two modes do not show their rates; only the modes by instrument do. Source:
 * v20 semantics 5.7, 5.9 (100000 x -0.0055 / 365 = -1.50684931506849).
 */

import { ensureDefined } from '../base/assert.js';
import { byCodeUnit } from '../base/by-code-unit.js';
import {
  type Decimal,
  decimal,
  formatFixed,
  formatMoney,
  roundMoney,
  sum,
  ZERO,
} from '../base/decimal.js';
import {
  type ConversionFactors,
  convert,
  FACTOR_DIGITS,
  printedFactorText,
} from '../market/conversion.js';
import { baseCurrency, type DayOfWeek, type Instrument } from '../market/instrument.js';
import { parseInstant } from '../time/instant.js';
import type { AccountState, TradeRecord } from './account.js';
import type { ClosePart } from './netting.js';
import type { DailyFinancingBody, OpenTradeFinancing, PositionFinancing } from './transaction.js';
import type { AccountMarket } from './valuation.js';

const DAYS_PER_YEAR = 365;
const MICROS_PER_YEAR = '31536000000000';

/** The yearly rate of the trade's side, a fraction; a negative rate is a charge. */
function rateOf(trade: TradeRecord, instrument: Instrument): Decimal {
  const { longRate, shortRate } = instrument.financing;
  return decimal(trade.initialUnits.isNegative() ? shortRate : longRate);
}

/** Financing of `units` (unsigned) over `days` whole days, in base currency. */
export function dailyBaseFinancing(units: Decimal, rate: Decimal, days: number): Decimal {
  return units.times(rate).times(days).div(DAYS_PER_YEAR);
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
  if (state.config.financing !== 'SECOND_BY_SECOND') return ZERO;
  const since = ensureDefined(parseInstant(trade.financedUntil), 'financing start').at;
  return units
    .abs()
    .times(rateOf(trade, instrument))
    .times(time - since)
    .div(MICROS_PER_YEAR);
}

/**
 * The DAILY_FINANCING of the rollover at `time`; undefined when nothing is due: no open trade, no
 * financing mode, or a day without charge.
 * @param day - the New York weekday that ends at the rollover.
 */
export function dailyFinancing(
  state: AccountState,
  market: AccountMarket,
  day: DayOfWeek,
  time: number,
): DailyFinancingBody | undefined {
  if (state.config.financing === 'NO_FINANCING') return undefined;
  const names = [...new Set([...state.openTrades.values()].map(trade => trade.instrument))].sort(
    byCodeUnit,
  );
  const positions: PositionFinancing[] = [];
  for (const name of names) {
    const instrument = market.quotes.instrument(market.quotes.mustSlot(name));
    const factors = market.conversion.factors(baseCurrency(instrument));
    const days = daysCharged(instrument, day);
    const due = state.config.financing === 'SECOND_BY_SECOND' || days > 0;
    if (factors === undefined || !due) continue;
    positions.push(positionFinancing(state, market, { instrument, factors, days, time }));
  }
  if (positions.length === 0) return undefined;
  const financing = sum(positions.map(position => decimal(position.financing)));
  const cost = formatFixed(
    sum(positions.map(position => decimal(position.homeConversionCost))),
    FACTOR_DIGITS,
  );
  return {
    type: 'DAILY_FINANCING',
    financing: formatMoney(financing),
    accountBalance: formatMoney(state.balance.plus(financing)),
    accountFinancingMode: state.config.financing,
    positionFinancings: positions,
    baseHomeConversionCost: cost,
    homeConversionCost: cost,
  };
}

function daysCharged(instrument: Instrument, day: DayOfWeek): number {
  return (
    instrument.financing.financingDaysOfWeek.find(entry => entry.dayOfWeek === day)?.daysCharged ??
    0
  );
}

/** What is charged for a position at a rollover. */
interface Charge {
  readonly instrument: Instrument;
  /** Base to home currency. */
  readonly factors: ConversionFactors;
  /** Whole days, for the mode that charges those. */
  readonly days: number;
  /** Of the rollover, microseconds. */
  readonly time: number;
}

function positionFinancing(
  state: AccountState,
  market: AccountMarket,
  { instrument, factors, days, time }: Charge,
): PositionFinancing {
  const trades = [...state.openTrades.values()].filter(
    trade => trade.instrument === instrument.name,
  );
  const entries = trades.map((trade): OpenTradeFinancing => {
    const base =
      state.config.financing === 'DAILY'
        ? dailyBaseFinancing(trade.currentUnits.abs(), rateOf(trade, instrument), days)
        : accruedFinancing(state, { trade, units: trade.currentUnits }, instrument, time);
    const cost = formatFixed(market.conversion.markupCost(base, factors), FACTOR_DIGITS);
    const home = roundMoney(convert(base, base.gte(0) ? factors.gain : factors.loss));
    return {
      tradeID: String(trade.id),
      financing: formatMoney(home),
      baseFinancing: formatFixed(base, FACTOR_DIGITS),
      baseHomeConversionCost: cost,
      homeConversionCost: cost,
    };
  });
  const total = (pick: (entry: OpenTradeFinancing) => string) =>
    sum(entries.map(entry => decimal(pick(entry))));
  return {
    instrument: instrument.name,
    financing: formatMoney(total(entry => entry.financing)),
    baseFinancing: formatFixed(
      total(entry => entry.baseFinancing),
      FACTOR_DIGITS,
    ),
    accountFinancingMode: state.config.financing,
    homeConversionFactors: {
      gainQuoteHome: null,
      lossQuoteHome: null,
      gainBaseHome: { factor: printedFactorText(factors, 'gain') },
      lossBaseHome: { factor: printedFactorText(factors, 'loss') },
    },
    openTradeFinancings: entries,
    homeConversionCost: formatFixed(
      total(entry => entry.homeConversionCost),
      FACTOR_DIGITS,
    ),
  };
}
