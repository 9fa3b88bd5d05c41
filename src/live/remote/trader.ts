/**
 * Runs a strategy over HTTP for either clock: its context, its hooks, and its commands. Commands
 * are sent one after another, and the effects of each are reported before the next.
 */

import type { ReadCommand } from '../../core/engine/state/command.js';
import type { Transaction } from '../../core/ledger/transaction.js';
import { effectiveMarginRate } from '../../core/ledger/valuation.js';
import type { CalendarEvent } from '../../core/risk/calendar.js';
import { callHook } from '../../core/strategy/call-hook.js';
import { candleNeeds } from '../../core/strategy/candles/candle-reading.js';
import { type CandleGap, WarmUp } from '../../core/strategy/candles/warm-up.js';
import { instrumentNamed, takeCommand, timerInstant } from '../../core/strategy/check-command.js';
import { strategyEvent } from '../../core/strategy/event.js';
import type {
  Strategy,
  StrategyCandle,
  StrategyContext,
  StrategyRandom,
  StrategyTick,
} from '../../core/strategy/strategy.js';
import { StrategyError, type StrategyHook } from '../../core/strategy/strategy-error.js';
import { HostTools, type ToolHost } from '../../core/strategy/tools/context-tools.js';
import type { Drawings } from '../../core/strategy/tools/drawings.js';
import { formatRfc3339, instant } from '../../core/time/instant.js';
import { RefusalCounter } from '../../core/view/refusals.js';
import type { CandleStore } from './market/candle-store.js';
import type { RemoteMarket } from './market/remote-market.js';
import type { Sender } from './risk/sender.js';
import { type SetTimer, TimerList } from './timer-list.js';

/** What a strategy trades with. */
export interface TraderParts {
  readonly market: RemoteMarket;
  readonly sender: Pick<Sender, 'send'>;
  readonly store: CandleStore;
  readonly random: StrategyRandom;
}

/**
 * Owns a strategy, its timers and its commands that wait. Hooks add commands, `sendAll` sends them
 * in order; no hook is called before `beginIfWarm` has begun the strategy.
 */
export class Trader {
  readonly timers = new TimerList();
  /** Counts what the account was refused. */
  readonly refusals = new RefusalCounter();
  readonly #strategy: Strategy;
  readonly #market: RemoteMarket;
  readonly #sender: Pick<Sender, 'send'>;
  readonly #warmUp: WarmUp;
  readonly #context: StrategyContext;
  readonly #tools: HostTools;
  readonly #queue: ReadCommand[] = [];
  /** The candles that have been reported since `tellCandlesEnd`. */
  #ended: StrategyCandle[] = [];
  #now = instant(0);
  #tickets = 0;
  #hasBegun = false;
  #isOver = false;

  constructor(strategy: Strategy, { market, sender, store, random }: TraderParts) {
    this.#strategy = strategy;
    this.#market = market;
    this.#sender = sender;
    this.#warmUp = new WarmUp(candleNeeds(strategy), need => store.known(need));
    this.#tools = new HostTools(this.#toolHost());
    this.#context = this.#makeContext(store, random);
  }

  /** Whether the effect of a transaction is due at once: orders are linked, or trades are timed. */
  get needsTransactions(): boolean {
    return this.#tools.needsTransactions;
  }

  /** What the strategy has drawn so far; undefined when it has drawn nothing. */
  drawn(): Drawings | undefined {
    return this.#tools.drawn();
  }

  /** Whether commands wait to be sent. */
  get hasCommands(): boolean {
    return this.#queue.length > 0;
  }

  /** What the strategy waits for before it begins; undefined when it has begun. */
  get gaps(): readonly CandleGap[] | undefined {
    return this.#hasBegun ? undefined : this.#warmUp.gaps();
  }

