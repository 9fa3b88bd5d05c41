/**
 * Replay tick by tick, with orders resting, over the full engine: ticks a second on one thread.
 * Yardstick: a bare loop over the same typed arrays that keeps a high and a low.
 */

import { Engine } from '../core/engine/engine.js';
import { IDEAL_EXECUTION } from '../core/engine/execution.js';
import { runEngine } from '../core/engine/run.js';
import { generateTicks } from '../core/feed/synthetic.js';
import { PLAIN_ACCOUNT } from '../core/ledger/account-config.js';
import type { Instrument } from '../core/market/instrument.js';
import { instrumentTable } from '../core/market/instrument-table.js';
import { formatPoints } from '../core/market/points.js';
import { residentWindows, type TickColumns, type TickWindow } from '../core/market/tick.js';
import { instant, MICROS_PER_DAY, parseInstant } from '../core/time/instant.js';
import type { Figure } from './main.js';
import { median, seconds } from './measure.js';

const ROUNDS = 5;
const DAYS = 33;
const ACCOUNT = '101-001-1000001-001';

/** Replay with 10 and with 1,000 resting orders. */
export function replayBench(): Figure[] {
  const instrument = instrumentTable().get('EUR_USD') as Instrument;
  const from = parseInstant('2024-03-03T22:00:00Z')?.at ?? instant(0);
  const to = instant(from + DAYS * MICROS_PER_DAY);
  const [columns] = generateTicks({
    instruments: [instrument],
    from,
    to,
    seed: 42,
    ticksPerDay: 44_000,
  });
  if (columns === undefined) throw new Error('no ticks were generated');
  const raw = columns.length / median(ROUNDS, () => seconds(() => rawLoop(columns)));
  return [10, 1000].map(orders => {
    const rate = columns.length / median(ROUNDS, () => replaySeconds(instrument, columns, orders));
    return {
      name: `replay tick by tick, ${orders} resting orders`,
      value: Math.round(rate),
      unit: 'ticks/s',
      yardstick: `raw loop (${(raw / 1e6).toFixed(0)} M ticks/s)`,
      ratio: rate / raw,
    };
  });
}

function replaySeconds(instrument: Instrument, columns: TickColumns, orders: number): number {
  const from = instant(columns.time[0] as number);
  const to = instant((columns.time[columns.length - 1] as number) + 1);
  const engine = Engine.create({
    market: [{ instrument, halts: [] }],
    accounts: [
      {
        ...PLAIN_ACCOUNT,
        id: ACCOUNT,
        currency: 'USD',
        balance: '1000000',
        maximumPendingOrders: 10_000,
      },
    ],
    model: IDEAL_EXECUTION,
    seed: 1,
    from,
  });
  const windows = residentWindows(columns);
  engine.tick(0, windows[0] as TickWindow, 0);
  placeOrders(engine, instrument, columns, orders);
  return seconds(() =>
    runEngine(engine, { ticks: [windows], drivers: [], from, to, replay: 'every-tick' }),
  );
}

/** Limits below and stops above all prices of the run, so that they rest to the end. */
function placeOrders(
  engine: Engine,
  { displayPrecision }: Instrument,
  { bid, ask }: TickColumns,
  orders: number,
): void {
  const low = bid.reduce((least, price) => Math.min(least, price)) - 10;
  const high = ask.reduce((most, price) => Math.max(most, price)) + 10;
  for (let made = 0; made < orders; made++) {
    const below = made % 2 === 0;
    const points = below ? low - made : high + made;
    engine.accept(ACCOUNT, {
      type: 'CreateOrder',
      order: {
        type: below ? 'LIMIT' : 'STOP',
        instrument: 'EUR_USD',
        units: '100',
        price: formatPoints(points, displayPrecision),
      },
    });
  }
  engine.advanceTo(engine.now);
}

/** What any replay has to do at the least: read every time, bid and ask. */
function rawLoop({ time, bid, ask, length }: TickColumns): number {
  let high = 0;
  let low = 2_147_483_647;
  let last = 0;
  for (let row = 0; row < length; row++) {
    if ((ask[row] as number) > high) high = ask[row] as number;
    if ((bid[row] as number) < low) low = bid[row] as number;
    last = time[row] as number;
  }
  return high + low + last;
}
