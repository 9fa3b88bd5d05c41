/**
 * A server's simulations over a random market, with a store: forked, created, deleted, rewound and
 * traded in at random, and opened again.
 */

import { createHash } from 'node:crypto';
import { Clock } from '../../../src/broker/runtime/clock/clock.js';
import type { Keeper } from '../../../src/broker/runtime/keeper.js';
import {
  type Sandbox,
  Sandboxes,
  type SandboxParts,
} from '../../../src/broker/runtime/sandboxes.js';
import { Simulation } from '../../../src/broker/runtime/simulation/simulation.js';
import {
  type Compaction,
  type CompactOptions,
  compactStore,
} from '../../../src/broker/store/compact/compact.js';
import { LOG_FILE } from '../../../src/broker/store/log/log-files.js';
import type { Storage } from '../../../src/broker/store/log/storage.js';
import type { ParkedFolder } from '../../../src/broker/store/parked-folder.js';
import { type HeaderRecord, STORE_FORMAT } from '../../../src/broker/store/record.js';
import type { Makers } from '../../../src/broker/store/replay.js';
import { readHeader } from '../../../src/broker/store/replay-log.js';
import { openStore } from '../../../src/broker/store/store.js';
import { versionsOf } from '../../../src/broker/store/store-versions.js';
import type { Prng } from '../../../src/core/base/prng.js';
import type { Input } from '../../../src/core/run/input/input.js';
import { type Instant, instant } from '../../../src/core/time/instant.js';
import type { RandomCase } from '../random/random-case.js';
import type { MemoryDisk } from './memory-disk.js';

export const HEADER: HeaderRecord = {
  kind: 'header',
  store: STORE_FORMAT,
  name: 'random',
  orrery: '0.0.0',
  tz: '2025a',
  scenario: { path: 'random.yaml', sha256: 'none' },
  seed: 1,
  ticks: [],
  timeline: false,
};

const MOST_SANDBOXES = 5;

function partsOf(simulation: Simulation): SandboxParts {
  return { simulation, clock: new Clock(simulation, 'manual'), dialect: 'current' };
}

function makersOf({ scenario }: RandomCase): Makers {
  return {
    create: ({ source }) => ({ ...partsOf(new Simulation(scenario)), source }),
    fork: ({ parent }, simulation) => ({ ...partsOf(simulation), parent }),
  };
}

/** How a server is started. */
export interface StoreStart {
  /** Default: HEADER. */
  readonly header?: HeaderRecord;
  readonly accept?: string | undefined;
  readonly onFailure?: (error: Error) => void;
  /** Where simulations are parked; default: nowhere. */
  readonly parked?: ParkedFolder;
  /** Bytes after which a file of the log is closed; default: that of a server. */
  readonly rotateAt?: number;
}

/** A server that was started on `storage`. */
export class StoreRun {
  readonly sandboxes: Sandboxes;
  readonly keeper: Keeper;
  /** What was said at the start. */
  readonly told: readonly string[];
  /** Ids of the simulations that have been added, also those that are gone. At a start: what was replayed. */
  readonly added: readonly string[];
  readonly #case: RandomCase;

  private constructor(
    each: RandomCase,
    sandboxes: Sandboxes,
    keeper: Keeper,
    { told, added }: Pick<StoreRun, 'told' | 'added'>,
  ) {
    this.#case = each;
    this.sandboxes = sandboxes;
    this.keeper = keeper;
    this.told = told;
    this.added = added;
  }

  /** @param folder - for the lock. */
  static async start(
    each: RandomCase,
    folder: string,
    storage: Storage,
    start: StoreStart = {},
  ): Promise<StoreRun> {
    const sandboxes = newSandboxesOf(each);
    const told: string[] = [];
    const added: string[] = [];
    sandboxes.onAdd(({ id }) => added.push(id));
    const tell = (sentence: string) => told.push(sentence);
    const onFailure = () => undefined;
    const options = { header: HEADER, onFailure, ...start, makers: makersOf(each), tell };
    const keeper = await openStore(folder, sandboxes, { ...options, storage });
    return new StoreRun(each, sandboxes, keeper, { told, added });
  }

  /** Where every simulation stands, and its ledger. */
  state(): string {
    return this.sandboxes.all().map(stateOf).join('\n');
  }

