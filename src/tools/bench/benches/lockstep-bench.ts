/**
 * Lockstep by each of its rules: a client without a hook reads 3,000 price lines and sends an order for
 * about half of them. An order is late when time has passed the price window of its line. Each rule is
 * measured on the machine as it is, and with as many busy processes beside it as twice its cores.
 */

import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { startServer } from '../../../broker/api/server.js';
import { IDLENESS, type IdleBy } from '../../../broker/runtime/lockstep/idleness.js';
import { tellsOfThreads } from '../../../broker/runtime/lockstep/threads.js';
import { windowEndAfter } from '../../../broker/runtime/simulation/price-windows.js';
import type { Simulation } from '../../../broker/runtime/simulation/simulation.js';
import { mustParse } from '../../../core/time/instant.js';
import { makeMarket } from '../loads/market.js';
import { oneAccount } from '../loads/one-account.js';
import type { TraderOrder } from '../loads/stream-trader.js';
import { atMost, type BenchFigure, figure } from '../measuring/figure.js';

const TRADER = fileURLToPath(new URL('../loads/stream-trader.js', import.meta.url));
const LINES = 3_000;
const BUSY_A_CORE = 2;
const TENTHS = 10;

/** One rule by which the client counts as idle. */
interface Rule {
  readonly by: IdleBy;
  readonly settle?: string;
}

const RULES: readonly Rule[] = [
  { by: 'threads' },
  { by: 'ack' },
  { by: 'settle', settle: '20ms' },
  { by: 'settle', settle: '5ms' },
];

/** All figures. */
export async function lockstepBench(): Promise<BenchFigure[]> {
  const figures: BenchFigure[] = [];
  for (const isLoaded of [false, true]) {
    const busy = isLoaded ? loadMachine() : [];
    try {
      for (const rule of RULES) {
        if (rule.by !== 'threads' || tellsOfThreads())
          figures.push(...(await measure(rule, isLoaded)));
      }
    } finally {
      for (const each of busy) each.kill('SIGKILL');
    }
  }
  return figures;
}

function loadMachine(): ChildProcess[] {
  const count = BUSY_A_CORE * availableParallelism();
  return Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
}

async function measure({ by, settle }: Rule, isLoaded: boolean): Promise<BenchFigure[]> {
  const trader = fork(TRADER, { execArgv: [] });
  const ended = once(trader, 'exit');
  const server = await startServer(oneAccount(makeMarket({ days: 2 })), {
    host: '127.0.0.1',
    port: 0,
    mode: 'lockstep',
    dialect: 'current',
    start: by === 'ack' ? 'at-once' : 'first-stream',
    limits: { requestsPerSecond: Number.POSITIVE_INFINITY },
    ...(settle !== undefined && { settle }),
    ...(by === 'threads' && { pid: trader.pid as number }),
  });
  const [account = { id: '', token: '' }] = server.accounts;
  const order: TraderOrder = {
    url: server.url,
    token: account.token,
    accountID: account.id,
    lines: LINES,
    controlToken: by === 'ack' ? server.controlToken : undefined,
  };
  const started = performance.now();
  trader.send(order);
  await ended;
  const ms = performance.now() - started;
  const { simulation } = server.sandbox;
  await server.close();
  const { orders, late, stretches } = lateOrders(simulation);
  const where = `${by}${settle === undefined ? '' : ` ${settle}`}, ${isLoaded ? 'loaded' : 'as it is'}`;
  const goal = IDLENESS[by].isGuaranteed ? atMost(0) : undefined;
  return [
    figure(`late orders by ${where}`, late, `of ${orders}`, { goal }),
    figure(`  tenths of the session with one`, stretches, 'of 10'),
    figure(`  a line`, ms / LINES, 'ms'),
  ];
}

/** Orders that were accepted after the price window of their line, and the tenths that have one. */
function lateOrders({ engine }: Simulation) {
  const lateness: boolean[] = [];
  for (const transaction of engine.ledger) {
    if (transaction.type !== 'MARKET_ORDER') continue;
    const line = transaction.clientExtensions?.comment;
    if (line === undefined) continue;
    lateness.push(mustParse(transaction.time) >= windowEndAfter(mustParse(line)));
  }
  const late = lateness.filter(Boolean).length;
  const tenthOf = (at: number) => Math.floor((at * TENTHS) / lateness.length);
  const tenths = new Set(lateness.flatMap((isLate, at) => (isLate ? [tenthOf(at)] : [])));
  return { orders: lateness.length, late, stretches: tenths.size };
}
