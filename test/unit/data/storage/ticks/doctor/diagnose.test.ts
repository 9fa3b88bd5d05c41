import { describe, expect, it } from 'vitest';
import type { TickColumns } from '../../../../../../src/core/market/tick.js';
import { FX_HOURS, sessionAt } from '../../../../../../src/core/time/calendar.js';
import {
  instant,
  MICROS_PER_DAY,
  MICROS_PER_HOUR,
  MICROS_PER_MINUTE,
  mustParse,
} from '../../../../../../src/core/time/instant.js';
import { zone } from '../../../../../../src/core/time/zone.js';
import {
  surveyTicks,
  type TickBooks,
} from '../../../../../../src/data/storage/ticks/columns/tick-books.js';
import { diagnose } from '../../../../../../src/data/storage/ticks/doctor/diagnose.js';

interface Row {
  readonly time: number;
  readonly bid: number;
  readonly ask: number;
}

/** A quote every ten minutes of open market, from February 2024 across both changes of the clocks. */
const MARKET: readonly Row[] = (() => {
  const rows: Row[] = [];
  const to = mustParse('2024-04-06T00:00:00Z');
  let at: number = mustParse('2024-02-26T00:00:00Z');
  for (let step = 0; at < to; at += 10 * MICROS_PER_MINUTE, step++) {
    const bid = 110_000 + ((step * 37) % 101);
    if (sessionAt(FX_HOURS, instant(at)).open) rows.push({ time: at, bid, ask: bid + 12 });
  }
  return rows;
})();

function columnsOf(rows: readonly Row[]): TickColumns {
  return {
    length: rows.length,
    time: Float64Array.from(rows, row => row.time),
    bid: Int32Array.from(rows, row => row.bid),
    ask: Int32Array.from(rows, row => row.ask),
  };
}

function examine(rows: readonly Row[], books: Partial<TickBooks> = {}) {
  const columns = columnsOf(rows);
  const counted = { rows: rows.length, skipped: [], sorted: 0, cutDigits: 0 };
  const all = { ...counted, ...surveyTicks(columns), ...books };
  return diagnose({ columns, books: all, hours: FX_HOURS, synthetic: false });
}

const kinds = (rows: readonly Row[], books: Partial<TickBooks> = {}) =>
  examine(rows, books).findings.map(({ kind, count }) => `${kind} ${count}`);
const moved = (offset: (at: number) => number) =>
  MARKET.map(row => ({ ...row, time: row.time + offset(row.time) }));
const dateOf = (row: Row) => new Date(row.time / 1000).toISOString().slice(0, 10);

it('finds nothing in a sound file', () => {
  expect(examine(MARKET)).toEqual({
    findings: [],
    verdict: 'Nothing is wrong with it.',
    good: true,
  });
});

describe('a clock that was read as UTC', () => {
  it('is recognised by the weekends, summer and winter, and nothing else is blamed', () => {
    const newYork = (at: number) => zone('America/New_York').offsetAt(at);
    const clocks: readonly (readonly [string, (at: number) => number])[] = [
      ['Etc/GMT+5', () => -5 * MICROS_PER_HOUR],
      ['America/New_York+7', at => newYork(at) + 7 * MICROS_PER_HOUR],
      ['America/New_York', newYork],
      ['Europe/Athens', at => zone('Europe/Athens').offsetAt(at)],
      ['Asia/Tokyo', () => 9 * MICROS_PER_HOUR],
    ];
    for (const [name, offset] of clocks) {
      const { clock, findings, good } = examine(moved(offset));
      expect([clock, findings.map(({ kind }) => kind), good]).toEqual([name, ['clock'], false]);
      expect(findings[0]?.says).toContain(`Read the original with --time-zone ${name}.`);
    }
    const { findings } = examine(moved(() => -5 * MICROS_PER_HOUR));
    expect(findings[0]?.says).toMatch(
      /^The clock is wrong: every time is 5 h too early\. The week/,
    );
  });

  it('is reported as wrong where no clock explains it, and as unknown without a weekend', () => {
    expect(kinds(moved(() => 6.5 * MICROS_PER_HOUR))[0]).toBe('clock-unknown 5');
    const week = MARKET.filter(row => row.time < mustParse('2024-03-01T00:00:00Z'));
    expect(kinds(week)).toEqual(['clock-untold 0']);
  });

  it('is suspected by the rollover without a weekend', () => {
    const opening = mustParse('2024-02-26T00:00:00Z');
    const wide = MARKET.filter(row => row.time < opening + 4.5 * MICROS_PER_DAY).map(row => {
      const hour = Math.floor(row.time / MICROS_PER_HOUR) % 24;
      return hour === 17 ? { ...row, ask: row.bid + 90 } : row;
    });
    const { findings } = examine(wide);
    expect(findings[0]?.says).toMatch(
      /^Spreads are widest at 12:\d0 New York; .* 5 h too early\.$/,
    );
  });
});

