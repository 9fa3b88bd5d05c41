import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/files/temporary.js';
import { documentOf, exec, nodeProgram } from '../../support/process/exec.js';

/** Programs that were written for an account, pairs and hosts of their own. */

const REFUSED = `
const headers = { authorization: 'Bearer of-the-program-0123456789', 'x-api-key': 'secret' };
const of = path => 'https://api-fxpractice.oanda.com' + path;
const get = path => fetch(of(path), { headers }).then(answer => answer.text());
await get('/v3/accounts/001-004-7-001/pricing?instruments=GBP_JPY');
await get('/v3/accounts/001-004-7-001/summary');
await get('/v3/instruments/GBP_JPY/candles?count=2&access_token=of-the-program-0123456789');
await get('/v1/prices');
await get('/labs/v1/calendar?instrument=EUR_USD&period=86400');
`;
const TRADES = `
const { ORRERY_ACCOUNT } = process.env;
const headers = { authorization: 'Bearer of-the-program-0123456789', 'content-type': 'application/json' };
const url = 'https://api-fxpractice.oanda.com/v3/accounts/' + ORRERY_ACCOUNT + '/orders';
const send = units => {
  const order = { type: 'MARKET', instrument: 'EUR_USD', units };
  return fetch(url, { method: 'POST', headers, body: JSON.stringify({ order }) }).then(answer => answer.text());
};
await send('100');
await send('0');
const stream = host => fetch('https://' + host + '/v3/accounts/' + ORRERY_ACCOUNT + '/transactions/stream', { headers });
const refused = await stream('api-fxpractice.oanda.com');
console.log(refused.status, await refused.text());
const open = await stream('stream-fxpractice.oanda.com');
console.log(open.status);
process.exit(0);
`;
const MANUAL = ['--clock', 'manual', '--scenario', 'scenarios/quickstart.yaml'];
const linesOf = (file: string) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));

describe('the end of a run whose requests were all refused', () => {
  it('says what to do, shows no empty tables, and is no success', async () => {
    const { status, stderr } = await exec([...MANUAL, '--', ...nodeProgram(REFUSED)]);
    expect(status).toBe(78);
    const said = stderr.slice(stderr.indexOf('the program ended'));
    expect(said.split('\n').slice(0, 7)).toEqual([
      'the program ended; its exit code is 0, that of exec 78',
      'no request was carried out: all 5 were refused',
      'refused:',
      expect.stringMatching(
        /^ {2}asked 2 times for account 001-004-7-001, which this sandbox does not have: --account 001-004-7-001; first at 2024-03-0/,
      ),
      expect.stringMatching(
        /^ {2}asked for GBP_JPY: this scenario has EUR_USD; .*; first at 2024-/,
      ),
      expect.stringMatching(
        /^ {2}asked once for GET \/v1\/prices, of REST v1, a retired API; instead: GET \/v3\/accounts/,
      ),
      expect.stringMatching(
        /^ {2}asked once for GET \/labs\/v1\/calendar, of Forex Labs, a retired/,
      ),
    ]);
    expect(said).toContain('  1 x getAccountSummary 403');
    expect(said).not.toMatch(/[\u2500-\u257f]|[+|]-/);
  });

  it('is the same in JSON', async () => {
    const run = await exec([...MANUAL, '--json', '--', ...nodeProgram(REFUSED)]);
    expect(run.status).toBe(78);
    const { exitCode, answers, refusals, isAllRefused } = documentOf(run).exec;
    expect([exitCode, isAllRefused]).toEqual([0, true]);
    expect(answers['getAccountSummary']).toEqual({ 403: 1 });
    expect(refusals.map(({ kind, count }) => [kind, count])).toEqual([
      ['account', 2],
      ['instrument', 1],
      ['retired', 1],
      ['retired', 1],
    ]);
  });
});

describe('the end of a run that traded', () => {
  it('has requests by status, rejects by reason, and tables', async () => {
    const out = join(temporaryFolder(), 'run');
    const args = [...MANUAL, '--out', out, '--har', '--', ...nodeProgram(TRADES)];
    const { status, stdout, stderr } = await exec(args);
    expect([status, stdout]).toEqual([0, '404 {"errorMessage":"Not found"}\n200\n']);
    for (const line of [
      '  1 x createOrder 201',
      '  1 x createOrder 400',
      '1 order refused: UNITS_INVALID',
      "streamTransactions, which the broker's other host has: --any-host; first at",
      'ledger sha256:',
    ]) {
      expect(stderr).toContain(line);
    }
    expect(stderr).not.toContain('no request was carried out');
    const exchanges = linesOf(join(out, 'requests.ndjson'));
    expect(exchanges.map(({ operation, answer }) => [operation, answer.status])).toEqual([
      ['createOrder', 201],
      ['createOrder', 400],
      ['streamTransactions', 404],
      ['streamTransactions', 200],
    ]);
    const [first] = exchanges;
    expect(JSON.parse(first.request.body).order.units).toBe('100');
    expect(JSON.parse(first.answer.body).orderFillTransaction.units).toBe('100');
    const { log } = JSON.parse(readFileSync(join(out, 'requests.har'), 'utf8'));
    expect(log.entries).toHaveLength(4);
    expect(log.entries[0].request.postData.text).toBe(first.request.body);
  });

  it('has the same requests and answers in each run of virtual time, to the byte', async () => {
    const [one, other] = [join(temporaryFolder(), 'run'), join(temporaryFolder(), 'run')];
    await Promise.all(
      [one, other].map(out =>
        exec(['--virtual-time', '--out', out, '--', ...nodeProgram(REFUSED)]),
      ),
    );
    const [first, second] = [one, other].map(out => readFileSync(join(out, 'requests.ndjson')));
    expect(first?.toString()).toContain('requestid');
    expect(second?.equals(first ?? Buffer.of())).toBe(true);
  });

  it('keeps no token in its files', async () => {
    const out = join(temporaryFolder(), 'run');
    await exec([...MANUAL, '--out', out, '--har', '--', ...nodeProgram(REFUSED)]);
    for (const name of ['requests.ndjson', 'requests.har']) {
      const text = readFileSync(join(out, name), 'utf8');
      expect(text).toContain('GBP_JPY');
      expect(text).not.toMatch(/of-the-program|[Bb]earer|secret/);
    }
  });

  it('lets streams through by the REST host when it is asked to', async () => {
    const { stdout } = await exec([
      ...MANUAL,
      '--any-host',
      '--',
      ...nodeProgram(
        TRADES.replace(
          'console.log(refused.status, await refused.text());',
          'console.log(refused.status);',
        ),
      ),
    ]);
    expect(stdout).toBe('200\n200\n');
  });

  it('takes a HAR only with a folder', async () => {
    const { status, stderr } = await exec(['--har', '--', 'true']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('--har: needs --out')]);
  });
});
