/**
 * A server's simulations that trade, fork, go back and end, with a store. Whoever starts it goes on
 * where the store ends, so that it can be killed and started again.
 */

import type { Sandbox, Sandboxes } from '../../src/broker/runtime/sandboxes.js';
import type { ScenarioShelf } from '../../src/broker/runtime/scenario-shelf.js';
import { Simulation } from '../../src/broker/runtime/simulation/simulation.js';
import type { Storage } from '../../src/broker/store/log/storage.js';
import { openStore } from '../../src/broker/store/store.js';
import { newServer, partsOf, SCENARIO, standingOf } from './kept-server.js';

const ORDERS = 200;
const TICKS = 7;
/** Bytes after which a file of the log is closed: the log of a run becomes several. */
const ROTATE_AT = 24_000;
/** Orders of `main` before which something happens beside it. */
const FORK_AT = 20;
const CREATE_AT = 40;
const REWIND_AT = 80;
const DELETE_AT = 110;
/** Every how many orders of `main` the fork has one, until it goes back. */
const FORK_EVERY = 4;

/** Something beside `main`. @returns what it was done to; undefined when it has been done before. */
type Beside = (sandboxes: Sandboxes, shelf: ScenarioShelf) => Promise<Sandbox | undefined>;

const BESIDE = new Map<number, Beside>([
  [
    FORK_AT,
    async sandboxes => {
      if (sandboxes.get('s1') !== undefined) return undefined;
      const { id, simulation } = sandboxes.main;
      return sandboxes.add({ ...partsOf(simulation.fork()), parent: id });
    },
  ],
  [
    CREATE_AT,
    async (sandboxes, shelf) => {
      if (sandboxes.get('s2') !== undefined) return undefined;
      const { loaded, source } = await shelf.load({ scenario: SCENARIO });
      return sandboxes.add({ ...partsOf(new Simulation(loaded.scenario)), source });
    },
  ],
  [
    REWIND_AT,
    async sandboxes => {
      const fork = sandboxes.get('s1') as Sandbox;
      const { inputs } = fork.simulation;
      const last = inputs.at(FORK_AT - 1);
      if (inputs.length === FORK_AT || last === undefined) return undefined;
      fork.simulation.rewind({ at: last.time });
      return fork;
    },
  ],
  [
    DELETE_AT,
    async sandboxes => {
      const made = sandboxes.get('s2');
      if (made !== undefined) sandboxes.remove(made);
      return made;
    },
  ],
]);

async function order({ simulation }: Sandbox, number: number): Promise<void> {
  simulation.advanceTicks(TICKS);
  const { id } = simulation.engine.state.cells[0]?.state.config ?? { id: '' };
  await simulation.submit(id, {
    type: 'CreateOrder',
    order: { type: 'MARKET', instrument: 'EUR_USD', units: String((number % 9) - 4 || 5) },
  });
}

/** An order of the fork, unless it has had it. */
async function orderOfFork(sandboxes: Sandboxes, number: number): Promise<Sandbox | undefined> {
  const fork = sandboxes.get('s1');
  if (fork === undefined || number >= REWIND_AT || number % FORK_EVERY !== 0) return undefined;
  const had = (number - FORK_AT) / FORK_EVERY;
  if (fork.simulation.inputs.length > FORK_AT + had) return undefined;
  await order(fork, number);
  return fork;
}

/** What is told while it trades. */
export interface Told {
  /** Called after each step, with where the simulations stand. */
  readonly at: (standing: string) => void;
  /** Called when a step has been acknowledged. */
  readonly kept: (standing: string) => void;
}

/** Trades to the end. @returns the simulations then. */
export async function trade(folder: string, storage: Storage, told: Told): Promise<Sandboxes> {
  const { sandboxes, shelf, header, makers } = await newServer(folder);
  const onFailure = (error: Error) => {
    throw error;
  };
  const options = {
    header,
    makers,
    onFailure,
    tell: () => undefined,
    storage,
    rotateAt: ROTATE_AT,
  };
  const keeper = await openStore(folder, sandboxes, options);
  const { main } = sandboxes;
  const noteKept = async (sandbox: Sandbox | undefined, isAwaited: boolean) => {
    if (sandbox === undefined) return;
    const standing = standingOf(sandboxes);
    told.at(standing);
    const kept = keeper.settled(sandboxes.get(sandbox.id), true);
    if (!isAwaited) return;
    await kept;
    told.kept(standing);
  };
  told.at(standingOf(sandboxes));
  for (let number = main.simulation.inputs.length; number < ORDERS; number++) {
    // Every third answer is not waited for: its record shares the write of the next.
    const isAwaited = number % 3 !== 0;
    await noteKept(await BESIDE.get(number)?.(sandboxes, shelf), isAwaited);
    await noteKept(await orderOfFork(sandboxes, number), isAwaited);
    await order(main, number);
    await noteKept(main, isAwaited);
  }
  await keeper.close();
  return sandboxes;
}
