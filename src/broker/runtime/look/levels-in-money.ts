/**
 * What a move of the price is worth: one pip, and the way to a stop or a target. Source: v20
 * semantics 5.1.
 */

import {
  type Decimal,
  decimal,
  formatFixed,
  formatMoney,
  formatTrimmed,
  roundMoney,
  ZERO,
} from '../../../core/base/decimal.js';
import { realizedPL } from '../../../core/engine/fill/amounts.js';
import type { AccountCell } from '../../../core/engine/state/account-cell.js';
import { valueAccount } from '../../../core/ledger/valuation.js';
import { convert } from '../../../core/market/conversion.js';
import { quoteCurrency } from '../../../core/market/instrument.js';
import type { Levels } from './order-levels.js';

/** The way from the opening to a stop or a target. */
export interface LevelDistance {
  /** Lost at a stop, gained at a target, home currency; negative: the other way round. */
  readonly money: string;
  /** The amount in per cent of the net asset value. */
  readonly percent: string;
  /** Unsigned. */
  readonly pips: string;
}

const PERCENT_DIGITS = 2;
const PIP_DIGITS = 1;

/** The change in value of `units` by one pip, home currency; 0 while a price is unknown. */
export function pipValue(cell: AccountCell, instrument: string, units: Decimal): string {
  const { factors, pip } = wayOf(cell, instrument);
  if (factors === undefined) return formatMoney(ZERO);
  return formatMoney(roundMoney(convert(units.abs().times(pip), factors.mid)));
}

/** The way of the exposure to a level; undefined while a price is unknown. */
export function reachOf(
  cell: AccountCell,
  instrument: string,
  { units, entry }: Levels,
  { level, isStop }: { readonly level: Decimal; readonly isStop: boolean },
): LevelDistance | undefined {
  const { factors, pip } = wayOf(cell, instrument);
  if (factors === undefined) return undefined;
  const { pl } = realizedPL(units, entry, level, factors);
  const money = isStop ? pl.negated() : pl;
  const { NAV } = valueAccount(cell.state, cell.market);
  const percent = NAV.gt(0) ? money.times(100).div(NAV) : ZERO;
  return {
    money: formatMoney(money),
    percent: formatFixed(percent, PERCENT_DIGITS),
    pips: formatTrimmed(level.minus(entry).abs().div(pip), PIP_DIGITS),
  };
}

function wayOf({ market: { quotes, conversion } }: AccountCell, name: string) {
  const instrument = quotes.instrument(quotes.mustSlot(name));
  return {
    factors: conversion.factors(quoteCurrency(instrument)),
    pip: decimal(`1e${instrument.pipLocation}`),
  };
}
