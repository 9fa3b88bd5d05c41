/**
 * The money of a fill: realized P/L, spread cost, financing, fees and commission of each part, in
 * quote and home currency. Source: v20 semantics 5.1, 5.2, 5.7; checked with the recorded vectors
 * 5.9.
 */

import { ensureDefined } from '../../base/assert.js';
import { type Decimal, decimal, roundMoney, roundNearest, sum, ZERO } from '../../base/decimal.js';
import { present } from '../../base/present.js';
import { accruedFinancing } from '../../ledger/financing.js';
import type { ClosePart, NettingPlan } from '../../ledger/netting.js';
import { effectiveMarginRate } from '../../ledger/valuation.js';
import { type ConversionFactors, convert, FACTOR_DIGITS } from '../../market/conversion.js';
import { baseCurrency, type Instrument, quoteCurrency } from '../../market/instrument.js';
import type { AccountCell } from '../state/account-cell.js';
import type { FillRequest } from './fill-request.js';

/** Amounts of one closed or reduced trade, in home currency unless the name says quote or base. */
export interface CloseAmounts extends ClosePart {
  readonly quotePL: Decimal;
  /** Realized profit, and the cost of its conversion to home currency. */
  readonly pl: Decimal;
  readonly plCost: Decimal;
  /** Financing that the close settles; negative is a charge. */
  readonly financing: Decimal;
  readonly baseFinancing: Decimal;
  readonly financingCost: Decimal;
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
}

/** Amounts of the whole fill, in home currency unless the name says quote or base. */
export interface Amounts {
  readonly quote: ConversionFactors;
  readonly base: ConversionFactors;
  readonly closes: readonly CloseAmounts[];
  readonly open?: OpenAmounts;
  /** Sums over all closes; the `...Cost` fields are costs of conversion to home. */
  readonly pl: Decimal;
  readonly quotePL: Decimal;
  readonly financing: Decimal;
  readonly baseFinancing: Decimal;
  readonly fee: Decimal;
  readonly quoteFee: Decimal;
  /** The commission of the fill, at least 0. */
  readonly commission: Decimal;
  readonly halfSpreadCost: Decimal;
  readonly plCost: Decimal;
  readonly financingCost: Decimal;
  readonly feeCost: Decimal;
  /** The balance after the fill. */
  readonly balance: Decimal;
}

/** What the money of a fill follows from. */
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
  const instrument = market.quotes.instrument(slot);
  const factorsOf = (currency: string) =>
    ensureDefined(market.conversion.factors(currency), 'conversion of', currency);
  const scene: Scene = {
    cell,
    instrument,
    quote: factorsOf(quoteCurrency(instrument)),
    base: factorsOf(baseCurrency(instrument)),
    halfSpread: market.quotes.askPrice(slot).minus(market.quotes.bidPrice(slot)).div(2),
    premium: premiumOf(cell, request),
    time,
  };
  const closes = netting.closes.map(part => closeAmounts(scene, part, price));
  const open = netting.openUnits.isZero() ? undefined : openAmounts(scene, netting.openUnits);
  const total = (pick: (close: CloseAmounts) => Decimal) => sum(closes.map(pick));
  const units = total(close => close.units).plus(netting.openUnits);
  const pl = total(close => close.pl);
  const financing = total(close => close.financing);
  const fee = total(close => close.fee);
  const commission = commissionOf(cell, instrument, units.abs());
  return {
    quote: scene.quote,
    base: scene.base,
    closes,
    ...present({ open }),
    pl,
    quotePL: total(close => close.quotePL),
    financing,
    baseFinancing: total(close => close.baseFinancing),
    fee,
    quoteFee: total(close => close.quoteFee),
    commission,
    halfSpreadCost: total(close => close.halfSpreadCost).plus(open?.halfSpreadCost ?? ZERO),
    plCost: total(close => close.plCost),
    financingCost: total(close => close.financingCost),
    feeCost: total(close => close.feeCost),
    balance: state.balance.plus(pl).plus(financing).minus(commission).minus(fee),
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
  const quoteFee = scene.premium.times(part.units.abs());
  return {
    trade: part.trade,
    units: part.units,
    quotePL,
    pl,
    plCost: conversion.markupCost(quotePL, quote),
    baseFinancing: roundNearest(accrued, FACTOR_DIGITS),
    financing: roundMoney(convert(accrued, accrued.gte(0) ? base.gain : base.loss)),
    financingCost: conversion.markupCost(accrued, base),
    quoteFee,
    fee: roundMoney(convert(quoteFee, quote.loss)),
    feeCost: quoteFee.isZero() ? ZERO : conversion.markupCost(quoteFee.negated(), quote),
    halfSpreadCost: halfSpreadCost(part.units, scene.halfSpread, quote),
  };
}

function openAmounts(scene: Scene, units: Decimal): OpenAmounts {
  const rate = effectiveMarginRate(scene.cell.state, scene.instrument);
  return {
    units,
    halfSpreadCost: halfSpreadCost(units, scene.halfSpread, scene.quote),
    initialMarginRequired: initialMargin(units, rate, scene.base),
  };
}

function commissionOf({ state }: AccountCell, instrument: Instrument, units: Decimal): Decimal {
  const rule = instrument.commission ?? state.config.commission;
  if (rule === undefined) return ZERO;
  const charged = units.div(rule.unitsTraded).times(rule.commission);
  const minimum = decimal(rule.minimumCommission);
  return roundMoney(charged.lt(minimum) ? minimum : charged);
}
