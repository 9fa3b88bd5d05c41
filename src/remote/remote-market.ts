/**
 * What a v20 host says of an account and its market, as of the last look: the account, quotes,
 * instruments, candles and transactions. Source: v20 semantics 7.2, 9.1, 9.5, 6.3.
 */

import { bucketEnd, DEFAULT_ALIGNMENT } from '../core/candle/alignment.js';
import { isGranularity } from '../core/candle/granularity.js';
import type {
  CandleInterest,
  StrategyCandle,
  StrategyInstrument,
  StrategyTick,
} from '../core/engine/strategy.js';
import type {
  StrategyAccount,
  StrategyOrder,
  StrategyTrade,
} from '../core/engine/strategy-account.js';
import { StrategyError } from '../core/engine/strategy-error.js';
import type { Transaction } from '../core/ledger/transaction.js';
import { formatRfc3339, type Instant, instant, parseInstant } from '../core/time/instant.js';
import type { Json, V20Client } from './v20-client.js';

/** A candle that has been heard of, and the instant at which it was complete. */
export interface CompleteCandle {
  readonly candle: StrategyCandle;
  readonly end: Instant;
}

export class RemoteMarket implements StrategyAccount {
  readonly id: string;
  instruments: readonly StrategyInstrument[] = [];
  readonly #client: V20Client;
  readonly #quotes = new Map<string, StrategyTick>();
  /** Start of the last candle heard of, by place in the list of interests. */
  readonly #lastCandle = new Map<number, string>();
  #account: Json = {};
  #lastTransactionID = '';
  #time = instant(0);
  #startedAt = instant(0);

  constructor(client: V20Client, accountID: string) {
    this.#client = client;
    this.id = accountID;
  }

  /** Looks for the first time: what has happened before is not told. */
  async open(): Promise<void> {
    const { instruments } = await this.#client.get(this.#path('/instruments'));
    this.instruments = instruments as StrategyInstrument[];
    await this.refresh();
    this.#startedAt = this.#time;
    this.#lastTransactionID = this.#account['lastTransactionID'] as string;
  }

  /** Looks at the account and at the quotes. @returns those that have changed. */
  async refresh(): Promise<StrategyTick[]> {
    const names = this.instruments.map(({ name }) => name).join(',');
    const [{ account }, { prices, time }] = await Promise.all([
      this.#client.get(this.#path('')),
      this.#client.get(this.#path(`/pricing?instruments=${encodeURIComponent(names)}`)),
    ]);
    this.#account = account as Json;
    this.#time = mustParse(time as string);
    return (prices as Json[]).flatMap(price => {
      const tick = tickOf(price);
      if (tick === undefined) return [];
      const known = this.#quotes.get(tick.instrument);
      this.#quotes.set(tick.instrument, tick);
      return known?.time === tick.time ? [] : [tick];
    });
  }

  /** The transactions since the last look, and the account with them. */
  async newTransactions(): Promise<readonly Transaction[]> {
    const since = this.#lastTransactionID;
    const body = await this.#client.get(this.#path(`/transactions/sinceid?id=${since}`));
    const transactions = body['transactions'] as Transaction[];
    this.#lastTransactionID = transactions.at(-1)?.id ?? since;
    if (transactions.length > 0) await this.refresh();
    return transactions;
  }

  /** Candles completed since the last look, of the interest at `index` of its list. */
  async newCandles(
    { instrument, granularity }: CandleInterest,
    index: number,
  ): Promise<CompleteCandle[]> {
    if (!isGranularity(granularity) || !this.instruments.some(({ name }) => name === instrument)) {
      throw new StrategyError(`candles of ${instrument}, ${granularity}: there are none`);
    }
    const last = this.#lastCandle.get(index);
    const from = last ?? formatRfc3339(this.#startedAt);
    const query = `price=MBA&granularity=${granularity}&from=${encodeURIComponent(from)}&includeFirst=${last === undefined}`;
    const { candles } = await this.#client.get(`/v3/instruments/${instrument}/candles?${query}`);
    const complete = (candles as StrategyCandle[]).filter(candle => candle.complete);
    const { time } = complete.at(-1) ?? {};
    if (time !== undefined) this.#lastCandle.set(index, time);
    return complete.map(candle => ({
      candle: { ...candle, instrument, granularity },
      end: bucketEnd(mustParse(candle.time), granularity, DEFAULT_ALIGNMENT),
    }));
  }

  /** What the host's clock said at the last look; simulated time where it is. */
  get time(): Instant {
    return this.#time;
  }

  quote(instrument: string): StrategyTick | undefined {
    return this.#quotes.get(instrument);
  }

  get currency(): string {
    return this.#account['currency'] as string;
  }

  get balance(): string {
    return this.#account['balance'] as string;
  }

  get NAV(): string {
    return this.#account['NAV'] as string;
  }

  get unrealizedPL(): string {
    return this.#account['unrealizedPL'] as string;
  }

  get marginUsed(): string {
    return this.#account['marginUsed'] as string;
  }

  get marginAvailable(): string {
    return this.#account['marginAvailable'] as string;
  }

  unitsOf(instrument: string): number {
    return this.openTrades()
      .filter(trade => trade.instrument === instrument)
      .reduce((units, trade) => units + Number(trade.currentUnits), 0);
  }

  openTrades(): StrategyTrade[] {
    return oldestFirst(this.#account['trades'] as StrategyTrade[]);
  }

  pendingOrders(): StrategyOrder[] {
    return oldestFirst(this.#account['orders'] as StrategyOrder[]);
  }

  #path(rest: string): string {
    return `/v3/accounts/${encodeURIComponent(this.id)}${rest}`;
  }
}

function tickOf(price: Json): StrategyTick | undefined {
  const best = (side: 'bids' | 'asks') =>
    (price[side] as readonly { readonly price: string }[] | undefined)?.[0]?.price;
  const [bid, ask] = [best('bids'), best('asks')];
  if (bid === undefined || ask === undefined) return undefined;
  return { instrument: price['instrument'] as string, time: price['time'] as string, bid, ask };
}

function oldestFirst<T extends { readonly id: string }>(listed: readonly T[]): T[] {
  return [...listed].sort((a, b) => Number(a.id) - Number(b.id));
}

/** The instant of a time that a host has sent. @throws StrategyError when it is none. */
export function mustParse(time: string): Instant {
  const parsed = parseInstant(time);
  if (parsed === undefined) throw new StrategyError(`the host sent ${time}, which is no time`);
  return parsed.at;
}
