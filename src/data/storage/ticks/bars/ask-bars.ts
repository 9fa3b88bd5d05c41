/**
 * Bars whose bid and ask stand in two files, as programs export them one side at a time. The bars of
 * the ask are gathered first; each bar of the bid then takes the one with its start.
 */

import { RowFault } from '../../../../core/feed/parse-tick.js';
import { formatRfc3339, type Instant } from '../../../../core/time/instant.js';
import type { TickBuilder } from '../columns/tick-builder.js';
import type { BarPrices, BarRow } from './bar-feed.js';
import type { BarSource, FeedOf } from './settle-bars.js';

/**
 * Owns the bars of the ask by their start. `gather` adds them; each bar of the bid takes the one
 * with its start.
 */
export class AskBars {
  readonly #builder: TickBuilder;
  readonly #prices = new Map<Instant, BarPrices>();

  /** @param builder - reports bad rows of the file, by its policy; it gets no ticks. */
  constructor(builder: TickBuilder) {
    this.#builder = builder;
  }

  /** Takes the rows of the file of the ask. */
  readonly gather: FeedOf = source => {
    mustHaveOneSide(source);
    return {
      add: (line, read) => {
        this.#builder.addEntry(line, () => {
          const { start, prices } = read();
          this.#prices.set(start.at, prices as BarPrices);
        });
      },
    };
  };

  /** Gives each bar of the bid the prices of the ask. @param feedOf - takes bars with both sides. */
  joinedTo(feedOf: FeedOf): FeedOf {
    return source => {
      mustHaveOneSide(source);
      const { price: _ofBid, ...rest } = source;
      const feed = feedOf({ ...rest, sides: 'both', hasSpread: false });
      return { add: (line, read) => feed.add(line, () => this.#joined(read())) };
    };
  }

  /** The error that the bid has no bar for one of the ask; undefined when each has one. */
  get left(): RowFault | undefined {
    const [first] = this.#prices.keys();
    if (first === undefined) return undefined;
    return new RowFault(
      'time',
      `has no bar of the bid, was ${formatRfc3339(first)} in the ask's file`,
    );
  }

  #joined({ start, prices, volume }: BarRow): BarRow {
    const ask = this.#prices.get(start.at);
    if (ask === undefined) {
      throw new RowFault('time', `has no bar of the ask, was ${formatRfc3339(start.at)}`);
    }
    this.#prices.delete(start.at);
    return { start, prices: { bid: prices as BarPrices, ask }, ...(volume && { volume }) };
  }
}

function mustHaveOneSide({ sides }: BarSource): void {
  if (sides === 'one') return;
  throw new RowFault('header', 'has bid and ask already: leave --ask-bars out');
}
