import { expect, it } from 'vitest';
import { describeValue, wordsOf } from '../../../../src/core/base/words-of.js';
import {
  blameHook,
  isPromise,
  refuseReturn,
} from '../../../../src/core/strategy/strategy-error.js';

const hostile = new Proxy(new Error('hidden'), {
  get: () => {
    throw new Error('not even its message');
  },
  getPrototypeOf: () => {
    throw new Error('not even its class');
  },
});

it.each<[unknown, string]>([
  [new Error('plain'), 'plain'],
  [new TypeError('of a type'), 'TypeError: of a type'],
  [Object.assign(new Error(), { message: 7 }), 'something that cannot be read'],
  [hostile, 'threw something that cannot be read'],
  [null, 'threw null'],
  [undefined, 'threw undefined'],
  ['words', 'threw words'],
  [{ a: 1 }, 'threw a value of type object'],
  [() => 1, 'threw a value of type function'],
])('what is thrown is put into words: %#', (thrown, words) => {
  expect(wordsOf(thrown)).toBe(words);
  const time = '2024-03-05T10:00:00Z';
  expect(blameHook(thrown, 'onTick', time).message).toBe(`onTick at ${time}: ${words}`);
});

it('what a hook returns is described, also when it cannot be read', () => {
  expect(describeValue(null)).toBe('null');
  expect([isPromise(Promise.resolve()), isPromise(hostile), isPromise(null)]).toEqual([
    true,
    false,
    false,
  ]);
  const refused = (returned: unknown) => refuseReturn(returned, 'onStart', 'noon').message;
  expect(refused(hostile)).toBe(
    'onStart at noon: must return nothing, returned a value of type object',
  );
  expect(refused(Promise.resolve())).toContain('returned a promise: hooks are not async');
});
