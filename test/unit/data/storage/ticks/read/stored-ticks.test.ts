/** Tables whose values are read as they are stored: the ticks are those of the text of their cells. */

import {
  Float64,
  makeData,
  Table,
  TimestampNanosecond,
  TimestampSecond,
  tableToIPC,
  Vector,
} from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadOptions } from '../../../../../../src/data/storage/ticks/read/read-options.js';
import { faultOf, read, rowsOf, tickFile } from '../../../../../support/files/tick-files.js';

const NOON = 1_709_640_000_000_000_000n;
const FLOAT = new Float64();
const GENERAL = { tuning: { general: true } };

/** A file of columns of 64-bit floats, and of instants in nanoseconds or seconds. */
function fileOf(
  time: readonly bigint[],
  floats: Readonly<Record<string, readonly number[]>>,
  type: TimestampNanosecond | TimestampSecond = new TimestampNanosecond('UTC'),
): string {
  const { length } = time;
  const data = makeData({ type, length, data: BigInt64Array.from(time) });
  const columns = Object.entries(floats).map(([name, values]) => [
    name,
    new Vector([makeData({ type: FLOAT, length, data: Float64Array.from(values) })]),
  ]);
  const table = new Table({ time: new Vector([data]), ...Object.fromEntries(columns) });
  return tickFile(Buffer.from(tableToIPC(table, 'file')), 'EUR_USD.arrow');
}

/** What a reading came to: ticks and books, or the fault. */
async function outcomeOf(path: string, options: Partial<ReadOptions>) {
  try {
    const { columns, digest, ...books } = await read(path, options);
    return { rows: rowsOf(columns), books };
  } catch (error) {
    return String(error);
  }
}

describe('stored values of a table', () => {
  it('are read as their text would be, cut digits and volumes included', async () => {
    const path = fileOf([NOON, NOON + 1_500n, NOON + 2_000n], {
      bid: [1.1, 1.137_020_000_000_000_1, 1.2],
      ask: [1.1, 1.137_03, 1.200_01],
      bid_volume: [0, 1_500_000, 2],
      ask_volume: [1_000_000, 1, 2_000_000],
    });
    const ticks = await read(path, { volumes: 'units' });
    expect(rowsOf(ticks.columns)).toEqual([
      '2024-03-05T12:00:00.000000Z 110000 110000 0 1000000',
      '2024-03-05T12:00:00.000001Z 113702 113703 1500000 1',
      '2024-03-05T12:00:00.000002Z 120000 120001 2 2000000',
    ]);
    expect([ticks.rows, ticks.cutDigits]).toEqual([3, 1]);
  });

  it('that are no price, or go back in time, are refused by the row', async () => {
    for (const [bid, rule] of [
      [1.300_01, 'bid: must not be above ask, was 1.30001 over 1.30000'],
      [-1, 'bid: must be a plain decimal number, was "-1.00000"'],
      [Number.NaN, 'bid: must be a number, was empty'],
      [1.100_001, 'bid: has more than 5 decimals, was 1.100001'],
      [30_000, 'bid: is too large, was 30000.00000'],
    ] as const) {
      const path = fileOf([NOON, NOON], { bid: [1.1, bid], ask: [1.3, 1.3] });
      expect((await faultOf(path)).message).toMatch(`EUR_USD.arrow:2:29: ${rule}`);
    }
    const path = fileOf([NOON, NOON - 1_000n], { bid: [1.1, 1.1], ask: [1.3, 1.3] });
    expect((await faultOf(path)).rule).toMatch(/^must not go back/);
  });

  it('may be instants of any unit and year', async () => {
    const seconds = [0n, 1_709_640_000n, 4_102_444_800n];
    const prices = { bid: [1, 1, 1], ask: [2, 2, 2] };
    const path = fileOf(seconds, prices, new TimestampSecond('Europe/Zurich'));
    expect(rowsOf((await read(path)).columns).map(row => row.slice(0, 20))).toEqual([
      '1970-01-01T00:00:00.',
      '2024-03-05T12:00:00.',
      '2100-01-01T00:00:00.',
    ]);
    const early = fileOf([-5n], { bid: [1], ask: [2] }, new TimestampSecond('UTC'));
    expect((await faultOf(early)).rule).toMatch(/^must be in the years 1970 to 2100, was "1969-/);
  });

  it('give the same ticks and books as their text, for all policies', async () => {
    const price = fc.oneof(
      {
        weight: 9,
        arbitrary: fc.integer({ min: 109_990, max: 110_010 }).map(points => points / 1e5),
      },
      fc.double({ min: -1, max: 2, noDefaultInfinity: false }),
      fc.integer({ min: 1_099_900, max: 1_100_100 }).map(tenths => tenths / 1e6),
    );
    const row = fc.record({
      step: fc.oneof(
        { weight: 9, arbitrary: fc.integer({ min: 0, max: 3_000 }) },
        fc.constant(-5_000),
      ),
      bid: price,
      ask: price.map(value => value + 0.0001),
      volume: fc.oneof(fc.integer({ min: 1_000, max: 9_000_000 }), fc.double()),
    });
    const policies = fc.record({
      badRows: fc.constantFrom('error', 'skip') as fc.Arbitrary<'error' | 'skip'>,
      order: fc.constantFrom('error', 'skip', 'sort') as fc.Arbitrary<'error' | 'skip' | 'sort'>,
    });
    const rows = fc.array(row, { minLength: 1, maxLength: 40 });
    const property = fc.asyncProperty(
      rows,
      policies,
      fc.boolean(),
      fc.boolean(),
      async (given, policy, round, hasVolumes) => {
        let at = NOON;
        const time = given.map(({ step }) => {
          at += BigInt(step);
          return at;
        });
        const path = fileOf(time, {
          bid: given.map(({ bid }) => bid),
          ask: given.map(({ ask }) => ask),
          ...(hasVolumes && {
            bid_volume: given.map(({ volume }) => volume),
            ask_volume: given.map(() => 1),
          }),
        });
        const options = { policy, round, volumes: 'units' } as const;
        expect(await outcomeOf(path, options)).toEqual(
          await outcomeOf(path, { ...options, ...GENERAL }),
        );
      },
    );
    await fc.assert(property, { numRuns: 150 });
  });
});
