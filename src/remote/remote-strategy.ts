/**
 * A strategy against any v20 host: looks at the account and the market at each step of a clock,
 * tells the strategy what has happened since, in the order in which it happened, and sends its
 * commands one after the other. With a manual clock its steps are the ends of candles and timers,
 * and a strategy that lives on those gives the very ledger of its backtest. Ticks, and transactions
 * that the market caused, are told at the next step: a host says no more of what was in between.
 */

import { bucketEnd, bucketStart, DEFAULT_ALIGNMENT } from '../core/candle/alignment.js';
import { isGranularity } from '../core/candle/granularity.js';
import type { Command } from '../core/engine/command.js';
import type { Strategy, StrategyContext, StrategyTick } from '../core/engine/strategy.js';
import type { StrategyAccount } from '../core/engine/strategy-account.js';
import { strategyRandom } from '../core/engine/strategy-context.js';
import {
  blameHook,
  refuseReturn,
  StrategyError,
  type StrategyHook,
} from '../core/engine/strategy-error.js';
import { instrumentNamed, takeOrder, timerInstant } from '../core/engine/strategy-order.js';
import { formatRfc3339, type Instant, instant } from '../core/time/instant.js';
import { CommandSender } from './command-sender.js';
import { mustParse, RemoteMarket } from './remote-market.js';
import type { TradingClock } from './trading-clock.js';
import type { V20Client } from './v20-client.js';

export interface RemoteOptions {
  readonly client: V20Client;
  readonly accountID: string;
  readonly strategy: Strategy;
  /** Seed of the strategy's draws. */
  readonly seed: number;
  readonly clock: TradingClock;
  /** Longest time between two looks, microseconds, for a strategy that wants more than candles. */
  readonly stepMicros: number;
}

/** Something to tell a strategy. At one instant, lower ranks come first. */
interface News {
  readonly at: Instant;
  readonly rank: number;
  readonly tell: () => void;
}

const RANK = { CANDLE: 0, TIMER: 1, TRANSACTION: 2, TICK: 3 } as const;

/**
 * Runs the strategy until its clock ends. @returns the account as it stood then.
 * @throws StrategyError as a backtest reports it.
 */
export function trade(options: RemoteOptions): Promise<StrategyAccount> {
  return new RemoteRun(options).run();
}

class RemoteRun {
  readonly #strategy: Strategy;
  readonly #clock: TradingClock;
  readonly #market: RemoteMarket;
  readonly #sender: CommandSender;
  readonly #context: StrategyContext;
  readonly #stepMicros: number;
  readonly #timers = new Map<string, Instant>();
  #queue: Command[] = [];
  #now = instant(0);
  #tickets = 0;
  #isOver = false;

  constructor({ client, accountID, strategy, seed, clock, stepMicros }: RemoteOptions) {
    this.#strategy = strategy;
    this.#clock = clock;
    this.#stepMicros = stepMicros;
    this.#market = new RemoteMarket(client, accountID);
    this.#sender = new CommandSender(client, accountID);
    this.#context = this.#makeContext(accountID, seed);
  }

  async run(): Promise<StrategyAccount> {
    await this.#market.open();
    this.#now = this.#market.time;
    this.#call('onStart', undefined);
    await this.#sendAll();
    for (let isLast = false; !isLast; ) {
      isLast = await this.#clock.next(this.#nextLook());
      await this.#look();
    }
    await this.#sender.settle();
    this.#isOver = true;
    this.#call('onStop', undefined);
    return this.#market;
  }

