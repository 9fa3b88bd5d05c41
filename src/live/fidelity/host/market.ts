/**
 * The small market of a replay, made of the facts of a recorded answer: an account with its open
 * trades and resting orders, and the quotes that stood. It is a scenario as any other.
 */

import { decimal } from '../../../core/base/decimal.js';
import { present } from '../../../core/base/present.js';
import { IDEAL_EXECUTION } from '../../../core/engine/state/execution-model.js';
import type { MarketEntry } from '../../../core/engine/state/market-entry.js';
import { type AccountConfig, PLAIN_ACCOUNT } from '../../../core/ledger/account-config.js';
import type { BookLevel, RecordedBooks } from '../../../core/market/book.js';
import type { Instrument, InstrumentCommission } from '../../../core/market/instrument.js';
import { instrumentTable } from '../../../core/market/instrument-table.js';
import { nearestPoints } from '../../../core/market/points.js';
import { residentWindows } from '../../../core/market/tick.js';
import type { Scenario } from '../../../core/run/scenario.js';
import { type Instant, instant, parseInstant } from '../../../core/time/instant.js';
import type { Json } from '../recording/json.js';

/** A quote of the market; prices as text. */
export interface MarketQuote {
  readonly instrument: string;
  readonly at: Instant;
  readonly bids: readonly MarketLevel[];
  readonly asks: readonly MarketLevel[];
}

/** A level of a quote. */
export interface MarketLevel {
  readonly price: string;
  /** Units; 0: without a limit. */
  readonly liquidity: number;
}

/** A trade that is open when the request comes. */
export interface OpenTrade {
  readonly id: string;
  readonly instrument: string;
  /** Signed. */
  readonly units: string;
  readonly price: string;
}

/** An order that rests when the request comes. */
export interface OpenOrder {
  readonly id: string;
  /** The order as a request has it; its `tradeID` is that of the recording. */
  readonly request: Json;
}

/** Everything that a market is made of. */
export interface Situation {
  readonly at: Instant;
  readonly currency: string;
  readonly balance: string;
  readonly hedging: boolean;
  readonly markup: string;
  readonly closeoutFactor: string;
  /** Whether another pair converts, with a mark-up. */
  readonly isMarked?: boolean;
  /** The margin rate that the client set. */
  readonly accountRate?: string;
  /** The margin rate of every instrument; absent: next to none. */
  readonly marginRate?: string;
  /** What a fill costs beside its price; absent: nothing. */
  readonly commission?: InstrumentCommission;
  readonly trades: readonly OpenTrade[];
  readonly orders: readonly OpenOrder[];
  /** The quotes when trades stand and orders do not, and those at `at`. */
  readonly before: readonly Omit<MarketQuote, 'at'>[];
  readonly quotes: readonly Omit<MarketQuote, 'at'>[];
  /** Whether the market is closed at `at`. */
  readonly isHalted: boolean;
}

/** The account of every replay. */
export const ACCOUNT_ID = '101-001-1000001-001';
/** Microseconds between the steps that bring a market about. */
const STEP = 1_000;
const RATE_OF_NONE = '0.0001';
const ENDLESS = 1_000_000_000;
const HOUR = 3_600_000_000;

/** When the trades are opened, when orders are placed, and when the request is sent. */
export function stagesOf({ at, trades }: Situation) {
  const start = at - (trades.length + 10) * STEP;
  return {
    start: instant(start),
    trades: trades.map((_, index) => instant(start + (index + 2) * STEP)),
    before: instant(at - 4 * STEP),
    orders: instant(at - 3 * STEP),
    at,
  };
}

