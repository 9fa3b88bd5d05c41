import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runScenario } from '../../../../../../src/broker/runtime/run-scenario.js';
import { FX_HOURS, METAL_HOURS } from '../../../../../../src/core/time/calendar.js';
import {
  formatRfc3339,
  type Instant,
  parseInstant,
} from '../../../../../../src/core/time/instant.js';
import { TickTimes } from '../../../../../../src/data/storage/ticks/bars/tick-times.js';
import { lines, scratchPath } from '../../../../../support/files/tick-files.js';

const at = (text: string) => parseInstant(text)?.at as Instant;

/** The times of the four ticks, without the year. */
function times(start: string, end: string, hours = FX_HOURS): string[] {
  return new TickTimes(hours)
    .of(at(start), at(end))
    .map(time => formatRfc3339(time).slice(5, 19).replace('T', ' '));
}

describe('the ticks of a bar', () => {
  it('come after quarters of its time while the market is open', () => {
    expect(times('2024-03-05T10:00:00Z', '2024-03-05T11:00:00Z')).toEqual([
      '03-05 10:00:00',
      '03-05 10:15:00',
      '03-05 10:30:00',
      '03-05 10:45:00',
    ]);
  });

  it('come in quarters of its open time when it reaches into closed hours', () => {
    // A week of v20: from Friday 17:00 New York; it opens on Sunday at 17:00, before summer time at 22:00 UTC.
    expect(times('2024-02-23T22:00:00Z', '2024-03-01T22:00:00Z')).toEqual([
      '02-23 22:00:00',
      '02-27 04:00:00',
      '02-28 10:00:00',
      '02-29 16:00:00',
    ]);
    // Four hours of which the last two are open.
    expect(times('2024-02-25T20:00:00Z', '2024-02-26T00:00:00Z')).toEqual([
      '02-25 20:00:00',
      '02-25 22:30:00',
      '02-25 23:00:00',
      '02-25 23:30:00',
    ]);
    // The break of metals lasts from 22:00 to 23:00.
    expect(times('2024-02-27T20:00:00Z', '2024-02-28T00:00:00Z', METAL_HOURS)).toEqual([
      '02-27 20:00:00',
      '02-27 20:45:00',
      '02-27 21:30:00',
      '02-27 23:15:00',
    ]);
  });

  it('come after quarters of its time when it has no open time', () => {
    expect(times('2024-02-24T10:00:00Z', '2024-02-24T14:00:00Z')[3]).toBe('02-24 13:00:00');
  });
});

/** The price at which a stop order to sell fills in bars of a granularity. */
async function stopPrice(granularity: string, ...bars: readonly string[]) {
  const file = scratchPath('scenario.yaml');
  writeFileSync(join(dirname(file), 'b.csv'), lines('time,open,high,low,close', ...bars));
  writeFileSync(
    file,
    `version: 1
name: weeks
market:
  EUR_USD: { bars: b.csv, granularity: ${granularity}, price: bid, spread: 0.00010, path: low-first }
accounts: [{ balance: 10000 }]
timeline:
  - { at: 2024-02-22T12:00:00Z, create: { type: STOP, instrument: EUR_USD, units: -1000, price: 1.098 } }
`,
  );
  const { result } = await runScenario(file, {});
  const fill = result.ledger.find(({ type }) => type === 'ORDER_FILL');
  return (fill as { readonly price?: string } | undefined)?.price;
}

it('let an order inside a week fill at its own price', async () => {
  const calm = '1.10000,1.10010,1.09990,1.10000';
  const wide = '1.10000,1.10100,1.09500,1.10000';
  const weeks = [`2024-02-16T22:00:00Z,${calm}`, `2024-02-23T22:00:00Z,${wide}`];
  expect(await stopPrice('W', ...weeks)).toBe('1.09800');
  const hours = [`2024-02-22T12:00:00Z,${calm}`, `2024-02-25T20:00:00Z,${wide}`];
  expect(await stopPrice('H4', ...hours)).toBe('1.09800');
});
