/**
 * Finds the decision of a command: one line per command. Source: decision 0007.
 */

import { assertNever } from '../../base/assert.js';
import type { RejectReason } from '../../reason/reject-reasons.js';
import { rejectBody } from '../request/order-body.js';
import { BadRequest } from '../request/read-order.js';
import { findPendingOrder } from '../request/specifier.js';
import type { Batch } from '../state/batch.js';
import type { MalformedCommand, ReadCommand } from '../state/command.js';
import type { ExecutionContext } from '../state/execution-context.js';
import { configureAccount, transferFunds } from './account-commands.js';
import { cancelRequested, setOrderExtensions } from './cancel-order.js';
import { closePosition } from './close-position.js';
import { closeTrade } from './close-trade.js';
import { createOrder, replaceOrder } from './create-order.js';
import { checkInstrument } from './place-order.js';
import { setTradeExtensions, setTradeOrders } from './trade-orders.js';

/** Executes `command` into `batch`. @throws BadRequest before anything is written. */
export function dispatch(
  context: ExecutionContext,
  batch: Batch,
  command: ReadCommand | MalformedCommand,
): void {
  switch (command.type) {
    case 'CreateOrder':
      createOrder(context, batch, command.order);
      return;
    case 'ReplaceOrder':
      replaceOrder(context, batch, command.orderSpecifier, command.order);
      return;
    case 'CancelOrder':
      cancelRequested(context, batch, command.orderSpecifier);
      return;
    case 'SetOrderClientExtensions':
      setOrderExtensions(
        batch,
        command.orderSpecifier,
        command.clientExtensions,
        command.tradeClientExtensions,
      );
      return;
    case 'CloseTrade':
      closeTrade(context, batch, command.tradeSpecifier, command.units);
      return;
    case 'SetTradeClientExtensions':
      setTradeExtensions(batch, command.tradeSpecifier, command.clientExtensions);
      return;
    case 'SetTradeOrders':
      setTradeOrders(context, batch, command);
      return;
    case 'ClosePosition':
      closePosition(context, batch, command);
      return;
    case 'ConfigureAccount':
      configureAccount(batch, command);
      return;
    case 'TransferFunds':
      transferFunds(batch, command);
      return;
    case 'ResetResettablePL':
      batch.add({ type: 'RESET_RESETTABLE_PL' });
      return;
    case 'CloseAccount':
      if (batch.cell.state.active) batch.add({ type: 'CLOSE' });
      return;
    case 'ReopenAccount':
      if (!batch.cell.state.active) batch.add({ type: 'REOPEN' });
      return;
    case 'Malformed':
      throw new BadRequest(command.parameter);
    default:
      assertNever(command);
  }
}

/**
 * Refuses an order command as a failing broker would (rejectRate of the execution model, or a
 * fault), before all checks of the order. Other commands are not refused.
 * @returns whether the command was refused. @throws BadRequest for an instrument that is not in the market.
 */
export function refuseOrder(
  context: ExecutionContext,
  batch: Batch,
  command: ReadCommand | MalformedCommand,
  reason: RejectReason,
): boolean {
  if (command.type !== 'CreateOrder' && command.type !== 'ReplaceOrder') return false;
  const { order } = command;
  checkInstrument(context, order);
  const replaces =
    command.type === 'ReplaceOrder' ? orderID(batch, command.orderSpecifier) : undefined;
  batch.add(rejectBody(order, reason, replaces));
  return true;
}

/** The id of the pending order that a client names by its own id, if there is one; any other name is an id. */
function orderID({ cell }: Batch, specifier: string): string | undefined {
  if (!specifier.startsWith('@')) return specifier;
  const id = findPendingOrder(cell.state, specifier)?.id;
  return id === undefined ? undefined : String(id);
}
