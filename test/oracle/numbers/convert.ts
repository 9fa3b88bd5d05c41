/**
 * Conversion of one currency to another through the market's pairs: spread-only and charged
 * factors, mid factors, and what the mark-up costs. Source: v20 semantics 5.1.
 */

import { baseCurrency, quoteCurrency } from '../../../src/core/market/instrument.js';
import { decimal, ONE, type Rational, TWO, whole, ZERO } from './rational.js';
import type { Account, Market, World } from './state.js';

export interface Factors {
  /** Charged factor of a positive and of a negative amount. */
  readonly gain: Rational;
  readonly loss: Rational;
  /** Spread-only factors; equal to the charged ones without mark-up. */
  readonly plainGain: Rational;
  readonly plainLoss: Rational;
  readonly mid: Rational;
  /** Whether there is anything to convert. */
  readonly same: boolean;
  readonly marked: boolean;
}

interface Leg {
  readonly market: Market;
  /** True for X_H (multiply), false for H_X (divide). */
  readonly forward: boolean;
  readonly to: string;
}

/** Factors from a currency to the account's home; undefined when a pair is missing or unpriced. */
export function factorsToHome(
  world: World,
  account: Pick<Account, 'config'>,
  currency: string,
): Factors | undefined {
  const { currency: home, conversionMarkup } = account.config;
  if (currency === home) {
    const one = { gain: ONE, loss: ONE, plainGain: ONE, plainLoss: ONE, mid: ONE };
    return { ...one, same: true, marked: false };
  }
  const path = knownPath(world.markets, currency, home);
  if (path === undefined) return undefined;
  let [plainGain, plainLoss, mid] = [ONE, ONE, ONE];
  for (const { market, forward } of path) {
    if (market.quote === undefined) return undefined;
    const { bid, ask } = market.quote;
    const [low, high] = forward ? [bid, ask] : [ONE.over(ask), ONE.over(bid)];
    plainGain = plainGain.times(low);
    plainLoss = plainLoss.times(high);
    mid = mid.times(low.plus(high).over(TWO));
  }
  const markup = decimal(conversionMarkup);
  if (markup.sign === 0) {
    const plain = { plainGain, plainLoss, mid };
    return { gain: plainGain, loss: plainLoss, ...plain, same: false, marked: false };
  }
  const printed = mid.nearest(14);
  return {
    gain: printed.times(ONE.minus(markup)).nearest(14),
    loss: printed.times(ONE.plus(markup)).nearest(14),
    plainGain,
    plainLoss,
    mid,
    same: false,
    marked: true,
  };
}

/** The same, for a currency that is known to convert. @throws Error when it does not. */
export function knownFactors(
  world: World,
  account: Pick<Account, 'config'>,
  currency: string,
): Factors {
  const factors = factorsToHome(world, account, currency);
  if (factors === undefined) throw new Error(`no conversion of ${currency}`);
  return factors;
}

/** Whether both currencies of an instrument convert to the account's home. */
export function isConvertible(world: World, account: Account, market: Market): boolean {
  const { instrument } = market;
  return [baseCurrency(instrument), quoteCurrency(instrument)].every(
    currency => factorsToHome(world, account, currency) !== undefined,
  );
}

/** The charged factor for an amount: gain for zero and above, loss below. */
export function chargedFor(factors: Factors, amount: Rational): Rational {
  return amount.sign >= 0 ? factors.gain : factors.loss;
}

/** The spread-only factor for an amount. */
export function plainFor(factors: Factors, amount: Rational): Rational {
  return amount.sign >= 0 ? factors.plainGain : factors.plainLoss;
}

/** What the mark-up costs on an amount, 14 decimals; exactly 0 without mark-up. */
export function conversionCost(factors: Factors, amount: Rational): Rational {
  if (!factors.marked) return ZERO;
  const difference =
    amount.sign >= 0
      ? factors.gain.minus(factors.plainGain.down(14))
      : factors.loss.minus(factors.plainLoss.up(14));
  return amount.times(difference).nearest(14);
}

/** Factor as `homeConversionFactors` prints it. */
export function factorText(factors: Factors, factor: Rational): string {
  return factors.same ? '1' : factor.fixed(14);
}

/** Chains of pairs found so far, by the markets that they lead through. */
const PATHS = new WeakMap<readonly Market[], Map<string, readonly Leg[] | undefined>>();

/** The chain of pairs from X to H, looked for once: which pairs there are never changes. */
function knownPath(
  markets: readonly Market[],
  from: string,
  to: string,
): readonly Leg[] | undefined {
  const known = PATHS.get(markets) ?? new Map<string, readonly Leg[] | undefined>();
  PATHS.set(markets, known);
  const key = `${from} ${to}`;
  if (!known.has(key)) known.set(key, pathBetween(markets, from, to));
  return known.get(key);
}

/**
 * Pairs from X to H: the pair itself, else the shortest chain. All chains of a length are listed
 * in breadth-first market order; one through USD wins, else the first (ambiguous).
 */
function pathBetween(
  markets: readonly Market[],
  from: string,
  to: string,
): readonly Leg[] | undefined {
  let paths: Leg[][] = [[]];
  for (let length = 1; length <= markets.length; length++) {
    paths = paths.flatMap(path => extended(markets, from, path));
    const arrived = paths.filter(path => path.at(-1)?.to === to);
    const viaDollar = arrived.find(path => path.slice(0, -1).some(leg => leg.to === 'USD'));
    const chosen = viaDollar ?? arrived[0];
    if (chosen !== undefined) return chosen;
  }
  return undefined;
}

/** Every way to go one pair further without coming back to a currency. */
function extended(markets: readonly Market[], from: string, path: Leg[]): Leg[][] {
  const here = path.at(-1)?.to ?? from;
  const seen = [from, ...path.map(leg => leg.to)];
  const longer: Leg[][] = [];
  for (const market of markets) {
    const [base, quote] = [baseCurrency(market.instrument), quoteCurrency(market.instrument)];
    if (base === here && !seen.includes(quote)) {
      longer.push([...path, { market, forward: true, to: quote }]);
    }
    if (quote === here && !seen.includes(base)) {
      longer.push([...path, { market, forward: false, to: base }]);
    }
  }
  return longer;
}

/** Top-level conversion factors of a fill: 12 decimals, trimmed. */
export function shortFactorText(factor: Rational): string {
  return factor.trimmed(12);
}

/** (bid + ask) / 2, not rounded. */
export function midOf(quote: { readonly bid: Rational; readonly ask: Rational }): Rational {
  return quote.bid.plus(quote.ask).over(whole(2));
}
