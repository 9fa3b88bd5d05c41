/**
 * Runs a strategy against any v20 host in the host's own time. Prices and transactions come from
 * the streams, each once and in order; the host's clock decides when candles and timers are due.
 * When a stream is refused, silent or lost, the host is polled at every step.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from '../../core/ledger/transaction.js';
import type { Strategy, StrategyCandle } from '../../core/strategy/strategy.js';
import { type Instant, mustParse } from '../../core/time/instant.js';
import type { HostCandleWatch } from './market/candle-watch.js';
import type { HostQuote, RemoteMarket } from './market/remote-market.js';
import type { EventList } from './risk/event-list.js';
import type { RiskGuard } from './risk/risk-guard.js';
import type { Sender } from './risk/sender.js';
import type { Trader } from './trader.js';
import type { Json } from './wire/v20-client.js';
import { V20Stream, type V20StreamOptions } from './wire/v20-stream.js';

/** Addresses of the streams, and their time limits. */
type StreamSource = Pick<V20StreamOptions, 'url' | 'token' | 'silenceMs' | 'waitsMs'>;

export interface WallRunParts {
  readonly strategy: Strategy;
  readonly market: RemoteMarket;
  readonly candles: HostCandleWatch;
  readonly trader: Trader;
  readonly sender: Sender;
  readonly events: EventList;
  /** Holds the strategy to rules of risk; undefined without rules. */
  readonly guard: RiskGuard | undefined;
  readonly streams: StreamSource;
  /** Wall milliseconds between two polls while a stream is missing. */
  readonly stepMs: number;
  /** Ends the run. */
  readonly signal: AbortSignal;
  /** Called with messages for people about lost streams and those that are back. */
  readonly notify: (line: string) => void;
}

/** An event to report to the strategy. At one instant, lower ranks come first. */
interface News {
  readonly at: Instant;
  readonly rank: number;
  readonly tell: () => void;
}

/** Wall milliseconds that the streams have to open before the strategy starts. */
const OPEN_MS = 2_000;

const RANK = {
  STORE: 0,
  EVENT: 1,
  BEGIN: 2,
  CANDLE: 3,
  CANDLES_END: 4,
  TIMER: 5,
  TRANSACTION: 6,
  TICK: 7,
} as const;

/**
 * Owns two streams and the lines that have come but have not been reported. The streams add lines,
 * each look reports and removes them; after a lost stream the host is read as well.
 */
export class WallRun {
  readonly #parts: WallRunParts;
  readonly #pricing: V20Stream;
  readonly #ledger: V20Stream;
  #prices: Json[] = [];
  #lines: Json[] = [];
  /** Whether transactions may be missing. */
  #isBehind = true;
  #wake: () => void = () => undefined;
  #lookedAtMs = performance.now();
  /** Due time of the candles that were requested last. */
  #candlesTried = 0;

