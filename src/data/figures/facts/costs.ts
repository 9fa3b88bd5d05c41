/**
 * Trading costs by kind, summed in exact money over the ledger of an account. Financing, dividends, commission
 * and fees are amounts of their own; half spreads and conversion costs are part of the P/L and are
 * also listed. The slippage of fills is computed here too.
 */

import { type Decimal, decimal, ZERO } from '../../../core/base/decimal.js';
import type { OrderFillTransaction } from '../../../core/ledger/transaction.js';
import type { AccountRun } from '../account/account-run.js';

export interface Costs {
  /** Financing received in home currency; negative when paid. */
  readonly financing: Decimal;
  /** Dividends received in home currency; negative when paid. */
  readonly dividends: Decimal;
  readonly commission: Decimal;
  readonly guaranteedExecutionFees: Decimal;
  readonly halfSpreadCost: Decimal;
  readonly homeConversionCost: Decimal;
  /** Home-currency value of all units traded, purchases and sales, at mid factors. */
  readonly turnover: Decimal;
}

/** Sums over all fills, daily financings and dividend adjustments. */
export function costsOf({ ledger }: AccountRun): Costs {
  let financing: Decimal = ZERO;
  let dividends: Decimal = ZERO;
  let commission: Decimal = ZERO;
  let guaranteedExecutionFees: Decimal = ZERO;
  let halfSpreadCost: Decimal = ZERO;
  let homeConversionCost: Decimal = ZERO;
  let turnover: Decimal = ZERO;
  for (const transaction of ledger) {
    if (transaction.type === 'DIVIDEND_ADJUSTMENT') {
      dividends = dividends.plus(transaction.dividendAdjustment);
    }
    if (transaction.type !== 'ORDER_FILL' && transaction.type !== 'DAILY_FINANCING') continue;
    financing = financing.plus(transaction.financing);
    homeConversionCost = homeConversionCost.plus(transaction.homeConversionCost);
    if (transaction.type === 'DAILY_FINANCING') continue;
    commission = commission.plus(transaction.commission);
    guaranteedExecutionFees = guaranteedExecutionFees.plus(transaction.guaranteedExecutionFee);
    halfSpreadCost = halfSpreadCost.plus(transaction.halfSpreadCost);
    const { gainBaseHome, lossBaseHome } = transaction.homeConversionFactors;
    const factor = decimal(gainBaseHome.factor).plus(lossBaseHome.factor).div(2);
    turnover = turnover.plus(decimal(transaction.units).abs().times(factor));
  }
  return {
    financing,
    dividends,
    commission,
    guaranteedExecutionFees,
    halfSpreadCost,
    homeConversionCost,
    turnover,
  };
}

/** Counts of events of orders. */
export interface OrderCounts {
  readonly fills: number;
  readonly rejected: number;
  /** Does not count orders that ended because their trade closed, or because they were replaced. */
  readonly cancelled: number;
  /** Margin closeouts: batches in which the broker closed trades for lack of margin. */
  readonly closeouts: number;
}

/** Counts over the whole ledger. */
export function orderCounts({ entries }: AccountRun): OrderCounts {
  const linked = new Set(['LINKED_TRADE_CLOSED', 'CLIENT_REQUEST_REPLACED']);
  const closeouts = new Set<string>();
  let fills = 0;
  let rejected = 0;
  let cancelled = 0;
  for (const entry of entries) {
    if (entry.type === 'ORDER_FILL') fills += 1;
    else if (entry.type === 'ORDER_CANCEL') {
      if (!linked.has(entry.reason)) cancelled += 1;
    } else if (entry.type.endsWith('_REJECT')) rejected += 1;
    else if (entry.type === 'MARKET_ORDER' && entry.reason === 'MARGIN_CLOSEOUT') {
      closeouts.add(entry.batchID);
    }
  }
  return { fills, rejected, cancelled, closeouts: closeouts.size };
}

/**
 * Slippage of each fill in pips: how much worse the fill was than the requested price; negative
 * when it was better. A market order and a trailing stop request the top of the book, every other
 * order its own price.
 */
export function slippages({ ledger, market }: AccountRun): number[] {
  const pipOf = new Map(
    market.map(({ instrument }) => [instrument.name, Number(`1e${instrument.pipLocation}`)]),
  );
  const asked = new Map<string, string>();
  const found: number[] = [];
  for (const transaction of ledger) {
    if (transaction.type === 'ORDER_FILL') {
      const price = asked.get(transaction.orderID) ?? topOfBook(transaction);
      const pip = pipOf.get(transaction.instrument);
      if (price === undefined || pip === undefined) continue;
      const rise = decimal(transaction.price).minus(price).toNumber() / pip;
      found.push(decimal(transaction.units).isNegative() ? -rise : rise);
    } else if ('price' in transaction && typeof transaction.price === 'string') {
      asked.set(transaction.id, transaction.price);
    }
  }
  return found;
}

function topOfBook({ units, fullPrice }: OrderFillTransaction): string | undefined {
  const side = decimal(units).isNegative() ? fullPrice.bids : fullPrice.asks;
  return side[0]?.price;
}
