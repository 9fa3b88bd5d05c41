/**
 * How an account is set up before its first transaction: what a broker's back office decides.
 * Source: v20 semantics 5 and 10.3 for the defaults.
 */

import type { GuaranteedStopLossOrderMode, InstrumentCommission } from '../market/instrument.js';

export type FinancingMode = 'NO_FINANCING' | 'DAILY' | 'SECOND_BY_SECOND';
export type PositionAggregationMode = 'ABSOLUTE_SUM' | 'MAXIMAL_SIDE' | 'NET_SUM';
export type AccountLock =
  | 'ACCOUNT_LOCKED'
  | 'ORDER_CREATION_LOCKED'
  | 'ORDER_CANCEL_LOCKED'
  | 'ORDER_FILL_LOCKED'
  | 'NEW_POSITIONS_LOCKED'
  | 'CONFIGURATION_LOCKED'
  | 'DEPOSIT_LOCKED'
  | 'WITHDRAWAL_LOCKED';

export interface AccountConfig {
  /** `site-division-user-number`, for example `101-001-1000001-001`. */
  readonly id: string;
  /** Home currency. */
  readonly currency: string;
  /** Opening transfer in home currency, decimal string; "0" makes no transfer. */
  readonly balance: string;
  readonly alias: string;
  /**
   * Id of the CREATE; absent means 1. A history that begins at 1000 spares clients that compare ids
   * as texts the step from 9 to 10.
   */
  readonly firstTransactionID?: number;
  /** Client's margin-rate override; the effective rate is the larger of it and the instrument's. */
  readonly marginRate?: string;
  readonly hedging: boolean;
  readonly financing: FinancingMode;
  /** Home-currency commission for every instrument that has none of its own. */
  readonly commission?: InstrumentCommission;
  readonly guaranteedStopLossOrderMode: GuaranteedStopLossOrderMode;
  /** US rules: FIFO closes and the same-size safeguard. */
  readonly fifo: boolean;
  /** Mark-up on conversion factors as a fraction; "0" means spread-only factors. */
  readonly conversionMarkup: string;
  readonly positionAggregation: PositionAggregationMode;
  /** Factor of margin used in the closeout percentage: "0.5", or "1" for a Japanese division. */
  readonly closeoutFactor: string;
  /** Regulatory margin calls at 15:45 New York; off by default. */
  readonly marginCalls: boolean;
  readonly maximumPendingOrders: number;
  readonly maximumOpenTrades: number;
  /** Cap of positionValue in home currency; absent means none. */
  readonly maximumPositionValue?: string;
  /** Account allows trailing stops; on by default. */
  readonly trailingStops: boolean;
  readonly locks: readonly AccountLock[];
}

/** A plain netting account: every option off, daily financing, the published defaults. */
export const PLAIN_ACCOUNT: Omit<AccountConfig, 'id' | 'currency' | 'balance'> = {
  alias: 'Primary',
  hedging: false,
  financing: 'DAILY',
  guaranteedStopLossOrderMode: 'DISABLED',
  fifo: false,
  conversionMarkup: '0',
  positionAggregation: 'MAXIMAL_SIDE',
  closeoutFactor: '0.5',
  marginCalls: false,
  maximumPendingOrders: 1000,
  maximumOpenTrades: 1000,
  trailingStops: true,
  locks: [],
};
