/**
 * Names the hook of another thread that has not returned for some wall time, with its file, its
 * simulated time and, where it can be had, its line. It ends nothing and changes nothing.
 */

import type { Worker } from 'node:worker_threads';
import { InputError } from '../../../core/base/input-error.js';
import { formatRfc3339 } from '../../../core/time/instant.js';
import {
  type BoardedHook,
  boardMemory,
  type LateHook,
  type LateStack,
  readBoard,
} from './hook-board.js';
import { stackOfThread } from './thread-stack.js';
import type { WatchedStrategy } from './thread-watch.js';

/** Wall milliseconds after which a hook that has not returned is named. */
export const LATE_MS = 5_000;
/** Wall milliseconds between two looks at the board. */
const LOOK_MS = 500;

/** The message about a strategy whose thread ran out of memory. */
export const OUT_OF_MEMORY =
  'ran out of memory: it may keep something for every tick, as a list that only grows; ' +
  'NODE_OPTIONS=--max-old-space-size=8192 sets the limit to 8192 MB';

/** A hook that was found running at two looks in a row. */
interface HookSighting extends BoardedHook {
  readonly sinceMs: number;
}

/** How hooks are watched. */
export interface WatchdogOptions {
  /** Wall milliseconds after which a hook that has not returned is named; default: 5,000. */
  readonly lateMs?: number;
  /** The consequence until it returns, in words; default: none is named. */
  readonly meanwhile?: string;
  /** Gets the place at which a hook stood when it was named. */
  readonly onStack?: (late: LateStack) => void;
}

/**
 * Owns the looks at the hooks of one thread, and the hook that was found running. `watch` begins
 * them, `end` ends them. Always: a late call is named once.
 */
export class Watchdog {
  /** Shared memory for the thread. */
  readonly memory = boardMemory();
  readonly #worker: () => Worker;
  readonly #onLate: (error: InputError) => void;
  readonly #options: WatchdogOptions;
  #strategies: readonly WatchedStrategy[] = [];
  #timer: NodeJS.Timeout | undefined;
  #seen: HookSighting | undefined;
  #named = 0;

  /**
   * @param worker - the thread.
   * @param onLate - gets each hook that has not returned for some time, once.
   */
  constructor(
    worker: () => Worker,
    onLate: (error: InputError) => void,
    options: WatchdogOptions = {},
  ) {
    this.#worker = worker;
    this.#onLate = onLate;
    this.#options = options;
  }

  /** Sets the strategies that the board names by their places, and begins to look. */
  watch(strategies: readonly WatchedStrategy[]): void {
    this.#strategies = strategies;
    const everyMs = Math.min(LOOK_MS, this.#options.lateMs ?? LATE_MS);
    this.#timer ??= setInterval(() => this.#look(), everyMs).unref();
  }

  /** Looks no longer. */
  end(): void {
    clearInterval(this.#timer);
  }

  /** A hook that is ended although it has not returned, in words; undefined when none runs for long. */
  cut(): InputError | undefined {
    this.#look();
    const seen = this.#seen;
    if (seen === undefined || performance.now() - seen.sinceMs < LOOK_MS) return undefined;
    return this.#error(seen, `was ended; it had not returned for ${secondsSince(seen)} s`);
  }

  /** The hook of an account that has not returned for a second or longer; undefined when none has. */
  lateHookOf(accountID: string): LateHook | undefined {
    this.#look();
    const seen = this.#seen;
    if (seen === undefined || this.lastAccount !== accountID) return undefined;
    const seconds = Math.floor((performance.now() - seen.sinceMs) / 1_000);
    return seconds < 1 ? undefined : { name: seen.hook, time: seen.time, seconds };
  }

  /** The account of the strategy whose hook was called last; undefined before the first. */
  get lastAccount(): string | undefined {
    const hook = readBoard(this.memory);
    return hook && this.#strategies[hook.strategy]?.accountID;
  }

  /** The error of a thread that died with `rule`, about the last hook; undefined before the first. */
  died(rule: string): InputError | undefined {
    const hook = readBoard(this.memory);
    if (hook === undefined) return undefined;
    return this.#error(hook, hook.isRunning ? rule : `after it, ${rule}`);
  }

  #look(): void {
    const hook = readBoard(this.memory);
    if (hook?.isRunning !== true) this.#seen = undefined;
    else if (hook.count !== this.#seen?.count) this.#seen = { ...hook, sinceMs: performance.now() };
    const seen = this.#seen;
    if (seen === undefined || seen.count === this.#named) return;
    if (performance.now() - seen.sinceMs < (this.#options.lateMs ?? LATE_MS)) return;
    this.#named = seen.count;
    void this.#name(seen);
  }

  async #name(seen: HookSighting): Promise<void> {
    const { meanwhile = '', onStack } = this.#options;
    const rule = textOf(seen, `has not returned for ${secondsSince(seen)} s${meanwhile}`);
    const stack = await stackOfThread(this.#worker());
    // What finds places in sources is only needed now.
    const { thrownAt } = await import('../../../data/storage/strategy/strategy-trace.js');
    this.#onLate(thrownAt({ stack }, this.#fileOf(seen), rule));
    onStack?.({ count: seen.count, stack });
  }

  #error(hook: BoardedHook, rule: string): InputError {
    return new InputError('scenario', { file: this.#fileOf(hook) }, textOf(hook, rule));
  }

  #fileOf({ strategy }: BoardedHook): string {
    return this.#strategies[strategy]?.file ?? 'the strategy';
  }
}

/** Whether a thread died because its memory was full. @param error - as its `error` event gives it. */
export function isOutOfMemory(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function textOf({ hook, time }: BoardedHook, rule: string): string {
  return `${hook} at ${formatRfc3339(time)}: ${rule}`;
}

function secondsSince({ sinceMs }: HookSighting): number {
  return Math.round((performance.now() - sinceMs) / 1_000);
}
