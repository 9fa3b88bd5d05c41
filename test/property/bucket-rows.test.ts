import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bucketEnd, bucketStart, DEFAULT_ALIGNMENT } from '../../src/core/candle/alignment.js';
import { BucketPlace } from '../../src/core/candle/bucket-rows.js';
import { GRANULARITIES, type Granularity } from '../../src/core/candle/granularity.js';
import { IDEAL_EXECUTION } from '../../src/core/engine/state/execution-model.js';
import { residentWindows, rowsWithin, type TickColumns } from '../../src/core/market/tick.js';
import { runBacktest } from '../../src/core/run/backtest.js';
import { REPLAY_MODES, type ReplayMode } from '../../src/core/run/run-loop.js';
import type { Scenario } from '../../src/core/run/scenario.js';
import type { Strategy } from '../../src/core/strategy/strategy.js';
import { type Instant, instant } from '../../src/core/time/instant.js';
import { account, at, pair } from '../support/market/fixtures.js';

const ALL = Object.keys(GRANULARITIES) as Granularity[];
const FROM = at('2024-03-05T10:00:00Z');
const SECOND = 1_000_000;
const NAMES = ['EUR_USD', 'GBP_USD'] as const;

/** Ticks with gaps of 0 to 40 s, and now and then of hours. */
const ticks = fc
  .array(
    fc.record({
      gap: fc.oneof(
        { weight: 9, arbitrary: fc.integer({ min: 0, max: 40 }) },
        { weight: 1, arbitrary: fc.integer({ min: 0, max: 40_000 }) },
      ),
      bid: fc.integer({ min: 108_000, max: 108_030 }),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map(rows => {
    let time: number = FROM - 300 * SECOND;
    return columnsOf(
      rows.map(({ gap, bid }) => {
        time += gap * SECOND;
        return { time, bid };
      }),
    );
  });

interface Row {
  readonly time: number;
  readonly bid: number;
}

function columnsOf(rows: readonly Row[]): TickColumns {
  return {
    length: rows.length,
    time: Float64Array.from(rows, ({ time }) => time),
    bid: Int32Array.from(rows, ({ bid }) => bid),
    ask: Int32Array.from(rows, ({ bid }) => bid + 8),
    prices: Uint32Array.from(rows, ({ bid }) => bid % 10),
  };
}

/** The same ticks in windows of `size` rows. */
function windowsOf(columns: TickColumns, size: number) {
  const { length } = columns;
  return Array.from({ length: Math.ceil(length / size) }, (_, index) => {
    const [from, to] = [index * size, Math.min(length, (index + 1) * size)];
    return residentWindows(rowsWithin(columns, from, to));
  }).flat();
}

it('finds the bucket of every row, in any order, and its last tick', () => {
  const anyRows = fc.array(fc.nat(), { maxLength: 30 });
  fc.assert(
    fc.property(ticks, fc.constantFrom(...ALL), anyRows, (columns, granularity, asked) => {
      const { length, time, bid } = columns;
      const place = new BucketPlace(granularity, DEFAULT_ALIGNMENT);
      for (const row of [...time.keys(), ...asked.map(each => each % length)]) {
        const start = bucketStart(time[row] as Instant, granularity, DEFAULT_ALIGNMENT);
        const end = bucketEnd(start, granularity, DEFAULT_ALIGNMENT);
        const rows = [...time.keys()].filter(each => {
          return (time[each] as number) >= start && (time[each] as number) < end;
        });
        place.moveTo(columns, row);
        expect([place.start, place.end]).toEqual([start, end]);
        expect([place.rowsStart, place.rowsEnd - 1]).toEqual([rows[0], rows.at(-1)]);
        expect(place.next).toBe(time[place.rowsEnd] ?? Number.POSITIVE_INFINITY);
        expect(place.last.bid[place.at]).toBe(bid[place.rowsEnd - 1]);
      }
    }),
  );
});

type Kind = readonly [name: string, granularity: Granularity];

/** Notes every candle with what can be read then, and sends an order at some of them. */
function noter(kinds: readonly Kind[], waits: number, seen: string[]): Strategy {
  const candles = kinds.map(([instrument, granularity]) => ({ instrument, granularity }));
  const [[name, granularity]] = kinds as [Kind];
  return {
    candles,
    warmUp: { [name]: { [granularity]: waits } },
    onCandle(context, candle) {
      const { instrument, granularity, bid } = candle;
      const known = context.candles(instrument, granularity, 3);
      const quotes = context.instruments.map(each => context.quote(each.name));
      seen.push(
        JSON.stringify([context.time, candle, bid?.c, quotes, [...known.high], known.exact.low]),
      );
      if (candle.volume % 3 === 0) context.createOrder({ type: 'MARKET', instrument, units: '1' });
    },
  };
}

function play(scenario: Scenario, make: (seen: string[]) => Strategy, replay: ReplayMode) {
  const seen: string[] = [];
  const strategy = make(seen);
  const { ledger, failure } = runBacktest(scenario, { strategy, replay });
  expect(failure).toBeUndefined();
  return { seen, ledger: JSON.stringify(ledger) };
}

/** A market of these ticks, in windows of `size` rows, and a strategy in it. */
function scenarioOf(sources: readonly TickColumns[], size: number, spread: number): Scenario {
  return {
    name: 'test',
    seed: 1,
    from: FROM,
    to: instant(FROM + 40_000 * SECOND),
    market: sources.map((columns, slot) => {
      const instrument = pair(NAMES[slot] as string);
      const windows = windowsOf(columns, size);
      return { instrument, ticks: { instrument: instrument.name, digest: '', windows }, halts: [] };
    }),
    accounts: [account({ id: '101-001-1-001' })],
    execution: { ...IDEAL_EXECUTION, spreadPoints: new Map([['EUR_USD', spread]]) },
    timeline: [],
    strategy: { use: 'test', params: {}, accountID: '101-001-1-001' },
    expect: { accounts: new Map(), transactions: new Map() },
  };
}

it.each([
  { instruments: 1, kinds: 1 },
  { instruments: 1, kinds: 2 },
  { instruments: 2, kinds: 4 },
])('tells the same candles, stepped to along a column or tick by tick: %o', most => {
  const names = NAMES.slice(0, most.instruments);
  const anyKinds = fc.uniqueArray(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...ALL)), {
    minLength: 1,
    maxLength: most.kinds,
    selector: ([name, granularity]) => `${name} ${granularity}`,
  });
  let told = 0;
  fc.assert(
    fc.property(
      fc.array(ticks, { minLength: most.instruments, maxLength: most.instruments }),
      fc.integer({ min: 1, max: 80 }),
      anyKinds,
      fc.record({ spread: fc.constantFrom(0, 2, 108_001), waits: fc.constantFrom(0, 0, 0, 1) }),
      (sources, size, kinds, { spread, waits }) => {
        const scenario = scenarioOf(sources, size, spread);
        const make = (seen: string[]) => noter(kinds, waits, seen);
        const [passed, taken] = REPLAY_MODES.map(mode => play(scenario, make, mode));
        expect(passed).toEqual(taken);
        told += passed?.seen.length ?? 0;
      },
    ),
  );
  expect(told).toBeGreaterThan(50);
});
