import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/files/temporary.js';
import { documentOf, exec, nodeProgram, saidBy } from '../support/process/exec.js';
import { commandHere } from '../support/process/in-process.js';
import { scenario } from '../support/process/orrery.js';
import {
  control,
  order,
  readAccount,
  type ServedAccount,
} from '../support/process/over-control.js';
import { serve } from '../support/process/served.js';

/** The flags of a disguise, in `run`, `serve --store` and `exec`. */

const FLAGS = [
  '--disguise',
  'weeks=52',
  '--disguise',
  'EUR_USD=AAA_USD',
  '--disguise',
  'scale=1.6',
];
const NOTE =
  'disguise: 2024-03-04T00:00:00.000000000Z to 2024-03-06T00:00:00.000000000Z moves by 52 weeks, EUR_USD as AAA_USD, prices of EUR_USD times 1.6';

describe('a disguise by flags', () => {
  it('is said by run, shown by the report, and verified with the record', async () => {
    const out = join(temporaryFolder(), 'out');
    const run = await commandHere(['run', scenario('quickstart'), ...FLAGS, '--out', out]);
    expect([run.status, run.stderr]).toEqual([0, expect.stringContaining(NOTE)]);
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain(`<li>D${NOTE.slice(1)}</li>`);
    const verified = await commandHere(['verify', out]);
    expect([verified.status, verified.stderr]).toEqual([0, '']);
  });

  it('is kept by a store: the server that is started again stands where the first one stood', async () => {
    const store = temporaryFolder();
    const start = () =>
      serve([scenario('quickstart'), '--clock', 'manual', '--store', store, ...FLAGS]);
    const first = await start();
    const [account] = first.accounts as [ServedAccount];
    await control(first, 'POST', 'clock/advance', { by: '10h' });
    // The instrument has another name, and the old one is unknown.
    expect((await order(first, account)).status).toBe(400);
    const path = `${first.url}/v3/accounts/${account.id}`;
    const headers = {
      authorization: `Bearer ${account.token}`,
      'content-type': 'application/json',
    };
    const body = JSON.stringify({ order: { type: 'MARKET', instrument: 'AAA_USD', units: '625' } });
    const filled = await fetch(`${path}/orders`, { method: 'POST', headers, body });
    expect([filled.status, await filled.text()]).toEqual([
      201,
      expect.stringContaining('"instrument":"AAA_USD"'),
    ]);
    const before = await readAccount(first, account);
    const { body: ledger } = await control(first, 'GET', 'ledger');
    first.process.kill('SIGKILL');
    await first.ended;

    const again = await start();
    expect(await readAccount(again, account)).toEqual(before);
    expect((await control(again, 'GET', 'ledger')).body).toEqual(ledger);
    const { body: clock } = await control(again, 'GET', 'clock');
    expect(clock.now).toMatch(/^2025-03-03T/);
    expect(await again.end('SIGTERM')).toBe(0);
  });

  it('lets a program of exec live at the instant of --as-of', async () => {
    const program = nodeProgram(
      `const headers = { authorization: 'Bearer of-the-program' };
const { accounts: [{ id }] } = await (await fetch(process.env.ORRERY_URL + '/v3/accounts', { headers })).json();
const path = '/v3/accounts/' + id + '/pricing?instruments=AAA_USD';
const { prices: [price] } = await (await fetch(process.env.ORRERY_URL + path, { headers })).json();
console.log(new Date().toISOString().slice(0, 16), price.instrument, price.time.slice(0, 16));
`,
    );
    const flags = ['--as-of', '2026-03-02T10:00:00Z', '--disguise', 'EUR_USD=AAA_USD'];
    const market = ['--scenario', 'scenarios/quickstart.yaml'];
    const run = await exec(['--virtual-time', '--json', ...market, ...flags, '--', ...program]);
    expect(saidBy(run), run.stderr).toContain('2026-03-02T10:00 AAA_USD 2026-03-02T');
    expect(documentOf(run).exec.now).toMatch(/^2026-03-02T10:00/);
  });
});
