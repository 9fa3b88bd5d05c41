import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFile, temporaryFolder } from '../../support/files/temporary.js';
import { documentOf, execPlain, nodeProgram, saidBy, unheld } from '../../support/process/exec.js';
import { orrery } from '../../support/process/orrery.js';

const BUYS = `
const { ORRERY_URL, ORRERY_ACCOUNT } = process.env;
const headers = { authorization: 'Bearer of-the-program', 'content-type': 'application/json' };
const order = { type: 'MARKET', instrument: 'EUR_USD', units: '100' };
const url = ORRERY_URL + '/v3/accounts/' + (process.argv[2] ?? ORRERY_ACCOUNT) + '/orders';
const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ order }) });
console.log(answer.status);
process.exitCode = 7;
`;
const ASKS = `
const { get } = await import('node:http');
get(process.env.ORRERY_URL + '/v3/accounts', { headers: { authorization: 'Bearer x' } }, answer => {
  console.log(answer.statusCode);
  answer.resume();
});
`;
const MANUAL = ['--clock', 'manual', '--json'];
const PYTHON = spawnSync('python3', ['--version']).status === 0;

describe('orrery exec', () => {
  it('runs a Node program, has its exit code, and writes the folder of the run', async () => {
    const out = join(temporaryFolder(), 'run');
    const args = [...MANUAL, '--account', '001-004-7-001', '--out', out, '--'];
    const [program = '', ...words] = nodeProgram(BUYS);
    const run = await execPlain([...args, program, ...words, '001-004-7-001']);
    expect([run.status, saidBy(run)]).toEqual([7, '201\n']);
    const { exec: found, ledger } = documentOf(run);
    expect(found).toMatchObject({ exitCode: 7, ending: 'program', requests: { createOrder: 1 } });
    expect(ledger.transactions).toBeGreaterThan(3);
    expect(readdirSync(out)).toEqual(expect.arrayContaining(['ledger.ndjson', 'report.html']));
  });

  it('gives the account that the program names to every answer of the run, and to its folder', async () => {
    const out = join(temporaryFolder(), 'run');
    const asks = `
const { ORRERY_URL, ORRERY_ACCOUNT } = process.env;
const headers = { authorization: 'Bearer x' };
const ask = async path => (await fetch(ORRERY_URL + path, { headers })).json();
const { accounts } = await ask('/v3/accounts');
const { account } = await ask('/v3/accounts/001-004-7-001');
const { transactions } = await ask('/v3/accounts/001-004-7-001/transactions/sinceid?id=0');
console.log(JSON.stringify([ORRERY_ACCOUNT, accounts[0].id, account.id, transactions[0].accountID]));`;
    const args = [...MANUAL, '--account', '001-004-7-001', '--out', out];
    const run = await execPlain([...args, '--', ...nodeProgram(asks)]);
    expect([run.status, JSON.parse(saidBy(run))]).toEqual([0, Array(4).fill('001-004-7-001')]);
    const again = orrery(['verify', out]);
    expect([again.status, again.stderr]).toEqual([0, '']);
  });

  it.skipIf(!PYTHON)('runs a Python program over plain HTTP [needs python3]', async () => {
    const text = `
import os, sys, urllib.request
url = os.environ['ORRERY_URL'] + '/v3/accounts'
request = urllib.request.Request(url, headers={'Authorization': 'Bearer x'})
print(urllib.request.urlopen(request).status)
sys.exit(9)
`;
    const run = await execPlain([...MANUAL, '--', 'python3', temporaryFile('bot.py', text)]);
    expect([run.status, saidBy(run)]).toEqual([9, '200\n']);
    expect(documentOf(run).exec.requests).toEqual({ listAccounts: 1 });
  });

  it('leaves stdout to the program, and says the rest on stderr', async () => {
    const TMPDIR = temporaryFolder();
    const program = nodeProgram("console.log('mine')");
    const run = await execPlain(['--clock', 'manual', '--', ...program], undefined, { TMPDIR });
    expect([run.status, run.stdout]).toEqual([0, 'mine\n']);
    expect(run.stderr).toContain('ledger sha256:');
    expect(run.stderr).toContain('the program ended; its exit code is 0');
    expect(readdirSync(TMPDIR).filter(name => name.startsWith('orrery-'))).toEqual([]);
  });

  it('ends a program that no layer holds, unless --unguarded lets it go on', async () => {
    const [ended, spared] = await Promise.all([
      execPlain([...MANUAL, '--', ...unheld(nodeProgram(ASKS))]),
      execPlain([...MANUAL, '--unguarded', '--', ...unheld(nodeProgram(ASKS))]),
    ]);
    expect(ended.status).toBe(77);
    expect(documentOf(ended).exec).toMatchObject({ ending: 'guard', requests: {} });
    expect(ended.stderr).toContain('asks for the sandbox, but nothing holds its connections');
    expect([spared.status, documentOf(spared).exec.requests]).toEqual([0, { listAccounts: 1 }]);
    expect(Object.keys(documentOf(spared).exec.notHeld)).toHaveLength(1);
  });

  it('names --strict for a program that no layer held, and that sent no request', async () => {
    const quiet = nodeProgram('');
    const [passed, held] = await Promise.all([
      execPlain(['--clock', 'manual', '--', ...unheld(quiet)]),
      execPlain(['--clock', 'manual', '--', ...quiet]),
    ]);
    const nothing = 'the program asked the sandbox for nothing\n';
    expect(passed.stderr).toMatch(new RegExp(`${nothing}no layer held it, .* --strict leads`));
    expect(held.stderr).toContain(`${nothing}simulated`);
  });

  it('lets a program turn a manual clock, and no other', async () => {
    const turns = `
const { ORRERY_URL, ORRERY_CONTROL_TOKEN } = process.env;
const headers = { authorization: 'Bearer ' + ORRERY_CONTROL_TOKEN, 'content-type': 'application/json' };
const url = ORRERY_URL + '/_sim/clock/advance';
const answer = await fetch(url, { method: 'POST', headers, body: '{"by":"1h"}' });
console.log(answer.status);`;
    const [manual, polled] = await Promise.all([
      execPlain([...MANUAL, '--', ...nodeProgram(turns)]),
      execPlain(['--clock', 'on-poll', '--json', '--', ...nodeProgram(turns)]),
    ]);
    expect([saidBy(manual), saidBy(polled)]).toEqual(['200\n', '401\n']);
  });

  it('applies a file of faults, and says which fired', async () => {
    const rule = '- { operation: createOrder, count: 1, error: { status: 503 } }\n';
    const faults = temporaryFile('faults.yaml', rule);
    const run = await execPlain([...MANUAL, '--faults', faults, '--', ...nodeProgram(BUYS)]);
    expect([run.status, saidBy(run)]).toEqual([7, '503\n']);
    expect(Object.values(documentOf(run).exec.faults)).toEqual([1]);
  });

  it('ends a program at the end of the window, which is no failure', async () => {
    const waits = `${BUYS}\nsetInterval(() => {}, 1000);`;
    const run = await execPlain(['--speed', 'max', '--json', '--', ...nodeProgram(waits)]);
    expect([run.status, documentOf(run).exec.ending]).toEqual([0, 'window']);
  });

  it('hands Ctrl-C on, and ends what the program leaves', async () => {
    const text = `
import { spawn } from 'node:child_process';
spawn('sleep', ['600'], { detached: true, stdio: 'ignore' }).unref();
process.on('SIGINT', () => process.exit(5));
setInterval(() => {}, 1000);
console.error('ready');
`;
    let isSent = false;
    const run = await execPlain([...MANUAL, '--', ...nodeProgram(text)], (said, pid) => {
      if (said.includes('ready') && !isSent) process.kill(pid, 'SIGINT');
      isSent ||= said.includes('ready');
    });
    expect(run.status).toBe(5);
    expect(run.stderr).toMatch(
      /left processes running, which are ended now: sleep \(process \d+\)/,
    );
  });
});

