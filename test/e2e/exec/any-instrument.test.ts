import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFile, temporaryFolder } from '../../support/files/temporary.js';
import { documentOf, exec, nodeProgram } from '../../support/process/exec.js';
import { commandHere } from '../../support/process/in-process.js';
import { orrery } from '../../support/process/orrery.js';

/** Programs that ask for instruments of their own, without a scenario. */

const BOT = `
const headers = { authorization: 'Bearer of-the-program-0123456789', 'content-type': 'application/json' };
const account = 'https://api-fxpractice.oanda.com/v3/accounts/' + process.env.ORRERY_ACCOUNT;
const get = path => fetch(path, { headers }).then(answer => answer.json());
const { instruments } = await get(account + '/instruments');
const { candles } = await get('https://api-fxpractice.oanda.com/v3/instruments/GBP_JPY/candles?granularity=D&count=500');
console.log(instruments.length, candles.length, candles.at(-1).mid.c);
const send = (instrument, units) => {
  const body = JSON.stringify({ order: { type: 'MARKET', instrument, units } });
  return fetch(account + '/orders', { method: 'POST', headers, body }).then(answer => answer.status);
};
console.log(await send('GBP_JPY', '1000'), await send('XAU_USD', '2'));
await new Promise(resolve => setTimeout(resolve, 3_600_000));
console.log(await send('GBP_JPY', '-1000'));
`;
/** One order, which ends the program when its answer is lost. */
const SHORT =
  BOT.slice(0, BOT.indexOf('const { instruments }')) +
  `
await new Promise(resolve => setTimeout(resolve, 60_000));
const body = JSON.stringify({ order: { type: 'MARKET', instrument: 'GBP_JPY', units: '100' } });
await fetch(account + '/orders', { method: 'POST', headers, body });
`;
const REAL = ['--scenario', 'scenarios/quickstart.yaml', '--instruments', 'any'];

describe('exec without a scenario', () => {
  it('has every instrument of the table, with its history, and says what is made up', async () => {
    const out = join(temporaryFolder(), 'run');
    const flags = ['--virtual-time', '--json', '--out', out, '--', ...nodeProgram(BOT)];
    const run = await exec(flags);
    expect(run.stderr).toMatch(/^89 500 1\d\d\.\d{3}$/m);
    expect(run.stderr).toMatch(/^201 201$/m);
    for (const name of ['GBP_JPY', 'XAU_USD']) {
      expect(run.stderr).toContain(
        `orrery exec: ${name} is made up: its prices come from seed 1, not from a market`,
      );
    }
    const { exec: seen } = documentOf(run);
    expect(seen.generated).toEqual(['GBP_JPY', 'XAU_USD']);
    const read = (name: string) => readFileSync(join(out, name), 'utf8');
    const { generated } = JSON.parse(read('manifest.json'));
    const [{ profit, netProfit, instruments, words }] = generated.accounts;
    expect([generated.seed, generated.window.from.slice(0, 10)]).toEqual([1, '2024-03-04']);
    expect([instruments, profit]).toEqual([['GBP_JPY', 'XAU_USD'], netProfit]);
    expect(words).toBe(
      `made-up prices gave ${profit} of ${netProfit} USD (100 %): those of GBP_JPY, XAU_USD`,
    );
    const page = read('report.html');
    expect(page).toContain(`M${words.slice(1)}`);
    expect(page).toContain('XAU_USD (made up)');
    expect(
      new Set(
        read('candles.csv')
          .split('\n')
          .slice(1, -1)
          .map(row => row.split(',')[0]),
      ),
    ).toEqual(new Set(['GBP_JPY', 'XAU_USD']));
    expect((await commandHere(['verify', out])).stdout).toMatch(/^identical sha256:/);
    const again = await exec(['--virtual-time', '--json', '--', ...nodeProgram(BOT)]);
    expect(documentOf(again).ledger).toEqual(documentOf(run).ledger);
  });

  it('beside a scenario makes up what the scenario lacks, and counts it apart', async () => {
    const text = BOT.replaceAll('XAU_USD', 'EUR_USD');
    const run = await exec(['--virtual-time', ...REAL, '--', ...nodeProgram(text)]);
    expect(run.stderr).not.toContain('EUR_USD is made up');
    const [, part, whole] =
      /: made-up prices gave (-?[\d.]+) of (-?[\d.]+) USD .*: those of GBP_JPY$/m.exec(
        run.stderr,
      ) ?? [];
    expect(part).toBeDefined();
    expect(part).not.toBe(whole);
  });
});

describe('a suite without a scenario', () => {
  it('has every instrument too, and shows a failure again with it', () => {
    const folder = temporaryFolder();
    const file = temporaryFile('short.mjs', SHORT);
    const suite = ['--suite', 'resilience', '--case', 'lost-createOrder', '--runs', '2'];
    const args = ['campaign', ...suite, '--no-cache', '--out', folder, '--', 'node', file];
    const { status, stdout, stderr } = orrery(args);
    expect(status, stderr).toBe(1);
    expect(stdout).toMatch(
      /again: orrery exec .*lost-createOrder-alive\.yaml .*--instruments any --from/,
    );
    const [, again = ''] = /again: orrery (exec .*-alive\.yaml .*)/.exec(stdout) ?? [];
    const shown = orrery(again.split(' '));
    expect(shown.stderr).toContain('createOrder: applied, then connection reset');
    expect(shown.status).toBe(1);
  });
});

describe('what never makes prices up', () => {
  it('is a run, which names the commands that do', async () => {
    const { status, stderr } = await commandHere(['run', 'scenarios/exec/any-instrument.yaml']);
    expect([status, stderr]).toEqual([
      2,
      'scenarios/exec/any-instrument.yaml:7:9: market: must name ticks or bars for at least one instrument; only exec and serve make prices up, with --instruments any\n',
    ]);
  });

  it('is a session that is to become a scenario file', async () => {
    const folder = temporaryFolder();
    const out = join(folder, 'run');
    await exec(['--clock', 'manual', '--out', out, '--', ...nodeProgram('process.exit(0)')]);
    const file = join(folder, 'session.yaml');
    const { status, stderr } = await commandHere(['record', out, '--scenario', file]);
    expect([status, stderr]).toEqual([
      2,
      `${out}: has made-up instruments (--instruments any); a scenario file has none\n`,
    ]);
  });

  it('is a window before the first made-up price, or one with a disguise', async () => {
    const program = ['--', ...nodeProgram('')];
    const early = await exec(['--from', '2004-01-01T00:00:00Z', ...program]);
    expect([early.status, early.stderr]).toEqual([
      2,
      'command line: --instruments any: has prices from 2005-01-02T22:00:00.000000000Z to 2039-03-27T21:00:00.000000000Z; the window was 2004-01-01T00:00:00.000000000Z to 2024-03-08T22:00:00.000000000Z\n',
    ]);
    const disguised = await exec([...REAL, '--disguise', 'weeks=4', ...program]);
    expect([disguised.status, disguised.stderr]).toEqual([
      2,
      'command line: --instruments any: does not go with a disguise\n',
    ]);
  });
});
