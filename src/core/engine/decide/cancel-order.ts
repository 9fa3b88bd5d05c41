/**
 * CancelOrder and SetOrderClientExtensions. Source: v20 semantics 1.3, 3.3.
 */

import { present } from '../../base/present.js';
import type { OrderRecord } from '../../ledger/account.js';
import type { ClientExtensions } from '../../order/order.js';
import type { RejectReason } from '../../reason/reject-reasons.js';
import { keepRefusal } from '../fill/guaranteed-stop.js';
import { cancelLock, requestLock } from '../request/account-locks.js';
import { extensionFault, tradeLabelRefusal } from '../request/field-faults.js';
import { readExtensions } from '../request/read-order.js';
import { findPendingOrder, orderNames } from '../request/specifier.js';
import type { Batch } from '../state/batch.js';
import { commitCancel } from '../state/commit-cancel.js';
import type { ExecutionContext } from '../state/execution-context.js';

/** Executes CancelOrder. */
export function cancelRequested(context: ExecutionContext, batch: Batch, specifier: string): void {
  const order = findPendingOrder(batch.cell.state, specifier);
  const rejectReason = cancelRefusal(context, batch, order, specifier);
  if (order !== undefined && rejectReason === undefined) {
    commitCancel(batch, order, 'CLIENT_REQUEST');
    return;
  }
  batch.add({
    type: 'ORDER_CANCEL_REJECT',
    ...orderNames(specifier),
    rejectReason: rejectReason ?? 'ORDER_DOESNT_EXIST',
  });
}

/** Why the client may not cancel the order; undefined when it may. */
export function cancelRefusal(
  context: ExecutionContext,
  { cell }: Batch,
  order: OrderRecord | undefined,
  specifier: string,
): RejectReason | undefined {
  const locked = cancelLock(cell);
  if (locked !== undefined) return locked;
  if (specifier === '') return 'ORDER_ID_UNSPECIFIED';
  return order === undefined ? 'ORDER_DOESNT_EXIST' : keepRefusal(context, cell, order);
}

/** Executes SetOrderClientExtensions. @throws BadRequest on a malformed body. */
export function setOrderExtensions(
  batch: Batch,
  specifier: string,
  rawOrder: ClientExtensions | undefined,
  rawTrade: ClientExtensions | undefined,
): void {
  const clientExtensions = readExtensions(rawOrder, 'clientExtensions');
  const tradeClientExtensions = readExtensions(rawTrade, 'tradeClientExtensions');
  const { state } = batch.cell;
  const order = findPendingOrder(state, specifier);
  const modify = present({
    clientExtensionsModify: clientExtensions,
    tradeClientExtensionsModify: tradeClientExtensions,
  });
  const rejectReason = requestLock(batch.cell) ?? extensionsReason();
  if (order === undefined || rejectReason !== undefined) {
    batch.add({
      type: 'ORDER_CLIENT_EXTENSIONS_MODIFY_REJECT',
      ...orderNames(specifier),
      ...modify,
      rejectReason: rejectReason ?? 'ORDER_DOESNT_EXIST',
    });
    return;
  }
  const clientOrderID = order.clientExtensions?.id;
  batch.add({
    type: 'ORDER_CLIENT_EXTENSIONS_MODIFY',
    orderID: String(order.id),
    ...present({ clientOrderID }),
    ...modify,
  });

  function extensionsReason(): RejectReason | undefined {
    if (order === undefined) return 'ORDER_DOESNT_EXIST';
    if (clientExtensions === undefined && tradeClientExtensions === undefined) {
      return 'CLIENT_EXTENSIONS_DATA_MISSING';
    }
    const orderFault = extensionFault(clientExtensions);
    if (orderFault !== undefined) return `CLIENT_ORDER_${orderFault}`;
    const holder =
      clientExtensions?.id === undefined
        ? undefined
        : state.clientOrderIDs.get(clientExtensions.id);
    if (holder !== undefined && holder !== order.id) return 'CLIENT_ORDER_ID_ALREADY_EXISTS';
    return tradeLabelRefusal(state, tradeClientExtensions, mayOpenTrade(order));
  }
}

/** Whether a fill of the order can open a trade, which could have client extensions. */
function mayOpenTrade({ creation }: OrderRecord): boolean {
  return 'positionFill' in creation && creation.positionFill !== 'REDUCE_ONLY';
}
