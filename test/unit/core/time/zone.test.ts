import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  FX_HOURS,
  METAL_HOURS,
  rolloverAfter,
  sessionAt,
  tradingDate,
  tradingDateAfter,
  tradingDay,
  weekdayOf,
} from '../../../../src/core/time/calendar.js';
import { formatRfc3339, type Instant, instant } from '../../../../src/core/time/instant.js';
import { isZoneName, UnknownZoneError, zone } from '../../../../src/core/time/zone.js';
import { ROOT } from '../../../support/files/paths.js';
import { at } from '../../../support/market/fixtures.js';
import { runsOf } from '../../../support/random/nightly.js';

const ZONES = [
  'America/New_York',
  'Europe/London',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Asia/Kolkata',
];
const SECOND = 1_000_000;
const FROM = at('1987-01-01T00:00:00Z');
const TO = at('2038-01-01T00:00:00Z');

/** Offset in microseconds, asked of Intl directly, by another way than the table is built. */
function intlOffset(name: string, time: number): number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: name, timeZoneName: 'longOffset' });
  const text =
    format.formatToParts(time / 1000).find(part => part.type === 'timeZoneName')?.value ?? '';
  const match = /GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(text);
  if (match?.[1] === undefined) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return (match[1] === '-' ? -minutes : minutes) * 60 * SECOND;
}

describe('zones', () => {
  it.each(ZONES)('%s has the offsets of Intl on both sides of every change 1987-2037', name => {
    const changes = zone(name)
      .transitions()
      .filter(time => time >= FROM && time < TO);
    expect(changes.length).toBe(
      { 'Asia/Kolkata': 0, 'Africa/Casablanca': changes.length }[name] ?? 102,
    );
    for (const change of changes) {
      for (const time of [change - SECOND, change, change + SECOND]) {
        expect(zone(name).offsetAt(time)).toBe(intlOffset(name, time));
      }
    }
  });

  it.each(ZONES)(
    '%s misses no change: offsets agree with Intl every 11 hours over 51 years',
    name => {
      let wrong = 0;
      const where = zone(name);
      const format = new Intl.DateTimeFormat('en-GB', {
        timeZone: name,
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      });
      for (let time: number = FROM; time < TO; time += 11 * 3600 * SECOND) {
        const [hour = 0, minute = 0] = format
          .format(time / 1000)
          .split(':')
          .map(Number);
        const { microsOfDay } = where.toLocal(time as Instant);
        if (Math.floor(microsOfDay / (60 * SECOND)) !== hour * 60 + minute) wrong += 1;
      }
      expect(wrong).toBe(0);
    },
  );

  it('gives back every instant that is not in a repeated hour', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.integer({ min: FROM / SECOND, max: TO / SECOND }),
        (name, seconds) => {
          const time = instant(seconds * SECOND);
          const where = zone(name);
          const { days, microsOfDay } = where.toLocal(time);
          const back = where.toInstant(days, microsOfDay);
          const repeated = where.offsetAt(back) !== where.offsetAt(time);
          if (repeated) expect(back).toBeLessThan(time);
          else expect(back).toBe(time);
        },
      ),
      { numRuns: runsOf(300) },
    );
  });

  it('resolves a skipped local time to the change and a repeated one to its first pass', () => {
    const newYork = zone('America/New_York');
    const midnight = (text: string) => newYork.toLocal(at(text)).days;
    const half = 2.5 * 3600 * SECOND;
    expect(newYork.toInstant(midnight('2024-03-10T12:00:00Z'), half)).toBe(
      at('2024-03-10T07:00:00Z'),
    );
    const early = 1.5 * 3600 * SECOND;
    expect(newYork.toInstant(midnight('2024-11-03T12:00:00Z'), early)).toBe(
      at('2024-11-03T05:30:00Z'),
    );
  });

  it('refuses names that do not exist', () => {
    for (const name of ['Mars/Olympus', '+05:00', '', 'America/New York', '../etc']) {
      expect(isZoneName(name)).toBe(false);
      expect(() => zone(name)).toThrow(UnknownZoneError);
    }
  });

  it('gives the same tables whatever the zone, locale and V8 flags of the process', () => {
    const program = `
      import { zone } from ${JSON.stringify(join(ROOT, 'dist/core/time/zone.js'))};
      import { createHash } from 'node:crypto';
      const hash = createHash('sha256');
      for (const name of ${JSON.stringify(ZONES)}) {
        const where = zone(name);
        for (const time of where.transitions()) hash.update(name + time + ':' + where.offsetAt(time) + ';');
      }
      process.stdout.write(hash.digest('hex'));`;
    const digests = new Set<string>();
    for (const [TZ, LANG] of [
      ['UTC', 'C'],
      ['America/New_York', 'de_DE.UTF-8'],
      ['Asia/Kolkata', 'tr_TR.UTF-8'],
      ['Australia/Lord_Howe', 'C'],
      ['Pacific/Chatham', 'C'],
    ]) {
      const options = {
        env: { ...process.env, TZ, LANG, LC_ALL: LANG },
        encoding: 'utf8' as const,
      };
      digests.add(execFileSync(process.execPath, ['--input-type=module', '-e', program], options));
    }
    const here = createHash('sha256');
    for (const name of ZONES) {
      const where = zone(name);
      for (const time of where.transitions())
        here.update(`${name}${time}:${where.offsetAt(time)};`);
    }
    digests.add(here.digest('hex'));
    expect(digests.size).toBe(1);
  });
});

