/**
 * The JSON text of an object with LongLists in it, piece by piece: the same text as in one go, made
 * only as far as it is asked for. A piece is short in bytes and in time. Decision 0025.
 */

import { performance } from 'node:perf_hooks';
import { LongList } from '../../../core/view/long-list.js';

/** Writes a value as JSON; objects whose fields are all undefined become `{}`. */
export type Render = (value: unknown) => string;

/** Characters after which a piece is full. */
export const PIECE_LENGTH = 65_536;
/** Wall milliseconds after which a piece ends, full or not. */
const PIECE_MS = 5;
/** Steps between two looks at the wall clock. */
const STEPS_A_LOOK = 16;

export class JsonPieces {
  readonly #steps: Iterator<string | undefined>;
  #isDone = false;

  /** @param body - whose LongLists must not change any more. */
  constructor(body: object, render: Render) {
    this.#steps = textOf(body, render);
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

/** The text in small steps; undefined where there is none yet. */
function* textOf(body: object, render: Render): Generator<string | undefined> {
  let before = '{';
  for (const [name, value] of Object.entries(body)) {
    if (isLong(value)) {
      yield `${before}${JSON.stringify(name)}:`;
      yield* value instanceof LongList ? itemsOf(value, render) : textOf(value, render);
    } else {
      const field = render({ [name]: value }).slice(1, -1);
      if (field === '') continue;
      yield before + field;
    }
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

function* itemsOf(list: LongList<unknown>, render: Render): Generator<string | undefined> {
  let before = '[';
  for (const item of list.steps()) {
    if (item === undefined) {
      yield undefined;
      continue;
    }
    yield before + render(item);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

/** A LongList, or an object that has one. */
function isLong(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return value instanceof LongList || Object.values(value).some(isLong);
}