  /** Tells everything that has happened since the last look, oldest first. */
  async #look(): Promise<void> {
    const ticks = await this.#market.refresh();
    this.#now = this.#market.time;
    const news = [
      ...(await this.#candles()),
      ...this.#dueTimers(),
      ...(await this.#transactions()),
      ...this.#ticks(ticks),
    ];
    // Candles stay in the order in which they were asked for: a sort keeps what is equal.
    news.sort((a, b) => a.at - b.at || a.rank - b.rank);
    for (const { tell } of news) tell();
    await this.#sendAll();
  }

  async #candles(): Promise<News[]> {
    const news: News[] = [];
    for (const [index, interest] of (this.#strategy.candles ?? []).entries()) {
      for (const { candle, end } of await this.#market.newCandles(interest, index)) {
        news.push({ at: end, rank: RANK.CANDLE, tell: () => this.#call('onCandle', candle) });
      }
    }
    return news;
  }

  #dueTimers(): News[] {
    const due = [...this.#timers].filter(([, at]) => at <= this.#now);
    return due.map(([name, at]) => ({
      at,
      rank: RANK.TIMER,
      tell: () => {
        // Another hook may have taken it back, or set it anew.
        if (this.#timers.get(name) !== at) return;
        this.#timers.delete(name);
        this.#call('onTimer', { name, time: formatRfc3339(at) });
      },
    }));
  }

  async #transactions(): Promise<News[]> {
    const transactions = await this.#market.newTransactions();
    return transactions.map(transaction => ({
      at: mustParse(transaction.time),
      rank: RANK.TRANSACTION,
      tell: () => this.#call('onTransaction', transaction),
    }));
  }

  #ticks(ticks: readonly StrategyTick[]): News[] {
    if (this.#strategy.onTick === undefined) return [];
    return ticks.map(tick => ({
      at: mustParse(tick.time),
      rank: RANK.TICK,
      tell: () => this.#call('onTick', tick),
    }));
  }

  /** Sends what has been asked for; what it causes is told at once, and may ask for more. */
  async #sendAll(): Promise<void> {
    for (let command = this.#queue.shift(); command !== undefined; command = this.#queue.shift()) {
      await this.#sender.send(command);
      for (const { tell } of await this.#transactions()) tell();
    }
  }

  /** The next end of a candle, timer or step. */
  #nextLook(): Instant {
    const ends = (this.#strategy.candles ?? []).flatMap(({ granularity }) => {
      if (!isGranularity(granularity)) return [];
      const start = bucketStart(this.#now, granularity, DEFAULT_ALIGNMENT);
      return [bucketEnd(start, granularity, DEFAULT_ALIGNMENT)];
    });
    const wantsMore =
      this.#strategy.onTick !== undefined || this.#strategy.onTransaction !== undefined;
    const step = wantsMore || ends.length === 0 ? [this.#now + this.#stepMicros] : [];
    return instant(Math.min(...ends, ...this.#timers.values(), ...step));
  }

  #call(hook: StrategyHook, told: unknown): void {
    const strategy = this.#strategy as Readonly<Record<StrategyHook, Hook | undefined>>;
    let returned: unknown;
    try {
      returned = strategy[hook]?.(this.#context, told);
    } catch (error) {
      throw blameHook(error, hook, this.#context.time);
    }
    if (returned !== undefined) throw refuseReturn(returned, hook, this.#context.time);
  }

  #makeContext(accountID: string, seed: number): StrategyContext {
    const market = this.#market;
    const submit = (command: Command) => {
      if (this.#isOver) throw new StrategyError('sent a command after the end of the run');
      this.#queue.push(command);
      return ++this.#tickets;
    };
    const now = () => this.#now;
    return {
      get time() {
        return formatRfc3339(now());
      },
      accountID,
      account: market,
      get instruments() {
        return market.instruments;
      },
      random: strategyRandom(seed),
      instrument: name => instrumentNamed(market.instruments, name),
      quote: name => market.quote(instrumentNamed(market.instruments, name).name),
      createOrder: order =>
        submit({ type: 'CreateOrder', order: takeOrder(market.instruments, order) }),
      submit,
      setTimer: (name, when) => {
        this.#timers.set(name, timerInstant(name, when, this.#now));
      },
      clearTimer: name => {
        this.#timers.delete(name);
      },
    };
  }
}

type Hook = (context: StrategyContext, told: unknown) => unknown;
