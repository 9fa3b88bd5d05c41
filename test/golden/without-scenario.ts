/**
 * Types of transactions and reasons that no golden scenario can bring about, and why. What v20
 * publishes and Orrery does not know at all stands in test/api/contract/contract-differences.ts.
 */

export interface WithoutScenario {
  readonly cause: string;
  /** As test/support/contract/published-values.ts writes them. */
  readonly values: readonly string[];
}

export const WITHOUT_SCENARIO: readonly WithoutScenario[] = [
  {
    cause: 'the broker makes such orders when it moves an account to another division or by hand',
    values: [
      'TransactionType FIXED_PRICE_ORDER',
      'FixedPriceOrderReason PLATFORM_ACCOUNT_MIGRATION',
      'FixedPriceOrderReason TRADE_CLOSE_ADMINISTRATIVE_ACTION',
      'FixedPriceOrderReason TRADE_CLOSE_DIVISION_ACCOUNT_MIGRATION',
    ],
  },
  {
    cause: 'an account is closed out after the days of a margin call, not at the check itself',
    values: ['MarketOrderMarginCloseoutReason REGULATORY_MARGIN_CHECK_VIOLATION'],
  },
  {
    cause: 'the locks of an account stay as they are in a run, so a locked account has no orders',
    values: ['OrderCancelReason ACCOUNT_LOCKED'],
  },
  {
    cause:
      'an entry of a timeline names the order that it cancels, and has a reason for a transfer',
    values: [
      'TransactionRejectReason FUNDING_REASON_MISSING',
      'TransactionRejectReason ORDER_ID_UNSPECIFIED',
    ],
  },
];
