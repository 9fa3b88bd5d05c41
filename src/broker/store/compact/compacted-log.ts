/**
 * Writes a log anew without the records that do not matter any more. The old log is replayed
 * meanwhile, because the digest of what a record caused also has to stand for the records that go.
 */

import { present } from '../../../core/base/present.js';
import { MAIN, type Sandboxes } from '../../runtime/sandboxes.js';
import { LedgerDigests } from '../ledger-digest.js';
import { newFile } from '../log/log-files.js';
import type { LogEnd } from '../log/log-writer.js';
import { FIRST_CHECKSUM, lineOf } from '../log/record-line.js';
import { appendAll, type Storage, type StorageFile } from '../log/storage.js';
import type { EventRecord, HeaderRecord, StoreRecord } from '../record.js';
import { type ReplayOptions, replayLog } from '../replay-log.js';
import type { Fate } from './plan.js';

/** Lines are written in pieces of this many bytes or more. */
const PIECE_BYTES = 1 << 20;

/**
 * Owns a log that is being written: its lines, its length and its checksum. `add` adds a record;
 * `flush` writes those that wait.
 */
class NewLog {
  readonly #file: StorageFile;
  #lines: string[] = [];
  #waiting = 0;
  #bytes = 0;
  #records = 0;
  #checksum = FIRST_CHECKSUM;

  constructor(file: StorageFile) {
    this.#file = file;
  }

  get end(): LogEnd & { readonly bytes: number } {
    return { records: this.#records, checksum: this.#checksum, bytes: this.#bytes };
  }

  /** Adds a record, in a batch of its own. A promise when lines are written. */
  add(record: StoreRecord): void | Promise<void> {
    const { checksum, text } = lineOf(this.#checksum, this.#records, record);
    this.#checksum = checksum;
    this.#records += 1;
    this.#lines.push(text);
    this.#waiting += text.length;
    return this.#waiting < PIECE_BYTES ? undefined : this.flush();
  }

  async flush(): Promise<void> {
    const bytes = Buffer.from(this.#lines.join(''));
    this.#lines = [];
    this.#waiting = 0;
    this.#bytes += bytes.length;
    await appendAll(this.#file, bytes);
  }
}

/** What is written where. */
export interface RewriteParts {
  readonly storage: Storage;
  /** The folder of the old log, and the path of the new one. */
  readonly folder: string;
  readonly path: string;
  readonly header: HeaderRecord;
  /** The fate of each record of the old log. */
  readonly fates: readonly Fate[];
}

/**
 * Writes the new log; it is on disk when the promise is kept.
 * @param options - how the old log is replayed; its simulations then stand where that log ends.
 * @returns where the new log ends. @throws InputError as `replayLog`.
 */
export async function writeCompacted(
  { storage, folder, path, header, fates }: RewriteParts,
  options: ReplayOptions,
): Promise<LogEnd & { readonly bytes: number }> {
  const file = await newFile(storage, path);
  try {
    const log = new NewLog(file);
    await log.add(header);
    const rewriter = new Rewriter(log, options.sandboxes);
    await replayLog(storage, folder, {
      ...options,
      after: (record, { number }) => rewriter.take(record, fates[number] ?? 'keep'),
    });
    await rewriter.end();
    await log.flush();
    await file.sync();
    return log.end;
  } finally {
    await file.close();
  }
}

/**
 * Turns records of the old log into those of the new one, in order. Owns the digests of the
 * simulations that the new log has.
 */
class Rewriter {
  readonly #log: NewLog;
  readonly #sandboxes: Sandboxes;
  /** What the new log has of the ledger of each simulation. */
  readonly #digests = new Map<string, LedgerDigests>([[MAIN, new LedgerDigests(0)]]);
  /** How many simulations the new log counts beside `main`. */
  #made = 0;

  constructor(log: NewLog, sandboxes: Sandboxes) {
    this.#log = log;
    this.#sandboxes = sandboxes;
  }

  /** Takes a record that has just been replayed. */
  take(record: EventRecord, fate: Fate): void | Promise<void> {
    if (record.kind === 'rewind') this.#wentBack(record.simulation);
    if (fate === 'drop') return;
    if (fate === 'clock') return this.#log.add(this.#clockOf(record));
    if (record.kind === 'create' || record.kind === 'fork') return this.#adds(record);
    if (record.kind !== 'input' && record.kind !== 'clock') return this.#log.add(record);
    const { ledger: _, ...rest } = record;
    return this.#log.add({ ...rest, ...this.#digest(record.simulation) });
  }

  /** Ends the log: ids that were given are not given again. */
  end(): void | Promise<void> {
    return this.#skipTo(this.#sandboxes.made);
  }

  async #adds(record: Extract<EventRecord, { readonly kind: 'create' | 'fork' }>): Promise<void> {
    const { simulation: id, kind } = record;
    await this.#skipTo(this.#sandboxes.made - 1);
    await this.#log.add(record);
    this.#made += 1;
    const inherited = kind === 'fork' ? this.#ledgerOf(id).length : 0;
    this.#digests.set(id, new LedgerDigests(inherited));
  }

  #skipTo(simulations: number): void | Promise<void> {
    if (this.#made >= simulations) return;
    this.#made = simulations;
    return this.#log.add({ kind: 'made', simulations });
  }

  #wentBack(id: string): void {
    this.#digests.get(id)?.goBack(this.#ledgerOf(id).length);
  }

  /** Where the simulation of a record stands now. */
  #clockOf(record: EventRecord): EventRecord {
    const simulation = 'simulation' in record ? record.simulation : MAIN;
    const stand = this.#sandboxes.get(simulation)?.simulation.place;
    return { kind: 'clock', simulation, stand, ...this.#digest(simulation) } as EventRecord;
  }

  #digest(id: string) {
    return present({ ledger: this.#digests.get(id)?.next(this.#ledgerOf(id)) });
  }

  #ledgerOf(id: string) {
    const sandbox = this.#sandboxes.get(id);
    if (sandbox === undefined) throw new Error(`there is no simulation ${id}`);
    return sandbox.simulation.engine.ledger;
  }
}
