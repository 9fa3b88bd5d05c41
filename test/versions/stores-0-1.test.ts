/**
 * Stores of version 0.1: their records do not say which ledgers they gave. One that has something of
 * a rule that has changed is refused, until a user accepts the ledger of this version.
 */

import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startServer } from '../../src/broker/api/server.js';
import { ScenarioShelf } from '../../src/broker/runtime/scenario-shelf.js';
import { keepingIn } from '../../src/cli/commands/serve-store.js';
import { loadScenario } from '../../src/data/storage/scenario/scenario-file.js';
import { VERSION } from '../../src/data/version.js';
import { ROOT } from '../support/files/paths.js';
import { temporaryFolder } from '../support/files/temporary.js';
import { commandHere } from '../support/process/in-process.js';
import { recordsOf } from '../support/store/rewritten-log.js';

const OPTIONS = {
  host: '127.0.0.1',
  port: 0,
  mode: 'manual',
  speed: 1,
  dialect: 'current',
} as const;
/** Stores that have something of a rule that 0.2.0 changed. */
const CHANGED = ['bars', 'hedged'] as const;
const TICKS_LEDGER =
  'main at 2024-03-04T10:17:10.000000000Z: 13 transactions, ledger sha256:027a7cc4d2a6b3a7079a26f690e577deac940027f5edaca510e621fc4082173c\n';

let folder = '';
beforeEach(() => {
  folder = join(temporaryFolder(), '0.1');
  cpSync(join(ROOT, 'test', 'versions', '0.1'), folder, { recursive: true });
});

const store = (name: string) => join(folder, 'stores', name);
const logOf = (name: string) => readFileSync(join(store(name), 'store.ndjson'), 'utf8');

/** Serves the store and ends. @returns what was said. */
async function serve(name: string, accept?: string): Promise<string> {
  const shelf = new ScenarioShelf(folder);
  const loaded = await loadScenario(join(folder, `${name}.yaml`), shelf.options);
  const said = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  try {
    const { keep } = keepingIn(store(name), { loaded, timeline: false, shelf, accept });
    await (await startServer(loaded.scenario, { ...OPTIONS, loaded, shelf, keep })).close();
    return said.mock.calls.map(([text]) => String(text)).join('');
  } finally {
    said.mockRestore();
  }
}

const verify = (name: string) => commandHere(['verify', store(name), '--no-cache']);

describe('a store of 0.1 with rules that have not changed', () => {
  it('is verified, with its version', async () => {
    const ended = await verify('ticks');
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect(ended.stdout).toMatch(/^made by orrery 0\.1\.0, this is .*since:\n/);
    expect(ended.stdout).toContain(`whole: 1033 records\n${TICKS_LEDGER}`);
  });

  it('opens with the same ledger, and names this version from then on', async () => {
    const said = await serve('ticks');
    expect(said).toContain('snapshot: ignored, it was written by 0.1.0');
    expect(said).toContain(
      `was written by orrery 0.1.0, and ${VERSION} goes on with it; it has nothing of the rules that have changed since\n`,
    );
    expect(recordsOf(store('ticks')).filter(({ kind }) => kind === 'version')).toHaveLength(1);
    expect(await serve('ticks')).toBe('');
    expect((await verify('ticks')).stdout).toContain(TICKS_LEDGER);
  });
});

describe.each(CHANGED)('a store of 0.1 of %s', name => {
  it('is verified, and it is said that the ledger is not known', async () => {
    const { status, stdout, stderr } = await verify(name);
    expect([1, 3]).toContain(status);
    expect(stdout + stderr).toContain(
      status === 1 ? 'its records do not say which ledgers they gave' : 'cannot be replayed',
    );
    expect(stdout + stderr).toContain('npx orrery-fx@0.1.0');
  });

  it('is refused, and nothing in it changes', async () => {
    const files = () => readdirSync(store(name)).sort();
    const before = [files(), logOf(name)];
    await expect(serve(name)).rejects.toThrow(
      /written by orrery 0\.1\.0.*serve it with npx orrery-fx@0\.1\.0, or go on under the rules of \S+ with --accept-version 0\.1\.0/,
    );
    expect([files(), logOf(name)]).toEqual(before);
  });

  it('goes on when it is accepted, with the old log beside it', async () => {
    const before = logOf(name);
    expect(await serve(name, '0.1.0')).toContain(
      'its ledger may be another now, and the log of before is store-0.1.0.ndjson',
    );
    expect(readFileSync(join(store(name), 'store-0.1.0.ndjson'), 'utf8')).toBe(before);
    expect(await serve(name)).toBe('');
    expect(await serve(name, '0.1.0')).toBe('');
    expect((await verify(name)).status).toBe(0);
  });
});
