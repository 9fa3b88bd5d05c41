/**
 * What each closed trade came to, in exact money: realized P/L and financing as v20 states them for
 * the trade, less its guaranteed execution fees and its share of the commissions of its fills. A
 * fill's commission is shared among the trades that it opened, reduced and closed by their units;
 * shares are rounded to money so that they add up to it.
 */

import { type Decimal, decimal, roundMoney, sum, ZERO } from '../core/base/decimal.js';
import type {
  OrderFillTransaction,
  TradeOpen,
  TradeReduce,
  Transaction,
} from '../core/ledger/transaction.js';
import type { Instant } from '../core/time/instant.js';
import type { TradeSummary } from '../core/view/trades.js';
import type { AccountRun } from './account-run.js';
import { instantOf } from './daily.js';

export interface TradeResult {
  readonly id: string;
  readonly instrument: string;
  readonly isLong: boolean;
  /** Money. */
  readonly result: Decimal;
  /** Money that the stop of the opening fill put at risk; absent without one. */
  readonly risk?: Decimal;
  /** Move of the price in the trade's favour, in pips. */
  readonly pips: Decimal;
  /** The same as a fraction of the opening price. */
  readonly priceReturn: number;
  readonly opened: Instant;
  readonly closed: Instant;
}

/** The results of the closed trades, in the order in which they closed. */
export function tradeResults({ trades, ledger, market }: AccountRun): TradeResult[] {
  const charges = chargesByTrade(ledger);
  const risks = risksByTrade(ledger);
  const pipOf = new Map(
    market.map(({ instrument }) => [instrument.name, decimal(`1e${instrument.pipLocation}`)]),
  );
  const results: TradeResult[] = [];
  for (const trade of trades) {
    const { closeTime, averageClosePrice, id, instrument } = trade;
    if (trade.state !== 'CLOSED' || closeTime === undefined || averageClosePrice === undefined) {
      continue;
    }
    const isLong = !decimal(trade.initialUnits).isNegative();
    const rise = decimal(averageClosePrice).minus(trade.price);
    const move = isLong ? rise : rise.negated();
    const risk = risks.get(id);
    results.push({
      id,
      instrument,
      isLong,
      result: netOf(trade, charges),
      ...(risk === undefined ? {} : { risk }),
      pips: move.div(pipOf.get(instrument) ?? 1),
      priceReturn: move.toNumber() / Number(trade.price),
      opened: instantOf(trade.openTime),
      closed: instantOf(closeTime),
    });
  }
  return results.sort((a, b) => a.closed - b.closed || Number(a.id) - Number(b.id));
}

function netOf(trade: TradeSummary, charges: ReadonlyMap<string, Decimal>): Decimal {
  return decimal(trade.realizedPL)
    .plus(trade.financing)
    .minus(charges.get(trade.id) ?? ZERO);
}

/** Commission shares and guaranteed execution fees by trade; nothing of trades without any. */
function chargesByTrade(ledger: readonly Transaction[]): Map<string, Decimal> {
  const charges = new Map<string, Decimal>();
  const charge = (tradeID: string, amount: Decimal) => {
    if (!amount.isZero()) charges.set(tradeID, (charges.get(tradeID) ?? ZERO).plus(amount));
  };
  for (const fill of ledger) {
    if (fill.type !== 'ORDER_FILL') continue;
    const parts = partsOf(fill);
    for (const { tradeID, guaranteedExecutionFee } of parts) {
      charge(tradeID, decimal(guaranteedExecutionFee));
    }
    const commission = decimal(fill.commission);
    if (commission.isZero()) continue;
    const total = sum(parts.map(({ units }) => decimal(units).abs()));
    let units: Decimal = ZERO;
    let shared: Decimal = ZERO;
    for (const part of parts) {
      units = units.plus(decimal(part.units).abs());
      const upToHere = roundMoney(units.times(commission).div(total));
      charge(part.tradeID, upToHere.minus(shared));
      shared = upToHere;
    }
  }
  return charges;
}

/** What a fill closed, reduced and opened. */
function partsOf({ tradesClosed = [], tradeReduced, tradeOpened }: OrderFillTransaction) {
  const parts: (TradeReduce | TradeOpen)[] = [...tradesClosed];
  if (tradeReduced !== undefined) parts.push(tradeReduced);
  if (tradeOpened !== undefined) parts.push(tradeOpened);
  return parts;
}

/** |price - stop| x units in home currency, by trade, for the first stop made with the opening fill. */
function risksByTrade(ledger: readonly Transaction[]): Map<string, Decimal> {
  const openings = new Map<string, OrderFillTransaction>();
  const risks = new Map<string, Decimal>();
  for (const transaction of ledger) {
    if (transaction.type === 'ORDER_FILL' && transaction.tradeOpened !== undefined) {
      openings.set(transaction.tradeOpened.tradeID, transaction);
    }
    if (
      transaction.type !== 'STOP_LOSS_ORDER' &&
      transaction.type !== 'GUARANTEED_STOP_LOSS_ORDER' &&
      transaction.type !== 'TRAILING_STOP_LOSS_ORDER'
    ) {
      continue;
    }
    const { tradeID, price, distance, reason } = transaction;
    const opening = openings.get(tradeID);
    const opened = opening?.tradeOpened;
    if (reason !== 'ON_FILL' || risks.has(tradeID) || opened === undefined) continue;
    const away = price === undefined ? decimal(distance ?? 0) : decimal(opened.price).minus(price);
    const factor = opening?.homeConversionFactors.lossQuoteHome.factor ?? '1';
    const risk = away.abs().times(decimal(opened.units).abs()).times(factor);
    if (risk.gt(0)) risks.set(tradeID, risk);
  }
  return risks;
}
