/**
 * The transaction streams of a simulation: every transaction of an account since the
 * connection, in order, without gaps. A reader that reads too slowly is cut off, and can catch up by
 * `sinceid`. Source: v20 semantics 2.5; invariant S3.
 */

import type { Transaction } from '../../../../core/ledger/transaction.js';
import { formatRfc3339 } from '../../../../core/time/instant.js';
import type { AccountSource } from '../../../../core/view/account-source.js';
import type { Simulation } from '../../../runtime/simulation/simulation.js';
import { renderJson, type TimeFormat } from '../time-format.js';
import { GATHERED_BYTES_MAX, type LineChannel, type Outbox } from './outbox.js';
import { frame, join, type LineReader } from './reader.js';

/** Bytes that may wait for one reader, and for all readers. */
export const PENDING_BYTES_MAX = 1_048_576;
const ALL_PENDING_BYTES_MAX = 64 * PENDING_BYTES_MAX;

/** Bytes that may wait for each of `streams` readers; fewer when there are more readers. */
export function pendingMax(streams: number): number {
  const share = Math.floor(ALL_PENDING_BYTES_MAX / Math.max(1, streams));
  return Math.min(PENDING_BYTES_MAX, Math.max(2 * GATHERED_BYTES_MAX, share));
}

/** How much may wait for a reader before it is cut off. */
export interface Patience {
  /** Bytes that may wait for one reader now. */
  readonly pendingMax: () => number;
  /** Called whenever a reader is cut off. */
  readonly onCut: () => void;
}

/**
 * Owns the lines that were gathered for the readers of one account in one time format. `gather`
 * adds a line, `flush` sends and drops all. Always: each reader gets every line once.
 */
class TransactionChannel implements LineChannel {
  readonly account: AccountSource;
  readonly times: TimeFormat;
  readonly readers = new Set<LineReader>();
  readonly #patience: Patience;
  #gathered: Buffer[] = [];
  #gatheredBytes = 0;

  constructor(account: AccountSource, times: TimeFormat, patience: Patience) {
    this.account = account;
    this.times = times;
    this.#patience = patience;
  }

  gather(object: object, outbox: Outbox): void {
    const line = frame(renderJson(object, this.times));
    this.#gathered.push(line);
    this.#gatheredBytes += line.length;
    if (this.#gatheredBytes > GATHERED_BYTES_MAX) this.flush();
    else outbox.add(this);
  }

  flush(): void {
    if (this.#gathered.length === 0) return;
    const lines = join(this.#gathered);
    this.#gathered = [];
    this.#gatheredBytes = 0;
    const pendingMax = this.#patience.pendingMax();
    for (const reader of this.readers) {
      reader.write(lines);
      if (reader.pending <= pendingMax) continue;
      this.readers.delete(reader);
      reader.cut();
      this.#patience.onCut();
    }
  }
}

/**
 * Owns the channels of one simulation. `open` adds a reader to its channel; a channel without
 * readers is removed, and with the last one the subscription to the simulation.
 */
export class TransactionStreams {
  readonly #simulation: Simulation;
  readonly #outbox: Outbox;
  readonly #patience: Patience;
  /** Channels by account id, then by time format. */
  readonly #channels = new Map<string, Map<TimeFormat, TransactionChannel>>();
  #unsubscribe: (() => void) | undefined;

  constructor(simulation: Simulation, outbox: Outbox, patience: Patience) {
    this.#simulation = simulation;
    this.#outbox = outbox;
    this.#patience = patience;
  }

  /** Opens a stream. @returns a function that closes it. @throws whatever `connect` throws. */
  open(account: AccountSource, times: TimeFormat, connect: () => LineReader): () => void {
    // The connection comes first, so that a refused one leaves nothing behind.
    const reader = connect();
    const { id } = account.state.config;
    const channels = this.#channels.get(id) ?? new Map<TimeFormat, TransactionChannel>();
    const channel = channels.get(times) ?? new TransactionChannel(account, times, this.#patience);
    this.#channels.set(id, channels.set(times, channel));
    this.#unsubscribe ??= this.#simulation.onTransaction(each => this.#gather(each));
    // Lines gathered before go to the earlier readers only.
    channel.flush();
    channel.readers.add(reader);
    return () => {
      channel.readers.delete(reader);
      if (channel.readers.size === 0 && channels.get(times) === channel) channels.delete(times);
      if (channels.size === 0 && this.#channels.get(id) === channels) this.#channels.delete(id);
      if (this.#channels.size > 0) return;
      this.#unsubscribe?.();
      this.#unsubscribe = undefined;
    };
  }

  /** Sends a heartbeat on every stream. */
  beat(): void {
    const time = formatRfc3339(this.#simulation.now);
    this.#each(channel => {
      const lastTransactionID = String(channel.account.log.lastID);
      channel.gather({ type: 'HEARTBEAT', lastTransactionID, time }, this.#outbox);
    });
  }

  /** Ends every stream. */
  end(): void {
    this.#each(channel => {
      channel.flush();
      for (const reader of channel.readers) reader.end();
    });
  }

  #each(visit: (channel: TransactionChannel) => void): void {
    for (const channels of this.#channels.values())
      for (const each of channels.values()) visit(each);
  }

  #gather(transaction: Transaction): void {
    const channels = this.#channels.get(transaction.accountID);
    if (channels === undefined) return;
    for (const channel of channels.values()) channel.gather(transaction, this.#outbox);
  }
}
