/** Corrupt files (invariant F11): each is named by file, line, column and rule, or skipped and counted. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  faultOf,
  lines,
  read,
  rowsOf,
  scratchPath,
  tickFile,
} from '../../../../../support/files/tick-files.js';

const HEADER = 'time,bid,ask';
const GOOD = '2024-03-05T10:00:00Z,1.1,1.2';
const LATER = '2024-03-05T10:00:01Z,1.1,1.2';
const at = (row: string) => lines(HEADER, GOOD, row, LATER);

/** Title, content, what the message ends with. */
const ROWS: readonly (readonly [string, string, string])[] = [
  ['too few columns', at('2024-03-05T10:00:00Z,1.1'), ':3:1: row: must have 3 columns, was 2'],
  ['too many columns', at(`${GOOD},7`), ':3:1: row: must have 3 columns, was 4'],
  ['a blank line', at(''), ':3:1: row: is blank'],
  ['a line of blanks', at('   '), ':3:1: row: is blank'],
  ['a NUL byte', at('2024-03-05T10:00:00Z,1.\u00001,1.2'), ':3:1: row: holds a NUL byte'],
  [
    'a quote that never closes',
    at('2024-03-05T10:00:00Z,"1.1,1.2'),
    ':3:1: row: has a quote that is not closed',
  ],
  [
    'a quote inside a cell',
    at('2024-03-05T10:00:00Z,1"1,1.2'),
    ':3:1: row: has a quote that is not closed',
  ],
  [
    'NaN',
    at('2024-03-05T10:00:00Z,NaN,1.2'),
    ':3:22: bid: must be a plain decimal number, was "NaN"',
  ],
  [
    'Inf',
    at('2024-03-05T10:00:00Z,1.1,Inf'),
    ':3:26: ask: must be a plain decimal number, was "Inf"',
  ],
  [
    '1e400',
    at('2024-03-05T10:00:00Z,1e400,1.2'),
    ':3:22: bid: must be a plain decimal number, was "1e400"',
  ],
  [
    '0x10',
    at('2024-03-05T10:00:00Z,0x10,1.2'),
    ':3:22: bid: must be a plain decimal number, was "0x10"',
  ],
  ['a decimal comma', at('2024-03-05T10:00:00Z,1,5,1.2'), ':3:1: row: must have 3 columns, was 4'],
  [
    'a quoted decimal comma',
    at('2024-03-05T10:00:00Z,"1,5",1.2'),
    ':3:22: bid: must be a plain decimal number, was "1,5"',
  ],
  [
    'a negative price',
    at('2024-03-05T10:00:00Z,-1.1,1.2'),
    ':3:22: bid: must be a plain decimal number, was "-1.1"',
  ],
  ['a price of zero', at('2024-03-05T10:00:00Z,0,1.2'), ':3:22: bid: must be above zero, was 0'],
  ['a missing price', at('2024-03-05T10:00:00Z,,1.2'), ':3:22: bid: must be a number, was empty'],
  [
    'bid over ask',
    at('2024-03-05T10:00:00Z,1.3,1.2'),
    ':3:22: bid: must not be above ask, was 1.3 over 1.2',
  ],
  [
    'excess digits',
    at('2024-03-05T10:00:00Z,1.100001,1.2'),
    ':3:22: bid: has more than 5 decimals, was 1.100001',
  ],
  [
    'time running back',
    at('2024-03-05T09:59:59Z,1.1,1.2'),
    ':3:1: time: must not go back, was 2024-03-05T09:59:59.000000000Z after 2024-03-05T10:00:00.000000000Z',
  ],
  [
    'a time without a zone',
    at('2024-03-05T10:00:00,1.1,1.2'),
    ':3:1: time: must have a zone (Z or +hh:mm), was 2024-03-05T10:00:00',
  ],
  [
    'no date',
    at('2024-02-30T10:00:00Z,1.1,1.2'),
    ':3:1: time: must be an RFC 3339 time, was "2024-02-30T10:00:00Z"',
  ],
  ['no time', at(',1.1,1.2'), ':3:1: time: must be an RFC 3339 time, was ""'],
  [
    'an epoch among RFC 3339',
    at('1709632800,1.1,1.2'),
    ':3:1: time: must be an RFC 3339 time, was "1709632800"',
  ],
  [
    'a year that no table covers',
    at('9999-03-05T10:00:00Z,1.1,1.2'),
    ':3:1: time: must be in the years 1970 to 2100, was "9999-03-05T10:00:00Z"',
  ],
  [
    'epochs of mixed units',
    lines(HEADER, '1709632800,1.1,1.2', '1709632801000,1.1,1.2'),
    ':3:1: time: must be an epoch in s as in the first row, was 1709632801000 (ms)',
  ],
  [
    'a truncated last row',
    `${lines(HEADER, GOOD)}2024-03-05T10:00:01Z,1.`,
    ':3:1: row: must have 3 columns, was 2',
  ],
];