  /** Does `step` after the one before: mostly the next command, to one of the simulations. */
  act(step: number): Sandbox {
    const { random, inputs } = this.#case;
    const all = this.sandboxes.all();
    const sandbox = all[random.nextInt(0, all.length - 1)] as Sandbox;
    const draw = random.nextInt(0, 19);
    if (draw === 0 && all.length < MOST_SANDBOXES) return this.#fork(sandbox);
    if (draw === 1 && all.length < MOST_SANDBOXES) return this.#create();
    if (draw === 2 && sandbox.id !== 'main') this.sandboxes.remove(sandbox);
    else if (draw === 3) sandbox.simulation.rewind(this.#past(sandbox));
    else if (draw < 6) sandbox.simulation.advanceTicks(random.nextInt(1, 9));
    else send(sandbox.simulation, inputs[step % inputs.length] as Input);
    return sandbox;
  }

  #fork({ id, simulation }: Sandbox): Sandbox {
    const place = this.#case.random.nextInt(0, 1) === 0 ? undefined : this.#pastOf(simulation);
    return this.sandboxes.add({ ...partsOf(simulation.fork(place)), parent: id });
  }

  #create(): Sandbox {
    return this.sandboxes.add({
      ...partsOf(new Simulation(this.#case.scenario)),
      source: 'random',
    });
  }

  #past({ simulation }: Sandbox) {
    return this.#pastOf(simulation);
  }

  #pastOf({ now, scenario, engine }: Simulation) {
    const { random } = this.#case;
    const last = engine.ledger.at(random.nextInt(0, engine.ledger.length - 1));
    if (random.nextInt(0, 1) === 0 || last === undefined) {
      return {
        at: instant(
          scenario.from + random.nextInt(0, Math.floor((now - scenario.from) / 1_000)) * 1_000,
        ),
      };
    }
    return { before: Number(last.id), accountID: last.accountID ?? '' };
  }
}

function stateOf({ id, simulation }: Sandbox): string {
  const ledger = createHash('sha256').update(JSON.stringify(simulation.engine.ledger));
  return JSON.stringify([id, simulation.place, simulation.inputs.length, ledger.digest('hex')]);
}

function send(simulation: Simulation, input: Input): void {
  if (input.kind !== 'command') return;
  simulation.advanceTo(Math.max(input.time, simulation.now) as Instant);
  try {
    const outcome = simulation.submit(input.accountID, input.command);
    if (outcome instanceof Promise) outcome.catch(() => undefined);
  } catch {
    // The window is over: the command is refused.
  }
}

/** The simulations of a server that has just been started. */
export function newSandboxesOf({ scenario }: RandomCase): Sandboxes {
  return new Sandboxes(partsOf(new Simulation(scenario)));
}

/** Compacts the store on `storage`. @param folder - for the lock. */
export async function compacted(
  each: RandomCase,
  folder: string,
  storage: Storage,
  flags: Partial<CompactOptions> = {},
): Promise<Compaction> {
  const found = await readHeader(folder, storage);
  return compactStore(folder, {
    found,
    header: HEADER,
    versions: await versionsOf(storage, folder, found),
    makers: makersOf(each),
    newSandboxes: () => newSandboxesOf(each),
    tell: () => undefined,
    storage,
    undone: false,
    dropOld: false,
    ...flags,
  });
}

/** What a run left behind, and what it had said. */
export interface Trace {
  /** The state by the number of records of which it is the result. */
  readonly states: ReadonlyMap<number, string>;
  /** Records that were on disk when an answer was sent. */
  readonly acknowledged: number;
}

/** Records in the log of a disk: those of its last file, and those that it says come before. */
export function recordsIn(disk: MemoryDisk): number {
  const log = disk.files()[LOG_FILE]?.toString() ?? '';
  const [, before = '0'] = /^\S+ \d+ \{"kind":"go-on".*?"records":(\d+)/.exec(log) ?? [];
  return Number(before) + log.split('\n').length - 1;
}

/**
 * Acts `steps` times. Sometimes an answer waits for the disk, sometimes the next request comes first.
 * @param disk - read to count records; every state is noted when its records are written.
 */
export async function trace(
  run: StoreRun,
  disk: MemoryDisk,
  steps: number,
  random: Prng,
): Promise<Trace> {
  const states = new Map([[recordsIn(disk), run.state()]]);
  let acknowledged = recordsIn(disk);
  try {
    for (let step = 0; step < steps; step++) {
      const waiting = run.keeper.settled(run.act(step), true);
      if (random.nextInt(0, 2) === 0) continue;
      await waiting;
      acknowledged = recordsIn(disk);
      states.set(acknowledged, run.state());
    }
    // The last steps are on their way to the disk when the power is lost.
    await new Promise(resolve => setImmediate(resolve));
  } catch (error) {
    // When the disk failed, nothing is acknowledged from here on.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
  return { states, acknowledged };
}
