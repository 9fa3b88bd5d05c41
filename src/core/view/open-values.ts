/**
 * The values of open trades and positions at the current quotes. Each is computed once, however
 * many views need it. In a hedged position the side with the smaller margin needs no margin of its
 * own, so that the margins of trades add up to the account's. Source: v20 semantics 5.2, 5.4;
 * invariant I8.
 */

import { type Decimal, sum, ZERO } from '../base/decimal.js';
import type { AccountState, TradeRecord } from '../ledger/account.js';
import { sideTrades } from '../ledger/netting.js';
import {
  type AccountMarket,
  aggregateSides,
  type HoldingValue,
  holdingOf,
  valueHolding,
} from '../ledger/valuation.js';

/** The value of one open trade, in home currency. */
export interface TradeValue {
  readonly unrealizedPL: Decimal;
  readonly marginUsed: Decimal;
}

/** The value of one position, in home currency. */
export interface PositionValue {
  readonly longUnrealizedPL: Decimal;
  readonly shortUnrealizedPL: Decimal;
  readonly marginUsed: Decimal;
}

type Side = 'long' | 'short';

/**
 * Owns the values of one answer. Each is computed when it is first read. Quotes must not change
 * during its life.
 */
export class OpenValues {
  readonly #state: AccountState;
  readonly #market: AccountMarket;
  readonly #holdings = new Map<number, HoldingValue>();
  readonly #margins = new Map<string, Readonly<Record<Side, Decimal>>>();

  constructor(state: AccountState, market: AccountMarket) {
    this.#state = state;
    this.#market = market;
  }

  /** The value of an open trade. */
  trade(trade: TradeRecord): TradeValue {
    const { unrealizedPL, marginUsed } = this.#holding(trade);
    return { unrealizedPL, marginUsed: this.#isCovered(trade) ? ZERO : marginUsed };
  }

  /** The value of the open trades of an instrument; zeros when there are none. */
  position(instrument: string): PositionValue {
    const { long, short } = this.#marginOf(instrument);
    return {
      longUnrealizedPL: this.#unrealizedPL(instrument, 'long'),
      shortUnrealizedPL: this.#unrealizedPL(instrument, 'short'),
      marginUsed: aggregateSides(long, short, this.#state.config.positionAggregation),
    };
  }

  /** Whether the margin of the other side covers the trade. */
  #isCovered({ instrument, currentUnits }: TradeRecord): boolean {
    const position = this.#state.positions.get(instrument);
    const isHedged =
      position !== undefined && position.long.tradeIDs.length * position.short.tradeIDs.length > 0;
    if (!isHedged || this.#state.config.positionAggregation === 'ABSOLUTE_SUM') return false;
    const { long, short } = this.#marginOf(instrument);
    return currentUnits.isNegative() === long.gt(short);
  }

  #marginOf(instrument: string): Readonly<Record<Side, Decimal>> {
    const known = this.#margins.get(instrument);
    if (known !== undefined) return known;
    const marginOf = (side: Side) =>
      sum(this.#side(instrument, side).map(trade => this.#holding(trade).marginUsed));
    const margins = { long: marginOf('long'), short: marginOf('short') };
    this.#margins.set(instrument, margins);
    return margins;
  }

  #unrealizedPL(instrument: string, side: Side): Decimal {
    return sum(this.#side(instrument, side).map(trade => this.#holding(trade).unrealizedPL));
  }

  #side(instrument: string, side: Side): readonly TradeRecord[] {
    return sideTrades(this.#state, instrument, side);
  }

  #holding(trade: TradeRecord): HoldingValue {
    const known = this.#holdings.get(trade.id);
    if (known !== undefined) return known;
    const value = valueHolding(this.#state, this.#market, holdingOf(trade));
    this.#holdings.set(trade.id, value);
    return value;
  }
}
