import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Looker } from '../../support/exec/looker.js';
import { MAIN } from '../../support/files/paths.js';
import { temporaryFolder } from '../../support/files/temporary.js';
import { documentOf, execPlain, nodeProgram } from '../../support/process/exec.js';

/** A recorded run of a program, shown again. */

const BOT = `
const { ORRERY_URL: url, ORRERY_ACCOUNT: account } = process.env;
const headers = { authorization: 'Bearer of-the-program', 'content-type': 'application/json' };
const send = (path, body) => fetch(url + '/v3/accounts/' + account + path, { method: body ? 'POST' : 'GET', headers, body }).then(answer => answer.text());
for (let turn = 0; turn < 10; turn += 1) {
  await send('/pricing?instruments=EUR_USD');
  const order = { type: 'MARKET', instrument: turn === 5 ? 'ABC_DEF' : 'EUR_USD', units: turn % 2 ? '-150' : '100' };
  await send('/orders', JSON.stringify({ order }));
  await new Promise(resolve => setTimeout(resolve, 60_000));
}
`;

/** Shows a folder again while `look` looks. @returns the exit code and what was printed. */
async function replay(folder: string, look: (looker: Looker) => Promise<void>) {
  const child = spawn(process.execPath, [MAIN, 'replay', folder, '--port', '0']);
  let said = '';
  child.stderr.on('data', piece => {
    said += piece;
  });
  const code = new Promise<number | null>(resolve => child.once('exit', resolve));
  const address = await new Promise<string | undefined>(resolve => {
    child.stdout.on('data', piece => {
      said += piece;
      const [, found] = /dashboard\s+(http\S+)/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
    void code.then(() => resolve(undefined));
  });
  if (address !== undefined) {
    await Looker.at(address)
      .then(look)
      .finally(() => child.kill('SIGINT'));
  }
  return { code: await code, said };
}

const played = async (looker: Looker) => {
  await looker.ask('POST', '/_sim/clock/play', { speed: 'max' });
  while ((await looker.clock())['state'] !== 'ended') {
    await new Promise(resolve => setTimeout(resolve, 20));
  }
};

describe('a recorded run of a program', () => {
  it('is shown again with its requests, forwards and back, to the same ledger', async () => {
    const out = join(temporaryFolder(), 'run');
    const run = await execPlain([
      '--virtual-time',
      '--json',
      '--out',
      out,
      '--',
      ...nodeProgram(BOT),
    ]);
    const seen: unknown[] = [];
    const total = async (looker: Looker, query = '') =>
      (await looker.ask('GET', `/_sim/requests?origin=client${query}`)).body['total'];
    const { code, said } = await replay(out, async looker => {
      seen.push(await total(looker));
      await played(looker);
      seen.push((await looker.ask('GET', '/_sim/ledger')).body['sha256']);
      seen.push(await total(looker), await total(looker, '&status=4xx'));
      await looker.ask('POST', '/_sim/rewind', { to: '2024-03-04T00:04:30Z' });
      seen.push(await total(looker));
      const { body } = await looker.ask('GET', '/_sim/requests?origin=client&limit=1');
      const [newest] = body['requests'] as readonly Record<string, unknown>[];
      seen.push([newest?.['path'], newest?.['status'], newest?.['wall']]);
      const detail = await looker.ask('GET', `/_sim/requests/${newest?.['id']}`);
      seen.push(String(detail.body['answer']).slice(0, 26));
      const order = { type: 'MARKET', instrument: 'EUR_USD', units: '1' };
      const account = String(newest?.['accountID']);
      const refused = await looker.ask('POST', `/v3/accounts/${account}/orders`, { order });
      seen.push([refused.status, refused.body['errorMessage']]);
    });
    expect(seen).toEqual([
      2,
      `sha256:${documentOf(run).ledger.sha256}`,
      20,
      1,
      10,
      [expect.stringMatching(/orders$/), 201, undefined],
      '{"orderCreateTransaction":',
      [409, 'This simulation shows a record; fork it to trade by hand'],
    ]);
    expect([code, said]).toEqual([0, expect.stringContaining('10 inputs, 20 requests')]);
  });

  it('names the line of the requests that is none', async () => {
    const out = join(temporaryFolder(), 'run');
    await execPlain(['--virtual-time', '--out', out, '--', 'true']);
    writeFileSync(join(out, 'requests.ndjson'), 'nothing\n');
    const { code, said } = await replay(out, async () => undefined);
    expect([code, said]).toEqual([
      3,
      expect.stringContaining('requests.ndjson:1: is no request with its answer'),
    ]);
  });
});
