/**
 * `npm run bench`: speed and memory figures, each beside its goal and a yardstick measured in the
 * same run. Names choose benches (all but the slow ones without any), `--list` names them, `--json`
 * gives one document, `--simulations=10000`, `--minutes=10` and the other options of the dashboard make a load larger. The table is on stdout,
 * progress on stderr.
 */

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type BenchFigure, recordOf } from './measuring/figure.js';
import { say } from './measuring/progress.js';
import { tableText } from './measuring/table.js';
import { BENCHES } from './suite.js';

const RUN_ONE = fileURLToPath(new URL('./run-one.js', import.meta.url));

/** What the benches of the dashboard and of guests have in them, and for how long the first watches. */
const LOAD =
  /^--(simulations|minutes|instruments|trades|transactions|charts)=(\d+(?:\.\d+)?(?:,\d+)*)$/;
/** Compares with other programs; prints a table, or a document, of its own. */
const PEERS = 'peers';

const flags = process.argv.slice(2).filter(each => each.startsWith('--'));
const names = process.argv.slice(2).filter(each => !each.startsWith('--'));
const unknown = [
  ...names.filter(name => BENCHES[name] === undefined && name !== PEERS),
  ...flags.filter(flag => flag !== '--json' && flag !== '--list' && !LOAD.test(flag)),
];
/** A bench is a process of its own, which reads its load from the environment. */
const askedLoad = Object.fromEntries(
  flags
    .map(flag => LOAD.exec(flag))
    .flatMap(match => (match ? [[`ORRERY_BENCH_${match[1]?.toUpperCase()}`, match[2]]] : [])),
);

if (unknown.length > 0) {
  say(`unknown: ${unknown.join(', ')}; benches are ${Object.keys(BENCHES).join(', ')}`);
  process.exitCode = 2;
} else if (flags.includes('--list')) {
  for (const [name, { summary, slow }] of Object.entries(BENCHES)) {
    process.stdout.write(`${name.padEnd(8)} ${summary}${slow ? ' (slow; only by name)' : ''}\n`);
  }
  process.stdout.write(`${PEERS.padEnd(8)} other backtesters (slow; only by name, and alone)\n`);
} else if (names.length === 1 && names[0] === PEERS) {
  const { peersBench } = await import('./peers/peers-bench.js');
  await peersBench({ json: flags.includes('--json') });
} else {
  const chosen =
    names.length > 0
      ? names.filter(name => name !== PEERS)
      : Object.keys(BENCHES).filter(name => BENCHES[name]?.slow !== true);
  const figures = chosen.flatMap(runOne);
  process.stdout.write(
    flags.includes('--json')
      ? `${JSON.stringify({ benches: figures.map(recordOf) })}\n`
      : tableText(figures),
  );
}

/** The figures of one bench; none when it fails, which the exit code shows. */
function runOne(name: string): BenchFigure[] {
  say(`${name}: ${BENCHES[name]?.summary} ...`);
  const { status, stdout } = spawnSync(process.execPath, ['--expose-gc', RUN_ONE, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    env: { ...process.env, ...askedLoad },
  });
  if (status === 0) return JSON.parse(stdout) as BenchFigure[];
  say(`${name}: failed`);
  process.exitCode = 1;
  return [];
}
