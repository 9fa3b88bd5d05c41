import { describe, expect, it } from 'vitest';
import { Prng } from '../../../../src/core/base/prng.js';
import { scrambleAfter } from '../../../../src/core/feed/scramble.js';
import type { TickColumns } from '../../../../src/core/market/tick.js';
import { type Instant, instant } from '../../../../src/core/time/instant.js';
import { sandboxScenario } from '../../../support/api/sandbox-scenario.js';

const columns = sandboxScenario().market[0]?.ticks?.windows[0]?.columns() as TickColumns;
const ROW = 5_000;
const at = columns.time[ROW] as Instant;

describe('another future', () => {
  it('leaves ticks up to the instant, and all times and spreads, as they are', () => {
    const other = scrambleAfter(columns, at, new Prng(1));
    expect(other.bid.slice(0, ROW + 1)).toEqual(columns.bid.slice(0, ROW + 1));
    expect(other.ask.slice(0, ROW + 1)).toEqual(columns.ask.slice(0, ROW + 1));
    expect(other.time).toEqual(columns.time);
    const spreads = ({ bid, ask }: TickColumns) => ask.map((price, row) => price - (bid[row] ?? 0));
    expect(spreads(other)).toEqual(spreads(columns));
  });

  it('has other prices soon after, within half and double of the last one left', () => {
    const { bid } = scrambleAfter(columns, at, new Prng(1));
    const later = bid.slice(ROW + 1);
    const changed = later.filter((price, row) => price !== columns.bid[ROW + 1 + row]);
    expect(changed.length).toBeGreaterThan(later.length * 0.9);
    const base = columns.bid[ROW] as number;
    expect(later.every(price => price * 2 >= base && price <= base * 2)).toBe(true);
  });

  it('is the same for the same seed; there is none after the last tick', () => {
    expect(scrambleAfter(columns, at, new Prng(3))).toEqual(
      scrambleAfter(columns, at, new Prng(3)),
    );
    const end = instant(columns.time.at(-1) as number);
    expect(scrambleAfter(columns, end, new Prng(1))).toBe(columns);
  });
});
