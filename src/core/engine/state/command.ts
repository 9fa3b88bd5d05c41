/**
 * Commands: everything that a client, a timeline or an administrator can ask of one account.
 * Bodies are v20 request objects, unchanged; values are strings as on the wire. An order is raw until
 * it is read, which happens once: when the engine accepts its command, or before, in a strategy.
 */

import type { DependentOrderName } from '../../order/dependent-orders.js';
import type { ClientExtensions, DependentDetails, OrderRequest } from '../../order/order.js';

/** Omitted: left alone. null: cancelled. Object: created, or replaces the pending one. */
type DetailsOnTrade = Readonly<Partial<Record<DependentOrderName, DependentDetails | null>>>;

/** Commands that carry an order. */
type OrderCommand<Order> =
  | { readonly type: 'CreateOrder'; readonly order: Order }
  | { readonly type: 'ReplaceOrder'; readonly orderSpecifier: string; readonly order: Order };

/** Commands that carry none. Specifiers are an id in digits, or `@` and the client's id. */
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

/** A command as it was sent, and as journals keep it: its order is whatever the client sent. */
export type Command = OrderCommand<unknown> | OtherCommand;

/** A command whose order, if it carries one, has been read. */
export type ReadCommand = OrderCommand<OrderRequest> | OtherCommand;

/** A command whose order is none. When it takes effect, its outcome names the parameter. */
export interface MalformedCommand {
  readonly type: 'Malformed';
  /** The parameter at fault, as v20's error sentence prints it: `order.price`. */
  readonly parameter: string;
}

/** A command as accepted, at `time`: microseconds since 1970 of simulated time. */
export interface AcceptedCommand {
  readonly time: number;
  readonly accountID: string;
  readonly command: Command;
}
