/**
 * What a v20 host says of an account and its market: instruments, quotes, the account and its
 * transactions, each told once. Source: v20 semantics 7.2, 9.1, 9.5, 6.3.
 */

import type { Transaction } from '../core/ledger/transaction.js';
import type { StrategyInstrument, StrategyTick } from '../core/strategy/strategy.js';
import { type Instant, instant, mustParse } from '../core/time/instant.js';
import { AccountBook } from './account-book.js';
import type { Json, V20Client } from './v20-client.js';

/** A price that has been heard of, and was not known. */
export interface Quote {
  readonly tick: StrategyTick;
  readonly at: Instant;
  readonly isTradeable: boolean;
}

/** What a host answers about transactions after one that it does not have. */
const NO_SUCH_ID = 416;

export class RemoteMarket {
  readonly account: AccountBook;
  instruments: readonly StrategyInstrument[] = [];
  readonly #client: V20Client;
  readonly #quotes = new Map<string, Quote>();
  /** The last transaction that has been handed out. */
  #lastID = 0;
  #time = instant(0);

  constructor(client: V20Client, accountID: string) {
    this.#client = client;
    this.account = new AccountBook(accountID, () => this.instruments);
  }

  /** Finds out what there is to look at. */
  async readInstruments(): Promise<void> {
    const { instruments } = await this.#client.get(this.path('/instruments'));
    this.instruments = instruments as StrategyInstrument[];
  }

  /** Looks for the first time: what has happened before is not told. */
  async firstLook(): Promise<void> {
    await this.readPrices();
    this.account.takeAll(await this.#readAccount());
    this.#lastID = this.account.lastTransactionID;
  }

  /** The latest time that the host has told; simulated time where it is. */
  get time(): Instant {
    return this.#time;
  }

  /** The host's clock has been seen to stand at `time`; it does not go back. */
  sawTime(time: Instant): void {
    if (time > this.#time) this.#time = time;
  }

  /** Whether the host has transactions that have not been handed out. */
  isBehind(lastTransactionID: string): boolean {
    return Number(lastTransactionID) > this.#lastID;
  }

  quote(instrument: string): StrategyTick | undefined {
    return this.#quotes.get(instrument)?.tick;
  }

  /** Names of the instruments, as a query has them. */
  get instrumentList(): string {
    return encodeURIComponent(this.instruments.map(({ name }) => name).join(','));
  }

  /** Looks at all prices. @returns those that have changed. */
  async readPrices(): Promise<Quote[]> {
    const query = `instruments=${this.instrumentList}&includeUnitsAvailable=false`;
    const { prices, time } = await this.#client.get(this.path(`/pricing?${query}`));
    this.sawTime(mustParse(time as string));
    return (prices as Json[]).flatMap(price => this.takePrice(price) ?? []);
  }

  /** Looks at the host's clock, and at nothing else. */
  async readTime(): Promise<void> {
    const name = encodeURIComponent(this.instruments[0]?.name ?? '');
    const query = `instruments=${name}&includeUnitsAvailable=false`;
    const { time } = await this.#client.get(this.path(`/pricing?${query}`));
    this.sawTime(mustParse(time as string));
  }

  /** Takes note of a price. @returns it, unless it is known or older than what is. */
  takePrice(price: Json): Quote | undefined {
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
    return quote;
  }

  /** Looks at what of the account depends on prices. */
  async readValues(): Promise<void> {
    const { account } = await this.#client.get(this.path('/summary'));
    this.account.takeValues(account as Json);
  }

  /** Looks at all of the account, of which the rest is taken over once transactions are told. */
  async readAccount(): Promise<void> {
    this.account.takeValues(await this.#readAccount());
  }

  /**
   * Hands out a transaction that came by itself, once and in order: `early` when there may be others
   * before it, so that they are to be read.
   */
  takeTransaction({ id, time }: Transaction): 'told' | 'known' | 'early' {
    this.sawTime(mustParse(time));
    const number = Number(id);
    if (number <= this.#lastID) return 'known';
    if (number > this.#lastID + 1) return 'early';
    this.#lastID = number;
    return 'told';
  }

  /** Reads the transactions after the last one handed out. */
  async newTransactions(): Promise<readonly Transaction[]> {
    const since = `/transactions/sinceid?id=${this.#lastID}`;
    const body = await this.#client.find(this.path(since), NO_SUCH_ID);
    if (body === undefined) {
      throw this.#client.fault(
        `knows nothing of transaction ${this.#lastID}: the account has begun anew`,
      );
    }
    const transactions = (body['transactions'] as Transaction[]).filter(
      ({ id }) => Number(id) > this.#lastID,
    );
    this.#lastID = Number(transactions.at(-1)?.id ?? this.#lastID);
    return transactions;
  }

  /** Looks at the account once more when all is over, whether or not reading has been given up. */
  async lastLook(): Promise<void> {
    this.account.takeAll(await this.#readAccount(this.#client.atLast()));
  }

  async #readAccount(client = this.#client): Promise<Json> {
    const { account } = await client.get(this.path(''));
    return account as Json;
  }

  /** Path of the account, and what follows it. */
  path(rest: string): string {
    return `/v3/accounts/${encodeURIComponent(this.account.id)}${rest}`;
  }
}

/** The best prices; undefined where a side has none. */
function tickOf(price: Json): StrategyTick | undefined {
  const best = (side: 'bids' | 'asks') =>
    (price[side] as readonly { readonly price: string }[] | undefined)?.[0]?.price;
  const [bid, ask] = [best('bids'), best('asks')];
  if (bid === undefined || ask === undefined) return undefined;
  return { instrument: price['instrument'] as string, time: price['time'] as string, bid, ask };
}
