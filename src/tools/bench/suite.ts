/**
 * The benches by name. Each is loaded and run in a process of its own, so that the heap and the
 * compiled code of one do not affect the figures of another.
 */

import type { BenchFigure } from './measuring/figure.js';

export interface Bench {
  readonly summary: string;
  /** Run only when named. */
  readonly slow?: boolean;
  run(): BenchFigure[] | Promise<BenchFigure[]>;
}

export const BENCHES: Readonly<Record<string, Bench>> = {
  import: {
    summary: 'canonical CSV to ticks, checks and SHA-256 included',
    run: async () => (await import('./benches/import-bench.js')).importBench(),
  },
  store: {
    summary: 'writing the tick store, and opening it again',
    run: async () => (await import('./benches/store-bench.js')).storeBench(),
  },
  replay: {
    summary: 'replay that takes every tick, with orders resting',
    run: async () => (await import('./benches/replay-bench.js')).replayBench(),
  },
  skip: {
    summary: 'replay of a year that passes quiet ticks',
    run: async () => (await import('./benches/skip-bench.js')).skipBench(),
  },
  fills: {
    summary: 'market orders that fill, in the engine',
    run: async () => (await import('./benches/fills-bench.js')).fillsBench(),
  },
  sma: {
    summary: 'SMA backtests over a million ticks in one warm process',
    run: async () => (await import('./benches/sma-bench.js')).smaBench(),
  },
  sweep: {
    summary: 'studies of 1,000 SMA backtests over a million ticks, two workers beside one',
    run: async () => (await import('./benches/sweep-bench.js')).sweepBench(),
  },
  candles: {
    summary: 'candle queries after a year',
    run: async () => (await import('./benches/candles-bench.js')).candlesBench(),
  },
  ledger: {
    summary: 'look-ups in a ledger of a million transactions',
    run: async () => (await import('./benches/ledger-bench.js')).ledgerBench(),
  },
  http: {
    summary: 'requests, steps and streams of orrery serve',
    run: async () => (await import('./benches/http-bench.js')).httpBench(),
  },
  python: {
    summary: 'strategies and environments in Python',
    slow: true,
    run: async () => (await import('./benches/python-bench.js')).pythonBench(),
  },
  commit: {
    summary: 'orders that are on disk before they are answered, from 1 and 64 clients',
    run: async () => (await import('./benches/commit-bench.js')).commitBench(),
  },
  sandboxes: {
    summary: 'a thousand simulations in one server; forks and rewinds of a long past',
    run: async () => (await import('./benches/sandboxes-bench.js')).sandboxesBench(),
  },
  guests: {
    summary: 'guests that share a server: a kill, wakes, one beside another; --simulations=10000',
    slow: true,
    run: async () => (await import('./benches/guests-bench.js')).guestsBench(),
  },
  start: {
    summary: 'start-up of the program',
    run: async () => (await import('./benches/start-bench.js')).startBench(),
  },
  process: {
    summary: 'orrery run of a million ticks as a whole process',
    run: async () => (await import('./benches/process-bench.js')).processBench(),
  },
  growth: {
    summary: 'ten times the ticks, orders, accounts, instruments',
    run: async () => (await import('./benches/growth-bench.js')).growthBench(),
  },
  dashboard: {
    summary:
      'the dashboard; --minutes=10 --instruments=28 --trades=500 --transactions=100000 --charts=1,4',
    slow: true,
    run: async () => (await import('./benches/dashboard-bench.js')).dashboardBench(),
  },
  lockstep: {
    summary: 'late orders and time a line in lockstep, by rule, idle and loaded',
    slow: true,
    run: async () => (await import('./benches/lockstep-bench.js')).lockstepBench(),
  },
  polls: {
    summary: 'a poll a minute under exec --virtual-time, Node and Python',
    slow: true,
    run: async () => (await import('./benches/polls-bench.js')).pollsBench(),
  },
  long: {
    summary: 'fifty million ticks, both replay modes',
    slow: true,
    run: async () => (await import('./benches/long-bench.js')).longBench(),
  },
};
