/**
 * Strategies in Python: decisions a second beside a bare exchange of as many bytes, as they are (a run
 * shares a core, the exchange does not) and with all processes on one core; steps of lanes; and, where
 * ORRERY_BENCH_PEERS names a Python that has them, the same in other libraries, on the same candles.
 */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageFile } from '../../../data/package-root.js';
import { pythonProgram } from '../../../data/storage/strategy/python/interpreter.js';
import { type BenchFigure, figure, ratioAtLeast } from '../measuring/figure.js';
import { say } from '../measuring/progress.js';

const SCRIPTS = packageFile('python/bench');
const TICKS = packageFile('data/EUR_USD_2024-03.csv.gz');
const MAIN = packageFile('dist/bundle/main.js');
/** A decision costs at most so much more than an exchange. */
const DECISION = ratioAtLeast(0.6);

const DECISIONS = {
  empty: 'a hook that does nothing',
  closes: 'a hook with numpy on 50 closes',
  orders: 'a hook with numpy on 50 closes and an order',
};
const ORDERS = { 100: 'each hundredth step', 5: 'each fifth step', 1: 'each step' };

/** All figures. */
export function pythonBench(): BenchFigure[] {
  const peers = peersRates();
  return [...decisions([]), ...decisions(['--pinned']), ...lanes(), ...peers];
}

function decisions(flags: readonly string[]): BenchFigure[] {
  const rates = ratesOf(pythonProgram(), 'decisions.py', flags) as Record<string, number>;
  const where = flags.length === 0 ? 'as they are' : 'all on one core';
  const { exchange = Number.NaN } = rates;
  return Object.entries(DECISIONS).map(([name, what]) =>
    figure(`${what}, ${where}`, rates[name] ?? Number.NaN, 'a second', {
      beside: ['bare exchange', exchange],
      ...(name === 'empty' && flags.length === 0 && { goal: DECISION }),
    }),
  );
}

function lanes(): BenchFigure[] {
  const rates = ratesOf(pythonProgram(), 'lanes.py', []) as Record<string, number>;
  return [1, 64].flatMap(count =>
    Object.entries(ORDERS).map(([every, what]) => {
      const name = `${count} ${count === 1 ? 'lane' : 'lanes'}, an order in ${what}`;
      return figure(name, rates[`${count} ${every}`] ?? Number.NaN, 'steps a second');
    }),
  );
}

/** Rates of other libraries, where they are installed. */
function peersRates(): BenchFigure[] {
  const python = process.env['ORRERY_BENCH_PEERS'];
  if (python === undefined) {
    say(
      'python: other libraries are not measured; ORRERY_BENCH_PEERS names a Python that has them',
    );
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
  try {
    const words = [MAIN, 'candles', TICKS, '--granularity', 'M1'];
    const candles = join(folder, 'candles.csv');
    writeFileSync(candles, spawnSync(process.execPath, words, { encoding: 'utf8' }).stdout);
    const found = Object.entries(ratesOf(python, 'peers.py', [candles]));
    return found.flatMap(([peer, rates]) => {
      if (typeof rates === 'number') return [figure(peer, rates, 'steps a second')];
      if (typeof rates === 'string') {
        say(`python: ${peer}: ${rates}`);
        return [];
      }
      return Object.entries(DECISIONS).map(([name, what]) =>
        figure(
          `${peer}: ${what}`,
          (rates as Record<string, number>)[name] ?? Number.NaN,
          'a second',
        ),
      );
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a script prints. @throws Error when it fails. */
function ratesOf(python: string, script: string, flags: readonly string[]): object {
  const { status, stdout, stderr } = spawnSync(python, [join(SCRIPTS, script), ...flags], {
    encoding: 'utf8',
    env: {
      ...process.env,
      PYTHONPATH: packageFile('python/src'),
      ORRERY_COMMAND: `"${process.execPath}" "${MAIN}"`,
      ORRERY_LOOKS: 'off',
    },
  });
  if (status !== 0) throw new Error(`${script} ended with ${status}: ${stderr.trim().slice(-500)}`);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as object;
}
