/** Streams of a server in this process: lines go to their readers as values, without sockets. */

import type { ServerResponse } from 'node:http';
import { type LineReader, linesIn } from '../../../broker/api/v20/stream/reader.js';
import { StreamGate } from '../../../broker/api/v20/stream/stream-gate.js';
import type { Body } from './world.js';

type ConnectionListener = (connection: ReaderConnection) => void;

/** Owns the connections of a server's streams. A stream that opens adds one, its end removes it. */
export class LineTap extends StreamGate {
  readonly #connections = new Set<ReaderConnection>();
  readonly #awaited: ConnectionListener[] = [];

  override get size(): number {
    return this.#connections.size;
  }

  override hold(_socket: LineReader, response: ServerResponse): LineReader {
    const connection = new ReaderConnection(response);
    this.#connections.add(connection);
    this.#awaited.shift()?.(connection);
    return connection;
  }

  override forget(reader: LineReader): void {
    this.#connections.delete(reader as ReaderConnection);
  }

  /**
   * Gives the connection of the stream that is opened next to `opened`.
   * @returns a function that waits for it no more.
   */
  await(opened: ConnectionListener): () => void {
    this.#awaited.push(opened);
    return () => {
      const at = this.#awaited.indexOf(opened);
      if (at >= 0) this.#awaited.splice(at, 1);
    };
  }

  /** Cuts all streams. */
  drop(): void {
    this.#awaited.length = 0;
    for (const connection of this.#connections) connection.cut();
    this.#connections.clear();
  }

  /** Hands lines to their readers. @returns whether there were any. */
  deliver(): boolean {
    this.gather();
    let any = false;
    for (const connection of this.#connections) any = connection.deliver() || any;
    return any;
  }
}

type Next = IteratorResult<Body, undefined>;

/**
 * Owns the lines of one connection that its reader has not taken. A piece without its end waits for
 * the rest of the line.
 */
export class ReaderConnection implements LineReader, AsyncIterableIterator<Body, undefined> {
  readonly pending = 0;
  readonly #response: ServerResponse;
  readonly #lines: Body[] = [];
  readonly #readers: ((next: Next) => void)[] = [];
  #piece = '';
  #isOver = false;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  write(frames: Buffer): void {
    for (const bytes of linesIn(frames)) {
      const lines = (this.#piece + bytes.toString()).split('\n');
      this.#piece = lines.pop() as string;
      for (const line of lines) if (line !== '') this.#lines.push(JSON.parse(line) as Body);
    }
  }

  /** Hands waiting lines to the readers that wait for them. @returns whether any was handed on. */
  deliver(): boolean {
    let any = false;
    while (this.#readers.length > 0 && (this.#lines.length > 0 || this.#isOver)) {
      this.#readers.shift()?.(this.#take());
      any = true;
    }
    return any;
  }

  /** The answer ends; lines that wait are still read. */
  end(): void {
    this.cut();
  }

  /** The connection is lost. */
  cut(): void {
    this.#isOver = true;
    this.#response.destroy();
    this.deliver();
  }

  next(): Promise<Next> {
    if (this.#lines.length > 0 || this.#isOver) return Promise.resolve(this.#take());
    return new Promise(resolve => this.#readers.push(resolve));
  }

  /** The client reads no more. */
  return(): Promise<Next> {
    this.#lines.length = 0;
    this.cut();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #take(): Next {
    const value = this.#lines.shift();
    return value === undefined ? { done: true, value } : { done: false, value };
  }
}
