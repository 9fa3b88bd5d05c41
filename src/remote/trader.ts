/**
 * Runs a strategy over HTTP for either clock: its context, its hooks, and its commands. Commands
 * are sent one after another, and the effects of each are reported before the next.
 */

import type { ReadCommand } from '../core/engine/state/command.js';
import type { Transaction } from '../core/ledger/transaction.js';
import type { CalendarEvent } from '../core/risk/calendar.js';
import { callHook } from '../core/strategy/call-hook.js';
import { instrumentNamed, takeCommand, timerInstant } from '../core/strategy/check-command.js';
import { strategyRandom } from '../core/strategy/engine-context.js';
import { strategyEvent } from '../core/strategy/event.js';
import type {
  Strategy,
  StrategyCandle,
  StrategyContext,
  StrategyTick,
} from '../core/strategy/strategy.js';
import { StrategyError, type StrategyHook } from '../core/strategy/strategy-error.js';
import { formatRfc3339, instant } from '../core/time/instant.js';
import type { RemoteMarket } from './remote-market.js';
import type { Sender } from './risk/sender.js';
import { type SetTimer, TimerList } from './timer-list.js';

export class Trader {
  readonly timers = new TimerList();
  readonly #strategy: Strategy;
  readonly #market: RemoteMarket;
  readonly #sender: Pick<Sender, 'send'>;
  readonly #context: StrategyContext;
  readonly #queue: ReadCommand[] = [];
  #now = instant(0);
  #tickets = 0;
  #isOver = false;

  /** @param seed - of the strategy's random numbers. */
  constructor(
    strategy: Strategy,
    market: RemoteMarket,
    sender: Pick<Sender, 'send'>,
    seed: number,
  ) {
    this.#strategy = strategy;
    this.#market = market;
    this.#sender = sender;
    this.#context = this.#makeContext(seed);
  }

  /** Whether commands wait to be sent. */
  get hasCommands(): boolean {
    return this.#queue.length > 0;
  }

  start(): void {
    this.#call('onStart', undefined);
  }

  /** Refuses further orders. */
  stop(): void {
    this.#isOver = true;
    this.#call('onStop', undefined);
  }

  tellCandle(candle: StrategyCandle): void {
    this.#call('onCandle', candle);
  }

  tellTick(tick: StrategyTick): void {
    this.#call('onTick', tick);
  }

  /** Reports a timer, unless another hook has cancelled it or set it again. */
  tellTimer(timer: SetTimer): void {
    if (!this.timers.take(timer)) return;
    this.#call('onTimer', { name: timer.name, time: formatRfc3339(timer.at) });
  }

  tellEvent(event: CalendarEvent): void {
    this.#call('onEvent', strategyEvent(event));
  }

  tellTransaction(transaction: Transaction): void {
    this.#market.account.apply(transaction);
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
    this.#now = this.#market.time;
    callHook(this.#strategy, hook, this.#context, told);
  }

  #makeContext(seed: number): StrategyContext {
    const market = this.#market;
    const submit = (command: ReadCommand) => {
      if (this.#isOver) throw new StrategyError('sent a command after the end of the run');
      this.#queue.push(takeCommand(market.instruments, command));
      return ++this.#tickets;
    };
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
      random: strategyRandom(seed),
      instrument: name => instrumentNamed(market.instruments, name),
      quote: name => market.quote(instrumentNamed(market.instruments, name).name),
      createOrder: order => submit({ type: 'CreateOrder', order }),
      submit,
      setTimer: (name, when) => this.timers.set(name, timerInstant(name, when, this.#now)),
      clearTimer: name => this.timers.clear(name),
    };
  }
}
