/** The reader's own tick files: those of one instrument follow one another. */

import { basename } from 'node:path';
import { InputError } from '../../../core/base/input-error.js';
import type { Instrument } from '../../../core/market/instrument.js';
import { instrumentTable } from '../../../core/market/instrument-table.js';
import type { TickColumns } from '../../../core/market/tick.js';
import { instant } from '../../../core/time/instant.js';
import { holdSealed } from '../../../data/storage/looks/hold.js';
import { instrumentInBody } from '../../../data/storage/ticks/read/body-instrument.js';
import { readTicks } from '../../../data/storage/ticks/read/read-ticks.js';
import { symbolOfFile } from '../../../data/storage/ticks/text/symbol.js';

/** An instrument and its ticks. */
export interface InstrumentTicks {
  readonly instrument: Instrument;
  readonly ticks: TickColumns;
  /** The files that they are from, for the record; none for made ticks. */
  readonly files: readonly TickFileFacts[];
}

/** A file of ticks, for the record. */
export interface TickFileFacts {
  readonly file: string;
  /** The digest of its bytes, hex. */
  readonly sha256: string;
}

/**
 * Reads the files, in the order of their first ticks.
 * @throws InputError for a file that cannot be read, whose name has no instrument, that holds a sealed
 * time, or that overlaps another one of its instrument.
 */
export async function ownTicks(files: readonly string[]): Promise<readonly InstrumentTicks[]> {
  const parts = new Map<Instrument, (TickFileFacts & { readonly ticks: TickColumns })[]>();
  for (const file of files) {
    const instrument = instrumentOf(file);
    // Volumes have no part in turns: a file may have them in any unit.
    const { columns: ticks, digest: sha256 } = await readTicks(file, {
      instrument,
      volumes: 'millions',
    });
    const { time, length } = ticks;
    holdSealed(file, {
      instruments: [instrument.name],
      from: instant(time[0] ?? 0),
      to: instant((time[length - 1] ?? 0) + 1),
    });
    parts.set(instrument, [...(parts.get(instrument) ?? []), { file, sha256, ticks }]);
  }
  return [...parts].map(([instrument, own]) => {
    const inOrder = own.toSorted((a, b) => (a.ticks.time[0] ?? 0) - (b.ticks.time[0] ?? 0));
    inOrder.forEach(({ file, ticks }, at) => {
      const before = inOrder[at - 1];
      const end = before?.ticks.time[before.ticks.length - 1] ?? Number.NEGATIVE_INFINITY;
      if ((ticks.time[0] ?? 0) >= end) return;
      const rule = `begins before the last tick of ${before?.file}: give files of ${instrument.name} that follow one another`;
      throw new InputError('data', { file }, rule);
    });
    const files = inOrder.map(({ file, sha256 }) => ({ file: basename(file), sha256 }));
    return { instrument, ticks: joined(inOrder.map(({ ticks }) => ticks)), files };
  });
}

/** @throws InputError when neither name nor content of the file has an instrument. */
function instrumentOf(file: string): Instrument {
  const table = instrumentTable();
  const name = symbolOfFile(file, new Set(table.keys())) ?? instrumentInBody(file);
  const instrument = table.get(name ?? '');
  if (instrument !== undefined) return instrument;
  const rule = 'must have the name of an instrument in its own name, such as EUR_USD_2024-03.csv';
  throw new InputError('scenario', { file }, rule);
}

/** Times, bids and asks one after another. */
function joined(parts: readonly TickColumns[]): TickColumns {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const whole = {
    length,
    time: new Float64Array(length),
    bid: new Int32Array(length),
    ask: new Int32Array(length),
  };
  let at = 0;
  for (const { time, bid, ask, length: count } of parts) {
    whole.time.set(time.subarray(0, count), at);
    whole.bid.set(bid.subarray(0, count), at);
    whole.ask.set(ask.subarray(0, count), at);
    at += count;
  }
  return whole;
}
