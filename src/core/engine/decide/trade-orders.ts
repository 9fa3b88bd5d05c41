/**
 * SetTradeOrders and SetTradeClientExtensions: the dependent orders and labels that a client sets
 * on an open trade. All or nothing: when one kind is refused, only rejects are written. Source: v20
 * semantics 1.4 (omitted, null, object), 4.9 (order of kinds), decision 0007.
 */

import { ensureDefined } from '../../base/assert.js';
import { type Fields, fieldsIn, present } from '../../base/present.js';
import type { OrderRecord, TradeRecord } from '../../ledger/account.js';
import {
  type DependentLink,
  type DependentOrderType,
  ORDERS_ON_TRADE,
} from '../../order/dependent-orders.js';
import {
  type ClientExtensions,
  DETAIL_FIELDS,
  type DependentDetails,
  type OrderField,
  type OrderRequest,
} from '../../order/order.js';
import type { RejectReason } from '../../reason/reject-reasons.js';
import { requestLock } from '../request/account-locks.js';
import { extensionFault } from '../request/field-faults.js';
import { rejectBody } from '../request/order-body.js';
import { BadRequest, readDetails, readExtensions } from '../request/read-order.js';
import { type OrderCase, rejectReason } from '../request/reject-order.js';
import { findTrade, tradeNames } from '../request/specifier.js';
import type { Batch } from '../state/batch.js';
import type { Command } from '../state/command.js';
import { commitCancel } from '../state/commit-cancel.js';
import type { ExecutionContext } from '../state/execution-context.js';
import { cancelRefusal } from './cancel-order.js';
import { caseOf, placeOrder, placeReplacement } from './place-order.js';
import { settle } from './settle-order.js';

type SetTradeOrders = Extract<Command, { readonly type: 'SetTradeOrders' }>;

/** One kind of dependent order that the request touches. */
interface Change {
  readonly type: DependentOrderType;
  readonly details: DependentDetails | null;
  readonly pending: OrderRecord | undefined;
}

/** Executes SetTradeOrders. @throws BadRequest for an unknown trade or a malformed object. */
export function setTradeOrders(
  context: ExecutionContext,
  batch: Batch,
  command: SetTradeOrders,
): void {
  const trade = findTrade(batch.cell.state, command.tradeSpecifier);
  const changes = ORDERS_ON_TRADE.flatMap(({ name, type, link }): Change[] => {
    const raw = command[name];
    if (raw === undefined) return [];
    const details = raw === null ? null : ensureDefined(readDetails(raw, name, type), name);
    return [{ type, details, pending: trade && pendingOf(batch, trade, link) }];
  });
  if (trade === undefined) throw new BadRequest('tradeID');
  const cases = new Map<Change, OrderCase>();
  // The request is done completely or not at all: its removals make room wherever they stand.
  let pendingChange = -changes.filter(removes).length;
  for (const change of changes) {
    if (change.details === null) continue;
    const order = caseOf(context, batch, requestOf(change, trade), change.pending);
    cases.set(change, { ...order, pendingChange });
    if (change.pending === undefined) pendingChange++;
  }
  const refused = changes.flatMap((change): RefusedChange[] => {
    const order = cases.get(change);
    const reason = order === undefined ? keepReason(context, batch, change) : rejectReason(order);
    return reason === undefined ? [] : [{ change, order, reason }];
  });
  if (refused.length > 0) {
    for (const each of refused) refuse(batch, each);
    return;
  }
  const written = changes.map(change => carryOut(batch, change, cases.get(change)));
  // All orders are written before one fills: a take profit that fills at once cancels its new
  // siblings.
  for (const order of written) {
    if (order?.state === 'PENDING') settle(context, batch, order);
  }
}

interface RefusedChange {
  readonly change: Change;
  readonly order: OrderCase | undefined;
  readonly reason: RejectReason;
}

function removes({ details, pending }: Change): boolean {
  return details === null && pending !== undefined;
}

