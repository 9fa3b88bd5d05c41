import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatPoints } from '../../src/core/market/points.js';
import { formatRfc3339, type Instant } from '../../src/core/time/instant.js';
import { CsvBlock } from '../../src/data/storage/ticks/csv-block.js';

const rows = fc.array(
  fc.record({
    time: fc.maxSafeInteger(),
    points: fc.oneof(
      fc.integer({ min: -2_147_483_648, max: 2_147_483_647 }),
      fc.integer({ min: -20, max: 20 }),
    ),
    precision: fc.integer({ min: 0, max: 8 }),
    other: fc.double({ noNaN: true }),
  }),
  { minLength: 1, maxLength: 20 },
);

it('rows as bytes are those that the formatters give', () => {
  fc.assert(
    fc.property(rows, given => {
      const block = new CsvBlock();
      let expected = '';
      for (const { time, points, precision, other } of given) {
        block.time(time, 6);
        block.price(points, precision);
        block.number(other);
        block.endRow();
        const at = formatRfc3339(time as Instant).slice(0, 26);
        expected += `${at}Z,${formatPoints(points, precision)},${other}\n`;
      }
      expect(block.take().toString('latin1')).toBe(expected);
      expect(block.take()).toHaveLength(0);
    }),
  );
});

it('milliseconds have three digits', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_102_444_800_000 }), millis => {
      const block = new CsvBlock();
      block.time(millis * 1_000, 3);
      expect(block.take().toString('latin1')).toBe(new Date(millis).toISOString());
    }),
  );
});
