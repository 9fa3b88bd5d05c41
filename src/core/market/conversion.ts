/**
 * Converts any currency to an account's home currency over the pairs of the market. Factors are
 * fractions: an amount is multiplied first and divided once, so a rounded 1/ask never reaches a
 * balance. Source: v20 semantics 5.1; decision 0009 (chains).
 */

import {
  type Decimal,
  decimal,
  formatFixed,
  formatTrimmed,
  ONE,
  roundCeiling,
  roundFloor,
  roundNearest,
  ZERO,
} from '../base/decimal.js';
import { type ConversionLink, shortestChain } from './conversion-chain.js';
import { priceFloat } from './points.js';
import type { QuoteBoard } from './quote.js';

/** A factor `numerator / denominator`. */
export interface Factor {
  readonly numerator: Decimal;
  readonly denominator: Decimal;
}

/** All conversion factors of one currency to the home currency at one moment. */
export interface ConversionFactors {
  /** Factors of a gain and of a loss, mark-up included, and the factor at mid prices. */
  readonly gain: Factor;
  readonly loss: Factor;
  /** The factor at mid prices, without mark-up. */
  readonly mid: Factor;
  /** The gain and loss factors without mark-up: the spread only. */
  readonly spreadGain: Factor;
  readonly spreadLoss: Factor;
  /** Slot of the only pair from whose quote all of them follow; undefined when there are others. */
  readonly pair: number | undefined;
}

/** Factors, and the prices of the chain's pairs, in points, that they were computed from. */
interface KnownFactors {
  readonly currency: string;
  readonly path: readonly ConversionLink[];
  readonly bids: number[];
  readonly asks: number[];
  factors: ConversionFactors;
}

const UNIT_FACTOR: Factor = { numerator: ONE, denominator: ONE };
const HOME_FACTORS: ConversionFactors = {
  gain: UNIT_FACTOR,
  loss: UNIT_FACTOR,
  mid: UNIT_FACTOR,
  spreadGain: UNIT_FACTOR,
  spreadLoss: UNIT_FACTOR,
  pair: undefined,
};

/** Decimals of published factors (semantics 2.3). */
export const FACTOR_DIGITS = 14;
const TRIMMED_FACTOR_DIGITS = 12;
const TWO = decimal(2);

/** Returns `amount` times `factor`: one multiplication and one division, at full precision. */
export function convert(amount: Decimal, factor: Factor): Decimal {
  const { numerator, denominator } = factor;
  // Fees, financing and their costs are zero in most fills.
  if (amount.isZero()) return ZERO;
  const multiplied = numerator === ONE ? amount : amount.times(numerator);
  return denominator === ONE ? multiplied : multiplied.div(denominator);
}

/** The factor as one number, at full precision. */
export function factorValue({ numerator, denominator }: Factor): Decimal {
  return denominator === ONE ? numerator : numerator.div(denominator);
}

/** Bid and ask of a pair. */
interface PairQuote {
  readonly bid: Decimal;
  readonly ask: Decimal;
}

/**
 * The factors, without mark-up, of a currency that one pair converts.
 * @param inverted - whether the currency is the quote currency of the pair.
 * @param pair - slot of the pair.
 */
export function pairFactors(quote: PairQuote, inverted: boolean, pair: number): ConversionFactors {
  const gain = gainFactor(quote, inverted);
  const loss = lossFactor(quote, inverted);
  const mid = midFactor(quote, inverted);
  return { gain, loss, mid, spreadGain: gain, spreadLoss: loss, pair };
}

function gainFactor({ bid, ask }: PairQuote, inverted: boolean): Factor {
  return inverted ? { numerator: ONE, denominator: ask } : { numerator: bid, denominator: ONE };
}

function lossFactor({ bid, ask }: PairQuote, inverted: boolean): Factor {
  return inverted ? { numerator: ONE, denominator: bid } : { numerator: ask, denominator: ONE };
}

function midFactor({ bid, ask }: PairQuote, inverted: boolean): Factor {
  return inverted
    ? { numerator: bid.plus(ask), denominator: bid.times(ask).times(2) }
    : { numerator: bid.plus(ask), denominator: TWO };
}

