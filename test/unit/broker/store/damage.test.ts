import { describe, expect, it } from 'vitest';
import { openLength } from '../../../../src/broker/store/log/log-length.js';
import { LogReader } from '../../../../src/broker/store/log/log-reader.js';
import { LogWriter } from '../../../../src/broker/store/log/log-writer.js';
import { tried } from '../../../support/store/campaign-counts.js';
import { MemoryDisk } from '../../../support/store/memory-disk.js';
import { newLog } from '../../../support/store/new-log.js';

/** Damage of the log of a store, byte by byte. Invariants F5, F6. */

const RECORDS = 100;
const BATCH = 3;
/** Every how many bytes one is flipped; `npm run crash` flips each byte. */
const STRIDE = Number(process.env['ORRERY_STRIDE'] ?? 13);

/** A log of 100 records in batches of three. */
async function log(): Promise<Buffer> {
  const disk = new MemoryDisk();
  const [file, note] = [await disk.open('log'), await openLength(disk, '.')];
  const start = { ...newLog(disk, '.'), file, note };
  const writer = new LogWriter(start, () => undefined);
  for (let record = 0; record < RECORDS; record++) {
    writer.append({ record, text: 'J* ' });
    if (record % BATCH === BATCH - 1) await writer.settled();
  }
  await writer.settled();
  return disk.files()['log'] as Buffer;
}

async function read(bytes: Uint8Array) {
  const records: unknown[] = [];
  const reader = new LogReader(MemoryDisk.holding({ log: bytes }), ['log']);
  const end = await reader.read(({ record }) => {
    records.push(record);
  });
  return { ...end, records: records.length };
}

/** The byte at which each line begins, and the end. */
function starts(bytes: Buffer): number[] {
  const found = [0];
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 10) found.push(at + 1);
  return found;
}

describe('a log', () => {
  it('cut at any byte of the last three records has the whole records before', async ({ task }) => {
    const bytes = await log();
    const lines = starts(bytes);
    const from = lines[RECORDS - 3] ?? 0;
    for (let length = from; length < bytes.length; length++) {
      const { records, torn } = await read(bytes.subarray(0, length));
      const whole = lines.filter(start => start <= length).length - 1;
      expect(records, `cut at ${length}`).toBe(whole);
      expect(torn.length, `cut at ${length}`).toBe(length - (lines[whole] ?? 0));
    }
    tried(task, { points: bytes.length - from });
  });

  it('with one flipped bit anywhere is refused, and the record is named', async ({ task }) => {
    const bytes = await log();
    const lines = starts(bytes);
    for (let at = 0; at < bytes.length; at += STRIDE) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
      const record = lines.findLastIndex(start => start <= at);
      const words = `log: record ${record} at byte ${lines[record]} is damaged`;
      await expect(read(flipped), `byte ${at}`).rejects.toThrow(words);
    }
    tried(task, { points: Math.ceil(bytes.length / STRIDE), of: bytes.length });
  });

  it('with a hole of zeros in its last batch is cut before it, and in an earlier one is refused', async () => {
    const bytes = await log();
    const lines = starts(bytes);
    const zeroed = (line: number) => {
      const copy = Buffer.from(bytes);
      return copy.fill(0, lines[line], lines[line + 1]);
    };
    const single = lines.slice(0, -1).map((_, line) => line);
    expect((await read(zeroed(RECORDS - 1))).records).toBe(RECORDS - 1);
    for (const line of single.slice(0, -1)) {
      await expect(read(zeroed(line)), `record ${line}`).rejects.toThrow(`record ${line} at`);
    }
  });

  it('without one of its records, or with two exchanged, is refused', async () => {
    const lines = (await log()).toString().split('\n');
    const without = lines.filter((_, line) => line !== 50);
    await expect(read(Buffer.from(without.join('\n')))).rejects.toThrow('record 50 at');
    const exchanged = lines.with(50, lines[51] ?? '').with(51, lines[50] ?? '');
    await expect(read(Buffer.from(exchanged.join('\n')))).rejects.toThrow('record 50 at');
  });
});

describe('records that are appended together', () => {
  it('share one sync, and each waits for its own', async () => {
    const disk = new MemoryDisk();
    const [file, note] = [await disk.open('log'), await openLength(disk, '.')];
    const start = { ...newLog(disk, '.'), file, note };
    const writer = new LogWriter(start, () => undefined);
    const opened = disk.calls;
    const waiting = Array.from({ length: 64 }, (_, record) => {
      writer.append({ record });
      return writer.settled();
    });
    await Promise.all(waiting);
    expect(disk.calls - opened, 'a write, a sync and a note').toBe(3);
    expect(writer.settled()).toBe(undefined);
    expect((await read(disk.files()['log'] as Buffer)).records).toBe(64);
  });
});
