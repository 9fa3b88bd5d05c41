/**
 * The streams of one sandbox: those of prices, those of transactions, and how fast time may go while
 * they are read.
 */

import type { Sandbox } from '../../../runtime/sandboxes.js';
import type { StreamCount } from '../../http/doors/limits.js';
import type { HeldBytes } from '../../http/long/held-bytes.js';
import type { Outbox } from './outbox.js';
import { PriceStreams } from './price-streams.js';
import { ReaderPace } from './reader-pace.js';
import { pendingMax, TransactionStreams } from './transaction-streams.js';

/** What the streams of all sandboxes share. */
export interface DeskOptions {
  readonly outbox: Outbox;
  /** Open streams of the whole server. */
  readonly count: StreamCount;
  readonly held: HeldBytes;
  /** Wall milliseconds that time at full speed waits for one reader; default: 10,000. */
  readonly patienceMs?: number;
}

/** The streams of one sandbox. */
export class SimulationStreams {
  readonly sandbox: Sandbox;
  readonly prices: PriceStreams;
  readonly transactions: TransactionStreams;
  readonly pace: ReaderPace;

  constructor(sandbox: Sandbox, { outbox, count, held, patienceMs }: DeskOptions) {
    const { simulation, clock } = sandbox;
    this.sandbox = sandbox;
    this.prices = new PriceStreams(simulation, outbox);
    this.transactions = new TransactionStreams(simulation, outbox, {
      pendingMax: () => pendingMax(count.total),
      onCut: () => {
        held.readersCut += 1;
      },
    });
    this.pace = new ReaderPace(patienceMs);
    clock.holdWhile(() => this.pace.mustWait());
  }

  /** Sends a heartbeat on every stream. */
  beat(): void {
    this.sandbox.clock.catchUp();
    this.prices.beat();
    this.transactions.beat();
  }

  /** Ends every stream. */
  end(): void {
    this.prices.end();
    this.transactions.end();
  }
}