/** The text of a factor with 14 decimals; "1" for the home currency itself. */
export function printedFactorText(factors: ConversionFactors, kind: 'gain' | 'loss'): string {
  return factors === HOME_FACTORS ? '1' : formatFixed(factorValue(factors[kind]), FACTOR_DIGITS);
}

/** A factor as it is written. */
interface PrintedFactor {
  readonly factor: string;
}

/** The factor of the home currency itself. All transactions share it, because nothing writes to one. */
const HOME_FACTOR: PrintedFactor = { factor: '1' };

function printedFactor(factors: ConversionFactors, kind: 'gain' | 'loss'): PrintedFactor {
  const factor = printedFactorText(factors, kind);
  return factor === '1' ? HOME_FACTOR : { factor };
}

/** The factors from quote and from base currency to home currency, as fills and dividends show them. */
export function printedFactors(quote: ConversionFactors, base: ConversionFactors) {
  return {
    gainQuoteHome: printedFactor(quote, 'gain'),
    lossQuoteHome: printedFactor(quote, 'loss'),
    gainBaseHome: printedFactor(base, 'gain'),
    lossBaseHome: printedFactor(base, 'loss'),
  };
}

/** The text of a factor at the top level of a fill: 12 decimals, trailing zeros trimmed. */
export function trimmedFactorText(factors: ConversionFactors, kind: 'gain' | 'loss'): string {
  if (factors === HOME_FACTORS) return '1';
  return formatTrimmed(factorValue(factors[kind]), TRIMMED_FACTOR_DIGITS);
}

/**
 * The conversion factors of one account, from the current quotes. Owns the chains of pairs that
 * were found and the last factors; a factor is computed again when a quote of its chain has
 * changed.
 */
export class Conversion {
  readonly #quotes: QuoteBoard;
  readonly #home: string;
  readonly #markup: Decimal;
  readonly #paths = new Map<string, readonly ConversionLink[] | undefined>();
  readonly #slots = new Map<string, readonly number[]>();
  #longest = 0;
  /** The latest factors by currency. One fill asks for the same factors a dozen times. */
  readonly #known = new Map<string, KnownFactors>();
  /** Those of the currency that was asked for last: mostly it is asked for again. */
  #recent: KnownFactors | undefined;

  /**
   * @param home - the home currency of the account.
   * @param markup - fraction that is added to the spread; "0" for spread-only factors.
   */
  constructor(quotes: QuoteBoard, home: string, markup: string) {
    this.#quotes = quotes;
    this.#home = home;
    this.#markup = decimal(markup);
  }

  /** How many pairs the longest chain has that was asked for so far. */
  get longestChain(): number {
    return this.#longest;
  }

  /**
   * The slots of the pairs in the chain from `currency` to the home currency; undefined when there
   * is no chain.
   */
  slots(currency: string): readonly number[] | undefined {
    const known = this.#slots.get(currency);
    if (known !== undefined) return known;
    const slots = this.#path(currency)?.map(leg => leg.slot);
    if (slots !== undefined) this.#slots.set(currency, slots);
    return slots;
  }

