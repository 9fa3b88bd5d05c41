/**
 * The other side of a channel: a Python that has classes of strategies. It makes strategies of them and
 * calls their hooks; during a hook it answers what the strategy asks of its context.
 */

import { InvariantError } from '../../../../core/base/assert.js';
import { wordsOf } from '../../../../core/base/words-of.js';
import type {
  CandleInterest,
  WarmUpCounts,
} from '../../../../core/strategy/candles/candle-interest.js';
import type {
  Strategy,
  StrategyCandle,
  StrategyContext,
  StrategyTick,
} from '../../../../core/strategy/strategy.js';
import type { StrategyHook } from '../../../../core/strategy/strategy-error.js';
import { CALLS, CrossingCandles } from './calls.js';
import { HookFrame } from './hook-frame.js';
import { microsOf } from './micros.js';
import { markOfPython } from './of-python.js';
import type { Channel, Frame } from './pipes/channel.js';
import { ChannelClosedError } from './pipes/pipes.js';
import { StrategyPushes } from './pushed.js';
import { type CrossingError, pythonError } from './python-error.js';

/** What a strategy that was made says of itself. */
interface StrategyDescription {
  readonly hooks: readonly StrategyHook[];
  readonly candles?: readonly CandleInterest[];
  readonly warmUp?: WarmUpCounts;
}

/** What hosts the classes. */
export interface PythonPeer {
  readonly channel: Channel;
  /** How it ended, in words. */
  end(): string;
}

/** Strategies that were dropped are forgotten by the other side at its next making. */
const dropped = new FinalizationRegistry<{ readonly ids: number[]; readonly id: number }>(
  ({ ids, id }) => {
    ids.push(id);
  },
);

/**
 * Owns the strategies of one Python. `make` makes one; those whose run has ended are dropped with
 * the next frame.
 */
export class PythonHost {
  readonly #channel: Channel;
  readonly #end: () => string;
  readonly #frame = new HookFrame();
  readonly #dropped: number[] = [];
  #strategies = 0;
  #hasEnded = false;

  constructor({ channel, end }: PythonPeer) {
    this.#channel = channel;
    this.#end = end;
  }

  /** Whether the other side is known to have ended. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Asks for something outside of hooks. @throws Error as the other side has it. */
  ask(what: string, given: object): unknown {
    this.#send('Q', { what, ...given });
    const { kind, body } = this.#receive();
    const value: unknown = JSON.parse(body.toString());
    if (kind === 'X') throw pythonError(value as CrossingError);
    return value;
  }

  /**
   * Makes a strategy.
   * @param of - names its class on the other side. @throws Error as the factory of a module.
   */
  make(of: object, params: Readonly<Record<string, unknown>>): Strategy {
    const id = this.#strategies;
    this.#strategies += 1;
    const made = this.ask('make', {
      ...of,
      id,
      params,
      dropped: this.#dropped.splice(0),
    }) as StrategyDescription;
    const { hooks, ...wishes } = made;
    const run = new StrategyRun(id, wishes.candles ?? []);
    const strategy: Strategy = {
      ...wishes,
      ...Object.fromEntries(
        hooks.map(hook => [
          hook,
          (context: StrategyContext, told: unknown) => this.#call(run, hook, context, told),
        ]),
      ),
    };
    markOfPython(strategy);
    dropped.register(strategy, { ids: this.#dropped, id });
    return strategy;
  }

  /** Calls a hook, and answers calls until it returns. @throws Error as the hook. */
  #call(run: StrategyRun, hook: StrategyHook, context: StrategyContext, told: unknown): void {
    if (!run.hasBegun) {
      run.hasBegun = true;
      const { accountID, instruments, account } = context;
      this.ask('begin', { id: run.id, accountID, currency: account.currency, instruments });
    }
    run.write(this.#frame, hook, context, told);
    this.#do(() => this.#frame.send(this.#channel));
    for (;;) {
      const { kind, body } = this.#receive();
      if (kind === 'D') return;
      if (kind === 'X') throw pythonError(JSON.parse(body.toString()) as CrossingError);
      this.#answer(run, context, body);
    }
  }

  #answer(run: StrategyRun, context: StrategyContext, body: Buffer): void {
    const [name, ...given] = JSON.parse(body.toString()) as [string, ...unknown[]];
    let answer: unknown;
    try {
      const call = CALLS.get(name);
      if (call === undefined) throw new InvariantError(`no call ${name}`);
      answer = call({ context, pushed: run.pushed }, given);
    } catch (error) {
      if (error instanceof InvariantError) throw error;
      this.#send('E', wordsOf(error));
      return;
    }
    if (answer instanceof CrossingCandles) this.#sendCandles(answer);
    else this.#send('R', answer ?? null);
  }

  #sendCandles({ columns }: CrossingCandles): void {
    const rows = columns[0]?.length ?? 0;
    const frame = Buffer.allocUnsafe(
      CANDLES_HEAD + columns.length * rows * Float64Array.BYTES_PER_ELEMENT,
    );
    let at = CANDLES_HEAD;
    for (const column of columns) {
      at += Buffer.from(column.buffer, column.byteOffset, column.byteLength).copy(frame, at);
    }
    this.#do(() => this.#channel.sendFrame('T', frame, at));
  }

  #send(kind: string, value: unknown): void {
    this.#do(() => this.#channel.send(kind, value));
  }

  #receive(): Frame {
    return this.#do(() => this.#channel.receive());
  }

  /** @throws Error how the other side has ended. */
  #do<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof ChannelClosedError)) throw error;
      this.#hasEnded = true;
      throw new Error(`the Python process ${this.#end()}`);
    }
  }
}

/** Bytes before the columns of candles. */
const CANDLES_HEAD = 5;

/** Owns one strategy in its run: whether it has begun, and what it is sent before each hook. */
class StrategyRun {
  readonly id: number;
  readonly pushed = new StrategyPushes();
  hasBegun = false;
  /** The place of each kind of candle by its name. */
  readonly #places: ReadonlyMap<string, number>;
  #instruments: ReadonlyMap<string, number> | undefined;

  constructor(id: number, candles: readonly CandleInterest[]) {
    this.id = id;
    this.#places = new Map(
      candles.map(({ instrument, granularity }, place) => [`${instrument} ${granularity}`, place]),
    );
  }

  /** Writes the frame of a hook. */
  write(frame: HookFrame, hook: StrategyHook, context: StrategyContext, told: unknown): void {
    frame.begin(this.id, hook, microsOf(context.time));
    this.pushed.write(frame, context);
    if (hook === 'onTick') this.#writeTick(frame, context, told as StrategyTick);
    else if (hook === 'onCandle') this.#writeCandle(frame, told as StrategyCandle);
    else if (hook === 'onCandles') {
      for (const candle of told as readonly StrategyCandle[]) this.#writeCandle(frame, candle);
    } else if (told !== undefined) frame.json(told);
  }

  #writeTick(frame: HookFrame, { instruments }: StrategyContext, tick: StrategyTick): void {
    this.#instruments ??= new Map(instruments.map(({ name }, place) => [name, place]));
    frame.tick(tick, this.#instruments.get(tick.instrument) as number);
  }

  #writeCandle(frame: HookFrame, candle: StrategyCandle): void {
    const place = this.#places.get(`${candle.instrument} ${candle.granularity}`) as number;
    frame.candle(candle, place, microsOf(candle.time));
  }
}
