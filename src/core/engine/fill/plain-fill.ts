/**
 * A plain fill as numbers. Most fills close at most one trade and have no fee, no financing, no
 * client extensions and no depth table. As numbers such a fill takes a fifth of the memory of its
 * wire object; it is written out when it is read. Source: decision 0061.
 */

import { type Decimal, MONEY_DIGITS, scaled, ZERO } from '../../base/decimal.js';
import { UnwrittenFill } from '../../ledger/log/ledger.js';
import type { OrderFillTransaction } from '../../ledger/transaction.js';
import { levelsBelow } from '../../market/book.js';
import { type ConversionFactors, pairFactors } from '../../market/conversion.js';
import type { Instrument } from '../../market/instrument.js';
import { priceOf } from '../../market/points.js';
import type { OrderFillReason } from '../../order/fill-reason.js';
import { formatRfc3339, instant } from '../../time/instant.js';
import type { Batch } from '../state/batch.js';
import type { ExecutionContext } from '../state/execution-context.js';
import type { CloseAmounts } from './amounts.js';
import type { FillPlan } from './fill-plan.js';
import { type DecidedFill, fillTransaction } from './fill-transaction.js';

/** What all plain fills have in common. */
const NO_COSTS = {
  plCost: ZERO,
  financing: ZERO,
  baseFinancing: ZERO,
  quoteFinancing: undefined,
  financingCost: ZERO,
  fee: ZERO,
  quoteFee: ZERO,
  feeCost: ZERO,
};

/** The fill of `plan` as the next transaction of `batch`; undefined when it is not plain. */
export function plainFill(
  context: ExecutionContext,
  batch: Batch,
  plan: FillPlan,
): UnwrittenFill | undefined {
  const { request, amounts } = plan;
  const { closes, open } = amounts;
  const { liquidity, books, regeneration } = context.model;
  if (closes.length > 1 || liquidity !== 'volume') return undefined;
  if (books !== undefined || regeneration !== undefined) return undefined;
  if (plan.points !== plan.vwapPoints || request.clientOrderID !== undefined) return undefined;
  if (open?.clientExtensions !== undefined || !closes.every(isPlain)) return undefined;
  const fill = new PlainFill(context, batch, plan);
  return fill.isExact ? fill : undefined;
}

function isPlain(close: CloseAmounts): boolean {
  return (
    close.trade.clientExtensions === undefined &&
    close.plCost.isZero() &&
    close.financing.isZero() &&
    close.baseFinancing.isZero() &&
    close.quoteFinancing === undefined &&
    close.financingCost.isZero() &&
    close.financingRate === undefined &&
    close.fee.isZero() &&
    close.quoteFee.isZero() &&
    close.feeCost.isZero()
  );
}

/** Amounts are whole numbers: money in units of its last decimal, prices in points. */
class PlainFill extends UnwrittenFill {
  readonly id: string;
  readonly accountID: string;
  readonly orderID: string;
  readonly time: string;
  readonly instrument: string;
  readonly #rules: Instrument;
  readonly #userID: number;
  readonly #batchID: string;
  readonly #requestID: string | undefined;
  readonly #reason: OrderFillReason;
  readonly #units: Decimal;
  readonly #requestedUnits: Decimal;
  /** Signed units that open; undefined when the fill opens no trade. */
  readonly #openUnits: Decimal | undefined;
  readonly #points: number;
  /** The trade that the fill closes; 0 when there is none. */
  readonly #closedID: number;
  readonly #isWhole: boolean;
  readonly #pl: number;
  readonly #quotePL: number;
  readonly #closeSpread: number;
  readonly #openSpread: number;
  readonly #margin: number;
  readonly #commission: number;
  readonly #balance: number;
  readonly #bid: number;
  readonly #ask: number;
  readonly #bidVolume: number;
  readonly #askVolume: number;
  /** Time of the quote, microseconds. */
  readonly #quoteTime: number;
  /** Undefined when they follow from the quote that the fill met. */
  readonly #quoteFactors: ConversionFactors | undefined;
  readonly #baseFactors: ConversionFactors | undefined;

