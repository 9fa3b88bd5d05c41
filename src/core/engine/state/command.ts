/**
 * Commands: everything that a client, a timeline or an administrator can ask of one account.
 * Bodies are v20 request objects, unchanged; values are strings as on the wire.
 */

import type { DependentOrderName } from '../../order/dependent-orders.js';
import type { ClientExtensions, DependentDetails, OrderRequest } from '../../order/order.js';

/** Omitted: left alone. null: cancelled. Object: created, or replaces the pending one. */
type DetailsOnTrade = Readonly<Partial<Record<DependentOrderName, DependentDetails | null>>>;

export type Command =
  | { readonly type: 'CreateOrder'; readonly order: OrderRequest }
  | { readonly type: 'ReplaceOrder'; readonly orderSpecifier: string; readonly order: OrderRequest }
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

/** A command as accepted: the instant is simulated time, the account an AccountID. */
export interface AcceptedCommand {
  readonly time: number;
  readonly accountID: string;
  readonly command: Command;
}
