/**
 * A reader of a stream that can be looked at: when it was written to, what waits for it, and how often
 * it fell behind.
 */

import type { OpenStream, StreamView } from '../../traffic/open-stream.js';
import type { LineReader } from './reader.js';

/** What is known of a stream when it is opened. */
export type StreamOpening = Pick<StreamView, 'id' | 'kind' | 'account'>;

/**
 * Owns the figures of one connection: when it was last written to, and how often it fell behind.
 * `write` and `onBehind` change them.
 */
export class WatchedReader implements LineReader, OpenStream {
  readonly #inner: LineReader;
  readonly #opening: StreamOpening;
  readonly #openedAt = Date.now();
  #conflated = 0;
  /** Wall milliseconds since 1970; 0 before the first line. */
  #lastSent = 0;

  constructor(inner: LineReader, opening: StreamOpening) {
    this.#inner = inner;
    this.#opening = opening;
  }

  get pending(): number {
    return this.#inner.pending;
  }

  write(frames: Buffer): void {
    this.#lastSent = Date.now();
    this.#inner.write(frames);
  }

  onBehind(): void {
    this.#conflated += 1;
  }

  end(): void {
    this.#inner.end();
  }

  cut(): void {
    this.#inner.cut();
  }

  view(): StreamView {
    return {
      ...this.#opening,
      openedAt: textOf(this.#openedAt),
      pendingBytes: this.#inner.pending,
      conflated: this.#conflated,
      ...(this.#lastSent === 0 ? {} : { lastSent: textOf(this.#lastSent) }),
    };
  }
}

function textOf(wall: number): string {
  return new Date(wall).toISOString();
}
