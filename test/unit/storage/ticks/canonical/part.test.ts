/** Two threads on one canonical file: the outcome is that of one, whatever stands where. */

import { describe, expect, it } from 'vitest';
import { readPart, requestPart } from '../../../../../src/storage/ticks/canonical/part.js';
import { faultOf, lines, read, rowsOf, tickFile } from '../../../../support/files/tick-files.js';

const HEADER = 'time,bid,ask';
const ROWS = Array.from({ length: 2000 }, (_, row) => {
  const stamp = new Date(1_709_632_800_000 + row * 700).toISOString().replace('Z', '0001Z');
  return `${stamp},1.1${row % 7},1.2${row % 5}`;
});
const CELLS = ROWS.map(row => row.replace('0001Z', 'Z'));
const TWO = { workers: 2, tuning: { blockBytes: 4000, workerBytes: 0 } };
const changed = (index: number, row: string) => lines(HEADER, ...CELLS.with(index, row));

describe('two threads', () => {
  it.each([
    ['plain rows', lines(HEADER, ...CELLS)],
    ['cut digits', lines(HEADER, ...ROWS)],
    [
      'volumes',
      lines(`${HEADER},bid_volume,ask_volume`, ...CELLS.map(row => `${row},5000,6500.0`)),
    ],
    ['CRLF', lines(HEADER, ...CELLS).replaceAll('\n', '\r\n')],
    ['no last line end', lines(HEADER, ...CELLS).trimEnd()],
    ['a bad row early', changed(3, 'x')],
    ['a bad row late', changed(1900, 'x')],
    ['a quoted row late', changed(1900, `"${CELLS[1900]?.replaceAll(',', '","')}"`)],
    ['a row that runs back late', changed(1900, CELLS[0] as string)],
    ['a later half that runs back', lines(HEADER, ...CELLS.slice(1000), ...CELLS.slice(0, 1000))],
    ['an earlier half that runs ahead', changed(900, CELLS[1999] as string)],
  ])('read, count and refuse %s as one does', async (_, content) => {
    const path = tickFile(content);
    for (const order of ['skip', 'sort'] as const) {
      const policy = { badRows: 'skip', order } as const;
      const one = await read(path, { policy });
      const two = await read(path, { policy, ...TWO });
      expect(rowsOf(two.columns)).toEqual(rowsOf(one.columns));
      expect({ ...two, columns: 0 }).toEqual({ ...one, columns: 0 });
    }
    const [one, two] = await Promise.all([
      faultOf(path).catch((error: Error) => error),
      faultOf(path, TWO).catch((error: Error) => error),
    ]);
    expect(two.message).toBe(one.message);
  });

  it('share the rows: the part begins where it is told, and is whole', async () => {
    const content = lines(HEADER, ...CELLS);
    const shape = { precision: 5, form: 'rfc3339', volumes: false } as const;
    const from = content.indexOf('\n', 40_000) + 1;
    const part = { path: tickFile(content), from, size: content.length, shape };
    expect(readPart(part)?.columns.length).toBe(content.slice(from).split('\n').length - 1);
    expect(await requestPart(part).outcome).toEqual(readPart(part));
    expect(readPart({ ...part, path: tickFile(content.trimEnd()) })).toBeUndefined();
    expect(readPart({ ...part, path: tickFile(content.replace(/.{9}\n$/, '\n')) })).toBeUndefined();
  });
});
