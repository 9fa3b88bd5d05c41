/**
 * Writes a snapshot of a store from time to time, beside the log and without holding up an answer.
 * A store has snapshots as long as `main` is its only simulation and has an image.
 */

import type { Sandboxes } from '../runtime/sandboxes.js';
import { PACKING } from '../runtime/simulation/zip-packing.js';
import type { LogEnd, LogWriter } from './log/log-writer.js';
import type { Storage } from './log/storage.js';
import { type Maker, type Snapshot, writeSnapshot } from './snapshot.js';

/** Records after which a snapshot is written. */
export interface SnapshotPace {
  /** While the server runs. */
  readonly between: number;
  /** When the server ends. */
  readonly atEnd: number;
}

/** A restart replays at most about two seconds. */
const PACE: SnapshotPace = { between: 50_000, atEnd: 1_000 };

/** The folder in which snapshots are written, the version that writes them, and how often. */
export interface SnapshotPlace {
  readonly storage: Storage;
  readonly folder: string;
  readonly maker: Maker;
  /** Number of records that the present snapshot covers; 0 when there is none. */
  readonly covered: number;
  /** Default: 50,000 records, and 1,000 at the end. */
  readonly pace?: SnapshotPace | undefined;
}

/**
 * The snapshot of a server whose log ends with `end`, at the place at which `main` stands; undefined
 * when it has none.
 */
export function snapshotOf(
  sandboxes: Sandboxes,
  { records, checksum }: LogEnd,
): Snapshot | undefined {
  const { simulation } = sandboxes.main;
  if (!sandboxes.hasOnlyMain || simulation.hasEnded) return undefined;
  const image = simulation.run.image(PACKING);
  return image === undefined ? undefined : { records, checksum, image };
}

/**
 * Owns the snapshots of one store: the length of the log that the last one covers, and the writing
 * in progress. `begin` starts one; two are never written at once.
 */
export class SnapshotWriter {
  readonly #place: SnapshotPlace;
  readonly #pace: SnapshotPace;
  readonly #sandboxes: Sandboxes;
  readonly #log: LogWriter;
  #covered: number;
  #writing: Promise<void> | undefined;

  constructor(place: SnapshotPlace, sandboxes: Sandboxes, log: LogWriter) {
    this.#place = place;
    this.#pace = place.pace ?? PACE;
    this.#sandboxes = sandboxes;
    this.#log = log;
    this.#covered = place.covered;
  }

  /** Whether the next snapshot is due. */
  get isDue(): boolean {
    return this.#writing === undefined && this.#isAfter(this.#pace.between);
  }

  /** Begins to write one. The log must end with the place at which `main` stands. */
  begin(): void {
    const { end } = this.#log;
    this.#covered = end.records;
    const snapshot = snapshotOf(this.#sandboxes, end);
    if (snapshot === undefined) return;
    const { storage, folder, maker } = this.#place;
    this.#writing = Promise.resolve(this.#log.settled())
      .then(() => this.#log.syncLength())
      .then(() => writeSnapshot(storage, folder, snapshot, maker))
      // The log has everything: without a new snapshot a restart only takes longer.
      .catch(() => undefined)
      .finally(() => {
        this.#writing = undefined;
      });
  }

  /** Writes a last one, if there is much to replay. The log must end as for `begin`. */
  async close(): Promise<void> {
    await this.#writing;
    if (this.#isAfter(this.#pace.atEnd)) this.begin();
    await this.#writing;
  }

  #isAfter(records: number): boolean {
    return this.#log.end.records - this.#covered >= records;
  }
}
