import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readLog } from '../../../../src/broker/store/log/log-reader.js';
import { Prng } from '../../../../src/core/base/prng.js';
import { temporaryFolder } from '../../../support/files/temporary.js';
import { caseOf } from '../../../support/random/random-case.js';
import { MemoryDisk, systemError } from '../../../support/store/memory-disk.js';
import { recordsIn, StoreRun, trace } from '../../../support/store/store-run.js';

/** A log in several files. Decision 0106. */

const ROTATE_AT = 3_000;
const STEPS = 40;
const SEGMENT = /^store-\d{6}\.ndjson\.gz$/;
const FIRST = 'store-000001.ndjson.gz';
const LOG = 'store.ndjson';

const startOn = (disk: MemoryDisk) =>
  StoreRun.start(caseOf(1), temporaryFolder(), disk, { rotateAt: ROTATE_AT });

/** The files of a server that has worked, and where it stood. */
async function left(steps = STEPS) {
  const disk = new MemoryDisk();
  const run = await startOn(disk);
  for (let step = 0; step < steps; step++) await run.keeper.settled(run.act(step), true);
  const state = run.state();
  await run.keeper.close();
  return { state, files: disk.files() };
}

const segmentsOf = (files: Readonly<Record<string, Uint8Array>>) =>
  Object.keys(files)
    .filter(name => SEGMENT.test(name))
    .sort();

/** The log as one text. */
function wholeLog(files: Readonly<Record<string, Buffer>>): string {
  const closed = segmentsOf(files).map(name => gunzipSync(files[name] as Buffer).toString());
  return [...closed, files[LOG]?.toString()].join('');
}

describe('a log that grows', () => {
  it('is cut into compressed segments, and a start replays all of them', async () => {
    const { state, files } = await left();
    const segments = segmentsOf(files);
    expect(segments.length).toBeGreaterThan(2);
    expect(Object.keys(files).sort()).toEqual([...segments, 'length', LOG].sort());
    expect(files[LOG]?.toString()).toMatch(
      new RegExp(
        `^[0-9a-f]{64} (\\d+) \\{"kind":"go-on","first":1,"segment":${segments.length},"records":\\1,`,
      ),
    );
    const disk = MemoryDisk.holding(files);
    const again = await startOn(disk);
    expect(again.told).toEqual([]);
    expect(again.state()).toBe(state);
    for (let step = STEPS; step < STEPS + 10; step++) {
      await again.keeper.settled(again.act(step), true);
    }
    await again.keeper.close();
    expect(wholeLog(disk.files()).startsWith(wholeLog(files))).toBe(true);
  });

  it('is one chain: its files one after the other are a log without segments', async () => {
    const { state, files } = await left();
    const run = await startOn(MemoryDisk.holding({ [LOG]: Buffer.from(wholeLog(files)) }));
    expect(run.state()).toBe(state);
    await run.keeper.close();
  });

  it('is read to its end while it is rotated', async () => {
    const { files } = await left();
    const disk = MemoryDisk.holding(files);
    const run = await startOn(disk);
    const end = await readLog(disk, '.', async ({ number }) => {
      if (number !== 1) return;
      for (let step = 0; step < STEPS; step++) await run.keeper.settled(run.act(step), true);
    });
    expect(segmentsOf(disk.files()).length).toBeGreaterThan(segmentsOf(files).length);
    expect(end.records).toBe(recordsIn(disk));
    await run.keeper.close();
  });

  it('is refused without one of its segments, with another in its place, and damaged', async () => {
    const { files } = await left();
    const changed = async (name: string, bytes: Buffer | undefined) => {
      const others = Object.entries(files).filter(([each]) => each !== name);
      const added = bytes === undefined ? {} : { [name]: bytes };
      await startOn(MemoryDisk.holding({ ...Object.fromEntries(others), ...added }));
    };
    const first = files[FIRST] as Buffer;
    const lines = gunzipSync(first).toString().split('\n');
    await expect(changed(FIRST, undefined)).rejects.toThrow(
      /store-000001\.ndjson\.gz: is missing; store\.ndjson goes on after it$/,
    );
    await expect(changed(FIRST, files['store-000002.ndjson.gz'])).rejects.toThrow(
      /store-000001\.ndjson\.gz: record 0 at byte 0 is damaged$/,
    );
    await expect(changed(FIRST, first.subarray(0, -9))).rejects.toThrow(
      /store-000001\.ndjson\.gz: is damaged: unexpected end of file$/,
    );
    const short = gzipSync(lines.slice(0, -2).join('\n'));
    await expect(changed(FIRST, short)).rejects.toThrow(
      /store-000001\.ndjson\.gz: record \d+ at byte/,
    );
    const shorter = gzipSync(`${lines.slice(0, -2).join('\n')}\n`);
    await expect(changed(FIRST, shorter)).rejects.toThrow(
      /store-000002\.ndjson\.gz: record \d+ at byte 0/,
    );
  });

  it('is refused when it has lost a file at its end', async () => {
    const { files } = await left();
    const last = segmentsOf(files).at(-1) as string;
    const tip = gunzipSync(files[last] as Buffer);
    await expect(startOn(MemoryDisk.holding({ ...files, [LOG]: tip }))).rejects.toThrow(
      /store\.ndjson: ends after \d+ bytes, and \d+ were on disk once/,
    );
  });
});

it('a rotation that fails at any call has lost nothing that was acknowledged', async () => {
  const { files } = await left(8);
  const work = async (disk: MemoryDisk) => {
    const run = await startOn(disk);
    const before = await trace(run, disk, 14, new Prng(1));
    await run.keeper.close();
    return before;
  };
  const calls: string[] = [];
  await work(MemoryDisk.holding(files, { onCall: name => calls.push(name) }));
  const link = calls.indexOf('link');
  expect(link).toBeGreaterThan(8);
  let compared = 0;
  for (let stop = link - 8; stop < link + 12; stop++) {
    const onCall = (_: string, number: number) => {
      if (number >= stop) throw systemError('EIO', 'write');
    };
    const disk = MemoryDisk.holding(files, { onCall });
    const before = await work(disk);
    const left = MemoryDisk.holding(disk.files());
    const again = await startOn(left);
    const records = recordsIn(left);
    expect(records, `stopped at call ${stop}`).toBeGreaterThanOrEqual(before.acknowledged);
    const state = before.states.get(records);
    if (state !== undefined) {
      expect(again.state(), `stopped at call ${stop}`).toBe(state);
      compared += 1;
    }
    await again.keeper.close();
  }
  expect(compared).toBeGreaterThan(8);
});
