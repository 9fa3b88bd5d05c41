import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checksumOf, FIRST_CHECKSUM } from '../../src/store/record-line.js';
import { temporaryFolder } from '../support/files/temporary.js';
import { orrery, scenario } from '../support/process/orrery.js';
import { type Served, serve } from '../support/process/served.js';

/** `serve --store`, in real processes. Invariants F1, F12, F13, F15, A4. */

const start = (folder: string, ...flags: readonly string[]) =>
  serve([scenario('quickstart'), '--clock', 'manual', '--store', folder, ...flags]);

async function control(served: Served, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${served.url}/_sim/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${served.controlToken}`,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return answer.json();
}

async function order(served: Served): Promise<number> {
  const [account] = served.accounts;
  const answer = await fetch(`${served.url}/v3/accounts/${account?.id}/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account?.token}`, 'content-type': 'application/json' },
    body: '{"order":{"type":"MARKET","instrument":"EUR_USD","units":"10"}}',
  });
  return answer.status;
}

async function killed(served: Served): Promise<void> {
  served.process.kill('SIGKILL');
  await served.end('SIGTERM');
}

const standing = async (served: Served) => [
  await control(served, 'ledger'),
  await control(served, 'clock'),
  served.accounts,
  served.controlToken,
];

const logOf = (folder: string) => join(folder, 'store.ndjson');

describe('serve --store', () => {
  it('after kill -9 stands where it stood, with the same tokens, and no token is in a file', async () => {
    const folder = temporaryFolder();
    const first = await start(folder);
    await control(first, 'clock/advance', { by: '2h' });
    const statuses = await Promise.all(Array.from({ length: 20 }, () => order(first)));
    expect(new Set(statuses)).toEqual(new Set([201]));
    await control(first, 'clock/advance', { ticks: 7 });
    const before = await standing(first);
    await killed(first);

    const again = await start(folder);
    expect(await standing(again)).toEqual(before);
    const refused = orrery(['serve', scenario('quickstart'), '--port', '0', '--store', folder]);
    expect(refused.stderr).toContain(`process ${again.process.pid}, uses this store`);
    expect(refused.status).toBe(2);
    expect(await order(again)).toBe(201);
    const last = await standing(again);
    expect(await again.end('SIGTERM')).toBe(0);

    const verified = orrery(['verify', folder]);
    expect(verified.status, verified.stderr).toBe(0);
    expect(verified.stdout).toContain((last[0] as { sha256: string }).sha256);
    expect(readdirSync(folder).sort()).toEqual(['secret', 'store.ndjson']);
    expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
    const texts = readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8'));
    const tokens = [again.controlToken, ...again.accounts.map(({ token }) => token)];
    for (const token of tokens) expect(texts.join('')).not.toContain(token);
  });

  it('refuses another scenario, a newer format and damage, and leaves the file as it was', async () => {
    const folder = temporaryFolder();
    expect(await (await start(folder)).end('SIGINT')).toBe(0);
    const file = logOf(folder);
    const whole = readFileSync(file, 'utf8');
    const serveAgain = (...flags: string[]) => {
      const before = readFileSync(file);
      const { status, stderr } = orrery(['serve', ...flags, '--port', '0', '--store', folder]);
      expect(readFileSync(file).equals(before)).toBe(true);
      return { status, stderr };
    };

    const other = serveAgain(scenario('quickstart'), '--seed', '99');
    expect(other.stderr).toContain('was made with another seed');
    expect(other.status).toBe(2);

    const json = whole.slice(67).trim().replace('"store":1', '"store":2');
    writeFileSync(file, `${checksumOf(FIRST_CHECKSUM, 0, json)} 0 ${json}\n`);
    const newer = serveAgain(scenario('quickstart'));
    expect(newer.stderr).toContain('has format 2; orrery of this version reads format 1');
    expect(newer.status).toBe(3);

    writeFileSync(file, whole.replace('quickstart', 'Quickstart'));
    const damaged = serveAgain(scenario('quickstart'));
    expect(damaged.stderr).toBe(`${file}: record 0 at byte 0 is damaged\n`);
    expect(damaged.status).toBe(3);
  });
});