  /** Begins once the candles exist that the strategy waits for; no hook is called before. */
  beginIfWarm(): void {
    if (this.#hasBegun || !this.#warmUp.isDone()) return;
    this.#hasBegun = true;
    this.#call('onStart', undefined);
  }

  /** Refuses further orders. */
  stop(): void {
    this.#isOver = true;
    this.#call('onStop', undefined);
  }

  tellCandle(candle: StrategyCandle): void {
    this.#ended.push(candle);
    this.#call('onCandle', candle);
  }

  /** Reports the candles since the last such call together. */
  tellCandlesEnd(): void {
    const ended = this.#ended;
    this.#ended = [];
    if (ended.length > 0) this.#call('onCandles', ended);
  }

  tellTick(tick: StrategyTick): void {
    this.#call('onTick', tick);
  }

  /** Reports a timer, unless another hook has cancelled it or set it again. */
  tellTimer(timer: SetTimer): void {
    if (!this.timers.take(timer)) return;
    if (typeof timer.name !== 'string') this.#tools.fire(timer.name);
    else this.#call('onTimer', { name: timer.name, time: formatRfc3339(timer.at) });
  }

  tellEvent(event: CalendarEvent): void {
    this.#call('onEvent', strategyEvent(event));
  }

  tellTransaction(transaction: Transaction): void {
    this.refusals.take(transaction);
    this.#market.apply(transaction);
    this.#now = this.#market.time;
    this.#tools.takeTransaction(transaction);
    this.#call('onTransaction', transaction);
  }

  /**
   * Sends the waiting commands; their effects are reported at once, and may cause more commands.
   */
  async sendAll(): Promise<void> {
    for (let command = this.#queue.shift(); command !== undefined; command = this.#queue.shift()) {
      await this.#sender.send(command);
      const transactions = await this.#market.newTransactions();
      if (transactions.length === 0) continue;
      await this.#market.readAccount();
      for (const transaction of transactions) this.tellTransaction(transaction);
      this.#market.account.settle();
    }
  }

  #call(hook: StrategyHook, told: unknown): void {
    if (!this.#hasBegun) return;
    this.#now = this.#market.time;
    this.#tools.beginHook(told);
    callHook(this.#strategy, hook, this.#context, told);
  }

  #submit(command: ReadCommand): number {
    if (this.#isOver) throw new StrategyError('sent a command after the end of the run');
    this.#queue.push(takeCommand(this.#market.instruments, command));
    return ++this.#tickets;
  }

  #toolHost(): ToolHost {
    const market = this.#market;
    return {
      now: () => this.#now,
      account: market.account,
      get instruments() {
        return market.instruments;
      },
      get quotes() {
        return market.sizing.quotes;
      },
      get conversion() {
        return market.sizing.conversion(market.account.currency);
      },
      marginRate: instrument => effectiveMarginRate(market.account, instrument),
      commission: instrument => instrument.commission,
      // v20 does not say how the sides count; together they need the most.
      get hedging() {
        return market.account.isHedging ? ('ABSOLUTE_SUM' as const) : undefined;
      },
      sent: () => this.#queue.flatMap(each => (each.type === 'CreateOrder' ? [each.order] : [])),
      instrument: name => instrumentNamed(market.sizing.quotes.instruments, name),
      createOrder: order => this.#submit({ type: 'CreateOrder', order }),
      submit: command => this.#submit(command),
      setTradeTimer: (timer, at) => this.timers.set(timer, at),
    };
  }

  #makeContext(store: CandleStore, random: StrategyRandom): StrategyContext {
    const market = this.#market;
    const tools = this.#tools;
    const now = () => this.#now;
    return {
      get time() {
        return formatRfc3339(now());
      },
      accountID: market.account.id,
      account: market.account,
      get instruments() {
        return market.instruments;
      },
      random,
      instrument: name => instrumentNamed(market.instruments, name),
      quote: name => market.quote(instrumentNamed(market.instruments, name).name),
      candles: (name, granularity, count, options) => {
        const instrument = instrumentNamed(market.instruments, name).name;
        return store.last(instrument, granularity, count, options);
      },
      createOrder: order => this.#submit({ type: 'CreateOrder', order }),
      submit: command => this.#submit(command),
      setTimer: (name, when) => this.timers.set(name, timerInstant(name, when, this.#now)),
      clearTimer: name => this.timers.clear(name),
      price: (...asked) => tools.price(...asked),
      unitsFor: request => tools.unitsFor(request),
      session: session => tools.session(session),
      oco: (...orders) => tools.oco(...orders),
      buy: (...asked) => tools.buy(...asked),
      sell: (...asked) => tools.sell(...asked),
      close: instrument => tools.close(instrument),
      flat: () => tools.flat(),
      cancelAll: instrument => tools.cancelAll(instrument),
      closeAfter: (...asked) => tools.closeAfter(...asked),
      plot: (...drawn) => tools.plot(...drawn),
      mark: (...drawn) => tools.mark(...drawn),
    };
  }
}
