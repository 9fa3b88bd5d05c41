import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Instrument } from '../../../../../../src/core/market/instrument.js';
import { instrumentTable } from '../../../../../../src/core/market/instrument-table.js';
import { faultOf, read, rowsOf, scratchPath } from '../../../../../support/files/tick-files.js';

/**
 * Two records, packed by other programs: 65 ms, ask 110020, bid 110000, volumes 0.75 and 1.5; then
 * 3,599,999 ms, 110031, 110009, 20.87 and 2.25. The first stream states its size, the second not.
 */
const SIZED = unbase64(
  'XQAAAQAoAAAAAAAAAAAAaA6fvxspTaQZ7JsujgeAdG3PiqBWs6uDTTHPmeeSxNv1cH3ab+IT/p/dAA==',
);
const ENDED = unbase64(
  'XQAQAAD//////////wAAaA6fvxspTaQZ7JsujgeAdG3PiqBWs6uDTTHPmeeSxNv1cH3ab+IT/p/dAA==',
);

function unbase64(text: string): Buffer {
  return Buffer.from(text, 'base64');
}

/** Writes hours below a new folder. @param hours - content by path. @returns the folder. */
function tree(hours: Readonly<Record<string, Buffer>>): string {
  const folder = dirname(scratchPath('x'));
  for (const [path, content] of Object.entries(hours)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

const known = (name: string) => instrumentTable().get(name) as Instrument;
const EMPTY = Buffer.alloc(0);

describe('a tree of Dukascopy hours', () => {
  it('is read in order of time, with months from 00, ask first and hours without ticks', async () => {
    const folder = tree({
      'EURUSD/2013/00/01/00h_ticks.bi5': ENDED,
      'EURUSD/2012/11/31/23h_ticks.bi5': SIZED,
      'EURUSD/2012/11/31/22h_ticks.bi5': EMPTY,
      'EURUSD/2012/11/31/BID_candles_min_1.bi5': Buffer.from('x'),
    });
    const ticks = await read(folder);
    expect(rowsOf(ticks.columns)).toEqual([
      '2012-12-31T23:00:00.065000Z 110000 110020 1500000 750000',
      '2012-12-31T23:59:59.999000Z 110009 110031 2250000 20870000',
      '2013-01-01T00:00:00.065000Z 110000 110020 1500000 750000',
      '2013-01-01T00:59:59.999000Z 110009 110031 2250000 20870000',
    ]);
    expect([ticks.layout, ticks.rows, ticks.size]).toEqual([
      'dukascopy-bi5',
      4,
      SIZED.length + ENDED.length,
    ]);
  });

  it('has prices in points of 0.001 for yen pairs and metals, 0.0001 for korunas', async () => {
    for (const [name, bid] of [
      ['USD_JPY', 110_000],
      ['XAG_USD', 11_000_000],
      ['USD_CZK', 1_100_000],
      ['AUD_CAD', 110_000],
    ] as const) {
      const path = join(tree({ '2012/11/31/23h_ticks.bi5': SIZED }), '2012/11/31/23h_ticks.bi5');
      const { columns } = await read(path, { instrument: known(name) });
      expect([name, columns.bid[0]]).toEqual([name, bid]);
    }
  });

  it('names the file of another instrument, and the record that breaks a rule', async () => {
    const folder = tree({ 'GBPUSD/2012/11/31/23h_ticks.bi5': SIZED });
    expect((await faultOf(folder)).rule).toMatch(/^holds ticks of GBP_USD, not of EUR_USD/);
    const twice = tree({ '2012/11/31/23h_ticks.bi5': SIZED, '2012/11/31/22h_ticks.bi5': EMPTY });
    const baht = { instrument: known('USD_THB') };
    const fault = await faultOf(twice, baht);
    expect([fault.place.line, fault.rule]).toEqual([
      2,
      'has more decimals than the instrument, was 110031 points',
    ]);
  });
});

describe('an hour that is damaged', () => {
  const at = (content: Buffer, path = '2012/11/31/23h_ticks.bi5') =>
    faultOf(join(tree({ [path]: content }), path));

  it('is refused when it is cut short, goes on, or is no LZMA stream', async () => {
    const rules = [
      [SIZED.subarray(0, 10), 'ends within the head of its LZMA stream'],
      [SIZED.subarray(0, 40), 'ends early: its LZMA stream is cut short'],
      [ENDED.subarray(0, -1), 'ends early: its LZMA stream is cut short'],
      [Buffer.concat([SIZED, SIZED]), 'goes on after the end of its LZMA stream'],
      [Buffer.alloc(60, 0xff), 'is no LZMA stream of ticks: its dictionary is too large'],
    ] as const;
    for (const [content, rule] of rules) expect((await at(content)).rule).toBe(rule);
    const huge = Buffer.from(SIZED);
    huge.writeBigUInt64LE(1n << 40n, 5);
    expect((await at(huge)).rule).toBe('unpacks to more than 16000000 bytes');
    huge.writeBigUInt64LE(39n, 5);
    expect((await at(huge)).rule).toBe('must hold records of 20 bytes, was 39 bytes');
  });

  it('is refused where its path names no hour', async () => {
    const rule =
      /^must lie at SYMBOL\/YEAR\/MONTH\/DAY\/HHh_ticks\.bi5, where months count from 00/;
    expect((await at(SIZED, '2012/12/31/23h_ticks.bi5')).rule).toMatch(rule);
    expect((await at(SIZED, '2012/10/31/23h_ticks.bi5')).rule).toMatch(rule);
    expect((await at(SIZED, 'EURUSD.bi5')).rule).toMatch(rule);
  });
});
