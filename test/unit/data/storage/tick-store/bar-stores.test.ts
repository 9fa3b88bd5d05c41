/** Stores of ticks that were made from bars: one for each way of making them. */

import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { openTicks } from '../../../../../src/data/storage/tick-store/open-ticks.js';
import type { BarOptions } from '../../../../../src/data/storage/ticks/bars/bar-options.js';
import { lines, tickFile } from '../../../../support/files/tick-files.js';
import { pair } from '../../../../support/market/fixtures.js';

const BARS = lines('time,open,high,low,close', '2024-03-05T10:00:00Z,1.1,1.2,1.05,1.1');
const OPTIONS = {
  instrument: pair('EUR_USD'),
  granularity: 'M1',
  cache: { minimumBytes: 0 },
} as const;

it('are apart for each path and spread, and say how the ticks were made', async () => {
  const path = tickFile(BARS);
  const open = async (bars: BarOptions) => {
    const ticks = await openTicks(path, { ...OPTIONS, bars: { price: 'bid', ...bars } });
    const { bid, ask } = ticks.windows[0]?.columns() ?? { bid: [], ask: [] };
    return [[...bid], [...ask], ticks.bars];
  };
  const choices: readonly BarOptions[] = [
    { spread: '0.0001', path: 'low-first' },
    { spread: '0.0001', path: 'high-first' },
    { spread: '0.0002', path: 'high-first' },
  ];
  const made = [];
  for (const choice of choices) made.push(await open(choice));
  const stores = () => readdirSync(join(dirname(path), '.orrery-cache'));
  expect(stores()).toHaveLength(3);
  expect(new Set(made.map(each => JSON.stringify(each))).size).toBe(3);
  for (const [index, choice] of choices.entries()) expect(await open(choice)).toEqual(made[index]);
  expect(stores()).toHaveLength(3);
});
