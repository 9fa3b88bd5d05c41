import { describe, expect, it } from 'vitest';
import { temporaryFile } from '../../support/files/temporary.js';
import { patience } from '../../support/patience.js';
import { documentOf, execPlain, saidBy } from '../../support/process/exec.js';
import { hasPython } from '../../support/python/run-python.js';

/** Programs on the simulated clock of the whole command. Source: decision 0034. */

const POLLER = `
import http.client, time
from email.utils import parsedate_to_datetime
connection = http.client.HTTPSConnection('api-fxpractice.oanda.com', timeout=5)
began = time.time()
for turn in range(3):
    connection.request('GET', '/v3/accounts', headers={'Authorization': 'Bearer of-the-program'})
    answer = connection.getresponse(); answer.read()
    off = parsedate_to_datetime(answer.headers['Date']).timestamp() - time.time()
    print(answer.status, connection.sock.version(), connection.sock.session.has_ticket, time.time() - began, off)
    time.sleep(60)
`;

const PARENT = `
import subprocess, sys, time
began = time.time()
for turn in range(2):
    subprocess.run([sys.executable, '-c', 'import time; time.sleep(3)'], check=True)
    print(time.time() - began)
`;

const virtually = (text: string) =>
  execPlain(['--virtual-time', '--json', '--', 'python3', temporaryFile('bot.py', text)]);

describe.skipIf(!hasPython())('a Python program under --virtual-time [needs python3]', () => {
  it('has TLS 1.2 without tickets, so that no byte is swallowed uncounted (T4), and answers of its own time', async () => {
    const run = await virtually(POLLER);
    const lines = [0, 60, 120].map(second => `200 TLSv1.2 False ${second}.0 0.0\n`);
    expect([run.status, saidBy(run)]).toEqual([0, lines.join('')]);
  });

  it('waits for its child processes in simulated time, and no longer', async () => {
    const run = await virtually(PARENT);
    expect([run.status, saidBy(run)]).toEqual([0, '3.0\n6.0\n']);
  });
});

const POLLS_WITHOUT_PAUSE = `const headers = { authorization: 'Bearer of-the-program' };
for (let count = 0; count < 1_002; count += 1) {
  await (await fetch(process.env.ORRERY_URL + '/v3/accounts', { headers })).text();
}
`;

it('says of a program that polls without a pause that time stands still', async () => {
  const bot = temporaryFile('bot.mjs', POLLS_WITHOUT_PAUSE);
  const { status, stderr } = await execPlain(['--virtual-time', '--', process.execPath, bot]);
  expect(status, stderr).toBe(0);
  const said = /the program asked 1000 times at \S+Z without waiting; simulated time stands still/g;
  // While it runs, and once more at its end.
  expect(stderr.match(said)).toHaveLength(2);
});

/** Long enough to reach the loop, also on a busy machine. */
const LIMIT_SECONDS = patience(1_000) / 1_000;
const LIMITED = ['--virtual-time', '--stall-limit', `${LIMIT_SECONDS}`, '--'];
const NODE_LOOP = `const end = Date.now() + 10;
while (Date.now() < end);
`;
const PYTHON_LOOP = `import time
end = time.time() + 10
while time.time() < end: pass
`;
const ENDED = ` has kept simulated time still for more than ${LIMIT_SECONDS} s; time passes only while a program waits`;

