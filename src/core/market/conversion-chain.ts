/**
 * The chain of pairs that converts a currency into another: the shortest one of the market,
 * however long. Among equally short chains: the first that goes through USD, otherwise the first in
 * market order. Source: v20 semantics 5.1; decision 0009.
 */

import { baseCurrency, type Instrument, quoteCurrency } from './instrument.js';

/** One pair of a conversion chain; `inverted` when the pair is quoted HOME_X instead of X_HOME. */
export interface ConversionLink {
  readonly slot: number;
  readonly inverted: boolean;
}

type Pair = Pick<Instrument, 'name'>;

const DOLLAR = 'USD';

/** The chain from `from` to `home`, another currency; undefined when there is none. */
export function shortestChain(
  instruments: readonly Pair[],
  from: string,
  home: string,
): readonly ConversionLink[] | undefined {
  const toHome = distancesTo(instruments, home);
  const length = toHome.get(from);
  if (length === undefined) return undefined;
  const toDollar = distancesTo(instruments, DOLLAR);
  const dollarToHome = toHome.get(DOLLAR) ?? Infinity;
  const isViaDollar = (at: string, left: number) =>
    (toDollar.get(at) ?? Infinity) + dollarToHome === left;
  let owesDollar = from !== DOLLAR && isViaDollar(from, length);
  const chain: ConversionLink[] = [];
  let at = from;
  for (let left = length - 1; left >= 0; left--) {
    const next = legsFrom(instruments, at).find(
      ({ to }) => toHome.get(to) === left && (!owesDollar || isViaDollar(to, left)),
    );
    if (next === undefined) return undefined;
    chain.push(next.leg);
    at = next.to;
    if (at === DOLLAR) owesDollar = false;
  }
  return chain;
}

/** One pair further, and the currency that it leads to. */
interface Step {
  readonly leg: ConversionLink;
  readonly to: string;
}

/** The pairs of `currency` in market order. */
function legsFrom(instruments: readonly Pair[], currency: string): readonly Step[] {
  return instruments.flatMap((instrument, slot): readonly Step[] => {
    const [base, quote] = [baseCurrency(instrument), quoteCurrency(instrument)];
    if (base === currency) return [{ leg: { slot, inverted: false }, to: quote }];
    return quote === currency ? [{ leg: { slot, inverted: true }, to: base }] : [];
  });
}

/** The number of pairs from each currency to `goal`; a currency without a chain is not in it. */
function distancesTo(instruments: readonly Pair[], goal: string): ReadonlyMap<string, number> {
  const distances = new Map([[goal, 0]]);
  // A map gives what is added during the walk too, in this order.
  for (const [currency, distance] of distances) {
    for (const { to } of legsFrom(instruments, currency)) {
      if (!distances.has(to)) distances.set(to, distance + 1);
    }
  }
  return distances;
}
