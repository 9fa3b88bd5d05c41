import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ReplayHost } from '../../../../../src/live/fidelity/host/replay-host.js';
import { type BodyDifference, parityOn } from '../../../../../src/live/fidelity/parity/parity.js';
import {
  arithmeticScore,
  meanOf,
  scoreText,
  shapeScore,
} from '../../../../../src/live/fidelity/parity/score.js';
import { type Json, objectsWithin } from '../../../../../src/live/fidelity/recording/json.js';
import type { Recording } from '../../../../../src/live/fidelity/recording/recorded-bodies.js';
import { factsOf } from '../../../../../src/live/fidelity/rules/facts.js';
import { RELATIONS } from '../../../../../src/live/fidelity/rules/relations.js';
import { ownBodies } from '../../../../support/fidelity/own-bodies.js';

let bodies: Recording[];
let host: ReplayHost;

beforeAll(async () => {
  bodies = await ownBodies();
  host = await ReplayHost.open();
});

afterAll(() => host.close());

/** Relations of what our own server does not send: books of positions, rates of some divisions, spare units. */
const IDLE = ['daily rate', 'units available', 'buckets'];

/** What the session has that no request of it, or no market, brings about. */
const UNREPLAYED = [
  'CREATE comes without a request',
  'DAILY_FINANCING comes without a request',
  'TRANSFER_FUNDS comes without a request',
  'financing of a fill: its rates are not recorded',
  'the market would be made of every fact in it',
];

/** The first fill of the session, changed. @returns what is found then, as dimension, path and rule */
async function changedFill(change: (fill: Record<string, unknown>) => object): Promise<string[]> {
  const [first] = bodies;
  const { orderFillTransaction: fill, ...rest } = (first as Recording).value as Json;
  const order = Object.keys((first as Recording).value);
  const changed: Json = { ...rest, orderFillTransaction: change({ ...(fill as Json) }) };
  const value = Object.fromEntries(order.map(key => [key, changed[key]]));
  const { differences } = await parityOn(host, [{ ...(first as Recording), value }]);
  return differences.map(told);
}

function detailed({ dimension, place, path, rule, expected, found }: BodyDifference): string {
  return `${dimension} ${place} ${path} ${rule}: ${expected}, not ${found}`;
}

function told({ dimension, path, rule }: BodyDifference): string {
  return `${dimension} ${path.replace('orderFillTransaction', 'fill')} ${rule}`;
}

describe('bodies of this broker, held against it', () => {
  it('differ in nothing, and are worked out again', async () => {
    const { differences, strange, rows, unreplayed } = await parityOn(host, bodies);
    expect(differences.map(detailed)).toEqual([]);
    expect(strange).toEqual([]);
    for (const score of [shapeScore, arithmeticScore]) {
      expect(scoreText(meanOf(rows, score))).toBe('100.0 %');
    }
    expect(rows.length).toBeGreaterThan(15);
    const replayed = rows.filter(({ counts }) => counts.replay.same > 0);
    expect(replayed.length).toBeGreaterThan(6);
    expect(Object.keys(unreplayed).sort()).toEqual(UNREPLAYED);
  });

  it('are distinguished without their requests too', async () => {
    const orders = bodies.filter(({ method }) => method !== 'GET').slice(0, 8);
    const alone = orders.map(({ file, place, value }) => ({ file, place, value }));
    const { differences } = await parityOn(host, alone);
    expect(differences.map(detailed)).toEqual([]);
  });

  it('come under every relation of what this broker sends', () => {
    const facts = factsOf(bodies.map(({ value }) => value));
    const objects = bodies.flatMap(({ value }) => [...objectsWithin(value)]);
    const idle = RELATIONS.filter(
      ({ check }) => !objects.some(({ object }) => check(object, facts).length > 0),
    );
    expect(idle.map(({ name }) => name)).toEqual(IDLE);
  });
});

describe('a changed body', () => {
  it('has a field that v20 does not have', async () => {
    expect(await changedFill(fill => ({ ...fill, slippage: '0' }))).toEqual([
      'fields fill.slippage unknown',
    ]);
  });

  it('lacks a field that is always sent', async () => {
    const lacking = await changedFill(({ accountBalance: _, ...fill }) => fill);
    expect(lacking).toEqual(['fields fill.accountBalance missing']);
  });

  it('has its keys in another order', async () => {
    const turned = await changedFill(({ id, ...fill }) => ({ ...fill, id }));
    expect(turned).toEqual(['order fill.id order']);
  });

  it.each([
    ['units', 3000, 'formats fill.units form'],
    ['units', '3000.0', 'formats fill.units form'],
    ['pl', '0.00', 'formats fill.pl form'],
    ['time', '2024-03-05 10:01:00', 'formats fill.time form'],
    ['reason', 'WISH', 'formats fill.reason form'],
    ['orderID', 'x', 'formats fill.orderID form'],
    ['pl', '1.0000', 'relations fill.pl fill pl'],
    ['halfSpreadCost', '9.0000', 'relations fill.halfSpreadCost half spread cost'],
    ['price', '150.000', 'relations fill.price fill price'],
    ['gainQuoteHomeConversionFactor', '1', 'relations fill.gainQuoteHomeConversionFactor factors'],
  ])('has %s %s', async (field, value, found) => {
    expect(await changedFill(fill => ({ ...fill, [field]: value }))).toContain(found);
  });

  it('has a balance that does not follow from the one before', async () => {
    const value = { transactions: [] as object[], lastTransactionID: '9' };
    const all = bodies.find(({ path }) => path?.endsWith('sinceid'))?.value as {
      readonly transactions: readonly Json[];
    };
    value.transactions = all.transactions.map(each =>
      each['id'] === '4' ? { ...each, accountBalance: '1.0000' } : each,
    );
    const { differences } = await parityOn(host, [{ file: 'x', place: '', value }]);
    const balances = differences.filter(({ rule }) => rule === 'balance');
    expect(balances.map(({ path }) => path)).toContain('transactions[3].accountBalance');
  });

  it('is like nothing that v20 sends', async () => {
    const { strange, bodies: held } = await parityOn(host, [
      { file: 'x', place: '[1]', value: { moon: 1 } },
    ]);
    expect({ strange, held }).toEqual({ strange: ['x [1]'], held: 0 });
  });
});
