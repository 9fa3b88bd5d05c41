/**
 * Values that a published schema allows, of the kind that a small market can do something with:
 * names of fields say what is likely (instruments that exist, prices near the market). Ids are
 * placeholders such as `$order3`, which stand for what exists when the request is made.
 */

import type { TSchema } from '@sinclair/typebox';
import fc from 'fast-check';
import { DEFINITIONS } from '../../../src/broker/api/definitions.js';
import { INSTANT_FORMAT } from '../../../src/broker/api/http/read/instant-text.js';

/** Placeholders: the n-th of what the account has of the kind, as a request is made. */
export const someOrder = fc.nat(9).map(at => `$order${at}`);
export const someTrade = fc.nat(9).map(at => `$trade${at}`);
const someID = fc.oneof(
  someOrder,
  someTrade,
  fc.nat(9).map(at => `$last${at}`),
);
export const someClientID = fc.constantFrom('mine-1', 'mine-2', 'mine-3', 'my/4', 'my 5 é');

/** Mostly one, so that requests meet what earlier ones left there. */
const INSTRUMENTS = ['EUR_USD', 'EUR_USD', 'EUR_USD', 'USD_JPY', 'GBP_USD'] as const;
const TIMES = [
  '2024-03-05T10:00:00Z',
  '2024-03-05T10:30:00.123456789Z',
  '2024-03-05T12:00:00+02:00',
  '2024-03-06T00:00:00',
  '2024-03-05',
  '2024-03-07T23:00:00Z',
  '2019-01-01T00:00:00Z',
  '1709632800',
  '1709650000.500000000',
];
const PRICES = [
  '1.08',
  '1.085',
  '1.0849',
  '1.0852',
  '1.09',
  '1.01',
  '1.2',
  '1.268',
  '150.1',
  '151',
];

/** What fields of these names usually hold. */
const HINTS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  instrument: fc.constantFrom(...INSTRUMENTS),
  instruments: fc.constantFrom(...INSTRUMENTS),
  candleSpecifications: fc.constantFrom('EUR_USD:S5:BA', 'USD_JPY:M1:M', 'GBP_USD:H1:MBA'),
  units: fc.constantFrom('100', '-100', '1000', '-2500', '1', 250, -40, '10000', 'ALL', '100.5'),
  longUnits: fc.constantFrom('ALL', 'NONE', '50', '100', 10),
  shortUnits: fc.constantFrom('ALL', 'NONE', '50', '100', 10),
  price: fc.constantFrom(...PRICES, 1.08),
  priceBound: fc.constantFrom(...PRICES),
  distance: fc.constantFrom('0.005', '0.05', '0.01', '0.5', '2', 0.02),
  tradeID: someTrade,
  clientTradeID: someClientID,
  gtdTime: fc.constantFrom(...TIMES),
  id: someClientID,
  tag: fc.constantFrom('tag', 'ein Etikett'),
  comment: fc.constantFrom('comment', 'ありがとう'),
  alias: fc.constantFrom('Primary', 'другой', ''),
  marginRate: fc.constantFrom('0.02', '0.05', '0.1', '1', 0.04),
};

/** Fields without which nothing of interest happens; others come in now and then. */
const USUAL = new Set(['order', 'type', 'instrument', 'units', 'price', 'distance', 'tradeID']);
/** Of ten objects, how many have a field of the kind. */
const OF_TEN = { usual: 9, other: 1 } as const;

const byID = new Map(DEFINITIONS.map(schema => [`${schema.$id}#`, schema]));
const ORDER_REQUESTS = DEFINITIONS.filter(({ $id }) => /.OrderRequest$/.test($id ?? ''));

/** Orders that lead to others: what opens trades, and what waits and can be replaced. */
const FREQUENT = new Set(['MarketOrderRequest', 'LimitOrderRequest']);

/** A value that `schema` allows for the field `name`. */
export function valueFor(schema: TSchema, name = ''): fc.Arbitrary<unknown> {
  const { $ref, enum: values, nullable, ...own } = schema as TSchema & Record<string, never>;
  if (nullable) return fc.option(valueFor(own as unknown as TSchema, name), { freq: 4 });
  if ($ref === 'OrderRequest#') {
    return fc.oneof(
      ...ORDER_REQUESTS.map(request => ({
        arbitrary: valueFor(request, name),
        weight: FREQUENT.has(request.$id ?? '') ? OF_TEN.usual : OF_TEN.other,
      })),
    );
  }
  if ($ref !== undefined) return valueFor(byID.get($ref) as TSchema, name);
  if (values !== undefined) return fc.constantFrom(...(values as readonly string[]));
  const hint = Object.hasOwn(HINTS, name) ? HINTS[name] : undefined;
  if (schema['type'] === 'object') return objectOf(schema);
  if (schema['type'] === 'array') {
    return fc.array(valueFor(schema['items'] as TSchema, name), { minLength: 1, maxLength: 4 });
  }
  const isFree = schema['pattern'] === undefined || name === 'candleSpecifications';
  if (hint !== undefined && isFree) return hint;
  const options = schema['anyOf'] as readonly TSchema[] | undefined;
  if (options !== undefined) return fc.oneof(...options.map(option => valueFor(option, name)));
  return leafOf(schema);
}

function leafOf(schema: TSchema): fc.Arbitrary<unknown> {
  switch (schema['type']) {
    case 'integer': {
      const { minimum = 0, maximum = 1_000 } = schema as { minimum?: number; maximum?: number };
      return fc.integer({ min: minimum, max: maximum });
    }
    case 'number':
      return fc.constantFrom(0.5, 1, 100, 1.0851);
    case 'boolean':
      return fc.boolean();
    default:
      return textOf(schema);
  }
}

function textOf(schema: TSchema): fc.Arbitrary<unknown> {
  if (schema['format'] === INSTANT_FORMAT) return fc.constantFrom(...TIMES);
  const pattern = schema['pattern'] as string | undefined;
  if (pattern === undefined) return fc.constantFrom('abc', 'EUR_USD', '100');
  // What looks ahead cannot be made from the pattern: the sides of candles.
  if (pattern.includes('(?')) return fc.constantFrom('M', 'BA', 'ABM', 'AM');
  const matching = fc.stringMatching(new RegExp(pattern));
  return pattern.includes('\\d{1,15}') ? fc.oneof(someID, someID, matching) : matching;
}

function objectOf(schema: TSchema): fc.Arbitrary<unknown> {
  const required = new Set((schema['required'] as readonly string[] | undefined) ?? []);
  const properties = schema['properties'] as Readonly<Record<string, TSchema>>;
  const fields = Object.entries(properties).map(([name, property]) => {
    const value = valueFor(property, name).map(each => [[name, each]]);
    if (required.has(name)) return value;
    const weight = USUAL.has(name) || property['nullable'] ? OF_TEN.usual : OF_TEN.other;
    return fc.oneof(
      { arbitrary: fc.constant([]), weight: 10 - weight },
      { arbitrary: value, weight },
    );
  });
  return fc.tuple(...fields).map(parts => Object.fromEntries(parts.flat()));
}
