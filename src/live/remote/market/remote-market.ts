/**
 * Reads the market and the account of a v20 host: instruments, prices, account and transactions;
 * each change is reported once.
 * Source: v20 semantics 7.2, 9.1, 9.5, 6.3.
 */

import { InvariantError } from '../../../core/base/assert.js';
import type { Transaction } from '../../../core/ledger/transaction.js';
import type { Instrument } from '../../../core/market/instrument.js';
import type { StrategyInstrument, StrategyTick } from '../../../core/strategy/strategy.js';
import { type Instant, instant, mustParse } from '../../../core/time/instant.js';
import { SizingMarket } from '../quotes/sizing-market.js';
import type { Json, V20Client } from '../wire/v20-client.js';
import { AccountBook } from './account-book.js';

/** A new price from the host. */
export interface HostQuote {
  readonly tick: StrategyTick;
  readonly at: Instant;
  readonly isTradeable: boolean;
}

/** HTTP status of a request for transactions after an id that the host does not have. */
const NO_SUCH_ID = 416;

/**
 * Owns the latest quotes, the time of the host and the number of the last transaction that was
 * returned. Readings and lines of the streams move them forward, never back.
 */
export class RemoteMarket {
  readonly account: AccountBook;
  instruments: readonly StrategyInstrument[] = [];
  /** Quotes and conversions for sizes; empty until the instruments are read. */
  sizing = new SizingMarket([]);
  readonly #client: V20Client;
  readonly #quotes = new Map<string, HostQuote>();
  /** The last transaction that was returned to the caller. */
  #lastID = 0;
  #time = instant(0);

  constructor(client: V20Client, accountID: string) {
    this.#client = client;
    this.account = new AccountBook(accountID, () => this.instruments);
  }

  /** Reads the instruments of the account. */
  async readInstruments(): Promise<void> {
    const { instruments } = await this.#client.get(this.path('/instruments'));
    this.instruments = instruments as StrategyInstrument[];
    this.sizing = new SizingMarket(instruments as Instrument[]);
  }

  /** First reading: earlier events are not reported. */
  async firstLook(): Promise<void> {
    await this.readPrices();
    this.account.takeAll(await this.#readAccount());
    this.#lastID = this.account.lastTransactionID;
  }

  /** The latest time from the host; simulated time if the host simulates. */
  get time(): Instant {
    return this.#time;
  }

  /** Records that the host's clock has reached `time`; the time never goes back. */
  sawTime(time: Instant): void {
    if (time > this.#time) this.#time = time;
  }

  /** Whether the host has transactions that were not returned yet. */
  isBehind(lastTransactionID: string): boolean {
    return Number(lastTransactionID) > this.#lastID;
  }

  quote(instrument: string): StrategyTick | undefined {
    return this.#quotes.get(instrument)?.tick;
  }

  /** Names of the instruments, in the form of a query. */
  get instrumentList(): string {
    return encodeURIComponent(this.instruments.map(({ name }) => name).join(','));
  }

  /** Reads all prices. @returns those that have changed. */
  async readPrices(): Promise<HostQuote[]> {
    const query = `instruments=${this.instrumentList}&includeUnitsAvailable=false`;
    const { prices, time } = await this.#client.get(this.path(`/pricing?${query}`));
    this.sawTime(mustParse(time as string));
    return (prices as Json[]).flatMap(price => this.takePrice(price) ?? []);
  }

  /** Reads the host's clock only. */
  async readTime(): Promise<void> {
    const name = encodeURIComponent(this.instruments[0]?.name ?? '');
    const query = `instruments=${name}&includeUnitsAvailable=false`;
    const { time } = await this.#client.get(this.path(`/pricing?${query}`));
    this.sawTime(mustParse(time as string));
  }

  /**
   * Records a price.
   * @returns the price, unless it is already known or older than the known one.
   */
  takePrice(price: Json): HostQuote | undefined {
    const tick = tickOf(price);
    if (tick === undefined) return undefined;
    const at = mustParse(tick.time);
    this.sawTime(at);
    const known = this.#quotes.get(tick.instrument);
    if (known !== undefined && at <= known.at) {
      const { bid, ask } = known.tick;
      if (at < known.at || (bid === tick.bid && ask === tick.ask)) return undefined;
    }
    const quote = { tick, at, isTradeable: price['tradeable'] !== false };
    this.#quotes.set(tick.instrument, quote);
    this.sizing.take(tick, at);
    return quote;
  }

  /** Reads the values of the account that depend on prices. */
  async readValues(): Promise<void> {
    const { account } = await this.#client.get(this.path('/summary'));
    this.account.takeValues(account as Json);
  }

  /** Reads the whole account; its other parts are applied when all transactions are reported. */
  async readAccount(): Promise<void> {
    this.account.takeValues(await this.#readAccount());
  }

  /**
   * Returns a transaction from the stream, once and in order; `early` when others may be missing
   * before it and must be read.
   */
  takeTransaction({ id, time }: Transaction): 'told' | 'known' | 'early' {
    this.sawTime(mustParse(time));
    const number = Number(id);
    if (number <= this.#lastID) return 'known';
    if (number > this.#lastID + 1) return 'early';
    this.#lastID = number;
    return 'told';
  }

  /**
   * Applies a transaction to the account.
   * @throws InputError when it does not follow from the account as it was read.
   */
  apply(transaction: Transaction): void {
    try {
      this.account.apply(transaction);
    } catch (error) {
      if (!(error instanceof InvariantError)) throw error;
      const { id, type } = transaction;
      const rule = `sent transaction ${id} (${type}), which does not follow from the account that it sent before`;
      throw this.#client.fault(`${rule}; start again, so that the account is read anew`);
    }
  }

  /** Reads the transactions after the last one that was returned. */
  async newTransactions(): Promise<readonly Transaction[]> {
    const since = `/transactions/sinceid?id=${this.#lastID}`;
    const body = await this.#client.find(this.path(since), NO_SUCH_ID);
    if (body === undefined) {
      throw this.#client.fault(
        `does not have transaction ${this.#lastID}: the account has been reset`,
      );
    }
    const transactions = (body['transactions'] as Transaction[]).filter(
      ({ id }) => Number(id) > this.#lastID,
    );
    this.#lastID = Number(transactions.at(-1)?.id ?? this.#lastID);
    return transactions;
  }

  /** Reads the account once more at the end, even when reading has been given up. */
  async lastLook(): Promise<void> {
    this.account.takeAll(await this.#readAccount(this.#client.atLast()));
  }

  async #readAccount(client = this.#client): Promise<Json> {
    const { account } = await client.get(this.path(''));
    return account as Json;
  }

  /** Path of the account, followed by `rest`. */
  path(rest: string): string {
    return `/v3/accounts/${encodeURIComponent(this.account.id)}${rest}`;
  }
}

/** The best prices; undefined when a side has none. */
function tickOf(price: Json): StrategyTick | undefined {
  const best = (side: 'bids' | 'asks') =>
    (price[side] as readonly { readonly price: string }[] | undefined)?.[0]?.price;
  const [bid, ask] = [best('bids'), best('asks')];
  if (bid === undefined || ask === undefined) return undefined;
  return { instrument: price['instrument'] as string, time: price['time'] as string, bid, ask };
}