describe('a corrupt row', () => {
  it.each(ROWS)('names the place and the rule of %s', async (_, content, message) => {
    const fault = await faultOf(tickFile(content, 'EUR_USD.csv'));
    expect(fault.kind).toBe('data');
    expect(fault.message).toMatch(/EUR_USD\.csv:\d+:\d+: /);
    expect(fault.message.slice(fault.message.indexOf('EUR_USD.csv') + 11)).toBe(message);
  });

  it.each(ROWS.filter(([title]) => title !== 'time running back'))(
    'is counted and listed under the skip policy: %s',
    async (_, content) => {
      const ticks = await read(tickFile(content), { policy: { badRows: 'skip' } });
      expect(
        ticks.skipped.map(({ count, firstLines, harmless }) => [count, firstLines, harmless]),
      ).toEqual([[1, [3], undefined]]);
      expect(ticks.rows).toBe(ticks.columns.length + 1);
      expect(
        [...ticks.columns.time, ...ticks.columns.bid, ...ticks.columns.ask].some(Number.isNaN),
      ).toBe(false);
    },
  );

  it('is Latin-1 where bytes are no UTF-8', async () => {
    const content = Buffer.from(at('2024-03-05T10:00:00Z,1.1\u00a0,1.2'), 'latin1');
    expect((await faultOf(tickFile(content))).rule).toBe('is not UTF-8');
  });

  it('names its own line after CRLF, quotes and a skipped row', async () => {
    const content = `\ufeff${HEADER}\r\n"2024-03-05T10:00:00Z","1.1","1.2"\r\n\r\n${LATER}\r\nx,1,2\r\n`;
    const ticks = await read(tickFile(content), { policy: { badRows: 'skip' } });
    expect(ticks.columns.length).toBe(2);
    expect(ticks.skipped.map(each => [each.rule, each.firstLines])).toEqual([
      ['row: is blank', [3]],
      ['time: must be an RFC 3339 time', [5]],
    ]);
  });

  it('does not stop at a quote that would swallow the rest of the file', async () => {
    const content = at('"2024-03-05T10:00:00Z,1.1,1.2');
    const ticks = await read(tickFile(content), { policy: { badRows: 'skip' } });
    expect(ticks.columns.length).toBe(2);
  });
});

describe('what is odd but sound', () => {
  it.each([
    ['a byte order mark', `\ufeff${lines(HEADER, GOOD)}`],
    ['CRLF', lines(HEADER, GOOD).replaceAll('\n', '\r\n')],
    ['quotes', lines('"time","bid","ask"', '"2024-03-05T10:00:00Z","1.1","1.2"')],
    ['no end after the last line', `${HEADER}\n${GOOD}`],
    ['upper-case names', lines('Time,BID,Ask', GOOD)],
  ])('reads a file with %s', async (_, content) => {
    expect(rowsOf((await read(tickFile(content))).columns)).toEqual([
      '2024-03-05T10:00:00.000000Z 110000 120000',
    ]);
  });

  it('keeps ticks of one time in the order of the file, and counts them', async () => {
    const ticks = await read(
      tickFile(lines(HEADER, GOOD, '2024-03-05T10:00:00Z,1.11,1.2', GOOD, GOOD)),
    );
    expect([...ticks.columns.bid]).toEqual([110_000, 111_000, 110_000, 110_000]);
    expect([ticks.equalTimes, ticks.duplicates]).toEqual([3, 1]);
  });

  it('lists gaps of an hour or more', async () => {
    const content = lines(
      HEADER,
      GOOD,
      '2024-03-05T10:59:59Z,1.1,1.2',
      '2024-03-05T12:00:00Z,1.1,1.2',
    );
    const { gaps } = await read(tickFile(content));
    expect(gaps.map(({ from, to }) => (to - from) / 1e6)).toEqual([3601]);
  });
});

