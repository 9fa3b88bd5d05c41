/**
 * The readers of the same prices in the same format. Lines are gathered and joined once, and each
 * reader gets the same bytes. A reader whose socket is not drained gets nothing; when it has drained,
 * it gets the latest price of each instrument that it missed. So its backlog never grows.
 * Source: v20 semantics 2.5, choice 15; invariant S2.
 */

import type { TimeFormat } from '../time-format.js';
import { GATHERED_BYTES_MAX, type LineChannel, type Outbox } from './outbox.js';
import type { PriceBoard } from './price-board.js';
import { frame, join, type LineReader } from './reader.js';

/** What the readers of a channel get. */
export interface PriceSubscription {
  readonly slots: readonly number[];
  readonly times: TimeFormat;
  /** The line of home conversions as of now, and the slots that it depends on; absent: not wanted. */
  readonly conversions?: { readonly slots: readonly number[]; readonly line: () => string };
}

/** A reader, and the number of the last look whose changes it was sent. */
export interface PriceReader {
  readonly connection: LineReader;
  sentAt: number;
  /** Whether something was withheld because the socket was not drained. */
  isBehind: boolean;
  /** Whether a heartbeat was withheld because the socket was not drained. */
  owesHeartbeat: boolean;
}

/**
 * Owns the readers of one subscription and the lines gathered for them. `gather` adds lines,
 * `flush` sends and drops them. Always: readers in step get the same bytes.
 */
export class PriceChannel implements LineChannel {
  readonly #board: PriceBoard;
  readonly #outbox: Outbox;
  readonly #subscription: PriceSubscription;
  readonly #readers = new Set<PriceReader>();
  /** Readers that are not in step with the others but can be written to. */
  readonly #outOfStep = new Set<PriceReader>();
  #gathered: Buffer[] = [];
  #gatheredBytes = 0;
  /** The look before the first gathered change, and the last look gathered. */
  #gatheredFrom = 0;
  #gatheredTo = 0;
  #conversions = '';
  /** The last look at which conversions were checked. */
  #renewedAt = -1;
  #conversionsFrame: Buffer | undefined;
  /** The last look at which conversions had changed. */
  #conversionsAt = 0;
  #heartbeat: Buffer | undefined;

  constructor(board: PriceBoard, outbox: Outbox, subscription: PriceSubscription) {
    this.#board = board;
    this.#outbox = outbox;
    this.#subscription = subscription;
    this.#gatheredFrom = board.looks;
    this.#gatheredTo = board.looks;
  }

  /** Readers now. */
  get size(): number {
    return this.#readers.size;
  }

  /** Adds a reader; with `snapshot` it is sent every price first. @returns the reader's entry. */
  join(connection: LineReader, snapshot: boolean): PriceReader {
    const sentAt = this.#look();
    const reader = { connection, sentAt, isBehind: false, owesHeartbeat: false };
    this.#readers.add(reader);
    this.#outOfStep.add(reader);
    if (snapshot) this.#send(reader, this.#framesSince(-1));
    return reader;
  }

  /** Removes a reader. */
  leave(reader: PriceReader): void {
    this.#readers.delete(reader);
    this.#outOfStep.delete(reader);
  }

  /** Gathers the changes of the board's last look. */
  gather(): void {
    this.#renewConversions(this.#board.looks);
    const frames = this.#framesSince(this.#gatheredTo);
    this.#gatheredTo = this.#board.looks;
    for (const each of frames) this.#gatheredBytes += each.length;
    this.#gathered.push(...frames);
    if (this.#outOfStep.size > 0) this.#fallIn();
    else if (frames.length === 0) return;
    else if (this.#gatheredBytes > GATHERED_BYTES_MAX) this.flush();
    else this.#outbox.add(this);
  }

  /** Writes everything gathered to the readers that are in step. */
  flush(): void {
    const from = this.#gatheredFrom;
    const bytes = this.#gathered.length === 0 ? undefined : join(this.#gathered);
    for (const reader of this.#readers) {
      if (reader.sentAt !== from) continue;
      if (bytes === undefined) reader.sentAt = this.#gatheredTo;
      else if (reader.connection.pending > 0) fallBehind(reader);
      else {
        reader.connection.write(bytes);
        reader.sentAt = this.#gatheredTo;
      }
    }
    this.#gathered = [];
    this.#gatheredBytes = 0;
    this.#gatheredFrom = this.#gatheredTo;
  }

  /** Sends every reader a heartbeat; one whose socket is not drained gets it later. */
  beat(line: string): void {
    this.flush();
    this.#heartbeat = frame(line);
    for (const reader of this.#readers) {
      if (reader.connection.pending > 0) reader.owesHeartbeat = true;
      else reader.connection.write(this.#heartbeat);
    }
  }

  /** Sends a reader, whose socket has drained, what it missed. */
  drained(reader: PriceReader): void {
    if (reader.isBehind) {
      reader.isBehind = false;
      const at = this.#look();
      const frames = this.#framesSince(reader.sentAt);
      reader.sentAt = at;
      this.#outOfStep.add(reader);
      this.#send(reader, frames);
    }
    if (reader.owesHeartbeat && this.#heartbeat !== undefined) {
      reader.owesHeartbeat = false;
      reader.connection.write(this.#heartbeat);
    }
  }

  /** Ends all answers. */
  end(): void {
    this.flush();
    for (const { connection } of this.#readers) connection.end();
  }

  /** Brings readers that were out of step up to the look of all others. */
  #fallIn(): void {
    this.flush();
    for (const reader of this.#outOfStep) {
      this.#outOfStep.delete(reader);
      if (reader.connection.pending > 0) {
        fallBehind(reader);
        continue;
      }
      this.#send(reader, this.#framesSince(reader.sentAt));
      reader.sentAt = this.#gatheredTo;
    }
  }

  #send({ connection }: PriceReader, frames: readonly Buffer[]): void {
    if (frames.length > 0) connection.write(join(frames));
  }

  #look(): number {
    const at = this.#board.look();
    this.#renewConversions(at);
    return at;
  }

  /** Lines of what has changed after look number `since`; of everything for -1. */
  #framesSince(since: number): Buffer[] {
    const { slots, times } = this.#subscription;
    const frames = slots
      .filter(slot => this.#board.hasChanged(slot, since))
      .map(slot => this.#board.frame(slot, times));
    if (this.#conversionsFrame !== undefined && this.#conversionsAt > since) {
      frames.push(this.#conversionsFrame);
    }
    return frames;
  }

  #renewConversions(at: number): void {
    const { conversions } = this.#subscription;
    if (conversions === undefined) return;
    const isKnown = this.#conversionsFrame !== undefined;
    const touched = conversions.slots.some(slot => this.#board.hasChanged(slot, this.#renewedAt));
    this.#renewedAt = at;
    if (isKnown && !touched) return;
    const line = conversions.line();
    if (line === this.#conversions) return;
    this.#conversions = line;
    this.#conversionsFrame = frame(line);
    this.#conversionsAt = at;
  }
}

function fallBehind(reader: PriceReader): void {
  if (!reader.isBehind) reader.connection.onBehind?.();
  reader.isBehind = true;
}
