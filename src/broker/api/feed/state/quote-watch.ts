/**
 * Which quotes have changed since which look. Looks are numbered, so that one number is enough to
 * find what a reader has missed. Source: decision 0045.
 */

import { topOfBook } from '../../../../core/market/book.js';
import { formatPoints } from '../../../../core/market/points.js';
import { formatRfc3339, instant } from '../../../../core/time/instant.js';
import type { PricedMarket } from '../../../../core/view/pricing.js';
import { PriceChanges } from '../../v20/stream/price-changes.js';
import type { FeedQuote } from '../schema/parts.js';

/**
 * Owns the quotes of one market as of the last look, each with the number of the look at which it
 * changed. Only `look` changes them; numbers rise.
 */
export class QuoteWatch {
  readonly #market: PricedMarket;
  readonly #changes: PriceChanges;
  readonly #quotes: (FeedQuote | undefined)[] = [];
  /** The last look that found any change. */
  #changedAt = 0;

  constructor(market: PricedMarket) {
    this.#market = market;
    this.#changes = new PriceChanges(market);
    this.look();
  }

  /** Number of looks so far. */
  get looks(): number {
    return this.#changes.looks;
  }

  /** The number of the last look that found a change. */
  get changedAt(): number {
    return this.#changedAt;
  }

  /** Looks at every quote. */
  look(): void {
    this.#changes.look(slot => {
      this.#quotes[slot] = undefined;
      this.#changedAt = this.#changes.looks;
    });
  }

  /** Whether a quote has changed after look `since`. */
  hasChanged(slot: number, since: number): boolean {
    return this.#changes.hasChanged(slot, since);
  }

  /** The quote at the last look; undefined before the first tick. */
  quote(slot: number): FeedQuote | undefined {
    if (!this.#changes.hasChanged(slot, -1)) return undefined;
    const quote = this.#quotes[slot] ?? this.#read(slot);
    this.#quotes[slot] = quote;
    return quote;
  }

  #read(slot: number): FeedQuote {
    const { quotes } = this.#market;
    const { name, displayPrecision } = quotes.instrument(slot);
    const { bid, ask } = topOfBook(quotes, slot);
    return {
      instrument: name,
      time: formatRfc3339(instant(quotes.time[slot] as number)),
      bid: formatPoints(bid, displayPrecision),
      ask: formatPoints(ask, displayPrecision),
      tradeable: quotes.isTradeable(slot),
    };
  }
}
