/**
 * The result of each closed trade, in exact money: realized P/L, financing and dividend adjustments as
 * v20 states them for the trade, less its guaranteed execution fees and its share of the commissions of its fills.
 * The commission of a fill is shared by units among the trades that it opened, reduced and closed;
 * shares are rounded to money so that they add up to the commission.
 */

import { type Decimal, decimal, roundMoney, sum, ZERO } from '../../../core/base/decimal.js';
import { once } from '../../../core/base/once.js';
import { type LedgerEntry, UnwrittenFill, written } from '../../../core/ledger/log/ledger.js';
import {
  isOrderTransaction,
  type OrderFillTransaction,
  type TradeOpen,
  type TradeReduce,
  type Transaction,
} from '../../../core/ledger/transaction.js';
import { DEPENDENT_ORDER_LIST } from '../../../core/order/dependent-orders.js';
import type { Instant } from '../../../core/time/instant.js';
import type { TradeSummary } from '../../../core/view/trades.js';
import type { AccountRun, RunTrade } from '../account/account-run.js';
import { instantOf } from '../account/daily.js';

/** A closed trade. Values that few figures need are computed on request. */
export class TradeResult {
  /** Result in home currency. */
  readonly result: Decimal;
  readonly closed: Instant;
  readonly id: string;
  readonly #opened: string;
  readonly #market: MarketFacts;

  constructor(trade: ClosedRecord, result: Decimal, market: MarketFacts) {
    this.result = result;
    this.id = trade.id;
    this.closed = instantOf(trade.closeTime);
    this.#opened = trade.openTime;
    this.#market = market;
  }

  get instrument(): string {
    return this.#trade.instrument;
  }

  /** Tag of the trade's client extensions; undefined without one. */
  get tag(): string | undefined {
    const { tag } = (this.#trade['clientExtensions'] ?? {}) as { readonly tag?: string };
    return tag === '' ? undefined : tag;
  }

  /** Reason of the fill that closed the trade, as v20 spells it: `STOP_LOSS_ORDER`. */
  get exitReason(): string {
    return this.#market.exits().get(this.id)?.reason ?? 'unknown';
  }

  /** Price of the fill that closed the trade. */
  get exitPrice(): string {
    return this.#market.exits().get(this.id)?.price ?? this.#trade.averageClosePrice;
  }

  get isLong(): boolean {
    return !decimal(this.#trade.initialUnits).isNegative();
  }

  get opened(): Instant {
    return instantOf(this.#opened);
  }

  /** Money at risk from the stop of the opening fill; undefined without such a stop. */
  get risk(): Decimal | undefined {
    return this.#market.risks().get(this.id);
  }

  /** Price move in the trade's favour, in pips. */
  get pips(): Decimal {
    return this.#move().div(this.#market.pips.get(this.instrument) ?? 1);
  }

  /** The same move as a fraction of the opening price. */
  get priceReturn(): number {
    return this.#move().toNumber() / Number(this.#trade.price);
  }

  get #trade(): ClosedTrade {
    return this.#market.summaries().get(this.id) as ClosedTrade;
  }

  #move(): Decimal {
    const rise = decimal(this.#trade.averageClosePrice).minus(this.#trade.price);
    return this.isLong ? rise : rise.negated();
  }
}

type ClosedRecord = RunTrade & { readonly closeTime: string };
type ClosedTrade = TradeSummary & Required<Pick<TradeSummary, 'averageClosePrice'>>;

/** Market facts that measure trades. */
interface MarketFacts {
  /** The summary by trade id. */
  readonly summaries: () => ReadonlyMap<string, TradeSummary>;
  /** Size of a pip by instrument. */
  readonly pips: ReadonlyMap<string, Decimal>;
  /** Money at risk by trade id. */
  readonly risks: () => ReadonlyMap<string, Decimal>;
  /** The closing fill by trade id. */
  readonly exits: () => ReadonlyMap<string, Exit>;
}

/** Results of the closed trades in order of closing. */
export function tradeResults(run: AccountRun): TradeResult[] {
  const { tradeRecords, entries, market } = run;
  const charges = chargesByTrade(entries);
  const facts: MarketFacts = {
    summaries: once(() => new Map(run.trades.map(trade => [trade.id, trade]))),
    pips: new Map(
      market.map(({ instrument }) => [instrument.name, decimal(`1e${instrument.pipLocation}`)]),
    ),
    risks: once(() => risksByTrade(run.ledger)),
    exits: once(() => exitsByTrade(run.ledger)),
  };
  return tradeRecords
    .filter(isClosed)
    .map(trade => new TradeResult(trade, netOf(trade, charges), facts))
    .sort((a, b) => a.closed - b.closed || Number(a.id) - Number(b.id));
}

function isClosed(trade: RunTrade): trade is ClosedRecord {
  return trade.isClosed && trade.closeTime !== undefined;
}

function netOf({ id, gained }: RunTrade, charges: ReadonlyMap<string, Decimal>): Decimal {
  const charge = charges.get(id);
  return charge === undefined ? gained : gained.minus(charge);
}

/**
 * Commission shares and guaranteed execution fees by trade id; a trade without charges is absent.
 */
function chargesByTrade(entries: readonly LedgerEntry[]): Map<string, Decimal> {
  const charges = new Map<string, Decimal>();
  const charge = (tradeID: string, amount: Decimal) => {
    if (!amount.isZero()) charges.set(tradeID, (charges.get(tradeID) ?? ZERO).plus(amount));
  };
  for (const entry of entries) {
    if (entry.type !== 'ORDER_FILL') continue;
    if (entry instanceof UnwrittenFill && entry.isFree) continue;
    const fill = written(entry) as OrderFillTransaction;
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

/** The trades that a fill closed, reduced and opened. */
function partsOf({ tradesClosed = [], tradeReduced, tradeOpened }: OrderFillTransaction) {
  const parts: (TradeReduce | TradeOpen)[] = [...tradesClosed];
  if (tradeReduced !== undefined) parts.push(tradeReduced);
  if (tradeOpened !== undefined) parts.push(tradeOpened);
  return parts;
}

/** The fill that closed a trade. */
interface Exit {
  readonly reason: string;
  readonly price: string;
}

/** The fill that closed each closed trade. */
function exitsByTrade(ledger: readonly Transaction[]): Map<string, Exit> {
  return new Map(
    ledger.flatMap(fill =>
      fill.type === 'ORDER_FILL'
        ? (fill.tradesClosed ?? []).map(
            ({ tradeID, price }) => [tradeID, { reason: fill.reason, price }] as const,
          )
        : [],
    ),
  );
}

/** Types of transactions that create a stop of a trade. */
const STOP_ORDERS: ReadonlySet<string> = new Set(
  DEPENDENT_ORDER_LIST.filter(({ trigger }) => trigger === 'stop').map(
    ({ type }) => `${type}_ORDER`,
  ),
);

/**
 * |price - stop| x units in home currency, by trade, for the first stop that the opening fill
 * created.
 */
function risksByTrade(ledger: readonly Transaction[]): Map<string, Decimal> {
  const openings = new Map<string, OrderFillTransaction>();
  const risks = new Map<string, Decimal>();
  for (const transaction of ledger) {
    if (transaction.type === 'ORDER_FILL' && transaction.tradeOpened !== undefined) {
      openings.set(transaction.tradeOpened.tradeID, transaction);
    }
    if (!isOrderTransaction(transaction) || !('tradeID' in transaction)) continue;
    if (!STOP_ORDERS.has(transaction.type)) continue;
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
