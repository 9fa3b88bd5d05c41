import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { backUp } from '../../../../src/broker/store/backup.js';
import { misfitOf, readExpected } from '../../../../src/broker/store/expected-end.js';
import { readLog } from '../../../../src/broker/store/log/log-reader.js';
import { DISK } from '../../../../src/broker/store/log/storage.js';
import { temporaryFolder } from '../../../support/files/temporary.js';
import { caseOf } from '../../../support/random/random-case.js';
import { StoreRun } from '../../../support/store/store-run.js';

/** Copies of a store, taken while a server writes to it. Decision 0106. */

const SEEDS = [1, 2, 3];
const TIME = '2024-03-05T10:00:00Z';
const ROTATION = { rotateAt: 2_000 };

const endOf = (folder: string) => readLog(DISK, folder, () => undefined);

/** A server on a disk, and what the log of it has had. */
async function running(seed: number) {
  const folder = join(temporaryFolder(), 'store');
  const run = await StoreRun.start(caseOf(seed), folder, DISK, ROTATION);
  const states = new Map<number, string>();
  let steps = 0;
  /** Does the next thing, and waits for the disk. @returns records of the log. */
  const act = async () => {
    await run.keeper.settled(run.act(steps++), true);
    const { records } = await endOf(folder);
    states.set(records, run.state());
    return records;
  };
  return { folder, run, act, states };
}

const startOn = (seed: number, folder: string) =>
  StoreRun.start(caseOf(seed), folder, DISK, ROTATION);

describe('a backup', () => {
  it('taken at any moment has what was acknowledged before it began, and a server starts from it', async () => {
    let compared = 0;
    for (const seed of SEEDS) {
      const { folder, run, act, states } = await running(seed);
      for (let copies = 0; copies < 4; copies++) {
        const acknowledged = await act();
        const to = join(temporaryFolder(), 'copy');
        const copying = backUp(folder, to, TIME);
        for (let step = 0; step < 4; step++) await act();
        const note = await copying;
        expect(note.records).toBeGreaterThanOrEqual(acknowledged);
        expect(note).toMatchObject({ of: folder, time: TIME });
        const end = await endOf(to);
        expect(end).toMatchObject({ records: note.records, checksum: note.checksum });
        expect([end.before + end.length, end.torn.length]).toEqual([note.bytes, 0]);
        const again = await startOn(seed, to);
        expect(again.told).toEqual([]);
        const state = states.get(note.records);
        if (state !== undefined) {
          expect(again.state(), `seed ${seed}`).toBe(state);
          compared += 1;
        }
        await again.keeper.close();
      }
      await run.keeper.close();
    }
    expect(compared).toBeGreaterThan(SEEDS.length);
  });

  it('has the secret with its mode and no lock, and needs a place that is free', async () => {
    const { folder, run, act } = await running(1);
    await act();
    writeFileSync(join(folder, 'secret'), 'ab'.repeat(32), { mode: 0o600 });
    writeFileSync(join(folder, 'ended-sessions'), '');
    chmodSync(join(folder, 'secret'), 0o440);
    const to = join(temporaryFolder(), 'copy');
    await backUp(folder, to, TIME);
    const names = readdirSync(to).filter(name => !name.startsWith('store-'));
    expect(names).toEqual(['backup.json', 'ended-sessions', 'length', 'secret', 'store.ndjson']);
    if (process.platform !== 'win32') {
      expect(statSync(join(to, 'secret')).mode & 0o777).toBe(0o440);
      expect(statSync(join(to, 'store.ndjson')).mode & 0o777).toBe(0o600);
    }
    await expect(backUp(folder, to, TIME)).rejects.toThrow(
      `${to}: is there already; name a folder that is not`,
    );
    await expect(backUp(folder, join(folder, 'a', 'copy'), TIME)).rejects.toThrow(
      `${join(folder, 'a', 'copy')}: lies in the store, and would be lost with it; name a folder elsewhere`,
    );
    const empty = join(temporaryFolder(), 'empty');
    mkdirSync(empty);
    await expect(backUp(empty, join(empty, 'copy'), TIME)).rejects.toThrow(
      `${empty}: is no store: it has no store.ndjson`,
    );
    await run.keeper.close();
  });

  it('of a damaged log is refused and leaves nothing, and a half written record is cut off', async () => {
    const { folder, run, act } = await running(2);
    for (let step = 0; step < 3; step++) await act();
    await run.keeper.close();
    const log = join(folder, 'store.ndjson');
    const { records } = await endOf(folder);
    writeFileSync(log, 'half of a rec', { flag: 'a' });
    const to = join(temporaryFolder(), 'copy');
    expect((await backUp(folder, to, TIME)).records).toBe(records);
    expect((await endOf(to)).torn.length).toBe(0);
    rmSync(to, { recursive: true });
    const bytes = readFileSync(log);
    bytes[80] = (bytes[80] ?? 0) ^ 1;
    writeFileSync(log, bytes);
    await expect(backUp(folder, to, TIME)).rejects.toThrow(
      new RegExp(`^${log}: record \\d+ at byte 0 is damaged`),
    );
    expect(existsSync(to)).toBe(false);
    expect(readdirSync(join(to, '..'))).toEqual([]);
  });
});

