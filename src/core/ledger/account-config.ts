/**
 * The setup of an account before its first transaction; a broker's back office decides these
 * values. Source: v20 semantics 5 and 10.3 for the defaults.
 */

import type { GuaranteedStopLossOrderMode, InstrumentCommission } from '../market/instrument.js';
import type { RiskRules } from '../risk/risk-rules.js';

/**
 * When financing is charged. The modes by instrument charge what the others do, and their transactions
 * show the rate.
 */
export type FinancingMode = (typeof FINANCING_MODES)[number];

/** All modes, as v20 spells them. */
export const FINANCING_MODES = [
  'NO_FINANCING',
  'DAILY',
  'SECOND_BY_SECOND',
  'DAILY_INSTRUMENT',
  'SECOND_BY_SECOND_INSTRUMENT',
] as const;

/** Whether financing accrues by the second and is settled by a close too. */
export function isBySecond(mode: FinancingMode): boolean {
  return mode === 'SECOND_BY_SECOND' || mode === 'SECOND_BY_SECOND_INSTRUMENT';
}

/** Whether transactions show the rate that they were made with. */
export function showsRate(mode: FinancingMode): boolean {
  return mode === 'DAILY_INSTRUMENT' || mode === 'SECOND_BY_SECOND_INSTRUMENT';
}
/** How the two sides of a hedged position count for margin. */
export type PositionAggregationMode = 'ABSOLUTE_SUM' | 'MAXIMAL_SIDE' | 'NET_SUM';
/** A lock that an administrator can set on an account. */
export type AccountLock =
  | 'ACCOUNT_LOCKED'
  | 'ORDER_CREATION_LOCKED'
  | 'ORDER_CANCEL_LOCKED'
  | 'ORDER_FILL_LOCKED'
  | 'NEW_POSITIONS_LOCKED'
  | 'CONFIGURATION_LOCKED'
  | 'DEPOSIT_LOCKED'
  | 'WITHDRAWAL_LOCKED';

/** The configuration of one account. */
export interface AccountConfig {
  /** The account id, `site-division-user-number`, for example `101-001-1000001-001`. */
  readonly id: string;
  /** The home currency, three letters. */
  readonly currency: string;
  /** The opening transfer in home currency, a decimal string, at least 0; "0" makes no transfer. */
  readonly balance: string;
  readonly alias: string;
  /**
   * Id of the CREATE transaction; default 1. A history that starts at 1000 helps clients that
   * compare ids as texts: their ids never step from 9 to 10.
   */
  readonly firstTransactionID?: number;
  /**
   * Margin rate that the client set, a fraction. The larger of it and the instrument's rate
   * applies.
   */
  readonly marginRate?: string;
  /** Whether long and short trades of one instrument can be open at the same time. */
  readonly hedging: boolean;
  /** When financing is charged. */
  readonly financing: FinancingMode;
  /** Commission in home currency for instruments without a commission of their own. */
  readonly commission?: InstrumentCommission;
  readonly guaranteedStopLossOrderMode: GuaranteedStopLossOrderMode;
  /** Whether the US rules apply: closing first in, first out, and the same-size safeguard. */
  readonly fifo: boolean;
  /** Mark-up on conversion factors, a fraction; "0" means spread-only factors. */
  readonly conversionMarkup: string;
  readonly positionAggregation: PositionAggregationMode;
  /** Factor on margin used in the closeout percentage: "0.5", or "1" for a Japanese division. */
  readonly closeoutFactor: string;
  /** Whether regulatory margin calls happen, at 15:45 New York; default off. */
  readonly marginCalls: boolean;
  /** The largest number of pending orders and of open trades. */
  readonly maximumPendingOrders: number;
  readonly maximumOpenTrades: number;
  /** The largest positionValue in home currency; absent means no limit. */
  readonly maximumPositionValue?: string;
  /** Whether the account allows trailing stops; default on. */
  readonly trailingStops: boolean;
  /** Locks that are set from the start. */
  readonly locks: readonly AccountLock[];
  /** Rules of risk beside those of the broker; absent: there are none. */
  readonly risk?: RiskRules;
}

/** A plain netting account: all options off, daily financing, the published defaults. */
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
