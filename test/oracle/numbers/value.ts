/**
 * Price-dependent state of an account: unrealized P/L, margin used, closeout NAV, position value.
 * Source: v20 semantics 5.2, 5.3, 5.4.
 * Ambiguity: each trade's P/L and each instrument's margin and value are rounded to 4 decimals
 * before they are added. marginAvailable uses spread-only factors also under a mark-up (semantics 5.3).
 */

import {
  baseCurrency,
  type Instrument,
  quoteCurrency,
} from '../../../src/core/market/instrument.js';
import { knownFactors, midOf, plainFor } from './convert.js';
import { decimal, larger, money, type Rational, smaller, sum, ZERO } from './rational.js';
import { type Account, marketOf, quoteOf, type Trade, type World } from './state.js';

/** The part of an account that values depend on; trades are open ones only. */
export interface Holding {
  readonly config: Account['config'];
  readonly marginRate?: string | undefined;
  readonly balance: Rational;
  readonly trades: readonly Pick<Trade, 'instrument' | 'units' | 'price'>[];
}

type HeldTrade = Holding['trades'][number];

/** The account as it stands. */
export function holdingOf(account: Account): Holding {
  return { ...account, trades: account.trades.filter(trade => trade.units.sign !== 0) };
}

/** The larger of the account's margin rate and the instrument's. */
export function effectiveRate(
  holding: Pick<Holding, 'marginRate'>,
  instrument: Instrument,
): Rational {
  const own = decimal(instrument.marginRate);
  return holding.marginRate === undefined ? own : larger(own, decimal(holding.marginRate));
}

/** P/L of a trade at the price that closes it, at spread-only factors, 4 decimals. */
function unrealized(world: World, holding: Holding, trade: HeldTrade): Rational {
  const { bid, ask } = quoteOf(world, trade.instrument);
  const pl = trade.units.times((trade.units.sign > 0 ? bid : ask).minus(trade.price));
  return money(pl.times(plainFor(quoteFactors(world, holding, trade.instrument), pl)));
}

/** P/L of a trade at mid price and mid factor, 4 decimals. */
function unrealizedAtMid(world: World, holding: Holding, trade: HeldTrade): Rational {
  const pl = trade.units.times(midOf(quoteOf(world, trade.instrument)).minus(trade.price));
  return money(pl.times(quoteFactors(world, holding, trade.instrument).mid));
}

function quoteFactors(world: World, holding: Holding, name: string) {
  return knownFactors(world, holding, quoteCurrency({ name }));
}

/** Units that count for margin, by the account's aggregation mode; never negative. */
function aggregatedUnits(holding: Holding, name: string): Rational {
  const units = holding.trades.filter(trade => trade.instrument === name).map(({ units }) => units);
  const long = sum(units.filter(value => value.sign > 0));
  const short = sum(units.filter(value => value.sign < 0)).abs();
  switch (holding.config.positionAggregation) {
    case 'ABSOLUTE_SUM':
      return long.plus(short);
    case 'MAXIMAL_SIDE':
      return larger(long, short);
    case 'NET_SUM':
      return long.minus(short).abs();
  }
}

function heldInstruments(holding: Holding): string[] {
  return [...new Set(holding.trades.map(trade => trade.instrument))];
}

/** Home value of a position, unrounded. */
function exactValue(world: World, holding: Holding, name: string): Rational {
  const { mid } = knownFactors(world, holding, baseCurrency({ name }));
  return aggregatedUnits(holding, name).times(mid);
}

/** Sum of position values in home currency. */
export function positionValue(world: World, holding: Holding): Rational {
  return sum(heldInstruments(holding).map(name => money(exactValue(world, holding, name))));
}

/** Margin of a position, unrounded. */
export function exactMargin(world: World, holding: Holding, name: string): Rational {
  const rate = effectiveRate(holding, marketOf(world, name).instrument);
  return exactValue(world, holding, name).times(rate);
}

/** Sum of position values times margin rates. */
export function marginUsed(world: World, holding: Holding): Rational {
  return sum(heldInstruments(holding).map(name => money(exactMargin(world, holding, name))));
}

/** Balance plus unrealized P/L minus margin used; may be negative. */
export function rawMarginAvailable(world: World, holding: Holding): Rational {
  const pl = sum(holding.trades.map(trade => unrealized(world, holding, trade)));
  return holding.balance.plus(pl).minus(marginUsed(world, holding));
}

/** Most that may be withdrawn. */
export function withdrawalLimit(world: World, holding: Holding): Rational {
  return larger(ZERO, smaller(holding.balance, rawMarginAvailable(world, holding)));
}

/** Whether the account must be closed out: factor x marginUsed has reached the mid NAV. */
export function isCloseoutDue(world: World, holding: Holding): boolean {
  if (holding.trades.length === 0) return false;
  const used = marginUsed(world, holding);
  if (used.sign <= 0) return false;
  const nav = holding.balance.plus(
    sum(holding.trades.map(trade => unrealizedAtMid(world, holding, trade))),
  );
  return !used.times(decimal(holding.config.closeoutFactor)).lessThan(nav);
}
