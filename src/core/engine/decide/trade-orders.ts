/**
 * SetTradeOrders and SetTradeClientExtensions: what a client hangs on an open trade.
 * All or nothing: when one kind is refused, only the rejects are written.
 * Source: v20 semantics 1.4 (omitted, null, object), 4.9 (order of kinds), decision 0007.
 */

import { ensureDefined } from '../../base/assert.js';
import type { OrderRecord, TradeRecord } from '../../ledger/account.js';
import { linkOf } from '../../ledger/account-records.js';
import type {
  ClientExtensions,
  DependentDetails,
  DependentOrderType,
  OrderRequest,
} from '../../order/order.js';
import type { RejectReason } from '../../order/reasons.js';
import type { Batch } from '../account-cell.js';
import { cancelOrder } from '../cancel-order.js';
import type { Command } from '../command.js';
import type { ExecutionContext } from '../execution-context.js';
import { rejectBody } from '../order-body.js';
import { BadRequest, readDetails, readExtensions, readOrder } from '../order-shape.js';
import { type OrderCase, rejectReason } from '../reject.js';
import { extensionFault } from '../reject-fields.js';
import { findTrade } from '../trade-reference.js';
import { caseOf, placeOrder, placeReplacement } from './create-order.js';

type SetTradeOrders = Extract<Command, { readonly type: 'SetTradeOrders' }>;

/** One kind of dependent order that the request touches. */
interface Change {
  readonly type: DependentOrderType;
  readonly details: DependentDetails | null;
  readonly pending: OrderRecord | undefined;
}

const KINDS: readonly {
  readonly field: keyof SetTradeOrders;
  readonly type: DependentOrderType;
}[] = [
  { field: 'takeProfit', type: 'TAKE_PROFIT' },
  { field: 'stopLoss', type: 'STOP_LOSS' },
  { field: 'trailingStopLoss', type: 'TRAILING_STOP_LOSS' },
  { field: 'guaranteedStopLoss', type: 'GUARANTEED_STOP_LOSS' },
];

/** Carries out SetTradeOrders. @throws BadRequest for an unknown trade or a malformed object. */
export function setTradeOrders(
  context: ExecutionContext,
  batch: Batch,
  command: SetTradeOrders,
): void {
  const trade = findTrade(batch.cell.state, command.tradeSpecifier);
  const changes = KINDS.flatMap(({ field, type }) => {
    const raw = command[field];
    if (raw === undefined) return [];
    const details = raw === null ? null : ensureDefined(readDetails(raw, field), field);
    return [{ type, details, pending: trade && pendingOf(batch, trade, type) }];
  });
  if (trade === undefined) throw new BadRequest('tradeID');
  const cases = new Map<Change, OrderCase>();
  for (const change of changes) {
    if (change.details === null) continue;
    const request = requestOf(change, trade);
    cases.set(change, caseOf(context, batch, request, change.pending));
  }
  const refused = [...cases].flatMap(([change, order]) => {
    const reason = rejectReason(order);
    return reason === undefined ? [] : [{ change, order, reason }];
  });
  if (refused.length > 0) {
    for (const { change, order, reason } of refused) {
      const replaces = change.pending === undefined ? undefined : String(change.pending.id);
      batch.add(rejectBody(order.request, reason, replaces));
    }
    return;
  }
  for (const change of changes) carryOut(batch, change, cases.get(change));
}

function carryOut(batch: Batch, change: Change, order: OrderCase | undefined): void {
  // An earlier kind may have filled at once and closed the trade, its other orders with it.
  const open = batch.cell.state.openTrades.has(order?.trade?.id ?? change.pending?.tradeID ?? 0);
  if (!open) return;
  const { pending } = change;
  if (order === undefined) {
    if (pending !== undefined) cancelOrder(batch, pending, 'CLIENT_REQUEST');
  } else if (pending === undefined) {
    placeOrder(order, batch);
  } else {
    placeReplacement(order, batch, pending);
  }
}

function pendingOf(
  batch: Batch,
  trade: TradeRecord,
  type: DependentOrderType,
): OrderRecord | undefined {
  const link = linkOf(type);
  const id = link === undefined ? undefined : trade[link];
  return id === undefined ? undefined : batch.cell.state.pendingOrders.get(id);
}

/** The order that the details mean; a modified one keeps what the details leave out. */
function requestOf({ type, details, pending }: Change, trade: TradeRecord): OrderRequest {
  const before = pending?.creation as Partial<OrderRequest> | undefined;
  const given = details ?? {};
  const moved = given.price !== undefined || given.distance !== undefined;
  const kept =
    before === undefined
      ? {}
      : {
          timeInForce: before.timeInForce,
          gtdTime: before.gtdTime,
          triggerCondition: before.triggerCondition,
          ...(moved ? {} : keptLevel(before)),
        };
  return readOrder({ ...kept, ...given, type, tradeID: String(trade.id) });
}

/** A stop given by distance keeps its distance; any other order its price. */
function keptLevel(before: Partial<OrderRequest>) {
  return before.distance === undefined ? { price: before.price } : { distance: before.distance };
}

/** Carries out SetTradeClientExtensions. @throws BadRequest on a malformed body. */
export function setTradeExtensions(
  batch: Batch,
  specifier: string,
  raw: ClientExtensions | undefined,
): void {
  const modify = readExtensions(raw, 'clientExtensions');
  const { state } = batch.cell;
  const trade = findTrade(state, specifier);
  const clientTradeID = trade?.clientExtensions?.id;
  const names = {
    tradeID: trade === undefined ? specifier : String(trade.id),
    ...(clientTradeID === undefined ? {} : { clientTradeID }),
  };
  const rejectReason = extensionsReason();
  if (rejectReason !== undefined || modify === undefined) {
    batch.add({
      type: 'TRADE_CLIENT_EXTENSIONS_MODIFY_REJECT',
      ...names,
      ...(modify === undefined ? {} : { tradeClientExtensionsModify: modify }),
      rejectReason: rejectReason ?? 'CLIENT_EXTENSIONS_DATA_MISSING',
    });
    return;
  }
  batch.add({
    type: 'TRADE_CLIENT_EXTENSIONS_MODIFY',
    ...names,
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
