/**
 * A poll a minute under `exec --virtual-time`, by Node's `fetch` and by Python's `http.client`: wall and processor time
 * of a poll, of all processes together. What an idle program costs is taken off.
 */

import { spawnSync } from 'node:child_process';
import { MAIN, runNode } from '../measuring/child.js';
import { atMost, type BenchFigure, figure } from '../measuring/figure.js';
import { middle } from '../measuring/measure.js';

const POLLS = 2_000;
const ROUNDS = 3;
const MS_PER_SECOND = 1_000;
const PATH = '/instruments/EUR_USD/candles?granularity=M1&count=2';

const NODE = `const base = 'https://api-fxpractice.oanda.com/v3/accounts/' + process.env.ORRERY_ACCOUNT;
const headers = { authorization: 'Bearer x' };
for (let left = Number(process.argv[1]); left > 0; left -= 1) {
  await (await fetch(base + '${PATH}', { headers })).text();
  await new Promise(resolve => setTimeout(resolve, 60_000));
}`;

const PYTHON = `import http.client, os, sys, time
connection = http.client.HTTPSConnection('api-fxpractice.oanda.com')
for _ in range(int(sys.argv[1])):
    connection.request('GET', '/v3/accounts/' + os.environ['ORRERY_ACCOUNT'] + '${PATH}', headers={'Authorization': 'Bearer x'})
    connection.getresponse().read()
    time.sleep(60)
`;

/** Milliseconds of a poll; a week of M1 has 7,200, so that 8 s are 1.1 ms each. */
export function pollsBench(): BenchFigure[] {
  const node = [process.execPath, '--input-type=module', '-e', NODE];
  const figures = ofProgram("Node's fetch", node, 1.1);
  const hasPython = spawnSync('python3', ['--version']).status === 0;
  return hasPython
    ? [...figures, ...ofProgram("Python's http.client", ['python3', '-c', PYTHON], 2.1)]
    : figures;
}

function ofProgram(name: string, program: readonly string[], goalMs: number): BenchFigure[] {
  const [idle, busy] = [costs(program, 0), costs(program, POLLS)];
  return (['wall', 'cpu'] as const).map(kind =>
    figure(
      `exec: a poll by ${name}, ${kind}`,
      ((busy[kind] - idle[kind]) / POLLS) * MS_PER_SECOND,
      'ms',
      kind === 'wall' ? { goal: atMost(goalMs) } : {},
    ),
  );
}

/** The middle of some runs. */
function costs(program: readonly string[], polls: number) {
  const words = [MAIN, 'exec', '--virtual-time', '--', ...program, String(polls)];
  const runs = Array.from({ length: ROUNDS }, () => runNode(words));
  return { wall: middle(runs.map(run => run.wall)), cpu: middle(runs.map(run => run.cpu)) };
}
