/**
 * What a compaction needs to know of each record of a log before it decides what stays. Rewinds are
 * looked at only when what they undid is to be dropped: that takes a replay.
 */

import { present } from '../../../core/base/present.js';
import { MAIN, type Sandboxes } from '../../runtime/sandboxes.js';
import { readLog } from '../log/log-reader.js';
import type { Storage } from '../log/storage.js';
import type { EventRecord } from '../record.js';
import { type ReplayOptions, replayLog } from '../replay-log.js';

/** One record; the place in the list is its number. */
export interface RecordFact {
  readonly kind: EventRecord['kind'] | 'header';
  /** The simulation that it is about; absent: it is about none. */
  readonly simulation?: string;
  /** Of a fork: what it was forked from. */
  readonly parent?: string;
  /** Of a note: its id. */
  readonly note?: string;
  /** Of a replayed log: what the simulation has after this record. */
  readonly inputs?: number;
  /** Of a rewind in a replayed log: whether a record of the clock leads there from its inputs. */
  readonly isReached?: boolean;
}

/** The facts of the log in `folder`. */
export async function factsOf(storage: Storage, folder: string): Promise<readonly RecordFact[]> {
  const facts: RecordFact[] = [{ kind: 'header' }];
  await readLog(storage, folder, ({ number, record }) => {
    if (number > 0) facts.push(factOf(record as EventRecord));
  });
  return facts;
}

/** As `factsOf`, with what a replay shows. @param options - how it is replayed; used up by it. */
export async function replayedFacts(
  storage: Storage,
  folder: string,
  options: ReplayOptions,
): Promise<readonly RecordFact[]> {
  const { sandboxes } = options;
  const facts: RecordFact[] = [
    { kind: 'header', simulation: MAIN, ...replayedOf(sandboxes, MAIN) },
  ];
  await replayLog(storage, folder, {
    ...options,
    after: record => {
      const fact = factOf(record);
      facts.push({ ...fact, ...replayedOf(sandboxes, fact.simulation) });
    },
  });
  return facts;
}

function factOf(record: EventRecord): RecordFact {
  const { kind } = record;
  if (!('simulation' in record)) return { kind };
  const { simulation } = record;
  if (kind === 'fork') return { kind, simulation, parent: record.parent };
  const note = kind === 'note' ? record.note.id : kind === 'note-removed' ? record.id : undefined;
  return { kind, simulation, ...present({ note }) };
}

function replayedOf(sandboxes: Sandboxes, id: string | undefined) {
  const simulation = id === undefined ? undefined : sandboxes.get(id)?.simulation;
  if (simulation === undefined) return {};
  const { inputs, place } = simulation;
  // An input completes its instant, so that a place within that instant is not reached after it.
  const isReached = place.within === undefined || (inputs.at(-1)?.time ?? 0) < place.now;
  return { inputs: inputs.length, isReached };
}
