/**
 * The quotes of a host in the form that the core computes with, so that sizes over HTTP are those of
 * a backtest. A host publishes neither trading hours nor depth; sizes depend on neither.
 */

import { decimal } from '../../../core/base/decimal.js';
import { Conversion } from '../../../core/market/conversion.js';
import type { Instrument } from '../../../core/market/instrument.js';
import { nearestPoints } from '../../../core/market/points.js';
import { QuoteBoard } from '../../../core/market/quote.js';
import type { StrategyTick } from '../../../core/strategy/strategy.js';
import type { Instant } from '../../../core/time/instant.js';

/** The fraction that an account adds to the spread of conversions; sizes leave it out. */
const NO_MARKUP = '0';

/**
 * Owns the quotes. `take` replaces that of one instrument; conversions always use the latest
 * quotes.
 */
export class SizingMarket {
  readonly quotes: QuoteBoard;
  /** The conversions by home currency. */
  readonly #conversions = new Map<string, Conversion>();

  /** @param instruments - as the host publishes them. */
  constructor(instruments: readonly Instrument[]) {
    this.quotes = new QuoteBoard(instruments);
  }

  /** The conversion to `currency`. */
  conversion(currency: string): Conversion {
    const known = this.#conversions.get(currency);
    if (known !== undefined) return known;
    const made = new Conversion(this.quotes, currency, NO_MARKUP);
    this.#conversions.set(currency, made);
    return made;
  }

  /** Takes a price; prices of instruments that the account may not trade are not kept. */
  take({ instrument, bid, ask }: StrategyTick, at: Instant): void {
    const { quotes } = this;
    const slot = quotes.slot(instrument);
    if (slot === undefined) return;
    const { displayPrecision } = quotes.instrument(slot);
    quotes.time[slot] = at;
    quotes.bid[slot] = nearestPoints(decimal(bid), displayPrecision);
    quotes.ask[slot] = nearestPoints(decimal(ask), displayPrecision);
  }
}
