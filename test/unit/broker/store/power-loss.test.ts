import { describe, expect, it } from 'vitest';
import { Prng } from '../../../../src/core/base/prng.js';
import { temporaryFolder } from '../../../support/files/temporary.js';
import { caseOf } from '../../../support/random/random-case.js';
import { tried } from '../../../support/store/campaign-counts.js';
import { MemoryDisk, systemError } from '../../../support/store/memory-disk.js';
import { recordsIn, StoreRun, type Trace, trace } from '../../../support/store/store-run.js';

/** States after a loss of power; `npm run crash` takes thousands. Invariants F2, F3, F4. */
const SEEDS = Array.from(
  { length: Number(process.env['ORRERY_CRASHES'] ?? 80) },
  (_, at) => at + 1,
);
const STATES_A_RUN = 8;
const RUNS = SEEDS.slice(0, SEEDS.length / STATES_A_RUN);
const FEWER_RUNS = SEEDS.slice(0, SEEDS.length / 16);
const MARKETS = 5;
const STEPS = 25;

/** Bytes after which a file of the log is closed: in every second run soon. */
const rotationOf = (seed: number) => (seed % 2 === 0 ? { rotateAt: 1_500 } : {});

/** Opens the store again and compares it with what was said. @returns the records found. */
async function expectKept(seed: number, disk: MemoryDisk, before: Trace): Promise<number> {
  const market = caseOf(seed % MARKETS);
  const again = await StoreRun.start(market, temporaryFolder(), disk, rotationOf(seed));
  const records = recordsIn(disk);
  expect(records, `seed ${seed}`).toBeGreaterThanOrEqual(before.acknowledged);
  const state = before.states.get(records);
  if (state !== undefined) expect(again.state(), `seed ${seed}`).toBe(state);
  await again.keeper.close();
  return records;
}

describe('after a loss of power', () => {
  it('everything that was acknowledged is there, and nothing half', async ({ task }) => {
    let compared = 0;
    for (const seed of RUNS) {
      const random = new Prng(seed).fork('power');
      const short = (bytes: number) => Math.min(bytes, random.nextInt(8, 4_000));
      const disk = new MemoryDisk({ lengthOf: short });
      const market = caseOf(seed % MARKETS);
      const run = await StoreRun.start(market, temporaryFolder(), disk, rotationOf(seed));
      const before = await trace(run, disk, random.nextInt(1, STEPS), random);
      for (let state = 0; state < STATES_A_RUN; state++) {
        const records = await expectKept(seed, disk.afterPowerLoss(random), before);
        if (before.states.has(records)) compared += 1;
      }
      await run.keeper.close();
    }
    expect(compared).toBeGreaterThan(SEEDS.length / 4);
    tried(task, { points: RUNS.length * STATES_A_RUN });
  });

  it('while a torn tail is cut off, the next start finds the same', async ({ task }) => {
    for (const seed of FEWER_RUNS) {
      const random = new Prng(seed).fork('twice');
      const disk = new MemoryDisk();
      const run = await StoreRun.start(caseOf(seed % MARKETS), temporaryFolder(), disk);
      const before = await trace(run, disk, STEPS, random);
      const files = disk.files();
      const log = files['store.ndjson'] ?? Buffer.alloc(0);
      files['store.ndjson'] = Buffer.concat([log, Buffer.from('0123 torn')]);
      const stop = random.nextInt(0, 12);
      const onCall = (_: string, number: number) => {
        if (number >= stop) throw systemError('EIO', 'write');
      };
      const torn = MemoryDisk.holding(files, { onCall });
      await StoreRun.start(caseOf(seed % MARKETS), temporaryFolder(), torn).catch(() => undefined);
      await expectKept(seed, torn.afterPowerLoss(random), before);
      await run.keeper.close();
    }
    tried(task, { points: FEWER_RUNS.length });
  });
});

describe('a disk that fails', () => {
  it.for(['ENOSPC', 'EIO'])(
    'with %s ends all acknowledgement, and loses nothing',
    async (code, { task }) => {
      for (const seed of FEWER_RUNS) {
        const random = new Prng(seed).fork(code);
        let from = Number.POSITIVE_INFINITY;
        const onCall = (name: string, number: number) => {
          if (number >= from && name !== 'read') throw systemError(code, name);
        };
        const lengthOf = (bytes: number) => Math.min(bytes, random.nextInt(1, 300));
        const disk = new MemoryDisk({ onCall, lengthOf });
        const failures: Error[] = [];
        const market = caseOf(seed % MARKETS);
        const run = await StoreRun.start(market, temporaryFolder(), disk, {
          onFailure: error => {
            failures.push(error);
          },
        });
        from = disk.calls + random.nextInt(0, 30);
        const before = await trace(run, disk, 60, random);
        expect(failures.length, `seed ${seed}`).toBe(1);
        const { calls } = disk;
        await expect(run.keeper.settled(run.act(0), true)).rejects.toThrow(code);
        expect(disk.calls, 'no call after the failure').toBe(calls);
        const left = MemoryDisk.holding(disk.files());
        await expectKept(seed, left, before);
        await run.keeper.close();
      }
      tried(task, { points: FEWER_RUNS.length });
    },
  );
});
