/**
 * Lines of the rules of risk: how far each price may move before the net asset value of an account
 * must be looked at again. A screen as margin lines are, not a decision: while every quote stays
 * inside, no floor can have been reached, and the value cannot have risen above its highest. The
 * value changes with the closing prices of the trades, and with the prices that convert their
 * quote currency. The room is shared out among these; a share bounds what its price can do.
 * Decision 0042. Floats are used only for this bound.
 */

import type { Decimal } from '../base/decimal.js';
import { type Conversion, factorValue } from '../market/conversion.js';
import { quoteCurrency } from '../market/instrument.js';
import { priceOf } from '../market/points.js';
import type { QuoteBoard } from '../market/quote.js';
import { floorsOf, followsHigh, type RiskBook } from './risk-book.js';
import type { RiskRules } from './risk-rules.js';

/** Bounds of the prices of one instrument, in points, inclusive. A price outside needs a look. */
export interface PriceBand {
  readonly bidLow: number;
  readonly bidHigh: number;
  readonly askLow: number;
  readonly askHigh: number;
}

/** Every price is inside. */
export const UNBOUNDED: PriceBand = {
  bidLow: Number.NEGATIVE_INFINITY,
  bidHigh: Number.POSITIVE_INFINITY,
  askLow: Number.NEGATIVE_INFINITY,
  askHigh: Number.POSITIVE_INFINITY,
};
/** No price is inside. */
const CLOSED: PriceBand = { ...UNBOUNDED, bidLow: Number.POSITIVE_INFINITY };

const NO_BANDS: ReadonlyMap<number, PriceBand> = new Map();

/** The largest relative move of a converting price that a line allows. */
const WIDEST_MOVE = 0.05;
/** A product or quotient of four prices that move by at most WIDEST_MOVE changes by less than 5 moves. */
const SAFETY = 5;
/** In a longer chain, each price may move by so much less. */
const MOST_FACTORS = 4;
/** The largest growth of a factor by such moves. */
const FACTOR_GROWTH = 1 + SAFETY * WIDEST_MOVE;
/** Home currency kept back for the rounding of each trade: in general, and without conversion. */
const ROUNDING_SLACK = 0.001;
const HOME_SLACK = 0.0001;
/** The factor for the largest error of the floats of a bound. */
const EXACT = 1 - 1e-9;

/** A trade of the account. */
interface OpenTrade {
  readonly instrument: string;
  /** Signed units that are open. */
  readonly currentUnits: Decimal;
  readonly price: Decimal;
}

/** An account, as far as its value moves with prices. */
export interface RiskyAccount {
  readonly market: { readonly quotes: QuoteBoard; readonly conversion: Conversion };
  readonly state: {
    readonly config: { readonly currency: string; readonly risk?: RiskRules };
    readonly openTrades: ReadonlyMap<number, OpenTrade>;
  };
  /** Undefined without rules. */
  readonly risk: RiskBook | undefined;
}

/** One side of an instrument that the account holds. */
interface Holding {
  readonly slot: number;
  readonly side: 'long' | 'short';
  /** Home currency for one point, the factor at its largest. */
  perPoint: number;
}

/** The prices and factors that move the value of an account. */
interface ValueFactors {
  readonly holdings: Map<string, Holding>;
  /** Slots of the pairs that convert. */
  readonly legs: Set<number>;
  /** Profit and loss that is converted, unsigned, home currency. */
  converted: number;
  isKnown: boolean;
}

/**
 * The lines of an account, by instrument slot; none without a floor.
 * @param NAV - its value at the current quotes, which the rules have looked at.
 */
export function riskBands(cell: RiskyAccount, NAV: Decimal): ReadonlyMap<number, PriceBand> {
  const { state, risk } = cell;
  const rules = state.config.risk;
  if (rules === undefined || risk === undefined) return NO_BANDS;
  const bands = new Map<number, PriceBand>();
  const down = floorsOf(rules, risk).map(({ value }) => NAV.minus(value).toNumber());
  if (down.length === 0) return bands;
  const movers = moversOf(cell);
  const isHome = movers.legs.size === 0;
  const slack = (isHome ? HOME_SLACK : ROUNDING_SLACK) * (state.openTrades.size + 1);
  const shares = movers.holdings.size + (isHome ? 0 : 1);
  const room = (value: number) => ((value - slack) / shares) * EXACT;
  const fall = room(Math.min(...down));
  const rise = followsHigh(rules, risk)
    ? room(risk.high.minus(NAV).toNumber())
    : Number.POSITIVE_INFINITY;
  // Without conversion the value moves one way with each price, so the present prices are safe.
  const isNarrow = !isHome && Math.min(fall, rise) <= 0;
  const slots = [...movers.holdings.values()].map(({ slot }) => slot);
  if (isNarrow || !movers.isKnown) {
    for (const slot of [...slots, ...movers.legs]) bands.set(slot, CLOSED);
    return bands;
  }
  for (const holding of movers.holdings.values()) {
    narrow(bands, holding.slot, holdingBand(cell, holding, fall, rise));
  }
  for (const slot of movers.legs) {
    narrow(bands, slot, legBand(cell, slot, Math.min(fall, rise) / (SAFETY * movers.converted)));
  }
  return bands;
}

