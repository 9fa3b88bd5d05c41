import { afterEach, describe, expect, it } from 'vitest';
import type {
  JudgedRun,
  LoadedProperties,
} from '../../../../../src/exec/campaign/suite/judging.js';
import { loadProperties } from '../../../../../src/exec/campaign/suite/own-properties.js';
import { temporaryFile } from '../../../../support/files/temporary.js';
import { hasPython } from '../../../../support/python/run-python.js';

const opened: LoadedProperties[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});

async function load(name: string, source: string) {
  const loaded = await loadProperties(temporaryFile(name, source));
  opened.push(loaded);
  return loaded;
}

const run = (orders: number): JudgedRun => ({
  ...{ case: '503', ledger: [], fired: [], ending: { kind: 'done' } },
  requests: Array.from({ length: orders }, () => ({
    ...{ time: 'T', answered: 'T', operation: 'createOrder', method: 'POST', url: '/', body: '' },
    status: 201,
  })),
});
const words = async ({ broken }: LoadedProperties, orders: number) =>
  Object.fromEntries(await broken(run(orders)));

const TYPESCRIPT = `
import assert from 'node:assert';
import type { PropertyRun } from 'orrery-fx/testing';
export const properties = {
  'few orders': ({ requests }: PropertyRun) => requests.length <= 2 || \`\${requests.length} orders\`,
  'an order': ({ requests }: PropertyRun) => requests.length > 0,
  asserted: ({ requests }: PropertyRun) => assert.ok(requests.length !== 4, 'four is too many'),
};
`;
const PYTHON = `
import json as _json
def few_orders(run):
    assert len(run.requests) <= 2, f"{len(run.requests)} orders"
def an_order(run):
    print("asked about", run.case)
    return len(run.requests) > 0
def _helper(run):
    return False
`;

describe('properties of a module', () => {
  it('hold, or are broken in their own words', async () => {
    const loaded = await load('own.ts', TYPESCRIPT);
    expect(loaded.names).toEqual(['few orders', 'an order', 'asserted']);
    expect(await words(loaded, 1)).toEqual({});
    expect(await words(loaded, 0)).toEqual({ 'an order': 'it does not hold' });
    const four = { 'few orders': '4 orders', asserted: 'four is too many' };
    expect(await words(loaded, 4)).toEqual(four);
  });

  it.skipIf(!hasPython())('are functions in Python [needs python3]', async () => {
    const loaded = await load('own.py', PYTHON);
    expect(loaded.names).toEqual(['few_orders', 'an_order']);
    const all = await Promise.all([1, 0, 3].map(orders => words(loaded, orders)));
    expect(all).toEqual([{}, { an_order: 'it does not hold' }, { few_orders: '3 orders' }]);
  });

  it.skipIf(!hasPython())(
    'in Python are named with the line that failed [needs python3]',
    async () => {
      const loaded = await load('own.py', 'def a(run):\n    return run.nothing\n');
      await expect(loaded.broken(run(1))).rejects.toThrow(/own\.py: line 2: AttributeError/);
      await expect(load('bad.py', 'x = 1 / 0\n')).rejects.toThrow('line 1: ZeroDivisionError');
    },
  );

  it.each([
    ['export const rules = {};', 'must export properties: an object of functions'],
    ['export const properties = {};', 'has no property'],
    ['export const properties = { a: 1 };', 'properties.a must be a function'],
    ['export const properties = { alive: () => true };', 'is the name of one of the package'],
    ['export const properties = {', 'cannot be loaded'],
  ])('are refused: %s', async (source, rule) => {
    await expect(load('own.ts', source)).rejects.toThrow(rule);
  });

  it('that fail are named', async () => {
    const loaded = await load('own.mjs', 'export const properties = { a: run => run.no.thing };');
    await expect(loaded.broken(run(1))).rejects.toThrow('the property a failed: ');
  });
});
