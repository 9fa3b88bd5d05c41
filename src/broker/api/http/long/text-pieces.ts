/**
 * A long text piece by piece, made only as far as it is asked for. A piece is short in bytes and in
 * time. Decision 0025.
 */

import { performance } from 'node:perf_hooks';

/** Characters after which a piece is full. */
export const PIECE_LENGTH = 65_536;
/** Wall milliseconds after which a piece ends, full or not. */
const PIECE_MS = 5;
/** Steps between two looks at the wall clock. */
const STEPS_A_LOOK = 16;

/** Owns whether the end of one text has been reached. Only `next` moves it on. */
export class TextPieces {
  readonly #steps: Iterator<string | undefined>;
  #isDone = false;

  /** @param steps - the text in small steps; undefined where there is none yet. */
  constructor(steps: Iterator<string | undefined>) {
    this.#steps = steps;
  }

  /** Whether there is no more text. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** The next piece; empty when its time was over before there was any text. */
  next(): string {
    const endMs = performance.now() + PIECE_MS;
    let text = '';
    for (let steps = 1; text.length < PIECE_LENGTH; steps++) {
      const { done, value } = this.#steps.next();
      if (done === true) {
        this.#isDone = true;
        break;
      }
      if (value !== undefined) text += value;
      if (steps % STEPS_A_LOOK === 0 && performance.now() > endMs) break;
    }
    return text;
  }
}
