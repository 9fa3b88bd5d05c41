/**
 * The scenario of a replica: the account as the host described it, and a market of the quotes that
 * were seen. Trades that were open before are opened again, each at its own price, just before the
 * first quote.
 */

import { decimal, ZERO } from '../../../core/base/decimal.js';
import { present } from '../../../core/base/present.js';
import { IDEAL_EXECUTION } from '../../../core/engine/state/execution-model.js';
import type { Halt, MarketEntry } from '../../../core/engine/state/market-entry.js';
import { type AccountConfig, PLAIN_ACCOUNT } from '../../../core/ledger/account-config.js';
import type { Instrument } from '../../../core/market/instrument.js';
import { instrumentTable, withOverrides } from '../../../core/market/instrument-table.js';
import { fitsPoints, nearestPoints } from '../../../core/market/points.js';
import { residentWindows, type TickColumns } from '../../../core/market/tick.js';
import type { Scenario } from '../../../core/run/scenario.js';
import {
  type Instant,
  instant,
  MICROS_PER_MILLI,
  MICROS_PER_SECOND,
  parseInstant,
} from '../../../core/time/instant.js';
import { type Json, objectsIn } from '../recording/json.js';
import { conversionSamples, factorsOf, MARKUP_MIN, shareOf } from './conversion-samples.js';
import { recordedBooks } from './recorded-books.js';
import type { CapturedSession, Sample } from './recorded-session.js';

/** A replica, ready to run. */
export interface ReplicaSetup {
  readonly scenario: Scenario;
  /** The trades to open again, oldest first, each with its instant. */
  readonly openings: readonly { readonly at: Instant; readonly trade: Json }[];
  /** The instant at which resting orders are placed again. */
  readonly ordersAt: Instant;
}

/** A tick before it is a row of columns. */
interface Row {
  readonly time: number;
  readonly bid: number;
  readonly ask: number;
  readonly bidVolume: number;
  readonly askVolume: number;
}

/** The start of a replica in which nothing happens: 2020-01-01, microseconds. */
const START = 1_577_836_800_000_000;
/** How long the replica runs on after the last thing that was recorded. */
const AFTER = MICROS_PER_SECOND;

/**
 * Makes the scenario.
 * @param latencyMs - milliseconds between the sending of a command and its effect.
 */
export function replicaSetup(session: CapturedSession, latencyMs: number): ReplicaSetup {
  const { account, samples, transactions } = session;
  const acted = [...transactions.values()].map(each => timeOf(each['time'])).filter(isKnown);
  const times = [...samples.map(({ time }) => time), ...acted].sort((a, b) => a - b);
  // Without a quote and a transaction nothing happens, at any time.
  const [first = START, last = first] = [times[0], times.at(-1)];
  const trades = objectsIn(account['trades']).sort((a, b) => Number(a['id']) - Number(b['id']));
  const start = first - (trades.length + 1) * MICROS_PER_MILLI;
  const openings = trades.map((trade, index) => ({
    at: instant(start + index * MICROS_PER_MILLI),
    trade,
  }));
  const latency = latencyMs * MICROS_PER_MILLI;
  const market = marketOf(withConversions(session, instant(start - MICROS_PER_MILLI)), openings);
  const described = new Map(market.map(({ instrument }) => [instrument.name, instrument]));
  const books = recordedBooks(samples, described);
  const scenario: Scenario = {
    name: 'replica',
    seed: 1,
    from: instant(start - MICROS_PER_SECOND),
    to: instant(last + latency + AFTER),
    market,
    accounts: [configOf(session)],
    execution: { ...IDEAL_EXECUTION, latency: { minMicros: latency, maxMicros: latency }, books },
    timeline: [],
    expect: { accounts: new Map(), transactions: new Map() },
  };
  return { scenario, openings, ordersAt: instant(first) };
}

/** The session with the quotes that only its fills show. */
function withConversions(session: CapturedSession, start: Instant): CapturedSession {
  const samples = [...conversionSamples(session, start), ...session.samples];
  return { ...session, samples: samples.sort((a, b) => a.time - b.time) };
}

function timeOf(time: unknown): number {
  return parseInstant(String(time))?.at ?? Number.NaN;
}

const isKnown = (time: number) => !Number.isNaN(time);

const MARKUP_DIGITS = 3;

/** The mark-up that the factors of a fill show: they lie as far above the mid as below it. */
function markupOf({ transactions }: CapturedSession): string {
  for (const fill of transactions.values()) {
    const factors = factorsOf(fill);
    const share = factors === undefined ? ZERO : shareOf(factors);
    if (share.gte(MARKUP_MIN)) return share.round(MARKUP_DIGITS, 'nearest').toFixed();
  }
  return '0';
}

