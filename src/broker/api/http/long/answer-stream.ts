/**
 * A long answer on its way: a piece is made when the reader has taken the ones before, in slices that
 * let other work run. For a reader that goes away or stops reading only a few pieces are made.
 */

import { Readable } from 'node:stream';
import type { Slices } from './slices.js';
import { PIECE_LENGTH, type TextPieces } from './text-pieces.js';

/** Bytes that an answer on its way holds: pieces made, compressed and given to the socket. */
export const ANSWER_BYTES = 4 * PIECE_LENGTH;

/** What a stream is made of. */
export interface AnswerStreamOptions {
  /** The text that has been made already. */
  readonly first: string;
  readonly pieces: TextPieces;
  readonly slices: Slices;
  /** Called once, when the answer was read to its end or its reader is gone. */
  readonly release: () => void;
}

/** The stream of a long answer. */
export class AnswerStream extends Readable {
  readonly #options: AnswerStreamOptions;

  constructor(options: AnswerStreamOptions) {
    super({ highWaterMark: PIECE_LENGTH });
    this.#options = options;
    this.push(options.first);
  }

  override _read(): void {
    this.#options.slices.add(() => this.#more());
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#options.release();
    done(error);
  }

  #more(): void {
    if (this.destroyed) return;
    const { pieces } = this.#options;
    const text = this.#next();
    if (text === undefined) return;
    if (text !== '') this.push(text);
    if (pieces.isDone) this.push(null);
    else if (text === '') this._read();
  }

  /** A bug in a view must end this answer, not the process. */
  #next(): string | undefined {
    try {
      return this.#options.pieces.next();
    } catch (error) {
      this.destroy(error as Error);
      return undefined;
    }
  }
}
