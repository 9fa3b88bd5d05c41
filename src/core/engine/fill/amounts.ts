/**
 * The money of a fill: realized P/L, spread cost, financing, fees and commission of each part, in
 * quote and home currency. Source: v20 semantics 5.1, 5.2, 5.7; checked with the recorded vectors
 * 5.9.
 */

import { ensureDefined } from '../../base/assert.js';
import { type Decimal, decimal, roundMoney, roundNearest, ZERO } from '../../base/decimal.js';
import { isBySecond } from '../../ledger/account-config.js';
import { appended } from '../../ledger/account-records.js';
import { commissionOf } from '../../ledger/commission.js';
import type { ClosePart, NettingPlan } from '../../ledger/netting.js';
import { accruedFinancing, chargedAmount, settledRate } from '../../ledger/rollover/financing.js';
import { effectiveMarginRate } from '../../ledger/valuation.js';
import {
  type Conversion,
  type ConversionFactors,
  convert,
  FACTOR_DIGITS,
} from '../../market/conversion.js';
import { isFinancedByValue } from '../../market/financing-terms.js';
import { baseCurrency, type Instrument, quoteCurrency } from '../../market/instrument.js';
import type { ClientExtensions } from '../../order/order.js';
import type { AccountCell } from '../state/account-cell.js';
import type { FillRequest } from './fill-request.js';

/** Amounts of one closed or reduced trade, in home currency unless the name says quote or base. */
export interface CloseAmounts extends ClosePart {
  /** Whether nothing of the trade is left. */
  readonly isWhole: boolean;
  readonly quotePL: Decimal;
  /** Realized profit, and the cost of its conversion to home currency. */
  readonly pl: Decimal;
  readonly plCost: Decimal;
  /** Financing that the close settles; negative is a charge. */
  readonly financing: Decimal;
  readonly baseFinancing: Decimal;
  /** The same in quote currency, where value is charged by the second; otherwise undefined. */
  readonly quoteFinancing: Decimal | undefined;
  readonly financingCost: Decimal;
  /** The rate that its transaction shows, if it does. */
  readonly financingRate: string | undefined;
  /** Fee of guaranteed execution. */
  readonly fee: Decimal;
  readonly quoteFee: Decimal;
  readonly feeCost: Decimal;
  /** Cost of half the spread. */
  readonly halfSpreadCost: Decimal;
}

/** Amounts of the trade that the fill opens: signed units; money in home currency. */
export interface OpenAmounts {
  /** Signed units that open. */
  readonly units: Decimal;
  /** Cost of half the spread, and the margin for the trade, in home currency. */
  readonly halfSpreadCost: Decimal;
  readonly initialMarginRequired: Decimal;
  /** The client extensions of the trade, if it gets some. */
  readonly clientExtensions: ClientExtensions | undefined;
}

/** Sums over all closes of a fill. */
export type CloseTotals = Omit<CloseAmounts, 'trade' | 'isWhole' | 'financingRate'>;

/** Amounts of the whole fill, in home currency unless the name says quote or base. */
export interface Amounts {
  readonly quote: ConversionFactors;
  readonly base: ConversionFactors;
  readonly closes: readonly CloseAmounts[];
  /** Undefined when the fill opens no trade. */
  readonly open: OpenAmounts | undefined;
  readonly total: CloseTotals;
  /** The commission of the fill, at least 0. */
  readonly commission: Decimal;
  /** Cost of half the spread, of closes and opening. */
  readonly halfSpreadCost: Decimal;
  /** The balance after the fill. */
  readonly balance: Decimal;
}

/** The values from which the money of a fill is computed. */
export interface PricedNetting {
  readonly request: FillRequest;
  /** Slot of its instrument. */
  readonly slot: number;
  readonly netting: NettingPlan;
  readonly price: Decimal;
}

/**
 * Computes the amounts of a fill of `netting` at `price`.
 * @param time - microseconds; financing by the second accrues up to it.
 * @throws InvariantError when a currency cannot be converted to home currency; decideFill has
 * checked that.
 */
export function fillAmounts(
  cell: AccountCell,
  { request, slot, netting, price }: PricedNetting,
  time: number,
): Amounts {
  const { state, market } = cell;
  const { quotes, conversion } = market;
  const instrument = quotes.instrument(slot);
  const scene: Scene = {
    cell,
    instrument,
    quote: mustConvert(conversion, quoteCurrency(instrument)),
    base: mustConvert(conversion, baseCurrency(instrument)),
    halfSpread: quotes.spread(slot).div(2),
    premium: premiumOf(cell, request),
    time,
  };
  const { openUnits } = netting;
  let closes: CloseAmounts[] | undefined;
  for (const part of netting.closes) {
    closes = appended(closes, closeAmounts(scene, part, price));
  }
  const { tradeClientExtensions } = request.onFill;
  const open = openUnits.isZero()
    ? undefined
    : openAmounts(scene, openUnits, tradeClientExtensions);
  const total = totalOf(closes ?? NO_CLOSES);
  const commission = commissionOf(instrument.commission ?? state.config.commission, netting.units);
  return {
    quote: scene.quote,
    base: scene.base,
    closes: closes ?? NO_CLOSES,
    open,
    total,
    commission,
    halfSpreadCost: total.halfSpreadCost.plus(open?.halfSpreadCost ?? ZERO),
    balance: state.balance.plus(total.pl).plus(total.financing).minus(commission).minus(total.fee),
  };
}

function mustConvert(conversion: Conversion, currency: string): ConversionFactors {
  return ensureDefined(conversion.factors(currency), 'conversion of', currency);
}

