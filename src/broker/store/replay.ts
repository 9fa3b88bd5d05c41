/**
 * Brings the simulations of a server to where they stood when the last record of a store was
 * written.
 */

import { InputError } from '../../core/base/input-error.js';
import type { Sandboxes, SandboxParts } from '../runtime/sandboxes.js';
import type { Simulation } from '../runtime/simulation/simulation.js';
import type { Place } from '../runtime/strategies/place.js';
import { isSamePlace } from '../runtime/strategies/place.js';
import { hasDigest, type LedgerDigest } from './ledger-digest.js';
import type { ClockRecord, CreateRecord, EventRecord, ForkRecord, InputRecord } from './record.js';

/** How simulations that are not `main` are made again. */
export interface Makers {
  /** Makes a simulation from the source in its record. */
  create(record: CreateRecord): SandboxParts | Promise<SandboxParts>;
  /** Gives a fork its clock. */
  fork(record: ForkRecord, simulation: Simulation): SandboxParts;
}

/** The replay gives another ledger than was recorded. */
export class LedgerMisfit extends InputError {
  constructor(rule: string) {
    super('data', { file: '' }, rule);
  }
}

/** Replays records on the sandboxes of a server, in order. */
export class Replay {
  readonly #sandboxes: Sandboxes;
  readonly #makers: Makers;

  /** @param sandboxes - as they were when the store was made. */
  constructor(sandboxes: Sandboxes, makers: Makers) {
    this.#sandboxes = sandboxes;
    this.#makers = makers;
  }

  /**
   * Does what a record says. A promise only when a simulation is made.
   * @param isCompared - whether the ledger must be the one that was recorded.
   * @throws InputError (data) without a place when the record does not fit those before it; a
   * LedgerMisfit when only the ledger is another.
   */
  take(record: EventRecord, isCompared: boolean): void | Promise<void> {
    switch (record.kind) {
      case 'input':
        return this.#input(record, isCompared);
      case 'clock':
        return this.#clock(record, isCompared);
      case 'version':
      case 'go-on':
        return;
      case 'rewind':
        return this.#simulation(record.simulation).rewind(record.place);
      case 'create':
        return this.#create(record);
      case 'fork':
        return this.#fork(record, isCompared);
      case 'delete':
        return this.#sandboxes.remove(this.#sandbox(record.simulation));
      case 'made':
        return this.#sandboxes.skipTo(record.simulations);
      case 'note':
        return this.#sandbox(record.simulation).notes.put(record.note);
      case 'note-removed':
        return void this.#sandbox(record.simulation).notes.remove(record.id);
      default:
        throw misfit(`its kind ${(record as { kind: unknown }).kind} is not known`);
    }
  }

  async #create(record: CreateRecord): Promise<void> {
    this.#add(record.simulation, await this.#makers.create(record));
  }

  #input({ simulation: id, input, ledger }: InputRecord, isCompared: boolean): void {
    const simulation = this.#simulation(id);
    simulation.moveTo({ now: input.time, ticks: 0, transactions: 0 });
    simulation.replay(input);
    if (isCompared) compare(simulation, ledger);
  }

  #clock({ simulation: id, stand, ledger }: ClockRecord, isCompared: boolean): void {
    const simulation = this.#simulation(id);
    simulation.moveTo(stand);
    if (!isCompared) return;
    if (!isSamePlace(simulation.place, stand)) throw placeMisfit(simulation, stand);
    compare(simulation, ledger);
  }

  #fork(record: ForkRecord, isCompared: boolean): void {
    const { simulation: original, loaded, source, root = source } = this.#sandbox(record.parent);
    const simulation = original.fork(record.place);
    if (isCompared && !isSamePlace(simulation.place, record.stand)) {
      throw placeMisfit(simulation, record.stand);
    }
    this.#add(record.simulation, {
      ...this.#makers.fork(record, simulation),
      loaded,
      root,
    });
  }

  #add(id: string, parts: SandboxParts): void {
    const sandbox = this.#sandboxes.add(parts);
    if (sandbox.id !== id) throw misfit(`it names simulation ${id}, which would be ${sandbox.id}`);
  }

  #sandbox(id: string) {
    const sandbox = this.#sandboxes.get(id);
    if (sandbox === undefined) throw misfit(`there is no simulation ${id}`);
    return sandbox;
  }

  #simulation(id: string): Simulation {
    return this.#sandbox(id).simulation;
  }
}

/** @throws LedgerMisfit when the ledger has other transactions than were recorded. */
function compare({ engine: { ledger } }: Simulation, recorded: LedgerDigest | undefined): void {
  if (recorded === undefined || hasDigest(ledger, recorded)) return;
  const { from, to } = recorded;
  throw new LedgerMisfit(
    `transactions ${from + 1} to ${to} are others in the replay than were recorded`,
  );
}

/** The replay has another ledger than the simulation had: the engine or the scenario has changed. */
function placeMisfit({ place: { ticks, transactions } }: Simulation, place: Place): LedgerMisfit {
  return new LedgerMisfit(
    `${place.transactions} transactions after ${place.ticks} ticks were recorded, the replay has ${transactions} after ${ticks}`,
  );
}

function misfit(rule: string): InputError {
  return new InputError('data', { file: '' }, rule);
}
