import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { strictTrouble } from '../../../src/exec/layers/strict.js';
import { documentOf, execPlain, nodeProgram, saidBy, unheld } from '../../support/process/exec.js';
import { IS_NIGHTLY } from '../../support/random/nightly.js';

/** Programs that no preload holds, in virtual time. Source: decision 0068. */

const TROUBLE = await strictTrouble();
const WAYS = ['--unguarded', ...(TROUBLE === undefined ? ['--strict'] : [])];
/** By day in the last of the ways, which is the stricter. */
const MOST_WAYS = IS_NIGHTLY ? WAYS : WAYS.slice(-1);
const VIRTUAL = ['--virtual-time', '--json'];
const hasCurl = () => {
  try {
    return execFileSync('curl', ['--version']).length > 0;
  } catch {
    return false;
  }
};
const ASK =
  'curl -s -H "Authorization: Bearer x" "https://api-fxpractice.oanda.com/v3/accounts/$ORRERY_ACCOUNT';
/** Prints the simulated time of the answer. */
const POLL = `${ASK}/pricing?instruments=EUR_USD" | sed 's/.*"time":"//;s/".*//'; echo`;
/** Answers each fifth price with an order that names it. */
const STREAMS = `
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
const { ORRERY_URL, ORRERY_ACCOUNT } = process.env;
const headers = { authorization: 'Bearer x', 'content-type': 'application/json' };
const of = path => ORRERY_URL + '/v3/accounts/' + ORRERY_ACCOUNT + path;
const stream = await fetch(of('/pricing/stream?instruments=EUR_USD'), { headers });
let count = 0;
for await (const line of createInterface({ input: Readable.fromWeb(stream.body) })) {
  const { type, time } = JSON.parse(line);
  if (type !== 'PRICE' || ++count % 5 !== 0) continue;
  const order = { type: 'MARKET', instrument: 'EUR_USD', units: '1', clientExtensions: { comment: time } };
  const answer = await fetch(of('/orders'), { method: 'POST', headers, body: JSON.stringify({ order }) });
  await answer.text();
}
`;

describe.skipIf(process.platform !== 'linux' || !hasCurl())(
  'a program that no preload holds, in virtual time [needs Linux and curl]',
  () => {
    it.each(WAYS)('gets answers, and moves time by a step at each poll (%s)', async way => {
      const text = `for each in 1 2 3; do ${POLL}; ${ASK}/openTrades" >&2; done`;
      const [one, other] = await Promise.all([
        execPlain(['--virtual-time', way, '--', 'sh', '-c', text]),
        execPlain(['--virtual-time', way, '--step', '1h', '--json', '--', 'sh', '-c', text]),
      ]);
      const minutes = one.stdout.split('\n').map(time => time.slice(0, 16));
      expect([one.status, ...minutes]).toEqual([
        0,
        ...['2024-03-04T00:01', '2024-03-04T00:02', '2024-03-04T00:03', ''],
      ]);
      expect(one.stderr).toMatch(
        /curl \(process \d+\) is neither Python nor Node nor Java, .*: its clock shows real time\. .*--step.*--clock/,
      );
      expect(one.stderr.match(/curl \(process \d+\) is neither Python/g)).toHaveLength(2);
      const { exec: told } = documentOf(other);
      expect(told.answers).toEqual({ getPrices: { 200: 3 }, listOpenTrades: { 200: 3 } });
      expect(other.stderr).toContain('2024-03-04T03:00');
      expect(one.stderr + other.stderr).not.toContain('time stands still');
    });

    it('waits in simulated time for an answer that is due later', async () => {
      const faults = new URL('../../support/exec/late-answers.yaml', import.meta.url).pathname;
      const args = [...VIRTUAL, '--unguarded', '--faults', faults];
      const run = await execPlain([...args, '--', 'sh', '-c', `${ASK}/openTrades"`]);
      expect(run.status, run.stderr).toBe(0);
      const { now, answers } = documentOf(run).exec;
      expect(answers).toEqual({ listOpenTrades: { 200: 1 } });
      expect(now).toMatch(/^2024-03-04T00:00:2/);
    });

    it.each(MOST_WAYS)('moves time with its stream when its threads sleep (%s)', async way => {
      const args = [...VIRTUAL, way, '--to', '2024-03-04T00:10:00Z', '--'];
      const runs = await Promise.all(
        [1, 2].map(() => execPlain([...args, ...unheld(nodeProgram(STREAMS))])),
      );
      const [one, other] = runs.map(documentOf);
      expect(one?.exec.ending).toBe('window');
      expect(one?.exec.requests['createOrder']).toBeGreaterThan(5);
      expect(other?.ledger).toEqual(one?.ledger);
      expect(runs[0]?.stderr).toContain(
        'runs without the preload or the agent for Python, Node and Java',
      );
    });

    it('is named beside a held one, which alone moves time then', async () => {
      const sleeps =
        "await new Promise(resolve => setTimeout(resolve, 3_600_000)); console.error('slept');";
      const [file = '', bot = ''] = nodeProgram(sleeps);
      const text = `${POLL}; "$0" "$1" & ${POLL}; wait; ${POLL}`;
      const run = await execPlain([...VIRTUAL, '--unguarded', '--', 'sh', '-c', text, file, bot]);
      expect([run.status, saidBy(run)]).toEqual([0, expect.stringContaining('slept')]);
      expect(documentOf(run).exec.answers).toEqual({ getPrices: { 200: 3 } });
      expect(run.stderr).toContain('curl (process ');
      expect(Date.parse(documentOf(run).exec.now)).toBeGreaterThan(
        Date.parse('2024-03-04T01:00:00Z'),
      );
    });

    it('gets answers while a held program waits for it, and time stands still', async () => {
      const text = `
import { execFileSync } from 'node:child_process';
const before = Date.now();
console.log(execFileSync('sh', ['-c', process.argv[2]], { encoding: 'utf8' }).includes('2024-03-04T00:00'));
console.log(Date.now() - before);
`;
      const [file = '', bot = ''] = nodeProgram(text);
      const run = await execPlain(['--virtual-time', '--unguarded', '--', file, bot, POLL]);
      expect([run.status, run.stdout], run.stderr).toEqual([0, 'true\n0\n']);
    });
  },
);