  /**
   * The factors of `currency`; undefined when there is no chain, or a pair of the chain has no
   * price yet.
   */
  factors(currency: string): ConversionFactors | undefined {
    if (currency === this.#home) return HOME_FACTORS;
    if (currency !== this.#recent?.currency) this.#recent = this.#known.get(currency);
    const known = this.#recent;
    return known !== undefined && this.#isCurrent(known)
      ? known.factors
      : this.#latest(currency, known);
  }

  /**
   * The factor of `currency` at mid prices as a float, for bounds; undefined as `factors`. The exact
   * factors take ten objects, and margin lines are drawn again after each fill.
   */
  midFloat(currency: string): number | undefined {
    if (currency === this.#home) return 1;
    const path = this.#path(currency);
    if (path === undefined) return undefined;
    const quotes = this.#quotes;
    let factor = 1;
    for (const { slot, inverted } of path) {
      if (!quotes.isPriced(slot)) return undefined;
      const { displayPrecision } = quotes.instrument(slot);
      const bid = priceFloat(quotes.bidPoints(slot), displayPrecision);
      const ask = priceFloat(quotes.askPoints(slot), displayPrecision);
      factor *= inverted ? (1 / bid + 1 / ask) / 2 : (bid + ask) / 2;
    }
    return factor;
  }

  /** The factors of `currency` from the current quotes, which `known` will hold from now on. */
  #latest(currency: string, known: KnownFactors | undefined): ConversionFactors | undefined {
    const path = this.#path(currency);
    if (path === undefined || path.some(leg => !this.#quotes.isPriced(leg.slot))) return undefined;
    const factors = this.#factorsOf(path);
    const latest = known ?? { currency, path, bids: [], asks: [], factors };
    for (let index = 0; index < path.length; index++) {
      const { slot } = path[index] as ConversionLink;
      latest.bids[index] = this.#quotes.bidPoints(slot);
      latest.asks[index] = this.#quotes.askPoints(slot);
    }
    latest.factors = factors;
    if (known === undefined) this.#known.set(currency, latest);
    return factors;
  }

  #isCurrent({ path, bids, asks }: KnownFactors): boolean {
    for (let index = 0; index < path.length; index++) {
      const { slot } = path[index] as ConversionLink;
      if (this.#quotes.bidPoints(slot) !== bids[index]) return false;
      if (this.#quotes.askPoints(slot) !== asks[index]) return false;
    }
    return true;
  }

  #factorsOf(path: readonly ConversionLink[]): ConversionFactors {
    const [only, ...others] = path;
    if (only !== undefined && others.length === 0 && this.#markup.isZero()) {
      return pairFactors(this.#quote(only), only.inverted, only.slot);
    }
    const spreadGain = this.#product(path, gainFactor);
    const spreadLoss = this.#product(path, lossFactor);
    const mid = this.#product(path, midFactor);
    const spread = { mid, spreadGain, spreadLoss, pair: undefined };
    if (this.#markup.isZero()) return { gain: spreadGain, loss: spreadLoss, ...spread };
    const published = roundNearest(factorValue(mid), FACTOR_DIGITS);
    const marked = (rate: Decimal): Factor => ({
      numerator: roundNearest(published.times(rate), FACTOR_DIGITS),
      denominator: ONE,
    });
    return {
      gain: marked(ONE.minus(this.#markup)),
      loss: marked(ONE.plus(this.#markup)),
      ...spread,
    };
  }

  /**
   * The cost of the mark-up on `amount`, in home currency; never positive, and zero without a
   * mark-up. The spread-only factor is rounded down for a gain and up for a loss, as recorded.
   * @param amount - signed, in the currency of `factors`.
   */
  markupCost(amount: Decimal, factors: ConversionFactors): Decimal {
    if (this.#markup.isZero() || factors === HOME_FACTORS) return ZERO;
    const gain = amount.gte(0);
    const spreadOnly = gain
      ? roundFloor(factorValue(factors.spreadGain), FACTOR_DIGITS)
      : roundCeiling(factorValue(factors.spreadLoss), FACTOR_DIGITS);
    const charged = factorValue(gain ? factors.gain : factors.loss);
    return roundNearest(amount.times(charged.minus(spreadOnly)), FACTOR_DIGITS);
  }

  #quote({ slot }: ConversionLink): PairQuote {
    return { bid: this.#quotes.bidPrice(slot), ask: this.#quotes.askPrice(slot) };
  }

  #product(
    path: readonly ConversionLink[],
    factorOf: (quote: PairQuote, inverted: boolean) => Factor,
  ): Factor {
    let numerator: Decimal = ONE;
    let denominator: Decimal = ONE;
    for (const leg of path) {
      const factor = factorOf(this.#quote(leg), leg.inverted);
      if (path.length === 1) return factor;
      numerator = numerator.times(factor.numerator);
      denominator = denominator.times(factor.denominator);
    }
    return { numerator, denominator };
  }

  #path(currency: string): readonly ConversionLink[] | undefined {
    const known = this.#paths.get(currency);
    if (known !== undefined || this.#paths.has(currency)) return known;
    const path = shortestChain(this.#quotes.instruments, currency, this.#home);
    this.#paths.set(currency, path);
    this.#longest = Math.max(this.#longest, path?.length ?? 0);
    return path;
  }
}
