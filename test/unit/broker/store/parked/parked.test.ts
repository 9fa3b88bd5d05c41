import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Parker } from '../../../../../src/broker/runtime/keeper.js';
import { DISK } from '../../../../../src/broker/store/log/storage.js';
import { PARKED } from '../../../../../src/broker/store/parked/parked-folder-of-store.js';
import { temporaryFolder } from '../../../../support/files/temporary.js';
import { caseOf } from '../../../../support/random/random-case.js';
import { StoreRun } from '../../../../support/store/store-run.js';

/** Simulations out of memory and back, by the files of a store. Decision 0110. */

const STEPS = 120;

const startIn = (folder: string) => StoreRun.start(caseOf(1), folder, DISK, { parked: PARKED });
const parkingOf = ({ keeper }: StoreRun) => keeper.parker as Parker;
const filesIn = (folder: string) => readdirSync(join(folder, 'parked')).sort();

async function work(run: StoreRun, from: number, to: number): Promise<void> {
  for (let step = from; step < to; step++) await run.keeper.settled(run.act(step), true);
}

/** Parks all that can be. @returns their ids. */
async function parkAll(run: StoreRun): Promise<string[]> {
  const parked: string[] = [];
  for (const sandbox of run.sandboxes.all()) {
    if (sandbox.id === 'main') continue;
    const isFree = () => sandbox.simulation.waiting === 0;
    if (await parkingOf(run).park(sandbox, isFree)) parked.push(sandbox.id);
  }
  return parked;
}

async function wakeAll(run: StoreRun): Promise<void> {
  for (const { id } of run.sandboxes.allParked()) await parkingOf(run).wake(id);
}

async function wakeAllAtOnce(run: StoreRun): Promise<void> {
  await Promise.all(run.sandboxes.allParked().map(({ id }) => parkingOf(run).wake(id)));
}

/** The folder of a server that was killed after it had parked what it could. */
async function killed(steps = STEPS) {
  const folder = join(temporaryFolder(), 'store');
  const run = await startIn(folder);
  await work(run, 0, steps);
  const state = run.state();
  const parked = await parkAll(run);
  await run.keeper.settled(run.sandboxes.main, true);
  const left = join(temporaryFolder(), 'store');
  cpSync(folder, left, { recursive: true });
  rmSync(join(left, 'lock'));
  await run.keeper.close();
  return { folder: left, state, parked };
}

/** A server that is started again on a copy. */
async function startedOn(folder: string) {
  const copy = join(temporaryFolder(), 'store');
  cpSync(folder, copy, { recursive: true });
  return { copy, run: await startIn(copy) };
}