const NO_CLOSES: readonly CloseAmounts[] = [];
const NO_CLOSE: CloseTotals = {
  units: ZERO,
  quotePL: ZERO,
  pl: ZERO,
  plCost: ZERO,
  baseFinancing: ZERO,
  quoteFinancing: undefined,
  financing: ZERO,
  financingCost: ZERO,
  quoteFee: ZERO,
  fee: ZERO,
  feeCost: ZERO,
  halfSpreadCost: ZERO,
};

/** The sums over `closes`. Most fills close no trade or one. */
function totalOf(closes: readonly CloseAmounts[]): CloseTotals {
  const [first = NO_CLOSE] = closes;
  return closes.length < 2 ? first : closes.slice(1).reduce<CloseTotals>(together, first);
}

function together(one: CloseTotals, other: CloseTotals): CloseTotals {
  return {
    units: one.units.plus(other.units),
    quotePL: one.quotePL.plus(other.quotePL),
    pl: one.pl.plus(other.pl),
    plCost: one.plCost.plus(other.plCost),
    baseFinancing: one.baseFinancing.plus(other.baseFinancing),
    quoteFinancing: one.quoteFinancing?.plus(other.quoteFinancing ?? ZERO),
    financing: one.financing.plus(other.financing),
    financingCost: one.financingCost.plus(other.financingCost),
    quoteFee: one.quoteFee.plus(other.quoteFee),
    fee: one.fee.plus(other.fee),
    feeCost: one.feeCost.plus(other.feeCost),
    halfSpreadCost: one.halfSpreadCost.plus(other.halfSpreadCost),
  };
}

interface Scene {
  readonly cell: AccountCell;
  readonly instrument: Instrument;
  readonly quote: ConversionFactors;
  readonly base: ConversionFactors;
  readonly halfSpread: Decimal;
  /** Premium of guaranteed execution, quote currency per unit. */
  readonly premium: Decimal;
  readonly time: number;
}

function premiumOf({ state }: AccountCell, request: FillRequest): Decimal {
  if (request.type !== 'GUARANTEED_STOP_LOSS') return ZERO;
  const creation = state.orders.get(Number(request.orderID))?.creation;
  const premium =
    creation !== undefined && 'guaranteedExecutionPremium' in creation
      ? creation.guaranteedExecutionPremium
      : undefined;
  return decimal(premium ?? '0');
}

/**
 * Profit of closing `units` (signed as the trade) that were opened at `open` and are closed at
 * `close`, in home currency.
 */
export function realizedPL(
  units: Decimal,
  open: Decimal,
  close: Decimal,
  factors: ConversionFactors,
): { readonly quotePL: Decimal; readonly pl: Decimal } {
  const quotePL = units.times(close.minus(open));
  const factor = quotePL.gte(0) ? factors.gain : factors.loss;
  return { quotePL, pl: roundMoney(convert(quotePL, factor)) };
}

/** Cost of half the spread, in home currency: units x half spread x mean of the two factors. */
export function halfSpreadCost(
  units: Decimal,
  halfSpread: Decimal,
  factors: ConversionFactors,
): Decimal {
  const { gain, loss } = factors;
  const amount = units.abs().times(halfSpread);
  if (gain === loss) return roundMoney(convert(amount, gain));
  const numerator = gain.numerator
    .times(loss.denominator)
    .plus(loss.numerator.times(gain.denominator));
  const denominator = gain.denominator.times(loss.denominator).times(2);
  return roundMoney(amount.times(numerator).div(denominator));
}

/** Margin that opening `units` needs, in home currency: units x mid factor to home x rate. */
export function initialMargin(units: Decimal, rate: Decimal, base: ConversionFactors): Decimal {
  return roundMoney(convert(units.abs().times(rate), base.mid));
}

function closeAmounts(scene: Scene, part: ClosePart, price: Decimal): CloseAmounts {
  const { cell, instrument, quote, base, time } = scene;
  const { conversion } = cell.market;
  const { quotePL, pl } = realizedPL(part.units.negated(), part.trade.price, price, quote);
  const accrued = accruedFinancing(cell.state, part, instrument, time);
  const byValue = isFinancedByValue(instrument);
  const charged = byValue ? chargedAmount(cell.market, instrument, accrued) : accrued;
  const factors = byValue ? quote : base;
  const quoteFee = scene.premium.isZero() ? ZERO : scene.premium.times(part.units.abs());
  return {
    trade: part.trade,
    isWhole: part.trade.currentUnits.plus(part.units).isZero(),
    units: part.units,
    quotePL,
    pl,
    plCost: conversion.markupCost(quotePL, quote),
    baseFinancing: roundNearest(accrued, FACTOR_DIGITS),
    quoteFinancing:
      byValue && isBySecond(cell.state.config.financing)
        ? roundNearest(charged, FACTOR_DIGITS)
        : undefined,
    financing: roundMoney(convert(charged, charged.gte(0) ? factors.gain : factors.loss)),
    financingCost: conversion.markupCost(charged, factors),
    financingRate: settledRate(cell.state, part.trade, instrument, time),
    quoteFee,
    fee: roundMoney(convert(quoteFee, quote.loss)),
    feeCost: quoteFee.isZero() ? ZERO : conversion.markupCost(quoteFee.negated(), quote),
    halfSpreadCost: halfSpreadCost(part.units, scene.halfSpread, quote),
  };
}

function openAmounts(
  scene: Scene,
  units: Decimal,
  clientExtensions: ClientExtensions | undefined,
): OpenAmounts {
  const rate = effectiveMarginRate(scene.cell.state, scene.instrument);
  return {
    units,
    halfSpreadCost: halfSpreadCost(units, scene.halfSpread, scene.quote),
    initialMarginRequired: initialMargin(units, rate, scene.base),
    clientExtensions,
  };
}
