import { describe, expect, it } from 'vitest';
import { filterOf, keepFilter } from '../../../../src/dashboard/state/kept-filters.js';

describe('the filter of a table', () => {
  it('begins with its own words, and stays what the viewer made of it, of each table by itself', () => {
    expect(filterOf('trades', 'open')).toBe('open');
    keepFilter('trades', '');
    keepFilter('orders', 'limit');
    expect([filterOf('trades', 'open'), filterOf('orders', '')]).toEqual(['', 'limit']);
    expect(filterOf('transactions', '')).toBe('');
  });
});
