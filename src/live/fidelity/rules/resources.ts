/** Relations within orders and trades, and between them and their transactions. Source: v20 semantics 9.2, 9.3. */

import { decimal } from '../../../core/base/decimal.js';
import { parseInstant } from '../../../core/time/instant.js';
import { type Json, objectOf, objectsIn } from '../recording/json.js';
import {
  type BodyFacts,
  isTransaction,
  number,
  type Relation,
  type RelationCheck,
  sameAs,
} from './rule.js';

/** Fields of an order that its end brings. */
const END_FIELDS = {
  PENDING: [],
  FILLED: ['fillingTransactionID', 'filledTime'],
  TRIGGERED: [],
  CANCELLED: ['cancellingTransactionID', 'cancelledTime'],
} as const;
const ALL_END_FIELDS = [
  'fillingTransactionID',
  'filledTime',
  'cancellingTransactionID',
  'cancelledTime',
];

const isOrder = (object: Json) => 'createTime' in object && 'state' in object;
const isTrade = (object: Json) => 'initialUnits' in object && 'state' in object;

function must(field: string, expected: string, found: unknown, isSame: boolean): RelationCheck {
  return { field, expected, found: String(found), isSame };
}

function at(value: unknown): number | undefined {
  return value === undefined ? undefined : parseInstant(String(value))?.at;
}

const orderState: Relation = {
  name: 'order state',
  sentence:
    'An order has the fields of its end in the state of that end, and ends after it was made.',
  source: 'v20 semantics 3.2, 9.2',
  check: order => {
    if (!isOrder(order) || 'initialUnits' in order) return [];
    const wanted: readonly string[] = END_FIELDS[order['state'] as 'FILLED'] ?? [];
    const made = at(order['createTime']);
    // The orders that had this state were never offered (semantics 3.2).
    const isUsed = must(
      'state',
      'a state that orders have',
      order['state'],
      order['state'] !== 'TRIGGERED',
    );
    const ends = ALL_END_FIELDS.flatMap(field => {
      const value = order[field];
      const isWanted = wanted.includes(field);
      const checks = [
        must(
          'state',
          isWanted ? `with ${field}` : `without ${field}`,
          order['state'],
          (value !== undefined) === isWanted,
        ),
      ];
      if (value === undefined) return checks;
      const isLater = field.endsWith('Time')
        ? (at(value) ?? 0) >= (made ?? 0)
        : Number(value) > Number(order['id']);
      return [...checks, must(field, 'after it was made', value, isLater)];
    });
    return [isUsed, ...ends];
  },
};

const tradeState: Relation = {
  name: 'trade state',
  sentence: 'A trade is open while it has units, on the side on which it began, and closes later.',
  source: 'v20 semantics 3.2, 9.3',
  check: trade => {
    const [first, now] = [number(trade, 'initialUnits'), number(trade, 'currentUnits')];
    if (!isTrade(trade) || first === undefined || now === undefined) return [];
    const isClosed = now.isZero();
    const { openTime, id } = trade;
    const closeTime = trade['closeTime'] ?? undefined;
    const closings = Array.isArray(trade['closingTransactionIDs'])
      ? trade['closingTransactionIDs']
      : [];
    const isWhole = closings.length === 0;
    const kept = isWhole
      ? now.eq(first)
      : now.isZero() || (now.isNegative() === first.isNegative() && now.abs().lt(first.abs()));
    return [
      must(
        'state',
        isClosed ? 'CLOSED' : 'OPEN',
        trade['state'],
        isClosed === (trade['state'] === 'CLOSED'),
      ),
      must('currentUnits', isWhole ? first.toFixed() : 'fewer', now.toFixed(), kept),
      must(
        'closeTime',
        isClosed ? 'a time' : 'none',
        closeTime,
        isClosed === (closeTime !== undefined),
      ),
      ...(closeTime === undefined
        ? []
        : [
            must(
              'closeTime',
              'after openTime',
              closeTime,
              (at(closeTime) ?? 0) >= (at(openTime) ?? 0),
            ),
          ]),
      ...closings.map(each =>
        must('closingTransactionIDs', `after ${id}`, each, Number(each) > Number(id)),
      ),
    ];
  },
};

/** Fields of an order that its transaction has too. */
const OF_TRANSACTION = ['instrument', 'units', 'price', 'distance', 'timeInForce', 'tradeID'];

const orderAndTransaction: Relation = {
  name: 'order and transaction',
  sentence:
    'An order has the fields and the time of the transaction that made it, and of the fill that ended it.',
  source: 'v20 semantics 9.2',
  check: (order, { byID }) => {
    if (!isOrder(order) || 'initialUnits' in order) return [];
    const made = byID.get(String(order['id']));
    const fill = byID.get(String(order['fillingTransactionID']));
    return [
      ...(made === undefined
        ? []
        : [
            ...OF_TRANSACTION.flatMap(field =>
              order[field] === undefined || made[field] === undefined
                ? []
                : sameAs(order, field, made[field]),
            ),
            ...sameAs(order, 'createTime', made['time']),
            ...sameAs(order, 'type', String(made['type']).replace(/_ORDER$/, '')),
          ]),
      ...(fill === undefined
        ? []
        : [
            ...sameAs(order, 'id', fill['orderID']),
            ...sameAs(order, 'filledTime', fill['time']),
            ...(order['tradeOpenedID'] === undefined
              ? []
              : sameAs(order, 'tradeOpenedID', objectOf(fill['tradeOpened'])['tradeID'])),
            ...(Array.isArray(order['tradeClosedIDs'])
              ? objectsIn(fill['tradesClosed']).map(({ tradeID }, index) => {
                  const ids = order['tradeClosedIDs'] as unknown[];
                  return must(
                    'tradeClosedIDs',
                    String(tradeID),
                    ids[index],
                    String(ids[index]) === String(tradeID),
                  );
                })
              : []),
          ]),
    ];
  },
};