describe('a loop that reads the clock until it moves, under --virtual-time', () => {
  it('ends a Node program with exit code 79, and is named by file and line', async () => {
    const bot = temporaryFile('bot.mjs', NODE_LOOP);
    const { status, stderr } = await execPlain([...LIMITED, process.execPath, bot]);
    expect([status, stderr]).toEqual([
      79,
      expect.stringContaining(`at bot.mjs:2 its thread main${ENDED}`),
    ]);
  });

  it('is ended as well when it reads no clock, by its line and with both exit codes', async () => {
    const bot = temporaryFile('bot.mjs', "console.log('begun');\nfor (;;);\n");
    const { status, stderr } = await execPlain([...LIMITED, process.execPath, bot]);
    expect([status, stderr]).toEqual([79, expect.stringContaining(`at bot.mjs:2 a loop${ENDED}`)]);
    expect(stderr).toContain('longer than --stall-limit; its exit code is 143, that of exec 79');
  });

  it.skipIf(!hasPython())('ends a Python program so too [needs python3]', async () => {
    const bot = temporaryFile('bot.py', PYTHON_LOOP);
    const env = { ORRERY_SPIN_SECONDS: '1' };
    const { status, stderr } = await execPlain([...LIMITED, 'python3', bot], () => undefined, env);
    expect([status, stderr]).toEqual([
      79,
      expect.stringContaining(`at bot.py:3 its thread MainThread${ENDED}`),
    ]);
  });

  it('is left alone without a limit, until it ends by itself', async () => {
    const loop =
      'for (const end = performance.now() + 1; performance.now() < end && ++turns < 3e7; );';
    const bot = temporaryFile('bot.mjs', `let turns = 0;\n${loop}\nconsole.log(turns);`);
    const ended = await execPlain([
      '--virtual-time',
      '--stall-limit',
      '0',
      '--',
      process.execPath,
      bot,
    ]);
    expect([ended.status, ended.stdout]).toEqual([0, '30000000\n']);
  });
});

const WALL = 'and no Go program that was built under exec: its clock shows real time';

describe('a program that no virtual clock holds', () => {
  it('is named once, while it runs', async () => {
    let end: NodeJS.Timeout | undefined;
    const { stderr } = await execPlain(['--virtual-time', '--', 'sleep', '600'], (text, pid) => {
      // Several looks later, so that a second naming would show.
      if (text.includes(WALL)) end ??= setTimeout(() => process.kill(pid, 'SIGTERM'), 1_000);
    });
    clearTimeout(end);
    expect(stderr).toMatch(/^ {2}1 x sleep .+ is neither Python nor Node nor Java/m);
    expect(stderr).toMatch(
      /^orrery exec: sleep \(process \d+\) is neither Python nor Node nor Java, and no Go program that was built under exec: its/m,
    );
  });

  it('is no shell that starts one which is held', async () => {
    const bot = temporaryFile('bot.mjs', 'setTimeout(() => console.log(1), 86_400_000);');
    const script = temporaryFile('bot.sh', `"${process.execPath}" "${bot}"; true`);
    const { status, stdout, stderr } = await execPlain(['--virtual-time', '--', 'sh', script]);
    expect([status, stdout, stderr.includes(WALL)]).toEqual([0, '1\n', false]);
  });
});

const SLEEPERS = {
  python: `
import subprocess, sys, time
def nap():
    for second in range(5): time.sleep(1)
nap()
own = time.time()
child = subprocess.run([sys.executable, '-c', 'import time; print(time.time())'], stdout=subprocess.PIPE)
print(float(child.stdout) - own)
nap()
print(round(time.time() * 1_000))
`,
  node: `
import { execFile, execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
const nap = async () => { for (let second = 0; second < 5; second++) await sleep(1_000); };
await nap();
const own = Date.now();
const code = ['-e', 'console.log(Date.now())'];
const child = await new Promise(resolve => execFile(process.execPath, code, (_, text) => resolve(text)));
console.log(Number(child) - own, Number(execFileSync(process.execPath, code)) - own);
await nap();
console.log(Date.now());
`,
};

describe('a program that sleeps in seconds, each of which the sandbox needs no word of', () => {
  it('ends at its own time, as do those that it starts: Node', async () => {
    await endsAtItsTime(process.execPath, temporaryFile('bot.mjs', SLEEPERS.node), '0 0\n');
  });

  it.skipIf(!hasPython())('the same: Python [needs python3]', async () => {
    await endsAtItsTime('python3', temporaryFile('bot.py', SLEEPERS.python), '0.0\n');
  });
});

async function endsAtItsTime(program: string, bot: string, said: string): Promise<void> {
  const run = await execPlain(['--virtual-time', '--json', '--', program, bot]);
  const end = Date.parse(documentOf(run).exec.now);
  expect([run.status, saidBy(run)]).toEqual([0, `${said}${end}\n`]);
}