  constructor(parts: WallRunParts) {
    this.#parts = parts;
    const { market } = parts;
    this.#pricing = this.#stream(
      'pricing stream',
      market.path(`/pricing/stream?instruments=${market.instrumentList}`),
      this.#prices,
    );
    this.#ledger = this.#stream(
      'transaction stream',
      market.path('/transactions/stream'),
      this.#lines,
    );
  }

  /**
   * Opens the streams and waits a limited time for them: later events are not missed. Call it
   * before the first reading.
   */
  async open(): Promise<void> {
    this.#pricing.open();
    this.#ledger.open();
    const opened = Promise.all([this.#pricing.opened, this.#ledger.opened]);
    await Promise.race([opened, sleep(OPEN_MS, undefined, { ref: false })]);
  }

  /** Names of the streams that are open. */
  get openStreams(): string[] {
    const streams = { prices: this.#pricing, transactions: this.#ledger };
    return Object.entries(streams).flatMap(([name, { isOpen }]) => (isOpen ? [name] : []));
  }

  /** Runs until the signal. */
  async run(): Promise<void> {
    const { signal, trader } = this.#parts;
    const wake = () => this.#wake();
    signal.addEventListener('abort', wake);
    try {
      await trader.sendAll();
      while (!signal.aborted) {
        await this.#wait();
        if (!signal.aborted) await this.#look();
      }
    } finally {
      signal.removeEventListener('abort', wake);
    }
  }

  close(): void {
    this.#pricing.close();
    this.#ledger.close();
  }

  #stream(name: string, path: string, inbox: Json[]): V20Stream {
    const { streams, stepMs, notify } = this.#parts;
    return new V20Stream({
      ...streams,
      name,
      path,
      onConnect: () => {
        // The streams do not report events from before they were opened.
        this.#isBehind = true;
        this.#wake();
      },
      onLine: line => {
        inbox.push(line);
        this.#wake();
      },
      onBack: what => notify(`${what}; what was missed is read`),
      onLost: (what, isFinal) => {
        const untilWhen = isFinal ? 'instead' : 'until it is back';
        notify(`${what}; asking every ${stepMs / 1_000} s ${untilWhen}`);
      },
    });
  }

  /** Waits for something to read, or until a step has passed since the last poll. */
  async #wait(): Promise<void> {
    const restMs = this.#lookedAtMs + this.#parts.stepMs - performance.now();
    if (this.#prices.length > 0 || this.#lines.length > 0 || this.#isBehind || restMs <= 0) return;
    const rest = new AbortController();
    const woken = new Promise<void>(resolve => {
      this.#wake = resolve;
    });
    await Promise.race([
      woken,
      sleep(restMs, undefined, { signal: rest.signal }).catch(() => undefined),
    ]);
    rest.abort();
  }

  /** Reports everything that has happened since the last reading, oldest first. */
  async #look(): Promise<void> {
    const { trader, market, sender, events, guard } = this.#parts;
    sender.check();
    const isStep = performance.now() >= this.#lookedAtMs + this.#parts.stepMs;
    if (isStep) this.#lookedAtMs = performance.now();
    const quotes = await this.#newQuotes(isStep);
    const transactions = await this.#newTransactions(isStep);
    if (transactions.length > 0) await market.readAccount();
    else if (isStep && market.account.hasOpenTrades) await market.readValues();
    const news = [
      ...events.dueBy(market.time).map(event => ({
        at: event.at,
        rank: RANK.EVENT,
        tell: () => trader.tellEvent(event),
      })),
      ...(await this.#dueCandles(isStep)),
      ...this.#dueTimers(),
      ...transactions.map(transaction => ({
        at: mustParse(transaction.time),
        rank: RANK.TRANSACTION,
        tell: () => trader.tellTransaction(transaction),
      })),
      ...quotes
        .filter(({ isTradeable }) => isTradeable)
        .map(({ at, tick }) => ({ at, rank: RANK.TICK, tell: () => trader.tellTick(tick) })),
    ];
    // Events with equal time and rank keep the order in which they arrived.
    news.sort((a, b) => a.at - b.at || a.rank - b.rank);
    for (const { tell } of news) tell();
    market.account.settle();
    await guard?.look();
    await trader.sendAll();
  }

  async #newQuotes(isStep: boolean): Promise<HostQuote[]> {
    const { market } = this.#parts;
    const lines = this.#prices.splice(0);
    const quotes = lines.flatMap(line => {
      if (line['type'] === 'PRICE') return market.takePrice(line) ?? [];
      this.#sawTime(line);
      return [];
    });
    if (!isStep) return quotes;
    if (!this.#pricing.isLive) return [...quotes, ...(await market.readPrices())];
    if (lines.length === 0 && this.#wantsTime()) await market.readTime();
    return quotes;
  }

  /** Whether a candle or timer waits for the host's clock. */
  #wantsTime(): boolean {
    const { candles, trader, events } = this.#parts;
    return Math.min(candles.due, trader.timers.due, events.due) < Number.POSITIVE_INFINITY;
  }

  /** Transactions from the stream, and those that the stream did not deliver. */
  async #newTransactions(isStep: boolean): Promise<Transaction[]> {
    const { market } = this.#parts;
    const told: Transaction[] = [];
    if (isStep && !this.#ledger.isLive) this.#isBehind = true;
    for (const line of this.#lines.splice(0)) {
      if (line['type'] === 'HEARTBEAT') {
        this.#sawTime(line);
        if (market.isBehind(line['lastTransactionID'] as string)) this.#isBehind = true;
        continue;
      }
      // Every other line of the stream is a transaction, which the host has written.
      const transaction = line as unknown as Transaction;
      const taken = market.takeTransaction(transaction);
      if (taken === 'told') told.push(transaction);
      if (taken === 'early') this.#isBehind = true;
    }
    if (!this.#isBehind) return told;
    this.#isBehind = false;
    return [...told, ...(await market.newTransactions())];
  }

  #sawTime({ time }: Json): void {
    if (typeof time === 'string') this.#parts.market.sawTime(mustParse(time));
  }

  /**
   * Candles that are due; one that the host has not completed yet is requested again at the next
   * step. However late they come, a strategy finds only those before them in the store.
   */
  async #dueCandles(isStep: boolean): Promise<News[]> {
    const { candles, market, trader } = this.#parts;
    if (candles.due > market.time || (candles.due === this.#candlesTried && !isStep)) return [];
    this.#candlesTried = candles.due;
    const complete = await candles.read(market.time);
    const store = (candle: StrategyCandle) => candles.store.add(candle, [candle]);
    return complete.flatMap(({ candle, end, isTold }) => [
      { at: end, rank: RANK.STORE, tell: () => store(candle) },
      { at: end, rank: RANK.BEGIN, tell: () => trader.beginIfWarm() },
      ...(isTold ? [{ at: end, rank: RANK.CANDLE, tell: () => trader.tellCandle(candle) }] : []),
      { at: end, rank: RANK.CANDLES_END, tell: () => trader.tellCandlesEnd() },
    ]);
  }

  #dueTimers(): News[] {
    const { market, trader } = this.#parts;
    return trader.timers.dueBy(market.time).map(timer => ({
      at: timer.at,
      rank: RANK.TIMER,
      tell: () => trader.tellTimer(timer),
    }));
  }
}
