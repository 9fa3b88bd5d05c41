import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/files/paths.js';
import { temporaryFolder } from '../support/files/temporary.js';
import { commandHere } from '../support/process/in-process.js';
import { serve } from '../support/process/served.js';

const QUICKSTART = 'scenarios/quickstart.yaml';
const [FROM, TO] = ['2024-03-04T06:00:00Z', '2024-03-05T20:00:00Z'];
const LATE = '2024-03-05T00:00:00Z';
const WINDOW = { from: '2024-03-04T06:00:00.000000000Z', to: '2024-03-05T20:00:00.000000000Z' };
const OTHER = ['--from', FROM, '--to', TO];

describe("another part of a scenario's ticks", () => {
  it('is run, said, recorded and verified', async () => {
    const out = join(temporaryFolder(), 'run');
    const run = await commandHere(['run', QUICKSTART, ...OTHER, '--json', '--out', out]);
    expect(run.status).toBe(0);
    const told = JSON.parse(run.stdout);
    expect(told).toMatchObject({ ...WINDOW, window: WINDOW, expectations: [] });
    expect(run.stderr).toContain('are not checked');
    expect(run.stderr).toContain('1 of 2 timeline entries are left out');
    const manifest = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'));
    expect(manifest.window).toEqual(WINDOW);
    const [header = ''] = readFileSync(join(out, 'journal.ndjson'), 'utf8').split('\n');
    expect(JSON.parse(header.slice(65)).window).toEqual(WINDOW);
    const verified = await commandHere(['verify', out]);
    expect([verified.status, verified.stdout]).toEqual([
      0,
      `identical sha256:${told.ledger.sha256}\n`,
    ]);
  });

  it("that is the scenario's own is nothing else, and its golden is checked", async () => {
    const own = ['--from', '2024-03-04T00:00:00Z', '--to', '2024-03-06T00:00:00Z'];
    const run = await commandHere(['run', QUICKSTART, ...own, '--json']);
    const told = JSON.parse(run.stdout);
    expect(told.window).toBeUndefined();
    expect(told.expectations.map(({ what }: { what: string }) => what)).toContain('expect.ledger');
    expect([run.status, run.stderr]).toEqual([0, '']);
  });

  it.each([
    [['--from', '2024-03-02T00:00:00Z'], '--from'],
    [['--to', '2025-03-02T00:00:00Z'], '--to'],
    [['--from', TO, '--to', FROM], '--to'],
    [['--from', LATE, '--to', LATE], '--to'],
    [['--from', 'yesterday'], '--from'],
    [['--update', '--from', FROM], '--update'],
    [['--update', '--to', TO], '--update'],
  ])('is refused with exit code 2 for %j, naming the flag', async (args, named) => {
    const before = readFileSync(join(ROOT, QUICKSTART), 'utf8');
    const { status, stderr } = await commandHere(['run', QUICKSTART, ...args]);
    expect(stderr).toContain(named);
    expect(status).toBe(2);
    expect(readFileSync(join(ROOT, QUICKSTART), 'utf8')).toBe(before);
  });

  it('is served, and the ready line says so', async () => {
    const served = await serve([QUICKSTART, '--clock', 'manual', ...OTHER]);
    expect((served as unknown as { window: object }).window).toEqual(WINDOW);
    const headers = { authorization: `Bearer ${served.controlToken}` };
    const clock = await (await fetch(`${served.url}/_sim/clock`, { headers })).json();
    expect(clock).toMatchObject({ ...WINDOW, now: WINDOW.from });
    expect(await served.end('SIGTERM')).toBe(0);
  });
});
