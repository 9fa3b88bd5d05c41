/**
 * What a client hears on the transaction stream. Lines are gathered in the background; the client
 * looks at them whenever it likes.
 */

import type { Body, CampaignWorld } from '../../world.js';
import { INSTRUMENT, type Transaction } from './desk.js';

/** A line of the stream: a transaction, or a heartbeat. */
export interface Line extends Body {
  readonly type: string;
  readonly lastTransactionID?: string;
}

/** One connection to the stream. */
export class Ear {
  readonly #lines: Line[] = [];
  #heardAt: number;
  readonly #openedAt: number;
  #isOver = false;
  readonly #stream: AsyncIterator<Body>;

  constructor(readonly world: CampaignWorld) {
    this.#openedAt = world.now();
    this.#heardAt = this.#openedAt;
    this.#stream = world.stream()[Symbol.asyncIterator]();
    void this.#gather();
  }

  /** Whether the connection was cut, or could not be made. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Simulated seconds since the connection was asked for. */
  get age(): number {
    return this.world.now() - this.#openedAt;
  }

  /** Simulated seconds since anything was heard. */
  get silence(): number {
    return this.world.now() - this.#heardAt;
  }

  /** The lines heard since the last call, as they came. */
  take(): readonly Line[] {
    return this.#lines.splice(0);
  }

  /** Ends the connection. */
  close(): void {
    this.#isOver = true;
    void this.#stream.return?.().catch(() => undefined);
  }

  async #gather(): Promise<void> {
    try {
      for (;;) {
        const { done, value } = await this.#stream.next();
        if (done === true) break;
        this.#heardAt = this.world.now();
        this.#lines.push(value as Line);
      }
    } catch {
      // A connection that breaks is over, as one that ends.
    }
    this.#isOver = true;
  }
}

/** The units of a fill of the instrument; 0 for everything else. */
export function filled({ type, instrument, units }: Transaction): number {
  return type === 'ORDER_FILL' && instrument === INSTRUMENT ? Number(units) : 0;
}
