/**
 * The input of the figures of one account: its part of a run's result, and the market of the run.
 */

import { ensureDefined } from '../../../core/base/assert.js';
import { type Decimal, roundMoney } from '../../../core/base/decimal.js';
import { present } from '../../../core/base/present.js';
import type { CandleSeries } from '../../../core/candle/series.js';
import type { TradingEntry } from '../../../core/engine/state/sessions.js';
import type { TradeRecord } from '../../../core/ledger/account.js';
import type {
  FinancingMode,
  PositionAggregationMode,
} from '../../../core/ledger/account-config.js';
import type { LedgerEntry } from '../../../core/ledger/log/ledger.js';
import type { Transaction } from '../../../core/ledger/transaction.js';
import type { BacktestResult, EquityPoint } from '../../../core/run/backtest.js';
import type { Scenario } from '../../../core/run/scenario.js';
import type { Instant } from '../../../core/time/instant.js';
import type { TradeSummary } from '../../../core/view/trades.js';

/** Trading days per year, used to annualise daily figures. */
export const PERIODS_PER_YEAR = 252;

/** An instrument with its halts and every price of the run, tradeable or not, if it had any. */
export interface InstrumentRun extends TradingEntry {
  readonly prices: CandleSeries;
  /** Whether its prices are generated; absent: they are not. */
  readonly isGenerated?: true;
}

/** What the usual figures of trades need, without the texts of a summary. Money is in home currency. */
export interface RunTrade {
  /** The id, as in the summary. */
  readonly id: string;
  readonly isClosed: boolean;
  readonly openTime: string;
  readonly closeTime: string | undefined;
  /** Realized P/L with financing and dividend adjustments. */
  readonly gained: Decimal;
}

export interface AccountRun {
  readonly accountID: string;
  readonly currency: string;
  /** Fraction by which conversion factors are marked up. */
  readonly conversionMarkup: string;
  /** When financing is charged. */
  readonly financing: FinancingMode;
  /** How the margins of the long and the short side of a position add up. */
  readonly positionAggregation: PositionAggregationMode;
  /** The window; `to` is exclusive. */
  readonly from: Instant;
  readonly to: Instant;
  /** Equity at each 17:00 New York and at the end. */
  readonly equity: readonly Omit<EquityPoint, 'accountID'>[];
  readonly trades: readonly TradeSummary[];
  /** The trades of `trades` in the same order, without texts. */
  readonly tradeRecords: readonly RunTrade[];
  /** The account's transactions in commit order. */
  readonly ledger: readonly Transaction[];
  /** The same; fills may not be written out. */
  readonly entries: readonly LedgerEntry[];
  /** The accounts in the scenario's order. */
  readonly market: readonly InstrumentRun[];
  readonly periodsPerYear: number;
}

/** Each account's part of a run, in the scenario's order. */
export function accountRuns(
  scenario: Pick<Scenario, 'from' | 'to'>,
  result: BacktestResult,
): AccountRun[] {
  const { cells } = result.engine.state;
  return cells.map(({ state: { config } }) => accountRun(scenario, result, config.id));
}

/** The part of the account `id`, which must be in the run. */
export function accountRun(
  { from, to }: Pick<Scenario, 'from' | 'to'>,
  result: BacktestResult,
  id: string,
): AccountRun {
  const { engine, equity } = result;
  const entries = engine.ledger.entries.slice().filter(({ accountID }) => accountID === id);
  const { cells, candles, market } = engine.state;
  const { state } = ensureDefined(
    cells.find(cell => cell.state.config.id === id),
    'account',
    id,
  );
  const { config } = state;
  return Object.assign(new LazyTexts(result, id), {
    currency: config.currency,
    conversionMarkup: config.conversionMarkup,
    financing: config.financing,
    positionAggregation: config.positionAggregation,
    from,
    to,
    equity: equity.filter(({ accountID }) => accountID === id),
    tradeRecords: Array.from(state.trades.values(), runTrade),
    entries,
    market: market.map(({ instrument, halts, isGenerated }, slot) => ({
      instrument,
      halts,
      ...present({ isGenerated }),
      prices: candles[slot] as CandleSeries,
    })),
    periodsPerYear: PERIODS_PER_YEAR,
  });
}

/**
 * Owns the parts of an account's run that are made when they are first read: most figures need none.
 * The result writes each fill out once, for all readers.
 */
class LazyTexts {
  readonly accountID: string;
  readonly #result: BacktestResult;
  #ledger: readonly Transaction[] | undefined;
  #trades: readonly TradeSummary[] | undefined;

  constructor(result: BacktestResult, accountID: string) {
    this.accountID = accountID;
    this.#result = result;
  }

  get ledger(): readonly Transaction[] {
    this.#ledger ??= this.#result.ledger.filter(each => each.accountID === this.accountID);
    return this.#ledger;
  }

  get trades(): readonly TradeSummary[] {
    this.#trades ??= this.#result.trades.filter(each => each.accountID === this.accountID);
    return this.#trades;
  }
}

function runTrade(trade: TradeRecord): RunTrade {
  const { id, state, openTime, closeTime, realizedPL, financing, dividendAdjustment } = trade;
  return {
    id: String(id),
    isClosed: state === 'CLOSED',
    openTime,
    closeTime,
    gained: roundMoney(realizedPL).plus(roundMoney(financing)).plus(roundMoney(dividendAdjustment)),
  };
}
