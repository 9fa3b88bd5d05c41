import { describe, expect, it } from 'vitest';
import { readLog } from '../../../../src/broker/store/log/log-reader.js';
import type { EventRecord } from '../../../../src/broker/store/record.js';
import { Prng } from '../../../../src/core/base/prng.js';
import { temporaryFolder } from '../../../support/files/temporary.js';
import { caseOf } from '../../../support/random/random-case.js';
import { tried } from '../../../support/store/campaign-counts.js';
import { MemoryDisk, systemError } from '../../../support/store/memory-disk.js';
import { compacted, HEADER, newSandboxesOf, StoreRun } from '../../../support/store/store-run.js';

/** A log that is written anew without what does not matter any more. Decision 0107. */

const SEEDS = Array.from(
  { length: Number(process.env['ORRERY_COMPACTIONS'] ?? 4) },
  (_, at) => at + 1,
);
const MARKETS = 5;
const STEPS = 60;
const LATER = 12;

const startOn = (seed: number, disk: MemoryDisk, rotateAt = 4_000) =>
  StoreRun.start(caseOf(seed % MARKETS), temporaryFolder(), disk, { rotateAt });

/** The files of a server that has worked, and where it stood. */
async function left(seed: number, steps = STEPS) {
  const disk = new MemoryDisk();
  const run = await startOn(seed, disk);
  for (let step = 0; step < steps; step++) {
    const { id } = run.act(step);
    const { notes, simulation } = run.sandboxes.get(id) ?? run.sandboxes.main;
    if (step % 7 === 0) notes.add({ text: `note ${step}` }, simulation.now, 0);
    if (step % 14 === 0) notes.remove('1');
    await run.keeper.settled(run.sandboxes.get(id), true);
  }
  const state = stateOf(run);
  await run.keeper.close();
  return { state, files: disk.files() };
}

const stateOf = (run: StoreRun) => [
  run.state(),
  run.sandboxes.made,
  run.sandboxes.all().map(({ notes }) => notes.all()),
];

async function recordsOf(disk: MemoryDisk): Promise<readonly EventRecord[]> {
  const records: EventRecord[] = [];
  await readLog(disk, '.', ({ record }) => {
    records.push(record as EventRecord);
  });
  return records;
}

/** What a server on `disk` does from now on: the same commands give the same ledgers. */
async function laterOn(seed: number, disk: MemoryDisk) {
  const run = await startOn(seed, disk);
  const { told } = run;
  const state = stateOf(run);
  for (let step = STEPS; step < STEPS + LATER; step++) {
    await run.keeper.settled(run.act(step), true);
  }
  const later = stateOf(run);
  await run.keeper.close();
  return { state, later, told };
}

