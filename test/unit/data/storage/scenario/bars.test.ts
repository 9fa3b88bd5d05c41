/** Market entries with bars. */

import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LoadOptions } from '../../../../../src/data/storage/scenario/given/load-options.js';
import { loadScenario } from '../../../../../src/data/storage/scenario/scenario-file.js';
import { MARKET_SCHEMA } from '../../../../../src/data/storage/schema/market-schema.js';
import { MAPPED_COLUMNS } from '../../../../../src/data/storage/ticks/layouts/mapped.js';
import { lines, rowsOf, scratchPath } from '../../../../support/files/tick-files.js';

const BARS = lines('time,open,high,low,close', '2024-03-05T10:00:00Z,1.1,1.2,1.05,1.1');

/** Loads a scenario whose EUR_USD has the given keys. */
async function load(keys: string, content = BARS, options: LoadOptions = {}) {
  const file = scratchPath('scenario.yaml');
  writeFileSync(join(dirname(file), 'EUR_USD.csv'), content);
  writeFileSync(
    file,
    `version: 1\nname: bars\nmarket:\n  EUR_USD: { ${keys} }\naccounts: [{ balance: "1000" }]\n`,
  );
  const { ticks } = await loadScenario(file, options);
  return ticks[0]?.file;
}

describe('the schema of scenario files', () => {
  it('has every column that a mapping may name', () => {
    const { layout } = MARKET_SCHEMA.properties;
    const { columns } = layout.anyOf[1].properties;
    expect(Object.keys(columns.properties).sort()).toEqual([...MAPPED_COLUMNS].sort());
  });
});

describe('bars of a scenario', () => {
  it('become ticks as their keys say', async () => {
    const keys =
      'bars: EUR_USD.csv, granularity: H1, price: bid, spread: 0.00020, path: high-first';
    const file = await load(keys);
    const [window] = file?.windows ?? [];
    expect(window && rowsOf(window.columns())).toEqual([
      '2024-03-05T10:00:00.000000Z 110000 110020',
      '2024-03-05T10:15:00.000000Z 120000 120020',
      '2024-03-05T10:30:00.000000Z 105000 105020',
      '2024-03-05T10:45:00.000000Z 110000 110020',
    ]);
    expect(file?.bars).toEqual({
      granularity: 'H1',
      price: 'bid',
      path: 'high-first',
      spread: '0.00020',
      bars: 1,
      inexactMids: 0,
      words: 'made from H1 bid bars on the path high-first, spread 0.00020',
    });
  });

  it('take a path from the caller, and a spread by the hour', async () => {
    const hours = Array.from({ length: 24 }, (_, hour) => `0.000${hour + 10}`).join(', ');
    const spread = `{ hours: [${hours}], clock: UTC }`;
    const keys = `bars: EUR_USD.csv, granularity: M1, price: ask, spread: ${spread}`;
    const file = await load(keys, BARS, { barPath: 'low-first' });
    expect(file?.bars).toMatchObject({ path: 'low-first', spread: { clock: 'UTC' } });
    const columns = file?.windows[0]?.columns();
    expect([...(columns?.bid ?? [])]).toEqual([109_980, 104_980, 119_980, 109_980]);
  });

  it('may be mapped', async () => {
    const layout = '{ columns: { time: 0, open: 1, high: 2, low: 3, close: 4 } }';
    const keys = `bars: EUR_USD.csv, granularity: M1, price: bid, spread: 0, layout: ${layout}`;
    expect((await load(keys))?.layout).toBe('mapped-bars');
  });

  it.each([
    ['ticks as well', 'ticks: EUR_USD.csv, bars: EUR_USD.csv', /bars: cannot be given with ticks/],
    [
      'a path of ticks',
      'ticks: EUR_USD.csv, path: low-first',
      /path: is for bars only: name their/,
    ],
    ['volumes', 'bars: EUR_USD.csv, volumes: units', /volumes: cannot be given with bars/],
    ['no spread', 'bars: EUR_USD.csv, granularity: M1, price: mid', /mid prices have no spread/],
    ['an unknown price', 'bars: EUR_USD.csv, price: last', /price: must be one of bid, mid, ask/],
    ['23 hours', 'bars: EUR_USD.csv, spread: { hours: [0.1] }', /must have at least 24 values/],
    ['half a mapping', 'bars: EUR_USD.csv, layout: { columns: { time: 0, open: 1 } }', /layout/],
  ])('are refused with %s', async (_, keys, message) => {
    await expect(load(keys)).rejects.toThrow(message);
  });

  it('are refused where the file has ticks', async () => {
    const ticks = lines('time,bid,ask', '2024-03-05T10:00:00Z,1.1,1.2');
    await expect(load('bars: EUR_USD.csv', ticks)).rejects.toThrow(
      /market\.EUR_USD\.bars: has ticks, not bars: name the file under ticks/,
    );
  });
});