describe('orrery exec refuses', () => {
  it.each([
    ['no program', [], 'the program is missing'],
    ['no such program', ['--', './no-such-bot'], 'no such command'],
    ['a malformed account', ['--account', 'xx', '--', 'true'], 'must be ids such as 101-001-'],
    ['too many accounts', ['--account', '1-1-1-1,1-1-1-2', '--', 'true'], 'must be ids such'],
    [
      'a bad rule',
      ['--faults', '$faults', '--', 'true'],
      'faults.yaml:1:22: [0].error.status: must be',
    ],
    ['an unknown operation', ['--faults', '$unknown', '--', 'true'], 'must be * or one of'],
  ])('%s with a sentence', async (_what, args, sentence) => {
    const files: Readonly<Record<string, string>> = {
      $faults: '- { error: { status: 200 } }',
      $unknown: '- { operation: buy, reset: true }',
    };
    const given = args.map(arg => {
      const text = files[arg];
      return text === undefined ? arg : temporaryFile('faults.yaml', text);
    });
    const { status, stderr } = await execPlain(['--clock', 'manual', ...given]);
    expect([status, stderr]).toEqual([2, expect.stringContaining(sentence)]);
  });
});

describe('a hostile program', () => {
  /** Speaks to the control socket and the front as no preload does. */
  const HOSTILE = `
import { connect } from 'node:net';
const [, path] = /^unix:(.*)$/.exec(process.env.ORRERY_CONTROL);
const front = Number(process.env.ORRERY_FRONT_PORT);
const closed = socket => new Promise(resolve => {
  socket.on('error', () => {}).on('close', resolve).resume();
});
for (const text of ['nonsense\\n', '{"say":"hello","pid":1}\\n'.repeat(3), 'x'.repeat(2e6)]) {
  const socket = connect(path);
  socket.write(text);
  await closed(socket);
}
for (const text of ['', 'GET /v3', '\\x16\\x03', 'CONNECT ']) {
  const socket = connect(front, '127.0.0.1');
  socket.end(text);
  await closed(socket);
}
const flood = connect(path);
flood.write(JSON.stringify({ say: 'hello', pid: process.pid }) + '\\n');
for (let at = 0; at < 3000; at++) flood.write('{"say":"refused","what":"h' + at + '","how":"flood"}\\n');
flood.end();
await closed(flood);
`;

  it.skipIf(process.platform === 'win32')(
    'harms neither its own run nor another at the same time [not on Windows]',
    async () => {
      const [hostile, other] = await Promise.all([
        execPlain([...MANUAL, '--', ...nodeProgram(HOSTILE + BUYS)]),
        execPlain([...MANUAL, '--', ...nodeProgram(BUYS)]),
      ]);
      expect([hostile.status, other.status]).toEqual([7, 7]);
      const [one, two] = [documentOf(hostile), documentOf(other)];
      expect([one.exec.requests, two.exec.requests]).toEqual(Array(2).fill({ createOrder: 1 }));
      expect(one.ledger).toEqual(two.ledger);
      expect(Object.keys(one.exec.refused)).toHaveLength(1_001);
      expect(hostile.stderr).toContain('did not begin with a right hello, and was cut off');
    },
  );
});
