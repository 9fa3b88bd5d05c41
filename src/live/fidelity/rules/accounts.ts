/** Relations within accounts, positions and lists. Source: v20 semantics 5.3, 9.1, 9.4. */

import { type Decimal, decimal, roundNearest, sum, ZERO } from '../../../core/base/decimal.js';
import { isObject, type Json, objectOf } from '../recording/json.js';
import { compared, number, type Relation, type RelationCheck } from './rule.js';

/** A relation that makes one field from others of the same object. */
function made(
  field: string,
  from: readonly string[],
  sentence: string,
  make: (...values: Decimal[]) => Decimal,
): Relation {
  return {
    name: field,
    sentence,
    source: 'v20 semantics 5.3',
    check: object => {
      const values = from.map(each => number(object, each));
      if (values.some(each => each === undefined)) return [];
      return compared(object, field, make(...(values as Decimal[])));
    },
  };
}

const PERCENT_DIGITS = 5;
const least = (one: Decimal, other: Decimal) => (one.lt(other) ? one : other);
const notNegative = (value: Decimal) => (value.isNegative() ? ZERO : value);

/** What the charged factors cost is no cost of margin, and one division counts at mid prices. */
const available: Relation = {
  name: 'marginAvailable',
  sentence:
    'The available margin lies between the net value - margin used and that at mid prices, and is not below 0.',
  source: 'v20 semantics 5.3',
  check: object => {
    const [value, atMid, used, found] = [
      number(object, 'NAV'),
      number(object, 'marginCloseoutNAV'),
      number(object, 'marginUsed'),
      number(object, 'marginAvailable'),
    ];
    if (value === undefined || used === undefined || found === undefined) return [];
    const one = notNegative(value.minus(used));
    const other = notNegative((atMid ?? value).minus(used));
    const [low, high] = one.lt(other) ? [one, other] : [other, one];
    const expected = low.eq(high) ? low.toFixed() : `${low.toFixed()} to ${high.toFixed()}`;
    const isSame = found.gte(low) && found.lte(high);
    return [{ field: 'marginAvailable', expected, found: found.toFixed(), isSame }];
  },
};

const percent: Relation = {
  name: 'marginCloseoutPercent',
  sentence:
    'The closeout percentage is the margin used for closeout, halved outside Japan, over the net value at mid prices.',
  source: 'v20 semantics 5.3',
  check: object => {
    const used = number(object, 'marginCloseoutMarginUsed');
    const value = number(object, 'marginCloseoutNAV');
    if (used === undefined || value === undefined || !value.gt(ZERO)) return [];
    const whole = compared(object, 'marginCloseoutPercent', share(used, value, '1'));
    if (whole.some(({ isSame }) => isSame)) return whole;
    return compared(object, 'marginCloseoutPercent', share(used, value, '0.5'));
  },
};

function share(used: Decimal, value: Decimal, factor: string): Decimal {
  return roundNearest(decimal(factor).times(used).div(value), PERCENT_DIGITS);
}

const counts: Relation = {
  name: 'counts',
  sentence: 'An account counts its open trades and its pending orders.',
  source: 'v20 semantics 9.1',
  check: object => [
    ...counted(object, 'openTradeCount', object['trades']),
    ...counted(object, 'pendingOrderCount', object['orders']),
  ],
};

function counted(object: Json, field: string, list: unknown): RelationCheck[] {
  if (!Array.isArray(list)) return [];
  return compared(object, field, decimal(list.length));
}

const sides: Relation = {
  name: 'position sides',
  sentence: 'The profit of a position is that of its long side and that of its short side.',
  source: 'v20 semantics 9.4',
  check: position => {
    if (!isObject(position['long']) || !isObject(position['short'])) return [];
    return ['pl', 'unrealizedPL', 'resettablePL', 'financing'].flatMap(field => {
      const parts = [position['long'], position['short']].map(side =>
        number(objectOf(side), field),
      );
      if (parts.includes(undefined)) return [];
      const expected = sum(parts as Decimal[]);
      // What both sides have, the position has too.
      if (position[field] === undefined) {
        return [{ field, expected: expected.toFixed(), found: 'absent', isSame: false }];
      }
      return compared(position, field, expected);
    });
  },
};

/** All relations within an account or a position. */
export const ACCOUNT_RELATIONS: readonly Relation[] = [
  made(
    'NAV',
    ['balance', 'unrealizedPL'],
    'The net value is balance + unrealised profit.',
    (a, b) => a.plus(b),
  ),
  available,
  made(
    'marginCloseoutNAV',
    ['balance', 'marginCloseoutUnrealizedPL'],
    'The net value for closeout is balance + unrealised profit at mid prices.',
    (a, b) => a.plus(b),
  ),
  made(
    'withdrawalLimit',
    ['balance', 'marginAvailable'],
    'What can be withdrawn is the smaller of balance and available margin, and not below 0.',
    (balance, available) => notNegative(least(balance, available)),
  ),
  percent,
  counts,
  sides,
];
