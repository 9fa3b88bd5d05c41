import { describe, expect, it } from 'vitest';
import {
  checkText,
  numberText,
  sourceText,
} from '../../../../../src/study/replicate/results/measure-text.js';
import {
  agrees,
  type ReplicationResult,
} from '../../../../../src/study/replicate/results/replicated.js';
import { replicationPage } from '../../../../../src/study/replicate/results/replication-page.js';

const MEASURE = { what: 'a < b', unit: '% a year', digits: 2, arithmetic: 1.005, orrery: -1234.5 };
const RESULT: ReplicationResult = {
  measures: [MEASURE, { ...MEASURE, what: 'printed', source: { value: 3, page: 'page 7' } }],
  claims: [
    { says: 'It earns.', holds: false, because: 'It earned -2.00 % a year.' },
    { says: 'It stops.', holds: true, because: 'It did.' },
  ],
  checks: [{ what: 'largest', difference: -0.004, limit: 0.01, unit: 'USD' }],
  notReproduced: ['Interest.'],
  notes: [],
  parameters: { seed: 1 },
  data: [
    {
      name: 'p',
      version: '1',
      file: 'p-1.zip',
      sha256: 'ab',
      isPinned: false,
      data: 'd.csv',
      from: '2024-03-05',
      to: '2024-03-06',
    },
  ],
  pictures: [
    {
      title: 'Curve',
      caption: 'by day',
      lines: [
        {
          name: 'one',
          points: [
            [0, 1],
            [86_400_000_000, 2],
          ],
        },
      ],
      x: 'date',
      y: '%',
    },
  ],
};

describe('numbers of a replication', () => {
  it('have their digits, and no negative zero', () => {
    expect(numberText(-0.001, 2)).toBe('0.00');
    expect(numberText(-1.5, 2)).toBe('-1.50');
    expect(numberText(undefined, 2)).toBe('-');
    expect(sourceText({ ...MEASURE, source: { value: 3, page: 'page 7' } })).toBe('3.00 (page 7)');
    expect(sourceText(MEASURE)).toBe('-');
  });

  it('agree while every difference is within its limit', () => {
    const check = { what: 'x', difference: 0.000_011_2, limit: 0.1, unit: 'pips' };
    expect(checkText(check)).toBe('x: 0.000011 pips (at most 0.1 pips)');
    expect(checkText({ ...check, difference: 0, limit: 0, unit: '' })).toBe('x: 0 (at most 0)');
    expect(agrees({ checks: [check] })).toBe(true);
    expect(agrees({ checks: [check, { ...check, difference: -0.2 }] })).toBe(false);
  });
});

describe('the page of a replication', () => {
  const head = { name: 'n', short: 'r0', title: 'A title', source: 'A & B' };
  const page = replicationPage(head, RESULT, { script: '', style: '' });

  it('says first what holds, then shows every row, picture and limit', () => {
    expect(page).toContain('1 of 2 claims holds, 1 fails.');
    expect(page).toContain('<b>Fails.</b> It earns. It earned −2.00 % a year.');
    expect(page).toContain('a &lt; b');
    expect(page).toContain('>−1\u202f234.50<');
    expect(page).toContain('aria-label="Curve"');
    expect(page).toContain('1970-01-02');
    expect(page).toContain('largest: 0.004 USD (at most 0.01 USD)');
    expect(page).toContain('Interest.');
    expect(page).toContain('not the file that the published figures were made of');
    expect(page.indexOf('What holds')).toBeLessThan(page.indexOf('What was measured'));
  });

  it('has a column of units only where a number has one', () => {
    expect(page).toContain('>Unit</th>');
    const measures = [{ ...MEASURE, unit: '' }];
    const plain = replicationPage(head, { ...RESULT, measures }, { script: '', style: '' });
    expect(plain).not.toContain('>Unit</th>');
  });

  it('says when engine and arithmetic differ', () => {
    const checks = [{ what: 'largest', difference: 1, limit: 0, unit: '' }];
    const other = replicationPage(head, { ...RESULT, checks }, { script: '', style: '' });
    expect(other).toContain('The engine differs from the arithmetic');
    expect(page).toContain('The engine agrees with the arithmetic');
  });
});
