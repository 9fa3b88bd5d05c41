import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { headerOf, makersFrom } from '../../src/cli/commands/serve-store.js';
import { Sandboxes } from '../../src/runtime/sandboxes.js';
import { ScenarioShelf } from '../../src/runtime/scenario-shelf.js';
import { SandboxClock } from '../../src/runtime/simulation/sandbox-clock.js';
import { Simulation } from '../../src/runtime/simulation/simulation.js';
import { loadScenario } from '../../src/storage/scenario/scenario-file.js';
import { DISK } from '../../src/store/storage.js';
import { replayLog } from '../../src/store/store.js';
import { ROOT } from '../support/files/paths.js';
import { temporaryFolder } from '../support/files/temporary.js';

/** A process that is killed at a call to the disk, and one that is killed while it recovers. */

const SCRIPT = join(ROOT, 'test', 'crash', 'killed-server.mjs');
/** Calls at which the process is killed: a sample, or with `npm run crash -- --all` every one. */
const SAMPLED = 24;
const RECOVERIES = 12;

function run(folder: string, call: number | 'none') {
  const { stdout, signal, stderr } = spawnSync(process.execPath, [SCRIPT, folder, String(call)], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: 60_000,
  });
  const lines = stdout.trim().split('\n');
  const acknowledged = lines.filter(line => /^\d+$/.test(line)).map(Number);
  const calls = Number(/calls (\d+)/.exec(stdout)?.[1]);
  return { acknowledged: acknowledged.at(-1) ?? 0, calls, signal, stderr };
}

/** The ledger that the store in `folder` gives, and its inputs. */
async function restored(folder: string) {
  const loaded = await loadScenario(join(ROOT, 'scenarios', 'quickstart.yaml'), {});
  const simulation = new Simulation(loaded.scenario);
  const clock = new SandboxClock(simulation, 'manual');
  const sandboxes = new Sandboxes({ simulation, clock, dialect: 'current' });
  const header = await headerOf(folder, loaded, false);
  await replayLog(DISK, folder, {
    sandboxes,
    header,
    makers: makersFrom(new ScenarioShelf(join(ROOT, 'scenarios'))),
  });
  const ledger = Array.from(simulation.engine.ledger, each => JSON.stringify(each));
  return { ledger, inputs: simulation.inputs.length };
}

/** Goes on to the end without being killed: the ledger is that of the straight run. */
async function expectWhole(folder: string, straight: readonly string[]): Promise<void> {
  expect(run(folder, 'none').signal).toBe(null);
  expect((await restored(folder)).ledger).toEqual(straight);
}

/** Numbers from 0 to `end`, all or some. */
function sample(end: number, some: number): number[] {
  const step = process.env['ORRERY_ALL'] === '1' ? 1 : end / some;
  return Array.from({ length: Math.ceil(end / step) }, (_, index) => Math.floor(index * step));
}

describe('a server that is killed', () => {
  it('at a call to the disk has lost nothing that it acknowledged, and goes on', async () => {
    const whole = temporaryFolder();
    const { calls } = run(whole, 'none');
    const { ledger: straight } = await restored(whole);
    expect(calls).toBeGreaterThan(60);
    for (const call of sample(calls, SAMPLED)) {
      const folder = temporaryFolder();
      const { acknowledged, signal, stderr } = run(folder, call);
      expect(signal, stderr).toBe('SIGKILL');
      if (acknowledged > 0) {
        const { ledger, inputs } = await restored(folder);
        expect(inputs, `call ${call}`).toBeGreaterThanOrEqual(acknowledged);
        expect(ledger, `call ${call}`).toEqual(straight.slice(0, ledger.length));
      }
      await expectWhole(folder, straight);
    }
    process.stdout.write(`killed at ${sample(calls, SAMPLED).length} of ${calls} calls, no loss\n`);
  });

  it('again while it recovers goes on as if it had not been', async () => {
    const whole = temporaryFolder();
    const { calls } = run(whole, 'none');
    const { ledger: straight } = await restored(whole);
    for (const call of sample(calls, RECOVERIES)) {
      const folder = temporaryFolder();
      const { acknowledged } = run(folder, call);
      for (let second = 0; second < 8; second++) run(folder, second);
      if (acknowledged > 0) {
        expect((await restored(folder)).inputs, `call ${call}`).toBeGreaterThanOrEqual(
          acknowledged,
        );
      }
      await expectWhole(folder, straight);
    }
  });
});
