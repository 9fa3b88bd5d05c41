/**
 * Commands: everything that a client, a timeline or an administrator can request of one account.
 * Bodies are unchanged v20 request objects with strings as on the wire. An order is raw until it is
 * read. It is read once: when the engine accepts the command, or earlier in a strategy.
 */

import type { DependentOrderName } from '../../order/dependent-orders.js';
import type { ClientExtensions, DependentDetails, OrderRequest } from '../../order/order.js';
import type { RejectReason } from '../../reason/reject-reasons.js';

/** Omitted: unchanged. null: cancelled. Object: created, or replaces the pending order. */
type DetailsOnTrade = Readonly<Partial<Record<DependentOrderName, DependentDetails | null>>>;

/** Commands with an order. */
type OrderCommand<Order> =
  | { readonly type: 'CreateOrder'; readonly order: Order }
  | { readonly type: 'ReplaceOrder'; readonly orderSpecifier: string; readonly order: Order };

/** Commands without an order. A specifier is an id in digits, or `@` and the client id. */
type OtherCommand =
  | { readonly type: 'CancelOrder'; readonly orderSpecifier: string }
  | {
      readonly type: 'SetOrderClientExtensions';
      readonly orderSpecifier: string;
      readonly clientExtensions?: ClientExtensions;
      readonly tradeClientExtensions?: ClientExtensions;
    }
  | { readonly type: 'CloseTrade'; readonly tradeSpecifier: string; readonly units?: string }
  | {
      readonly type: 'SetTradeClientExtensions';
      readonly tradeSpecifier: string;
      readonly clientExtensions?: ClientExtensions;
    }
  | ({
      readonly type: 'SetTradeOrders';
      readonly tradeSpecifier: string;
    } & DetailsOnTrade)
  | {
      readonly type: 'ClosePosition';
      readonly instrument: string;
      readonly longUnits?: string;
      readonly longClientExtensions?: ClientExtensions;
      readonly shortUnits?: string;
      readonly shortClientExtensions?: ClientExtensions;
    }
  | { readonly type: 'ConfigureAccount'; readonly alias?: string; readonly marginRate?: string }
  | {
      readonly type: 'TransferFunds';
      readonly amount?: string;
      readonly fundingReason?: string;
      readonly comment?: string;
    }
  | { readonly type: 'ResetResettablePL' }
  | { readonly type: 'CloseAccount' }
  | { readonly type: 'ReopenAccount' };

/** A command as it was sent and as journals keep it; its order is unread. */
export type Command = OrderCommand<unknown> | OtherCommand;

/** A command whose order, if it has one, has been read. */
export type ReadCommand = OrderCommand<OrderRequest> | OtherCommand;

/** A command with a malformed order. When it takes effect, its outcome names the parameter. */
export interface MalformedCommand {
  readonly type: 'Malformed';
  /** The malformed parameter as v20's error message prints it: `order.price`. */
  readonly parameter: string;
}

/** An accepted command; `time` is the simulated time of acceptance, microseconds since 1970. */
export interface AcceptedCommand {
  readonly time: number;
  readonly accountID: string;
  readonly command: Command;
  /** The reason with which a fault has the command refused, if it creates or replaces an order. */
  readonly refuse?: RejectReason;
}

/** Gives the references of a command other values. */
export interface ReferenceChange {
  /** An id in digits, or `@` and a client id. */
  order(specifier: string): string;
  trade(specifier: string): string;
  /** The order request of a command as it was given; that of a dependent order names its trade. */
  request(order: unknown): unknown;
}

/** A copy of the command with its references changed, its keys in the same order. */
export function withReferences(command: Command, change: ReferenceChange): Command {
  return {
    ...command,
    ...('orderSpecifier' in command && { orderSpecifier: change.order(command.orderSpecifier) }),
    ...('tradeSpecifier' in command && { tradeSpecifier: change.trade(command.tradeSpecifier) }),
    ...('order' in command && { order: change.request(command.order) }),
  } as Command;
}
