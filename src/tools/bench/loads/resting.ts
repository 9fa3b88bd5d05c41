/**
 * Engines with orders resting: what the replay benches time. The first hour is replayed before the
 * orders are placed, so that every instrument has a price and the placing is not timed.
 */

import { present } from '../../../core/base/present.js';
import { Engine } from '../../../core/engine/engine.js';
import { IDEAL_EXECUTION } from '../../../core/engine/state/execution-model.js';
import type { Outputs } from '../../../core/engine/state/outputs.js';
import { PLAIN_ACCOUNT } from '../../../core/ledger/account-config.js';
import { accountIDOf } from '../../../core/ledger/account-id.js';
import type { Instrument } from '../../../core/market/instrument.js';
import { formatPoints } from '../../../core/market/points.js';
import type { TickWindow } from '../../../core/market/tick.js';
import { type Extremes, noExtremes } from '../../../core/market/tick-bounds.js';
import type { ReplayMode } from '../../../core/run/run-loop.js';
import { runEngine } from '../../../core/run/run-loop.js';
import { instant, MICROS_PER_HOUR } from '../../../core/time/instant.js';
import { seconds } from '../measuring/measure.js';
import type { Market } from './market.js';

export interface RestingRun {
  readonly market: Market;
  readonly replay: ReplayMode;
  /** Orders of each account, over its instruments in turn. */
  readonly orders: number;
  readonly accounts?: number;
  /** Whether the orders lie inside the prices of the run, so that they fill one by one. */
  readonly fills?: boolean;
  readonly outputs?: Outputs;
  /**
   * Whether a copy of the engine without listeners replays the ticks before. Placing orders takes
   * longer than passing ticks, and leaves nothing of the ticks' bounds in the processor's caches.
   */
  readonly isWarm?: boolean;
}

export interface RestingResult {
  readonly engine: Engine;
  /** Ticks replayed, and the seconds that it took. */
  readonly ticks: number;
  readonly seconds: number;
}

/** Places the orders and replays the rest. */
export function replayResting(run: RestingRun): RestingResult {
  const { market, replay, outputs, accounts = 1 } = run;
  const { from, to } = market;
  const ids = Array.from({ length: accounts }, (_, index) => accountID(index));
  const engine = Engine.create({
    market: market.instruments.map(instrument => ({ instrument, halts: [] })),
    accounts: ids.map(id => ({
      ...PLAIN_ACCOUNT,
      id,
      currency: 'USD',
      balance: '1000000',
      maximumPendingOrders: 100_000,
    })),
    model: IDEAL_EXECUTION,
    seed: 1,
    from,
    ...present({ outputs }),
  });
  const start = instant(from + MICROS_PER_HOUR);
  const common = { ticks: market.windows, drivers: [], replay };
  runEngine(engine, { ...common, from, to: start });
  for (const id of ids) placeOrders(engine, id, run);
  engine.advanceTo(engine.now);
  if (run.isWarm === true) runEngine(engine.fork(), { ...common, from: start, to });
  let ticks = 0;
  const took = seconds(() => {
    ticks = runEngine(engine, { ...common, from: start, to });
  });
  return { engine, ticks, seconds: took };
}

/** The id of account number `index`. */
export function accountID(index: number): string {
  return accountIDOf({ site: 101, division: 1, user: 1_000_001 + index, number: 1 });
}

/** Least and greatest prices of `windows`. */
function extremesOf(windows: readonly TickWindow[]): Extremes {
  const extremes = noExtremes();
  for (const window of windows) window.bounds.widen(extremes, 0, window.length, window);
  return extremes;
}

function placeOrders(engine: Engine, account: string, { market, orders, fills }: RestingRun) {
  const places = market.windows.map((windows, slot) => {
    const extremes = extremesOf(windows);
    const now = engine.state.quotes.bidPoints(slot);
    const each = Math.max(1, Math.ceil(orders / market.instruments.length / 2));
    return fills === true
      ? {
          low: now - 100,
          high: now + 100,
          downBy: Math.max(1, Math.floor((now - 100 - extremes.lowBid) / each)),
          upBy: Math.max(1, Math.floor((extremes.highAsk - now - 100) / each)),
        }
      : { low: extremes.lowBid - 10, high: extremes.highAsk + 10, downBy: 1, upBy: 1 };
  });
  for (let made = 0; made < orders; made++) {
    const slot = made % places.length;
    const step = Math.floor(made / places.length);
    const place = places[slot] as (typeof places)[number];
    const { name, displayPrecision } = market.instruments[slot] as Instrument;
    const below = step % 2 === 0;
    const points = below
      ? place.low - (step >> 1) * place.downBy
      : place.high + (step >> 1) * place.upBy;
    engine.accept(account, {
      type: 'CreateOrder',
      order: {
        type: below ? 'LIMIT' : 'STOP',
        instrument: name,
        units: fills === true && !below ? '-100' : '100',
        price: formatPoints(points, displayPrecision),
      },
    });
  }
}