describe('a parked simulation', () => {
  it('is not in memory, and comes back as it was', async () => {
    const folder = join(temporaryFolder(), 'store');
    const run = await startIn(folder);
    await work(run, 0, STEPS);
    const state = run.state();
    const parked = await parkAll(run);
    expect(parked.length).toBeGreaterThan(1);
    expect(run.sandboxes.allParked().map(({ id }) => id)).toEqual(parked);
    expect(run.sandboxes.get(parked[0] as string)).toBeUndefined();
    await wakeAll(run);
    expect(run.state()).toBe(state);
    await work(run, STEPS, STEPS + 20);
    const later = run.state();
    await run.keeper.close();
    const again = await startIn(folder);
    expect(again.state()).toBe(later);
    await again.keeper.close();
  });

  it('goes on as one that was never parked', async () => {
    const [one, other] = [await startedNew(), await startedNew()];
    for (let step = 0; step < STEPS; step += 20) {
      await work(one, step, step + 20);
      await work(other, step, step + 20);
      await parkAll(one);
      await wakeAll(one);
      expect(one.state()).toBe(other.state());
    }
    await one.keeper.close();
    await other.keeper.close();
  });

  it('has one file, which is not written again when nothing happened', async () => {
    const folder = join(temporaryFolder(), 'store');
    const run = await startIn(folder);
    await work(run, 0, STEPS);
    await parkAll(run);
    const files = filesIn(folder);
    await wakeAll(run);
    await parkAll(run);
    expect(filesIn(folder)).toEqual(files);
    const [gone] = run.sandboxes.allParked();
    if (gone !== undefined) run.sandboxes.forget(gone);
    await expect
      .poll(() => filesIn(folder))
      .toEqual(files.filter(name => !name.startsWith(`${gone?.id}.`)));
    await run.keeper.close();
  });

  it('stays in memory when it is used while its file is written', async () => {
    const run = await startedNew();
    await work(run, 0, STEPS);
    const sandbox = run.sandboxes.all().at(-1);
    if (sandbox === undefined) throw new Error('there is none');
    const parker = parkingOf(run).park(sandbox, () => true);
    sandbox.notes.add({ text: 'in the meantime' }, sandbox.simulation.now, 0);
    expect(await parker).toBe(false);
    expect(run.sandboxes.get(sandbox.id)).toBe(sandbox);
    expect(await parkingOf(run).park(sandbox, () => true)).toBe(true);
    const woken = await parkingOf(run).wake(sandbox.id);
    expect(woken.notes.all().map(({ text }) => text)).toContain('in the meantime');
    await run.keeper.close();
  });

  it('is woken in a turn of the event loop without others that are woken at the same time', async () => {
    const run = await startedNew();
    await work(run, 0, STEPS);
    const parked = await parkAll(run);
    let turn = 0;
    let isOver = false;
    const countTurns = () => {
      turn += 1;
      if (!isOver) setImmediate(countTurns);
    };
    const wokenIn: number[] = [];
    run.sandboxes.onWake(() => wokenIn.push(turn));
    // The time of a slice is over after each wake.
    let ms = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      ms += 3;
      return ms;
    });
    setImmediate(countTurns);
    await wakeAllAtOnce(run);
    isOver = true;
    vi.restoreAllMocks();
    expect(wokenIn.length).toBe(parked.length);
    expect(new Set(wokenIn).size).toBe(parked.length);
    await run.keeper.close();
  });

  it('can go on while its file is written', async () => {
    const folder = join(temporaryFolder(), 'store');
    const run = await startIn(folder);
    await work(run, 0, STEPS);
    for (const sandbox of run.sandboxes.all().slice(1)) {
      const saved = parkingOf(run).save(sandbox, 1);
      sandbox.simulation.advanceTo(sandbox.simulation.last);
      expect(await saved).toBe(true);
    }
    const state = run.state();
    const files = filesIn(folder);
    expect(files.length).toBeGreaterThan(1);
    await run.keeper.close();
    const again = await startIn(folder);
    expect(filesIn(folder)).toEqual(files);
    await wakeAll(again);
    expect(again.added).toEqual([]);
    expect(again.state()).toBe(state);
    await again.keeper.close();
  });
});

const startedNew = () => startIn(join(temporaryFolder(), 'store'));

