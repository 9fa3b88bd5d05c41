/**
 * An object with LongLists in it as JSON text, piece by piece: the same text as all at once, made as
 * far as it is asked for. A piece is short in bytes and in time. Decision 0025.
 */

import { performance } from 'node:perf_hooks';
import { LongList } from '../../../core/view/long-list.js';
import { renderJson, type TimeFormat } from '../../v20/time-format.js';

/** Characters after which a piece is full. */
export const PIECE_LENGTH = 65_536;
/** Wall milliseconds after which a piece ends, full or not. */
const PIECE_MS = 5;
/** Steps between two looks at the wall clock. */
const STEPS_A_LOOK = 16;

export class JsonPieces {
  readonly #steps: Iterator<string | undefined>;
  #isDone = false;

  constructor(body: object, times: TimeFormat) {
    this.#steps = textOf(body, times);
  }

  /** Whether there is no more text. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** The next piece; empty when nothing was found in its time. */
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

/** The text in small steps; undefined where there is none yet. */
function* textOf(body: object, times: TimeFormat): Generator<string | undefined> {
  let before = '{';
  for (const [name, value] of Object.entries(body)) {
    if (isLong(value)) {
      yield `${before}${JSON.stringify(name)}:`;
      yield* value instanceof LongList ? itemsOf(value, times) : textOf(value, times);
    } else {
      const field = renderJson({ [name]: value }, times).slice(1, -1);
      if (field === '') continue;
      yield before + field;
    }
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

function* itemsOf(list: LongList<unknown>, times: TimeFormat): Generator<string | undefined> {
  let before = '[';
  for (const item of list.steps()) {
    if (item === undefined) {
      yield undefined;
      continue;
    }
    yield before + renderJson(item, times);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

/** A LongList, or an object that has one. */
function isLong(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return value instanceof LongList || Object.values(value).some(isLong);
}
