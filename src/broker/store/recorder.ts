/**
 * Writes what comes into the simulations of a server to the log of a store. It writes nothing of
 * tokens. An input is written after it has had its effect, so that an input that throws is not
 * taken again by the next start.
 */

import { present } from '../../core/base/present.js';
import type { Keeper } from '../runtime/keeper.js';
import type { Sandbox, Sandboxes } from '../runtime/sandboxes.js';
import { isSamePlace, type Place } from '../runtime/strategies/place.js';
import { LedgerDigests } from './ledger-digest.js';
import type { LogWriter } from './log/log-writer.js';
import { madeWith } from './made-with.js';
import type { EventRecord } from './record.js';
import type { SnapshotWriter } from './snapshot-writer.js';

/** Wall milliseconds between two records of a clock that moves by itself. */
const CLOCK_MS = 1_000;

/**
 * Owns the last recorded place and digest of each sandbox of a server. Inputs, turns, forks and
 * rewinds of the sandboxes write records and change them.
 */
export class Recorder implements Keeper {
  readonly #sandboxes: Sandboxes;
  readonly #log: LogWriter;
  /** Where each simulation stood at its last record. */
  readonly #places = new Map<Sandbox, Place>();
  /** The version of each at the last look at its place: while it is the same, nothing has moved. */
  readonly #versions = new WeakMap<Sandbox, number>();
  /** How many records the log had after the last one of each. */
  readonly #lastRecords = new Map<Sandbox, number>();
  /** What the log has of the ledger of each simulation. */
  readonly #digests = new Map<Sandbox, LedgerDigests>();
  readonly #snapshots: SnapshotWriter;
  readonly #timer: NodeJS.Timeout;

  /**
   * @param log - ends with a record after which the sandboxes stand as they are.
   * @param snapshots - of this log.
   * @param knowsLedgers - whether the log has digests of all that is in the ledgers.
   */
  constructor(
    sandboxes: Sandboxes,
    log: LogWriter,
    snapshots: SnapshotWriter,
    knowsLedgers: boolean,
  ) {
    this.#sandboxes = sandboxes;
    this.#log = log;
    this.#snapshots = snapshots;
    for (const sandbox of sandboxes.all()) {
      this.#listen(sandbox, knowsLedgers ? sandbox.simulation.engine.ledger.length : 0);
    }
    sandboxes.onAdd(sandbox => this.#added(sandbox));
    sandboxes.onLeave(sandbox => this.#forget(sandbox));
    sandboxes.onWake(sandbox => {
      this.#listen(sandbox, sandbox.simulation.engine.ledger.length);
      this.#lastRecords.delete(sandbox);
    });
    sandboxes.onRemove(({ id }) => this.#append({ kind: 'delete', simulation: id }));
    this.#timer = setInterval(() => this.#noteAll(), CLOCK_MS);
    this.#timer.unref();
  }

  settled(sandbox: Sandbox | undefined, moves: boolean): Promise<void> | undefined {
    if (sandbox !== undefined && this.#places.has(sandbox)) this.#note(sandbox, moves);
    if (this.#snapshots.isDue) {
      this.#noteAll();
      this.#snapshots.begin();
    }
    return this.#log.settled();
  }

  onCommit(listener: (seconds: number) => void): void {
    this.#log.onCommit(listener);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#noteAll();
    await this.#snapshots.close();
    await this.#log.close();
  }

  /** Records the place of a simulation. */
  note(sandbox: Sandbox): void {
    this.#note(sandbox, true);
  }

  /** How many records the log had after the last one about a simulation; 0: it was woken, and has none since. */
  lastRecordOf(sandbox: Sandbox): number {
    return this.#lastRecords.get(sandbox) ?? 0;
  }

  /** @param digested - transactions of which the log has digests. */
  #listen(sandbox: Sandbox, digested: number): void {
    const { id: simulation } = sandbox;
    this.#digests.set(sandbox, new LedgerDigests(digested));
    this.#places.set(sandbox, sandbox.simulation.place);
    this.#lastRecords.set(sandbox, this.#log.end.records);
    const append = (event: EventRecord) => this.#appendAbout(sandbox, event);
    const record = (event: EventRecord) => {
      append(event);
      this.#places.set(sandbox, sandbox.simulation.place);
    };
    sandbox.simulation.listenToInputs({
      beforeRewind: () => this.#note(sandbox, true),
      onInput: input => record({ kind: 'input', simulation, input, ...this.#digest(sandbox) }),
      onRewind: place => {
        this.#digests.get(sandbox)?.goBack(sandbox.simulation.engine.ledger.length);
        record({ kind: 'rewind', simulation, place });
      },
      onBroken: error => this.#log.fail(error),
    });
    sandbox.notes.listen({
      onNote: note => append({ kind: 'note', simulation, note }),
      onRemoved: id => append({ kind: 'note-removed', simulation, id }),
    });
  }

  #added(sandbox: Sandbox): void {
    const { simulation, parent, forkedAt, source } = sandbox;
    const made = madeWith(sandbox);
    const from = parent === undefined ? undefined : this.#sandboxes.get(parent);
    if (from === undefined) {
      this.#append({ kind: 'create', ...made, source });
      this.#listen(sandbox, 0);
    } else {
      // A place named by a transaction is found in the ledger of the parent as it stands.
      this.#note(from, true);
      const place = present({ place: simulation.forkPlace, forkedAt });
      this.#append({ kind: 'fork', ...made, parent: from.id, ...place, stand: simulation.place });
      this.#listen(sandbox, simulation.engine.ledger.length);
    }
  }

  #forget(sandbox: Sandbox): void {
    this.#places.delete(sandbox);
    this.#digests.delete(sandbox);
    this.#lastRecords.delete(sandbox);
  }

  /** Records the place of a simulation, if its ledger has grown since its last record. */
  #note(sandbox: Sandbox, moves: boolean): void {
    const { id, simulation } = sandbox;
    const { version } = simulation;
    if (this.#versions.get(sandbox) === version) return;
    const last = this.#places.get(sandbox) as Place;
    if (!moves && simulation.engine.ledger.length === last.transactions) return;
    const { place } = simulation;
    this.#versions.set(sandbox, version);
    if (isSamePlace(place, last)) return;
    this.#places.set(sandbox, place);
    this.#appendAbout(sandbox, {
      kind: 'clock',
      simulation: id,
      stand: place,
      ...this.#digest(sandbox),
    });
  }

  #digest(sandbox: Sandbox) {
    return present({ ledger: this.#digests.get(sandbox)?.next(sandbox.simulation.engine.ledger) });
  }

  #noteAll(): void {
    for (const sandbox of this.#places.keys()) this.#note(sandbox, true);
  }

  #appendAbout(sandbox: Sandbox, record: EventRecord): void {
    this.#append(record);
    this.#lastRecords.set(sandbox, this.#log.end.records);
  }

  #append(record: EventRecord): void {
    this.#log.append(record);
  }
}
