import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runScenario, StrategyFailure } from '../../../../src/broker/runtime/run-scenario.js';
import { strategyScenario } from '../../../support/files/strategy-scenario.js';

const message = async (source: string, params?: string): Promise<string> => {
  const error = await runScenario(await strategyScenario(source, params)).catch(each => each);
  expect(error).toBeInstanceOf(Error);
  return (error as Error).message;
};

const PARAMETERS = `export const parameters = {
  fast: { type: 'integer', default: 2, min: 1, describe: 'fast' },
};
`;

describe('a strategy of a scenario', () => {
  it.each<[string, string, string, string]>([
    [
      'a parameter out of bounds',
      `${PARAMETERS}export const strategy = () => ({});`,
      '{ fast: 0 }',
      'scenario.yaml:9:19: strategy.params.fast: must be at least 1, was 0',
    ],
    [
      'an unknown parameter',
      `${PARAMETERS}export const strategy = () => ({});`,
      '{ fats: 3 }',
      'strategy.params.fats: unknown parameter (did you mean fast?)',
    ],
    [
      'parameters that the factory refuses',
      `export function strategy() { throw new Error('not today'); }`,
      '{}',
      'strategy.params: refused by',
    ],
    [
      'no factory',
      'export const x = 1;',
      '{}',
      'strategy.ts: must export a function named strategy',
    ],
    ['a module that does not parse', 'export const = 1;', '{}', 'strategy.ts: cannot be loaded'],
    [
      'a bad table of parameters',
      `export const parameters = { fast: { type: 'integer' } };\nexport const strategy = () => ({});`,
      '{}',
      'strategy.ts: parameters.fast.describe: must say what the parameter is for',
    ],
    [
      'no strategy made',
      'export const strategy = () => 5;',
      '{}',
      'strategy.ts: strategy: must return a strategy, returned number',
    ],
    [
      'a factory that is async',
      'export const strategy = async () => ({});',
      '{}',
      'strategy: must return a strategy, returned a promise: the factory is not async',
    ],
    [
      'a list for a strategy',
      'export const strategy = () => [];',
      '{}',
      'strategy: must return a strategy, returned a list',
    ],
    [
      'a hook for candles that nobody asks for',
      'export const strategy = () => ({ onCandle() {} });',
      '{}',
      'strategy: has onCandle, but does not name its candles',
    ],
    [
      'a misspelt hook',
      'export const strategy = () => ({ onCandel() {} });',
      '{}',
      'strategy: has no hook onCandel (did you mean onCandle?)',
    ],
    [
      'candles of nothing',
      `export const strategy = () => ({ candles: ['M1'] });`,
      '{}',
      'strategy: candles must be a list of { instrument, granularity }',
    ],
    [
      'candles of an unknown instrument',
      `export const strategy = () => ({ candles: [{ instrument: 'XAU_USD', granularity: 'M1' }] });`,
      '{}',
      "strategy: candles of XAU_USD: the scenario's market does not have it",
    ],
  ])('%s: the message names the place and the rule', async (_what, source, params, text) => {
    expect(await message(source, params)).toContain(text);
  });

  it('that throws leaves the run as it stood', async () => {
    const file = await strategyScenario(`export const strategy = () => ({
  onStart(context) {
    context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units: '100' });
    context.setTimer('t', { after: '1h' });
  },
  onTimer() { throw new Error('enough'); },
});`);
    const error = await runScenario(file).catch(each => each);
    expect(error).toBeInstanceOf(StrategyFailure);
    const { run, message: text } = error as StrategyFailure;
    expect(text).toBe(
      `${join(file, '..', 'strategy.ts')}:6:21: onTimer at 2024-03-05T11:00:00.000000000Z: enough`,
    );
    expect(run.result.ledger.filter(({ type }) => type === 'ORDER_FILL')).toHaveLength(1);
  });
});