describe('the trading calendar', () => {
  it('rolls over at 17:00 New York: once a day, 23 or 25 hours apart at the changes', () => {
    let previous = rolloverAfter(FROM);
    const lengths = new Map<number, number>();
    while (previous < TO) {
      const next = rolloverAfter(previous);
      const { microsOfDay } = zone('America/New_York').toLocal(next);
      expect(microsOfDay).toBe(17 * 3600 * SECOND);
      const hours = (next - previous) / (3600 * SECOND);
      lengths.set(hours, (lengths.get(hours) ?? 0) + 1);
      previous = next;
    }
    expect([...lengths.keys()].sort()).toEqual([23, 24, 25]);
    expect([lengths.get(23), lengths.get(25)]).toEqual([51, 51]);
  });

  it('charges financing for the New York weekday that ends', () => {
    expect(tradingDay(at('2024-03-06T22:00:00Z'))).toBe('WEDNESDAY');
    expect(tradingDay(at('2024-03-13T21:00:00Z'))).toBe('WEDNESDAY');
  });

  it('gives an instant to the trading day that ends at the next rollover, or at it', () => {
    let from = rolloverAfter(FROM);
    for (let day = 0; day < 1500; day++) {
      const end = rolloverAfter(from);
      for (const time of [instant(from + 1), instant(end - 1), end]) {
        expect(tradingDay(time)).toBe(weekdayOf(tradingDate(end)));
        expect(tradingDateAfter(time)).toBe(tradingDate(end) + (time === end ? 1 : 0));
      }
      from = end;
    }
  });

  it('opens on Sunday and closes on Friday at 17:00 New York, over every clock change', () => {
    let time: Instant = FROM;
    while (time < TO) {
      const session = sessionAt(FX_HOURS, time);
      const change = instant(session.until);
      const { dayOfWeek, microsOfDay } = zone('America/New_York').toLocal(change);
      expect([dayOfWeek, microsOfDay]).toEqual([session.open ? 5 : 0, 17 * 3600 * SECOND]);
      expect(sessionAt(FX_HOURS, change).open).toBe(!session.open);
      time = change;
    }
  });

  it('closes metals for an hour each day', () => {
    const open = (text: string) => sessionAt(METAL_HOURS, at(text)).open;
    expect(open('2024-03-05T21:59:59Z')).toBe(true);
    expect(open('2024-03-05T22:00:00Z')).toBe(false);
    expect(open('2024-03-05T23:00:00Z')).toBe(true);
    expect(open('2024-03-10T21:30:00Z')).toBe(false);
    expect(open('2024-03-10T22:00:00Z')).toBe(true);
  });

  describe('hours of their own', () => {
    const week = {
      weekOpen: { day: 0, hour: 17, minute: 30 },
      weekClose: { day: 5, hour: 17, minute: 0 },
    } as const;
    const changes = (hours: Parameters<typeof sessionAt>[0], from: string, count: number) => {
      let time = at(from);
      return Array.from({ length: count }, () => {
        const { open, until } = sessionAt(hours, time);
        time = instant(until);
        return `${open ? 'closes' : 'opens'} ${formatRfc3339(time).slice(0, 16)}`;
      });
    };

    it('are read in their zone', () => {
      expect(changes({ ...week, timeZone: 'Asia/Tokyo' }, '2024-03-06T00:00:00Z', 2)).toEqual([
        'closes 2024-03-08T08:00',
        'opens 2024-03-10T08:30',
      ]);
    });

    it('open only after a break that the week opens in', () => {
      const dailyBreak = { from: { hour: 17, minute: 0 }, to: { hour: 18, minute: 0 } };
      expect(changes({ ...week, dailyBreak }, '2024-03-10T12:00:00Z', 3)).toEqual([
        'opens 2024-03-10T22:00',
        'closes 2024-03-11T21:00',
        'opens 2024-03-11T22:00',
      ]);
    });

    it('have breaks over midnight', () => {
      const dailyBreak = { from: { hour: 23, minute: 30 }, to: { hour: 0, minute: 30 } };
      const hours = { ...week, dailyBreak, timeZone: 'UTC' };
      expect(changes(hours, '2024-03-05T12:00:00Z', 3)).toEqual([
        'closes 2024-03-05T23:30',
        'opens 2024-03-06T00:30',
        'closes 2024-03-06T23:30',
      ]);
    });

    it('may run from the end of one week into the next', () => {
      const weekOpen = { day: 6, hour: 12, minute: 0 };
      const weekClose = { day: 4, hour: 12, minute: 0 };
      expect(changes({ weekOpen, weekClose, timeZone: 'UTC' }, '2024-03-05T00:00:00Z', 3)).toEqual([
        'closes 2024-03-07T12:00',
        'opens 2024-03-09T12:00',
        'closes 2024-03-14T12:00',
      ]);
    });
  });
});
