/**
 * `orrery-fx`: what the command line does, for programs and notebooks. Source:
 * docs/reference/library.md.
 */

export { InputError } from '../../core/base/input-error.js';
export type { WireCandle, WireOHLC } from '../../core/candle/query.js';
export type { Transaction } from '../../core/ledger/transaction.js';
export { RefusedError } from '../../testing/sandbox/refused-error.js';
export { startServer } from '../../testing/sandbox/start-server.js';
export type * from '../../testing/types/clock.js';
export type * from '../../testing/types/server.js';
export type * from '../../testing/types/simulation.js';
export { candles } from './candles.js';
export { readLedger } from './read-ledger.js';
export { runScenario } from './run-scenario.js';
export { sweep } from './sweep.js';
export { openTicks } from './ticks.js';
export type * from './types/candles.js';
export type * from './types/loading.js';
export type * from './types/run.js';
export type * from './types/sweep.js';
export type * from './types/ticks.js';
