/** Relations between an account, its positions and its trades. Source: v20 semantics 9.1, 9.4. */

import { type Decimal, decimal, sum, ZERO } from '../../../core/base/decimal.js';
import { instrumentTable } from '../../../core/market/instrument-table.js';
import { type Json, objectOf, objectsIn } from '../recording/json.js';
import { compared, number, type Relation, type RelationCheck } from './rule.js';

const SIDES = ['long', 'short'] as const;
/** Profits of trades are rounded one by one, so that their sum is off by up to half a unit each. */
const HALF_UNIT = '0.00005';

const ofAccount: Relation = {
  name: 'sums of the account',
  sentence: 'The profit and the financing of an account are the sums over its positions.',
  source: 'v20 semantics 9.1',
  check: account => {
    const positions = objectsIn(account['positions']);
    if (!('NAV' in account) || !('balance' in account) || positions.length === 0) return [];
    const fields = ['pl', 'financing', 'commission', 'guaranteedExecutionFees', 'unrealizedPL'];
    return [
      ...fields.flatMap(field => {
        const parts = positions.map(each => number(each, field));
        return parts.includes(undefined)
          ? []
          : nearly(account, field, sum(parts as Decimal[]), parts.length);
      }),
      ...compared(account, 'openPositionCount', decimal(positions.filter(isOpen).length)),
    ];
  },
};

function isOpen(position: Json): boolean {
  return SIDES.some(side => number(objectOf(position[side]), 'units')?.isZero() === false);
}

const ofTrades: Relation = {
  name: 'sums of trades',
  sentence: 'The units, the average price and the profit of a position are those of its trades.',
  source: 'v20 semantics 9.4',
  check: account => {
    const trades = objectsIn(account['trades']);
    if (!('NAV' in account) || trades.some(trade => trade['currentUnits'] === undefined)) return [];
    return objectsIn(account['positions']).flatMap((position, index) =>
      SIDES.flatMap(side => {
        const own = trades.filter(
          trade =>
            trade['instrument'] === position['instrument'] && isLong(trade) === (side === 'long'),
        );
        return ofSide(objectOf(position[side]), own).map(each => ({
          ...each,
          field: `positions[${index}].${side}.${each.field}`,
        }));
      }),
    );
  },
};

function isLong(trade: Json): boolean {
  return number(trade, 'currentUnits')?.isNegative() === false;
}

function ofSide(side: Json, trades: readonly Json[]): RelationCheck[] {
  const units = trades.map(trade => number(trade, 'currentUnits') ?? ZERO);
  const ids = Array.isArray(side['tradeIDs']) ? side['tradeIDs'].map(String).sort() : [];
  const wanted = trades.map(({ id }) => String(id)).sort();
  const profits = trades.map(trade => number(trade, 'unrealizedPL') ?? ZERO);
  const isSame = ids.join() === wanted.join();
  return [
    ...compared(side, 'units', sum(units)),
    { field: 'tradeIDs', expected: wanted.join(' '), found: ids.join(' '), isSame },
    ...nearly(side, 'unrealizedPL', sum(profits), profits.length),
    ...averageOf(side, trades),
  ];
}

function averageOf(side: Json, trades: readonly Json[]): RelationCheck[] {
  const found = number(side, 'averagePrice');
  const units = sum(trades.map(trade => number(trade, 'currentUnits') ?? ZERO));
  if (found === undefined || units.isZero()) return [];
  const values = trades.map(trade =>
    (number(trade, 'price') ?? ZERO).times(number(trade, 'currentUnits') ?? ZERO),
  );
  const precision = instrumentTable().get(String(trades[0]?.['instrument']))?.displayPrecision ?? 5;
  return compared(side, 'averagePrice', sum(values).div(units).round(precision, 'nearest'));
}

/** Compares a sum of rounded amounts. */
function nearly(object: Json, field: string, expected: Decimal, parts: number): RelationCheck[] {
  return compared(object, field, expected).map(check => {
    const isSame = decimal(check.found)
      .minus(expected)
      .abs()
      .lte(decimal(HALF_UNIT).times(parts + 1));
    return { ...check, isSame };
  });
}

/** All relations of sums. */
export const SUM_RELATIONS: readonly Relation[] = [ofAccount, ofTrades];
