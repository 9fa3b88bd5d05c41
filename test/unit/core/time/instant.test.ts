import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  civilFromDays,
  dayOfWeek,
  daysFromCivil,
  formatRfc3339,
  formatUnix,
  instant,
  parseDuration,
  parseInstant,
} from '../../../../src/core/time/instant.js';

const anyInstant = fc.integer({ min: 0, max: 4_102_444_800_000_000 }).map(instant);

describe('instants', () => {
  it('read back what they print, in both wire forms', () => {
    fc.assert(
      fc.property(anyInstant, at => {
        expect(parseInstant(formatRfc3339(at))).toEqual({ at, cut: false });
        expect(parseInstant(formatUnix(at))).toEqual({ at, cut: false });
        expect(formatRfc3339(at)).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}000Z$/);
      }),
    );
  });

  it('agree with the calendar of the platform', () => {
    fc.assert(
      fc.property(anyInstant, at => {
        const date = new Date(Math.floor(at / 1000));
        expect(formatRfc3339(at).slice(0, 23)).toBe(date.toISOString().slice(0, 23));
        const days = Math.floor(at / 86_400_000_000);
        expect(dayOfWeek(days)).toBe(date.getUTCDay());
        const { year, month, day } = civilFromDays(days);
        expect(daysFromCivil(year, month, day)).toBe(days);
      }),
    );
  });

  it.each([
    ['2024-03-05T10:00:00Z', '2024-03-05T10:00:00.000000000Z', false],
    ['2024-03-05t10:00:00.1z', '2024-03-05T10:00:00.100000000Z', false],
    ['2024-03-05T10:00:00.123456789Z', '2024-03-05T10:00:00.123456000Z', true],
    ['2024-03-05T10:00:00-05:30', '2024-03-05T15:30:00.000000000Z', false],
    ['1497434033.358926187', '2017-06-14T09:53:53.358926000Z', true],
    ['0', '1970-01-01T00:00:00.000000000Z', false],
  ])('reads %s', (text, expected, cut) => {
    const parsed = parseInstant(text);
    expect(parsed?.cut).toBe(cut);
    expect(formatRfc3339(parsed?.at ?? instant(-1))).toBe(expected);
  });

  it('read the form that they print like any other', () => {
    const character = fc.constantFrom(...'0123456789-+:.TZ e');
    fc.assert(
      fc.property(anyInstant, fc.nat(29), character, (at, index, other) => {
        const printed = formatRfc3339(at);
        const text = printed.slice(0, index) + other + printed.slice(index + 1);
        // One digit of the fraction fewer is not that form any more.
        const shorter = parseInstant(text.replace(/(\.\d{8})\dZ$/, '$1Z'));
        const parsed = parseInstant(text);
        expect(parsed?.at).toBe(shorter?.at);
        if (parsed !== undefined) expect(parsed.cut).toBe(!text.endsWith('000Z'));
      }),
    );
  });

  it.each([
    '2024-03-05T10:00:00',
    '2024-03-05',
    '2024-02-30T10:00:00Z',
    '2024-02-30T10:00:00.000000000Z',
    '2024-03-05T10:60:00.000000000Z',
    '2240-01-01T00:00:00.000000000Z',
    '2024-13-01T10:00:00Z',
    '2024-03-05T24:00:00Z',
    '2024-03-05T10:00:60Z',
    '2024-03-05T10:00:00.1234567890Z',
    '0001-01-01T00:00:00Z',
    '1699-12-31T23:59:59Z',
    '2240-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '99999999999',
    '1e9',
    '-5',
    '',
    'now',
  ])('refuses %s', text => {
    expect(parseInstant(text)).toBeUndefined();
  });

  it.each([
    ['50ms', 50_000],
    ['250us', 250],
    ['4h', 14_400_000_000],
    ['1h30m', 5_400_000_000],
    ['2w', 1_209_600_000_000],
  ])('reads the duration %s', (text, micros) => {
    expect(parseDuration(text)).toBe(micros);
  });

  it.each(['5', 'h', '-1h', '1.5h', '1h ', ''])('refuses the duration "%s"', text => {
    expect(parseDuration(text)).toBeUndefined();
  });
});
