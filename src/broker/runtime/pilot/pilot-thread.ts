/**
 * The thread in which the strategies of a server run: a second run of the same market, with the
 * same inputs, that is always one step ahead. It reports what the strategies did in each step.
 * Source: decision 0067.
 */

import { Console } from 'node:console';
import { parentPort, workerData } from 'node:worker_threads';
import { InputError } from '../../../core/base/input-error.js';
import { present } from '../../../core/base/present.js';
import { StrategyError } from '../../../core/strategy/strategy-error.js';
import type { LoadedScenario } from '../../../data/storage/scenario/given/loaded-scenario.js';
import { loadScenario } from '../../../data/storage/scenario/scenario-file.js';
import { onInHand } from '../../../data/storage/strategy/strategy-in-hand.js';
import { openShared } from '../../../data/storage/tick-store/shared-ticks.js';
import { Simulation } from '../simulation/simulation.js';
import type { LedStep } from '../strategies/led-step.js';
import { showHooks } from '../watch/thread-watch.js';
import { faultText, liveStrategies, type MadeTogether } from './live-strategies.js';
import type { PilotMessage, PilotOrder } from './messages.js';
import type { WrittenCall } from './recorded-driver.js';
import { RunDigest } from './run-digest.js';
import { takeStep } from './take-step.js';
import type { CallRecord } from './transcript.js';
import { partsOf, type StepHead } from './transcript-parts.js';

const order = workerData as PilotOrder;
const tell = (message: PilotMessage) => parentPort?.postMessage(message);

// stdout is for results; text that a strategy logs is a message.
globalThis.console = new Console(process.stderr);
Object.defineProperty(process, 'stdout', { value: process.stderr, configurable: true });
showHooks({ memory: order.board, onStrategies: strategies => tell({ strategies }) });

void open().catch(explain);

/** Loads what the strategies need, and takes the steps that are asked for. */
async function open(): Promise<void> {
  const opened = new Map(order.ticks.map(each => [each.ticks.instrument, openShared(each)]));
  const loaded = await loadScenario(order.file, { ...order.options, opened });
  const pilot = new PilotRun(loaded);
  onInHand((path, isMade) => tell(isMade ? { loaded: path } : { loading: path }));
  await pilot.open();
  parentPort?.on('message', (step: LedStep) => {
    pilot.take(step).catch(explain);
  });
}

/** Reports why the thread cannot go on. */
function explain(error: unknown): void {
  if (error instanceof InputError) {
    const { kind, place, rule } = error;
    tell({ refused: { kind, place, rule } });
  } else {
    tell({ broken: String((error as Error | undefined)?.stack ?? error) });
  }
}

/**
 * Owns the run of the strategies in their thread, one step ahead of the served one. `open` begins
 * it, `take` takes one step and writes down what the strategies did.
 */
class PilotRun {
  readonly #loaded: LoadedScenario;
  readonly #digest = new RunDigest();
  #simulation: Simulation | undefined;
  /** The lists of the last step first, then those that were made since. */
  #written: MadeTogether[] = [];

  constructor(loaded: LoadedScenario) {
    this.#loaded = loaded;
  }

  /** Makes the strategies, at the start of the window. @throws InputError */
  async open(): Promise<void> {
    const { scenario } = this.#loaded;
    const make = await liveStrategies(this.#loaded, made => this.#written.push(made));
    this.#written = [];
    const strategies = { strategies: make, beginsLater: true };
    this.#simulation = new Simulation(scenario, { timeline: order.timeline, ...strategies });
    // What it has written so far counts to the first step, for there is nothing to compare yet.
    await this.#report(this.#simulation, '');
  }

  /** Takes a step and reports what the strategies did. */
  async take(step: LedStep): Promise<void> {
    const simulation = this.#simulation as Simulation;
    takeStep(simulation, step);
    await this.#report(simulation, this.#digest.next(simulation.engine));
  }

  async #report({ engine }: Simulation, digest: string): Promise<void> {
    for (const [take, { script }] of this.#written.entries()) {
      const explained: CallRecord[] = [];
      for (const call of script.takeCalls()) explained.push(await this.#explained(call));
      for (const calls of partsOf(explained)) tell({ part: { take, calls } });
    }
    const takes = this.#written.map(({ fresh, refused }) => present({ fresh, refused }));
    const last = this.#written.findLast(({ refused }) => refused === undefined);
    this.#written = last === undefined ? [] : [{ script: last.script }];
    const taken: StepHead = {
      takes,
      now: engine.now,
      transactions: engine.ledger.length,
      accepted: engine.accepted.length,
      digest,
    };
    tell({ taken: JSON.stringify(taken) });
  }

  async #explained({ fault, ...call }: WrittenCall): Promise<CallRecord> {
    if (!(fault instanceof StrategyError)) return call;
    const why = await faultText(this.#loaded, fault);
    return { ...call, fault: { message: fault.message, why } };
  }
}