/** The prices that are inside both bands. */
export function common(one: PriceBand, other: PriceBand): PriceBand {
  return {
    bidLow: Math.max(one.bidLow, other.bidLow),
    bidHigh: Math.min(one.bidHigh, other.bidHigh),
    askLow: Math.max(one.askLow, other.askLow),
    askHigh: Math.min(one.askHigh, other.askHigh),
  };
}

function narrow(bands: Map<number, PriceBand>, slot: number, band: PriceBand): void {
  bands.set(slot, common(bands.get(slot) ?? UNBOUNDED, band));
}

function moversOf(cell: RiskyAccount): ValueFactors {
  const movers: ValueFactors = {
    holdings: new Map(),
    legs: new Set(),
    converted: 0,
    isKnown: true,
  };
  for (const trade of cell.state.openTrades.values()) addTrade(cell, trade, movers);
  return movers;
}

function addTrade({ state, market }: RiskyAccount, trade: OpenTrade, movers: ValueFactors): void {
  const { quotes, conversion } = market;
  const slot = quotes.mustSlot(trade.instrument);
  const instrument = quotes.instrument(slot);
  const currency = quoteCurrency(instrument);
  const factors = conversion.factors(currency);
  if (factors === undefined || !quotes.isPriced(slot)) {
    movers.isKnown = false;
    for (const leg of conversion.slots(currency) ?? []) movers.legs.add(leg);
  }
  const isHome = currency === state.config.currency;
  const factor =
    factors === undefined
      ? 0
      : Math.max(factorValue(factors.gain).toNumber(), factorValue(factors.loss).toNumber());
  const side = trade.currentUnits.isNegative() ? 'short' : 'long';
  const units = Math.abs(trade.currentUnits.toNumber());
  const perPoint = units * priceOf(1, instrument.displayPrecision).toNumber() * factor;
  const key = `${slot} ${side}`;
  const holding = movers.holdings.get(key) ?? { slot, side, perPoint: 0 };
  holding.perPoint += isHome ? perPoint : perPoint * FACTOR_GROWTH;
  movers.holdings.set(key, holding);
  if (isHome) return;
  for (const leg of conversion.slots(currency) ?? []) movers.legs.add(leg);
  const closing = side === 'short' ? quotes.askPrice(slot) : quotes.bidPrice(slot);
  movers.converted += Math.abs(closing.minus(trade.price).toNumber()) * units * factor;
}

/** A long side is worth its bid, a short side its ask. @param fall, rise - home currency. */
function holdingBand(
  { market: { quotes } }: RiskyAccount,
  { slot, side, perPoint }: Holding,
  fall: number,
  rise: number,
): PriceBand {
  const down = Math.max(0, Math.floor(fall / perPoint));
  const up = Math.max(0, Math.floor(rise / perPoint));
  const bid = quotes.bidPoints(slot);
  const ask = quotes.askPoints(slot);
  return side === 'long'
    ? { ...UNBOUNDED, bidLow: bid - down, bidHigh: bid + up }
    : { ...UNBOUNDED, askLow: ask - up, askHigh: ask + down };
}

function legBand({ market }: RiskyAccount, slot: number, move: number): PriceBand {
  const { quotes, conversion } = market;
  const share = Math.min(1, MOST_FACTORS / conversion.longestChain);
  const least = Math.min(WIDEST_MOVE, move) * share;
  const bid = quotes.bidPoints(slot);
  const ask = quotes.askPoints(slot);
  return {
    bidLow: bid * (1 - least),
    bidHigh: bid * (1 + least),
    askLow: ask * (1 - least),
    askHigh: ask * (1 + least),
  };
}
