/**
 * The strategies of a server in a thread of their own. There a second run of the same market takes
 * each step first; what the strategies did in it is repeated here, so that this thread never waits in
 * a hook and both ledgers are the same. Source: decision 0067.
 */

import { url as inspectorUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import { InvariantError } from '../../../core/base/assert.js';
import { InputError } from '../../../core/base/input-error.js';
import { present } from '../../../core/base/present.js';
import { wordsOf } from '../../../core/base/words-of.js';
import type { Engine } from '../../../core/engine/engine.js';
import { LiveStrategy } from '../../../core/strategy/live-strategy.js';
import { ofAccount, StrategyError } from '../../../core/strategy/strategy-error.js';
import { formatRfc3339 } from '../../../core/time/instant.js';
import { StoppedError } from '../simulation/command-lost.js';
import type { Lead, LedStep } from '../strategies/led-step.js';
import type { LateHook } from '../watch/hook-board.js';
import { LoadingLimit } from '../watch/loading-limit.js';
import { isOutOfMemory, LATE_MS, OUT_OF_MEMORY, Watchdog } from '../watch/watchdog.js';
import { EchoDriver, Playback } from './echo-driver.js';
import type { PilotMessage, PilotOrder, PilotRequest } from './messages.js';
import { RunDigest } from './run-digest.js';
import type { StepTranscript, TakenStep } from './transcript.js';
import { type StepHead, StepParts } from './transcript-parts.js';

const MEANWHILE = '; time stands still until it returns';
const DIFFERS = 'Invariant: the run of the strategies and that of the server are one; they differ';

/** Around the thread. */
export interface PilotParts {
  readonly order: Omit<PilotOrder, 'board'>;
  /** Called when a hook has not returned for some time. */
  readonly onLate: (error: InputError) => void;
  /** Wall milliseconds after which that is. */
  readonly lateMs?: number;
  /** Wall milliseconds in which a strategy must be made at the start. */
  readonly loadingMs?: number;
}

/**
 * Owns the thread of the strategies of one simulation, and the steps that it has taken and this
 * thread has not. `lead` adds a step, acting here removes it. Always: both runs have the same
 * digest after each step.
 */
export class Pilot implements Lead {
  readonly #worker: Worker;
  readonly #onLate: PilotParts['onLate'];
  readonly #watchdog: Watchdog;
  /** What is loaded at the start. */
  readonly #loading: LoadingLimit;
  /** What is made anew, as at a rewind: it is named, and nothing ends it. */
  readonly #making: LoadingLimit;
  readonly #whys = new WeakMap<StrategyError, string>();
  /** Fresh strategies that were made there and are still to be made here. */
  readonly #takes: StepTranscript[] = [];
  readonly #digest = new RunDigest();
  readonly #parts = new StepParts();
  #playback = new Playback(this.#whys);
  #waiting: { resolve(taken: TakenStep | undefined): void; reject(error: Error): void } | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #engine: (() => Engine) | undefined;
  #onLost: (fault: StrategyError) => void = () => undefined;
  /** Why the thread is gone. */
  #lost: StrategyError | undefined;
  #isClosed = false;

  private constructor({ order, onLate, lateMs, loadingMs }: PilotParts) {
    this.#onLate = onLate;
    const worker = () => this.#worker;
    const options = { meanwhile: MEANWHILE, ...present({ lateMs }) };
    this.#watchdog = new Watchdog(worker, onLate, options);
    const limit = present({ limitMs: loadingMs });
    this.#loading = new LoadingLimit(worker, error => this.#refuse(error), limit);
    this.#making = new LoadingLimit(worker, onLate, {
      limitMs: lateMs ?? LATE_MS,
      ruleOf: seconds => `has not made its strategy anew for ${seconds} s${MEANWHILE}`,
    });
    const workerData: PilotOrder = { ...order, board: this.#watchdog.memory };
    this.#worker = new Worker(threadUrl(import.meta.url), { workerData });
    this.#worker.on('message', (said: PilotMessage) => this.#hear(said));
    this.#worker.on('error', error => this.#lose(ruleOf(error)));
    this.#worker.on('exit', () => this.#lose('ended its thread; a strategy must not do that'));
  }

  /** Starts the thread. @throws InputError for a scenario or a strategy that is wrong. */
  static async start(parts: PilotParts): Promise<Pilot> {
    const pilot = new Pilot(parts);
    try {
      const made = await new Promise<TakenStep | undefined>((resolve, reject) => {
        pilot.#waiting = { resolve, reject };
      });
      if (made === undefined)
        throw new InputError('scenario', { file: parts.order.file }, pilot.#lostRule);
      pilot.#takes.push(...made.takes);
    } catch (error) {
      // Timers of its module must not keep the process alive.
      await pilot.close();
      throw error;
    }
    // From now on the sockets of the server keep the process alive.
    pilot.#worker.unref();
    return pilot;
  }

  /** Makes the stand-ins of the strategies that were made in the thread. */
  readonly make = (): readonly LiveStrategy[] => {
    const take = this.#takes.shift();
    if (take?.refused !== undefined) throw new StrategyError(take.refused);
    if (take?.fresh === undefined) throw new StrategyError(this.#lostRule);
    this.#playback = new Playback(this.#whys);
    this.#playback.give(take.calls);
    return take.fresh.map(wishes => new LiveStrategy(new EchoDriver(wishes, this.#playback)));
  };

  /**
   * Sets the run that repeats what the strategies do.
   * @param onLost - gets the reason why the strategies cannot go on; it stops them.
   */
  attach(engine: () => Engine, onLost: (fault: StrategyError) => void): void {
    this.#engine = engine;
    this.#onLost = onLost;
    if (this.#lost !== undefined) onLost(this.#lost);
  }

  /** Why a strategy was stopped, with the place in its source, if the thread said so. */
  whyOf(fault: StrategyError): string | undefined {
    return this.#whys.get(fault);
  }

  lateHookOf(accountID: string): LateHook | undefined {
    return this.#lost === undefined ? this.#watchdog.lateHookOf(accountID) : undefined;
  }

  /** @throws StoppedError after `close`. */
  lead<T>(step: () => LedStep | undefined, act: () => T | Promise<T>): Promise<T> {
    const turn = this.#last.then(() => this.#takeFirst(step));
    // What is waited for ends when the step has been done, not when its outcome is known.
    const done = turn.then(taken => ({ result: this.#doHere(taken, act) }));
    this.#last = done.catch(() => undefined);
    return done.then(({ result }) => result);
  }

  /**
   * Ends the thread, also in the middle of a hook, which is named then; steps that wait are rejected
   * with StoppedError.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#loading.over();
    this.#making.over();
    const cut = this.#lost === undefined ? this.#watchdog.cut() : undefined;
    if (cut !== undefined) this.#onLate(cut);
    this.#watchdog.end();
    this.#waiting?.reject(new StoppedError());
    this.#waiting = undefined;
    await this.#worker.terminate();
  }

  /** Watches what is loaded: once the run has begun, no limit of wall time may change its ledger. */
  get #loadingNow(): LoadingLimit {
    return this.#engine === undefined ? this.#loading : this.#making;
  }

  get #lostRule(): string {
    return this.#lost?.message ?? 'its thread is gone';
  }

  /** @returns what the strategies did in the step; undefined when there is none, or no thread. */
  async #takeFirst(step: () => LedStep | undefined): Promise<TakenStep | undefined> {
    if (this.#isClosed) throw new StoppedError();
    const request: PilotRequest | undefined = this.#lost === undefined ? step() : undefined;
    if (request === undefined) return undefined;
    return new Promise<TakenStep | undefined>((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#worker.postMessage(request);
    });
  }

  #doHere<T>(taken: TakenStep | undefined, act: () => T): T {
    if (taken === undefined) return act();
    const [first, ...others] = taken.takes;
    if (first !== undefined && isOfFresh(first)) others.unshift(first);
    else if (first !== undefined) this.#playback.give(first.calls);
    this.#takes.push(...others);
    try {
      const result = act();
      this.#playback.checkDone();
      this.#checkSame(taken);
      return result;
    } catch (error) {
      throw error instanceof InvariantError ? this.#broken(error) : error;
    }
  }

  /** @throws InvariantError when this run is not that of the thread. */
  #checkSame({ now, transactions, accepted, digest }: TakenStep): void {
    const engine = this.#engine?.();
    if (engine === undefined) return;
    const there = [now, transactions, accepted, digest].join(', ');
    const { ledger } = engine;
    const here = [engine.now, ledger.length, engine.accepted.length, this.#digest.next(engine)];
    if (here.join(', ') === there) return;
    const place = `at ${formatRfc3339(engine.now)}, transaction ${ledger.length}`;
    throw new InvariantError(`${DIFFERS} ${place}: ${here.join(', ')}, not ${there}`);
  }

  /** Ends the process: the two runs are no longer one, so the server must not go on. */
  #broken(error: Error): Error {
    setImmediate(() => {
      throw error;
    });
    return error;
  }

  #hear(said: PilotMessage): void {
    if ('strategies' in said) {
      this.#watchdog.watch(said.strategies);
      return;
    }
    if ('loading' in said) {
      // A thread under a debugger may stand at a breakpoint.
      if (inspectorUrl() === undefined) this.#loadingNow.begin(said.loading);
      return;
    }
    if ('loaded' in said) {
      this.#loadingNow.over();
      return;
    }
    if ('part' in said) {
      this.#parts.add(said.part);
      return;
    }
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if ('taken' in said) {
      waiting?.resolve(this.#parts.end(JSON.parse(said.taken) as StepHead));
    } else if ('refused' in said) {
      const { kind, place, rule } = said.refused;
      waiting?.reject(new InputError(kind, place, rule));
    } else {
      waiting?.reject(this.#broken(new Error(said.broken)));
    }
  }

  /** The scenario, or the loading of a strategy, is wrong: there is no answer to what is waited for. */
  #refuse(error: InputError): void {
    this.#waiting?.reject(error);
    this.#waiting = undefined;
  }

  /** The thread has died. */
  #lose(rule: string): void {
    if (this.#isClosed || this.#lost !== undefined) return;
    const error = this.#watchdog.died(rule);
    const fault = ofAccount(new StrategyError(error?.rule ?? rule), this.#watchdog.lastAccount);
    this.#lost = fault;
    this.#making.over();
    this.#watchdog.end();
    this.#onLost(fault);
    this.#waiting?.resolve(undefined);
    this.#waiting = undefined;
  }
}

function isOfFresh({ fresh, refused }: StepTranscript): boolean {
  return fresh !== undefined || refused !== undefined;
}

function ruleOf(error: unknown): string {
  return isOutOfMemory(error) ? OUT_OF_MEMORY : `threw outside of its hooks: ${wordsOf(error)}`;
}

/** The compiled thread, even when the sources run without a build. */
function threadUrl(here: string): URL {
  const compiled = here.replace(/\/src\/(broker\/runtime\/pilot\/)[^/]*\.ts$/, '/dist/$1');
  return new URL('./pilot-thread.js', compiled);
}