function configOf(session: CapturedSession): AccountConfig {
  const { account } = session;
  const marginRate = typeof account['marginRate'] === 'string' ? account['marginRate'] : undefined;
  return {
    ...PLAIN_ACCOUNT,
    id: String(account['id']),
    currency: String(account['currency']),
    balance: String(account['balance']),
    hedging: account['hedgingEnabled'] === true,
    conversionMarkup: markupOf(session),
    ...present({ marginRate }),
  };
}

function marketOf(session: CapturedSession, openings: ReplicaSetup['openings']): MarketEntry[] {
  // Instruments without a quote are in the market too, without a price: a command may name them.
  const named = [...session.transactions.values()].flatMap(({ instrument }) => instrument ?? []);
  const own = [...openings.map(({ trade }) => trade['instrument']), ...named].map(String);
  const names = [...new Set([...session.samples.map(each => each.instrument), ...own])];
  return names.flatMap(name => {
    const instrument = instrumentOf(session, name);
    if (instrument === undefined) return [];
    const samples = session.samples.filter(each => each.instrument === name);
    const rows = rowsOf(samples, openings, instrument);
    const windows = residentWindows(columnsOf(rows));
    const ticks = windows.length === 0 ? undefined : { instrument: name, digest: '', windows };
    const halts = haltsOf(samples);
    return [{ instrument, ...present({ ticks }), history: 'none' as const, halts }];
  });
}

/** The instrument as the host described it; when it did not, as this broker has it. */
function instrumentOf({ instruments }: CapturedSession, name: string): Instrument | undefined {
  const known = instrumentTable().get(name);
  const given = instruments.find(each => each['name'] === name) as Partial<Instrument> | undefined;
  const base = known ?? instrumentTable().get('EUR_USD');
  if (base === undefined || (known === undefined && given === undefined)) return undefined;
  const full = given === undefined ? base : withOverrides(base, given);
  // Which quotes are tradeable is recorded with each of them.
  return { ...full, name, tradingHours: { ...full.tradingHours, alwaysOpen: true } };
}

function rowsOf(
  samples: readonly Sample[],
  openings: ReplicaSetup['openings'],
  { name, displayPrecision }: Instrument,
): Row[] {
  const points = (price: unknown) => {
    const value = decimal(String(price));
    return fitsPoints(value, displayPrecision) ? nearestPoints(value, displayPrecision) : 0;
  };
  const opened = openings
    .filter(({ trade }) => trade['instrument'] === name)
    .map(({ at, trade }) => {
      const price = points(trade['price']);
      return { time: at, bid: price, ask: price, bidVolume: 0, askVolume: 0 };
    });
  const quoted = samples.map(({ time, bids: [bid], asks: [ask] }) => ({
    time,
    bid: points(bid?.price),
    ask: points(ask?.price),
    bidVolume: bid?.liquidity ?? 0,
    askVolume: ask?.liquidity ?? 0,
  }));
  const all = [...opened, ...quoted].filter(({ bid, ask }) => bid > 0 && bid <= ask);
  return all.filter((row, index) => !isSame(row, all[index - 1]));
}

/** A snapshot and a stream show one price twice. */
function isSame(one: Row, other: Row | undefined): boolean {
  return other?.time === one.time && other.bid === one.bid && other.ask === one.ask;
}

function columnsOf(rows: readonly Row[]): TickColumns {
  return {
    length: rows.length,
    time: Float64Array.from(rows, ({ time }) => time),
    bid: Int32Array.from(rows, ({ bid }) => bid),
    ask: Int32Array.from(rows, ({ ask }) => ask),
    bidVolume: Float64Array.from(rows, ({ bidVolume }) => bidVolume),
    askVolume: Float64Array.from(rows, ({ askVolume }) => askVolume),
  };
}

/** The halts: from each price that is not tradeable to the next that is. */
function haltsOf(samples: readonly Sample[]): Halt[] {
  const halts: Halt[] = [];
  let since: Instant | undefined;
  for (const { time, isTradeable } of samples) {
    if (!isTradeable) since ??= time;
    else if (since !== undefined) {
      if (time > since) halts.push({ from: since, to: time, side: 'ALL', mode: 'HALTED' });
      since = undefined;
    }
  }
  if (since === undefined) return halts;
  const to = instant(Number.MAX_SAFE_INTEGER - 1);
  return [...halts, { from: since, to, side: 'ALL', mode: 'HALTED' }];
}
