/**
 * Explains a transaction, or an order that has not filled, from the ledger and the recorded ticks.
 * Decision 0030.
 */

import { present } from '../base/present.js';
import type { AccountCell } from '../engine/state/account-cell.js';
import type { EngineState } from '../engine/state/engine-state.js';
import { isOrderTransaction, type Transaction } from '../ledger/transaction.js';
import type { OrderFillReason } from '../order/fill-reason.js';
import { ORDER_TYPES } from '../order/order-types.js';
import type { TriggerSide } from '../order/trigger.js';
import { CANCEL_REASONS } from '../reason/cancel-reasons.js';
import { FILL_REASONS, REGULATORY_CLOSEOUT } from '../reason/fill-reasons.js';
import { REJECT_REASONS } from '../reason/reject-reasons.js';
import type { Rule } from '../reason/rule.js';
import { sectionPlace } from '../reason/sections.js';
import { formatRfc3339 } from '../time/instant.js';
import { ACCOUNT_TYPE_RULES } from './account-types.js';
import { conversionsOf } from './conversions.js';
import type { Explanation, Requirement } from './explanation.js';
import { neededPrice, reachedPrice } from './needed.js';
import { numberOf } from './numbers.js';
import { Scene } from './scene.js';
import { neededSide } from './waiting.js';

/**
 * The explanation of transaction or order `id` of the account; undefined when there is none of that
 * id. An order is explained by what became of it: its fill, its cancel, or what it still waits for.
 */
export function explain(
  state: EngineState,
  cell: AccountCell,
  id: number,
): Explanation | undefined {
  const transaction = cell.log.get(id);
  if (transaction === undefined) return undefined;
  if (!isOrderTransaction(transaction)) return told(new Scene(state, cell, transaction), id);
  const order = cell.state.orders.get(id);
  const end = order?.fillingTransactionID ?? order?.cancellingTransactionID;
  if (end === undefined) return told(new Scene(state, cell, transaction, true), id);
  return told(new Scene(state, cell, cell.log.must(Number(end))), id);
}

/** Cancels that end an order which waits for its price. */
const ENDED_WAITING: ReadonlySet<string> = new Set([
  'CLIENT_REQUEST',
  'CLIENT_REQUEST_REPLACED',
  'LINKED_TRADE_CLOSED',
  'TIME_IN_FORCE_EXPIRED',
]);

function told(scene: Scene, id: number): Explanation {
  const { transaction, isPending, tick, state } = scene;
  const rule = ruleOf(scene);
  const needed = neededOf(scene, rule);
  const values = { ...valuesOf(scene, rule), ...neededValues(scene, needed) };
  const conversion = conversionsOf(scene);
  const reason = reasonOf(transaction);
  return {
    id: String(id),
    accountID: transaction.accountID,
    ...(isPending ? {} : { transactionID: transaction.id }),
    type: transaction.type,
    ...(isPending ? {} : present({ reason })),
    time: isPending ? formatRfc3339(state.clock.now) : transaction.time,
    sentence: written(rule.sentence, values),
    ...present({ tick, side: sideOf(scene) }),
    rule: rule.rule,
    section: sectionPlace(rule.section),
    values,
    ...(conversion.length === 0 ? {} : { conversion }),
    ...present({ needed }),
  };
}

/** The rule that decided about the transaction, or that a pending order waits by. */
function ruleOf({ transaction, isPending, order }: Scene): Rule {
  if ('rejectReason' in transaction) return REJECT_REASONS[transaction.rejectReason];
  if (isPending && order !== undefined) {
    const rule = FILL_REASONS[ORDER_TYPES[order.type].fillReason as OrderFillReason];
    return { ...rule, sentence: 'Order {id} waits: a {orderType} order of {instrument}.' };
  }
  if (transaction.type === 'ORDER_CANCEL') return CANCEL_REASONS[transaction.reason];
  if (transaction.type === 'ORDER_FILL') {
    const { creation } = order ?? {};
    const cause = creation?.type === 'MARKET_ORDER' ? creation.marginCloseout?.reason : undefined;
    return cause === 'REGULATORY_MARGIN_CALL_VIOLATION'
      ? REGULATORY_CLOSEOUT
      : FILL_REASONS[transaction.reason];
  }
  return ACCOUNT_TYPE_RULES[transaction.type as keyof typeof ACCOUNT_TYPE_RULES];
}

function reasonOf(transaction: Transaction): string | undefined {
  if ('rejectReason' in transaction) return transaction.rejectReason;
  return 'reason' in transaction ? transaction.reason : undefined;
}

/** The side that the order watched, or filled at. */
function sideOf({ order, waiting, buys }: Scene): TriggerSide | undefined {
  if (order !== undefined && waiting !== undefined) return neededSide(order, waiting).side;
  if (buys === undefined) return undefined;
  return buys ? 'ASK' : 'BID';
}

function neededOf(scene: Scene, rule: Rule): Requirement | undefined {
  const { transaction, isPending } = scene;
  const waited =
    isPending || (transaction.type === 'ORDER_CANCEL' && ENDED_WAITING.has(transaction.reason));
  if (waited) return neededPrice(scene);
  if (transaction.type === 'ORDER_FILL' && rule.needed === undefined) return reachedPrice(scene);
  if (transaction.type === 'ORDER_CANCEL' && transaction.reason === 'BOUNDS_VIOLATION') {
    return boundNeeded(scene, rule);
  }
  if (rule.needed === undefined) return undefined;
  const { compare } = rule;
  const [value, found] = [compare?.value, compare?.found].map(name =>
    name === undefined ? undefined : numberOf(scene, name),
  );
  const values = valuesOf(scene, rule);
  const { what, limit } = compare ?? {};
  const isKnown = value !== undefined && found !== undefined;
  return {
    sentence: written(rule.needed, values),
    ...(isKnown ? present({ what, limit, value, found }) : {}),
  };
}

function boundNeeded(scene: Scene, { needed = '' }: Rule): Requirement {
  const [what, value, found] = ['fillSide', 'priceBound', 'bookPrice'].map(name =>
    numberOf(scene, name),
  );
  const limit = scene.buys === true ? 'atMost' : 'atLeast';
  const sentence = written(needed, present({ priceBound: value }) as Record<string, string>);
  return { sentence, ...present({ what, limit, value, found }) } as Requirement;
}

const PLACES = /\{([^{}]+)\}/g;

/** The numbers that the rule names. */
function valuesOf(scene: Scene, { sentence, needed = '', compare }: Rule): Record<string, string> {
  const names = [...`${sentence}${needed}`.matchAll(PLACES)].map(([, name = '']) => name);
  const values: Record<string, string> = {};
  for (const name of [...names, ...(compare === undefined ? [] : [compare.found, compare.value])]) {
    const value = name === 'orderType' ? scene.order?.type : numberOf(scene, name);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** The numbers of a trigger, for sentences that name them. */
function neededValues({ buys }: Scene, needed: Requirement | undefined): Record<string, string> {
  if (needed?.what === undefined || needed.value === undefined) {
    return { watchedSide: buys === true ? 'ask' : 'bid' };
  }
  return { watchedSide: needed.what, level: needed.value };
}

/** The template with its numbers; a number that is not there is written as `none`. */
function written(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(PLACES, (_, name: string) => values[name] ?? 'none');
}
