import { expect, it } from 'vitest';
import { DEFAULT_ALIGNMENT } from '../../../../../src/core/candle/alignment.js';
import { Engine } from '../../../../../src/core/engine/engine.js';
import { IDEAL_EXECUTION } from '../../../../../src/core/engine/state/execution-model.js';
import { FeedMerge } from '../../../../../src/core/feed/merge.js';
import { residentWindows, type TickRows } from '../../../../../src/core/market/tick.js';
import { instant } from '../../../../../src/core/time/instant.js';
import { account, at, pair } from '../../../../support/market/fixtures.js';

const SECOND = 1_000_000;
const TICKS = 600;

it('leaves the feed where the prices end when a listener throws in the middle of many candles', () => {
  const from = at('2024-03-05T10:00:00Z');
  const windows = residentWindows({
    length: TICKS,
    time: Float64Array.from({ length: TICKS }, (_, row) => from + row * SECOND),
    bid: new Int32Array(TICKS).fill(110_000),
    ask: new Int32Array(TICKS).fill(110_010),
  });
  let candles = 0;
  const engine = Engine.create({
    market: [{ instrument: pair('EUR_USD'), halts: [] }],
    accounts: [account()],
    model: IDEAL_EXECUTION,
    seed: 1,
    from,
    outputs: {
      onCandle() {
        candles += 1;
        if (candles === 4) throw new Error('the fourth');
      },
    },
    candles: [{ slot: 0, granularity: 'M1', alignment: DEFAULT_ALIGNMENT }],
  });
  const feed = new FeedMerge([windows], from, instant(from + TICKS * SECOND));
  // A market that is open has its first tick looked at.
  feed.next();
  engine.tick(feed as TickRows, feed.row);
  expect(() => engine.pass(feed, Number.POSITIVE_INFINITY)).toThrow('the fourth');
  expect(engine.state.candles[0]?.length).toBe(240);
  expect([feed.remaining, feed.peekTime()]).toEqual([TICKS - 240, from + 240 * SECOND]);
});

it('announces no candle of the bucket in which the window begins when it has no tick', () => {
  const from = at('2024-03-05T10:00:30Z');
  // One tick long before the window, and three after its first bucket.
  const times = [from - 120 * SECOND, ...[60, 70, 100].map(each => from + each * SECOND)];
  const windows = residentWindows({
    length: times.length,
    time: Float64Array.from(times),
    bid: new Int32Array(times.length).fill(110_000),
    ask: new Int32Array(times.length).fill(110_010),
  });
  const until = instant(from + 120 * SECOND);
  const ticks = { instrument: 'EUR_USD', digest: '', windows };
  const candles: unknown[] = [];
  const engine = Engine.create({
    market: [{ instrument: pair('EUR_USD'), halts: [], ticks }],
    accounts: [account()],
    model: IDEAL_EXECUTION,
    seed: 1,
    from,
    outputs: {
      onCandle: ({ start, from: row, to }) => void candles.push([start - from, to - row]),
    },
    candles: [{ slot: 0, granularity: 'M1', alignment: DEFAULT_ALIGNMENT }],
  });
  const feed = new FeedMerge([windows], from, until);
  while (feed.next()) engine.tick(feed as TickRows, feed.row);
  engine.advanceTo(until);
  expect(candles).toEqual([[30 * SECOND, 2]]);
});
