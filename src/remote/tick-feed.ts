/**
 * Ticks one by one while somebody turns the clock: each comes on the price stream with the answer of
 * the turn that took it, which spares a request a tick; what does not come in time is asked for.
 */

import type { Quote, RemoteMarket } from './remote-market.js';
import type { Json } from './v20-client.js';
import { V20Stream, type V20StreamOptions } from './v20-stream.js';

/** Wall milliseconds that a price has to come by itself; a tick that changes nothing never does. */
const WAIT_MS = 10;

export class TickFeed {
  readonly #market: RemoteMarket;
  readonly #stream: V20Stream;
  readonly #lines: Json[] = [];
  #wake: () => void = () => undefined;

  constructor(market: RemoteMarket, source: Pick<V20StreamOptions, 'url' | 'token'>) {
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
      onLost: () => undefined,
    });
  }

  /** Opens the stream; without one every price is asked for. */
  open(): Promise<void> {
    this.#stream.open();
    return this.#stream.opened;
  }

  close(): void {
    this.#stream.close();
  }

  /** What the tick just taken has changed: one price, or none. */
  async read(): Promise<readonly Quote[]> {
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

  /** Until a line comes, or it is too late. */
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
