import { describe, expect, it } from 'vitest';
import { cacheOf } from '../../../../src/cli/flags/cache-flag.js';

describe('--cache', () => {
  it('names a folder, or leaves it beside the source, or turns it off', () => {
    expect(cacheOf('stores').cache?.folder).toBe('stores');
    expect(cacheOf(undefined).cache).not.toHaveProperty('folder');
    expect(cacheOf(false)).toEqual({});
  });
});