describe('a file that is no tick file', () => {
  it('is refused without a header, with what was seen and what is known', async () => {
    const fault = await faultOf(tickFile(lines(GOOD, LATER)));
    expect(fault.message).toMatch(
      /EUR_USD\.csv:1: fits no known layout: its first line seems to be a row of .*, was "2024-/,
    );
  });

  it('is refused when it is empty, or holds a header only, or a byte order mark only', async () => {
    expect((await faultOf(tickFile(''))).rule).toBe('is empty');
    expect((await faultOf(tickFile('', 'EUR_USD.csv.gz'))).rule).toBe('is empty');
    expect((await faultOf(tickFile('\ufeff'))).rule).toBe('is empty');
    expect((await faultOf(tickFile(lines(HEADER)))).rule).toBe('holds no tick');
  });

  it('is refused when every row is bad, with the commonest reason', async () => {
    const fault = await faultOf(tickFile(lines(HEADER, 'x', 'y', `z,1.1,1.2`)), {
      policy: { badRows: 'skip' },
    });
    expect(fault.rule).toBe('holds no tick; 2 rows left out: row: must have 3 columns');
  });

  it('is refused when gzip is cut in half, flipped, or no gzip at all', async () => {
    const whole = gzipSync(lines(HEADER, ...Array.from({ length: 5000 }, () => GOOD)));
    const broken = Buffer.from(whole);
    broken[whole.length - 6] = (broken[whole.length - 6] ?? 0) ^ 255;
    for (const content of [whole.subarray(0, whole.length / 2), broken, Buffer.from(at(GOOD))]) {
      const path = scratchPath('EUR_USD.csv.gz');
      writeFileSync(path, content);
      const fault = await faultOf(path, { policy: { badRows: 'skip' } });
      expect(fault.rule).toMatch(/^is not a complete gzip file \(Z_(BUF|DATA)_ERROR\)$/);
    }
  });

  it('is refused when it is absent, a folder, a FIFO or a device', async () => {
    const folder = dirname(scratchPath('x'));
    const fifo = scratchPath('EUR_USD.csv');
    execFileSync('mkfifo', [fifo]);
    expect((await faultOf(`${folder}/none.csv`)).rule).toBe('no such file');
    expect((await faultOf(folder)).rule).toMatch(
      /^is not a regular file, nor a folder of LEAN archives/,
    );
    expect((await faultOf(fifo)).rule).toBe('is not a regular file');
    expect((await faultOf('/dev/zero')).rule).toBe('is not a regular file');
    const tricky = scratchPath('20240305_quote.zip/x');
    mkdirSync(tricky);
    expect((await faultOf(dirname(dirname(tricky)))).rule).toBe('is not a regular file');
  });

  it.each([
    ['good rows', `${GOOD}\n`, ': unzips to more than 100 times its size: it is not a tick file'],
    ['blank lines', '\n'.repeat(1000), ':3:1: row: is blank'],
    ['NUL bytes', '\0'.repeat(1000), ':3: a line is longer than 65536 bytes'],
  ])('is refused when a small gzip unzips to far more %s', async (_, piece, message) => {
    const path = scratchPath('EUR_USD.csv.gz');
    const pieces = Buffer.from(piece.repeat(Math.ceil(9_000_000 / piece.length)));
    writeFileSync(path, gzipSync(Buffer.concat([Buffer.from(lines(HEADER, GOOD)), pieces])));
    const fault = await faultOf(path);
    expect([fault.kind, fault.message]).toEqual(['data', `${path}${message}`]);
  });

  it.each([
    ['UTF-16', Buffer.from(`\ufeff${lines(HEADER, GOOD)}`, 'utf16le')],
    ['a NUL byte in its header', Buffer.from(lines('time,bid\0,ask', GOOD))],
    ['old line ends', Buffer.from(lines(HEADER, GOOD).replaceAll('\n', '\r'))],
    ['bytes of a program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 10, 0, 255, 10])],
  ])('is refused on its first line when it is %s', async (_, content) => {
    expect((await faultOf(tickFile(content))).message).toMatch(
      /EUR_USD\.csv:1(:1)?: (header: |row: )?(fits no known layout|must be |is not UTF-8|holds a NUL)/,
    );
  });

  it('is refused at its first endless line, before it fills the memory', async () => {
    const path = scratchPath('EUR_USD.csv.gz');
    writeFileSync(
      path,
      gzipSync(Buffer.concat([Buffer.from(lines(HEADER, GOOD)), Buffer.alloc(200_000_000, 55)]), {
        level: 1,
      }),
    );
    const before = process.memoryUsage().rss;
    const fault = await faultOf(path);
    expect(fault.message).toMatch(/:3: a line is longer than 65536 bytes$/);
    expect(process.memoryUsage().rss - before).toBeLessThan(120_000_000);
  });

  it('is refused under a layout or a zone that does not exist, as bad usage', async () => {
    const path = tickFile(at(GOOD));
    expect((await faultOf(path, { layout: 'canonnical' })).kind).toBe('scenario');
    expect((await faultOf(path, { timeZone: 'Europe/Lodon' })).kind).toBe('scenario');
    expect((await faultOf(path, { layout: 'mt5' })).rule).toMatch(/^must begin <date>/);
    expect((await faultOf(path, { layout: 'lean' })).rule).toMatch(/^cannot be read as lean/);
  });
});
