/**
 * Holds the lines of streams back, so that the code that moves time releases them one by one.
 * Without a gate lines leave at the end of the turn in which they were made, and heartbeats follow
 * the wall clock. Source: decision 0034.
 */

import type { ServerResponse } from 'node:http';
import { chunk, type LineReader, linesIn } from './reader.js';

/** The streams behind a gate. */
export interface GatedStreams {
  /** Sends what has been gathered for readers on to them, that is, to the gate. */
  flush(): void;
  /** Makes a heartbeat on every stream. */
  beat(): void;
}

/**
 * Owns the readers whose lines wait behind the gate of a server. `hold` adds one, `forget` removes
 * it, `gather` releases lines. Always: while the gate is closed no line leaves by itself.
 */
export class StreamGate {
  readonly #readers = new Set<GatedReader>();
  /** Answers whose lines do not wait, and the readers of those that are open. */
  readonly #freed = new WeakSet<ServerResponse>();
  readonly #passing = new Set<LineReader>();
  #gated: GatedStreams | undefined;

  /** Open streams. */
  get size(): number {
    return this.#readers.size + this.#passing.size;
  }

  /** The number of streams whose lines do not wait. */
  get passing(): number {
    return this.#passing.size;
  }

  /** The streams that have lines waiting, in the order in which they were opened. */
  get waiting(): readonly GatedReader[] {
    return [...this.#readers].filter(reader => reader.lines > 0);
  }

  /** Has lines of `gated` wait from now on. */
  close(gated: GatedStreams): void {
    this.#gated = gated;
  }

  /** Lets the lines of an answer pass as they come. To be called before its stream opens. */
  free(response: ServerResponse): void {
    this.#freed.add(response);
  }

  /** Brings all lines that have been made to the gate. */
  gather(): void {
    this.#gated?.flush();
  }

  /** Makes a heartbeat on every stream. */
  beat(): void {
    this.#gated?.beat();
    this.gather();
  }

  /** Puts the gate before a reader. @param response - the answer that its lines are part of. */
  hold(connection: LineReader, response: ServerResponse): LineReader {
    if (this.#freed.has(response)) {
      this.#passing.add(connection);
      return connection;
    }
    const reader = new GatedReader(connection, response);
    this.#readers.add(reader);
    return reader;
  }

  /** Forgets a reader whose connection has closed. */
  forget(reader: LineReader): void {
    this.#readers.delete(reader as GatedReader);
    this.#passing.delete(reader);
  }
}

/**
 * Owns the lines of one reader that wait. `write` adds them, `release` sends them in that order.
 */
export class GatedReader implements LineReader {
  /** The answer that the lines are part of. */
  readonly response: ServerResponse;
  readonly #connection: LineReader;
  readonly #frames: Buffer[] = [];
  #bytes = 0;

  constructor(connection: LineReader, response: ServerResponse) {
    this.#connection = connection;
    this.response = response;
  }

  /** Lines that wait. */
  get lines(): number {
    return this.#frames.length;
  }

  get pending(): number {
    return this.#bytes + this.#connection.pending;
  }

  write(frames: Buffer): void {
    for (const line of linesIn(frames)) {
      const frame = chunk(line);
      this.#frames.push(frame);
      this.#bytes += frame.length;
    }
  }

  /** Lets the line go that waits longest. */
  release(): void {
    const frame = this.#frames.shift();
    if (frame === undefined) return;
    this.#bytes -= frame.length;
    this.#connection.write(frame);
  }

  /** Lets all lines go, and ends the answer. */
  end(): void {
    while (this.lines > 0) this.release();
    this.#connection.end();
  }

  cut(): void {
    this.#connection.cut();
  }
}
