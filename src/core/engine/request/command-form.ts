/**
 * The form of commands: what is malformed whatever the market and the account are. A malformed command
 * writes no transaction. Source: v20 semantics 2.4; decision 0007.
 */

import { ORDERS_ON_TRADE } from '../../order/dependent-orders.js';
import { givenPart } from '../../order/given.js';
import { isFundingReason } from '../../reason/funding-reasons.js';
import type { Command } from '../state/command.js';
import { BadRequest, isDecimalText, readDetails, readExtensions, readOrder } from './read-order.js';

/** @throws BadRequest unless `units` are absent, a decimal number, or one of `words`. */
export function checkUnits(
  units: string | undefined,
  parameter: string,
  words: readonly string[] = ['ALL'],
): void {
  if (units === undefined || words.includes(units) || isDecimalText(units)) return;
  throw new BadRequest(parameter);
}

/** What the units of one side of a position may be beside a number. */
export const SIDE_WORDS: readonly string[] = ['ALL', 'NONE'];

/** @throws BadRequest for an amount that is no number, or a reason that v20 does not publish. */
export function checkTransfer({
  amount,
  fundingReason = '',
}: Pick<Extract<Command, { readonly type: 'TransferFunds' }>, 'amount' | 'fundingReason'>): void {
  if (amount !== undefined && !isDecimalText(amount)) throw new BadRequest('amount');
  if (fundingReason !== '' && !isFundingReason(fundingReason)) {
    throw new BadRequest('fundingReason');
  }
}

/** The malformed parameter of a command as v20's error message prints it; undefined when there is none. */
export function malformedParameter(command: Command): string | undefined {
  try {
    checkForm(command);
    return undefined;
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    return error.parameter;
  }
}

function checkForm(command: Command): void {
  switch (command.type) {
    case 'CreateOrder':
    case 'ReplaceOrder':
      readOrder(command.order);
      return;
    case 'SetOrderClientExtensions':
      readExtensions(command.clientExtensions, 'clientExtensions');
      readExtensions(command.tradeClientExtensions, 'tradeClientExtensions');
      return;
    case 'SetTradeClientExtensions':
      readExtensions(command.clientExtensions, 'clientExtensions');
      return;
    case 'SetTradeOrders':
      for (const { name, type } of ORDERS_ON_TRADE) readDetails(command[name], name, type);
      return;
    case 'CloseTrade':
      checkUnits(command.units, 'units');
      return;
    case 'ClosePosition': {
      const { longUnits, shortUnits, ...rest } = givenPart(command);
      checkUnits(longUnits, 'longUnits', SIDE_WORDS);
      readExtensions(rest.longClientExtensions, 'longClientExtensions');
      checkUnits(shortUnits, 'shortUnits', SIDE_WORDS);
      readExtensions(rest.shortClientExtensions, 'shortClientExtensions');
      return;
    }
    case 'TransferFunds':
      checkTransfer(command);
      return;
    default:
    // The others have no field whose form is checked: a wrong value is refused with a reason.
  }
}
