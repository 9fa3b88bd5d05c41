import { Readable } from 'node:stream';
import fc from 'fast-check';
import { parseString } from 'fast-csv';
import { expect, it } from 'vitest';
import { InputError } from '../../src/core/base/input-error.js';
import { parsePrice, RowFault } from '../../src/core/feed/parse-tick.js';
import { formatPoints } from '../../src/core/market/points.js';
import { readRows } from '../../src/data/storage/ticks/read/text-rows.js';
import { withPoint } from '../../src/data/storage/ticks/text/delimiter.js';
import { faultOf, read, tickFile } from '../support/files/tick-files.js';
import { runsOf } from '../support/random/nightly.js';

it('a price reads back the points that it was written from', () => {
  const points = fc.integer({ min: 1, max: 2_147_483_647 });
  fc.assert(
    fc.property(points, fc.integer({ min: 0, max: 8 }), (price, precision) => {
      expect(parsePrice(formatPoints(price, precision), precision, 'bid')).toBe(price);
    }),
  );
});

it('a text is a whole number of points within bounds, or a fault: never NaN', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 30 }),
    fc.double().map(String),
    fc.stringMatching(/^[0-9.eE+-]{1,20}$/),
  );
  fc.assert(
    fc.property(text, fc.boolean(), (price, snap) => {
      try {
        const points = parsePrice(price, 5, 'bid', snap);
        expect(Number.isInteger(points) && points > 0 && points <= 2_147_483_647).toBe(true);
        expect(price).toMatch(/^\d+(\.\d+)?$/);
      } catch (error) {
        if (!(error instanceof RowFault)) throw error;
      }
    }),
    { numRuns: runsOf(400) },
  );
});

/** The rows that are read from the bytes of a file. */
async function rowsOf(chunks: readonly Buffer[], delimiter = ','): Promise<string[][]> {
  const rows: string[][] = [];
  const accept = (row: readonly string[]) => void rows.push([...row]);
  await readRows('f', Readable.from(chunks), () => ({ delimiter, accept }));
  return rows;
}

/** The rows that fast-csv reads from a text. */
function parsedRows(text: string, delimiter: string): Promise<string[][]> {
  return new Promise((resolve, reject) => {
    const rows: string[][] = [];
    parseString(text, { delimiter, headers: false, ignoreEmpty: false, trim: false })
      .on('data', (row: string[]) => rows.push(row))
      .on('error', reject)
      .on('end', () => resolve(rows));
  });
}

it('rows are those of fast-csv, whichever way they are cut', async () => {
  const part = fc.constantFrom('a', '1', ',', ';', '\t', ' ', '\n', '\r\n', '\r', '\u2028');
  const text = fc.array(part, { minLength: 1, maxLength: 12 }).map(parts => parts.join(''));
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom(',', ';', '\t'), async (each, delimiter) => {
      const parsed = await parsedRows(each, delimiter);
      const rows = delimiter === ',' ? parsed : parsed.map(row => row.map(withPoint));
      expect(await rowsOf([Buffer.from(each)], delimiter)).toEqual(rows);
    }),
    { numRuns: runsOf(1000) },
  );
});

it('rows do not depend on how the bytes were cut into chunks', async () => {
  const cell = fc.constantFrom('a', '1.5', '', 'é', '"q,""x"', '\u0000', '"', '\ufeff');
  const file = fc
    .array(
      fc.array(cell, { minLength: 1, maxLength: 4 }).map(row => `x${row.join(',')}`),
      { minLength: 1 },
    )
    .chain(rows => fc.constantFrom('\n', '\r\n').map(end => Buffer.from(rows.join(end))));
  await fc.assert(
    fc.asyncProperty(file, fc.integer({ min: 1, max: 9 }), async (bytes, size) => {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      const whole = await rowsOf([bytes]);
      expect(await rowsOf(chunks)).toEqual(whole);
      expect(whole).toHaveLength(bytes.toString().split('\n').length);
    }),
  );
});

it('any bytes at all are ticks or an InputError, under every policy', async () => {
  const row = fc.constantFrom(
    '2024-03-05T10:00:00Z,1.1,1.2',
    '2024-03-05T09:00:00Z,1.1,1.2',
    '2024-03-05T10:00:01Z,1.3,1.2',
    '1709632800,1.1,1.2',
    ',,',
    '"',
    '',
    '\u0000',
    '9e9,1,1',
    '2024-03-05T10:00:00Z,1e5,NaN',
  );
  const content = fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map(bytes => Buffer.from(bytes)),
    fc.array(row, { maxLength: 12 }).map(rows => Buffer.from(`time,bid,ask\n${rows.join('\n')}`)),
  );
  const badRows = fc.constantFrom('error' as const, 'skip' as const);
  const order = fc.constantFrom('error' as const, 'skip' as const, 'sort' as const);
  await fc.assert(
    fc.asyncProperty(content, badRows, order, async (bytes, bad, disorder) => {
      const options = { policy: { badRows: bad, order: disorder } };
      const path = tickFile(bytes);
      try {
        const { columns } = await read(path, options);
        for (let at = 0; at < columns.length; at++) {
          const [time, bid, ask] = [columns.time[at], columns.bid[at], columns.ask[at]] as [
            number,
            number,
            number,
          ];
          expect(Number.isSafeInteger(time) && bid > 0 && bid <= ask).toBe(true);
          expect(time).toBeGreaterThanOrEqual(columns.time[at - 1] ?? 0);
        }
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        expect((await faultOf(path, options)).message).toBe(error.message);
      }
    }),
    { numRuns: runsOf(200) },
  );
});
