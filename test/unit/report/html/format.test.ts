import { describe, expect, it } from 'vitest';
import type { FigureRow } from '../../../../src/data/figures/table/report-data.js';
import {
  clientText,
  durationText,
  figureText,
  moneyText,
  percentText,
  timeText,
} from '../../../../src/report/html/format.js';

describe('numbers of a report', () => {
  it.each([
    ['1234567.8900', '1\u202f234\u202f567.89'],
    ['-49.4422', '−49.44'],
    ['0.0000', '0.00'],
    ['-0.0010', '0.00'],
    ['999.9999', '1\u202f000.00'],
  ])('money %s is %s', (money, text) => {
    expect(moneyText(money)).toBe(text);
  });

  it.each([
    [0.5, '0.5 s'],
    [59.4, '59.4 s'],
    [59.6, '1 min'],
    [200, '3 min 20 s'],
    [3600, '1 h'],
    [7_260, '2 h 1 min'],
    [86_400, '1 d'],
    [187_200, '2 d 4 h'],
  ])('%s seconds are %s', (seconds, text) => {
    expect(durationText(seconds)).toBe(text);
  });

  it.each<[Pick<FigureRow, 'unit' | 'value'>, string]>([
    [{ unit: 'money', value: '10.5000' }, '10.50 USD'],
    [{ unit: 'fraction', value: -0.0049 }, '−0.49\u202f%'],
    [{ unit: 'ratio', value: 1.23456 }, '1.235'],
    [{ unit: 'count', value: 12_345 }, '12\u202f345'],
    [{ unit: 'days', value: 12 }, '12 days'],
    [{ unit: 'seconds', value: 90 }, '1 min 30 s'],
    [{ unit: 'pips', value: -5.55 }, '−5.5 pips'],
    [{ unit: 'ratio', value: null }, '–'],
  ])('%j is %s', (figure, text) => {
    expect(figureText({ name: 'figure', label: 'Figure', ...figure }, 'USD')).toBe(text);
  });

  it('a loss too small to show has no sign', () => {
    expect(percentText(-0.000_001)).toBe('0.00\u202f%');
  });
});

describe('texts of a report', () => {
  it('times are written to the second', () => {
    expect(timeText('2024-03-05T10:00:01.123456000Z')).toBe('2024-03-05 10:00:01');
  });

  it('what a client sent is shown as far as it is text', () => {
    expect(clientText({ id: 'a', tag: '', comment: 'c' })).toBe('a · c');
    expect(clientText(undefined)).toBe('');
    expect(clientText({ id: 1 })).toBe('');
  });
});
