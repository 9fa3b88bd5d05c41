import { describe, expect, it } from 'vitest';
import { formatRfc3339 } from '../../../../../../src/core/time/instant.js';
import { timePattern } from '../../../../../../src/data/storage/ticks/text/time-format.js';
import {
  anyTimeReader,
  epochUnit,
  LOCAL_ISO,
  readCivil,
  readEpoch,
  readRfc3339,
} from '../../../../../../src/data/storage/ticks/text/times.js';

const shown = (time: { readonly at: Parameters<typeof formatRfc3339>[0] }) =>
  formatRfc3339(time.at).replace(/0{6}Z$/, 'Z');

describe('epochs', () => {
  it('are distinguished by their digits', () => {
    const texts = [
      '12345678',
      '170963280',
      '17096328001',
      '170963280012',
      '170963280012345',
      '17096328001234567',
      '1709632800.5',
      'x',
    ];
    expect(texts.map(epochUnit)).toEqual([
      undefined,
      's',
      's',
      'ms',
      'us',
      undefined,
      's',
      undefined,
    ]);
  });

  it('end with 2100', () => {
    expect(shown(readEpoch('4133980799', 's'))).toBe('2100-12-31T23:59:59.000Z');
    expect(() => readEpoch('4133980800', 's')).toThrow('must be in the years 1970 to 2100');
    expect(() => readEpoch('99999999999', 's')).toThrow('must be in the years 1970 to 2100');
    expect(() => readEpoch('99999999999999', 'ms')).toThrow('must be in the years 1970 to 2100');
  });
});

describe('RFC 3339', () => {
  it.each([
    '2024-03-05',
    '2024-03-05T10:00Z',
    '1709632800',
    '2024-03-05T24:00:00Z',
    '2024-03-05T10:00:60Z',
    '+2024-03-05T10:00:00Z',
    '2024-13-05T10:00:00Z',
  ])('is not %s', text => {
    expect(() => readRfc3339(text)).toThrow('must be an RFC 3339 time');
  });

  it('is followed by advice when the first time of a file has another form', () => {
    const read = () => anyTimeReader({ timeZone: undefined, timeUnit: undefined }, '; advice');
    expect(() => read()('03/14/2024 11:59 PM')).toThrow('was "03/14/2024 11:59 PM"; advice');
    const second = read();
    second('2024-03-05T10:00:00Z');
    expect(() => second('03/14/2024 11:59 PM')).toThrow(/was "03\/14\/2024 11:59 PM"$/);
  });

  it('does not leave the years of the zone tables by its offset', () => {
    expect(() => readRfc3339('1970-01-01T00:00:00+01:00')).toThrow(
      'must be in the years 1970 to 2100',
    );
    expect(() => readRfc3339('2100-12-31T23:59:59-01:00')).toThrow(
      'must be in the years 1970 to 2100',
    );
  });
});

describe('a wall clock', () => {
  it('follows its zone: the first of two hours, the moment of the change in the gap', () => {
    const read = (text: string) => shown(readCivil(text, LOCAL_ISO, 'America/New_York'));
    expect(read('2024-11-03 01:30:00')).toBe('2024-11-03T05:30:00.000Z');
    expect(read('2024-03-10 02:30:00')).toBe('2024-03-10T07:00:00.000Z');
    expect(read('2024-03-10 03:30:00.25')).toBe('2024-03-10T07:30:00.250Z');
  });

  it('refuses dates that do not exist', () => {
    for (const text of [
      '2023-02-29 00:00:00',
      '2024-00-01 00:00:00',
      '2024-01-01 24:00:00',
      '2024-01-01 00:60:00',
    ]) {
      expect(() => readCivil(text, LOCAL_ISO, 0)).toThrow('must be a date and time');
    }
  });
});

describe('a time form', () => {
  it.each([
    ['yyyyMMdd HHmmss', '20240305 100000', '2024-03-05T10:00:00.000Z'],
    ['d.M.yyyy H:mm', '5.3.2024 9:05', '2024-03-05T09:05:00.000Z'],
    ["yyyy-MM-dd'T'HH:mm:ss.SSSZ", '2024-03-05T10:00:00.250+02:00', '2024-03-05T08:00:00.250Z'],
    ['yyyy/MM/dd HH:mm:ss,SSSSSS', '2024/03/05 10:00:00,250000', '2024-03-05T10:00:00.250Z'],
  ])('reads %s', (form, text, instant) => {
    expect(shown(readCivil(text, timePattern(form), 0))).toBe(instant);
  });

  it('takes signs for themselves', () => {
    expect(() => readCivil('2024x03x05 10', timePattern('yyyy.MM.dd HH'), 0)).toThrow(
      'must have the form of',
    );
  });

  it.each([
    ['yyyy-MM HH:mm', 'must contain the day'],
    ['yyyy-MM-dd HH:nn', 'has unknown letters nn'],
    ['yyyy-MM-dd hh:mm', 'must have hh and a (AM or PM) together'],
    ['yyyy-MM-dd HH:mm a', 'must have hh and a (AM or PM) together'],
    ["yyyy-MM-dd'T", 'has a quote that is not closed'],
    ['yyyy yyyy-MM-dd HH', 'must contain each part once'],
    ['y'.repeat(100), 'must have at most 64 letters'],
  ])('refuses %s as bad usage', (form, rule) => {
    expect(() => timePattern(form)).toThrow(rule);
  });
});
