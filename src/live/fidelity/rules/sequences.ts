/** Relations between one transaction of an account and the next. Source: v20 semantics 4.9, 5.2. */

import { type Decimal, decimal } from '../../../core/base/decimal.js';
import { type Json, objectsIn } from '../recording/json.js';
import {
  type BodyFacts,
  compared,
  isTransaction,
  keyOf,
  number,
  type Relation,
  transactionBefore,
} from './rule.js';

const MOVES: ReadonlySet<unknown> = new Set([
  'ORDER_FILL',
  'DAILY_FINANCING',
  'TRANSFER_FUNDS',
  'DIVIDEND_ADJUSTMENT',
]);

/** How much a transaction adds to the balance. */
function added(transaction: Json) {
  const amount = (field: string) => number(transaction, field) ?? decimal(0);
  return amount('pl')
    .plus(amount('financing'))
    .plus(amount('amount'))
    .plus(amount('dividendAdjustment'))
    .minus(amount('commission'))
    .minus(amount('guaranteedExecutionFee'));
}

const balance: Relation = {
  name: 'balance',
  sentence:
    'The balance of a transaction is the one before + profit + financing + dividends + transfer - commission - fees.',
  source: 'v20 semantics 5.2, 5.3',
  check: (object, facts) => {
    if (!isTransaction(object) || number(object, 'accountBalance') === undefined) return [];
    const before = balanceBefore(object, facts);
    return before === undefined
      ? []
      : compared(object, 'accountBalance', before.plus(added(object)));
  },
};

/** The balance before a transaction, when every transaction since it was written is at hand. */
export function balanceBefore(transaction: Json, facts: BodyFacts): Decimal | undefined {
  const before = transactionBefore(transaction, facts);
  if (before === undefined) return undefined;
  const found = number(before, 'accountBalance');
  if (found !== undefined) return found;
  return MOVES.has(before['type']) ? undefined : balanceBefore(before, facts);
}

const dependent: Relation = {
  name: 'dependent orders',
  sentence:
    'Orders that a fill makes share its batch and time and have the ids after it, take profit before stop loss.',
  source: 'v20 semantics 4.9',
  check: (object, facts) => {
    const before = transactionBefore(object, facts);
    if (!isTransaction(object) || object['reason'] !== 'ON_FILL' || before === undefined) return [];
    const expected = `${before['batchID']} ${before['time']}`;
    const found = `${object['batchID']} ${object['time']}`;
    const isLate = before['type'] === 'STOP_LOSS_ORDER' && object['type'] === 'TAKE_PROFIT_ORDER';
    return [{ field: 'batchID', expected, found, isSame: expected === found && !isLate }];
  },
};

const linked: Relation = {
  name: 'linked cancels',
  sentence: 'A cancel of an order whose trade was closed follows the closing fill in its batch.',
  source: 'v20 semantics 4.9',
  check: (object, { transactions }) => {
    if (object['reason'] !== 'LINKED_TRADE_CLOSED') return [];
    const close = transactions.get(keyOf(object, object['tradeCloseTransactionID']));
    if (close === undefined) return [];
    const closed = objectsIn(close['tradesClosed']).map(({ tradeID }) => String(tradeID));
    const trade = String(object['closedTradeID']);
    const expected = `${close['batchID']} ${trade}`;
    const found = `${object['batchID']} ${closed.includes(trade) ? trade : 'another trade'}`;
    return [{ field: 'batchID', expected, found, isSame: expected === found }];
  },
};

/** All relations along transactions. */
export const SEQUENCE_RELATIONS: readonly Relation[] = [balance, dependent, linked];
