/**
 * The context of a strategy in a backtest: its account, quotes and orders, from a live engine. It
 * shows only the present of the engine. Invariant: only `accept` changes the engine.
 */

import { ensureDefined } from '../base/assert.js';
import { Prng } from '../base/prng.js';
import type { Engine } from '../engine/engine.js';
import type { ReadCommand } from '../engine/state/command.js';
import { effectiveMarginRate } from '../ledger/valuation.js';
import { formatPoints } from '../market/points.js';
import type { QuoteBoard } from '../market/quote.js';
import { formatRfc3339, type Instant, instant } from '../time/instant.js';
import type { StrategyAccount } from './account.js';
import type { CandleNeed } from './candles/candle-reading.js';
import type { CandleOptions, StrategyCandles } from './candles/candle-table.js';
import { EngineCandles } from './candles/engine-candles.js';
import { instrumentNamed, takeCommand, timerInstant } from './check-command.js';
import type { ActWatch } from './hook-watch.js';
import { LiveAccount } from './live-account.js';
import type {
  StrategyContext,
  StrategyInstrument,
  StrategyRandom,
  StrategyTick,
  TimerSetting,
} from './strategy.js';
import { StrategyError } from './strategy-error.js';
import { type ContextTools, HostTools } from './tools/context-tools.js';
import type { TaggedOrder } from './tools/tagged-order.js';
import type { TradeTimer } from './tools/time-stops.js';

/** What a tool is called with. */
type ToolArguments<Tool extends keyof ContextTools> = Parameters<ContextTools[Tool]>;

/** Label of the generator that a strategy draws from. */
const RANDOM_LABEL = 'strategy';

/**
 * Most commands of a strategy at one instant. With more, the strategy probably answers itself
 * forever.
 */
const MOST_AT_ONCE = 100_000;

/** Under what a timer is set: a name of the strategy's own, or a trade whose time is limited. */
type TimerName = string | TradeTimer;

/** Most integers that one draw can choose from. */
const WIDEST_DRAW = 4_294_967_296;

/** What a context is made from, beside its engine. */
export interface ContextSetup {
  readonly seed: number;
  /** Sets the draws apart from those of other strategies of the scenario; default: nothing does. */
  readonly draws?: string | undefined;
  /** Gives each timer a number of its own among the strategies of an engine. */
  readonly timerNumber: () => number;
  /** The candles that may be asked for. */
  readonly needs: readonly CandleNeed[];
  /** Sees what the strategy does; absent: nothing does. */
  readonly acts?: ActWatch | undefined;
}

/**
 * The random draws for a strategy of a scenario with this seed.
 * @param draws - sets them apart from those of other strategies of the scenario.
 */
export function strategyRandom(seed: number, draws?: string): StrategyRandom {
  const prng = new Prng(seed).fork(draws === undefined ? RANDOM_LABEL : `${RANDOM_LABEL} ${draws}`);
  return {
    nextUnit: () => prng.nextUnit(),
    nextInt: (minimum, maximum) => {
      const span = maximum - minimum;
      const isRange = Number.isSafeInteger(minimum) && Number.isSafeInteger(maximum);
      if (isRange && span >= 0 && span < WIDEST_DRAW) return prng.nextInt(minimum, maximum);
      const rule = 'needs two whole numbers, the smaller one first, less than 2^32 apart';
      throw new StrategyError(`random.nextInt: ${rule}, were ${minimum} and ${maximum}`);
    },
  };
}

/** The current quote of `slot` as a strategy sees it. @param time - of the quote. */
export function tickOf(quotes: QuoteBoard, slot: number, time: Instant): StrategyTick {
  const { name, displayPrecision } = quotes.instrument(slot);
  return {
    instrument: name,
    time: formatRfc3339(time),
    bid: formatPoints(quotes.bidPoints(slot), displayPrecision),
    ask: formatPoints(quotes.askPoints(slot), displayPrecision),
  };
}

/**
 * Owns the timers of one strategy in one run. Calls of the strategy set and clear them, a due one
 * is taken once; commands go to the engine.
 */
export class EngineContext implements StrategyContext {
  readonly accountID: string;
  readonly account: StrategyAccount;
  readonly instruments: readonly StrategyInstrument[];
  readonly random: StrategyRandom;
  readonly tools: HostTools;
  /** True after the end of the run; then no command is accepted. */
  isOver = false;
  /** Its candles, which the context gives. */
  readonly known: EngineCandles;
  readonly #engine: Engine;
  readonly #timerNumber: ContextSetup['timerNumber'];
  readonly #acts: ActWatch | undefined;
  /** The number of the timer that is set under a name, and the name of each number. */
  readonly #timers = new Map<TimerName, number>();
  readonly #timerNames = new Map<number, TimerName>();
  #sentAt: Instant | undefined;
  /** Number of commands sent at the current instant so far. */
  #sentNow = 0;

