import { expect, it } from 'vitest';
import { ByteCache } from '../../../../../src/core/feed/generated/kept.js';

it('what was used longest ago makes room, but never for itself', () => {
  const made: string[] = [];
  const cache = new ByteCache<string, string>(100);
  const get = (key: string, bytes: number) =>
    cache.get(key, bytes, () => {
      made.push(key);
      return key.toUpperCase();
    });
  expect(['a', 'b', 'a'].map(key => get(key, 40))).toEqual(['A', 'B', 'A']);
  // 120 bytes: b was used before a.
  get('c', 40);
  for (const key of ['a', 'c', 'b']) get(key, 40);
  expect(made.splice(0)).toEqual(['a', 'b', 'c', 'b']);
  // What is larger than all room takes the place of everything.
  get('long', 1_000);
  get('long', 1_000);
  expect(made.splice(0)).toEqual(['long']);
  for (const key of ['b', 'long', 'b']) get(key, 40);
  expect(made).toEqual(['b', 'long']);
});
