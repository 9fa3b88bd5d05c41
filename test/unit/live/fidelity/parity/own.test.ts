import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Difference,
  parityOf,
  scoreText,
} from '../../../../../src/live/fidelity/parity/parity.js';
import { factsOf } from '../../../../../src/live/fidelity/parity/rules/facts.js';
import { RELATIONS } from '../../../../../src/live/fidelity/parity/rules/relations.js';
import { type Json, objectsWithin } from '../../../../../src/live/fidelity/recording/json.js';
import type { Recording } from '../../../../../src/live/fidelity/recording/recorded-bodies.js';
import { ownBodies } from '../../../../support/fidelity/own-bodies.js';

let bodies: Recording[];

beforeAll(async () => {
  bodies = await ownBodies();
});

/** The first fill of the session, changed. @returns what is found then, as dimension, path and rule */
function changedFill(change: (fill: Record<string, unknown>) => object): string[] {
  const [first] = bodies;
  const { orderFillTransaction: fill, ...rest } = (first as Recording).value as Json;
  const order = Object.keys((first as Recording).value);
  const changed: Json = { ...rest, orderFillTransaction: change({ ...(fill as Json) }) };
  const value = Object.fromEntries(order.map(key => [key, changed[key]]));
  const { differences } = parityOf([{ ...(first as Recording), value }]);
  return differences.map(told);
}

function told({ dimension, path, rule }: Difference): string {
  return `${dimension} ${path.replace('orderFillTransaction', 'fill')} ${rule}`;
}

describe('bodies of this broker, held against it', () => {
  it('differ in nothing', () => {
    const { differences, strange, total, rows } = parityOf(bodies);
    expect(differences).toEqual([]);
    expect(strange).toEqual([]);
    expect(scoreText(Object.values(total))).toBe('100.0 %');
    expect(rows.length).toBeGreaterThan(15);
  });

  it('are told apart without their requests too', () => {
    const orders = bodies.filter(({ method }) => method !== 'GET').slice(0, 8);
    const alone = orders.map(({ file, place, value }) => ({ file, place, value }));
    expect(parityOf(alone).differences).toEqual([]);
  });

  it('come under every relation but that of rates, which only some divisions send', () => {
    const facts = factsOf(bodies.map(({ value }) => value));
    const objects = bodies.flatMap(({ value }) => [...objectsWithin(value)]);
    const idle = RELATIONS.filter(
      ({ check }) => !objects.some(({ object }) => check(object, facts).length > 0),
    );
    expect(idle.map(({ name }) => name)).toEqual(['daily rate']);
  });
});

describe('a changed body', () => {
  it('has a field that v20 does not have', () => {
    expect(changedFill(fill => ({ ...fill, slippage: '0' }))).toEqual([
      'fields fill.slippage unknown',
    ]);
  });

  it('lacks a field that is always sent', () => {
    const lacking = changedFill(({ accountBalance: _, ...fill }) => fill);
    expect(lacking).toEqual(['fields fill.accountBalance missing']);
  });

  it('has its keys in another order', () => {
    const turned = changedFill(({ id, ...fill }) => ({ ...fill, id }));
    expect(turned).toEqual(['order fill.id order']);
  });

  it.each([
    ['units', 3000, 'formats fill.units form'],
    ['units', '3000.0', 'formats fill.units form'],
    ['pl', '0.00', 'formats fill.pl form'],
    ['time', '2024-03-05 10:01:00', 'formats fill.time form'],
    ['reason', 'WISH', 'formats fill.reason form'],
    ['orderID', 'x', 'formats fill.orderID form'],
    ['pl', '1.0000', 'arithmetic fill.pl fill pl'],
    ['halfSpreadCost', '9.0000', 'arithmetic fill.halfSpreadCost half spread cost'],
    ['price', '150.000', 'arithmetic fill.price fill price'],
    ['gainQuoteHomeConversionFactor', '1', 'arithmetic fill.gainQuoteHomeConversionFactor factors'],
  ])('has %s %s', (field, value, found) => {
    expect(changedFill(fill => ({ ...fill, [field]: value }))).toContain(found);
  });

  it('has a balance that does not follow from the one before', () => {
    const value = { transactions: [] as object[], lastTransactionID: '9' };
    const all = bodies.find(({ path }) => path?.endsWith('sinceid'))?.value as {
      readonly transactions: readonly Json[];
    };
    value.transactions = all.transactions.map(each =>
      each['id'] === '4' ? { ...each, accountBalance: '1.0000' } : each,
    );
    const { differences } = parityOf([{ file: 'x', place: '', value }]);
    const balances = differences.filter(({ rule }) => rule === 'balance');
    expect(balances.map(({ path }) => path)).toContain('transactions[3].accountBalance');
  });

  it('is like nothing that v20 sends', () => {
    const { strange, bodies: held } = parityOf([{ file: 'x', place: '[1]', value: { moon: 1 } }]);
    expect({ strange, held }).toEqual({ strange: ['x [1]'], held: 0 });
  });
});
