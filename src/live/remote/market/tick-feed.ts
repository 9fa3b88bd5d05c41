/**
 * Ticks one by one while a client turns the clock. The price stream delivers each tick together
 * with the answer of its turn, which saves one request per tick; a tick that does not arrive in
 * time is requested.
 */

import type { Json } from '../wire/v20-client.js';
import { V20Stream, type V20StreamOptions } from '../wire/v20-stream.js';
import type { HostQuote, RemoteMarket } from './remote-market.js';

/**
 * Wall milliseconds to wait for a price on the stream; a tick that changes nothing never arrives.
 */
const WAIT_MS = 10;

/** Address of the stream, and its time limits. */
export type TickStreamOptions = Pick<V20StreamOptions, 'url' | 'token' | 'silenceMs' | 'waitsMs'>;

/**
 * Owns the lines of the price stream that have not been read. The stream adds lines; each change
 * that is asked for takes the next one.
 */
export class TickFeed {
  readonly #market: RemoteMarket;
  readonly #stream: V20Stream;
  readonly #lines: Json[] = [];
  #wake: () => void = () => undefined;

  /** @param notify - called with messages for people about a lost stream and one that is back. */
  constructor(market: RemoteMarket, source: TickStreamOptions, notify: (line: string) => void) {
    this.#market = market;
    this.#stream = new V20Stream({
      ...source,
      name: 'pricing stream',
      path: market.path(`/pricing/stream?instruments=${market.instrumentList}`),
      onConnect: () => undefined,
      onLine: line => {
        this.#lines.push(line);
        this.#wake();
      },
      onBack: what => notify(`${what}; ticks come on it again`),
      onLost: (what, isFinal) => {
        notify(`${what}; each tick is asked for ${isFinal ? 'instead' : 'until it is back'}`);
      },
    });
  }

  /** Opens the stream; without a stream every price is requested. */
  open(): Promise<void> {
    this.#stream.open();
    return this.#stream.opened;
  }

  close(): void {
    this.#stream.close();
  }

  /** The change by the last tick: one price, or none. */
  async read(): Promise<readonly HostQuote[]> {
    const endMs = performance.now() + WAIT_MS;
    for (;;) {
      for (let line = this.#lines.shift(); line !== undefined; line = this.#lines.shift()) {
        const quote = this.#market.takePrice(line);
        if (quote !== undefined) return [quote];
      }
      if (!this.#stream.isLive || performance.now() >= endMs) return this.#market.readPrices();
      await this.#line();
    }
  }

  /** Waits for a line of the stream, but no longer than WAIT_MS. */
  #line(): Promise<void> {
    return new Promise(resolve => {
      const late = setTimeout(resolve, WAIT_MS);
      this.#wake = () => {
        clearTimeout(late);
        resolve();
      };
    });
  }
}