describe('a store that is expected to be another', () => {
  it('differs from one that goes on, one that is older, and one that is as expected', async () => {
    const { folder, run, act } = await running(3);
    for (let step = 0; step < 5; step++) await act();
    const older = join(temporaryFolder(), 'older');
    const newer = join(temporaryFolder(), 'newer');
    const first = await backUp(folder, older, TIME);
    for (let step = 0; step < 5; step++) await act();
    const second = await backUp(folder, newer, TIME);
    await run.keeper.close();
    const misfit = async (of: string, expected: string, ledgers: readonly string[] = []) =>
      misfitOf(of, await readExpected(expected), { ledgers, end: await endOf(of) });
    const fileOf = (backup: string) => join(backup, 'backup.json');
    expect(await misfit(older, fileOf(older))).toBe(undefined);
    expect(await misfit(older, first.checksum)).toBe(undefined);
    const ledger = `sha256:${'a'.repeat(64)}`;
    expect(await misfit(older, ledger, [ledger])).toBe(undefined);
    expect(await misfit(newer, fileOf(older))).toBe(
      `goes on after the expected end: ${second.records - first.records} more records`,
    );
    expect(await misfit(older, fileOf(newer))).toBe(
      `is older than expected: it has ${first.records} records, and ${second.records} were expected`,
    );
    expect(await misfit(older, 'b'.repeat(64))).toBe(
      `is older than expected, or another store: neither its log nor a ledger has the hash ${'b'.repeat(64)}`,
    );
    const expected = { hashes: [second.checksum] };
    const compacted = { ledgers: [], end: await endOf(older), compacted: second };
    expect(await misfitOf(older, expected, compacted)).toBe('was compacted after the expected end');
    // A compacted log is shorter than one before it, and not therefore older.
    const before = await readExpected(fileOf(newer));
    const since = { ...second, records: second.records + 3, checksum: 'd'.repeat(64) };
    expect(await misfitOf(older, before, { ...compacted, compacted: since })).toBe(
      `was compacted when its log had ${since.records} records, so no earlier end is in it: it goes on after the expected one, or is another store; expect the hash of a ledger, or the end of a backup made since`,
    );
    const other = join(older, 'other.txt');
    writeFileSync(other, `whole: 1 records\nends with ${'c'.repeat(64)}\n`);
    expect(await misfit(older, other)).toBe(
      `is another store: neither its log nor a ledger has the hash ${'c'.repeat(64)}`,
    );
    await expect(readExpected('nothing')).rejects.toThrow(
      '--expect: must be 64 hex digits, or a file that has them, was nothing',
    );
    writeFileSync(other, 'nothing');
    await expect(readExpected(other)).rejects.toThrow('has no hash in it');
  });
});
