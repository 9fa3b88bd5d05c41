import { describe, expect, it } from 'vitest';
import {
  ParameterError,
  readSchema,
  resolveParameters,
} from '../../../../src/core/strategy/parameters.js';

const schema = readSchema({
  fast: { type: 'integer', default: 20, min: 1, max: 100, describe: 'fast' },
  stop: { type: 'number', default: 1.5, min: 0.5, describe: 'stop' },
  side: { type: 'string', default: 'both', choices: ['both', 'long'], describe: 'side' },
  trail: { type: 'boolean', default: false, describe: 'trail' },
});

/** Path and rule of what was thrown. */
function refusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof ParameterError) return `${error.path.join('.')}: ${error.message}`;
    throw error;
  }
  return 'nothing was refused';
}

describe('parameters', () => {
  it('have their defaults where nothing is given', () => {
    expect(resolveParameters(schema, { fast: 5, trail: true })).toEqual({
      fast: 5,
      stop: 1.5,
      side: 'both',
      trail: true,
    });
  });

  it.each<[object, string]>([
    [{ slow: 3 }, 'slow: unknown parameter'],
    [{ fast: 2.5 }, 'fast: must be a whole number, was 2.5'],
    [{ fast: '5' }, 'fast: must be a whole number, was "5"'],
    [{ fast: 0 }, 'fast: must be at least 1, was 0'],
    [{ fast: 101 }, 'fast: must be at most 100, was 101'],
    [{ stop: null }, 'stop: must be a number, was null'],
    [{ side: 'short' }, 'side: must be one of both, long, was short'],
    [{ side: ['long'] }, 'side: must be a string, was ["long"]'],
    [{ trail: 'yes' }, 'trail: must be true or false, was "yes"'],
    [{ toString: 1 }, 'toString: unknown parameter'],
  ])('%j is refused with the name and the rule', (given, message) => {
    const values = given as Record<string, unknown>;
    expect(refusal(() => resolveParameters(schema, values))).toBe(message);
  });

  it.each<[unknown, string]>([
    [[], ': must be a map'],
    [{ a: 5 }, 'a: must be a map'],
    [
      { a: { type: 'date', default: 1, describe: 'x' } },
      'a.type: must be one of integer, number, string, boolean',
    ],
    [{ a: { type: 'integer', default: 1 } }, 'a.describe: must say what the parameter is for'],
    [{ a: { type: 'integer', describe: 'x' } }, 'a.default: must be a whole number, was undefined'],
    [
      { a: { type: 'integer', default: 5, max: 4, describe: 'x' } },
      'a.default: must be at most 4, was 5',
    ],
    [
      { a: { type: 'string', default: '', min: 1, describe: 'x' } },
      'a.min: must be a number, and only a parameter of type integer or number may have it',
    ],
    [
      { a: { type: 'string', default: '', choices: [], describe: 'x' } },
      'a.choices: must be a list of values',
    ],
    [{ a: { type: 'integer', default: 5, step: 4, describe: 'x' } }, 'a.step: unknown field'],
  ])('a table of them %j is refused with the place and the rule', (exported, message) => {
    expect(refusal(() => readSchema(exported))).toBe(message);
  });
});
