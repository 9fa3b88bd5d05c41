/**
 * Quotes of the pair that converts to the home currency, from the factors that fills show: a program
 * that trades EUR_USD on a yen account need not look at USD_JPY. Source: v20 semantics 5.1.
 */

import { type Decimal, decimal, ONE } from '../../../core/base/decimal.js';
import { quoteCurrency } from '../../../core/market/instrument.js';
import { instrumentTable } from '../../../core/market/instrument-table.js';
import { type Instant, instant, parseInstant } from '../../../core/time/instant.js';
import type { Json } from '../recording/json.js';
import type { CapturedSession, Sample } from './recorded-session.js';

/** Factors this far apart, as a share, have a mark-up; a spread alone is narrower. */
export const MARKUP_MIN = '0.001';

/** The factors of a fill from its quote currency to the home currency; undefined: it shows none. */
export function factorsOf(
  fill: Json,
): { readonly gain: Decimal; readonly loss: Decimal } | undefined {
  const { gainQuoteHomeConversionFactor: gain, lossQuoteHomeConversionFactor: loss } = fill;
  if (typeof gain !== 'string' || typeof loss !== 'string') return undefined;
  return { gain: decimal(gain), loss: decimal(loss) };
}

/** How far the factors lie apart from their mid, as a share of it. */
export function shareOf({
  gain,
  loss,
}: {
  readonly gain: Decimal;
  readonly loss: Decimal;
}): Decimal {
  return loss.minus(gain).div(loss.plus(gain));
}

/**
 * The quotes of pairs that were not recorded. Those of a fill hold from the fill before it on.
 * @param start - before everything else.
 */
export function conversionSamples(session: CapturedSession, start: Instant): Sample[] {
  const home = String(session.account['currency']);
  const seen = new Set(session.samples.map(({ instrument }) => instrument));
  const since = new Map<string, Instant>();
  return [...session.transactions.values()].flatMap(fill => {
    const factors = factorsOf(fill);
    const quote = quoteCurrency({ name: String(fill['instrument'] ?? '') });
    const name = [`${quote}_${home}`, `${home}_${quote}`].find(each => instrumentTable().has(each));
    const acted = parseInstant(String(fill['time']))?.at;
    if (factors === undefined || name === undefined || acted === undefined) return [];
    if (quote === home || seen.has(name)) return [];
    const time = since.get(name) ?? start;
    since.set(name, instant(acted + 1));
    const { bid, ask } = pricesOf(factors, name.endsWith(home));
    const level = (price: string) => [{ price, liquidity: 0 }];
    const sides = { bids: level(bid), asks: level(ask) };
    return [{ instrument: name, time, ...sides, isTradeable: true, line: -1 }];
  });
}

/** Bid and ask; with a mark-up both are the mid, for the factors do not show the spread. */
function pricesOf(factors: { readonly gain: Decimal; readonly loss: Decimal }, isDirect: boolean) {
  const mid = factors.gain.plus(factors.loss).div(2);
  const isMarked = shareOf(factors).gte(MARKUP_MIN);
  const { gain, loss } = isMarked ? { gain: mid, loss: mid } : factors;
  const [bid, ask] = isDirect ? [gain, loss] : [ONE.div(loss), ONE.div(gain)];
  return { bid: bid.toFixed(), ask: ask.toFixed() };
}
