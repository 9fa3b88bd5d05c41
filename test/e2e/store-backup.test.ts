import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/files/temporary.js';
import { orrery, scenario } from '../support/process/orrery.js';
import {
  control,
  order,
  readAccount,
  type ServedAccount,
} from '../support/process/over-control.js';
import { serve } from '../support/process/served.js';

/** `orrery store`, in real processes. Decision 0106. */

const start = (folder: string) =>
  serve([scenario('quickstart'), '--clock', 'manual', '--store', folder, '--rotate-at', '1']);

describe('orrery store', () => {
  it('copies the store of a server that goes on; another starts from the copy, as the same broker', async () => {
    const folder = join(temporaryFolder(), 'kept');
    const copy = join(temporaryFolder(), 'copy');
    const served = await start(folder);
    const [account] = served.accounts as [ServedAccount];
    for (let trades = 0; trades < 5; trades++) await order(served, account);
    await control(served, 'POST', 'clock/advance', { by: '1h' });
    const before = await readAccount(served, account);
    const { status, stdout } = orrery(['store', 'backup', folder, copy]);
    expect([status, stdout]).toEqual([
      0,
      expect.stringMatching(
        new RegExp(`^${copy}: \\d+ records, \\d+ bytes of log, ends with [0-9a-f]{64}\\n$`),
      ),
    ]);
    expect((await order(served, account)).status).toBe(201);
    expect(await served.end('SIGTERM')).toBe(0);

    const note = join(copy, 'backup.json');
    const verified = orrery(['store', 'verify', copy, '--expect', note]);
    expect(verified.stdout).toMatch(
      /^whole: .*\nmain at .*\nits last record has the checksum [0-9a-f]{64}\nas expected\n$/,
    );
    expect(verified.status).toBe(0);
    const printed = join(temporaryFolder(), 'printed.txt');
    writeFileSync(printed, verified.stdout);
    expect(orrery(['verify', copy, '--expect', printed]).status).toBe(0);
    const live = orrery(['verify', folder, '--expect', note]);
    expect(live.stdout).toMatch(/kept: goes on after the expected end: \d+ more records\n$/);
    expect(live.status).toBe(1);

    const restored = await start(copy);
    expect(restored.accounts).toEqual(served.accounts);
    expect(restored.controlToken).toBe(served.controlToken);
    expect(await readAccount(restored, account)).toEqual(before);
    expect(await restored.end('SIGTERM')).toBe(0);
  });

  it('compacts a store that no server uses, and the same broker goes on', async () => {
    const folder = join(temporaryFolder(), 'kept');
    const served = await start(folder);
    const [account] = served.accounts as [ServedAccount];
    expect((await order(served, account)).status).toBe(201);
    const gone = await control(served, 'POST', 'fork', {});
    expect((await control(served, 'DELETE', `simulations/${gone.body.id}`)).status).toBe(204);
    await control(served, 'POST', 'clock/advance', { by: '1h' });
    expect((await order(served, account)).status).toBe(201);
    expect((await control(served, 'POST', 'rewind', { before: '6' })).status).toBe(200);
    const before = await readAccount(served, account);
    const busy = orrery(['store', 'compact', folder]);
    expect(busy.stderr).toContain(`process ${served.process.pid}, uses this store`);
    expect([busy.status, await served.end('SIGTERM')]).toEqual([2, 0]);

    const { status, stdout } = orrery([
      'store',
      'compact',
      folder,
      '--undone',
      '--drop-old',
      '--json',
    ]);
    const { before: old, after, simulations } = JSON.parse(stdout);
    expect(status).toBe(0);
    expect(after.records).toBeLessThan(old.records);
    const verified = orrery(['store', 'verify', folder, '--expect', simulations[0].ledger]);
    expect([verified.status, verified.stdout]).toEqual([
      0,
      expect.stringContaining(after.checksum),
    ]);
    const again = await start(folder);
    expect(await readAccount(again, account)).toEqual(before);
    expect((await control(again, 'POST', 'fork', {})).body.id).not.toBe(gone.body.id);
    expect(await again.end('SIGTERM')).toBe(0);
  });

  it.each([
    [['backup', 'nowhere', 'copy'], 'nowhere: is no store: it has no store.ndjson\n'],
    [['verify', 'nowhere'], 'nowhere: is no store: it has no store.ndjson\n'],
    [['compress', 'nowhere'], /unknown/i],
  ])('refuses orrery store %j with exit code 2', (args, words) => {
    const { status, stderr } = orrery(['store', ...args]);
    if (typeof words === 'string') expect(stderr).toBe(words);
    else expect(stderr).toMatch(words);
    expect(status).toBe(2);
  });
});