/** The scenario of a situation. */
export function scenarioOf(situation: Situation): Scenario {
  const stages = stagesOf(situation);
  const quotes: MarketQuote[] = [
    ...situation.before.map(each => ({ ...each, at: stages.start })),
    ...situation.trades.map((trade, index) => openingQuote(trade, stages.trades[index] as Instant)),
    ...situation.before.map(each => ({ ...each, at: stages.before })),
    ...situation.quotes.map(each => ({ ...each, at: situation.at })),
  ];
  const names = [...new Set(quotes.map(({ instrument }) => instrument))];
  const described = new Map(names.map(name => [name, describedAs(name, situation.marginRate)]));
  return {
    ...emptyScenario(),
    from: instant(stages.start - STEP),
    to: instant(situation.at + HOUR),
    market: names.map(name => entryOf(described.get(name) as Instrument, quotes, situation)),
    accounts: [accountOf(situation)],
    execution: { ...IDEAL_EXECUTION, books: booksOf(quotes, described) },
  };
}

/** A scenario in which nothing is traded. */
export function emptyScenario(): Scenario {
  const from = parseInstant('2020-01-01T00:00:00Z')?.at as Instant;
  return {
    name: 'replay',
    seed: 1,
    from,
    to: instant(from + HOUR),
    market: [],
    accounts: [{ ...PLAIN_ACCOUNT, id: ACCOUNT_ID, currency: 'USD', balance: '0' }],
    execution: IDEAL_EXECUTION,
    timeline: [],
    expect: { accounts: new Map(), transactions: new Map() },
  };
}

function accountOf(situation: Situation): AccountConfig {
  const { currency, balance, hedging, markup, closeoutFactor, accountRate } = situation;
  const { commission } = situation;
  return {
    ...PLAIN_ACCOUNT,
    id: ACCOUNT_ID,
    currency,
    balance,
    hedging,
    closeoutFactor,
    conversionMarkup: markup,
    financing: 'NO_FINANCING',
    marginCalls: closeoutFactor !== '1',
    ...present({ marginRate: accountRate, commission }),
  };
}

/** The instrument as this broker has it, at every hour. An unknown one has five decimals. */
function describedAs(name: string, marginRate = RATE_OF_NONE): Instrument {
  const known = instrumentTable().get(name) ?? instrumentTable().get('EUR_USD');
  const base = known as Instrument;
  return { ...base, name, marginRate, tradingHours: { ...base.tradingHours, alwaysOpen: true } };
}

function openingQuote({ instrument, price }: OpenTrade, at: Instant): MarketQuote {
  const level = [{ price, liquidity: 0 }];
  return { instrument, at, bids: level, asks: level };
}

function entryOf(
  instrument: Instrument,
  quotes: readonly MarketQuote[],
  { isHalted, at }: Situation,
): MarketEntry {
  const { name, displayPrecision: precision } = instrument;
  const points = (level: MarketLevel | undefined) =>
    nearestPoints(decimal(level?.price ?? '1'), precision);
  const rows = quotes.filter(each => each.instrument === name);
  const windows = residentWindows({
    length: rows.length,
    time: Float64Array.from(rows, row => row.at),
    bid: Int32Array.from(rows, ({ bids }) => points(bids[0])),
    ask: Int32Array.from(rows, ({ asks }) => points(asks[0])),
  });
  const halt = { from: at, to: instant(at + HOUR), side: 'ALL', mode: 'HALTED' } as const;
  const ticks = { instrument: name, digest: '', windows };
  return { instrument, ticks, history: 'none', halts: isHalted ? [halt] : [] };
}

function booksOf(
  quotes: readonly MarketQuote[],
  instruments: ReadonlyMap<string, Instrument>,
): RecordedBooks {
  const books = new Map(quotes.map(each => [`${each.instrument} ${each.at}`, each]));
  return {
    levelsOf(name, side, time) {
      const quote = books.get(`${name} ${time}`);
      const precision = instruments.get(name)?.displayPrecision;
      if (quote === undefined || precision === undefined) return undefined;
      return (side === 'bid' ? quote.bids : quote.asks).map(
        ({ price, liquidity }): BookLevel => ({
          points: nearestPoints(decimal(price), precision),
          liquidity: liquidity > 0 ? liquidity : ENDLESS,
        }),
      );
    },
  };
}