describe('a start', () => {
  it('leaves parked what was parked, and that is what a replay of everything gives', async () => {
    const { folder, state, parked } = await killed();
    const { run, copy } = await startedOn(folder);
    expect(run.sandboxes.allParked().map(({ id }) => id)).toEqual(parked);
    expect(run.told).toEqual([]);
    await wakeAll(run);
    expect(run.state()).toBe(state);
    await run.keeper.close();
    rmSync(join(copy, 'parked'), { recursive: true });
    const replayed = await startIn(copy);
    expect(replayed.sandboxes.allParked()).toEqual([]);
    expect(replayed.state()).toBe(state);
    await replayed.keeper.close();
  });

  it('wakes one that has records after its file', async () => {
    const folder = join(temporaryFolder(), 'store');
    const run = await startIn(folder);
    await work(run, 0, STEPS);
    await parkAll(run);
    await wakeAll(run);
    await work(run, STEPS, STEPS + 30);
    const state = run.state();
    expect(filesIn(folder).length).toBeGreaterThan(0);
    await run.keeper.close();
    const again = await startIn(folder);
    await wakeAll(again);
    expect(again.state()).toBe(state);
    await again.keeper.close();
  });

  it('replays what a simulation without a file needs', async () => {
    const { folder: left, state } = await killed();
    for (const name of filesIn(left)) {
      const { run, copy } = await startedOn(left);
      await run.keeper.close();
      rmSync(join(copy, 'parked', name));
      const again = await startIn(copy);
      await wakeAll(again);
      expect(again.state()).toBe(state);
      await again.keeper.close();
    }
  });

  it('ignores files of another log, and says how many', async () => {
    const { folder, state, parked } = await killed();
    for (const name of filesIn(folder)) {
      const path = join(folder, 'parked', name);
      writeFileSync(
        path.replace(/.$/, end => (end === '0' ? '1' : '0')),
        readFileSync(path),
      );
      rmSync(path);
    }
    const run = await startIn(folder);
    expect(run.told).toEqual([expect.stringContaining(`${parked.length} parked simulations`)]);
    expect(run.state()).toBe(state);
    expect(filesIn(folder)).toEqual([]);
    await run.keeper.close();
  });

  it('does not replay simulations that were deleted', async () => {
    const folder = join(temporaryFolder(), 'store');
    const run = await startIn(folder);
    await work(run, 0, STEPS);
    const ids = run.added.filter(id => run.sandboxes.get(id) === undefined);
    const parked = await parkAll(run);
    expect(ids.length).toBeGreaterThan(1);
    expect(run.added).toEqual(expect.arrayContaining([...ids, ...parked]));
    expect(parked.length).toBe(run.added.length - ids.length);
    const { made } = run.sandboxes;
    await run.keeper.close();
    const { run: again, copy } = await startedOn(folder);
    expect(again.sandboxes.made).toBe(made);
    expect(again.sandboxes.allParked().map(({ id }) => id)).toEqual(parked);
    expect(again.added).toEqual([]);
    await again.keeper.close();
    // Without the files all of them are replayed: what is not replayed above is seen here.
    rmSync(join(copy, 'parked'), { recursive: true });
    const replayed = await startIn(copy);
    expect(replayed.added).toEqual(run.added);
    expect(replayed.sandboxes.all().map(({ id }) => id)).toEqual(['main', ...parked]);
    await replayed.keeper.close();
  });

  it('does not bring back a simulation whose file was left behind by its deletion', async () => {
    const folder = join(temporaryFolder(), 'store');
    const run = await startIn(folder);
    await work(run, 0, STEPS);
    await parkAll(run);
    const kept = join(temporaryFolder(), 'parked');
    cpSync(join(folder, 'parked'), kept, { recursive: true });
    const gone = run.sandboxes.allParked().at(-1);
    if (gone === undefined) throw new Error('there is none');
    run.sandboxes.forget(gone);
    await run.keeper.close();
    cpSync(kept, join(folder, 'parked'), { recursive: true });
    const again = await startIn(folder);
    expect(again.sandboxes.known(gone.id)).toBeUndefined();
    expect(filesIn(folder).filter(name => name.startsWith(`${gone.id}.`))).toEqual([]);
    await again.keeper.close();
  });
});

it('a damaged file is refused with a way out, and the log still has everything', async () => {
  const { folder, state, parked } = await killed();
  const [id = ''] = parked;
  const name = filesIn(folder).find(each => each.startsWith(`${id}.`)) ?? '';
  const path = join(folder, 'parked', name);
  const bytes = readFileSync(path);
  const at = bytes.length - 100;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  const run = await startIn(folder);
  await expect(parkingOf(run).wake(id)).rejects.toThrow('is damaged');
  expect(run.told).toEqual([
    expect.stringMatching(
      /is damaged\. Delete the file and start the server again: the log has everything$/,
    ),
  ]);
  await run.keeper.close();
  rmSync(path);
  const again = await startIn(folder);
  await wakeAll(again);
  expect(again.state()).toBe(state);
  expect(existsSync(path)).toBe(false);
  await again.keeper.close();
});