const tradeAndTransaction: Relation = {
  name: 'trade and transaction',
  sentence:
    'A trade has the price, the units and the time of the fill that opened it, and the profit of its closes.',
  source: 'v20 semantics 9.3',
  check: (trade, facts) => {
    if (!isTrade(trade)) return [];
    const opening = facts.byID.get(String(trade['id']));
    const opened = objectOf(opening?.['tradeOpened']);
    return [
      ...(opening === undefined || opened['units'] === undefined
        ? []
        : [
            ...sameAs(trade, 'instrument', opening['instrument']),
            ...sameAs(trade, 'price', opened['price'] ?? opening['price']),
            ...sameAs(trade, 'openTime', opening['time']),
            ...sameAs(trade, 'initialUnits', opened['units']),
          ]),
      ...closesOf(trade, facts),
    ];
  },
};

function closesOf(trade: Json, { byID }: BodyFacts): RelationCheck[] {
  const ids = Array.isArray(trade['closingTransactionIDs']) ? trade['closingTransactionIDs'] : [];
  const [only] = ids;
  const fill = ids.length === 1 ? byID.get(String(only)) : undefined;
  if (fill === undefined) return [];
  const parts = [...objectsIn(fill['tradesClosed']), ...objectsIn([fill['tradeReduced']])];
  const part = parts.find(({ tradeID }) => String(tradeID) === String(trade['id']));
  if (part === undefined)
    return [must('closingTransactionIDs', 'a fill that closes it', only, false)];
  return [
    ...sameAs(trade, 'instrument', fill['instrument']),
    ...sameAs(trade, 'realizedPL', part['realizedPL']),
    ...(trade['closeTime'] === undefined ? [] : sameAs(trade, 'closeTime', fill['time'])),
    ...(trade['averageClosePrice'] === undefined
      ? []
      : sameAs(trade, 'averageClosePrice', fill['price'])),
    must(
      'initialUnits',
      decimal(String(part['units'])).negated().toFixed(),
      trade['initialUnits'],
      trade['closeTime'] === undefined ||
        decimal(String(part['units']))
          .abs()
          .lte(decimal(String(trade['initialUnits'])).abs()),
    ),
  ];
}

/** Lists of changes by the state of what is in them. */
const STATE_OF_LIST = {
  ordersCreated: /^(PENDING|FILLED|CANCELLED)$/,
  ordersFilled: /^FILLED$/,
  ordersCancelled: /^CANCELLED$/,
  tradesOpened: /^(OPEN|CLOSED)$/,
  tradesReduced: /^(OPEN|CLOSED)$/,
  tradesClosed: /^CLOSED$/,
} as const;

const changes: Relation = {
  name: 'changes',
  sentence: 'The lists of changes hold orders and trades in the state that the list names.',
  source: 'v20 semantics 9.1',
  check: body => {
    if (!('ordersCreated' in body && 'tradesOpened' in body)) return [];
    return Object.entries(STATE_OF_LIST).flatMap(([list, states]) =>
      objectsIn(body[list]).map(({ state }, index) =>
        must(`${list}[${index}].state`, String(states), state, states.test(String(state))),
      ),
    );
  },
};

/** Reasons of transactions, and the field that each of them brings. */
const FIELD_OF_REASON: Readonly<Record<string, string>> = {
  CLIENT_REQUEST_REPLACED: 'replacedByOrderID',
  LINKED_TRADE_CLOSED: 'closedTradeID',
  REPLACEMENT: 'replacesOrderID',
  TRADE_CLOSE: 'tradeClose',
};

const reasonFields: Relation = {
  name: 'reason fields',
  sentence:
    'A transaction has the field that its reason brings, and no other reason has that field.',
  source: 'v20 semantics 3.5',
  check: object => {
    if (!isTransaction(object) || object['reason'] === undefined) return [];
    return Object.entries(FIELD_OF_REASON).flatMap(([reason, field]) => {
      const [isReason, has] = [object['reason'] === reason, object[field] !== undefined];
      if (!isReason && !has) return [];
      return [must('reason', `${reason} with ${field}`, object['reason'], isReason === has)];
    });
  },
};

/** All relations of orders and trades. */
export const RESOURCE_RELATIONS: readonly Relation[] = [
  orderState,
  tradeState,
  orderAndTransaction,
  tradeAndTransaction,
  changes,
  reasonFields,
];