describe('a compacted store', () => {
  it.each([false, true])(
    'has the same simulations, notes and ids, and goes on as before (what was undone dropped: %s)',
    async undone => {
      let [before, after] = [0, 0];
      for (const seed of SEEDS) {
        const { state, files } = await left(seed);
        const disk = MemoryDisk.holding(files);
        const done = await compacted(caseOf(seed % MARKETS), temporaryFolder(), disk, { undone });
        before += done.before.records;
        after += done.after.records;
        const old = await laterOn(seed, MemoryDisk.holding(files));
        const found = await laterOn(seed, disk);
        expect(found, `seed ${seed}`).toEqual({ state, later: old.later, told: [] });
      }
      expect(after / before).toBeLessThan(undone ? 0.7 : 0.85);
    },
  );

  it('has no record of what was deleted, nor a second one of a clock that nothing stopped', async () => {
    const disk = new MemoryDisk();
    const run = await startOn(2, disk, Number.POSITIVE_INFINITY);
    const { main } = run.sandboxes;
    for (let step = 0; step < 5; step++) {
      main.simulation.advanceTicks(3);
      await run.keeper.settled(main, true);
    }
    for (let step = 0; step < STEPS; step++) await run.keeper.settled(run.act(step), true);
    for (const each of run.sandboxes.all()) if (each.id !== 'main') run.sandboxes.remove(each);
    const { made } = run.sandboxes;
    await run.keeper.close();
    await compacted(caseOf(2), temporaryFolder(), disk, { undone: true });
    const records = await recordsOf(disk);
    const kinds = new Set(records.map(({ kind }) => kind));
    expect(records.filter(each => 'simulation' in each && each.simulation !== 'main')).toEqual([]);
    expect([...kinds].sort()).toEqual(['clock', 'header', 'input', 'made']);
    expect(records.at(-1)).toEqual({ kind: 'made', simulations: made });
    const clocks = records.flatMap(({ kind }, at) => (kind === 'clock' ? at : []));
    expect(clocks).toEqual([records.length - 2]);
  });

  it('may be compacted again, and drops the segments of the logs before when asked', async () => {
    const { state, files } = await left(4);
    const disk = MemoryDisk.holding(files);
    const market = caseOf(4);
    const first = await compacted(market, temporaryFolder(), disk, { undone: true });
    const segments = () => Object.keys(disk.files()).filter(name => /^store-\d{6}/.test(name));
    expect(segments().length).toBeGreaterThan(1);
    const { later } = await laterOn(4, MemoryDisk.holding(disk.files()));
    const second = await compacted(market, temporaryFolder(), disk, {
      undone: true,
      dropOld: true,
    });
    expect(second.after.records).toBe(first.after.records);
    expect(segments()).toEqual([]);
    expect(await laterOn(4, disk)).toEqual({ state, later, told: [] });
  });

  it('whose new log would be another one is as it was', async () => {
    const { files } = await left(1, 5);
    const disk = MemoryDisk.holding(files);
    let asked = 0;
    const newSandboxes = () => {
      const sandboxes = newSandboxesOf(caseOf(1));
      // The replay of the new log finds another server than that of the old one.
      if (++asked === 2) sandboxes.main.notes.put({ id: '999', text: 'other', time: '', wall: '' });
      return sandboxes;
    };
    const folder = temporaryFolder();
    await expect(compacted(caseOf(1), folder, disk, { newSandboxes })).rejects.toThrow(
      `${folder}: its new log would give main another ledger or place`,
    );
    expect(disk.files()).toEqual(files);
  });

  it('of another version is refused, and nothing is changed', async () => {
    const { files } = await left(1, 5);
    const disk = MemoryDisk.holding(files);
    const run = await StoreRun.start(caseOf(1), temporaryFolder(), disk, {
      header: { ...HEADER, orrery: '0.0.1' },
    });
    await run.keeper.close();
    const before = disk.files();
    await expect(compacted(caseOf(1), temporaryFolder(), disk)).rejects.toThrow(
      /store\.ndjson: was last written by orrery 0\.0\.1, and this is 0\.0\.0: start a server/,
    );
    expect(disk.files()).toEqual(before);
  });
});

describe('a compaction that ends early', () => {
  it('at any call, by a fault or a loss of power, leaves a store that stands where it stood', async ({
    task,
  }) => {
    const seed = 3;
    const { state, files } = await left(seed, 8);
    const flags = { undone: true, dropOld: true };
    const whole = MemoryDisk.holding(files);
    await compacted(caseOf(seed), temporaryFolder(), whole, flags);
    const random = new Prng(1);
    let points = 0;
    for (let stop = 0; stop < whole.calls; stop++) {
      const onCall = (name: string, number: number) => {
        if (number >= stop) throw systemError('EIO', name);
      };
      const disk = MemoryDisk.holding(files, { onCall });
      await compacted(caseOf(seed), temporaryFolder(), disk, flags).catch(() => undefined);
      for (const found of [MemoryDisk.holding(disk.files()), disk.afterPowerLoss(random)]) {
        const run = await startOn(seed, found);
        expect(stateOf(run), `stopped at call ${stop}`).toEqual(state);
        await run.keeper.close();
        points += 1;
      }
    }
    tried(task, { points, of: points });
  });
});
