/**
 * Market orders that fill, without HTTP: from the request to the order, its fill and the next check
 * of margin. Yardstick: writing the same transactions as JSON.
 */

import type { Engine } from '../../../core/engine/engine.js';
import type { Transaction } from '../../../core/ledger/transaction.js';
import { rowsOf, type TickWindow } from '../../../core/market/tick.js';
import { type Market, makeMarket } from '../loads/market.js';
import { ACCOUNT, engineOver } from '../loads/one-account.js';
import { atMost, type BenchFigure, figure, type Goal } from '../measuring/figure.js';
import { bytesInUse, middle, seconds } from '../measuring/measure.js';

const ORDERS = 28_790;
/** Ticks between two orders. */
const STEP = 20;
const DAYS = 28;
const ROUNDS = 9;
const MICROS_MAX = 6;
const MICROS = 1e6;
const INSTRUMENT = 'EUR_USD';

/** Times and bytes of an order that turns the position. */
export function fillsBench(): BenchFigure[] {
  const market = makeMarket({ days: DAYS, names: [INSTRUMENT] });
  const window = market.windows[0]?.[0];
  if (window === undefined) throw new Error('no ticks were made');
  const times: number[] = [];
  const told: number[] = [];
  const written: number[] = [];
  const texts: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const engine = engineOver(market);
    times.push(seconds(() => turn(engine, window)) / ORDERS);
    let ledger: readonly Transaction[] = [];
    const write = () => {
      ledger = engine.ledger.slice();
    };
    written.push(seconds(write) / ORDERS);
    texts.push(seconds(() => JSON.stringify(ledger)) / ORDERS);
    const heard = engineOver(market, { onTransaction: () => undefined });
    told.push(seconds(() => turn(heard, window)) / ORDERS);
  }
  const beside = ['its two transactions as JSON', middle(texts) * MICROS] as const;
  const row = (name: string, durations: readonly number[], goal?: Goal) =>
    figure(name, middle(durations) * MICROS, 'us', { beside, goal });
  return [
    row('market order that fills, in the engine', times, atMost(MICROS_MAX)),
    row('the same, and a listener is told of its transactions', told),
    row('writing out the fill later', written),
    figure('memory of an order, its fill and its trade', bytesOf(market, window), 'bytes'),
  ];
}

/**
 * What the orders of an engine keep. It is measured after all times: when V8 collects everything, code for
 * objects of which none is left is thrown away too, and the next fills take half as long again.
 */
function bytesOf(market: Market, window: TickWindow): number {
  const engine = engineOver(market);
  const before = bytesInUse();
  turn(engine, window);
  return (bytesInUse() - before) / ORDERS;
}

/** Turns the position from long to short and back, at every STEPth tick. */
function turn(engine: Engine, window: TickWindow): void {
  const rows = rowsOf(0, window);
  for (let made = 0; made < ORDERS; made++) {
    engine.tick(rows, (made + 1) * STEP);
    const units = made === 0 ? '1000' : made % 2 === 0 ? '2000' : '-2000';
    engine.accept(ACCOUNT, {
      type: 'CreateOrder',
      order: { type: 'MARKET', instrument: INSTRUMENT, units },
    });
    engine.advanceTo(engine.now);
  }
}