describe('days', () => {
  it('that are missing are named, and every Friday at once', () => {
    const friday = (row: Row) => new Date(row.time / 1000).getUTCDay() === 5;
    expect(kinds(MARKET.filter(row => !friday(row)))).toContain('missing-weekday 6');
    const without = MARKET.filter(
      row =>
        row.time < mustParse('2024-03-12T21:00:00Z') ||
        row.time > mustParse('2024-03-13T21:00:00Z'),
    );
    const { findings } = examine(without);
    expect(findings.map(({ says }) => says)).toContain(
      '1 trading day without a tick: Wed 2024-03-13.',
    );
  });

  it('with holes, and ticks in a closed market, are reported', () => {
    const holed = MARKET.filter(
      row =>
        row.time < mustParse('2024-03-06T10:00:00Z') ||
        row.time > mustParse('2024-03-06T13:00:00Z'),
    );
    expect(examine(holed).findings[0]?.says).toBe(
      '1 hole of an hour or more while the market was open: 2024-03-06 09:50:00 (3.3 h) UTC.',
    );
    const saturday = { time: mustParse('2024-03-09T12:00:00Z'), bid: 110_000, ask: 110_010 };
    const rows = [...MARKET, saturday].sort((a, b) => a.time - b.time);
    expect(kinds(rows)).toContain('closed-hours 1');
  });

  it('copied from another date or there twice are found', () => {
    const first = MARKET.filter(row => row.time < mustParse('2024-02-27T22:00:00Z'));
    const day = first.filter(row => row.time >= mustParse('2024-02-26T22:00:00Z'));
    const copy = day.map(row => ({ ...row, time: row.time + MICROS_PER_DAY }));
    expect(kinds([...first, ...copy])).toContain('copied-days 1');
    const twice = MARKET.flatMap(row => (dateOf(row) === '2024-03-06' ? [row, row] : [row]));
    expect(kinds(twice)).toEqual(['repeated-days 1']);
    const all = MARKET.slice(0, 800).flatMap(row => [row, row]);
    expect(kinds(all)).toContain('repeated-days 6');
  });
});

describe('quotes', () => {
  const broken = (change: (row: Row, index: number) => Row) => kinds(MARKET.map(change));

  it('that stand still, have no spread, or leave and come back are found', () => {
    const still = (row: Row, index: number) =>
      index >= 300 && index < 315 ? { ...row, bid: 110_000, ask: 110_010 } : row;
    expect(broken(still)).toEqual(['stale 1']);
    expect(broken(row => ({ ...row, ask: row.bid }))).toEqual([`locked ${MARKET.length}`]);
    const near = MARKET.flatMap(row => [row, { ...row, time: row.time + 1000, bid: row.bid + 1 }]);
    const spiked = near.map((row, index) =>
      index === 401 ? { ...row, bid: row.bid + 900, ask: row.ask + 900 } : row,
    );
    expect(kinds(spiked)).toEqual(['spikes 1']);
    const scaled = near.map((row, index) =>
      index > 400 ? { ...row, bid: row.bid * 10, ask: row.ask * 10 } : row,
    );
    const jump = scaled.map((row, index) =>
      index === 401 ? { ...row, bid: near[401]?.bid ?? 0 } : row,
    );
    expect(kinds(jump)[0]).toBe('jumps 1');
  });

  it('left out by a rule are counted, with their lines', () => {
    const skipped = [
      { rule: 'bid: must not be above ask', count: 40, firstLines: [7, 9] },
      { rule: 'row: is blank', count: 1, firstLines: [3] },
      { rule: 'row: has one side', count: 5, firstLines: [], harmless: true as const },
    ];
    const { findings, verdict } = examine(MARKET, { skipped, sorted: 2, rows: 10_000 });
    expect(findings.map(({ says }) => says)).toEqual([
      '40 crossed quotes, bid above ask, 0.4 % of the rows (lines 7, 9). --on-bad-row skip leaves them out.',
      '1 row (0.0 %) cannot be read: row: is blank (lines 3).',
      '2 rows lie before a row above them: parts of the file are in the wrong order, or there twice. --on-disorder sort puts them in order.',
    ]);
    expect(verdict).toBe('Do not trade on this file as it is: 3 faults.');
  });
});
