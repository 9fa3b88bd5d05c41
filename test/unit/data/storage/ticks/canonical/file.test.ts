/** The quick way through canonical files: which files it reads itself, and which it leaves alone. */

import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type QuickOptions,
  readQuickly,
} from '../../../../../../src/data/storage/ticks/canonical/file.js';
import { lines, read, rowsOf, tickFile } from '../../../../../support/files/tick-files.js';
import { pair } from '../../../../../support/market/fixtures.js';

const HEADER = 'time,bid,ask';
const ROW = '2024-03-05T10:00:00.123Z,1.10000,1.20000';
const LATER = '2024-03-05T10:01:00Z,1.1,1.2';

function quick(path: string, options: Partial<QuickOptions> = {}) {
  const context = { timeUnit: undefined, timeZone: undefined };
  const file = { path, size: statSync(path).size };
  return readQuickly(file, { instrument: pair('EUR_USD'), context, ...options });
}

describe('the quick way', () => {
  it.each([
    ['plain rows', lines(HEADER, ROW, LATER), 2],
    ['no end after the last line', `${HEADER}\n${ROW}\n${LATER}`, 2],
    ['CRLF and a byte order mark', `\ufeff${HEADER}\r\n${ROW}\r\n`, 1],
    ['volumes', lines(`${HEADER},bid_volume,ask_volume`, `${ROW},1000000,500.000`), 1],
    ['epochs', lines(HEADER, '1709632800123,1.1,1.2', '1709632800124,1.1,1.2'), 2],
    ['other forms of RFC 3339', lines(HEADER, '2024-03-05 10:00:00+01:00,1.1,1.2', ROW), 2],
  ])('reads %s', async (_, content, length) => {
    const path = tickFile(content);
    const found = await quick(path);
    expect(found?.digest).toBe(createHash('sha256').update(readFileSync(path)).digest('hex'));
    expect(found?.builder.finish().columns.length).toBe(length);
    expect((await quick(tickFile(content, 'EUR_USD.csv.gz')))?.builder.length).toBe(length);
  });

  it('counts bad rows and rows that run back under the policies, without stopping', async () => {
    const content = lines(HEADER, LATER, 'x', ROW, '', LATER, '2024-03-05T10:01:00Z,1.3,1.2');
    const skip = await quick(tickFile(content), { policy: { badRows: 'skip', order: 'skip' } });
    expect(skip?.builder.finish().books).toMatchObject({ rows: 6, sorted: 0, equalTimes: 1 });
    const sort = await quick(tickFile(content), { policy: { badRows: 'skip', order: 'sort' } });
    const { columns, books } = sort?.builder.finish() ?? {};
    expect(books?.sorted).toBe(1);
    expect(columns?.time[0]).toBeLessThan(columns?.time[1] ?? 0);
  });

  it.each([
    ['quotes', lines(HEADER, '"2024-03-05T10:00:00Z",1.1,1.2')],
    ['a carriage return inside a line', lines(HEADER, '2024-03-05T10:00:00Z\r,1.1,1.2')],
    ['a NUL byte', lines(HEADER, '2024-03-05T10:00:00Z,1.1,1.2\u0000')],
    ['letters beyond ASCII', lines(HEADER, '2024-03-05T10:00:00Z,1.1,é')],
    ['a line that begins with a blank', lines(HEADER, ' ,1.1,1.2')],
    ['an endless line', lines(HEADER, `${'1'.repeat(70_000)},1,2`)],
    ['another header', lines('date,bid,ask', ROW)],
  ])('leaves a file with %s alone', async (_, content) => {
    const policy = { badRows: 'skip', order: 'skip' } as const;
    expect(await quick(tickFile(content), { policy })).toBeUndefined();
  });

  it('leaves a fault of the file to the general way, with its message', async () => {
    expect(await quick(tickFile(lines(HEADER, ROW, 'x')))).toBeUndefined();
  });

  it('reads rows that straddle blocks, and grows with them', async () => {
    const rows = Array.from({ length: 10_000 }, (_, row) => {
      const stamp = new Date(1_709_632_800_000 + row * 700).toISOString();
      return `${stamp},1.1${row % 7},1.2${row % 5}`;
    });
    const path = tickFile(lines(HEADER, ...rows));
    const small = await read(path, { tuning: { blockBytes: 1000 } });
    const general = await read(path, { tuning: { general: true } });
    expect(rowsOf(small.columns).join('\n')).toBe(rowsOf(general.columns).join('\n'));
    expect(small).toEqual({ ...general, columns: expect.anything() });
  });

  it('reports its progress, and does not run back when the file is read anew', async () => {
    const content = lines(
      HEADER,
      ...Array.from({ length: 100 }, () => ROW),
      `"${ROW.slice(0, 24)}",1,2`,
    );
    const told: number[] = [];
    await read(tickFile(content), {
      tuning: { blockBytes: 1000 },
      onProgress: (bytes, total) => void told.push(bytes / total),
    });
    expect(told.length).toBeGreaterThan(3);
    expect(told.at(-1)).toBe(1);
    expect(told.every((part, index) => part > (told[index - 1] ?? 0))).toBe(true);
  });
});
