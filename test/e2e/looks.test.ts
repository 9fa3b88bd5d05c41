import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { control } from '../support/browser/browser.js';
import { temporaryFolder } from '../support/files/temporary.js';
import { commandHere } from '../support/process/in-process.js';
import { serve } from '../support/process/served.js';

const PROGRAM = resolve('dist/bundle/main.js');
const CROSS = resolve('scenarios/sma-cross.yaml');

/** Without a test around it: looks of tests are not written down. */
const OF_A_PERSON = { VITEST: undefined, CI: '1' };

/** Runs the program as a person does, with a folder of looks. */
function orrery(looks: string, ...args: readonly string[]) {
  const env = { ...process.env, ...OF_A_PERSON, ORRERY_LOOKS: looks };
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** The same in the process of the test. */
async function orreryHere(looks: string, ...args: readonly string[]) {
  for (const [name, value] of Object.entries({ ...OF_A_PERSON, ORRERY_LOOKS: looks }))
    vi.stubEnv(name, value);
  try {
    return await commandHere(args);
  } finally {
    vi.unstubAllEnvs();
  }
}

const DAY = ['--from', '2024-03-05T00:00:00Z', '--to', '2024-03-06T00:00:00Z'] as const;

describe('looks', () => {
  it('are counted over runs, the same one once, and stand in the report', () => {
    const folder = temporaryFolder();
    const looks = join(folder, 'looks');
    const first = orrery(looks, 'run', CROSS, ...DAY, '--param', 'fast=15');
    expect(first.stdout).toContain('This window has been looked at once.');
    const again = orrery(looks, 'run', CROSS, ...DAY, '--param', 'fast=15');
    expect(again.stdout).toContain('This window has been looked at once.');
    const out = join(folder, 'out');
    const other = orrery(looks, 'run', CROSS, ...DAY, '--param', 'fast=25', '--out', out);
    expect(other.stdout).toContain('This window has been looked at twice');
    expect(JSON.parse(readFileSync(join(out, 'looks.json'), 'utf8'))).toMatchObject({ looks: 2 });
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('looked at twice');
    expect(orrery(looks, 'verify', out).status).toBe(0);
  });

  it('are counted for a strategy beside a server, and not for trades by hand', async () => {
    const folder = temporaryFolder();
    const looks = join(folder, 'looks');
    for (const [name, flags] of [
      ['hand', []],
      ['rule', ['--strategy']],
    ] as const) {
      const out = join(folder, name);
      const served = await serve([CROSS, ...DAY, ...flags, '--paused', '--out', out], {
        ORRERY_LOOKS: looks,
      });
      await control(served, 'clock/advance', { by: '6h' });
      expect(await served.end('SIGTERM')).toBe(0);
      expect(existsSync(join(out, 'looks.json'))).toBe(name === 'rule');
    }
    const other = await orreryHere(looks, 'run', CROSS, ...DAY);
    expect(other.stdout).toContain('This window has been looked at twice');
  });

  it('are none where they are switched off, and the output says so', () => {
    const folder = temporaryFolder();
    const { stdout } = orrery('off', 'run', CROSS, ...DAY);
    expect(stdout).toContain('These looks were not recorded: ORRERY_LOOKS is off');
    writeFileSync(join(folder, 'file'), '');
    const blocked = orrery(join(folder, 'file', 'looks'), 'run', CROSS, ...DAY);
    expect(blocked.status).toBe(0);
    expect(blocked.stdout).toMatch(/These looks were not recorded: .*cannot be written \(ENOTDIR/);
  });
});

describe('a seal', () => {
  it('holds what reaches into it, is opened once, and then holds no more', async () => {
    const folder = temporaryFolder();
    const looks = join(folder, 'looks');
    const made = await orreryHere(looks, 'seal', CROSS, '--last', '20%', '--json');
    const [{ id = '', from = '' } = {}] = JSON.parse(made.stdout) as { id: string; from: string }[];
    const held = await orreryHere(looks, 'run', CROSS);
    expect(held.status).toBe(2);
    expect(held.stderr).toContain(`orrery seal --open ${id}`);
    expect(held.stderr).toContain(`--to ${from.replace('.000000000', '')}`);
    expect((await orreryHere(looks, 'run', CROSS, ...DAY)).status).toBe(0);
    expect((await orreryHere(looks, 'seal', '--open', 'ffffffff')).stderr).toContain(
      `there are ${id}`,
    );
    expect((await orreryHere(looks, 'seal', '--open', id)).stdout).toContain('opened at');
    const twice = await orreryHere(looks, 'seal', '--open', id);
    expect(twice.status).toBe(2);
    expect(twice.stderr).toContain('a seal is opened once');
    expect((await orreryHere(looks, 'run', CROSS, '--from', from)).status).toBe(0);
    expect(existsSync(looks)).toBe(true);
  });

  it('says which flag is wrong', async () => {
    const looks = join(temporaryFolder(), 'looks');
    const last = await orreryHere(looks, 'seal', CROSS, '--last', '120%');
    expect(last.status).toBe(2);
    expect(last.stderr).toContain(
      '--last: must be above 0 and below 100 per cent, such as 20%, was 120%',
    );
    expect((await orreryHere(looks, 'seal', CROSS)).stderr).toContain('--last: is needed');
    expect((await orreryHere(looks, 'seal')).stdout).toContain('no seals in');
  });
});