  constructor({ quotes }: ExecutionContext, batch: Batch, plan: FillPlan) {
    super();
    const { request, slot, amounts } = plan;
    const { open, quote, base } = amounts;
    const close = amounts.closes[0];
    const rules = quotes.instrument(slot);
    this.id = batch.nextID();
    this.accountID = batch.cell.state.config.id;
    this.orderID = request.orderID;
    this.time = batch.timeText;
    this.instrument = rules.name;
    this.#rules = rules;
    this.#userID = batch.userID;
    this.#batchID = batch.batchID;
    this.#requestID = batch.requestID;
    this.#reason = request.reason;
    this.#units = plan.units;
    this.#requestedUnits = request.units;
    this.#openUnits = open?.units;
    this.#points = plan.points;
    this.#closedID = close?.trade.id ?? 0;
    this.#isWhole = close?.isWhole ?? false;
    this.#pl = money(close?.pl);
    this.#quotePL = close === undefined ? 0 : close.quotePL.unitsOf(rules.displayPrecision);
    this.#closeSpread = money(close?.halfSpreadCost);
    this.#openSpread = money(open?.halfSpreadCost);
    this.#margin = money(open?.initialMarginRequired);
    this.#commission = money(amounts.commission);
    this.#balance = money(amounts.balance);
    this.#bid = quotes.bidPoints(slot);
    this.#ask = quotes.askPoints(slot);
    this.#bidVolume = quotes.bidVolume[slot] as number;
    this.#askVolume = quotes.askVolume[slot] as number;
    this.#quoteTime = quotes.time[slot] as number;
    this.#quoteFactors = quote.pair === slot ? undefined : quote;
    this.#baseFactors = base.pair === slot ? undefined : base;
  }

  /** Whether each amount is a whole number of its smallest unit and fits a safe integer. */
  get isExact(): boolean {
    const sum = this.#pl + this.#quotePL + this.#closeSpread + this.#openSpread + this.#margin;
    return !Number.isNaN(sum + this.#commission + this.#balance);
  }

  get isFree(): boolean {
    return this.#commission === 0;
  }

  write(): OrderFillTransaction {
    const { id, accountID, orderID, time } = this;
    const levels = {
      bid: this.#bid,
      ask: this.#ask,
      bidVolume: this.#bidVolume,
      askVolume: this.#askVolume,
    };
    return fillTransaction({
      id,
      accountID,
      userID: this.#userID,
      batchID: this.#batchID,
      requestID: this.#requestID,
      time,
      orderID,
      clientOrderID: undefined,
      reason: this.#reason,
      instrument: this.#rules,
      units: this.#units,
      requestedUnits: this.#requestedUnits,
      points: this.#points,
      vwapPoints: this.#points,
      amounts: this.#amounts(),
      book: {
        bids: levelsBelow(levels, 'bid', this.#rules, undefined),
        asks: levelsBelow(levels, 'ask', this.#rules, undefined),
        top: levels,
        time: formatRfc3339(instant(this.#quoteTime)),
      },
    });
  }

  #amounts(): DecidedFill['amounts'] {
    const units = this.#units.minus(this.#openUnits ?? ZERO);
    const total = {
      units,
      pl: scaled(this.#pl, MONEY_DIGITS),
      quotePL: scaled(this.#quotePL, this.#rules.displayPrecision),
      halfSpreadCost: scaled(this.#closeSpread, MONEY_DIGITS),
      ...NO_COSTS,
    };
    const trade = { id: this.#closedID };
    return {
      quote: this.#quoteFactors ?? this.#ownFactors(true),
      base: this.#baseFactors ?? this.#ownFactors(false),
      closes:
        this.#closedID === 0
          ? []
          : [{ ...total, trade, isWhole: this.#isWhole, financingRate: undefined }],
      open: this.#openUnits && {
        units: this.#openUnits,
        halfSpreadCost: scaled(this.#openSpread, MONEY_DIGITS),
        initialMarginRequired: scaled(this.#margin, MONEY_DIGITS),
        clientExtensions: undefined,
      },
      total,
      commission: scaled(this.#commission, MONEY_DIGITS),
      halfSpreadCost: scaled(this.#closeSpread + this.#openSpread, MONEY_DIGITS),
      balance: scaled(this.#balance, MONEY_DIGITS),
    };
  }

  /** Factors of the quote currency, or of the base currency, from the instrument's own quote. */
  #ownFactors(isQuote: boolean): ConversionFactors {
    const { displayPrecision } = this.#rules;
    const bid = priceOf(this.#bid, displayPrecision);
    const ask = priceOf(this.#ask, displayPrecision);
    return pairFactors({ bid, ask }, isQuote, 0);
  }
}

/** An amount of money in units of 0.0001; 0 for none, NaN when it has more decimals or does not fit. */
function money(amount: Decimal | undefined): number {
  return amount === undefined ? 0 : amount.unitsOf(MONEY_DIGITS);
}
