import { expect, it } from 'vitest';
import { generateTicks } from '../../../../src/core/feed/synthetic.js';
import { instrumentTable } from '../../../../src/core/market/instrument-table.js';
import type { TickColumns } from '../../../../src/core/market/tick.js';
import { formatRfc3339, mustParse } from '../../../../src/core/time/instant.js';
import { pair } from '../../../support/market/fixtures.js';

it('reports each open hour that it has reached, and makes the same ticks with and without reports', () => {
  const options = {
    instruments: [pair('EUR_USD')],
    from: mustParse('2024-03-08T20:00:00Z'),
    to: mustParse('2024-03-10T22:00:00Z'),
    seed: 1,
    ticksPerDay: 1_000,
  };
  const hours: string[] = [];
  const told = generateTicks({ ...options, onHour: at => hours.push(formatRfc3339(at)) });
  expect(hours.map(hour => hour.slice(0, 16))).toEqual([
    '2024-03-08T20:00',
    '2024-03-08T21:00',
    '2024-03-10T21:00',
  ]);
  expect(told).toEqual(generateTicks(options));
});

it('makes ticks of every instrument of the table', () => {
  const instruments = [...instrumentTable().values()];
  const columns = generateTicks({
    instruments,
    from: mustParse('2024-03-06T15:00:00Z'),
    to: mustParse('2024-03-06T15:10:00Z'),
    seed: 1,
    ticksPerDay: 20_000,
  });
  const bad = instruments.filter((_, index) => {
    const { length, bid, ask } = columns[index] as TickColumns;
    return length < 10 || bid.some((price, at) => price < 100 || price >= (ask[at] as number));
  });
  expect(bad.map(({ name }) => name)).toEqual([]);
});

it('keeps all ticks of an instrument, however many there are', () => {
  const options = {
    instruments: [pair('EUR_USD')],
    from: mustParse('2024-03-06T15:00:00Z'),
    seed: 1,
    ticksPerDay: 20_000_000,
  };
  const [few, many] = ['15:01', '15:06'].map(time => {
    const to = mustParse(`2024-03-06T${time}:00Z`);
    return generateTicks({ ...options, to })[0] as TickColumns;
  });
  // The room for ticks begins at 65,536 and doubles; what was there before stays.
  expect(few?.length).toBeLessThan(65_536);
  expect(many?.length).toBeGreaterThan(65_536);
  for (const name of ['time', 'bid', 'ask'] as const) {
    expect(many?.[name].length).toBe(many?.length);
    expect(many?.[name].slice(0, few?.length)).toEqual(few?.[name]);
  }
  expect(many?.time.every((time, at) => at === 0 || time >= (many.time[at - 1] ?? 0))).toBe(true);
});