  constructor(engine: Engine, accountID: string, setup: ContextSetup) {
    const { state, market } = engine.account(accountID);
    this.#engine = engine;
    this.accountID = accountID;
    this.instruments = engine.state.quotes.instruments;
    this.account = new LiveAccount(state, market, this.instruments);
    this.random = strategyRandom(setup.seed, setup.draws);
    this.known = new EngineCandles(engine, setup.needs);
    this.#timerNumber = setup.timerNumber;
    this.#acts = setup.acts;
    this.tools = new HostTools({
      ...market,
      account: this.account,
      instruments: this.instruments,
      now: () => engine.now,
      marginRate: instrument => effectiveMarginRate(state, instrument),
      commission: instrument => instrument.commission ?? state.config.commission,
      hedging: state.config.hedging ? state.config.positionAggregation : undefined,
      sent: () => engine.sentOrders(accountID),
      instrument: name => instrumentNamed(market.quotes.instruments, name),
      createOrder: order => this.createOrder(order),
      submit: command => this.submit(command),
      setTradeTimer: (timer, at) => this.#setTimer(timer, at),
      drawing: setup.acts,
    });
  }

  get time(): string {
    return formatRfc3339(this.#engine.now);
  }

  instrument(name: string): StrategyInstrument {
    return instrumentNamed(this.instruments, name);
  }

  quote(name: string): StrategyTick | undefined {
    const { quotes } = this.#engine.state;
    const slot = quotes.slot(this.instrument(name).name) as number;
    if (!quotes.isPriced(slot)) return undefined;
    const time = instant(ensureDefined(quotes.time[slot], 'quote time'));
    return tickOf(quotes, slot, time);
  }

  candles(
    instrument: string,
    granularity: string,
    count: number,
    options?: CandleOptions,
  ): StrategyCandles {
    return this.known.last(this.instrument(instrument).name, granularity, count, options);
  }

  createOrder(order: TaggedOrder): number {
    return this.submit({ type: 'CreateOrder', order });
  }

  submit(command: ReadCommand): number {
    if (this.isOver) throw new StrategyError('sent a command after the end of the run');
    this.#acts?.beforeAct();
    const { now } = this.#engine;
    this.#sentNow = now === this.#sentAt ? this.#sentNow + 1 : 1;
    this.#sentAt = now;
    if (this.#sentNow > MOST_AT_ONCE) {
      throw new StrategyError(`sent more than ${MOST_AT_ONCE} commands at one instant`);
    }
    const taken = takeCommand(this.instruments, command);
    const ticket = this.#engine.accept(this.accountID, taken, taken);
    this.#acts?.onCommand(taken);
    return ticket;
  }

  setTimer(name: string, when: TimerSetting): void {
    this.#acts?.beforeAct();
    this.#setTimer(name, timerInstant(name, when, this.#engine.now));
  }

  #setTimer(name: TimerName, at: Instant): void {
    const number = this.#timerNumber();
    this.#timerNames.set(number, name);
    this.#timers.set(name, number);
    this.#engine.setTimer(at, number);
    this.#acts?.onTimer(at, number);
  }

  clearTimer(name: string): void {
    this.#timers.delete(name);
  }

  price(...asked: ToolArguments<'price'>): string {
    return this.tools.price(...asked);
  }

  unitsFor(...asked: ToolArguments<'unitsFor'>): string {
    return this.tools.unitsFor(...asked);
  }

  session(...asked: ToolArguments<'session'>) {
    return this.tools.session(...asked);
  }

  oco(...orders: ToolArguments<'oco'>) {
    return this.tools.oco(...orders);
  }

  buy(...asked: ToolArguments<'buy'>) {
    return this.tools.buy(...asked);
  }

  sell(...asked: ToolArguments<'sell'>) {
    return this.tools.sell(...asked);
  }

  close(...asked: ToolArguments<'close'>) {
    return this.tools.close(...asked);
  }

  flat() {
    return this.tools.flat();
  }

  cancelAll(...asked: ToolArguments<'cancelAll'>) {
    return this.tools.cancelAll(...asked);
  }

  closeAfter(...asked: ToolArguments<'closeAfter'>): void {
    this.tools.closeAfter(...asked);
  }

  plot(...drawn: ToolArguments<'plot'>): void {
    this.tools.plot(...drawn);
  }

  mark(...drawn: ToolArguments<'mark'>): void {
    this.tools.mark(...drawn);
  }

  /**
   * The name of due timer `number`, which is then no longer set; undefined when it was cleared, or
   * is another strategy's.
   */
  takeTimer(number: number): TimerName | undefined {
    const name = this.#timerNames.get(number);
    this.#timerNames.delete(number);
    if (name === undefined || this.#timers.get(name) !== number) return undefined;
    this.#timers.delete(name);
    return name;
  }
}