/** Why the pending order may not be removed; undefined when it may, or when there is none. */
function keepReason(
  context: ExecutionContext,
  batch: Batch,
  { pending }: Change,
): RejectReason | undefined {
  return pending === undefined
    ? undefined
    : cancelRefusal(context, batch, pending, String(pending.id));
}

function refuse(batch: Batch, { change: { pending }, order, reason }: RefusedChange): void {
  const pendingID = pending === undefined ? undefined : String(pending.id);
  if (order !== undefined) {
    batch.add(rejectBody(order.request, reason, pendingID));
  } else if (pendingID !== undefined) {
    batch.add({ type: 'ORDER_CANCEL_REJECT', orderID: pendingID, rejectReason: reason });
  }
}

function carryOut(
  batch: Batch,
  { pending }: Change,
  order: OrderCase | undefined,
): OrderRecord | undefined {
  if (order !== undefined) {
    return pending === undefined
      ? placeOrder(order, batch)
      : placeReplacement(order, batch, pending);
  }
  if (pending !== undefined) commitCancel(batch, pending, 'CLIENT_REQUEST');
  return undefined;
}

function pendingOf(batch: Batch, trade: TradeRecord, link: DependentLink): OrderRecord | undefined {
  const id = trade[link];
  return id === undefined ? undefined : batch.cell.state.pendingOrders.get(id);
}

/** The order request of the details. A modified order keeps the terms that the details omit. */
function requestOf({ type, details, pending }: Change, trade: TradeRecord): OrderRequest {
  // 2016 dialect: a guaranteed stop is requested as a stop loss.
  const { guaranteed, ...given } = details ?? {};
  return present({
    ...(pending === undefined ? {} : keptTerms(fieldsIn(pending.creation), given)),
    ...given,
    type: guaranteed === true ? ('GUARANTEED_STOP_LOSS' as const) : type,
    tradeID: String(trade.id),
  }) as OrderRequest;
}

/** The terms of the order before. Of its level it keeps the distance, or the price of an order that has none. */
function keptTerms(before: Fields, given: DependentDetails): Fields {
  const moved = given.price !== undefined || given.distance !== undefined;
  const level = before['distance'] === undefined ? 'price' : 'distance';
  const isKept = ({ name, kind, isSpelling }: OrderField) => {
    if (kind === 'price') return !moved && name === level;
    return kind !== 'extensions' && isSpelling === undefined;
  };
  return Object.fromEntries(DETAIL_FIELDS.filter(isKept).map(({ name }) => [name, before[name]]));
}

/** Executes SetTradeClientExtensions. @throws BadRequest on a malformed body. */
export function setTradeExtensions(
  batch: Batch,
  specifier: string,
  raw: ClientExtensions | undefined,
): void {
  const modify = readExtensions(raw, 'clientExtensions');
  const { state } = batch.cell;
  const trade = findTrade(state, specifier);
  const clientTradeID = trade?.clientExtensions?.id;
  const rejectReason = requestLock(batch.cell) ?? extensionsReason();
  if (trade === undefined || rejectReason !== undefined || modify === undefined) {
    batch.add({
      type: 'TRADE_CLIENT_EXTENSIONS_MODIFY_REJECT',
      ...tradeNames(specifier),
      ...present({ tradeClientExtensionsModify: modify }),
      rejectReason: rejectReason ?? 'CLIENT_EXTENSIONS_DATA_MISSING',
    });
    return;
  }
  batch.add({
    type: 'TRADE_CLIENT_EXTENSIONS_MODIFY',
    tradeID: String(trade.id),
    ...present({ clientTradeID }),
    tradeClientExtensionsModify: modify,
  });

  function extensionsReason(): RejectReason | undefined {
    if (trade === undefined) return 'TRADE_DOESNT_EXIST';
    if (modify === undefined) return 'CLIENT_EXTENSIONS_DATA_MISSING';
    const fault = extensionFault(modify);
    if (fault !== undefined) return `CLIENT_TRADE_${fault}`;
    const holder = modify.id === undefined ? undefined : state.clientTradeIDs.get(modify.id);
    return holder === undefined || holder === trade.id
      ? undefined
      : 'CLIENT_TRADE_ID_ALREADY_EXISTS';
  }
}
