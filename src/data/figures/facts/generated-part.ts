/**
 * What trades in generated instruments contributed to the profit of an account: results at made-up
 * prices say nothing about a strategy, and are named beside every profit that includes them.
 */

import { type Decimal, decimal, formatMoney, sum } from '../../../core/base/decimal.js';
import type { AccountRun } from '../account/account-run.js';

/** The part of a profit that made-up prices gave. */
export interface GeneratedPart {
  /** The generated instruments that were traded, in market order. */
  readonly instruments: readonly string[];
  /** Realized and open results, financing and dividends, less commission and fees; home currency. */
  readonly profit: Decimal;
}

const PERCENT = 100;

/** The part of `run`; undefined when no generated instrument was traded. */
export function generatedPart(run: AccountRun): GeneratedPart | undefined {
  const generated = run.market.filter(({ isGenerated }) => isGenerated === true);
  if (generated.length === 0) return undefined;
  const traded = new Set(run.trades.map(({ instrument }) => instrument));
  const instruments = generated
    .map(({ instrument }) => instrument.name)
    .filter(name => traded.has(name));
  if (instruments.length === 0) return undefined;
  const names = new Set(instruments);
  const gained = run.trades
    .filter(({ instrument }) => names.has(instrument))
    .map(({ realizedPL, unrealizedPL, financing, dividendAdjustment }) =>
      sum([realizedPL, unrealizedPL ?? '0', financing, dividendAdjustment].map(amountOf)),
    );
  const paid = run.ledger.map(transaction =>
    transaction.type === 'ORDER_FILL' && names.has(transaction.instrument)
      ? sum([transaction.commission, transaction.guaranteedExecutionFee ?? '0'].map(amountOf))
      : decimal('0'),
  );
  return { instruments, profit: sum(gained).minus(sum(paid)) };
}

/** The same in words, beside the profit. @param netProfit - of the account. */
export function generatedNote(
  { instruments, profit }: GeneratedPart,
  netProfit: Decimal,
  currency: string,
): string {
  const money = `${formatMoney(profit)} of ${formatMoney(netProfit)} ${currency}`;
  const share = netProfit.isZero() ? '' : ` (${percent(profit.div(netProfit))} %)`;
  return `made-up prices gave ${money}${share}: those of ${instruments.join(', ')}`;
}

function percent(fraction: Decimal): string {
  return fraction.times(PERCENT).toFixed(0);
}

function amountOf(text: unknown): Decimal {
  return decimal(String(text));
}
